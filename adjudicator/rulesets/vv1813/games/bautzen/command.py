"""VV-7.2e, BAU-2.B3: the command of Ney's corps."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.ney import is_in
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.state import State


def override(ctx: Context, state: State, unit: str) -> Finding[bool] | None:
    """VV-7.2e: Ney's corps: out of command until he is in, then always in command, Jomini's desertion apart."""
    if ctx.counters[unit].formation != facts(ctx).ney.formation:
        return None
    if not is_in(state):
        return Finding(rule=RuleId("VV-7.2e"), value=False, because="Ney has not entered the map")
    if is_range_cut(ctx, state):
        return _within_cut_range(ctx, state, unit)
    return Finding(rule=RuleId("VV-7.2e"), value=True, because="Ney has entered the map")


def is_range_cut(ctx: Context, state: State) -> bool:
    """BAU-2.B3, option jomini_cmd: on the turn that Jomini's desertion works, or from then on."""
    halved = bautzen(state).halved
    if halved is None:
        return False
    return state.turn == halved or ctx.options["jomini_cmd"] == "game"


def _within_cut_range(ctx: Context, state: State, unit: str) -> Finding[bool]:
    """BAU-2.B3: two places from Ney, or the usual five from Napoleon."""
    numbers = facts(ctx)
    place = state.unit(unit).place
    assert place is not None
    for one in sorted(state.army(ctx.counters[unit].side).commanders.values(), key=lambda one: one.id):
        if one.status != "map" or one.place is None:
            continue
        reach = _reach(ctx, one.id)
        far = distance(place, one.place)
        if far <= reach:
            fact = f"{ctx.counters[one.id].name} is {far} places away, command range {reach}"
            return Finding(rule=RuleId("BAU-2.B3"), value=True, because=fact)
    fact = f"Ney is more than {numbers.command.jomini_range} places away, Napoleon more than {numbers.command.range}"
    return Finding(rule=RuleId("BAU-2.B3"), value=False, because=fact)


def _reach(ctx: Context, commander: str) -> int:
    numbers = facts(ctx)
    if commander == numbers.ney.commander:
        return numbers.command.jomini_range
    return numbers.command.range if commander in numbers.command.in_chief else -1
