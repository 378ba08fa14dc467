"""NLC-5.4: zones of control."""

from __future__ import annotations

from typing import cast

from adjudicator.battle.zones import Reach
from adjudicator.core.types import Side
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.ground import is_closed
from adjudicator.rulesets.nlc.state import State, enemy_of


def reach(ctx: Context) -> Reach[str]:
    """NLC-5.4a, NLC-5.4b: the hexes over which a unit has a zone: its neighbours.

    Not across a river or wall that nobody can cross (A-10, A-68), nor into a chateau (A-9).
    """
    found = ctx.memo.get("reach")
    if found is None:
        grid = ctx.board.grid

        def stops(here: str, there: str) -> bool:
            toward = grid.direction(grid.ids[here], grid.ids[there])
            assert toward is not None
            return ctx.board.cells[there].terrain == "chateau" or is_closed(ctx, grid.ids[here], toward)

        found = ctx.memo["reach"] = Reach(ctx.board.neighbours.__getitem__, stops)
    return cast("Reach[str]", found)


def zone(ctx: Context, state: State, side: Side) -> frozenset[str]:
    """NLC-5.4a: the hexes in the zone of control of a side's units; leaders have none (NLC-19.1)."""
    force = state.force(side)
    found = force.memo.get("zone")
    if found is None:
        extends = reach(ctx)
        found = force.memo["zone"] = frozenset(place for origin in force.units_at for place in extends[origin])
    return cast("frozenset[str]", found)


def enemy_zone(ctx: Context, state: State, side: Side) -> frozenset[str]:
    """The hexes in the zone of control of a side's enemy."""
    return zone(ctx, state, enemy_of(side))


def is_in_zone(ctx: Context, state: State, side: Side, place: str) -> bool:
    """Whether a side's piece in a hex stands in an enemy zone; in a chateau it never does (NLC-10.2)."""
    return place in enemy_zone(ctx, state, side)


def adjacent_enemies(ctx: Context, state: State, side: Side, place: str) -> tuple[str, ...]:
    """The hexes next to one that hold enemy units and can be fought over: no closed hexside between (A-68)."""
    held = state.force(enemy_of(side)).units_at
    grid = ctx.board.grid
    here = grid.ids[place]
    return tuple(
        sorted(
            there
            for there in ctx.board.neighbours[place]
            if there in held and not is_closed(ctx, here, cast(int, grid.direction(here, grid.ids[there])))
        )
    )


def barred(ctx: Context, state: State, side: Side) -> frozenset[int]:
    """NLC-20.1b, A-34, A-42: the ids of hexes where no line of a side leads.

    Enemy units stand there, or their zone lies on it and no friendly unit does.
    """
    own, other = state.force(side), state.force(enemy_of(side))
    found = own.memo.get("barred")
    if found is None or found[0] is not other.memo:
        ids = ctx.board.grid.ids
        covered = frozenset(own.units_at)
        closed = frozenset(ids[place] for place in (zone(ctx, state, enemy_of(side)) - covered) | other.units_at.keys())
        found = own.memo["barred"] = (other.memo, closed)
    return cast("frozenset[int]", found[1])
