"""LB 20.3, LB 20.4, D10: skirmishers on horse fire at those who come up to them, and are gone before these fire."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.rulesets.labataille.choices import HorseSkirmishers
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.fire.segments import adjacent_targets, defensive_fire
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.retreating import go_back
from adjudicator.rulesets.labataille.movement.steps import delays
from adjudicator.rulesets.labataille.state import State, Unit, enemy_of


def passive_fire(run: Here) -> Telling:
    """LB-27.1, LB-20.3: the defensive fire, and then the skirmishers on horse who ride off."""
    yield from defensive_fire(run)
    side = enemy_of(run.side)
    for name in [one.id for one in run.state.units.values() if run.ctx.units[one.id].side == side]:
        unit = run.state.unit(name)
        if not may_withdraw(run.ctx, run.state, unit):
            continue
        choice = yield from decided_now(
            run,
            "horse_skirmishers",
            name,
            "LB-20.3",
            f"Do the skirmishers of {run.ctx.units[name].name} ride off?",
            HorseSkirmishers(),
            place=unit.place,
        )
        if isinstance(choice, HorseSkirmishers) and choice.hexes:
            yield from go_back(run, name, choice.hexes)


def may_withdraw(ctx: Context, state: State, unit: Unit) -> bool:
    """LB-20.3, LB-20.5: enemies next to them who are no skirmishers on horse themselves, and no light cavalry."""
    if unit.status != "map" or unit.morale != "good" or not delays(ctx, state, unit, enemy_of(ctx.units[unit.id].side)):
        return False
    return any(
        not (one.formation == "skirmish" and ctx.units[one.id].arm == "cavalry")
        for place in adjacent_targets(ctx, state, unit)
        for one in ctx.theirs(state.at(place), ctx.units[unit.id].side)
    )
