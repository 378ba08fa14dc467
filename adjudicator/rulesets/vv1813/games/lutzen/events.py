"""What happens only at Lützen: tests of arrival, Ney, pace, Souham's division. All in the past tense."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner
from adjudicator.rulesets.vv1813.changes import altered, forgotten, with_pieces
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen.marker_events import MARKER_EVENTS
from adjudicator.rulesets.vv1813.games.lutzen.state import gathered, kept, lutzen
from adjudicator.rulesets.vv1813.movement.events import StackMoved
from adjudicator.rulesets.vv1813.sight import InFog, is_open, lesser
from adjudicator.rulesets.vv1813.state import State, part_of

# --- arrivals and pace -------------------------------------------------------------------------------------


class EntryTested(Event, seen_by=everybody):
    """A die for reinforcements at the edge of the map. Without a roll: the same die, read anew with a bonus."""

    kind: Literal["entry_tested"] = "entry_tested"
    side: Side
    piece: str
    die: int
    up_to: int
    passed: bool

    def apply(self, state: State, rules: Context) -> State:
        """The die of this turn, and who has passed."""
        now = lutzen(state)
        passed = tuple(sorted({*now.passed, self.piece})) if self.passed else now.passed
        return kept(state, passed=passed, dice={**now.dice, self.piece: self.die})


class PaceTested(Event, seen_by=everybody):
    """A die for the III Corps' movement when Ney comes."""

    kind: Literal["pace_tested"] = "pace_tested"
    rule: RuleId = RuleId("LUT-6.2e")
    side: Side
    formation: str
    die: int
    up_to: int
    passed: bool

    def apply(self, state: State, rules: Context) -> State:
        """Farther on this turn, or not."""
        return kept(state, ney_boost=state.turn) if self.passed else state


class CommanderAppeared(InFog):
    """A commander was placed on a counter of his corps; place and host are hidden from the enemy."""

    kind: Literal["commander_appeared"] = "commander_appeared"
    rule: RuleId = RuleId("LUT-6.2d")
    side: Side
    commander: str
    host: str = ""
    place: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """Ney has come."""
        state = altered(state, self.side, (), (self.commander,), place=self.place, status="map")
        return kept(state, ney=state.turn)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """That he has come is known, not where."""
        return self if self.side == side or is_open(rules) else lesser(self, host="", place="")


class UnitRedeployed(InFog):
    """A division was put elsewhere before the battle reached it."""

    kind: Literal["unit_redeployed"] = "unit_redeployed"
    rule: RuleId = RuleId("LUT-2.G1")
    side: Side
    unit: str
    origin: str
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """It stands there, unknown to the enemy."""
        state = altered(state, self.side, (self.unit,), (), place=self.place)
        return forgotten(state, self.side, (self.unit,))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """The enemy sees a stack go."""
        if self.side == side or is_open(rules):
            return self
        return _gone(before, self.side, self.unit, self.origin, self.place)


class TacticalMovementDeclared(Event, seen_by=everybody):
    """A side announced tactical movement for the turn."""

    kind: Literal["tactical_movement_declared"] = "tactical_movement_declared"
    rule: RuleId = RuleId("LUT-7.6a")
    side: Side

    def apply(self, state: State, rules: Context) -> State:
        """For this turn."""
        return kept(state, tactical={**lutzen(state).tactical, self.side: state.turn})


class ReinforcementsSlowed(Event, seen_by=owner):
    """Reinforcements came near the enemy: from now on they march as others do."""

    kind: Literal["reinforcements_slowed"] = "reinforcements_slowed"
    rule: RuleId = RuleId("LUT-7.2a")
    side: Side
    units: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """They are fresh no more."""
        return kept(state, fresh=tuple(unit for unit in lutzen(state).fresh if unit not in self.units))


# --- a unit in two places ----------------------------------------------------------------------------------


class UnitDivided(InFog):
    """A unit was shared out over places; with one place only it was gathered there."""

    kind: Literal["unit_divided"] = "unit_divided"
    rule: RuleId = RuleId("LUT-4.1e")
    side: Side
    unit: str
    places: tuple[str, ...]
    points: tuple[int, ...]
    commanders: tuple[str, ...] = ()
    """Commanders who would have been left alone and went along."""
    driven: bool = False
    """A retreat gathered it: the place it left is closed to it for the rest of the turn."""

    def apply(self, state: State, rules: Context) -> State:
        """Two parts of one counter, or the whole of it in one place."""
        whole = state.army(self.side).units[self.unit]
        if len(self.places) == 1:
            return self._gathered(state, self.places[0])
        first, second = self.places
        halves = (
            replace(whole, place=first, points=self.points[0]),
            replace(whole, id=part_of(self.unit), place=second, points=self.points[1]),
        )
        return with_pieces(state, self.side, halves)

    def _gathered(self, state: State, place: str) -> State:
        """VV-7.3a: whoever knew a part that went does not know it any more."""
        left = self._left(state)
        moved = state.army(self.side).units[self.unit].place != place
        state = gathered(state, self.side, self.unit, place=place)
        state = altered(state, self.side, (), self.commanders, place=place)
        if self.driven and left is not None:
            state = replace(state, expelled=state.expelled | {(self.unit, left[1])})
        return forgotten(state, self.side, (part_of(self.unit), self.unit) if moved else (part_of(self.unit),))

    def _left(self, state: State) -> tuple[str, str] | None:
        """The part that goes, and the place it leaves; None where nothing does."""
        units = state.army(self.side).units
        names = [name for name in (self.unit, part_of(self.unit)) if name in units]
        parts = [(name, units[name].place) for name in names if units[name].status == "map"]
        return next(((name, place) for name, place in parts if place and place != self.places[0]), None)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """The enemy sees places filled and emptied, never points."""
        if self.side == side or is_open(rules):
            return self
        left = self._left(before) if len(self.places) == 1 else None
        return None if left is None else _gone(before, self.side, *left, self.places[0])


def _gone(before: State, side: Side, unit: str, origin: str, place: str) -> StackMoved:
    """A unit that was put elsewhere, as the enemy sees it."""
    whole = all(one.id == unit for one in before.army(side).units_at.get(origin, ()))
    return StackMoved(side=side, origin=origin, path=(place,), whole=whole)


EVENTS: tuple[type[Event], ...] = (
    *MARKER_EVENTS,
    EntryTested,
    PaceTested,
    CommanderAppeared,
    UnitRedeployed,
    TacticalMovementDeclared,
    ReinforcementsSlowed,
    UnitDivided,
)
