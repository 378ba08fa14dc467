"""NLC-4.5: the movement segment of a player turn: stacks in the order written, one after the other, then the duties."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, Order
from adjudicator.core.values import replace
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement import duties, ending, entering, leading, permits
from adjudicator.rulesets.nlc.movement.march import March
from adjudicator.rulesets.nlc.movement.marches import Marches, begun
from adjudicator.rulesets.nlc.movement.out_of_range import leads_back
from adjudicator.rulesets.nlc.movement.permits import may_move
from adjudicator.rulesets.nlc.movement.stacks import Stack, purses
from adjudicator.rulesets.nlc.movement.steps import Footing, Stepping
from adjudicator.rulesets.nlc.movement.ways import whole_way
from adjudicator.rulesets.nlc.orders import Delay, Enter, Exit, Move, MoveWith
from adjudicator.rulesets.nlc.state import State
from adjudicator.rulesets.nlc.texts import lines_about

ORDERS = (Move, MoveWith, Enter, Delay, Exit)


def movement(run: Here) -> Telling:
    """III: the moves as written, arrivals, leaders; then stacking, command range and the duties of orders (A-62)."""
    marches = begun(run.ctx, run.state, run.side)
    kept: list[str] = []
    going: list[MoveWith] = []
    for written in lines_about(run, *ORDERS):
        order = run.meant(written)
        if order is None:
            yield run.not_done(written)
        elif isinstance(order, Delay):
            kept += entering.delayed(run.ctx, run.state, order)
        elif isinstance(order, MoveWith):
            going.append(order)
        else:
            yield from _carried_out(run, marches, order)
    yield from entering.enter_the_rest(run, marches, frozenset(kept))
    for order in going:
        yield from leading.with_unit(run, marches, order)
    yield from leading.followers(run, marches, _named(run))
    yield from ending.unstack(run, marches)
    yield from ending.return_to_range(run, marches)
    yield from duties.close_in(run, marches)
    yield from duties.seek_contact(run, marches)
    yield from leading.seek_roads(run, marches)
    yield from run.ctx.game.march_duties(run, marches)


def _named(run: Here) -> frozenset[str]:
    """Leaders who stand in an order of this segment, whether or not it is carried out."""
    return frozenset(piece for written in lines_about(run, *ORDERS) for piece in _pieces_in(run, written))


def _pieces_in(run: Here, written: Order) -> Iterator[str]:
    match run.meant(written):
        case Move(pieces=pieces):
            yield from pieces
        case MoveWith(leader=leader):
            yield leader
        case _:
            return


def _carried_out(run: Here, marches: Marches, order: Order) -> Telling:
    match order:
        case Move():
            yield from move(run, marches, order)
        case Enter():
            yield from entering.enter(run, marches, order)
        case Exit():
            yield from entering.leave(run, marches, order)
        case _:
            return


# --- moves ----------------------------------------------------------------------------------------------------------


def move(run: Here, marches: Marches, order: Move) -> Telling:
    """D-9: pieces in one hex go together, those of several hexes one stack after the other."""
    pieces = order.pieces or _all_in(run.ctx, run.state, run, order.stack)
    for piece in pieces:
        verdict = may_move(run.ctx, run.state, run.side, piece, marches)
        if not verdict.value:
            yield run.refused(order, verdict)
            return
    if not pieces:
        yield run.refused(order, no("NLC-5.1", f"No unit of yours stands in {order.stack}.", "Name another hex."))
    for stack in _stacks(run, pieces):
        yield from _march(run, marches, stack, order)


def _all_in(ctx: Context, state: State, run: Here, place: str) -> tuple[str, ...]:
    units = tuple(unit.id for unit in state.at(run.side, place))
    return (*units, *(leader.id for leader in state.leaders_at(run.side, place)))


def _stacks(run: Here, pieces: tuple[str, ...]) -> list[Stack]:
    """The pieces by the hex where they stand, in the order in which they are named."""
    found: dict[str, Stack] = {}
    for piece in pieces:
        is_leader = piece in run.ctx.leaders
        place = (run.state.leader(piece) if is_leader else run.state.unit(piece)).place
        assert place is not None
        stack = found.get(place, Stack(run.side, place))
        if is_leader:
            found[place] = replace(stack, leaders=(*stack.leaders, piece))
        else:
            found[place] = replace(stack, units=(*stack.units, piece))
    return list(found.values())


def _march(run: Here, marches: Marches, stack: Stack, order: Move) -> Telling:
    path = _way(run, marches, stack, order)
    verdict = path if isinstance(path, Finding) else may_go(run, marches, stack, path)
    if not verdict.value or isinstance(path, Finding):
        yield run.refused(order, verdict)
        return
    off = next((n for n, place in enumerate(path) if _is_link(run, stack, path, n, place)), None)
    way = yield from March(run, marches, stack).walked(path if off is None else path[:off])
    if way.halted is not None and not way.path:
        yield run.refused(order, way.halted)
    elif way.halted is not None and way.ahead:
        yield run.not_done(order, f"{way.halted.because} They stop in {way.here}.", way.halted.rule)
    elif off is not None:
        link = entering.link_between(run.ctx, way.here, path[off])
        assert link is not None
        yield from entering.march_off(run, replace(stack, place=way.here), link)


def _is_link(run: Here, stack: Stack, path: tuple[str, ...], number: int, place: str) -> bool:
    """Whether a step of a path leads to another map by a link."""
    before = path[number - 1] if number else stack.place
    return place not in run.ctx.board.neighbours[before] and entering.link_between(run.ctx, before, place) is not None


def _way(run: Here, marches: Marches, stack: Stack, order: Move) -> tuple[str, ...] | Verdict:
    """The path as written, or the cheapest legal one to the destination as the side sees it."""
    if order.start and order.start != stack.place:
        return no("NLC-5.1", f"The move begins in {order.start}, but they stand in {stack.place}.", "Mend the path.")
    if order.path:
        return order.path
    if order.destination == stack.place:
        return no("NLC-5.1", f"They stand in {stack.place} already.", "Leave the move out.")
    spent = max((marches.trails[one].spent for one in stack.units if one in marches.trails), default=0)
    state = run.known()
    stepping = Stepping(run.ctx, run.state, stack, purses(run.ctx, state, stack, spent), marches.in_range)
    found = whole_way(run.ctx, stepping, order.destination)
    if found is None:
        return _why_no_way(run, stepping, order.destination)
    return found.path


def _why_no_way(run: Here, stepping: Stepping, goal: str) -> Verdict:
    """Why no way leads to a hex: what bars the first step towards it, if anything does."""
    board, here = run.ctx.board, stepping.stack.place
    nearest = min(board.neighbours[here], key=lambda place: (board.distance(place, goal), place))
    made = stepping.step(Footing(here), nearest)
    if isinstance(made, Finding):
        return made
    return no("NLC-5.1", f"No legal way leads from {here} to {goal}.", "Write the path, or go elsewhere.")


def may_go(run: Here, marches: Marches, stack: Stack, path: tuple[str, ...]) -> Verdict:
    """NLC-20.1e, NLC-20.2, NLC-28.2b: whether the orders of the pieces allow a path as a whole."""
    verdicts = (
        check(run, marches, stack, path)
        for check in (_leaders_go, _units_close, _units_return, _reserve_stays, _in_bounds)
    )
    return next((one for one in verdicts if not one.value), yes("NLC-5.1"))


def _leaders_go(run: Here, marches: Marches, stack: Stack, path: tuple[str, ...]) -> Verdict:
    verdicts = (leading.keeps_to_ways(run.ctx, run.state, leader, path) for leader in stack.leaders)
    return next((one for one in verdicts if not one.value), yes("NLC-20.2-R2"))


def _units_close(run: Here, marches: Marches, stack: Stack, path: tuple[str, ...]) -> Verdict:
    """NLC-20.2-A1: under Attack orders no path leads away from the enemy."""
    far = duties.enemy_distance(run.ctx, run.state, run.side)
    near = run.ctx.tables.movement.duties.near
    for one in stack.units:
        if order_for(run.ctx, run.state, run.state.unit(one)) != "attack":
            continue
        if far(path[-1]) > max(near, far(stack.place)):
            name = run.ctx.units[one].name
            return no(
                "NLC-20.2-A1", f"{name} has Attack orders, and {path[-1]} is farther from the enemy.", "Close in."
            )
    return yes("NLC-20.2-A1")


def _units_return(run: Here, marches: Marches, stack: Stack, path: tuple[str, ...]) -> Verdict:
    """NLC-20.1e: a unit out of command range may move only by the quickest way back into it."""
    for one in stack.units:
        if not marches.in_range.get(one, True) and not leads_back(
            run.ctx, run.state, stack, one, path, marches.in_range
        ):
            name = run.ctx.units[one].name
            return no("NLC-20.1e", f"{name} is out of command range.", "It may only take the quickest way back.")
    return yes("NLC-20.1e")


def _in_bounds(run: Here, marches: Marches, stack: Stack, path: tuple[str, ...]) -> Verdict:
    """NLC-27.8b-5: a formation that the scenario lets go so far and no farther."""
    verdicts = (permits.keeps_bounds(run.ctx, run.state.unit(one), path[-1]) for one in stack.units)
    return next((one for one in verdicts if not one.value), yes("NLC-27.8b-5"))


def _reserve_stays(run: Here, marches: Marches, stack: Stack, path: tuple[str, ...]) -> Verdict:
    """NLC-28.2b, A-69: Army Reserve does not come nearer to the enemy than the scenario says."""
    facts = run.ctx.facts.army_reserve
    kept = [one for one in stack.units if run.state.unit(one).in_reserve]
    if facts is None or not kept:
        return yes("NLC-28.2b")
    far = duties.enemy_distance(run.ctx, run.state, run.side)
    close = next((place for place in path if 0 < far(place) < facts.distance), None)
    if close is None:
        return yes("NLC-28.2b")
    name = run.ctx.units[kept[0]].name
    return no(
        "NLC-28.2b",
        f"{name} is in Army Reserve, and {close} is {far(close)} hexes from the enemy.",
        "Release it first.",
    )
