"""LB 2.6, HEI-s1 to HEI-s5: the end of a turn, and of the battle."""

from __future__ import annotations

from adjudicator.core.events import MatchEnded
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Ending, RuleId
from adjudicator.rulesets.labataille.here import Here


def end_of_turn(run: Here) -> Telling:
    """LB-2.6: after the last turn the victor is determined."""
    if run.state.turn < run.ctx.last_turn:
        return
    ending = Ending(winner=None, level="draw", reason="The last turn is over.", rule=RuleId("LB-2.6"))
    yield MatchEnded(rule=RuleId("LB-2.6"), ending=ending)
