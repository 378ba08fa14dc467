"""NLC-26.9b to 26.9d: d'Erlon's corps appears by die, in road column, and marches to the place that the die named."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.events import ColumnAppeared, ColumnArrived, ColumnTested
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.marches import Marches
from adjudicator.rulesets.nlc.scenario import Column
from adjudicator.rulesets.nlc.state import FRENCH, Leader, Unit, enemy_of
from adjudicator.rulesets.nlc.tables import DerlonRow

SECOND = "second"
"""What the table says where a second die names the place."""


def derlon(run: Here) -> Telling:
    """0.3: the die of this turn, while the corps is not yet there; when it has come where it must, it is free."""
    facts = run.ctx.facts.derlon
    if facts is None or run.ctx.options.get("derlon", "on") == "off":
        return
    yield from _arrived(run, facts.formation)
    if run.state.turn < run.ctx.turn_number(facts.first) or not list(_waiting(run, facts.formation)):
        return
    row = row_of(run.ctx, run.state.turn)
    if row is None:
        return
    rolls = [run.dice.roll(f"T{run.state.turn}/derlon")]
    result = row.results[rolls[0].total - 1]
    if result == SECOND:
        rolls.append(run.dice.roll(f"T{run.state.turn}/derlon/second"))
        result = row.second[rolls[1].total - 1]
    rule = RuleId("NLC-26.9b" if row.second else "NLC-26.9c")
    yield ColumnTested(rule=rule, side=FRENCH, formation=facts.formation, column=result, rolls=tuple(rolls))
    column = next((one for one in facts.column if one.name == result), None)
    if column is not None:
        yield from _appears(run, facts.formation, column)


def row_of(ctx: Context, turn: int) -> DerlonRow | None:
    """NLC-26.9b, NLC-26.9c: the row of d'Erlon's table for the hour of a turn."""
    hour = f"{ctx.hour(turn):04d}"
    return next((row for row in ctx.tables.campaigns.derlon if row.turn == hour), None)


def _waiting(run: Here, formation: str) -> Iterator[Unit]:
    for unit in run.state.force(FRENCH).units.values():
        if formation_of(run.ctx, unit) == formation and unit.status == "waiting" and unit.due is None:
            yield unit


def _appears(run: Here, formation: str, column: Column) -> Telling:
    """NLC-26.9d: two units a hex from the head of the column on; hexes that the enemy holds are left out."""
    enemies = run.state.force(enemy_of(FRENCH)).units_at
    ids = run.ctx.board.grid
    free = [ids.names[ids.ids[place]] for place in column.places]
    free = [place for place in free if place not in enemies]
    units, places = [], []
    room = {place: run.ctx.facts.stacking - len(run.state.at(FRENCH, place)) for place in free}
    for unit in _waiting(run, formation):
        place = next((one for one in free if room[one] > 0), None)
        if place is None:
            break
        room[place] -= 1
        units.append(unit.id)
        places.append(place)
    if units:
        leaders = tuple(one.id for one in _leaders(run, formation))
        yield ColumnAppeared(
            side=FRENCH,
            formation=formation,
            column=column.name,
            units=tuple(units),
            places=tuple(places),
            leaders=leaders,
        )


def _leaders(run: Here, formation: str) -> Iterator[Leader]:
    for leader in run.state.force(FRENCH).leaders.values():
        if run.ctx.leaders[leader.id].formation == formation and leader.status == "waiting" and leader.due is None:
            yield leader


# --- the march --------------------------------------------------------------------------------------------------------


def goals_of(ctx: Context, name: str) -> frozenset[str]:
    """NLC-26.9d: the hexes that end the march of a column: its place, or those next to it."""
    facts = ctx.facts.derlon
    column = next((one for one in facts.column if one.name == name), None) if facts is not None else None
    if column is None:
        return frozenset()
    grid = ctx.board.grid
    places = {grid.names[grid.ids[place]] for place in column.reaches}
    if column.next_to:
        places |= {there for place in places for there in ctx.board.neighbours[place]}
    return frozenset(places)


def _arrived(run: Here, formation: str) -> Telling:
    march = run.state.formations[formation].march
    goals = goals_of(run.ctx, march) if march else frozenset()
    units = run.state.force(FRENCH).units.values()
    if any(formation_of(run.ctx, unit) == formation and unit.place in goals for unit in units):
        yield ColumnArrived(side=FRENCH, formation=formation)


def march_duty(run: Here, marches: Marches) -> Telling:
    """NLC-26.9d, A-44: units of the column that were not moved march on towards its place, the leader with them."""
    from adjudicator.rulesets.nlc.movement.owed import march_on

    facts = run.ctx.facts.derlon
    if facts is None or run.side != FRENCH:
        return
    goals = goals_of(run.ctx, run.state.formations[facts.formation].march)
    if not goals:
        return
    mine = [one for one in run.state.force(FRENCH).units.values() if formation_of(run.ctx, one) == facts.formation]
    for unit in [one for one in mine if one.status == "map"]:
        yield from march_on(run, marches, unit.id, goals, "NLC-26.9d")
