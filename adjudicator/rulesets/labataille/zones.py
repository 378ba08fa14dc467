"""LB 14: zones of influence."""

from __future__ import annotations

from adjudicator.battle.zones import Zone, zone_of
from adjudicator.core.types import Side
from adjudicator.rulesets.labataille.context import Arm, Context
from adjudicator.rulesets.labataille.shapes import front_hexes
from adjudicator.rulesets.labataille.state import State, Unit, enemy_of


def has_zone(unit: Unit) -> bool:
    """LB-14.1, LB-14.2, R-60: everybody but routed units, columns of march and carrés, whose zone is their own hex."""
    return unit.status == "map" and unit.morale != "routed" and unit.formation not in ("road march", "carre")


def zone_hexes(ctx: Context, unit: Unit) -> tuple[str, ...]:
    """LB-14.1: the hexes of a unit's zone of influence."""
    return front_hexes(ctx, unit) if has_zone(unit) else ()


def zone(ctx: Context, state: State, side: Side, arm: Arm | None = None) -> Zone[str]:
    """LB-14.1: the zone of a side, of one arm of it if one is named."""
    key = f"zone/{side}/{arm}"
    found: Zone[str] | None = state.memo.get(key)
    if found is None:
        units = (
            unit
            for unit in state.units.values()
            if ctx.units[unit.id].side == side and (arm is None or ctx.units[unit.id].arm == arm)
        )
        found = zone_of(zone_hexes(ctx, unit) for unit in units)
        state.memo[key] = found
    return found


def is_in_enemy_zone(ctx: Context, state: State, side: Side, place: str, arm: Arm | None = None) -> bool:
    """LB-14.3: whether a hex lies in the enemy's zone."""
    return place in zone(ctx, state, enemy_of(side), arm)


def covering(ctx: Context, state: State, side: Side, place: str) -> tuple[Unit, ...]:
    """The units of a side whose zone covers a hex, by their ids."""
    return tuple(
        unit
        for unit in state.units.values()
        if ctx.units[unit.id].side == side and unit.status == "map" and place in zone_hexes(ctx, unit)
    )
