"""LB 5, LB 12: how strong a unit is: increments, losses, and how they lie in the hexes of a unit."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.rulesets.labataille.context import Context, share
from adjudicator.rulesets.labataille.state import Unit


def increments(ctx: Context, unit: Unit) -> int:
    """LB-5.1: printed increments less losses."""
    return ctx.units[unit.id].increments - unit.losses


def in_hex(ctx: Context, unit: Unit, place: str, spare: str = "") -> int:
    """The increments of a unit in one of its hexes: as even as can be, the odd ones not in `spare` (R-121).

    A column of march fills its hexes from the front (LB-16.33).
    """
    now, hexes = increments(ctx, unit), len(unit.places)
    if hexes == 1:
        return now
    if unit.formation == "road march":
        full = ctx.tables.formations.of(ctx.branch(unit.id), "road march")
        room = full.per_hex if full is not None else now
        return max(0, min(room, now - room * unit.places.index(place)))
    order = [one for one in unit.places if one != spare] + [one for one in unit.places if one == spare]
    return now // hexes + (order.index(place) < now % hexes)


def battalions(ctx: Context, unit: Unit) -> int:
    """How many battalions a unit counts for: a regiment counts those that it may break into."""
    return max(1, len(ctx.battalions.get(unit.id, ())))


def lost_more_than_half(ctx: Context, unit: Unit) -> bool:
    """LB-12.3: whether infantry bears the modifier of heavy losses."""
    card = ctx.units[unit.id]
    return card.arm == "infantry" and unit.losses > ctx.tables.numbers.losses.heavy_lost * card.increments


def melee_value(ctx: Context, unit: Unit) -> Fraction:
    """LB-12.1, LB-12.4, LB-12.5: the printed melee value in proportion to what is left, before any multiplier."""
    card = ctx.units[unit.id]
    return share(card.melee, increments(ctx, unit), card.increments)


def lance_bonus(ctx: Context, unit: Unit) -> Fraction:
    """LB-12.6: the lance bonus in proportion to what is left."""
    card = ctx.units[unit.id]
    return share(card.lance, increments(ctx, unit), card.increments)
