"""Events that every game shares.

A position of any game has `draw_offers` (the sides whose offer stands) and `ending` (None until the match is over).
"""

from __future__ import annotations

from typing import Any, Literal

from adjudicator.core.types import GENERAL, Ending, Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner


class TextsOpened(Event, seen_by=everybody):
    """The texts that the sequence of play waited for were opened; `missing` sides are played without."""

    kind: Literal["texts_opened"] = "texts_opened"
    rule: RuleId = GENERAL
    what: str
    turn: int
    phase: str = ""
    sides: tuple[Side, ...]
    missing: tuple[Side, ...] = ()
    heard: tuple[Side, ...] = ()
    """Sides that could revise their standing orders."""


class PhaseBegan(Event, seen_by=everybody):
    """A phase of the sequence of play began."""

    kind: Literal["phase_began"] = "phase_began"
    phase: str
    """Unique in the match: "T3/French/movement"."""
    title: str
    side: Side | None = None


class Refused(Event, seen_by=owner):
    """An order could not be carried out: the line, the reason, the rule, what would be legal."""

    kind: Literal["refused"] = "refused"
    side: Side
    line: int
    seat: str = ""
    text: str
    reason: str
    remedy: str = ""


class NotCarriedOut(Event, seen_by=owner):
    """An order whose condition did not hold, or that had become pointless: no error."""

    kind: Literal["not_carried_out"] = "not_carried_out"
    rule: RuleId = GENERAL
    side: Side
    line: int
    seat: str = ""
    text: str
    reason: str


class DrawOffered(Event, seen_by=everybody):
    """A side offered a draw; it stands until the other side's next text."""

    kind: Literal["draw_offered"] = "draw_offered"
    rule: RuleId = GENERAL
    side: Side

    def apply(self, state: Any, rules: Any) -> Any:
        """The offer stands."""
        return replace(state, draw_offers=(*state.draw_offers, self.side))


class DrawLapsed(Event, seen_by=everybody):
    """The other side wrote and did not accept."""

    kind: Literal["draw_lapsed"] = "draw_lapsed"
    rule: RuleId = GENERAL
    side: Side

    def apply(self, state: Any, rules: Any) -> Any:
        """The offer is gone."""
        return replace(state, draw_offers=tuple(side for side in state.draw_offers if side != self.side))


class MatchEnded(Event, seen_by=everybody):
    """The match is over."""

    kind: Literal["match_ended"] = "match_ended"
    ending: Ending

    def apply(self, state: Any, rules: Any) -> Any:
        """The ending stands; the engine closes the phase that told it."""
        return replace(state, ending=self.ending)


COMMON_EVENTS = (TextsOpened, PhaseBegan, Refused, NotCarriedOut, DrawOffered, DrawLapsed, MatchEnded)
