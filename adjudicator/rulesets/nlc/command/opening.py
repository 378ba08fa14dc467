"""The start of a turn and the first half of the Command Phase (0.1 to 1.3): what both sides know before they write."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.kit.run import decided
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.choices import ReturnWith
from adjudicator.rulesets.nlc.command.events import (
    CommandersReady,
    CourierLapsed,
    FormationHandedOver,
    HitsForgotten,
    LeaderReturned,
    OrderTookEffect,
    WingStatusChanged,
)
from adjudicator.rulesets.nlc.command.resolve import resolve_checks
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here, wing_leaders
from adjudicator.rulesets.nlc.state import SIDES, Courier, Leader, State


def opening(run: Here) -> Telling:
    """0.1 to 1.3 of a turn, in the order of section 2.1 (A-27)."""
    yield CommandersReady()
    yield from leaders_return(run)
    yield from run.ctx.game.clock_events(run)
    for side in SIDES:
        yield from resolve_checks(run, side)
    yield HitsForgotten()
    for side in SIDES:
        yield from couriers_arrive(run, side)
    yield from wings(run)
    yield from hand_over(run)


def leaders_return(run: Here) -> Telling:
    """0.2, NLC-19.9, D-18: leaders who fell last turn are replaced, beside a unit of their own that the owner names."""
    for side in SIDES:
        for leader in [one for one in run.state.force(side).leaders.values() if one.status == "dead"]:
            if leader.back_on is None or leader.back_on > run.state.turn:
                continue
            unit = strongest(run.ctx, run.state, leader)
            if unit is None:
                continue
            choice = yield from decided(_where_to_return(run, side, leader, unit), ReturnWith)
            place = run.state.unit(choice.unit).place or run.state.unit(unit).place
            if place is not None:
                yield LeaderReturned(side=side, leader=leader.id, place=place)


def strongest(ctx: Context, state: State, leader: Leader) -> str | None:
    """The strongest unit that a leader may stand with: of his formation, or for a commander of his army."""
    card = ctx.leaders[leader.id]
    on_map = [unit for unit in state.force(card.side).units.values() if unit.status == "map"]
    own = [unit for unit in on_map if card.formation and formation_of(ctx, unit) == card.formation]
    army = [unit for unit in on_map if ctx.units[unit.id].army == card.army]
    best = min(own or army, key=lambda unit: (-ctx.strength(unit.id, unit.reduced), unit.id), default=None)
    return best.id if best is not None else None


def _where_to_return(run: Here, side: Side, leader: Leader, unit: str) -> Decision:
    name = run.ctx.leaders[leader.id].name
    return Decision(
        key=f"T{run.state.turn}/return/{leader.id}",
        kind="return",
        side=side,
        rule=RuleId("NLC-19.9"),
        question=f"With which unit does the successor of {name} take over?",
        default=ReturnWith(unit=unit),
        units=(leader.id,),
    )


def couriers_arrive(run: Here, side: Side) -> Telling:
    """NLC-20.3a, NLC-20.4d: orders that are due take effect, the oldest first; one older than that in force is void."""
    for courier in sorted(_due(run.state, side), key=lambda one: one.number):
        yield received(run.ctx, run.state, courier)


def _due(state: State, side: Side) -> Iterator[Courier]:
    return (one for one in state.couriers if one.side == side and one.due <= state.turn)


def received(ctx: Context, state: State, courier: Courier) -> OrderTookEffect | CourierLapsed:
    """NLC-20.3a, A-75: what becomes of a courier who arrives."""
    formation = state.formations[courier.formation]
    reason = ""
    if courier.number < formation.dated:
        reason = "a newer order is in force"
    elif state.leader(courier.receiver).status in ("dead", "exited", "removed"):
        reason = f"{ctx.leaders[courier.receiver].name} is not there to receive it"
    assert courier.order
    if reason:
        return CourierLapsed(
            side=courier.side,
            number=courier.number,
            receiver=courier.receiver,
            formation=courier.formation,
            order=courier.order,
            because=reason,
        )
    return OrderTookEffect(
        side=courier.side,
        formation=courier.formation,
        before=formation.order,
        order=courier.order,
        number=courier.number,
    )


def wings(run: Here) -> Telling:
    """1.3: who is a wing or corps commander now (NLC-26.1a, NLC-26.3b, NLC-27.5b)."""
    for leader in list(wing_leaders(run.ctx, run.state)):
        status = run.ctx.game.is_wing(run.ctx, run.state, leader)
        if status.value != leader.wing:
            side = run.ctx.leaders[leader.id].side
            yield WingStatusChanged(
                rule=status.rule, side=side, leader=leader.id, wing=status.value, because=status.because
            )


def hand_over(run: Here) -> Telling:
    """A-71: formations that were given to another commander come under him with the next Command Phase."""
    for one in run.state.assignments:
        if one.due <= run.state.turn:
            side = run.ctx.formations[one.formation].side
            yield FormationHandedOver(rule=RuleId("NLC-26.1b"), side=side, formation=one.formation, leader=one.leader)
