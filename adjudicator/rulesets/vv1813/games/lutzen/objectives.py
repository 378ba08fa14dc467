"""LUT 9A: the objectives of 5 points, which only units in command can take, at the end of a turn."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Event
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.facts import ObjectiveFacts
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.morale import morale
from adjudicator.rulesets.vv1813.morale.events import ObjectiveTaken
from adjudicator.rulesets.vv1813.movement.command import is_in_command
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import State, enemy_of


def commanded(ctx: Context) -> tuple[ObjectiveFacts, ...]:
    """The objectives that fall only to units in command."""
    return tuple(one for one in facts(ctx).objective if one.commanded)


def is_lost(objective: ObjectiveFacts, state: State) -> bool:
    """Whether any of its places is held by the enemy."""
    return any(state.held.get(place, objective.loser) != objective.loser for place in objective.places)


def settle(run: Run) -> Telling:
    """LUT-9A1, LUT-9A2: at the end of a turn: who holds the road to Lützen and Werben."""
    for objective in commanded(run.ctx):
        yield from regained(run.ctx, run.state, objective)
        yield from _lose(run, objective)


def _lose(run: Run, objective: ObjectiveFacts) -> Telling:
    taker = enemy_of(objective.loser)
    if is_lost(objective, run.state):
        return
    for place in objective.places:
        units = run.state.army(taker).units_at.get(place, ())
        if any(is_in_command(run.ctx, run.state, unit.id).value for unit in units):
            yield ObjectiveTaken(rule=objective.rule, side=taker, place=place, before=objective.loser)
            yield from _changed(run.ctx, run.state, objective, -objective.value, "lost")
            return


def regained(ctx: Context, state: State, objective: ObjectiveFacts) -> tuple[Event, ...]:
    """LUT-9A1: given back when no enemy unit stands in any of its places and a friendly one does in one."""
    if not is_lost(objective, state):
        return ()
    mine, theirs = state.army(objective.loser).units_at, state.army(enemy_of(objective.loser)).units_at
    if any(place in theirs for place in objective.places) or not any(place in mine for place in objective.places):
        return ()
    taken = tuple(
        ObjectiveTaken(rule=objective.rule, side=objective.loser, place=place, before=state.held[place])
        for place in objective.places
        if state.held.get(place, objective.loser) != objective.loser
    )
    return (*taken, *_changed(ctx, state, objective, objective.value, "regained"))


def entered(ctx: Context, state: State, place: str) -> tuple[Event, ...]:
    """LUT-9.1: a combat unit entered a place: what it gives back at once."""
    return tuple(
        event for objective in commanded(ctx) if place in objective.places for event in regained(ctx, state, objective)
    )


def _changed(ctx: Context, state: State, objective: ObjectiveFacts, amount: int, verb: str) -> tuple[Event, ...]:
    return morale.change(ctx, state, objective.loser, amount, objective.rule, f"{objective.name} {verb}")
