"""What happens in every room: the sequence of play, and what an umpire puts right."""

from __future__ import annotations

from typing import Any, Literal

from adjudicator.core.types import UMPIRE_RULE, Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import State


class StageReached(Event, seen_by=everybody):
    """LB-2.1, LB-2.4: the sequence of play went on."""

    kind: Literal["stage_reached"] = "stage_reached"
    rule: RuleId = RuleId("LB-2.1")
    turn: int
    stage: str
    active: Side | None = None

    def apply(self, state: State, rules: Any) -> State:
        """The stage of the turn."""
        return replace(state, turn=self.turn, stage=self.stage, active=self.active)


class SequenceBegan(Event, seen_by=everybody):
    """LB-2.4: a side's player sequence began: what was done in the last one is forgotten."""

    kind: Literal["sequence_began"] = "sequence_began"
    rule: RuleId = RuleId("LB-2.4")
    side: Side

    def apply(self, state: State, rules: Context) -> State:
        """Acts, fires and charges of the sequence before are forgotten."""
        units = [replace(unit, acts=(), spent=0) for unit in state.units.values() if unit.acts or unit.spent]
        leaders = [replace(one, spent=0) for one in state.leaders.values() if one.spent]
        after = state.with_units(*units).with_leaders(*leaders)
        return replace(after, charges=(), melees=(), volleys=(), fired_on=())


class SequenceEnded(Event, seen_by=everybody):
    """LB-2.4: a side's player sequence is over."""

    kind: Literal["sequence_ended"] = "sequence_ended"
    rule: RuleId = RuleId("LB-2.4")
    side: Side

    def apply(self, state: State, rules: Context) -> State:
        """R-103: who was off limits for this side's movement is free again; forced marches that stopped count anew."""
        units = []
        for unit in state.units.values():
            if rules.units[unit.id].side != self.side or unit.status != "map":
                continue
            bound = tuple(one for one in unit.bound if one != "off limits")
            marches = unit.marches if unit.has("force marched") else 0
            if (bound, marches) != (unit.bound, unit.marches):
                units.append(replace(unit, bound=bound, marches=marches))
        return state.with_units(*units)


class LeadersReturned(Event, seen_by=everybody):
    """LB-7.7: wounded leaders are back where they fell, or with the nearest friends."""

    kind: Literal["leaders_returned"] = "leaders_returned"
    rule: RuleId = RuleId("LB-7.7")
    side: Side
    leader: str
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """He is on the map."""
        return state.with_leaders(
            replace(state.leader(self.leader), status="map", place=self.place, due=None, entry="")
        )


class GuardReleased(Event, seen_by=everybody):
    """D20, HEI-s3-5: a side released its Guard."""

    kind: Literal["guard_released"] = "guard_released"
    rule: RuleId = RuleId("HEI-s3-5")
    side: Side

    def apply(self, state: State, rules: Context) -> State:
        """Its held units may move."""
        freed = [
            replace(unit, bound=tuple(one for one in unit.bound if one != "held"))
            for unit in state.units.values()
            if "held" in unit.bound and rules.units[unit.id].side == self.side
        ]
        after = state.with_units(*freed)
        return replace(after, released={**state.released, self.side: state.turn})


class GroupNamed(Event, seen_by=owner):
    """Section 2.3: a player named a group of units."""

    kind: Literal["group_named"] = "group_named"
    rule: RuleId = RuleId("GENERAL")
    side: Side
    name: str
    units: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """The name stands for them."""
        return replace(state, bodies={**state.bodies, self.name: self.units})


class PositionAdjusted(Event, seen_by=everybody):
    """UMPIRE: a plain change of the position by the umpire."""

    kind: Literal["position_adjusted"] = "position_adjusted"
    rule: RuleId = UMPIRE_RULE
    what: Literal["unit", "leader"]
    id: str
    places: tuple[str, ...] = ()
    status: str = "map"
    formation: str = ""
    facing: str = ""
    losses: int | None = None
    morale: str = ""
    readiness: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """The piece as the umpire says; what he leaves out stays."""
        if self.what == "leader":
            one = state.leader(self.id)
            place = self.places[0] if self.places else one.place
            return state.with_leaders(replace(one, status=self.status, place=place))  # type: ignore[arg-type]
        unit = state.unit(self.id)
        changes: dict[str, Any] = {"status": self.status}
        if self.places or self.status != "map":
            changes |= {"places": self.places, "rank": state.bottom(self.places)}
        changes |= {
            name: value for name in ("formation", "facing", "morale", "readiness") if (value := getattr(self, name))
        }
        if self.losses is not None:
            changes["losses"] = self.losses
        return state.with_units(replace(unit, **changes))


EVENTS: tuple[type[Event], ...] = (
    StageReached,
    SequenceBegan,
    SequenceEnded,
    LeadersReturned,
    GuardReleased,
    GroupNamed,
    PositionAdjusted,
)
