"""BAU-2.G1: Alexander: the French move units of the third Coalition line when its sequence begins."""

from __future__ import annotations

from adjudicator.core.dice import Dice
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.maps.hexgrid import column_row
from adjudicator.rulesets.vv1813.command import check_command
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.bautzen.events import DirectedMove, MoveDirected
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.state import Directed, bautzen
from adjudicator.rulesets.vv1813.march import Run, march, mover_of, refused, route
from adjudicator.rulesets.vv1813.orders import Direct
from adjudicator.rulesets.vv1813.paths import Bar, Mover, Way, ways
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State

RULE = RuleId("BAU-2.G1")


def direct(game: Game[State], ctx: Context, order: Direct, side: Side, words: str) -> Telling:
    """`direct Rosen to 0710`: written down in the French movement of the turn in which Alexander is played."""
    if side != FRENCH or bautzen(game.state).alexander != game.state.turn:
        reason = "Only with Alexander, played this turn, may enemy units be directed."
        yield refused(side, order, words, RULE, reason, "Write `play Alexander` above this order, if you hold it.")
        return
    able = []
    for unit in order.units:
        problem = _cannot_be_directed(ctx, game.state, unit)
        if problem:
            names = ", ".join(sorted(c.name for c in ctx.counters.values() if _is_third_line(ctx, c.id)))
            yield refused(side, order, words, RULE, problem, f"Units of the third line: {names}.")
        else:
            able.append(unit)
    if able:
        move = DirectedMove(
            units=tuple(able),
            path=order.path,
            destination=order.destination,
            line=order.line,
            seat=order.seat,
            text=words,
        )
        yield MoveDirected(side=side, move=move)


def _is_third_line(ctx: Context, unit: str) -> bool:
    counter = ctx.counters[unit]
    return counter.side == COALITION and counter.kind != "commander" and counter.line == facts(ctx).alexander.line


def _cannot_be_directed(ctx: Context, state: State, unit: str) -> str:
    name = ctx.counters[unit].name
    if not _is_third_line(ctx, unit):
        return f"{name} does not belong to the third Coalition line."
    piece = state.army(COALITION).units.get(unit)
    if piece is not None and piece.status != "map":
        return f"{name} is not on the map."
    return ""


# --- the moves ---------------------------------------------------------------------------------------------


def make_directed_moves(game: Game[State], ctx: Context, dice: Dice) -> Telling:
    """BAU-2.G1: at the start of the Coalition sequence, within the units' movement points and the usual rules.

    Units so moved do not move again. The Coalition sees the moves before it writes its own orders.
    """
    if not bautzen(game.state).directed:
        return
    yield check_command(ctx, game.state, COALITION)
    run = Run(game, ctx, FRENCH, dice, "directed")
    for move in bautzen(game.state).directed:
        for unit in move.units:
            yield from _make(run, move, unit)
            if game.state.ending is not None:
                return


def _make(run: Run, move: Directed, unit: str) -> Telling:
    order = Direct(units=move.units, path=move.path, destination=move.destination, line=move.line, seat=move.seat)
    piece = run.state.army(COALITION).units[unit]
    if piece.place is None or unit in run.state.sequence.moved:
        reason = f"{run.name(unit)} has already been moved this turn, or has left the map."
        yield refused(FRENCH, order, move.text, RULE, reason)
        return
    mover = mover_of(run.ctx, run.state, COALITION, (unit,), piece.place)
    way = _way(run, mover, move)
    if isinstance(way, Bar):
        reason = f"{run.name(unit)} cannot go there: {way.reason}."
        yield refused(FRENCH, order, move.text, way.rule, reason)
        return
    walked = yield from march(run, mover, way, None, by=FRENCH, rule=RULE)
    if not walked.path:
        bar = walked.bar or Bar(RuleId("VV-7.1a"), "nothing could be moved")
        yield refused(FRENCH, order, move.text, bar.rule, f"{run.name(unit)} cannot move: {bar.reason}.")


def _way(run: Run, mover: Mover, move: Directed) -> Way | Bar:
    """The path as written, or the cheapest; never more than two rows back from where the unit stands."""
    furthest = column_row(mover.origin)[1] + facts(run.ctx).alexander.rows_back
    found = route(run, mover, move.path, move.destination)
    if not isinstance(found, Way) or _stays_before(found, furthest):
        return found
    bar = Bar(RULE, f"they may not be moved more than {facts(run.ctx).alexander.rows_back} places back")
    if move.path:
        return bar
    others = ways(run.ctx, run.known(), mover)
    return next((w for w in others if w.path[-1] == move.destination and _stays_before(w, furthest)), bar)


def _stays_before(way: Way, furthest: int) -> bool:
    return all(column_row(place)[1] <= furthest for place in way.path)
