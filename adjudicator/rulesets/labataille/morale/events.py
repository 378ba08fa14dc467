"""LB 30, LB 31: events of morale."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Finding, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import Morale, Readiness, State, Unit

Manner = Literal["retreat", "rout"]


class MoraleChecked(Event):
    """LB-31.1: a unit checked its morale."""

    kind: Literal["morale_checked"] = "morale_checked"
    side: Side
    unit: str
    why: str
    dice: int
    """As read: tens and units."""
    passed: bool
    number: Finding[int] | None = None
    """The number to beat, an index in base six; printed on the specific side, so not for the enemy (LB-6.2)."""
    total: Finding[int] | None = None
    """The modified dice, an index."""

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Everybody sees the dice and whether they sufficed; number and modifiers are the owner's (R-102)."""
        return self if side == self.side else self.model_copy(update={"number": None, "total": None})

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Spectators see what the enemy sees."""
        return self.model_copy(update={"number": None, "total": None})


class MoraleChanged(Event, seen_by=everybody):
    """LB-30.1: a unit fell into disorder, routed, or recovered."""

    kind: Literal["morale_changed"] = "morale_changed"
    side: Side
    unit: str
    morale: Morale
    formation: str = ""
    """The formation it takes now; nothing: it keeps its own."""
    facing: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """Its order; recovered cavalry is exhausted (LB-30.16)."""
        unit = state.unit(self.unit)
        changed = replace(unit, morale=self.morale)
        if self.formation:
            changed = replace(changed, formation=self.formation, places=unit.places[:1])  # type: ignore[arg-type]
        if self.facing or self.morale == "routed":
            changed = replace(changed, facing=self.facing)
        if self.morale == "good" and unit.morale == "routed" and rules.units[self.unit].arm == "cavalry":
            changed = replace(changed, readiness="exhausted", worn_in=state.active, rest_from=state.turn)
        return state.with_units(changed)


class UnitFled(Event, seen_by=everybody):
    """LB-30.8, LB-30.9: a unit went back along a way, perhaps with losses for leaving zones (LB-14.12)."""

    kind: Literal["unit_fled"] = "unit_fled"
    side: Side
    unit: str
    leaders: tuple[str, ...] = ()
    manner: Manner
    path: tuple[str, ...]
    lost: int = 0
    formation: str = ""
    facing: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """It stands at the end of the way, under those who are there (R-101), and leaders go with it (6.4)."""
        unit = state.unit(self.unit)
        place = self.path[-1]
        moved = replace(
            unit,
            places=(place,),
            rank=state.bottom((place,)),
            losses=unit.losses + self.lost,
            facing=self.facing,
            **({"formation": self.formation} if self.formation else {}),  # type: ignore[arg-type]
        )
        after = state.with_units(moved)
        going = [replace(after.leader(one), place=place) for one in self.leaders]
        return after.with_leaders(*going) if going else after


class UnitLost(Event, seen_by=everybody):
    """A unit is off the map for good: eliminated, surrendered, or fled over the edge."""

    kind: Literal["unit_lost"] = "unit_lost"
    side: Side
    unit: str
    how: Literal["eliminated", "surrendered"] = "eliminated"
    place: str = ""
    captured: tuple[str, ...] = ()
    """Leaders who are taken with it (LB-7.9)."""

    def apply(self, state: State, rules: Context) -> State:
        """It counts as lost."""
        unit = state.unit(self.unit)
        after = state.with_units(replace(unit, status=self.how, places=()))
        taken = [replace(after.leader(one), status="captured", place="") for one in self.captured]
        return after.with_leaders(*taken) if taken else after


class LossesSuffered(Event, seen_by=everybody):
    """LB-5.1: increments lost otherwise than by fire or melee: trampled, left behind in a zone."""

    kind: Literal["losses_suffered"] = "losses_suffered"
    side: Side
    unit: str
    lost: int
    cause: Literal["zone", "trample", "setup"]

    def apply(self, state: State, rules: Context) -> State:
        """They are recorded on the unit."""
        unit = state.unit(self.unit)
        return state.with_units(replace(unit, losses=unit.losses + self.lost))


class ReadinessChanged(Event, seen_by=everybody):
    """LB-36: cavalry has become tired or exhausted, or has rested."""

    kind: Literal["readiness_changed"] = "readiness_changed"
    side: Side
    unit: str
    readiness: Readiness
    worn_in: Side
    """LB-36.4: in whose sequence."""
    rested: bool = False

    def apply(self, state: State, rules: Context) -> State:
        """Its readiness; the rest begins anew."""
        unit = state.unit(self.unit)
        fresh = self.readiness == "fresh"
        return state.with_units(
            replace(
                unit,
                readiness=self.readiness,
                worn_in=None if fresh else self.worn_in,
                rest_from=state.turn,
                rest="still",
            )
        )


class LevelsCounted(Event, seen_by=everybody):
    """LB-43.3: the morale levels that hold for the hour."""

    kind: Literal["levels_counted"] = "levels_counted"
    rule: RuleId = RuleId("LB-43.3")
    levels: dict[str, int]

    def apply(self, state: State, rules: Context) -> State:
        """They hold until the next full hour."""
        return replace(state, levels=dict(self.levels))


def gone(unit: Unit) -> bool:
    """Whether a unit is no longer on the map."""
    return unit.status != "map"


EVENTS: tuple[type[Event], ...] = (
    MoraleChecked,
    MoraleChanged,
    UnitFled,
    UnitLost,
    LossesSuffered,
    ReadinessChanged,
    LevelsCounted,
)
