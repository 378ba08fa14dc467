"""NLC 26 to 28: what the clock and the rules of single games bring."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner
from adjudicator.rulesets.nlc.changes import held
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import State

# --- Leipzig ----------------------------------------------------------------------------------------------------------


class CapacityRolled(Event, seen_by=owner):
    """NLC-27.6a, NLC-27.6b: how many orders a commander may give, and for most of them how well."""

    kind: Literal["capacity_rolled"] = "capacity_rolled"
    rule: RuleId = RuleId("NLC-27.6a")
    side: Side
    leader: str
    capacity: int

    def apply(self, state: State, rules: Context) -> State:
        """It holds for this Command Phase; of Murat and Ney until the next roll."""
        return state.with_leaders(replace(state.leader(self.leader), capacity=self.capacity))


class StanceTaken(Event, seen_by=owner):
    """NLC-27.5c, NLC-27.7: the stance of Murat or Ney until the next roll."""

    kind: Literal["stance_taken"] = "stance_taken"
    side: Side
    leader: str
    stance: str
    named: str = ""
    """What the French player had named, by the multiplayer method."""

    def apply(self, state: State, rules: Context) -> State:
        """It is his."""
        return state.with_leaders(replace(state.leader(self.leader), stance=self.stance))


# --- arrivals and attachments -----------------------------------------------------------------------------------------


class UnitsAttached(Event, seen_by=everybody):
    """A-5, NLC-26.7b, NLC-27.10b: units take their orders from another formation from now on."""

    kind: Literal["units_attached"] = "units_attached"
    side: Side
    units: tuple[str, ...]
    formation: str

    def apply(self, state: State, rules: Context) -> State:
        """They belong to it; their loss counts as before."""
        return state.with_units(*(replace(state.unit(one), formation=self.formation) for one in self.units))


class LeadersArrived(Event, seen_by=everybody):
    """NLC-27.10c, NLC-28.4b-5: leaders who appear in a hex of the map."""

    kind: Literal["leaders_arrived"] = "leaders_arrived"
    side: Side
    leaders: tuple[str, ...]
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """They stand there."""
        here = (
            replace(state.leader(one), place=self.place, status="map", due=None, entries=()) for one in self.leaders
        )
        return state.with_leaders(*here)


class ColumnTested(Event, seen_by=everybody):
    """NLC-26.9b, NLC-26.9c: d'Erlon's die: where his corps appears, or that it does not yet."""

    kind: Literal["column_tested"] = "column_tested"
    rule: RuleId = RuleId("NLC-26.9b")
    side: Side
    formation: str
    column: str = ""


class ColumnAppeared(Event, seen_by=everybody):
    """NLC-26.9d: a corps stands in road column, and must march to the place whose name its column has."""

    kind: Literal["column_appeared"] = "column_appeared"
    rule: RuleId = RuleId("NLC-26.9d")
    side: Side
    formation: str
    column: str
    units: tuple[str, ...]
    places: tuple[str, ...]
    """Where each of the units stands."""
    leaders: tuple[str, ...] = ()
    """They stand with the first of them."""

    def apply(self, state: State, rules: Context) -> State:
        """They are on the map."""
        turn = state.turn
        for one, place in zip(self.units, self.places, strict=True):
            unit = replace(state.unit(one), place=place, status="map", due=None, entries=())
            state = held(state.with_units(replace(unit, entered=place, entered_on=turn)), self.side, (place,))
        leaders = (replace(state.leader(one), place=self.places[0], status="map", due=None) for one in self.leaders)
        after = state.with_leaders(*leaders)
        return after.with_formations(replace(after.formations[self.formation], march=self.column))


class ColumnArrived(Event, seen_by=everybody):
    """NLC-26.9d: the corps has come where it had to march."""

    kind: Literal["column_arrived"] = "column_arrived"
    rule: RuleId = RuleId("NLC-26.9d")
    side: Side
    formation: str

    def apply(self, state: State, rules: Context) -> State:
        """It is free to go where it will."""
        return state.with_formations(replace(state.formations[self.formation], march=""))


# --- the wings of 1815 ------------------------------------------------------------------------------------------------


class WingsReckoned(Event, seen_by=everybody):
    """NLC-26.9e, NLC-26.9g: the demoralization values of the army groups."""

    kind: Literal["wings_reckoned"] = "wings_reckoned"
    rule: RuleId = RuleId("NLC-26.9e")
    groups: tuple[str, ...]
    values: tuple[int, ...]

    def apply(self, state: State, rules: Context) -> State:
        """They hold until they are reckoned again."""
        return replace(state, wings={**state.wings, **dict(zip(self.groups, self.values, strict=True))})


class WingSwitched(Event, seen_by=everybody):
    """NLC-26.9g: a French formation far from its wing leader and nearer to the other changed wings."""

    kind: Literal["wing_switched"] = "wing_switched"
    rule: RuleId = RuleId("NLC-26.9g")
    side: Side
    formation: str
    before: str
    after: str

    def apply(self, state: State, rules: Context) -> State:
        """The other wing leader holds it."""
        names = {rules.leaders[one.id].name: one for one in state.force(self.side).leaders.values()}
        left, joined = names[self.before], names[self.after]
        fewer = tuple(one for one in left.holds if one != self.formation)
        more = (*(one for one in joined.holds if one != self.formation), self.formation)
        after = state.with_leaders(replace(left, holds=fewer), replace(joined, holds=more))
        return replace(after, wing_of={**state.wing_of, self.formation: self.after})


class LinesWatched(Event, seen_by=everybody):
    """NLC-26.9h, NLC-26.9i: for how many turns running groups could not trace their line."""

    kind: Literal["lines_watched"] = "lines_watched"
    rule: RuleId = RuleId("NLC-26.9h")
    groups: tuple[str, ...]
    turns: tuple[int, ...]

    def apply(self, state: State, rules: Context) -> State:
        """It is noted."""
        return replace(state, cut_off=dict(zip(self.groups, self.turns, strict=True)))


class LeaderSlept(Event, seen_by=owner):
    """NLC-24: whether a French commander has begun to move this morning."""

    kind: Literal["leader_slept"] = "leader_slept"
    rule: RuleId = RuleId("NLC-24")
    side: Side
    leader: str
    asleep: bool
    because: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """He waits, or is about."""
        return state.with_leaders(replace(state.leader(self.leader), asleep=self.asleep))


# --- Dresden ----------------------------------------------------------------------------------------------------------


class NapoleonCame(Event, seen_by=everybody):
    """NLC-28.4b-5, NLC-28.4b-6: what Napoleon's arrival does to the Allies."""

    kind: Literal["napoleon_came"] = "napoleon_came"
    rule: RuleId = RuleId("NLC-28.4b-5")
    die: int
    further: int = 0
    muted_until: int = 0
    """The first turn on which Allied overall commanders send orders again."""
    orders: int = 0
    """How many Austrian divisions may be ordered now."""

    def apply(self, state: State, rules: Context) -> State:
        """It is noted."""
        muted = self.muted_until or state.muted_until
        return replace(state, arrival=self.die, arrival_orders=self.orders, muted_until=muted)


