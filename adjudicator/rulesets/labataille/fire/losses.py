"""LB 11, LB 16.41, LB 16.42: on whom the losses of a fire fall."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.battle.losses import Share, alternating, in_order, one_each
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.state import Unit


def after_halving(ctx: Context, stack: Sequence[Unit], result: int) -> int:
    """LB-16.41: unlimbered guns alone lose half, rounded down."""
    alone = all(ctx.units[unit.id].arm == "artillery" and unit.formation == "unlimbered" for unit in stack)
    return result // 2 if alone else result


def shared(ctx: Context, stack: Sequence[Unit], result: int, *, artillery: bool) -> Share:
    """LB-11.1 to LB-11.3: the top unit; of gun fire all in turn; with guns foot and guns by turns, foot first."""
    room = {unit.id: increments(ctx, unit) for unit in stack}
    order = [unit.id for unit in stack]
    guns = [unit.id for unit in stack if ctx.units[unit.id].arm == "artillery" and unit.formation == "unlimbered"]
    foot = [unit.id for unit in stack if ctx.units[unit.id].arm == "infantry"]
    hits = after_halving(ctx, stack, result)
    if guns and foot:
        return alternating(hits, room, foot, guns, spread=artillery)
    return one_each(hits, room, order) if artillery else in_order(hits, room, order)
