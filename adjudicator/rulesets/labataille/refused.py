"""LB 16.17: the refused flank of a line."""

from __future__ import annotations

from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import State, Unit
from adjudicator.rulesets.labataille.zones import covering


def is_refused(ctx: Context, state: State, line: Unit, origin: str, place: str) -> bool:
    """LB-16.17: whether the flank hex by which a line is struck lies in the zone of another friend of it.

    The flank hex is the neighbour of the struck hex that lies nearest to where the blow comes from.
    """
    if line.formation != "line" or origin == place:
        return False
    far, side = ctx.board.distance, ctx.units[line.id].side
    around = [one for one in ctx.board.neighbours[place] if one not in line.places]
    beside = min(around, key=lambda one: (far(one, origin), one), default="")
    return any(unit.id != line.id for unit in covering(ctx, state, side, beside)) if beside else False
