"""LB 23, R-90: lines of sight over heights, buildings, woods and units."""

from __future__ import annotations

from adjudicator.battle.facing import is_in_field
from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.maps.sight import sight_line
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import BUILDINGS, FOREST, elevation
from adjudicator.rulesets.labataille.shapes import shape
from adjudicator.rulesets.labataille.state import State, Unit

OPEN: Finding[bool] = Finding(rule=RuleId("LB-23.1"), value=True, because="the line of sight is open")


def sees(
    ctx: Context, state: State, viewer: Unit, place: str, target: str, *, only_forest: bool = False
) -> Finding[bool]:
    """LB-23.2, LB-23.3: whether a unit sees a hex from one of its own, through its front hexsides alone.

    `only_forest`: nothing else blocks (HEI-redoubt-1, HEI-redoubt-2).
    """
    grid = ctx.board.grid
    if not is_in_field(grid, shape(ctx, viewer), grid.ids[place], grid.ids[target]):
        return Finding(rule=RuleId("LB-23.2"), value=False, because=f"{target} does not lie before its front")
    return open_line(ctx, state, ctx.units[viewer.id].side, place, target, only_forest=only_forest)


def sees_from_any(ctx: Context, state: State, viewer: Unit, target: str) -> bool:
    """LB-23.1: whether a unit sees a hex from any of its hexes."""
    return any(sees(ctx, state, viewer, place, target).value for place in viewer.places)


def open_line(
    ctx: Context, state: State, side: Side, place: str, target: str, *, only_forest: bool = False
) -> Finding[bool]:
    """LB-23.3 to LB-23.9: whether nothing between two hexes blocks."""
    grid, far = ctx.board.grid, ctx.board.distance
    if far(place, target) <= 1:
        return OPEN
    for stretch in sight_line(grid, grid.ids[place], grid.ids[target]).stretches:
        for number in stretch:
            why = _blocks(ctx, state, side, (place, target), grid.names[number], only_forest)
            if why is not None:
                return why
    return OPEN


def _blocks(
    ctx: Context, state: State, side: Side, ends: tuple[str, str], between: str, only_forest: bool
) -> Finding[bool] | None:
    place, target = ends
    ground = ctx.board.cells[between].terrain
    ev, et, eo = elevation(ctx, place), elevation(ctx, target), elevation(ctx, between)
    nearer_viewer = ctx.board.distance(between, place) < ctx.board.distance(between, target)
    nearer_target = ctx.board.distance(between, place) > ctx.board.distance(between, target)
    opened = (ev > et and nearer_viewer) or (ev < et and nearer_target)
    if ground in FOREST and not opened:
        return _blocked("LB-23.4", f"the wood in {between} is in the way")
    if only_forest:
        return None
    if ground in BUILDINGS:
        return _blocked("LB-23.4", f"the houses in {between} are in the way")
    if eo > ev and eo > et:
        return _blocked("LB-23.4", f"the rise in {between} is in the way")
    if (eo > ev or eo > et) and not opened:
        return _blocked("LB-23.8", f"the rise in {between} is in the way")
    if not _has_formation(state, between):
        return None
    if ev == et:
        return _blocked("LB-23.4", f"the units in {between} are in the way") if eo >= ev else None
    if ev > et:
        return None if nearer_viewer else _blocked("LB-23.8", f"the units in {between} are in the way")
    is_friend = any(ctx.units[unit.id].side == side for unit in state.at(between))
    if nearer_target and not (is_friend and ctx.board.distance(between, target) == 1):
        return None
    return _blocked("LB-23.9", f"the units in {between} are in the way")


def _blocked(rule: str, because: str) -> Finding[bool]:
    return Finding(rule=RuleId(rule), value=False, because=because)


def _has_formation(state: State, place: str) -> bool:
    """LB-23.4: formations that have not routed; leaders block nothing."""
    return any(unit.morale != "routed" for unit in state.at(place))


def over_heads(ctx: Context, state: State, unit: Unit, place: str, target: str) -> bool:
    """HEI-redoubt-1, HEI-redoubt-2: position guns at long range, licornes at medium too, see over all but forest."""
    card, far = ctx.units[unit.id], ctx.board.distance(place, target)
    if card.is_licorne:
        return far > ctx.tables.numbers.fire.short
    return card.type.endswith("position") and far > ctx.tables.numbers.fire.medium
