"""NLC-20.2: the order that a unit is under at this moment, whoever gave it."""

from __future__ import annotations

from typing import Literal

from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import State, Unit

InForce = Literal["attack", "defend", "reserve", "free", ""]
"""An order; "free" for who may move and attack whatever his order (NLC-28.4a-2); "" where a side does not know it."""


def order_for(ctx: Context, state: State, unit: Unit) -> InForce:
    """NLC-20.2, A-63: each unit is under the order of its own formation; single units in Army Reserve stand still.

    A corps in Army Reserve acts as under Reserve orders (A-69); games may know better (NLC-27.7-LO, NLC-28.4a-2).
    """
    own = ctx.game.own_order(ctx, state, unit)
    if own:
        return own
    formation = state.formations.get(formation_of(ctx, unit))
    if formation is None or unit.in_reserve or not formation.released:
        return "reserve"
    return formation.order
