"""What happens in every room: the sequence of play, and what an umpire puts right."""

from __future__ import annotations

from typing import Any, Literal

from adjudicator.core.types import UMPIRE_RULE, Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.zones import enemy_zone
from adjudicator.rulesets.nlc.state import Formation, OrderState, State, Unit


class StageReached(Event, seen_by=everybody):
    """NLC-4.1, NLC-4.2: the sequence of play went on."""

    kind: Literal["stage_reached"] = "stage_reached"
    rule: RuleId = RuleId("NLC-4.1")
    turn: int
    stage: str
    active: Side | None = None

    def apply(self, state: State, rules: Any) -> State:
        """The stage of the turn."""
        return replace(state, turn=self.turn, stage=self.stage, active=self.active)


class PlayerTurnBegan(Event, seen_by=everybody):
    """NLC-4.2: a side's player turn began: what its units did in the last one is forgotten."""

    kind: Literal["player_turn_began"] = "player_turn_began"
    rule: RuleId = RuleId("NLC-4.2")
    side: Side

    def apply(self, state: State, rules: Context) -> State:
        """Charges are forgotten, and who stands in an enemy zone is noted (A-38); guns of the side may fire again.

        A formation of the side that did not bombard in its last turn begins to count anew (NLC-20.2-A3).
        """
        units: list[Unit] = []
        fired: set[str] = set()
        for side, force in state.forces.items():
            zone = enemy_zone(rules, state, side)
            for unit in force.units.values():
                if side == self.side and unit.bombarded:
                    fired.add(formation_of(rules, unit))
                in_zone = unit.status == "map" and unit.place in zone
                bombarded = unit.bombarded and side != self.side
                fresh = replace(unit, bombarded=bombarded, charged=False, was_in_zone=in_zone)
                if fresh != unit:
                    units.append(fresh)
        formations: list[Formation] = []
        for one in state.formations.values():
            quiet = rules.formations[one.id].side == self.side and one.id not in fired
            fresh_one = replace(one, fought=False, fires=0 if quiet else one.fires)
            if fresh_one != one:
                formations.append(fresh_one)
        return state.with_units(*units).with_formations(*formations)


class PositionAdjusted(Event):
    """UMPIRE: a plain change of the position by the umpire."""

    kind: Literal["position_adjusted"] = "position_adjusted"
    rule: RuleId = UMPIRE_RULE
    what: Literal["unit", "leader", "order", "points"]
    id: str
    place: str | None = None
    status: str = ""
    reduced: bool | None = None
    order: OrderState = ""
    value: int = 0

    def apply(self, state: State, rules: Context) -> State:
        """The piece, order or number as the umpire says."""
        match self.what:
            case "unit":
                unit = state.unit(self.id)
                reduced = unit.reduced if self.reduced is None else self.reduced
                status: Any = self.status or "map"
                return state.with_units(replace(unit, place=self.place, status=status, reduced=reduced))
            case "leader":
                status = self.status or "map"
                return state.with_leaders(replace(state.leader(self.id), place=self.place, status=status))
            case "order":
                return state.with_formations(replace(state.formations[self.id], order=self.order, since=state.turn))
            case "points":
                return replace(state, points={**state.points, Side(self.id): self.value})

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """An order is its owner's affair; all else everybody sees."""
        if self.what == "order" and rules.formations[self.id].side != side:
            return None
        return self

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """Spectators see pieces and points."""
        return None if self.what == "order" else self


EVENTS: tuple[type[Event], ...] = (StageReached, PlayerTurnBegan, PositionAdjusted)