class ReserveReleased(Event, seen_by=everybody):
    """NLC-28.2: units or corps leave Army Reserve: two dice, and what it costs."""

    kind: Literal["reserve_released"] = "reserve_released"
    rule: RuleId = RuleId("NLC-28.2e")
    side: Side
    roll: str
    """The group that rolled; nothing where no roll was needed."""
    units: tuple[str, ...]
    to: tuple[str, ...] = ()
    """By unit, the formation that it joins; nothing where it keeps its own."""
    formations: tuple[str, ...] = ()
    cost: int = 0
    waits_until: int = 0
    """NLC-28.2f: the first turn of the group's next release."""

    def apply(self, state: State, rules: Context) -> State:
        """They are under orders as others are."""
        for one, formation in zip(self.units, self.to, strict=True):
            unit = replace(state.unit(one), in_reserve=False)
            state = state.with_units(replace(unit, formation=formation) if formation else unit)
        state = state.with_formations(*(replace(state.formations[one], released=True) for one in self.formations))
        points = {**state.points, self.side: state.points.get(self.side, 0) - self.cost} if self.cost else state.points
        waits = {**state.waits, self.roll: self.waits_until} if self.roll else state.waits
        return replace(state, points=points, waits=waits)


LEIPZIG: tuple[type[Event], ...] = (CapacityRolled, StanceTaken, UnitsAttached, LeadersArrived)
LAST_BATTLES: tuple[type[Event], ...] = (
    UnitsAttached,
    ColumnTested,
    ColumnAppeared,
    ColumnArrived,
    WingsReckoned,
    WingSwitched,
    LinesWatched,
    LeaderSlept,
)
DRESDEN: tuple[type[Event], ...] = (UnitsAttached, LeadersArrived, NapoleonCame, ReserveReleased)
