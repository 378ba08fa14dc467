"""The orders that only Lützen knows: laying and taking markers, Ney's host, tactical movement, Souham's division."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Order
from adjudicator.kit.verdicts import no
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen import arrivals, division, plays, sequence
from adjudicator.rulesets.vv1813.games.lutzen.clock import as_clock
from adjudicator.rulesets.vv1813.games.lutzen.events import TacticalMovementDeclared
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.marker_events import WishNoted
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import is_tactical
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.orders import Enter, LayMarkers, Play, Split, TacticalMovement, Take
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.series import unknown
from adjudicator.rulesets.vv1813.state import FRENCH


def is_opening(ctx: Context, order: Order) -> bool:
    """What comes before anything else in a movement phase: markers, tactical movement, Ney's appearance."""
    if isinstance(order, Enter):
        return order.units == (facts(ctx).ney.commander,)
    return isinstance(order, Play | TacticalMovement | Split | Take | LayMarkers)


def carry_out(run: Run, order: Order) -> Telling:
    """An order that the series does not know; before the first turn there are few."""
    match order:
        case LayMarkers():
            yield from sequence.lay(run, order)
        case Take():
            yield WishNoted(side=run.side, classes=order.classes)
        case Split():
            yield from division.split(run, order)
        case _ if run.state.turn == 0:
            name = run.ctx.name(facts(run.ctx).split.unit)
            reason = f"Before the first turn markers are laid and taken, and {name} is divided; nothing else."
            yield run.refused(order, no("LUT-2.4b", reason, "Write it in the orders of turn 1."))
        case Play():
            yield from plays.play(run, order)
        case Enter():
            yield from _appear(run, order)
        case TacticalMovement():
            yield from _tactical(run, order)
        case _:
            yield unknown(run, order)


def _appear(run: Run, order: Enter) -> Telling:
    """LUT-6.2d: `enter Ney with Souham 1`: Ney is placed on a counter of the III Corps."""
    ctx, ney = run.ctx, facts(run.ctx).ney
    if run.side != FRENCH or not arrivals.may_appear(ctx, run.state):
        remedy = f"He comes at {as_clock(ney.hour)}, or earlier with 10th Hussars."
        yield run.refused(order, no(ney.rule, "Ney does not appear now.", remedy))
        return
    able = arrivals.hosts(ctx, run.state)
    wanted = [u for u in able if u.id == order.host or (not order.host and u.place == order.at)]
    if (order.host or order.at) and not wanted:
        remedy = f"Counters: {ctx.names(unit.id for unit in able)}."
        yield run.refused(order, no(ney.rule, "Ney appears on a counter of the III Corps.", remedy))
        return
    yield arrivals.appear(ctx, run.state, (wanted or able)[0].id)


def _tactical(run: Run, order: TacticalMovement) -> Telling:
    """LUT-7.6a: announced for the whole side when its sequence begins."""
    if is_tactical(run.state, run.side):
        return
    if run.ctx.options["tacmove_until_first_combat"] == "yes" and lutzen(run.state).fought:
        reason = "Tactical movement is over once a combat has been fought."
        yield run.refused(order, no("LUT-7.6a", reason, "Leave the order out."))
        return
    yield TacticalMovementDeclared(side=run.side)
