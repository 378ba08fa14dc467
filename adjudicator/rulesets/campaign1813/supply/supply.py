"""CAM: supply: routes from blocks by their corps HQ to depots, for a whole side in a few passes over the roads."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.forced import loss_test, with_leader
from adjudicator.rulesets.campaign1813.march.routes import is_enemy_held
from adjudicator.rulesets.campaign1813.march.towns import settle_towns
from adjudicator.rulesets.campaign1813.plans import Run, prefix
from adjudicator.rulesets.campaign1813.state import Block, Depot, State, enemy_of
from adjudicator.rulesets.campaign1813.supply.events import AttritionTested, SupplyChecked
from adjudicator.rulesets.campaign1813.supply.strength import strongest


def run_supply(run: Run) -> Telling:
    """CAM-turn-5, CAM-iso-2: the active side traces supply for every block; the isolated roll, the first time too."""
    checked = check_supply(run.ctx, run.state, run.side)
    yield checked
    wasting = [run.state.block(block) for block in checked.isolated]
    tests, rolls = [], []
    for block in wasting:
        if not block.fights:
            continue
        roll = run.dice.roll(f"{prefix(run)}/attrition/{block.id}", veiled=True)
        rolls.append(roll)
        score = attrition_score(run.ctx, run.state, block, roll.total)
        tests.append(loss_test(run.ctx, run.state, block.id, score, run.ctx.tables.attrition))
    if tests:
        yield AttritionTested(side=run.side, tests=tuple(tests), rolls=tuple(rolls))
        yield from settle_towns(run)


def check_supply(ctx: Context, state: State, side: Side) -> SupplyChecked:
    """CAM-supply-1, CAM-supply-2, CAM-supply-3, CAM-supply-4, CAM-iso-1: every block of a side.

    Without a route it is marked; if it was marked in the side's last supply phase it is isolated (A-37); with a route
    it loses its mark.
    """
    traced = supplied(ctx, state, side)
    out, isolated, restored = [], [], []
    for block in state.pieces.blocks.values():
        if block.side != side or block.status != "map":
            continue
        if block.id in traced:
            if block.supply != "in":
                restored.append(block.id)
        elif block.supply == "in":
            out.append(block.id)
        else:
            isolated.append(block.id)
    return SupplyChecked(side=side, out=tuple(out), isolated=tuple(isolated), restored=tuple(restored))


def attrition_score(ctx: Context, state: State, block: Block, die: int) -> Finding[int]:
    """CAM-attr-2, CAM-attr-3 (A-13): the die, and 1 for an Army Leader of the side in the block's town."""
    leader = leader_beside(state, block)
    return with_leader(ctx, die, leader, "CAM-attr-2", "CAM-attr-3", ctx.tables.attrition)


def leader_beside(state: State, block: Block) -> str:
    """An Army Leader of the same side in a block's town, on the same side of the walls; "" if there is none."""
    here = state.pieces.of(block.place or "", block.side)
    return next((one.id for one in here if one.kind == "leader" and one.inside == block.inside), "")


# --- tracing -----------------------------------------------------------------------------------------------------


def closed_towns(state: State, side: Side) -> frozenset[str]:
    """CAM-supply-8 (A-36): the towns that no route of a side may enter: those with an enemy combat block."""
    enemy = enemy_of(side)
    return frozenset(town for town, sides in state.pieces.holders.items() if enemy in sides)


def open_depots(state: State, side: Side) -> dict[str, Depot]:
    """CAM-supply-1 (A-33): a side's depots in towns without an enemy; one under siege supplies only those inside."""
    return {
        town: depot
        for town, depot in state.depots.items()
        if depot.owner == side and not is_enemy_held(state, side, town)
    }


def depot_reach(ctx: Context, state: State, side: Side) -> Mapping[str, int]:
    """CAM-supply-5, CAM-supply-8, CAM-supply-9: every town from which a depot can be reached, and what is left of its
    range there: one pass outward from all depots at once, never through a town with an enemy combat block (A-36).
    """
    sources = {town: ctx.tables.supply_reach[depot.type] for town, depot in open_depots(state, side).items()}
    closed = closed_towns(state, side)
    return ctx.network.outward(sources, ctx.tables.supply_price, lambda town: town not in closed)


