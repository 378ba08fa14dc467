"""LUT 10.5, 10.6: the Coalition's way home: the roads of the south and the east."""

from __future__ import annotations

from adjudicator.maps.hexgrid import DIRECTIONS, column_row, ring
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts


def is_edge_of_retreat(ctx: Context, place: str) -> bool:
    """LUT-10.G3: a place of the map's edge from 1514 along the last row and up the last column to 2311."""
    numbers = facts(ctx).exit
    column, row = column_row(place)
    columns, rows = ctx.board.size
    return (row == rows and column >= numbers.from_column) or (column == columns and row >= numbers.from_row)


def free_lines(ctx: Context, place: str) -> tuple[tuple[str, ...], ...]:
    """VV-10.5A: the straight lines of places from here to that edge, in any of the six directions."""
    if is_edge_of_retreat(ctx, place):
        return ((),)
    found = []
    for toward in range(len(DIRECTIONS)):
        way: list[str] = []
        here = ring(place)[toward]
        while here in ctx.board.cells:
            way.append(here)
            if is_edge_of_retreat(ctx, here):
                found.append(tuple(way))
                break
            here = ring(here)[toward]
    return tuple(found)
