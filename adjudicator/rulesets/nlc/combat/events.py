"""NLC 7, 8: what fire, charges and combats bring, and who learns of it: everybody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from adjudicator.core.types import Event, Finding, Frozen, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.nlc.changes import eliminated, formation_of, hurt
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import Attack, Charge, State

# --- bombardment ----------------------------------------------------------------------------------------------------


class Bombarded(Event, seen_by=everybody):
    """NLC-8.1: guns fired at a hex; the target does not answer."""

    kind: Literal["bombarded"] = "bombarded"
    rule: RuleId = RuleId("NLC-8.1a")
    side: Side
    units: tuple[str, ...]
    target: str
    strength: Finding[int]
    hits: int

    def apply(self, state: State, rules: Context) -> State:
        """The guns have fired (NLC-8.1d); for their formations it may stand for an attack (NLC-20.2-A3)."""
        firing = [state.unit(one) for one in self.units]
        fresh = {formation_of(rules, unit) for unit in firing}
        fresh -= {formation_of(rules, unit) for unit in state.force(self.side).units.values() if unit.bombarded}
        counted = [state.formations[one] for one in sorted(fresh) if one in state.formations]
        after = state.with_units(*(replace(unit, bombarded=True) for unit in firing))
        return after.with_formations(*(replace(one, fires=one.fires + 1) for one in counted))


class UnitDisrupted(Event, seen_by=everybody):
    """NLC-8.1e, NLC-28.0e: the first hit of a bombardment is a Disrupted marker; a second one adds nothing."""

    kind: Literal["unit_disrupted"] = "unit_disrupted"
    rule: RuleId = RuleId("NLC-8.1e")
    side: Side
    unit: str
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """It carries the marker until the end of the turn."""
        return state.with_units(replace(state.unit(self.unit), disrupted=True))


# --- losses and morale ----------------------------------------------------------------------------------------------


class Loss(Frozen):
    """The steps that a unit loses."""

    unit: str
    steps: int
    eliminated: bool = False


class StepsLost(Event, seen_by=everybody):
    """NLC-7.2: hits turned units over or eliminated them."""

    kind: Literal["steps_lost"] = "steps_lost"
    rule: RuleId = RuleId("NLC-7.2")
    side: Side
    place: str = ""
    losses: tuple[Loss, ...]

    def apply(self, state: State, rules: Context) -> State:
        """The steps are gone."""
        return hurt(rules, state, [(loss.unit, loss.steps) for loss in self.losses])


class UnitsLost(Event, seen_by=everybody):
    """NLC-6.1, NLC-7.4g, NLC-7.4h, NLC-8.5b: units were eliminated otherwise than by fire."""

    kind: Literal["units_lost"] = "units_lost"
    side: Side
    units: tuple[str, ...]
    place: str
    because: str

    def apply(self, state: State, rules: Context) -> State:
        """They are off the map."""
        return eliminated(state, self.units)


class MoraleTested(Event, seen_by=everybody):
    """NLC-2.3a: a group tested its morale."""

    kind: Literal["morale_tested"] = "morale_tested"
    rule: RuleId = RuleId("NLC-2.3a")
    side: Side
    units: tuple[str, ...]
    place: str
    why: Literal["combat", "square", "reaction"]
    morale: Finding[int]
    holds: bool


# --- charges --------------------------------------------------------------------------------------------------------


class ChargeBegan(Event, seen_by=everybody):
    """NLC-7.6b-1, NLC-7.8a: cavalry charges, of its own accord or in reaction; it does so once in a player turn."""

    kind: Literal["charge_began"] = "charge_began"
    rule: RuleId = RuleId("NLC-7.6b-1")
    side: Side
    units: tuple[str, ...]
    target: str
    reaction: bool = False

    def apply(self, state: State, rules: Context) -> State:
        """The units have had their charge (A-36); for a formation on its own turn it is an attack (NLC-20.2-A6)."""
        units = [replace(state.unit(one), charged=True) for one in self.units]
        after = state.with_units(*units)
        return after if self.reaction else _fought(rules, after, self.units)


class ChargeReady(Event):
    """NLC-7.6b-10: chargers have come to their target; the fighting begins when all have.

    What their owner wants of them afterwards is his alone.
    """

    kind: Literal["charge_ready"] = "charge_ready"
    rule: RuleId = RuleId("NLC-7.6b-10")
    side: Side
    target: str
    units: tuple[str, ...]
    origin: str
    came_from: str
    then: Literal["", "stay", "return", "pursue"] = ""
    pursue_to: str = ""
    line: int = 0

    def apply(self, state: State, rules: Context) -> State:
        """The charge is to be fought."""
        charge = Charge(self.target, self.units, self.origin, self.came_from, self.then, self.pursue_to, self.line)
        return replace(state, charges=(*state.charges, charge))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Everybody sees them stand there."""
        return self if side == self.side else self.seen_by_public(before, rules)

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Without the wish."""
        return self.model_copy(update={"then": "", "pursue_to": "", "line": 0})


class ChargesMet(Event, seen_by=everybody):
    """NLC-7.6b-3: the charges on one hex are fought, all together."""

    kind: Literal["charges_met"] = "charges_met"
    rule: RuleId = RuleId("NLC-7.6b-3")
    side: Side
    target: str
    units: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """They are no longer to be fought."""
        return replace(state, charges=tuple(one for one in state.charges if one.target != self.target))


class ChargeFought(Event, seen_by=everybody):
    """NLC-7.6b-6: one round of fire between chargers and charged."""

    kind: Literal["charge_fought"] = "charge_fought"
    rule: RuleId = RuleId("NLC-7.6b-6")
    side: Side
    """The chargers'."""
    place: str
    chargers: tuple[str, ...]
    defenders: tuple[str, ...]
    charge: Finding[int]
    defence: Finding[int]
    hits: int
    """On the defenders."""
    taken: int
    """By the chargers."""


