"""NLC 1, 2, 14, 25: the sixteen scenarios: what is loaded is whole, legal and can be told apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.movement.ground import is_on_way
from adjudicator.rulesets.nlc.movement.zones import adjacent_enemies
from adjudicator.rulesets.nlc.state import SIDES
from tests.nlc.field import SCENARIOS, scenario

every = pytest.mark.parametrize("name", SCENARIOS)


def test_all_sixteen_scenarios_are_announced() -> None:
    assert len(SCENARIOS) == 16


@every
def test_a_position_survives_being_written_down(name: str) -> None:
    rules = scenario(name)
    state = rules.start()
    assert rules.load(rules.dump(state)) == state


@every
def test_5_3_nobody_is_stacked_over_the_limit_at_the_start(name: str) -> None:
    """NLC-5.3, NLC-10.1, NLC-27.2: two units a hex, three of one formation at Leipzig, one in a chateau."""
    rules = scenario(name)
    facts = rules.context.facts
    for force in rules.start().forces.values():
        for place, units in force.units_at.items():
            formations = {formation_of(rules.context, unit) for unit in units}
            limit = facts.stacking_same if facts.stacking_same and len(formations) == 1 else facts.stacking
            if rules.board.cells[place].terrain == "chateau":
                limit = 1
            assert len(units) <= limit, (place, [unit.id for unit in units])


@every
def test_20_1a_everybody_begins_in_command_range(name: str) -> None:
    """NLC-20.1a."""
    rules = scenario(name)
    state = rules.start()
    for wing in ("Ney", "Grouchy", "Murat", "Barclay", "Constantine"):
        leader = rules.context.leader_named.get(wing)
        if leader is not None:
            state = state.with_leaders(replace(state.leader(leader), wing=True))
    for force in state.forces.values():
        for unit in force.units.values():
            assert unit.status != "map" or in_range(rules.context, state, unit), unit.id


@every
def test_nobody_begins_in_contact(name: str) -> None:
    rules = scenario(name)
    state = rules.start()
    for side in SIDES:
        for place in state.force(side).units_at:
            assert adjacent_enemies(rules.context, state, side, place) == (), place


@every
def test_20_2_r1_leaders_with_reserve_orders_begin_on_a_road_or_trail(name: str) -> None:
    """NLC-20.2-R1."""
    rules = scenario(name)
    state = rules.start()
    for formation in state.formations.values():
        leader = state.leader(rules.context.formations[formation.id].leader)
        division = rules.context.leaders[leader.id].role == "division"  # it has no orders of its own yet
        if formation.order == "reserve" and leader.status == "map" and leader.place is not None and not division:
            assert is_on_way(rules.context, leader.place), leader.id


@every
def test_names_and_aliases_are_unique(name: str) -> None:
    ctx = scenario(name).context
    words = [card.alias or card.name for card in ctx.units.values()] + [card.name for card in ctx.leaders.values()]
    assert len(words) == len(set(words))
