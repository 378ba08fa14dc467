"""VV 7: command, movement, entry, and leaving the map in the general retreat. All in the past tense."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from adjudicator.core.types import Event, Finding, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.vv1813.changes import altered, out_of_sight, with_sightings
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.sight import InFog, is_open, own_in_fog, stack_named_if_seen
from adjudicator.rulesets.vv1813.state import EMPTY, Sighting, State, enemy_of

# --- command -----------------------------------------------------------------------------------------------


class CommandChecked(InFog, seen_by=own_in_fog):
    """A side's movement phase began: who is out of command for this sequence."""

    kind: Literal["command_checked"] = "command_checked"
    rule: RuleId = RuleId("VV-7.2a")
    side: Side
    out_of_command: tuple[str, ...] = ()

    def apply(self, state: State, rules: Context) -> State:
        """It holds for the whole sequence."""
        return replace(state, sequence=replace(state.sequence, out_of_command=frozenset(self.out_of_command)))


class UnitsRestricted(InFog, seen_by=own_in_fog):
    """Units were bound for the rest of the player sequence."""

    kind: Literal["units_restricted"] = "units_restricted"
    side: Side
    units: tuple[str, ...]
    one_place: bool = False
    no_zone: bool = False
    no_attack: bool = False
    because: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """Each ban is noted for itself."""
        now, units = state.sequence, frozenset(self.units)
        changed = replace(
            now,
            one_place=now.one_place | units if self.one_place else now.one_place,
            no_zone=now.no_zone | units if self.no_zone else now.no_zone,
            no_attack=now.no_attack | units if self.no_attack else now.no_attack,
        )
        return replace(state, sequence=changed)


# --- movement ----------------------------------------------------------------------------------------------


def _set_down(state: State, side: Side, units: Iterable[str], commanders: Iterable[str], place: str) -> State:
    """Pieces at the end of their move; they have used their movement phase."""
    moved, led = tuple(units), tuple(commanders)
    state = altered(state, side, moved, led, place=place, status="map", back_on=None, left_at=None)
    return replace(state, sequence=replace(state.sequence, moved=state.sequence.moved | {*moved, *led}))


class StackMoved(Event, seen_by=everybody):
    """A move as the other side sees it: a stack went from here to there."""

    kind: Literal["stack_moved"] = "stack_moved"
    rule: RuleId = RuleId("VV-7.3a")
    side: Side
    origin: str
    path: tuple[str, ...]
    whole: bool
    """Nothing was left behind."""
    commander_only: bool = False
    entered: bool = False
    """It came onto the map at the first place of the path."""
    left: bool = False
    """It left the map from the last place of the path."""


class UnitsMoved(InFog):
    """Pieces moved together, place by place; `stopped` says what ended the move before its goal."""

    kind: Literal["units_moved"] = "units_moved"
    rule: RuleId = RuleId("VV-7.1a")
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    origin: str
    path: tuple[str, ...]
    cost: Finding[int]
    allowance: int
    goal: str = ""
    """The place ordered, where it was not reached."""
    stopped: str = ""
    by: Side | None = None
    """Who directed the move, if not the owner."""

    def apply(self, state: State, rules: Context) -> State:
        """The pieces are at the end of the path, and known there to whoever saw them go."""
        state = self._seen_by_director(self._watched(state))
        return _set_down(state, self.side, self.units, self.commanders, self.path[-1])

    def _stack(self, state: State) -> tuple[list[str], list[str]]:
        """The units and the commanders at the place where the move begins."""
        army = state.army(self.side)
        units = [unit.id for unit in army.units_at.get(self.origin, ())]
        return units, [one.id for one in army.commanders_at.get(self.origin, ())]

    def _is_whole(self, state: State) -> bool:
        units, commanders = self._stack(state)
        return {*units, *commanders} <= {*self.units, *self.commanders}

    def _watched(self, state: State) -> State:
        """VV-7.3a: a known stack that moves whole stays known; if only a part goes, nobody can tell which."""
        watcher = enemy_of(self.side)
        here = [s for s in state.sightings.get(watcher, EMPTY).values() if s.current and s.place == self.origin]
        if not here:
            return state
        if self._is_whole(state):
            after = {s.unit: replace(s, place=self.path[-1], turn=state.turn) for s in here}
        else:
            after = {s.unit: replace(s, current=False) for s in here}
        return with_sightings(state, watcher, after)

    def _seen_by_director(self, state: State) -> State:
        """Whoever directs a move of enemy units has them in his hand, and knows them."""
        if self.by is None or self.by == self.side:
            return state
        units = state.army(self.side).units
        seen = {u: Sighting(u, self.path[-1], state.turn, units[u].reduced) for u in self.units}
        return with_sightings(state, self.by, seen)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """The enemy sees a stack go; that it is a commander alone, where he stood or arrives alone."""
        if side in (self.side, self.by) or is_open(rules):
            return self
        stood, _ = self._stack(before)
        in_view = not stood or self.path[-1] not in before.army(self.side).units_at
        return StackMoved(
            side=self.side,
            origin=self.origin,
            path=self.path,
            whole=self._is_whole(before),
            commander_only=not self.units and in_view,
        )


class UnitsEntered(InFog):
    """Reinforcements came onto the map at the first place of the path."""

    kind: Literal["units_entered"] = "units_entered"
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    path: tuple[str, ...]
    cost: Finding[int]
    allowance: int
    goal: str = ""
    stopped: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """The pieces are on the map."""
        return _set_down(state, self.side, self.units, self.commanders, self.path[-1])

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """The enemy sees a stack come."""
        if self.side == side or is_open(rules):
            return self
        alone = not self.units
        return StackMoved(
            side=self.side, origin=self.path[0], path=self.path, whole=True, commander_only=alone, entered=True
        )


class EntryDelayed(InFog, seen_by=own_in_fog):
    """Reinforcements that could have entered wait."""

    kind: Literal["entry_delayed"] = "entry_delayed"
    side: Side
    units: tuple[str, ...]
    because: str = ""


class UnitsSaved(InFog, seen_by=stack_named_if_seen):
    """Units left the field in the general retreat and count as saved."""

    kind: Literal["units_saved"] = "units_saved"
    rule: RuleId = RuleId("VV-10.G2")
    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...] = ()
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """They are off the map, and out of sight."""
        state = altered(state, self.side, self.units, (), place=None, status="saved", left_at=self.place)
        state = altered(state, self.side, (), self.commanders, place=None, status="saved")
        return out_of_sight(state, self.side, self.units)


EVENTS: tuple[type[Event], ...] = (
    CommandChecked,
    UnitsRestricted,
    StackMoved,
    UnitsMoved,
    UnitsEntered,
    EntryDelayed,
    UnitsSaved,
)
