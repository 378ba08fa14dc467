"""LB 38.1: who charges, and at what."""

from __future__ import annotations

from adjudicator.rulesets.labataille.bodies import members
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.orders import DeclareCharge
from adjudicator.rulesets.labataille.state import State, Unit


def chargers_of(ctx: Context, state: State, side: str, order: DeclareCharge) -> tuple[str, ...]:
    """The units that an order names, or all cavalry of a hex."""
    if order.stack:
        return tuple(
            unit.id
            for unit in state.at(order.stack)
            if ctx.units[unit.id].side == side and ctx.units[unit.id].arm == "cavalry"
        )
    named = (one for name in order.units for one in members(ctx, state, ctx.side_of(order.units[0]), name))
    return tuple(dict.fromkeys(one for one in named if one in ctx.units))


def target_hex(ctx: Context, state: State, target: str, near: Unit) -> str:
    """The hex of a target: itself, or the nearest one of the unit that it names."""
    if target not in ctx.units:
        return target
    places = state.unit(target).places
    return min(places, key=lambda place: (ctx.board.distance(place, near.place), place), default="")
