"""What an umpire may put right: blocks, towns and depots, each by a plain change of the position."""

from __future__ import annotations

from adjudicator.core.types import Event, Order
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.events import PositionAdjusted
from adjudicator.rulesets.campaign1813.movement import expand
from adjudicator.rulesets.campaign1813.orders import Change, Move
from adjudicator.rulesets.campaign1813.state import State


def adjust(ctx: Context, state: State, order: Order) -> tuple[Event, ...]:
    """The events of a change: one of the umpire's own, or a refused march that he allows."""
    match order:
        case Change():
            return (_changed(order),)
        case Move():
            return tuple(
                PositionAdjusted(what="block", id=block.id, place=march.path[-1] if march.path else march.destination)
                for march in order.marches
                for block in expand(ctx, state, order.side, march.units, order.origin)
            )
        case _:
            return ()


def _changed(order: Change) -> PositionAdjusted:
    return PositionAdjusted(
        what=order.what,
        id=order.id,
        place=order.place,
        status=order.status,
        hits=order.hits,
        disrupted=order.disrupted,
        inside=order.inside,
        side=order.of,
        type=order.type,
    )
