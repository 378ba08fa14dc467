"""What follows when combat units enter a place, however they come: lone commanders there, objectives."""

from __future__ import annotations

from adjudicator.core.dice import Dice
from adjudicator.core.ruleset import Game
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.casualties import overrun
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import Asking
from adjudicator.rulesets.vv1813.morale import take_objective
from adjudicator.rulesets.vv1813.state import State


def entered(game: Game[State], ctx: Context, side: Side, place: str, dice: Dice, label: str) -> Asking[None]:
    """VV-7.4a: enemy commanders who stand there alone are overrun, and an objective changes hands.

    `label` belongs to this one entry: dice and questions are named after it.
    """
    yield from overrun(game, ctx, side, place, dice, label)
    if game.state.ending is not None:
        return
    yield from take_objective(ctx, game.state, side, place)
    yield from ctx.game.on_entering(ctx, game.state, place)