class ChargeDecided(Event, seen_by=everybody):
    """NLC-7.6b-7: who lost a charge; nobody, if both lost as much (A-19)."""

    kind: Literal["charge_decided"] = "charge_decided"
    rule: RuleId = RuleId("NLC-7.6b-7")
    side: Side
    place: str
    winner: Side | None = None
    lost: int
    """Steps that the chargers lost."""
    inflicted: int


class PursuitTested(Event, seen_by=everybody):
    """NLC-7.7c: cavalry that would not pursue is held in hand, or rides on all the same."""

    kind: Literal["pursuit_tested"] = "pursuit_tested"
    rule: RuleId = RuleId("NLC-7.7c")
    side: Side
    units: tuple[str, ...]
    place: str
    limit: Finding[int]
    holds: bool


# --- normal combat --------------------------------------------------------------------------------------------------


class Declared(Frozen):
    """One attack as announced."""

    target: str
    units: tuple[str, ...]
    advance: tuple[str, ...] | None = None
    forced: bool = False
    line: int = 0


class AttacksDeclared(Event):
    """NLC-7.3: the attacks of a combat segment, by hand and by duty; which is which is their owner's affair."""

    kind: Literal["attacks_declared"] = "attacks_declared"
    rule: RuleId = RuleId("NLC-7.3a")
    side: Side
    attacks: tuple[Declared, ...]

    def apply(self, state: State, rules: Context) -> State:
        """They are to be fought; for the formations it is an attack (NLC-20.2-A2)."""
        attacks = tuple(Attack(one.target, one.units, one.advance, one.forced, one.line) for one in self.attacks)
        after = replace(state, attacks=attacks)
        return _fought(rules, after, (unit for one in self.attacks for unit in one.units))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Everybody sees who attacks whom."""
        return self if side == self.side else self.seen_by_public(before, rules)

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Without what orders compelled, and who shall advance."""
        attacks = tuple(Declared(target=one.target, units=one.units) for one in self.attacks)
        return self.model_copy(update={"attacks": attacks})


class AttackBegan(Event, seen_by=everybody):
    """NLC-7.3c: all stacks that attack one hex do so together."""

    kind: Literal["attack_began"] = "attack_began"
    rule: RuleId = RuleId("NLC-7.3c")
    side: Side
    target: str
    units: tuple[str, ...]
    because: str = ""
    """Why nothing comes of it, where nothing does."""

    def apply(self, state: State, rules: Context) -> State:
        """The attack is no longer to be fought."""
        return replace(state, attacks=tuple(one for one in state.attacks if one.target != self.target))


class CombatFought(Event, seen_by=everybody):
    """NLC-7.1b: one round of normal combat; both sides fire at once."""

    kind: Literal["combat_fought"] = "combat_fought"
    rule: RuleId = RuleId("NLC-7.1b")
    side: Side
    target: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attack: Finding[int]
    defence: Finding[int]
    hits: int
    """On the defenders."""
    taken: int
    """By the attackers."""


class Withdrew(Event, seen_by=everybody):
    """NLC-7.4a, NLC-7.4c: a side gives way of its own will; the hits of both are halved."""

    kind: Literal["withdrew"] = "withdrew"
    rule: RuleId = RuleId("NLC-7.4a")
    side: Side
    target: str
    units: tuple[str, ...]


class HitsHalved(Event, seen_by=everybody):
    """NLC-7.4c, NLC-7.4d: what is left of the hits of both sides after a withdrawal."""

    kind: Literal["hits_halved"] = "hits_halved"
    rule: RuleId = RuleId("NLC-7.4d")
    target: str
    hits: int
    taken: int


class StacksGaveWay(Event, seen_by=everybody):
    """NLC-26.9k: stacks of an army that has disintegrated were hit, and go back without a test."""

    kind: Literal["stacks_gave_way"] = "stacks_gave_way"
    rule: RuleId = RuleId("NLC-26.9k")
    side: Side
    units: tuple[str, ...]


class GardeRecule(Event, seen_by=everybody):
    """NLC-7.4-LG1: the Imperial Guard gave way; French morale is lower from now on."""

    kind: Literal["garde_recule"] = "garde_recule"
    rule: RuleId = RuleId("NLC-7.4-LG1")
    side: Side
    units: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """It happens once."""
        return replace(state, shifted=(*state.shifted, GARDE))


GARDE = "la garde recule"
"""The cause under which the position remembers that the Guard has given way."""


def _fought(ctx: Context, state: State, units: Iterable[str]) -> State:
    """Formations whose units attack or charge."""
    names = {formation_of(ctx, state.unit(one)) for one in units}
    return state.with_formations(
        *(replace(state.formations[one], fought=True) for one in sorted(names) if one in state.formations)
    )


EVENTS: tuple[type[Event], ...] = (
    Bombarded,
    UnitDisrupted,
    StepsLost,
    UnitsLost,
    MoraleTested,
    ChargeBegan,
    ChargeReady,
    ChargesMet,
    ChargeFought,
    ChargeDecided,
    PursuitTested,
    AttacksDeclared,
    AttackBegan,
    CombatFought,
    Withdrew,
    HitsHalved,
    StacksGaveWay,
    GardeRecule,
)
