"""NLC 5, 6, 9: what moves, and what stands still."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner
from adjudicator.rulesets.nlc.changes import moved
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import State

Manner = Literal["move", "enter", "back", "fall back", "retreat", "advance", "charge", "pursue", "return", "evade"]
"""Ordinary movement (NLC-5), entry (NLC-9), sent back (A-61, A-62), three hexes back (NLC-20.3d), and combat's."""


MARCH = RuleId("NLC-5.1")


class StackMoved(Event):
    """NLC-5: units, with leaders who go along, went from hex to hex.

    Which rule made them go tells of their orders (NLC-20.2): that is their owner's alone.
    """

    kind: Literal["stack_moved"] = "stack_moved"
    side: Side
    units: tuple[str, ...]
    leaders: tuple[str, ...] = ()
    origin: str = ""
    """Where they stood; nothing where they came from off the map."""
    path: tuple[str, ...]
    """The hexes entered."""
    spent: int = 0
    """Halves of a movement point."""
    manner: Manner = "move"

    def apply(self, state: State, rules: Context) -> State:
        """They stand in the last hex; every hex entered is theirs now (NLC-13.1)."""
        if self.manner == "enter":
            state = _entered(state, self.units, self.leaders, self.path[0])
        after = moved(state, self.units, self.leaders, self.path)
        if self.manner != "move" or not self.leaders:
            return after
        return after.with_leaders(*(replace(after.leader(one), moved=True) for one in self.leaders))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Everybody sees them go; why, where an order asks for it, only their own side."""
        return self if side == self.side else self._without_reason()

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Spectators see them go."""
        return self._without_reason()

    def _without_reason(self) -> Event:
        return self.model_copy(update={"rule": MARCH}) if self.rule.startswith("NLC-20.") else self


def _entered(state: State, units: tuple[str, ...], leaders: tuple[str, ...], place: str) -> State:
    """They are on the map; where they may enter is kept, for those who are driven off it again (A-59, A-61)."""
    turn = state.turn
    for one in units:
        unit = replace(state.unit(one), status="map", due=None, entered=place, entered_on=turn, delayed=False)
        state = state.with_units(unit)
    for one in leaders:
        state = state.with_leaders(replace(state.leader(one), status="map", due=None))
    return state


class DutyEnforced(Event, seen_by=owner):
    """NLC-20.2: what an order asks of a formation was done for it, or nothing legal was left; its owner is told."""

    kind: Literal["duty_enforced"] = "duty_enforced"
    side: Side
    formation: str
    unit: str = ""
    """The unit or leader that is moved; nobody where nothing could be done."""
    because: str


class SentBack(Event, seen_by=owner):
    """A-61, A-62: a unit goes back along its way, because a hex was too full or its leader too far."""

    kind: Literal["sent_back"] = "sent_back"
    side: Side
    unit: str
    place: str
    because: str


class UnitsLeftMap(Event, seen_by=everybody):
    """NLC-6.1: pieces left the map by movement; between two maps they come back at the other end."""

    kind: Literal["units_left_map"] = "units_left_map"
    rule: RuleId = RuleId("NLC-6.1")
    side: Side
    units: tuple[str, ...]
    leaders: tuple[str, ...] = ()
    place: str
    to: str = ""
    """The hex of another map that they march to; nothing where they leave for good."""
    due: int = 0
    points: int = 0
    """Victory points that they bring."""

    def apply(self, state: State, rules: Context) -> State:
        """They are exited, or in transit."""
        entries = (self.to,) if self.to else ()
        due = self.due or None
        for one in self.units:
            gone = replace(state.unit(one), place=None, status="transit" if self.to else "exited")
            state = state.with_units(replace(gone, due=due, entries=entries))
        for one in self.leaders:
            away = replace(state.leader(one), place=None, status="transit" if self.to else "exited", moved=True)
            state = state.with_leaders(replace(away, due=due, entries=entries))
        if not self.points:
            return state
        return replace(state, points={**state.points, self.side: state.points.get(self.side, 0) + self.points})


class UnitsDelayed(Event, seen_by=everybody):
    """D-17, NLC-9.1: pieces that are due stay off the map for now."""

    kind: Literal["units_delayed"] = "units_delayed"
    rule: RuleId = RuleId("NLC-9.1")
    side: Side
    units: tuple[str, ...]
    leaders: tuple[str, ...] = ()
    due: int = 0
    """The turn on which they may enter, where it changes."""
    entries: tuple[str, ...] = ()
    """Where, for those who were driven off the map again."""

    def apply(self, state: State, rules: Context) -> State:
        """They wait."""
        if not self.due:
            return state
        for one in self.units:
            unit = state.unit(one)
            entries = self.entries or unit.entries
            waiting = replace(unit, place=None, status="waiting", due=self.due, entries=entries)
            state = state.with_units(waiting)
        for one in self.leaders:
            leader = state.leader(one)
            entries = self.entries or leader.entries
            away = replace(leader, place=None, status="waiting", due=self.due, entries=entries)
            state = state.with_leaders(away)
        return state


EVENTS: tuple[type[Event], ...] = (StackMoved, DutyEnforced, SentBack, UnitsLeftMap, UnitsDelayed)
