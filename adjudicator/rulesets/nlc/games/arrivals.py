"""NLC-27.10c, NLC-28.4b-5: Napoleon appears, with those who come with him."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.rulesets.nlc.games.events import LeadersArrived
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH


def is_turn_of_arrival(run: Here) -> bool:
    """Whether Napoleon arrives on this turn by the scenario."""
    facts = run.ctx.facts.napoleon
    return facts is not None and run.state.turn == run.ctx.turn_number(facts.arrives)


def napoleon(run: Here) -> Telling:
    """He stands in his hex before orders are written; in another of the scenario's if the enemy holds it."""
    facts = run.ctx.facts.napoleon
    if facts is None or not is_turn_of_arrival(run):
        return
    coming = [one for one in run.state.force(FRENCH).leaders.values() if one.status == "waiting"]
    coming = [one for one in coming if one.due == run.state.turn]
    chief = next((one for one in coming if run.ctx.leaders[one.id].name == "Napoleon"), None)
    if chief is None:
        return
    enemies = run.state.force(ALLIED).units_at
    place = next((one for one in (*chief.entries, *facts.instead) if one not in enemies), None)
    if place is None:
        return
    together = tuple(one.id for one in coming if set(one.entries) & set(chief.entries))
    yield LeadersArrived(rule=RuleId(_rule(run)), side=FRENCH, leaders=together, place=place)


def _rule(run: Here) -> str:
    return "NLC-27.10c" if run.ctx.game.name == "leipzig" else "NLC-28.4b-5"
