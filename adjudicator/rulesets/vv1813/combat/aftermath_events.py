"""VV 8.3, 8.5, 8.7: stacks that give way, hold or advance, and commanders hit or overrun. All in the past tense."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.vv1813.changes import altered, out_of_sight, put
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.sight import InFog, is_open, stack_named_if_seen
from adjudicator.rulesets.vv1813.state import State

# --- giving way --------------------------------------------------------------------------------------------


class CombatRefused(InFog, seen_by=stack_named_if_seen):
    """A stack retreated before combat."""

    kind: Literal["combat_refused"] = "combat_refused"
    side: Side
    """Who refused."""
    place: str
    to: str
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()

    def apply(self, state: State, rules: Context) -> State:
        """They stand one place away."""
        return put(state, self.side, self.units, self.commanders, self.to)


class GroundHeld(Event, seen_by=everybody):
    """A stack stayed, wholly or for one place of its retreat, at the price of steps."""

    kind: Literal["ground_held"] = "ground_held"
    rule: RuleId = RuleId("VV-8.5.1d")
    side: Side
    place: str
    cancelled: int
    left: int
    """Places still to be retreated."""


class UnitsRetreated(InFog, seen_by=stack_named_if_seen):
    """A whole stack went back, place by place."""

    kind: Literal["units_retreated"] = "units_retreated"
    rule: RuleId = RuleId("VV-8.5c")
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    origin: str
    path: tuple[str, ...]
    through_zone: bool = False
    closed: bool = False
    """The place they left stays closed to them for the rest of the turn."""

    def apply(self, state: State, rules: Context) -> State:
        """They stand at the end of the path."""
        state = put(state, self.side, self.units, self.commanders, self.path[-1])
        if not self.closed:
            return state
        return replace(state, expelled=state.expelled | {(unit, self.origin) for unit in self.units})


class RetreatBlocked(InFog, seen_by=stack_named_if_seen):
    """A stack that should have retreated found no way."""

    kind: Literal["retreat_blocked"] = "retreat_blocked"
    rule: RuleId = RuleId("VV-8.5.1c")
    side: Side
    place: str
    units: tuple[str, ...]


class UnitsLeftMap(InFog, seen_by=stack_named_if_seen):
    """A stack retreated off the map; it may come back, or never."""

    kind: Literal["units_left_map"] = "units_left_map"
    rule: RuleId = RuleId("VV-8.5.1a")
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    place: str
    back_on: int | None = None

    def apply(self, state: State, rules: Context) -> State:
        """They are away, out of sight; the place by which they left and the turn of their return are noted."""
        gone = {"place": None, "status": "away", "back_on": self.back_on, "left_at": self.place}
        return out_of_sight(altered(state, self.side, self.units, self.commanders, **gone), self.side, self.units)


# --- going forward -----------------------------------------------------------------------------------------


class UnitAdvanced(Event, seen_by=everybody):
    """One attacking unit entered the place that the defender left."""

    kind: Literal["unit_advanced"] = "unit_advanced"
    rule: RuleId = RuleId("VV-8.5.1f")
    side: Side
    unit: str
    commanders: tuple[str, ...] = ()
    origin: str
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """It stands there."""
        return put(state, self.side, (self.unit,), self.commanders, self.place)


class PlaceOccupied(InFog, seen_by=stack_named_if_seen):
    """Attackers entered the place of a stack that refused combat."""

    kind: Literal["place_occupied"] = "place_occupied"
    rule: RuleId = RuleId("BAU-8.3b")
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """They stand there."""
        return put(state, self.side, self.units, self.commanders, self.place)


# --- commanders --------------------------------------------------------------------------------------------


class VictimDrawn(InFog):
    """Chance named which of several commanders was hit."""

    kind: Literal["victim_drawn"] = "victim_drawn"
    rule: RuleId = RuleId("VV-8.7b")
    side: Side
    commander: str
    among: tuple[str, ...]
    by_bombardment: bool = False

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """The firer of a bombardment does not see who stands in the place."""
        return self if self.side == side or not self.by_bombardment or is_open(rules) else None


class CommanderHit(InFog):
    """A commander was tested: bruised, wounded or killed."""

    kind: Literal["commander_hit"] = "commander_hit"
    rule: RuleId = RuleId("VV-8.7c")
    side: Side
    commander: str
    place: str
    outcome: Literal["bruised", "wounded", "killed"]
    by_bombardment: bool = False

    def apply(self, state: State, rules: Context) -> State:
        """A wound stays; a bruise does not."""
        if self.outcome == "bruised":
            return state
        return altered(state, self.side, (), (self.commander,), health=self.outcome)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """VV-8.8.2: whether a bombardment found a commander is seen only if it killed him."""
        hidden = self.by_bombardment and self.outcome != "killed" and not is_open(rules)
        return None if hidden and self.side != side else self


class CommanderOverrun(Event, seen_by=everybody):
    """An enemy unit entered the place of a lone commander: captured, or away in time."""

    kind: Literal["commander_overrun"] = "commander_overrun"
    rule: RuleId = RuleId("VV-7.4a")
    side: Side
    commander: str
    place: str
    captured: bool
    staff: bool = False
    """Only the staff of a dead commander was there: no test."""

    def apply(self, state: State, rules: Context) -> State:
        """VV-7.4b: captured is as good as dead."""
        return altered(state, self.side, (), (self.commander,), health="killed") if self.captured else state


class CommanderDisplaced(Event, seen_by=everybody):
    """A commander (or the staff that replaces him) went to a friendly unit; None: there is none left."""

    kind: Literal["commander_displaced"] = "commander_displaced"
    rule: RuleId = RuleId("VV-7.4a")
    side: Side
    commander: str
    origin: str
    place: str | None

    def apply(self, state: State, rules: Context) -> State:
        """He stands with that unit, or is out of the game."""
        if self.place is None:
            return altered(state, self.side, (), (self.commander,), place=None, status="eliminated")
        return altered(state, self.side, (), (self.commander,), place=self.place)


EVENTS: tuple[type[Event], ...] = (
    CombatRefused,
    GroundHeld,
    UnitsRetreated,
    RetreatBlocked,
    UnitsLeftMap,
    UnitAdvanced,
    PlaceOccupied,
    VictimDrawn,
    CommanderHit,
    CommanderOverrun,
    CommanderDisplaced,
)
