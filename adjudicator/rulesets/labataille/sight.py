"""LB-6.2, R-102: what a side knows. Everything on the map is open; hidden are printed values, arrivals and groups.

Printed values are no part of the position: reports and `check` ask `reveals` whether a side may read a card.
"""

from __future__ import annotations

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.values import replace
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import Charge, State


def known(ctx: Context, state: State, side: Side) -> State:
    """The position as a side knows it: the enemy's arrivals are secret until they enter (D30), his groups always."""
    if side == UMPIRE:
        return state
    units = [
        replace(unit, due=None, entry="", held_back=False)
        for unit in state.units.values()
        if unit.status == "waiting" and ctx.units[unit.id].side != side
    ]
    leaders = [
        replace(one, due=None, entry="")
        for one in state.leaders.values()
        if one.status == "waiting" and ctx.leaders[one.id].side != side
    ]
    seen = state.with_units(*units).with_leaders(*leaders)
    own = {name: those for name, those in state.bodies.items() if all(ctx.units[one].side == side for one in those)}
    return replace(
        seen,
        bodies=own,
        charges=tuple(one if _rides_for(ctx, one, side) else Charge(one.units, "") for one in state.charges),
        volleys=tuple(one if one.side == side else replace(one, elite=0) for one in state.volleys),
    )


def _rides_for(ctx: Context, charge: Charge, side: Side) -> bool:
    """LB-38.1: whither a charge goes shows the enemy only as it rides."""
    return ctx.side_of(charge.units[0]) == side


def reveals(ctx: Context, side: Side, piece: str) -> bool:
    """LB-6.2: whether a side may see the specific side of a counter, or a leader's numbers."""
    return side == UMPIRE or ctx.side_of(piece) == side
