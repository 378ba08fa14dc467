"""NLC-20.3 to 20.5: the second half of the Command Phase (1.4 to 1.6): new orders, both sides, the French first."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Order
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.command import assigning, attaching, couriers, reorganizing
from adjudicator.rulesets.nlc.command.events import CourierSent, OrderTookEffect
from adjudicator.rulesets.nlc.command.opening import received
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.orders import ArrivalOrders, Assign, Attach, GiveOrder, Release, Reorganise, ToReserve
from adjudicator.rulesets.nlc.state import SIDES
from adjudicator.rulesets.nlc.texts import lines_about

PARTS: tuple[tuple[type[Order], ...], ...] = (
    (Release, ArrivalOrders),
    (GiveOrder, ToReserve, Assign, Attach),
    (Reorganise,),
)
"""1.5 (before 1.4: A-84), 1.4 and 1.6: what is carried out together, in the order of the text."""


def command_phase(run: Here) -> Telling:
    """1.4 to 1.6: new orders and assignments, then reorganization; both sides, the French first in each part."""
    for side in SIDES:
        mine = run.of(side)
        for sorts in PARTS[:2]:
            for written in lines_about(mine, *sorts):
                order = mine.meant(written)
                if order is None:
                    yield mine.not_done(written)
                elif isinstance(order, sorts):
                    yield from carried_out(mine, order)
        yield from run.ctx.game.after_orders(mine)
    for side in SIDES:
        yield from _reorganization(run.of(side))


def carried_out(run: Here, order: Order) -> Telling:
    """An order of the Command Phase, as it is meant."""
    match order:
        case GiveOrder():
            yield from give(run, order)
        case ToReserve():
            yield from to_reserve(run, order)
        case Assign():
            yield from assigning.assign(run, order)
        case Attach():
            yield from attaching.attach(run, order)
        case Release() | ArrivalOrders():
            yield from run.ctx.game.own_commands(run, order)
        case Reorganise():
            yield from reorganizing.reorganize(run, order)
        case _:
            return


def _reorganization(run: Here) -> Telling:
    """1.6, D-3: what is written, then what is due by default."""
    tried: list[str] = []
    for written in lines_about(run, Reorganise):
        order = run.meant(written)
        if isinstance(order, Reorganise):
            tried.append(order.who)
            yield from reorganizing.reorganize(run, order)
    yield from reorganizing.by_default(run, frozenset(tried))


def give(run: Here, order: GiveOrder) -> Telling:
    """D-1, NLC-20.4: a new order: at once where the delay is 0, else by a courier who is due later."""
    verdict = couriers.may_give(run.ctx, run.state, run.side, order)
    if not verdict.value:
        yield run.refused(order, verdict)
        return
    issuer, receiver = run.state.leader(order.leader), run.state.leader(order.to)
    turns = couriers.delay(run.ctx, run.state, issuer, receiver, order.order)
    number, due = couriers.next_number(run.ctx, run.state, run.side), run.state.turn + turns.value
    yield CourierSent(
        side=run.side,
        number=number,
        issuer=order.leader,
        receiver=order.to,
        formation=run.ctx.leaders[order.to].formation,
        order=order.order,
        due=due,
        delay=turns,
    )
    if turns.value == 0:
        yield received(run.ctx, run.state, run.state.couriers[-1])


def to_reserve(run: Here, order: ToReserve) -> Telling:
    """D-2, NLC-20.3b: a leader goes from Defend to Reserve at will."""
    verdict = may_take_reserve(run, order)
    if not verdict.value:
        yield run.refused(order, verdict)
        return
    yield OrderTookEffect(
        rule=verdict.rule, side=run.side, formation=order.who, before="defend", order="reserve", number=0
    )


def may_take_reserve(run: Here, order: ToReserve) -> Verdict:
    """NLC-20.3b: only from Defend, and only one's own."""
    card = run.ctx.formations[order.who]
    name = run.ctx.leaders[card.leader].name
    if card.side != run.side:
        return no("NLC-20.3b", f"{name} is not yours.", "Name one of your own leaders.")
    state = run.state.order_of(order.who)
    if state != "defend":
        return no(
            "NLC-20.3b", f"{name} has {state} orders.", "Only Defend can be changed to Reserve without a courier."
        )
    return yes("NLC-20.3b")
