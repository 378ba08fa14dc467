"""NLC-26.0, NLC-27.0, NLC-28.0: the position before the first turn: the ground of Defend orders is noted."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.rulesets.nlc.command.events import OrderTookEffect
from adjudicator.rulesets.nlc.games.rules import Here


def set_up(run: Here) -> Telling:
    """D-19: orders at start take effect; who defends remembers the ground that he holds (A-30)."""
    for formation in list(run.state.formations.values()):
        side = run.ctx.formations[formation.id].side
        if formation.order == "defend":
            yield OrderTookEffect(
                rule=RuleId(run.ctx.facts.rule), side=side, formation=formation.id, before="defend", order="defend"
            )
