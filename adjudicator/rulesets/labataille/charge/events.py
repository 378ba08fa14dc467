"""LB 37 to LB 42: events of charges."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Finding, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import Charge, Melee, State

Cause = Literal["charge", "reaction", "opportunity", "carre", "recall"]


class ChargeDeclared(Event):
    """LB-38.1: cavalry was designated to charge; where it goes shows only when it rides."""

    kind: Literal["charge_declared"] = "charge_declared"
    rule: RuleId = RuleId("LB-38.1")
    side: Side
    units: tuple[str, ...]
    target: str = ""
    path: tuple[str, ...] = ()
    leader: str = ""
    formation: str = ""
    recalled: Literal["", "follow", "halt", "charge"] = ""
    next_target: str = ""
    trample: int | None = None
    line: int = 0

    def apply(self, state: State, rules: Context) -> State:
        """It waits for its turn; its units will not move in the movement phase (LB-35.1)."""
        charge = Charge(
            self.units,
            self.target,
            self.path,
            self.leader,
            self.formation,
            self.recalled,
            self.next_target,
            self.trample,
            self.line,
        )
        marked = state.with_units(*(state.unit(one).did("charged") for one in self.units))
        return replace(marked, charges=(*state.charges, charge))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """The enemy sees who is designated, not whither."""
        return self if side == self.side else self._lesser()

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Spectators see what the enemy sees."""
        return self._lesser()

    def _lesser(self) -> Event:
        return ChargeDeclared(rule=self.rule, side=self.side, units=self.units)


class TargetDeclared(Event, seen_by=everybody):
    """LB-38.5, LB-38.6: two hexes off, a formation is the target of a charge, or is passed over."""

    kind: Literal["target_declared"] = "target_declared"
    rule: RuleId = RuleId("LB-38.5")
    side: Side
    units: tuple[str, ...]
    place: str
    is_target: bool

    def apply(self, state: State, rules: Context) -> State:
        """A formation passed over may not be attacked by these units in this player sequence."""
        if self.is_target:
            return state
        return state.with_units(*(state.unit(one).did(f"passed over {self.place}") for one in self.units))


class SquareTried(Event):
    """LB-38.4, HEI-carre-1: infantry tried to form carré before cavalry."""

    kind: Literal["square_tried"] = "square_tried"
    rule: RuleId = RuleId("HEI-carre-1")
    side: Side
    units: tuple[str, ...]
    place: str
    distance: int
    dice: int
    modified: int
    result: Literal["carre", "disorder", "rout"]
    total: Finding[int] | None = None

    def apply(self, state: State, rules: Context) -> State:
        """Formed, or in disorder where it stands; routers are told apart."""
        units = [state.unit(one).did("tried carre") for one in self.units]
        if self.result == "carre":
            units = [
                replace(unit, formation="carre", facing="", places=unit.places[:1])
                if rules.units[unit.id].arm == "infantry"
                else unit
                for unit in units
            ]
        elif self.result == "disorder":
            side = rules.board.grid.side_names
            units = [
                replace(
                    unit,
                    morale="disordered",
                    formation="column" if rules.units[unit.id].arm == "infantry" else unit.formation,
                    facing=unit.facing if unit.facing in side else side[0],
                    places=unit.places[:1],
                )
                for unit in units
            ]
        return state.with_units(*units)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Modifiers tell of leaders and levels: the owner's."""
        return self if side == self.side else self._lesser()

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Spectators see the dice and the result."""
        return self._lesser()

    def _lesser(self) -> Event:
        return self.model_copy(update={"total": None, "modified": 0})


class ChargeMet(Event, seen_by=everybody):
    """LB-38.9, LB-39.6, LB-40.3: cavalry has come into contact; a melee must follow."""

    kind: Literal["charge_met"] = "charge_met"
    rule: RuleId = RuleId("LB-38.9")
    side: Side
    """The phasing side: it attacks, whoever made the contact."""
    attackers: tuple[str, ...]
    target: str
    cause: Cause
    straight: bool = False
    passed: bool = False
    leader: str = ""
    countered: tuple[str, ...] = ()

    def apply(self, state: State, rules: Context) -> State:
        """The melee joins those that are to be fought, and nobody in it moves before it."""
        melee = Melee(
            self.attackers,
            self.target,
            self.cause,
            straight=self.straight,
            passed=self.passed,
            leader=self.leader,
            countered=self.countered,
        )
        touched = [*self.attackers, *(unit.id for unit in state.at(self.target))]
        after = state.with_units(*(state.unit(one).did("contacted") for one in dict.fromkeys(touched)))
        after = after.with_units(*(after.unit(one).did("reacted") for one in self.countered))
        if self.cause == "recall":
            after = after.with_units(*(after.unit(one).did("not recalled") for one in self.attackers))
        known = [one for one in after.melees if (one.target, one.attackers) != (melee.target, melee.attackers)]
        return replace(after, melees=(*known, melee))


class Recalled(Event):
    """LB-38.18, LB-42, HEI-recall-1: does the cavalry stop when its target runs?"""

    kind: Literal["recalled"] = "recalled"
    rule: RuleId = RuleId("HEI-recall-1")
    side: Side
    units: tuple[str, ...]
    die: int
    bonus: int
    needed: int
    recalled: bool

    def apply(self, state: State, rules: Context) -> State:
        """Who was not recalled will be routed when all melees are over."""
        if self.recalled:
            return state
        return state.with_units(*(state.unit(one).did("not recalled") for one in self.units))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """LB-6.2: whether a leader helped tells of his number."""
        return self if side == self.side else self.model_copy(update={"bonus": 0})

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Spectators see the die and the result."""
        return self.model_copy(update={"bonus": 0})


