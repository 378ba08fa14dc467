"""NLC-8.3: lines of sight."""

from __future__ import annotations

from adjudicator.maps.sight import sides_met, sight_line
from adjudicator.rulesets.nlc.context import Context


def can_see(ctx: Context, here: str, there: str) -> bool:
    """Whether a line from the centre of one hex to that of another is open; units never block it."""
    return why_unseen(ctx, here, there) == ""


def why_unseen(ctx: Context, here: str, there: str) -> str:
    """NLC-8.3: what blocks the line between two hexes, as a fact; nothing if it is open.

    Woods, towns and chateaux between the two (NLC-8.3a, not in the hexes themselves: A-24); a crest hexside that the
    line crosses or whose end it touches (NLC-8.3b). A line along a crest is blocked by blocking ground on both sides
    of it (NLC-8.3c), and a line along any hexside by blocking ground on one side of it and a crest on the other
    (NLC-8.3d).
    """
    grid = ctx.board.grid
    line = sight_line(grid, grid.ids[here], grid.ids[there])
    crest = next((side for side in sides_met(grid, line) if is_crest(ctx, side)), None)
    if crest is not None:
        a, b = grid.side_hexes(crest)
        return f"the crest between {grid.names[a]} and {grid.names[b]} is in the way"
    for stretch in line.stretches:
        blocking = [a for a in stretch if blocks(ctx, a)]
        if len(blocking) == len(stretch):
            return f"{grid.names[blocking[0]]} is in the way"
        if blocking and any(
            is_crest(ctx, side) for side in line.followed if set(grid.side_hexes(side)) == set(stretch)
        ):
            return f"{grid.names[blocking[0]]} and the crest beside it are in the way"
    return ""


def blocks(ctx: Context, hex_id: int) -> bool:
    """NLC-8.3a: whether the ground of a hex blocks sight."""
    cell = ctx.board.cell_at[hex_id]
    return cell is not None and ctx.tables.terrain.of(cell.terrain).blocks_sight


def is_crest(ctx: Context, side: int) -> bool:
    """Whether a hexside is a crest."""
    hex_id, toward = divmod(side, 6)
    return ctx.board.side_at[hex_id][toward].has("crest")
