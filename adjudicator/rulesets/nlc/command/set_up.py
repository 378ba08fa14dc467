"""NLC-26.0, NLC-27.0, NLC-28.0: the position before the first turn: what is free, and the ground of Defend orders."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Order, RuleId, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command import assigning, attaching
from adjudicator.rulesets.nlc.command.events import FormationHandedOver, LeaderMoved, OrderTookEffect
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.orders import Assign, Attach, Start
from adjudicator.rulesets.nlc.state import SIDES, State
from adjudicator.rulesets.nlc.texts import SET_UP, lines_about

LEADERS = {"1815": "NLC-26.0b", "leipzig": "NLC-27.0b", "dresden": "NLC-28.0b"}
ORDERS = {"1815": "NLC-26.6", "leipzig": "NLC-27.10a", "dresden": "NLC-28.0c"}


def set_up(run: Here) -> Telling:
    """D-19: what the sides chose; then orders take effect, and who defends remembers the ground he holds (A-30)."""
    for side in SIDES:
        mine = run.of(side)
        for written in lines_about(mine, *SET_UP):
            order = mine.meant(written)
            if order is None:
                yield mine.not_done(written)
            else:
                yield from placed(mine, order)
    for formation in list(run.state.formations.values()):
        side = run.ctx.formations[formation.id].side
        if formation.order == "defend":
            yield OrderTookEffect(
                rule=RuleId(run.ctx.facts.rule), side=side, formation=formation.id, before="defend", order="defend"
            )


def placed(run: Here, order: Order) -> Telling:
    """One order of a set-up text."""
    match order:
        case Start():
            yield from start(run, order)
        case Attach():
            yield from attaching.attach(run, order)
        case Assign():
            for formation in order.formations:
                verdict = assigning.may_assign(run.ctx, run.state, run.side, formation, order.leader)
                if not verdict.value:
                    yield run.refused(order, verdict)
                    return
                yield FormationHandedOver(side=run.side, formation=formation, leader=order.leader)
        case _:
            return


def start(run: Here, order: Start) -> Telling:
    """NLC-26.0b, NLC-27.0b, NLC-28.0b, NLC-26.6, NLC-27.10a: a free order at start, and with whom a leader begins."""
    verdict = may_start(run.ctx, run.state, run.side, order)
    if not verdict.value:
        yield run.refused(order, verdict)
        return
    game = run.ctx.game.name
    formation = run.ctx.leaders[order.leader].formation
    if order.order:
        before = run.state.order_of(formation)
        yield OrderTookEffect(
            rule=RuleId(ORDERS[game]), side=run.side, formation=formation, before=before, order=order.order
        )
    place = run.state.unit(order.unit).place if order.unit else None
    if place is not None:
        yield LeaderMoved(rule=RuleId(LEADERS[game]), side=run.side, leader=order.leader, path=(place,), by_order=False)


def may_start(ctx: Context, state: State, side: Side, order: Start) -> Verdict:
    """Whether the scenario leaves this to the player."""
    game, card = ctx.game.name, ctx.leaders[order.leader]
    if card.side != side:
        return no(LEADERS[game], f"{card.name} is not yours.", "Place your own leaders.")
    if order.order and "orders" not in ctx.facts.free:
        return no(ORDERS[game], "The orders at start are given in this scenario.", "Send a courier on turn 1.")
    if order.order and not card.formation:
        return no(ORDERS[game], f"{card.name} leads no formation.", "Name the leader of a formation.")
    if not order.unit:
        return yes(ORDERS[game])
    if ctx.options["free_leaders"] != "on":
        return no(LEADERS[game], "Leaders stand where the scenario puts them.", "Play with the option free_leaders=on.")
    unit = state.unit(order.unit)
    own = formation_of(ctx, unit) == card.formation if card.formation else ctx.units[unit.id].army == card.army
    if not own or unit.status != "map" or state.leader(order.leader).status != "map":
        name = ctx.units[unit.id].name
        return no(LEADERS[game], f"{card.name} cannot begin with {name}.", "Name a unit of his that is on the map.")
    return yes(LEADERS[game])