def heads(ctx: Context, state: State, side: Side) -> dict[str, Block]:
    """CAM-lead-6, CAM-supply-8 (A-35): for each corps its HQ on the map, or while that is lost its strongest block."""
    found: dict[str, Block] = {}
    for corps in ctx.corps.values():
        if corps.side != side:
            continue
        head = state.pieces.blocks.get(corps.hq)
        if head is None or head.status != "map":
            mine = [state.pieces.blocks[b] for b in corps.blocks if b in state.pieces.blocks]
            head = strongest(ctx, [block for block in mine if block.status == "map"])
        if head is not None:
            found[corps.id] = head
    return found


def around_head(ctx: Context, head: Block, closed: frozenset[str]) -> frozenset[str]:
    """CAM-supply-10: towns within 1 MP of a headquarters: two major sections or one minor, not past the enemy.

    The route runs from the block to its HQ: the block's own town may hold an enemy before whom it stands, the HQ's
    town and those between may not.
    """
    assert head.place is not None
    if head.place in closed:
        return frozenset((head.place,))
    sources = {head.place: ctx.tables.supply_reach["HQ"]}
    return frozenset(ctx.network.outward(sources, ctx.tables.supply_price, lambda town: town not in closed))


def supplied(ctx: Context, state: State, side: Side) -> frozenset[str]:
    """CAM-supply-1, CAM-supply-8, CAM-supply-11: the blocks of a side that can trace a route; it uses no roads up."""
    reach, closed = depot_reach(ctx, state, side), closed_towns(state, side)
    near: dict[str, Collection[str]] = {"": reach}
    for corps, head in heads(ctx, state, side).items():
        near[corps] = around_head(ctx, head, closed) if not head.inside and head.place in reach else ()
    found, roster = [], ctx.roster
    for block in state.pieces.blocks.values():
        if block.side != side or block.status != "map" or block.place is None:
            continue
        if block.inside:
            if _has_own_depot(state, side, block.place):
                found.append(block.id)
        elif block.place in near.get(roster[block.id].corps, ()):
            found.append(block.id)
    return frozenset(found)


def _has_own_depot(state: State, side: Side, town: str) -> bool:
    """CAM-supply-1 (A-33): blocks behind walls live on the depot of their own town, if it has one."""
    depot = state.depots.get(town)
    return depot is not None and depot.owner == side


# --- supply lines, for maps and tables ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A supply line: a headquarters or a block without a corps, its way to a depot, the cost and the range."""

    block: str
    path: tuple[str, ...]
    """Towns from the block's to the depot's; empty if there is no route."""
    depot: str = ""
    cost: int = 0
    """In parts of a movement point (`Tables.supply_parts`)."""
    reach: int = 0


def supply_lines(ctx: Context, state: State, side: Side) -> tuple[Line, ...]:
    """CAM-supply-8: the cheapest route of every headquarters, and of every block that traces from its own town."""
    depots = open_depots(state, side)
    goals = {town: ctx.tables.supply_reach[depot.type] for town, depot in depots.items()}
    starts = [head.id for head in heads(ctx, state, side).values()]
    starts += [
        block.id
        for block in state.pieces.blocks.values()
        if block.side == side and block.status == "map" and not ctx.card(block).corps
    ]
    closed = closed_towns(state, side)
    return tuple(_line(ctx, state, state.block(block), goals, closed) for block in starts)


def _line(ctx: Context, state: State, block: Block, goals: Mapping[str, int], closed: frozenset[str]) -> Line:
    assert block.place is not None
    if block.inside:
        own = _has_own_depot(state, block.side, block.place)
        return Line(block.id, (block.place,), block.place) if own else Line(block.id, ())
    path, cost = ctx.network.cheapest(block.place, goals, ctx.tables.supply_price, lambda town: town not in closed)
    return Line(block.id, path, path[-1], cost, goals[path[-1]]) if path else Line(block.id, ())
