"""BAU-2.G1: Alexander: the French move units of the third Coalition line when its sequence begins."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, RuleId
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.maps.hexgrid import column_row
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.bautzen.events import MoveDirected
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.state import DirectedMove, bautzen
from adjudicator.rulesets.vv1813.movement.command import check_command
from adjudicator.rulesets.vv1813.movement.march import march, mover_of, route
from adjudicator.rulesets.vv1813.movement.paths import Mover, Way, ways
from adjudicator.rulesets.vv1813.orders import Direct
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State

RULE = RuleId("BAU-2.G1")


def direct(run: Run, order: Direct) -> Telling:
    """`direct Rosen to 0710`: written down in the French movement of the turn in which Alexander is played."""
    if run.side != FRENCH or bautzen(run.state).alexander != run.state.turn:
        reason = "Only with Alexander, played this turn, may enemy units be directed."
        yield run.refused(order, no(RULE, reason, "Write `play Alexander` above this order, if you hold it."))
        return
    able = []
    for unit in order.units:
        verdict = _may_be_directed(run.ctx, run.state, unit)
        if verdict.value:
            able.append(unit)
        else:
            yield run.refused(order, verdict)
    if able:
        move = DirectedMove(
            units=tuple(able),
            path=order.path,
            destination=order.destination,
            line=order.line,
            seat=order.seat,
            text=run.words(order),
        )
        yield MoveDirected(side=run.side, move=move)


def _is_third_line(ctx: Context, unit: str) -> bool:
    counter = ctx.counters[unit]
    return counter.side == COALITION and counter.kind != "commander" and counter.line == facts(ctx).alexander.line


def _may_be_directed(ctx: Context, state: State, unit: str) -> Verdict:
    piece = state.army(COALITION).units.get(unit)
    if not _is_third_line(ctx, unit):
        reason = f"{ctx.name(unit)} does not belong to the third Coalition line."
    elif piece is not None and piece.status != "map":
        reason = f"{ctx.name(unit)} is not on the map."
    else:
        return yes(RULE)
    names = ", ".join(sorted(c.name for c in ctx.counters.values() if _is_third_line(ctx, c.id)))
    return no(RULE, reason, f"Units of the third line: {names}.")


# --- the moves ---------------------------------------------------------------------------------------------


def make_directed_moves(run: Run) -> Telling:
    """BAU-2.G1: at the start of the Coalition sequence, within the units' movement points and the usual rules.

    Units so moved do not move again. The Coalition sees the moves before it writes its own orders.
    """
    if not bautzen(run.state).directed:
        return
    yield check_command(run.ctx, run.state, COALITION)
    french = run.of(FRENCH).labelled(f"T{run.state.turn}", FRENCH, "directed")
    for move in bautzen(run.state).directed:
        for unit in move.units:
            yield from _make(french, move, unit)


def _make(run: Run, move: DirectedMove, unit: str) -> Telling:
    order = Direct(units=move.units, path=move.path, destination=move.destination, line=move.line, seat=move.seat)
    name, piece = run.ctx.name(unit), run.state.army(COALITION).units[unit]
    if piece.place is None or unit in run.state.sequence.moved:
        reason = f"{name} has already been moved this turn, or has left the map."
        yield run.refused(order, no(RULE, reason), move.text)
        return
    mover = mover_of(run.ctx, run.state, COALITION, (unit,), piece.place)
    way = _way(run, mover, move)
    if isinstance(way, Finding):
        yield run.refused(order, no(way.rule, f"{name} cannot go there: {way.because}."), move.text)
        return
    walked = yield from march(run, mover, way, None, by=FRENCH, rule=RULE)
    if not walked.path:
        bar = walked.bar or no("VV-7.1a", "nothing could be moved")
        yield run.refused(order, no(bar.rule, f"{name} cannot move: {bar.because}."), move.text)


def _way(run: Run, mover: Mover, move: DirectedMove) -> Way | Verdict:
    """The path as written, or the cheapest; never more than two rows back from where the unit stands."""
    furthest = column_row(mover.origin)[1] + facts(run.ctx).alexander.rows_back
    found = route(run, mover, move.path, move.destination)
    if not isinstance(found, Way) or _stays_before(found, furthest):
        return found
    bar = no(RULE, f"they may not be moved more than {facts(run.ctx).alexander.rows_back} places back")
    if move.path:
        return bar
    others = ways(run.ctx, run.known(), mover)
    return next((w for w in others if w.path[-1] == move.destination and _stays_before(w, furthest)), bar)


def _stays_before(way: Way, furthest: int) -> bool:
    return all(column_row(place)[1] <= furthest for place in way.path)
