"""LB 29, LB 33: events of melee."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from adjudicator.core.types import Event, Finding, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.movement.events import held
from adjudicator.rulesets.labataille.state import Melee, State


class AssaultDeclared(Event, seen_by=everybody):
    """LB-33.1: an assault was declared."""

    kind: Literal["assault_declared"] = "assault_declared"
    rule: RuleId = RuleId("LB-33.1")
    side: Side
    units: tuple[str, ...]
    target: str
    leader: str = ""
    line: int = 0
    again: bool = False
    """LB-29.6: the second assault, into what a retreat has uncovered; it is fought next."""

    def apply(self, state: State, rules: Context) -> State:
        """It joins the melees that are to be fought."""
        melee = Melee(self.units, self.target, "again" if self.again else "assault", leader=self.leader)
        return replace(state, melees=(melee, *state.melees) if self.again else (*state.melees, melee))


class BrokeOff(Event, seen_by=everybody):
    """LB-29: a unit or leader went back before melee."""

    kind: Literal["broke_off"] = "broke_off"
    rule: RuleId = RuleId("LB-29.1")
    side: Side
    unit: str
    leaders: tuple[str, ...] = ()
    path: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """It stands there; who goes farther than a hex loses its next movement (LB-29.5)."""
        if self.unit in state.leaders:
            return state.with_leaders(replace(state.leader(self.unit), place=self.path[-1]))
        unit = state.unit(self.unit)
        bound = (*unit.bound, "off limits") if len(self.path) > 1 else unit.bound
        place = self.path[-1]
        gone = replace(
            unit, places=(place,), rank=state.bottom((place,)), bound=tuple(sorted(set(bound))), rest="broken"
        )
        after = state.with_units(gone)
        return after.with_leaders(*(replace(after.leader(one), place=place) for one in self.leaders))


class MeleeResolved(Event):
    """LB-33.8: dice were rolled for a melee."""

    kind: Literal["melee_resolved"] = "melee_resolved"
    rule: RuleId = RuleId("LB-33.8")
    side: Side
    """The attacker."""
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    target: str
    cause: str
    dice: int
    modified: int
    result: str
    losses: tuple[tuple[str, int], ...] = ()
    attack: Finding[Fraction] | None = None
    defence: Finding[Fraction] | None = None
    column: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """Losses are recorded."""
        hit = [replace(state.unit(one), losses=state.unit(one).losses + lost) for one, lost in self.losses]
        return state.with_units(*hit)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """All see dice, result and losses; each side knows its own value, the odds only the umpire."""
        attacks = side == self.side
        if side not in (self.side, *(rules.units[one].side for one in self.defenders)):
            return self.seen_by_public(before, rules)
        hidden = {"defence": None} if attacks else {"attack": None}
        return self.model_copy(update={**hidden, "column": "", "modified": self.modified if attacks else 0})

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Spectators see dice, result and losses."""
        return self.model_copy(update={"attack": None, "defence": None, "column": "", "modified": 0})


class MeleeOver(Event, seen_by=everybody):
    """LB-33: a melee is over, or came to nothing."""

    kind: Literal["melee_over"] = "melee_over"
    rule: RuleId = RuleId("LB-33.8")
    side: Side
    target: str
    because: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """The next one follows."""
        gone = next((one for one in state.melees if one.target == self.target), None)
        return replace(state, melees=tuple(one for one in state.melees if one is not gone))


class UnitAdvanced(Event, seen_by=everybody):
    """LB-33.7, LB-33.9: a unit went into the hex that it had attacked."""

    kind: Literal["unit_advanced"] = "unit_advanced"
    rule: RuleId = RuleId("LB-33.9")
    side: Side
    unit: str
    leaders: tuple[str, ...] = ()
    place: str
    formation: str = ""
    facing: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """It stands there."""
        unit = state.unit(self.unit)
        there = replace(
            unit,
            places=(self.place,),
            rank=state.bottom((self.place,)),
            facing=self.facing,
            **({"formation": self.formation} if self.formation else {}),  # type: ignore[arg-type]
        )
        after = state.with_units(there)
        after = after.with_leaders(*(replace(after.leader(one), place=self.place) for one in self.leaders))
        return held(after, self.side, (self.place,))


class GunsCaptured(Event, seen_by=everybody):
    """HEI-redoubt-6: the guns of a redoubt are taken; they may be won back before the next Coalition melee ends."""

    kind: Literal["guns_captured"] = "guns_captured"
    rule: RuleId = RuleId("HEI-redoubt-6")
    side: Side
    """Whose guns they are."""
    unit: str
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """They are off the map for now."""
        unit = replace(state.unit(self.unit), status="captured", places=())
        return replace(state.with_units(unit), redoubts_taken={**state.redoubts_taken, self.place: state.turn})


class GunsSettled(Event, seen_by=everybody):
    """HEI-redoubt-6, R-46: captured guns are won back, or lost for good."""

    kind: Literal["guns_settled"] = "guns_settled"
    rule: RuleId = RuleId("HEI-redoubt-6")
    side: Side
    unit: str
    place: str
    won_back: bool

    def apply(self, state: State, rules: Context) -> State:
        """Back in the redoubt, or eliminated."""
        unit = state.unit(self.unit)
        taken = {place: turn for place, turn in state.redoubts_taken.items() if place != self.place}
        if self.won_back:
            after = replace(unit, status="map", places=(self.place,), rank=state.bottom((self.place,)))
        else:
            after = replace(unit, status="eliminated")
        return replace(state.with_units(after), redoubts_taken=taken)


EVENTS: tuple[type[Event], ...] = (
    AssaultDeclared,
    BrokeOff,
    MeleeResolved,
    MeleeOver,
    UnitAdvanced,
    GunsCaptured,
    GunsSettled,
)
