"""Who sees an event: the usual answers, and the one place that asks.

An event class names one of these as its `seen_by`, or writes a method of that name which gives a side its lesser form.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from adjudicator.core.types import PUBLIC, UMPIRE, Event, Finding, Side

NOT_KNOWN = "not known to you"


def everybody(event: Event, before: Any, side: Side, rules: Any) -> Event | None:
    """Both sides and all spectators see it whole."""
    return event


def owner(event: Event, before: Any, side: Side, rules: Any) -> Event | None:
    """Only the side that it belongs to (`side`) sees it."""
    return event if getattr(event, "side", None) == side else None


def umpire_only(event: Event, before: Any, side: Side, rules: Any) -> Event | None:
    """No side sees it."""
    return None


def is_said(event: type[Event]) -> bool:
    """Whether a class of events says who sees it."""
    return event.seen_by is not Event.seen_by


def shown(event: Event, before: Any, side: Side, rules: Any) -> Event | None:
    """An event as a side sees it; the umpire sees everything, the public what everybody sees or what is declared."""
    if side == UMPIRE:
        return event
    if side == PUBLIC:
        return event if type(event).seen_by is everybody else event.seen_by_public(before, rules)
    return event.seen_by(before, side, rules)


def is_hidden(hidden_from: Collection[str], side: Side) -> bool:
    """Whether something hidden from some sides is hidden from one; from spectators if from anybody."""
    return side in hidden_from or (side == PUBLIC and bool(hidden_from))


def redacted(finding: Finding[Any], side: Side) -> Finding[Any]:
    """A finding for a side: parts that would show something hidden read "not known to you", and so does their sum."""
    if is_hidden(finding.hidden_from, side):
        return finding.model_copy(update={"value": type(finding.value)(), "because": NOT_KNOWN, "parts": ()})
    if not finding.parts:
        return finding
    parts = tuple(redacted(part, side) for part in finding.parts)
    change: dict[str, Any] = {"parts": parts}
    if any(part.because == NOT_KNOWN for part in parts):
        change |= {"value": type(finding.value)(), "because": NOT_KNOWN}
    return finding.model_copy(update=change)
