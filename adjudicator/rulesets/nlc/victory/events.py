"""NLC 4.7, 11, 13, 23: what the end of a turn brings."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Finding, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.nlc.changes import eliminated
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import State


class DisruptionRemoved(Event, seen_by=everybody):
    """NLC-4.7, NLC-8.1f: all Disrupted markers are taken off."""

    kind: Literal["disruption_removed"] = "disruption_removed"
    rule: RuleId = RuleId("NLC-4.7")
    units: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """They are in order again."""
        return state.with_units(*(replace(state.unit(one), disrupted=False) for one in self.units))


class UnitsStarved(Event, seen_by=everybody):
    """NLC-23.4: units without a supply line at the end of a turn are eliminated."""

    kind: Literal["units_starved"] = "units_starved"
    rule: RuleId = RuleId("NLC-23.4")
    side: Side
    units: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """They are lost."""
        return eliminated(state, self.units)


class GroupBroke(Event, seen_by=everybody):
    """NLC-22.1, NLC-22.2: a corps or nationality became demoralized, or ceased to be."""

    kind: Literal["group_broke"] = "group_broke"
    rule: RuleId = RuleId("NLC-22.1")
    group: str
    losses: int
    limit: int
    broken: bool

    def apply(self, state: State, rules: Context) -> State:
        """Its units know."""
        others = tuple(one for one in state.broken if one != self.group)
        return replace(state, broken=tuple(sorted((*others, self.group))) if self.broken else others)


class ArmyBroke(Event, seen_by=everybody):
    """NLC-11.1, NLC-26.9k: an army became demoralized or disintegrated."""

    kind: Literal["army_broke"] = "army_broke"
    rule: RuleId = RuleId("NLC-11.1")
    army: str
    losses: int
    level: int
    disintegrated: bool

    def apply(self, state: State, rules: Context) -> State:
        """It is so from now on."""
        if self.disintegrated:
            return replace(state, disintegrated=tuple(sorted({*state.disintegrated, self.army})))
        return replace(state, demoralized=tuple(sorted({*state.demoralized, self.army})))


class LevelShifted(Event, seen_by=everybody):
    """NLC-7.4-LG2, NLC-26.9h: something shook an army: its demoralization level is lower from now on."""

    kind: Literal["level_shifted"] = "level_shifted"
    army: str
    cause: str
    points: int

    def apply(self, state: State, rules: Context) -> State:
        """The level is lowered; the cause has had its effect."""
        shifts = {**state.shifts, self.army: state.shifts.get(self.army, 0) + self.points}
        return replace(state, shifts=shifts, shifted=(*state.shifted, self.cause))


class PointsReckoned(Event, seen_by=everybody):
    """NLC-13.3, NLC-25: the victory points of a side at the end, part by part."""

    kind: Literal["points_reckoned"] = "points_reckoned"
    rule: RuleId = RuleId("NLC-13.3")
    side: Side
    total: Finding[int]


EVENTS: tuple[type[Event], ...] = (DisruptionRemoved, UnitsStarved, GroupBroke, ArmyBroke, LevelShifted, PointsReckoned)
