"""What follows when combat units enter a place, however they come: lone commanders there, objectives."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.kit.run import Asking
from adjudicator.rulesets.vv1813.combat.casualties import overrun
from adjudicator.rulesets.vv1813.morale.morale import take_objective
from adjudicator.rulesets.vv1813.run import Run


def entered(run: Run, side: Side, place: str, *, passing: bool = False) -> Asking[None]:
    """VV-7.4a: enemy commanders who stand there alone are overrun, and an objective changes hands.

    Option objective_by=stay: not where they only pass. The label of the run belongs to this one entry: dice and
    questions are named after it.
    """
    yield from overrun(run, side, place)
    if passing and run.ctx.options["objective_by"] == "stay":
        return
    yield from take_objective(run.ctx, run.state, side, place)
    yield from run.ctx.game.on_entering(run.ctx, run.state, place)
