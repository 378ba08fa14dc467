"""HEI-s3-2: events of victory."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import State


class GuardCommitted(Event, seen_by=everybody):
    """HEI-s3-2, R-50: a side's Guard has come so far forward that it costs victory levels; once, at the dearer."""

    kind: Literal["guard_committed"] = "guard_committed"
    rule: RuleId = RuleId("HEI-s3-2")
    side: Side
    unit: str
    levels: int

    def apply(self, state: State, rules: Context) -> State:
        """The turn is noted."""
        return replace(state, guard_near={**state.guard_near, self.side: state.turn})


class HoldingsNoted(Event, seen_by=everybody):
    """HEI-s1-1: how many hexes of a village the Coalition holds at the end of a turn that counts."""

    kind: Literal["holdings_noted"] = "holdings_noted"
    rule: RuleId = RuleId("HEI-s1-1")
    name: str
    number: int

    def apply(self, state: State, rules: Context) -> State:
        """It is remembered for the verdict."""
        return replace(state, notes={**state.notes, self.name: self.number})


EVENTS: tuple[type[Event], ...] = (GuardCommitted, HoldingsNoted)
