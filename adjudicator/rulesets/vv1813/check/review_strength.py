"""What will count of the strength in a place, and which places would hold too many units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.types import Order, Side
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.vv1813.combat.engagement import strength_of
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.zones import excess, stacking_limit
from adjudicator.rulesets.vv1813.orders import Enter, Move
from adjudicator.rulesets.vv1813.state import State


def counted_strength(
    ctx: Context, state: State, side: Side, places: Sequence[str], units: Sequence[str]
) -> tuple[int, int, int]:
    """VV-8.4g: the strength of units that fight from some places: all of it, and the least and most that will count.

    Of an over-stacked place some do not count; those that do not fight are in excess before any other.
    """
    whole = least = most = 0
    for place in places:
        there = state.army(side).units_at.get(place, ())
        fighting = sorted(strength_of(ctx, unit) for unit in there if unit.id in units)
        many = max(0, excess(ctx, state, side, place) - (len(there) - len(fighting)))
        whole += sum(fighting)
        least += sum(fighting[: len(fighting) - many])
        most += sum(fighting[many:])
    return whole, least, most


def too_many(ctx: Context, state: State, side: Side, orders: Sequence[Order]) -> Iterator[tuple[int, Verdict]]:
    """VV-4.1d: places that would hold more units than may stand there, each with the line that brings the last one."""
    army = state.army(side)
    for place in sorted(army.units_at):
        many = excess(ctx, state, side, place)
        if not many:
            continue
        limit = stacking_limit(ctx, state, side, place)
        there = {unit.id for unit in army.units_at[place]}
        lines = [order.line for order in orders if isinstance(order, Move | Enter) and there & set(order.units)]
        names = ctx.names(sorted(there))
        reason = (
            f"{place} would hold {len(there)} units ({names}), {many} more than the {limit.value} that may stand there."
        )
        remedy = "In a combat the excess does not count, and each of them costs one (VV-8.4g)."
        yield max(lines, default=0), no("VV-4.1d", reason, remedy)
