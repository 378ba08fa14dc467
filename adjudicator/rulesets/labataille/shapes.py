"""LB 13, LB 14.1: what a unit in its formation looks like: its front, its flanks and its rear, and its zone."""

from __future__ import annotations

from adjudicator.battle.facing import Arc, Facing, Outline, faced, outline, row, struck
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import Unit
from adjudicator.rulesets.labataille.tables import FormationFacts

BUILT_UP = ("hamlet", "village", "town")
NO_OUTLINE = Outline((), (), ())


def facts_of(ctx: Context, unit: Unit) -> FormationFacts:
    """LB-15.1: what the tables say of a unit's formation."""
    found = ctx.tables.formations.of(ctx.branch(unit.id), unit.formation)
    assert found is not None, f"{unit.id} cannot be in {unit.formation}"
    return found


def facing_of(ctx: Context, unit: Unit) -> Facing | None:
    """LB-13.2 to LB-13.14: the hexside or corner that a unit looks at; None where it looks at none."""
    faces = facts_of(ctx, unit).faces
    if faces == "none" or not unit.facing or unit.morale == "routed":
        return None
    grid = ctx.board.grid
    if faces == "side":
        return Facing("side", grid.side_names.index(unit.facing))
    return Facing("corner", grid.corner_names.index(unit.facing))


def shape(ctx: Context, unit: Unit) -> Outline:
    """LB-13: the outer hexsides of a unit by arc; nothing for one that has neither front nor flank.

    A disordered unit has the arcs of a column (section 3): three front, two flank, one rear.
    """
    if unit.status != "map" or unit.morale == "routed":
        return NO_OUTLINE
    grid = ctx.board.grid
    places = tuple(grid.ids[place] for place in unit.places)
    if all_round(ctx, unit):
        sides = [(place, side) for place in places for side in range(6) if grid.ring[place][side] not in places]
        return Outline(tuple(sides), (), ())
    arcs = facts_of(ctx, unit).arcs_of(len(places))
    if arcs is None:
        return NO_OUTLINE
    return outline(grid, places, facing_of(ctx, unit) or Facing("side", 0), arcs)


def front_hexes(ctx: Context, unit: Unit) -> tuple[str, ...]:
    """LB-14.1: the hexes next to a unit's front hexsides."""
    names = ctx.board.grid.names
    return tuple(names[place] for place in faced(ctx.board.grid, shape(ctx, unit).front))


def arcs_from(ctx: Context, unit: Unit, origin: str, place: str) -> tuple[Arc, ...]:
    """LB-13.15, LB-13.16: by which arcs a straight line from a hex comes into a hex of the unit."""
    ids = ctx.board.grid.ids
    return struck(ctx.board.grid, shape(ctx, unit), ids[origin], ids[place])


def line_places(ctx: Context, place: str, facing: str, hexes: int) -> tuple[str, ...] | None:
    """LB-13.5: the hexes of a line that begins in one and faces a corner; None where the map ends."""
    grid = ctx.board.grid
    there = row(grid, grid.ids[place], Facing("corner", grid.corner_names.index(facing)), hexes)
    return None if there is None else tuple(grid.names[one] for one in there)


def all_round(ctx: Context, unit: Unit) -> bool:
    """HEI-jaeger-1: jaegers who skirmish in a village have neither flank nor rear."""
    jaegers = ctx.units[unit.id].type in ("jaeger", "guard_jaeger") and unit.formation == "skirmish"
    return jaegers and unit.morale == "good" and all(ctx.board.cells[one].terrain in BUILT_UP for one in unit.places)
