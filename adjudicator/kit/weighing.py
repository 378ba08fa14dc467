"""What an order can bring: how a rule system tells what happened in figures, and what may stand where nobody looked.

`odds` runs the rules over all dice and counts; what it counts is said here for every game that says nothing better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from adjudicator.core.events import COMMON_EVENTS
from adjudicator.core.types import Event
from adjudicator.core.values import dataclass

S = TypeVar("S")

Figures = Mapping[str, int | str]
"""What happened by name: numbers ("French steps lost": 2) and words ("result": "1/2R2")."""


@dataclass(frozen=True, slots=True)
class Supposition(Generic[S]):
    """A position that would look the same to a side: what stands where it has not looked is supposed."""

    what: str
    """In words ("1504 held by its weakest"); empty where nothing had to be supposed."""
    state: S


def counted(events: Sequence[Event]) -> Figures:
    """How often each kind of event happened to each side: what can be said of any game."""
    figures: dict[str, int] = {}
    for event in events:
        if isinstance(event, COMMON_EVENTS) or not (event.rolls or hasattr(event, "side")):
            continue
        name = " ".join(filter(None, (str(getattr(event, "side", "") or ""), event.kind.replace("_", " "))))
        figures[name] = figures.get(name, 0) + 1
    return dict(sorted(figures.items()))


def as_known(known: Any) -> tuple[Supposition[Any], ...]:
    """Where a rule system supposes nothing: the position as the side knows it."""
    return (Supposition("", known),)
