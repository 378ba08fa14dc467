"""LB 16, LB 18: events of movement."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import Formation, State, Unit


class UnitMarched(Event, seen_by=everybody):
    """LB-18.1: a unit went from hex to hex; a unit in several hexes is told by the way of its first."""

    kind: Literal["unit_marched"] = "unit_marched"
    side: Side
    unit: str
    leaders: tuple[str, ...] = ()
    path: tuple[str, ...]
    """The hexes entered by the hex that it is named by; empty where it only turned or changed formation."""
    places: tuple[str, ...]
    """Where it stands now."""
    formation: Formation
    facing: str = ""
    spent: int = 0
    """Half points."""
    manner: Literal["march", "enter", "reaction", "opportunity", "charge"] = "march"

    def apply(self, state: State, rules: Context) -> State:
        """It stands there, under those who were there before (R-101)."""
        unit = state.unit(self.unit)
        elsewhere = self.places != unit.places
        spent = unit.spent + self.spent
        after = state.with_units(
            replace(
                unit,
                rest=rest_after(rules, unit, spent) if self.path or self.spent else unit.rest,
                status="map",
                places=self.places,
                rank=state.bottom(self.places) if elsewhere else unit.rank,
                formation=self.formation,
                facing=self.facing,
                spent=spent,
                due=None if self.manner == "enter" else unit.due,
                entry="" if self.manner == "enter" else unit.entry,
            ).did("moved")
        )
        going = [replace(after.leader(one), place=self.places[0]) for one in self.leaders]
        after = after.with_leaders(*going) if going else after
        return held(after, self.side, self.path)


class LeaderRode(Event, seen_by=everybody):
    """R-59: a leader rode alone."""

    kind: Literal["leader_rode"] = "leader_rode"
    rule: RuleId = RuleId("LB-7.10")
    side: Side
    leader: str
    path: tuple[str, ...]
    spent: int = 0
    entered: bool = False

    def apply(self, state: State, rules: Context) -> State:
        """He is there."""
        one = state.leader(self.leader)
        return state.with_leaders(
            replace(one, status="map", place=self.path[-1], spent=one.spent + self.spent, due=None, entry="")
        )


class LimberTried(Event):
    """LB-16.39, HEI-art-1: a battery tried to limber up."""

    kind: Literal["limber_tried"] = "limber_tried"
    rule: RuleId = RuleId("HEI-art-1")
    side: Side
    unit: str
    die: int = 0
    """0: no roll is needed."""
    bonus: int = 0
    needed: int
    limbered: bool

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """LB-6.2: a leader's bonus is the owner's."""
        return self if side == self.side else self.model_copy(update={"bonus": 0})

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Spectators see the die and the result."""
        return self.model_copy(update={"bonus": 0})


class UnitsJoined(Event, seen_by=everybody):
    """R-84: battalions join their regiment again."""

    kind: Literal["units_joined"] = "units_joined"
    rule: RuleId = RuleId("LB-6.5")
    side: Side
    unit: str
    """The regiment."""
    parts: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """The regiment stands where they stood, with the losses of all."""
        parts = [state.unit(one) for one in self.parts]
        top = min(parts, key=lambda unit: (unit.rank, unit.id))
        absent = [one for one in rules.battalions[self.unit] if one not in self.parts]
        lost = sum(unit.losses for unit in parts) + sum(rules.units[one].increments for one in absent)
        whole = replace(top, id=self.unit, losses=lost, spent=max(unit.spent for unit in parts))
        gone = [replace(unit, status="joined", places=(), losses=0) for unit in parts]
        return state.with_units(*gone, whole.did("moved"))


class StackArranged(Event, seen_by=everybody):
    """R-101, D25: a stack lies in another order."""

    kind: Literal["stack_arranged"] = "stack_arranged"
    rule: RuleId = RuleId("LB-11.1")
    side: Side
    place: str
    units: tuple[str, ...]
    """From the top down."""

    def apply(self, state: State, rules: Context) -> State:
        """Ranks as listed."""
        return state.with_units(*(replace(state.unit(one), rank=n + 1) for n, one in enumerate(self.units)))


class ForceMarched(Event, seen_by=everybody):
    """LB-44.2: a battalion tried a forced march."""

    kind: Literal["force_marched"] = "force_marched"
    rule: RuleId = RuleId("LB-44.2")
    side: Side
    unit: str
    marches: bool

    def apply(self, state: State, rules: Context) -> State:
        """It marches double, or not at all."""
        unit = state.unit(self.unit)
        changed = replace(unit, marches=unit.marches + 1 if self.marches else 0)
        return state.with_units(changed.did("force marched" if self.marches else "stands"))


class ArrivalDelayed(Event, seen_by=owner):
    """LB-45.4: reinforcements are held back by their owner, or find their way barred (LB-45.2)."""

    kind: Literal["arrival_delayed"] = "arrival_delayed"
    rule: RuleId = RuleId("LB-45.4")
    side: Side
    units: tuple[str, ...]
    due: int

    def apply(self, state: State, rules: Context) -> State:
        """They come later."""
        units = [replace(state.unit(one), due=self.due) for one in self.units if one in state.units]
        leaders = [replace(state.leader(one), due=self.due) for one in self.units if one in state.leaders]
        return state.with_units(*units).with_leaders(*leaders)


class PhaseOpened(Event, seen_by=everybody):
    """LB-2.4: a phase of a player sequence begins: points are fresh."""

    kind: Literal["phase_opened"] = "phase_opened"
    rule: RuleId = RuleId("LB-2.4")
    side: Side
    phase: str

    def apply(self, state: State, rules: Context) -> State:
        """Points are unspent; who stands in line is noted (LB-16.12)."""
        units = []
        for unit in state.units.values():
            if unit.status == "map" and rules.units[unit.id].side == self.side:
                in_line = unit.formation == "line" and unit.morale == "good"
                if unit.spent or unit.was_in_line != in_line:
                    units.append(replace(unit, spent=0, was_in_line=in_line))
        leaders = [replace(one, spent=0) for one in state.leaders.values() if one.spent]
        return state.with_units(*units).with_leaders(*leaders)


def rest_after(rules: Context, unit: Unit, spent: int) -> Literal["still", "half", "broken"]:
    """LB-36.5: no more than half of its points, and it still rests by half."""
    return "half" if unit.rest != "broken" and spent <= rules.units[unit.id].movement else "broken"


def held(state: State, side: Side, path: tuple[str, ...]) -> State:
    """HEI-hold-1: hexes that count, last entered by a side."""
    gained = {place: side for place in path if place in state.holders and state.holders[place] != side}
    return replace(state, holders={**state.holders, **gained}) if gained else state


EVENTS: tuple[type[Event], ...] = (
    UnitMarched,
    LeaderRode,
    LimberTried,
    UnitsJoined,
    StackArranged,
    ForceMarched,
    ArrivalDelayed,
    PhaseOpened,
)