class Trampled(Event, seen_by=everybody):
    """LB-19.13, LB-38.16, LB-38.19, R-19: cavalry rode infantry down with the points it had left."""

    kind: Literal["trampled"] = "trampled"
    rule: RuleId = RuleId("LB-38.19")
    side: Side
    """Who suffers."""
    by: tuple[str, ...]
    unit: str
    lost: int
    spent: int
    """Half points of each charger."""

    def apply(self, state: State, rules: Context) -> State:
        """Increments lost, points spent."""
        victim = state.unit(self.unit)
        riders = [replace(state.unit(one), spent=state.unit(one).spent + self.spent) for one in self.by]
        return state.with_units(replace(victim, losses=victim.losses + self.lost), *riders)


class ReactionTried(Event, seen_by=everybody):
    """LB-39.3, LB-40.2: cavalry tried to react to an enemy."""

    kind: Literal["reaction_tried"] = "reaction_tried"
    rule: RuleId = RuleId("LB-39.3")
    side: Side
    unit: str
    sort: Literal["reaction", "opportunity"]
    succeeded: bool

    def apply(self, state: State, rules: Context) -> State:
        """One attempt in a segment; a reactor that goes may not move in its next movement phase (LB-39.8)."""
        unit = state.unit(self.unit).did(f"tried {self.sort}")
        if self.succeeded:
            unit = unit.did("reacted" if self.sort == "reaction" else "opportunity")
            if self.sort == "reaction":
                unit = replace(unit, bound=tuple(sorted({*unit.bound, "off limits"})))
        return state.with_units(unit)


class Sheltered(Event, seen_by=everybody):
    """LB-19.10, LB-40.8: skirmishers ran into cover before cavalry."""

    kind: Literal["sheltered"] = "sheltered"
    rule: RuleId = RuleId("LB-19.10")
    side: Side
    unit: str
    place: str
    formation: str

    def apply(self, state: State, rules: Context) -> State:
        """At the bottom of that stack; it neither fires nor fights, but shares the result."""
        unit = state.unit(self.unit)
        there = replace(
            unit,
            places=(self.place,),
            rank=state.bottom((self.place,)),
            formation=self.formation,  # type: ignore[arg-type]
            facing=rules.board.grid.side_names[0],
        )
        return state.with_units(there.did("sheltered", "fires not"))


class ChargeOver(Event, seen_by=everybody):
    """LB-38.22: a charge is over."""

    kind: Literal["charge_over"] = "charge_over"
    rule: RuleId = RuleId("LB-38.22")
    side: Side
    units: tuple[str, ...]
    contacted: bool
    because: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """The next one follows."""
        gone = next((one for one in state.charges if one.units == self.units), None)
        return replace(state, charges=tuple(one for one in state.charges if one is not gone))


EVENTS: tuple[type[Event], ...] = (
    ChargeDeclared,
    TargetDeclared,
    SquareTried,
    ChargeMet,
    Recalled,
    Trampled,
    ReactionTried,
    Sheltered,
    ChargeOver,
)
