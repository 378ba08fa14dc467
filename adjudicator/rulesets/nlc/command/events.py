"""NLC 19 to 22: what happens to orders, couriers and leaders, and who learns of it."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Finding, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner
from adjudicator.rulesets.nlc.changes import held
from adjudicator.rulesets.nlc.command.ground import with_ground
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.orders import OrderWord
from adjudicator.rulesets.nlc.state import Assignment, Courier, OrderState, State

# --- orders and couriers --------------------------------------------------------------------------------------------


class CourierSent(Event, seen_by=owner):
    """NLC-20.4: an order is on its way; its owner alone knows."""

    kind: Literal["courier_sent"] = "courier_sent"
    rule: RuleId = RuleId("NLC-20.4d")
    side: Side
    number: int
    issuer: str
    receiver: str
    formation: str
    order: OrderWord
    due: int
    delay: Finding[int]
    """The turns until compliance, with base and distance as parts."""

    def apply(self, state: State, rules: Context) -> State:
        """The courier rides; the order counts for his sender's capacity."""
        courier = Courier(
            self.number, self.side, self.issuer, self.receiver, self.formation, self.order, state.turn, self.due
        )
        leader = state.leader(self.issuer)
        sent = replace(state, couriers=(*state.couriers, courier))
        return sent.with_leaders(replace(leader, ordered=leader.ordered + 1))


class OrderTookEffect(Event, seen_by=owner):
    """NLC-20.3a: a formation has a new order."""

    kind: Literal["order_took_effect"] = "order_took_effect"
    rule: RuleId = RuleId("NLC-20.3a")
    side: Side
    formation: str
    before: OrderState
    order: OrderWord
    number: int = 0
    """The courier's; 0 where none rode."""

    def apply(self, state: State, rules: Context) -> State:
        """The order is in force; a Defend order remembers the ground (A-30)."""
        was = state.formations[self.formation]
        now = replace(was, order=self.order, since=state.turn, ground="", fires=0, dated=max(was.dated, self.number))
        couriers = _without(state, self.side, self.number)
        after = replace(state, couriers=couriers).with_formations(now)
        return with_ground(rules, after, self.formation) if self.order == "defend" else after


def _without(state: State, side: Side, number: int) -> tuple[Courier, ...]:
    """The couriers on the road without one who has arrived; each side counts its own."""
    return tuple(one for one in state.couriers if (one.side, one.number) != (side, number))


class CourierLapsed(Event, seen_by=owner):
    """A-75: a courier came to nothing: a newer order is in force, or he found nobody to hand it to."""

    kind: Literal["courier_lapsed"] = "courier_lapsed"
    rule: RuleId = RuleId("NLC-20.3a")
    side: Side
    number: int
    receiver: str
    formation: str
    order: OrderWord
    because: str

    def apply(self, state: State, rules: Context) -> State:
        """He is gone."""
        return replace(state, couriers=_without(state, self.side, self.number))


class FormationAssigned(Event, seen_by=owner):
    """A-71: a formation is given to a commander; he has it from the next Command Phase."""

    kind: Literal["formation_assigned"] = "formation_assigned"
    rule: RuleId = RuleId("NLC-26.1b")
    side: Side
    issuer: str = ""
    formation: str
    leader: str
    due: int

    def apply(self, state: State, rules: Context) -> State:
        """It is noted, and uses one order of the commander who gave it."""
        after = replace(state, assignments=(*state.assignments, Assignment(self.formation, self.leader, self.due)))
        if not self.issuer:
            return after
        issuer = after.leader(self.issuer)
        return after.with_leaders(replace(issuer, ordered=issuer.ordered + 1))


class FormationHandedOver(Event, seen_by=owner):
    """A-71: a formation came under another commander."""

    kind: Literal["formation_handed_over"] = "formation_handed_over"
    rule: RuleId = RuleId("NLC-26.1b")
    side: Side
    formation: str
    leader: str

    def apply(self, state: State, rules: Context) -> State:
        """No other wing commander of the army holds it any longer."""
        leaders = []
        for one in state.force(self.side).leaders.values():
            role = rules.leaders[one.id].role
            if one.id == self.leader:
                leaders.append(replace(one, holds=(*one.holds, self.formation)))
            elif role in ("WC", "corps") and self.formation in one.holds:
                leaders.append(replace(one, holds=tuple(f for f in one.holds if f != self.formation)))
        kept = tuple(one for one in state.assignments if one.formation != self.formation)
        return replace(state, assignments=kept).with_leaders(*leaders)


class ResolveTested(Event, seen_by=owner):
    """NLC-20.3c: a leader under Attack orders, one of whose units was hit, kept his resolve or lost it."""

    kind: Literal["resolve_tested"] = "resolve_tested"
    rule: RuleId = RuleId("NLC-20.3c")
    side: Side
    formation: str
    leader: str
    limit: Finding[int]
    holds: bool

    def apply(self, state: State, rules: Context) -> State:
        """NLC-20.3d: who fails has Reserve orders."""
        formation = state.formations[self.formation]
        if self.holds:
            return state
        return state.with_formations(replace(formation, order="reserve", since=state.turn, fires=0))


