"""What an umpire may put right: pieces, markers, morale and objectives, each by a plain change of the position."""

from __future__ import annotations

from adjudicator.core.types import Event, Order
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.events import PositionAdjusted
from adjudicator.rulesets.vv1813.orders import Change, Move
from adjudicator.rulesets.vv1813.state import State


def adjust(ctx: Context, state: State, order: Order) -> tuple[Event, ...]:
    """The events of a change: one of the umpire's own, or a refused move that he allows."""
    match order:
        case Change():
            return (_changed(order),)
        case Move() if order.path or order.destination:
            place = order.path[-1] if order.path else order.destination
            return tuple(_put(state, piece, place) for piece in _pieces(state, order))
        case _:
            return ()


def _changed(order: Change) -> PositionAdjusted:
    return PositionAdjusted(
        what=order.what,
        id=order.id,
        place=order.place or None,
        status=order.status,
        reduced=order.reduced,
        health=order.health,
        value=order.value,
        side=order.of,
    )


def _pieces(state: State, order: Move) -> tuple[str, ...]:
    if not order.stack:
        return order.units
    army = state.army(order.side)
    units = tuple(unit.id for unit in army.units_at.get(order.stack, ()))
    return (*units, *(one.id for one in army.commanders_at.get(order.stack, ())))


def _put(state: State, piece: str, place: str) -> PositionAdjusted:
    is_unit = any(piece in army.units for army in state.armies.values())
    return PositionAdjusted(what="unit" if is_unit else "commander", id=piece, place=place, status="map")
