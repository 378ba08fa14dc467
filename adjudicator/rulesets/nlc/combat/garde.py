"""NLC-7.4-LG1 to LG3: La Garde Recule."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.rulesets.nlc.combat.events import GARDE, GardeRecule
from adjudicator.rulesets.nlc.combat.flanking import flanking
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH, State, Unit
from adjudicator.rulesets.nlc.victory.breaking import levels
from adjudicator.rulesets.nlc.victory.events import LevelShifted

ARMY = "French"
PRUSSIANS = "prussians on the flank"
"""The cause of the second shift (NLC-7.4-LG3)."""


def guard_gave_way(run: Here, units: Sequence[Unit]) -> Telling:
    """NLC-7.4-LG1, NLC-7.4-LG2, A-55: the first time that infantry of the Imperial Guard goes back against its will."""
    guards = tuple(unit.id for unit in units if is_guard_infantry(run.ctx, unit))
    if not guards or GARDE in run.state.shifted:
        return
    yield GardeRecule(side=FRENCH, units=guards)
    if not ally_is_shaken(run.ctx, run.state):
        points = run.ctx.tables.combat.garde_recule.level
        yield LevelShifted(rule=RuleId("NLC-7.4-LG2"), army=ARMY, cause=f"{GARDE}: level", points=points)


def is_guard_infantry(ctx: Context, unit: Unit) -> bool:
    """NLC-7.4-LG1: infantry of the French Guard, old or young."""
    card = ctx.units[unit.id]
    return card.side == FRENCH and card.is_infantry and bool(card.guard)


def ally_is_shaken(ctx: Context, state: State) -> bool:
    """NLC-7.4-LG2, A-85: whether an Allied army is demoralized or disintegrated, or has just reached its level."""
    return any(
        level.side == ALLIED
        and (
            level.army in state.demoralized
            or level.army in state.disintegrated
            or (level.demoralization is not None and level.losses >= level.demoralization)
        )
        for level in levels(ctx, state)
    )


def prussians_flank(run: Here, attackers: Sequence[Unit], target: str) -> Telling:
    """NLC-7.4-LG3, A-85: once, after LG1: Prussians flank a French unit that stands next to an Anglo-Allied one."""
    ctx, state = run.ctx, run.state
    if GARDE not in state.shifted or PRUSSIANS in state.shifted or not state.at(FRENCH, target):
        return
    if not any(ctx.units[unit.id].army == "Prussian" for unit in attackers):
        return
    beside = ctx.board.neighbours[target]
    near = any(ctx.units[unit.id].army == "Anglo-Allied" for place in beside for unit in state.at(ALLIED, place))
    if near and flanking(ctx, state, attackers, target).value:
        points = ctx.tables.combat.garde_recule.prussian_flank
        yield LevelShifted(rule=RuleId("NLC-7.4-LG3"), army=ARMY, cause=PRUSSIANS, points=points)
