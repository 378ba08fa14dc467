"""NLC-4.7, 13, 23: the end of a turn: markers off, supply, armies that break, and after the last turn the reckoning."""

from __future__ import annotations

from adjudicator.core.events import MatchEnded
from adjudicator.core.ruleset import Telling
from adjudicator.rulesets.nlc.command.supply import unsupplied
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import SIDES
from adjudicator.rulesets.nlc.victory.breaking import reckon
from adjudicator.rulesets.nlc.victory.events import DisruptionRemoved, PointsReckoned, UnitsStarved
from adjudicator.rulesets.nlc.victory.scoring import RULE, points, verdict


def end_of_turn(run: Here) -> Telling:
    """4.1 to 4.4 of a turn."""
    forces = run.state.forces.values()
    shaken = tuple(unit.id for force in forces for unit in force.units.values() if unit.disrupted)
    if shaken:
        yield DisruptionRemoved(units=shaken)
    cut_off = {side: unsupplied(run.ctx, run.state, side) for side in SIDES}
    for side in SIDES:
        if cut_off[side]:
            yield UnitsStarved(side=side, units=cut_off[side])
    yield from run.ctx.game.end_of_turn(run)
    yield from reckon(run)
    if run.state.turn >= run.ctx.last_turn:
        for side in SIDES:
            yield PointsReckoned(side=side, total=points(run.ctx, run.state, side))
        yield MatchEnded(rule=RULE, ending=verdict(run.ctx, run.state))
