"""NLC-26.11: Grand Waterloo before four o'clock: those who were set up at Wavre stand still there."""

from __future__ import annotations

from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of


def is_frozen(ctx: Context, state: State, unit: Unit) -> Verdict:
    """NLC-26.11: they neither move nor fight before their hour, unless an enemy from elsewhere comes near them."""
    facts = ctx.facts.frozen
    if facts is None or state.turn >= ctx.turn_number(facts.until) or unit.entered or not _is_on(unit, facts.map):
        return yes("NLC-26.11")
    side = ctx.units[unit.id].side
    mine = [place for place in state.force(side).units_at if place.startswith(facts.map)]
    others = state.force(enemy_of(side)).units.values()
    theirs = {unit.place for unit in others if unit.place and (unit.entered or not _is_on(unit, facts.map))}
    if any(ctx.board.distance(here, there) <= facts.within for here in mine for there in theirs):
        return yes("NLC-26.11")
    name = ctx.units[unit.id].name
    return no("NLC-26.11", f"{name} stands still before {facts.until}.", "Wait, or until the enemy comes near.")


def _is_on(unit: Unit, sheet: str) -> bool:
    return unit.place is not None and unit.place.startswith(sheet)


def is_asleep(ctx: Context, state: State, formation: str) -> Verdict:
    """NLC-26.11: no order reaches a formation all of whose units stand still."""
    if ctx.facts.frozen is None:
        return yes("NLC-26.11")
    force = state.force(ctx.formations[formation].side)
    mine = [unit for unit in force.units.values() if unit.status == "map" and formation_of(ctx, unit) == formation]
    verdicts = [is_frozen(ctx, state, unit) for unit in mine]
    return verdicts[0] if mine and not any(one.value for one in verdicts) else yes("NLC-26.11")
