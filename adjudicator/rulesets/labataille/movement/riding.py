"""LB 7, R-59: leaders ride: alone, or with a unit."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.maps.search import cheapest, priced
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import Mover, bridge_over, step_cost
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.movement.events import LeaderRode
from adjudicator.rulesets.labataille.orders import MarchWith
from adjudicator.rulesets.labataille.state import State

RIDER = Mover("cavalry", "column")


def ride(run: Here, leader: str, path: tuple[str, ...], goal: str) -> Asking[Verdict]:
    """R-59: at cavalry costs, past zones, never onto the enemy."""
    ctx, one = run.ctx, run.state.leader(leader)
    name = ctx.leaders[leader].name
    if one.status != "map":
        return no("LB-7.1", f"{name} is not on the map.", "Leave the order out.")
    left = 2 * ctx.leaders[leader].movement - one.spent
    if not path and goal != one.place:
        found = way(ctx, run.known(), ctx.leaders[leader].side, one.place, goal, left)
        if found is None:
            return no("LB-7.1", f"{name} cannot reach {goal}.", "Send him part of the way.")
        path = found
    spent, here = 0, one.place
    for there in path:
        cost = ride_cost(ctx, run.state, ctx.leaders[leader].side, here, there)
        if cost is None or there not in ctx.board.neighbours[here]:
            return no("LB-7.1", f"{name} cannot ride from {here} to {there}.", "Mend the way.")
        spent, here = spent + cost, there
    if spent > left:
        return no("LB-7.1", f"{name} has not the points to ride to {here}.", "Send him part of the way.")
    if path:
        yield LeaderRode(side=ctx.leaders[leader].side, leader=leader, path=path, spent=spent)
    return yes("LB-7.1")


def ride_cost(ctx: Context, state: State, side: Side, a: str, b: str) -> int | None:
    """R-59: what a step costs a leader; None where he may not go."""
    if any(ctx.units[unit.id].side != side for unit in state.at(b)):
        return None
    cost = step_cost(ctx, state, RIDER, a, b)
    if cost is None and (bridge_over(ctx, state, a, b) or ctx.board.side(a, b).has("road")):
        cost = step_cost(ctx, state, Mover("cavalry", "road march"), a, b)
    return cost


def way(ctx: Context, state: State, side: Side, start: str, goal: str, limit: int) -> tuple[str, ...] | None:
    """The cheapest way of a leader."""
    grid = ctx.board.grid
    if goal not in grid.ids:
        return None
    leads = priced(ctx.board.ring, lambda a, _, b: ride_cost(ctx, state, side, grid.names[a], grid.names[b]))
    found = cheapest([grid.ids[start]], leads, lambda node: node == grid.ids[goal], limit)
    return None if found is None else tuple(grid.names[node] for node in found.nodes)


def with_unit(run: Here, order: MarchWith) -> Asking[Verdict]:
    """`march Napoleon with 57e Ligne`: to where the unit stands now."""
    unit = run.state.unit(order.unit)
    if unit.status != "map":
        return no("LB-7.1", f"{run.ctx.units[order.unit].name} is not on the map.", "Name another unit.")
    return (yield from ride(run, order.leader, (), unit.place))
