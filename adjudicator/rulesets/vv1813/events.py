"""VV 5: turns and stages of the sequence of play; and what an umpire put right. All in the past tense."""

from __future__ import annotations

from typing import Any, Literal

from adjudicator.core.types import UMPIRE_RULE, Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.vv1813.changes import forgotten, marked, with_morale, with_pieces
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.sight import InFog, is_open
from adjudicator.rulesets.vv1813.state import Sequence, State


class TurnBegan(Event, seen_by=everybody):
    """A new turn began; what was closed for the last one is open again."""

    kind: Literal["turn_began"] = "turn_began"
    rule: RuleId = RuleId("VV-5.3")
    turn: int
    clock: str

    def apply(self, state: State, rules: Context) -> State:
        """Nobody is kept out of a place any more."""
        return replace(state, turn=self.turn, expelled=frozenset())


class StageReached(Event, seen_by=everybody):
    """The sequence of play went on to its next stage."""

    kind: Literal["stage_reached"] = "stage_reached"
    rule: RuleId = RuleId("VV-5.3")
    turn: int
    stage: str

    def apply(self, state: State, rules: Context) -> State:
        """The stage and its turn."""
        return replace(state, turn=self.turn, stage=self.stage)


class SequenceBegan(Event, seen_by=everybody):
    """A side's player sequence began: what bound units in the last one is over."""

    kind: Literal["sequence_began"] = "sequence_began"
    rule: RuleId = RuleId("VV-5.3")
    side: Side

    def apply(self, state: State, rules: Context) -> State:
        """Nothing is bound yet."""
        return replace(state, sequence=Sequence())


# --- umpire ------------------------------------------------------------------------------------------------


class PositionAdjusted(InFog):
    """The umpire put something right: one thing at a time, by plain values."""

    kind: Literal["position_adjusted"] = "position_adjusted"
    rule: RuleId = UMPIRE_RULE
    what: Literal["unit", "commander", "marker", "morale", "objective"]
    id: str
    """A piece, a marker, a side (morale) or a place (objective)."""
    place: str | None = None
    status: str = ""
    reduced: bool | None = None
    health: str = ""
    value: int | None = None
    side: Side | None = None

    def apply(self, state: State, rules: Context) -> State:
        """The one thing that it names."""
        match self.what:
            case "unit" | "commander":
                return self._piece(state)
            case "marker":
                return marked(state, (self.id,), place=self.status, turn=self.value or 0)
            case "morale":
                side = Side(self.id)
                before = state.morale[side]
                value = before.value if self.value is None else self.value
                return with_morale(state, side, replace(before, value=value, owed=0))
            case "objective":
                assert self.side is not None
                return replace(state, held={**state.held, self.id: self.side})

    def _piece(self, state: State) -> State:
        """A piece put elsewhere is one that nobody has seen."""
        side = state.side_of(self.id)
        army = state.army(side)
        status = self.status or "map"
        values: dict[str, Any] = {"place": self.place if status == "map" else None, "status": status}
        unit = army.units.get(self.id)
        if unit is not None:
            reduced = unit.reduced if self.reduced is None else self.reduced
            state = with_pieces(state, side, units=(replace(unit, reduced=reduced, **values),))
        else:
            one = army.commanders[self.id]
            health: Any = self.health or one.health
            state = with_pieces(state, side, commanders=(replace(one, health=health, **values),))
        return forgotten(state, side, (self.id,))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event | None:
        """Morale and objectives are everybody's business; a piece is its owner's, a hidden marker its holder's."""
        match self.what:
            case "morale" | "objective":
                return self
            case "marker":
                marker = before.markers[self.id]
                return self if marker.public or (marker.holder or marker.owner) == side else None
            case _:
                return self if is_open(rules) or before.side_of(self.id) == side else None


EVENTS: tuple[type[Event], ...] = (TurnBegan, StageReached, SequenceBegan, PositionAdjusted)
