"""NLC 4: the sequence of play: two steps a turn, from the set-up to the verdict, whoever writes nothing."""

from __future__ import annotations

import pytest

from adjudicator.core.dice import SeededDice
from adjudicator.core.engine import Position, StepTexts, run_step
from adjudicator.core.types import Ending, Event, Wait
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH, SIDES, State
from tests.nlc.field import SCENARIOS, scenario


def played(name: str, steps: int) -> tuple[list[Wait | Ending | None], list[Event], State]:
    """A match in which nobody writes anything, for so many steps or to its end."""
    rules = scenario(name)
    position: Position[State] = Position(rules.start())
    stops: list[Wait | Ending | None] = []
    told: list[Event] = []
    used: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    for number in range(steps):
        dice = SeededDice(number.to_bytes(32, "big"), bytes(32), used)
        step = run_step(rules, position, StepTexts(missing=SIDES), dice, asked=asked)
        used |= frozenset(dice.rolled)
        asked |= frozenset(one.decision.key for one in step.resolved)
        position = step.position
        stops.append(step.stopped)
        told += step.events
        if isinstance(step.stopped, Ending):
            break
    return stops, told, position.state


def test_4_1_a_turn_is_two_steps() -> None:
    """NLC-4.1, NLC-4.2: both sides write for the Command Phase, then the Allies, while the French are heard."""
    stops, _, _ = played("la-belle-alliance", 3)
    waits = [stop for stop in stops if isinstance(stop, Wait)]
    assert [(wait.turn, wait.phase, wait.sides, wait.hears) for wait in waits] == [
        (1, "command", SIDES, ()),
        (1, "turn", (ALLIED,), (FRENCH,)),
        (2, "command", SIDES, ()),
    ]


@pytest.mark.parametrize("name", [one for one in SCENARIOS if "campaign" not in one])
def test_a_match_without_orders_comes_to_its_end(name: str) -> None:
    rules = scenario(name)
    stops, told, state = played(name, 3 + 2 * rules.context.last_turn)
    assert isinstance(stops[-1], Ending)
    for event in told:
        assert rules.read_event(rules.write_event(event)) == event
    assert rules.load(rules.dump(state)) == state


@pytest.mark.parametrize("name", SCENARIOS)
def test_5_3_nobody_is_stacked_over_the_limit_after_moving(name: str) -> None:
    """NLC-5.3: in three turns in which duties alone move the armies."""
    from adjudicator.rulesets.nlc.movement.stacks import stacking_limit

    rules = scenario(name)
    _, _, state = played(name, 7)
    for force in state.forces.values():
        for place, units in force.units_at.items():
            assert len(units) <= stacking_limit(rules.context, place, units).value, place
