"""Events as plain values: reports know an event by its kind and its fields, never by its class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.types import PUBLIC, UMPIRE, Event, Side

Shown = Event | Mapping[str, Any]
"""An event as a side sees it: the model, or its JSON form from a log or an export."""

Happenings = Sequence[tuple[str, Shown]]
"""Events in the order in which they happened, each with its address ("41.7")."""

_EYES = {UMPIRE: "as it really is", PUBLIC: "as spectators see it"}


def seen_as(side: Side) -> str:
    """With whose eyes a picture is seen, in words."""
    return _EYES.get(side, f"as the {side} side sees it")


_CONTROL = dict.fromkeys((*range(32), 127), " ")


def plain(event: Shown) -> dict[str, Any]:
    """An event's fields as JSON values, defaults included where the model is at hand, control characters gone."""
    values = event.model_dump(mode="json") if isinstance(event, Event) else event
    return {str(name): clean(value) for name, value in values.items()}


def clean(value: Any) -> Any:
    """A JSON value whose texts hold no control characters: those are the marks of spans."""
    if isinstance(value, str):
        return value.translate(_CONTROL)
    if isinstance(value, Mapping):
        return {str(key): clean(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [clean(part) for part in value]
    return value


def places(value: Any) -> list[str]:
    """The places in a field that holds one or several."""
    if isinstance(value, str):
        return [value] if value else []
    return [part for part in value if isinstance(part, str)] if isinstance(value, list | tuple) else []
