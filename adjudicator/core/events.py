"""Events that every game shares."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import GENERAL, Ending, Event, RuleId, Side


class TextsOpened(Event):
    """The texts that the sequence of play waited for were opened; `missing` sides are played without."""

    kind: Literal["texts_opened"] = "texts_opened"
    rule: RuleId = GENERAL
    what: str
    turn: int
    phase: str = ""
    sides: tuple[Side, ...]
    missing: tuple[Side, ...] = ()


class PhaseBegan(Event):
    """A phase of the sequence of play began."""

    kind: Literal["phase_began"] = "phase_began"
    phase: str
    """Unique in the match: "T3/French/movement"."""
    title: str
    side: Side | None = None


class Refused(Event):
    """An order could not be carried out: the line, the reason, the rule, what would be legal."""

    kind: Literal["refused"] = "refused"
    side: Side
    line: int
    seat: str = ""
    text: str
    reason: str
    remedy: str = ""


class NotCarriedOut(Event):
    """An order whose condition did not hold, or that had become pointless: no error."""

    kind: Literal["not_carried_out"] = "not_carried_out"
    rule: RuleId = GENERAL
    side: Side
    line: int
    seat: str = ""
    text: str
    reason: str


class DrawOffered(Event):
    """A side offered a draw; it stands until the other side's next text."""

    kind: Literal["draw_offered"] = "draw_offered"
    rule: RuleId = GENERAL
    side: Side


class DrawLapsed(Event):
    """The other side wrote and did not accept."""

    kind: Literal["draw_lapsed"] = "draw_lapsed"
    rule: RuleId = GENERAL
    side: Side


class MatchEnded(Event):
    """The match is over."""

    kind: Literal["match_ended"] = "match_ended"
    ending: Ending


COMMON_EVENTS = (TextsOpened, PhaseBegan, Refused, NotCarriedOut, DrawOffered, DrawLapsed, MatchEnded)
