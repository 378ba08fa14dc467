"""LB 1, LB 46, HEI-s1 to HEI-s5: the five scenarios: what is loaded is whole, legal and can be told apart."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.labataille.ground import may_stand, mover
from adjudicator.rulesets.labataille.state import SIDES
from tests.labataille.field import REGISTRY, SCENARIOS, scenario

every = pytest.mark.parametrize("name", SCENARIOS)
COUNTERS = {"heilsberg-1": 33, "heilsberg-2": 87, "heilsberg-3": 190, "heilsberg-4": 50, "heilsberg-5": 235}
"""Combat units placed or due, a regiment that starts broken down counted once."""


def test_five_scenarios_are_announced() -> None:
    """LB-1.1, LB-47.1: introduction and notes ask for nothing; the scenarios are Heilsberg's five."""
    assert set(SCENARIOS) == set(COUNTERS)
    assert all(scenario.sides == SIDES for scenario in REGISTRY.catalogue() if scenario.name in COUNTERS)


def test_46_1_the_battle_overrides_the_series() -> None:
    """LB-46.1: what Heilsberg prints stands in its own files; hours differ from scenario to scenario."""
    hours = [(scenario(name).context.facts.first, scenario(name).context.facts.last) for name in SCENARIOS]
    eve = ("18:00", "24:00")
    assert hours == [("10:00", "13:20"), ("14:20", "17:20"), eve, eve, eve]


@every
def test_a_position_survives_being_written_down(name: str) -> None:
    rules = scenario(name)
    state = rules.start()
    assert rules.load(rules.dump(state)) == state


@every
def test_everybody_of_the_list_is_there_once(name: str) -> None:
    """HEI-s1-1 to HEI-s5-1: counters placed or due."""
    rules = scenario(name)
    due = [unit for unit in rules.start().units.values() if unit.status in ("map", "waiting")]
    assert len({rules.context.units[unit.id].parent or unit.id for unit in due}) == COUNTERS[name]


@every
def test_nobody_starts_on_ground_that_bars_it(name: str) -> None:
    """HEI-terrain-1: the default set-up is legal."""
    rules = scenario(name)
    state = rules.start()
    for unit in state.units.values():
        if unit.status == "map":
            for place in unit.places:
                assert may_stand(rules.context, state, mover(rules.context, unit), place), (unit.id, place)


@every
def test_sides_never_share_a_hex(name: str) -> None:
    """LB-11.2."""
    rules = scenario(name)
    state = rules.start()
    for place in state.stacks:
        assert len({rules.context.units[unit.id].side for unit in state.at(place)}) == 1, place
