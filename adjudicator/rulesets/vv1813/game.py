"""What the games of the series are made of: stages of a turn, kinds of markers, reinforcements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from adjudicator.core.types import RuleId, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.rulesets.vv1813.context import Context

if TYPE_CHECKING:
    from adjudicator.rulesets.vv1813.run import Story


@dataclass(frozen=True, slots=True)
class Stage:
    """A stretch of the sequence of play; without a story it is a wait for the side's orders."""

    name: str
    title: str
    rule: str
    side: Side | None = None
    story: Story | None = None
    sides: tuple[Side, ...] = ()
    """Whose orders it waits for, where that is more than one side."""


@dataclass(frozen=True, slots=True)
class MarkerKind:
    """What a kind of marker is worth."""

    kind: str
    name: str
    divisor: int | None = None
    """Bombardment divisor; None if it cannot bombard."""
    support: int = 0
    returns: int | None = None
    """Turns until it is back in hand; None: once per game."""
    aliases: tuple[str, ...] = ()
    takes: Mapping[str, int] = field(default_factory=dict)
    """What the drawer of a Losses marker may lose: kinds of markers, and how many of each."""

    def back(self, turn: int) -> int | None:
        """VV-2.3a: the turn on which a marker played now is back in hand."""
        return None if self.returns is None else turn + self.returns


def marker_kind(ctx: Context, kind: str) -> MarkerKind:
    """What a kind of marker is worth in this match."""
    found = ctx.facts["markers"][kind]
    assert isinstance(found, MarkerKind)
    return replace(found, returns=ctx.game.marker_returns(ctx, found))


@dataclass(frozen=True, slots=True)
class Entry:
    """Pieces that may come onto the map now: strictly in this order, by these places (best first)."""

    rule: RuleId
    queue: tuple[str, ...]
    places: tuple[str, ...]
    first: tuple[str, ...] = ()
    """Pieces whose entry comes before any other move of the phase."""
    printed: str = ""
    """The place that is printed, where others stand for it because the enemy holds it."""
