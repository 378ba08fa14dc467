"""NLC-19: leaders who are surprised alone, left behind, or replaced."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.nlc.command.events import LeaderMoved
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import State, enemy_of


def nearest_unit_place(ctx: Context, state: State, side: Side, place: str) -> str | None:
    """The hex of the friendly unit nearest to a hex, the lowest number among equals; None if there is none."""
    held = [one for one in state.force(side).units_at if one != place]
    return min(held, key=lambda one: (ctx.board.distance(one, place), one), default=None)


def surprised(run: Here, mover: Side, place: str) -> Telling:
    """NLC-19.5, NLC-19.7: enemy leaders alone in a hex that units have entered go to the nearest friendly unit."""
    side = enemy_of(mover)
    if run.state.at(side, place):
        return
    for leader in run.state.leaders_at(side, place):
        refuge = nearest_unit_place(run.ctx, run.state, side, place)
        if refuge is not None:
            yield LeaderMoved(rule=RuleId("NLC-19.5"), side=side, leader=leader.id, path=(refuge,), by_order=False)
