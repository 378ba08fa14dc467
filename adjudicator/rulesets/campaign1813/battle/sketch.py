"""CAM: the table drawn in words: which edge each road enters, and who stands at its other end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from adjudicator.core.types import Side
from adjudicator.core.view import Table
from adjudicator.maps.network import Road, Town
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.state import State

Edge = Literal["near", "far", "left", "right"]
"""An edge of the table as the attacker sees it, who stands at the near one."""
Vector = tuple[int, int]
"""East and north."""

_NARROW = (62, 100)
"""How much shorter a degree of longitude is than one of latitude, at 51.5 degrees north."""
_SOUTH: Vector = (0, -1)


def table_edges(ctx: Context, town: str, gates: Sequence[str]) -> dict[str, Edge]:
    """CAM-terr-4: the edge by which each road enters, by the town that it leads to.

    The attacker stands at the near edge, where the roads enter that he came by; the others lie as on the map around it.
    """
    facing = _facing(ctx, town, gates)
    ends = [road.other(town) for road in ctx.network.roads_at[town]]
    return {end: "near" if end in gates else _edge(facing, _way(ctx, town, end)) for end in ends}


def _facing(ctx: Context, town: str, gates: Sequence[str]) -> Vector:
    """The direction in which the attacker's edge lies: the middle of the roads that he came by."""
    ways = [_way(ctx, town, gate) for gate in gates]
    middle = (sum(east for east, _ in ways), sum(north for _, north in ways))
    return middle if middle != (0, 0) else ways[0] if ways else _SOUTH


def _way(ctx: Context, here: str, there: str) -> Vector:
    """The direction of a town from another; far ones weigh no more than near ones."""
    a, b = ctx.network.towns[here], ctx.network.towns[there]
    east = (b.lon - a.lon) * _NARROW[0] // _NARROW[1]
    north = b.lat - a.lat
    longest = max(abs(east), abs(north), 1)
    return 1000 * east // longest, 1000 * north // longest


def _edge(facing: Vector, way: Vector) -> Edge:
    ahead = facing[0] * way[0] + facing[1] * way[1]
    aside = facing[0] * way[1] - facing[1] * way[0]
    if abs(aside) > abs(ahead):
        return "right" if aside > 0 else "left"
    return "near" if ahead > 0 else "far"


def sketch(ctx: Context, town: Town, edges: Mapping[str, Edge], sides: tuple[str, str]) -> Table:
    """The table from above: its four edges with the roads that enter there, attacker below, defender above."""
    attacker, defender = sides

    def roads(edge: Edge) -> str:
        return ", ".join(ctx.town(end) for end, where in edges.items() if where == edge) or "no road"

    return Table(
        title="Sketch of the table",
        columns=("left edge", "middle", "right edge"),
        rows=(
            ("", f"edge of the {defender}: {roads('far')}", ""),
            (roads("left"), f"the field of {town.name}", roads("right")),
            ("", f"edge of the {attacker}: {roads('near')}", ""),
        ),
    )


def holders(state: State, town: str, roads: Iterable[Road]) -> dict[str, Side | None]:
    """Who stands at the end of each road: whose blocks are there, otherwise who holds the town; None for nobody."""
    found: dict[str, Side | None] = {}
    for end in (road.other(town) for road in roads):
        there = {block.side for block in state.pieces.at.get(end, ())}
        found[end] = there.pop() if len(there) == 1 else state.held.get(end)
    return found
