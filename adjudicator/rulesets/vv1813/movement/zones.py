"""VV 4: stacking and zones of control."""

from __future__ import annotations

from typing import cast

from adjudicator.battle import zones
from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.tables import stacking_table, terrain
from adjudicator.rulesets.vv1813.state import Army, State, enemy_of


def stacking_limit(ctx: Context, state: State, side: Side, place: str) -> Finding[int]:
    """VV-4.1a: two combat units a place; three with a commander (VV-4.1b) or in a built-up place (VV-4.1c).

    The two increases do not add up. Commanders and markers never count; the staff of a dead one is none (VV-8.7f).
    """
    table = stacking_table(ctx)
    kind = ctx.board.cells[place].terrain
    if kind in table.raised_in:
        return Finding(rule=RuleId("VV-4.1c"), value=table.raised, because=f"{place} is a {kind}")
    leaders = [one for one in state.army(side).commanders_at.get(place, ()) if one.health != "killed"]
    if leaders:
        name = ctx.counters[leaders[0].id].name
        return Finding(rule=RuleId("VV-4.1b"), value=table.raised, because=f"{name} is at {place}")
    return Finding(rule=RuleId("VV-4.1a"), value=table.limit, because="no commander, open ground")


def excess(ctx: Context, state: State, side: Side, place: str) -> int:
    """VV-4.1d: combat units over the limit at a place."""
    count = len(state.army(side).units_at.get(place, ()))
    return max(0, count - stacking_limit(ctx, state, side, place).value)


def zone(ctx: Context, state: State, side: Side) -> frozenset[str]:
    """VV-4.2a: the places in the zone of control of a side's combat units; commanders have none.

    Units of the other side in those places do not cancel it (VV-4.2f).
    """
    army = state.army(side)
    found = army.__dict__.get("zone")
    if found is None:
        found = _zone(ctx, army)
        army.__dict__["zone"] = found
    return cast("frozenset[str]", found)


def enemy_zone(ctx: Context, state: State, side: Side) -> frozenset[str]:
    """The places in the zone of control of a side's enemy."""
    return zone(ctx, state, enemy_of(side))


def controllers(ctx: Context, state: State, side: Side, place: str) -> tuple[str, ...]:
    """The places whose units of a side have a zone of control over a place."""
    held = state.army(side).units_at
    return zones.controllers(reach(ctx), ctx.board.neighbours[place], held.__contains__, place)


def reach(ctx: Context) -> zones.Reach[str]:
    """The places over which a unit has a zone of control, by the place it stands in."""
    found = ctx.board.__dict__.get("reach")
    if found is None:
        found = zones.Reach(ctx.board.neighbours.__getitem__, lambda here, there: _stops(ctx, here, there))
        ctx.board.__dict__["reach"] = found
    return cast("zones.Reach[str]", found)


def _zone(ctx: Context, army: Army) -> frozenset[str]:
    extends = reach(ctx)
    return frozenset(place for origin in army.units_at for place in extends[origin])


def _stops(ctx: Context, origin: str, place: str) -> bool:
    """VV-4.2b, VV-4.2c: not into towns and villages nor over unbridged water, unless from a town or village."""
    if terrain(ctx, ctx.board.cells[origin].terrain).settled:
        return False
    between = ctx.board.side(origin, place)
    return terrain(ctx, ctx.board.cells[place].terrain).settled or (bool(between.water) and not between.bridge)