class HitsForgotten(Event, seen_by=everybody):
    """A-28: the Command Phase has looked at the hits of the turn; new ones are counted from here."""

    kind: Literal["hits_forgotten"] = "hits_forgotten"
    rule: RuleId = RuleId("NLC-20.3c")

    def apply(self, state: State, rules: Context) -> State:
        """No formation counts as hit."""
        return state.with_formations(*(replace(one, hit=False) for one in state.formations.values() if one.hit))


class WingStatusChanged(Event, seen_by=everybody):
    """NLC-26.1a, NLC-26.3b, NLC-27.5b: a leader became a wing or corps commander, or ceased to be one."""

    kind: Literal["wing_status_changed"] = "wing_status_changed"
    side: Side
    leader: str
    wing: bool
    because: str

    def apply(self, state: State, rules: Context) -> State:
        """He is one, or not."""
        return state.with_leaders(replace(state.leader(self.leader), wing=self.wing))


class CommandersReady(Event, seen_by=everybody):
    """NLC-20.5, NLC-21.3: a new turn: nobody has given orders, moved or reorganized yet."""

    kind: Literal["commanders_ready"] = "commanders_ready"
    rule: RuleId = RuleId("NLC-20.5")

    def apply(self, state: State, rules: Context) -> State:
        """What leaders did last turn is forgotten."""
        leaders = [
            replace(one, ordered=0, moved=False, reorganizes=False, capacity=one.capacity if one.stance else None)
            for force in state.forces.values()
            for one in force.leaders.values()
            if one.ordered or one.moved or one.reorganizes or one.capacity is not None
        ]
        return state.with_leaders(*leaders)


# --- leaders --------------------------------------------------------------------------------------------------------


class LeaderFell(Event, seen_by=everybody):
    """NLC-19.8: a leader left alone by the loss of his stack was killed, or got away."""

    kind: Literal["leader_fell"] = "leader_fell"
    rule: RuleId = RuleId("NLC-19.8")
    side: Side
    leader: str
    place: str
    killed: bool

    def apply(self, state: State, rules: Context) -> State:
        """A dead leader returns next turn, at the lower rating (NLC-19.9)."""
        leader = state.leader(self.leader)
        if not self.killed:
            return state
        return state.with_leaders(replace(leader, place=None, status="dead", back_on=state.turn + 1, wing=False))


class LeaderReturned(Event, seen_by=everybody):
    """NLC-19.9: another takes the place of a leader who was killed."""

    kind: Literal["leader_returned"] = "leader_returned"
    rule: RuleId = RuleId("NLC-19.9")
    side: Side
    leader: str
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """He stands there, rated as the rule says (A-32)."""
        rating = rules.tables.command.leaders.replaced_rating
        leader = replace(state.leader(self.leader), place=self.place, status="map", back_on=None, rating=rating)
        return state.with_leaders(leader)


class LeaderMoved(Event, seen_by=everybody):
    """NLC-19.2, NLC-19.5, NLC-19.7: a leader went to another hex, or was sent there by the enemy."""

    kind: Literal["leader_moved"] = "leader_moved"
    side: Side
    leader: str
    path: tuple[str, ...]
    spent: int = 0
    """Halves of a movement point; 0 where he was placed."""
    by_order: bool = True

    def apply(self, state: State, rules: Context) -> State:
        """He stands there; a move of his own counts for NLC-20.5."""
        leader = state.leader(self.leader)
        return state.with_leaders(replace(leader, place=self.path[-1], moved=leader.moved or self.by_order))


# --- reorganization -------------------------------------------------------------------------------------------------


class UnitReorganized(Event, seen_by=everybody):
    """NLC-21.4: a destroyed unit came back in its leader's hex, on its reduced side; or it is gone (NLC-21.5)."""

    kind: Literal["unit_reorganized"] = "unit_reorganized"
    rule: RuleId = RuleId("NLC-21.4")
    side: Side
    unit: str
    leader: str
    place: str
    returned: bool

    def apply(self, state: State, rules: Context) -> State:
        """The unit stands there, or never will; the leader counts as absent this turn (NLC-21.3)."""
        unit, leader = state.unit(self.unit), state.leader(self.leader)
        if self.returned:
            unit = replace(unit, place=self.place, status="map", reduced=True, lost_on=None)
            state = held(state, self.side, (self.place,))
        else:
            unit = replace(unit, status="gone")
        return state.with_units(unit).with_leaders(replace(leader, reorganizes=True))


EVENTS: tuple[type[Event], ...] = (
    CourierSent,
    OrderTookEffect,
    CourierLapsed,
    FormationAssigned,
    FormationHandedOver,
    ResolveTested,
    HitsForgotten,
    WingStatusChanged,
    CommandersReady,
    LeaderFell,
    LeaderReturned,
    LeaderMoved,
    UnitReorganized,
)
