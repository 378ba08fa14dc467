"""NLC-19.7, NLC-19.8, A-77: leaders whom the loss of their stack leaves alone."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.nlc.command.events import LeaderFell, LeaderMoved
from adjudicator.rulesets.nlc.command.leaders import nearest_unit_place
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import enemy_of


def bereft(run: Here, side: Side, place: str) -> Telling:
    """NLC-19.8: each leader alone in a hex that his stack has lost rolls a die; 1 kills him.

    Who lives, with enemies in his hex, goes to the nearest friendly unit (NLC-19.7).
    """
    if run.state.at(side, place):
        return
    for leader in run.state.leaders_at(side, place):
        roll = run.dice.roll(f"{run.numbered('leader', leader.id).label}")
        killed = roll.total <= run.ctx.tables.command.leaders.killed_on
        yield LeaderFell(side=side, leader=leader.id, place=place, killed=killed, rolls=(roll,))
        refuge = nearest_unit_place(run.ctx, run.state, side, place)
        if not killed and refuge is not None and run.state.at(enemy_of(side), place):
            yield LeaderMoved(rule=RuleId("NLC-19.7"), side=side, leader=leader.id, path=(refuge,), by_order=False)


def go_along(run: Here, side: Side, place: str, units: tuple[str, ...]) -> tuple[str, ...]:
    """A-77: leaders leave a hex with its last units; while others stay, so do they."""
    if any(unit.id not in units for unit in run.state.at(side, place)):
        return ()
    return tuple(leader.id for leader in run.state.leaders_at(side, place))
