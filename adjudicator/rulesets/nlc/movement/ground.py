"""NLC-5.1 to 5.2, NLC-T: what a step costs, in halves of a movement point, and where no step leads."""

from __future__ import annotations

from typing import cast

from adjudicator.maps.search import Leads, priced
from adjudicator.rulesets.nlc.context import Context

HALVES = 2
"""Movement is counted in halves of a point, because a road costs half of one."""


def step_cost(ctx: Context, here: int, toward: int, mounted: bool, demoralized: bool) -> int | None:
    """NLC-5.2a, NLC-5.2b, NLC-5.2c, NLC-5.2d, A-54: the cost of a step over a side of a hex; None where there is none.

    A way costs what the way costs, whatever it crosses; without one the ground counts, and a stream comes on top.
    A demoralized formation pays more for clear ground (NLC-22.3).
    """
    there = ctx.board.ring[here][toward]
    if there < 0 or is_closed(ctx, here, toward):
        return None
    side = ctx.board.side_at[here][toward]
    rates, terrain = ctx.tables.movement, ctx.tables.terrain
    if side.has("road"):
        return int(rates.road * HALVES)
    if side.has("trail"):
        return int(rates.trail * HALVES)
    cell = ctx.board.cell_at[there]
    assert cell is not None
    ground = terrain.of(cell.terrain)
    cost = ground.mounted if mounted else ground.foot
    if demoralized and cell.terrain == "clear":
        cost = rates.demoralized_clear
    extra = terrain.across("stream").extra if side.has("stream") else 0
    return (cost + extra) * HALVES


def is_closed(ctx: Context, here: int, toward: int) -> bool:
    """A-10, A-68: whether nobody crosses a hexside: a river without a bridge, a wall without a gate."""
    side = ctx.board.side_at[here][toward]
    return side.has(*_closed_kinds(ctx)) and not side.has("bridge", "gate")


def _closed_kinds(ctx: Context) -> tuple[str, ...]:
    found = ctx.memo.get("closed kinds")
    if found is None:
        found = ctx.memo["closed kinds"] = tuple(one.kind for one in ctx.tables.terrain.side if one.closed)
    return cast("tuple[str, ...]", found)


def between(ctx: Context, a: str, b: str, *, mounted: bool, demoralized: bool = False) -> int | None:
    """The cost of a step between two neighbouring hexes by their numbers; None where nobody can go."""
    ids = ctx.board.grid.ids
    toward = ctx.board.grid.direction(ids[a], ids[b])
    return None if toward is None else step_cost(ctx, ids[a], toward, mounted, demoralized)


def leads(ctx: Context, *, mounted: bool, demoralized: bool = False) -> Leads:
    """The ground as a search sees it, for foot or mounted men: priced once and kept."""
    key = f"leads/{mounted}/{demoralized}"
    found = ctx.memo.get(key)
    if found is None:

        def price(here: int, toward: int, _there: int) -> int | None:
            return step_cost(ctx, here, toward, mounted, demoralized)

        found = ctx.memo[key] = priced(ctx.board.ring, price)
    return cast(Leads, found)


def is_on_way(ctx: Context, place: str) -> bool:
    """NLC-20.2-R1: whether a hex is on a road or trail."""
    return place in _way_places(ctx)


def _way_places(ctx: Context) -> frozenset[str]:
    found = ctx.memo.get("way places")
    if found is None:
        sides = ctx.board.sides.items()
        found = frozenset(place for pair, side in sides if side.has("road", "trail") for place in pair)
        ctx.memo["way places"] = found
    return cast("frozenset[str]", found)
