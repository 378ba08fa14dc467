"""The orders that only Lützen knows: laying and taking markers, Ney's host, tactical movement, Souham's division."""

from __future__ import annotations

from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import GENERAL, Order, RuleId, Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen import arrivals, division, plays, sequence
from adjudicator.rulesets.vv1813.games.lutzen.events import TacticalMovementDeclared
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import is_tactical
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.march import refused
from adjudicator.rulesets.vv1813.orders import Enter, LayMarkers, Play, Split, TacticalMovement, Take
from adjudicator.rulesets.vv1813.state import FRENCH, State


def is_opening(ctx: Context, order: Order) -> bool:
    """What comes before anything else in a movement phase: markers, tactical movement, Ney's appearance."""
    if isinstance(order, Enter):
        return order.units == (facts(ctx).ney.commander,)
    return isinstance(order, Play | TacticalMovement | Split | Take | LayMarkers)


def carry_out(game: Game[State], ctx: Context, order: Order, side: Side, words: str) -> Telling:
    """An order that the series does not know; anything that Lützen does not know either is refused."""
    match order:
        case LayMarkers():
            yield from sequence.lay(ctx, game.state, order, side, words)
        case Take():
            yield from sequence.wish(order, side)
        case Split():
            yield from division.split(game, ctx, order, side, words)
        case _ if game.state.turn == 0:
            reason = "Before the first turn markers are laid and taken, and Souham 2 is divided; nothing else."
            yield refused(side, order, words, "LUT-2.4b", reason, "Write it in the orders of turn 1.")
        case Play():
            yield from plays.play(game, ctx, order, side, words)
        case Enter():
            yield from _appear(game, ctx, order, side, words)
        case TacticalMovement():
            yield from _tactical(game, ctx, order, side, words)
        case _:
            reason = f"There is no `{order.kind.replace('_', ' ')}` in this game."
            yield refused(side, order, words, GENERAL, reason, "Leave the order out.")


def _appear(game: Game[State], ctx: Context, order: Enter, side: Side, words: str) -> Telling:
    """LUT-6.2d: `enter Ney with Souham 1`: Ney is placed on a counter of the III Corps."""
    rule = facts(ctx).ney.rule
    if side != FRENCH or not arrivals.may_appear(ctx, game.state):
        reason = "Ney does not appear now."
        yield refused(side, order, words, rule, reason, "He comes at 14.00, or earlier with 10th Hussars.")
        return
    able = arrivals.hosts(ctx, game.state)
    names = ", ".join(ctx.counters[unit.id].name for unit in able)
    wanted = [u for u in able if u.id == order.host or (not order.host and u.place == order.at)]
    if (order.host or order.at) and not wanted:
        reason = "Ney appears on a counter of the III Corps."
        yield refused(side, order, words, rule, reason, f"Counters: {names}.")
        return
    yield arrivals.appear(ctx, game.state, (wanted or able)[0].id)


def _tactical(game: Game[State], ctx: Context, order: TacticalMovement, side: Side, words: str) -> Telling:
    """LUT-7.6a: announced for the whole side when its sequence begins."""
    if is_tactical(game.state, side):
        return
    if ctx.options["tacmove_until_first_combat"] == "yes" and lutzen(game.state).fought:
        reason = "Tactical movement is over once a combat has been fought."
        yield refused(side, order, words, RuleId("LUT-7.6a"), reason, "Leave the order out.")
        return
    yield TacticalMovementDeclared(side=side)
