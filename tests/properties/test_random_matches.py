"""Random matches to their end: no exception, no illegal position, and the events alone give the same positions."""

from __future__ import annotations

import itertools
import os
from typing import Any

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.types import Ending, Event
from adjudicator.rulesets.vv1813.movement.events import UnitsMoved
from adjudicator.rulesets.vv1813.movement.zones import enemy_zone
from tests.support.random_player import Match, RandomPlayer

MATCHES = int(os.environ.get("ADJUDICATOR_RANDOM_MATCHES", "24"))
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"overstack_move": "forbid", "fog": "none"},
    {"morale_timing": "end_of_turn", "hold": "no", "tactical_options": "no"},
    {"ooc_mp": "half_up", "yermolov": "unit", "normann": "no", "exit_quota": "70"},
    {"retreat_offmap_b": "n+2", "bau_last_turn": "none", "ney_order": "537", "ney_space1_last": "3"},
    {"double_commanders": "yes", "jomini_cmd": "game", "jomini_late": "void", "battery_return": "never"},
)


def check_position(match: Match, state: Any) -> None:
    """What is true of every legal position, whatever happened."""
    board, counters = match.rules.board, match.rules.context.counters  # type: ignore[attr-defined]
    places: list[set[str]] = []
    for side in match.rules.sides:
        army = state.army(side)
        for unit in army.units.values():
            on_map = unit.status == "map"
            assert (unit.place in board.cells) == on_map, f"{unit.id} is {unit.status} at {unit.place}"
            assert not unit.reduced or counters[unit.id].steps == 2, f"{unit.id} has no back side"
        for commander in army.commanders.values():
            assert (commander.place in board.cells) == (commander.status == "map"), commander.id
        places.append(set(army.units_at))
        morale = state.morale[side]
        assert 0 <= morale.value <= morale.ceiling, f"{side} morale {morale.value}"
        lost = sum(unit.status == "eliminated" for unit in army.units.values())
        assert morale.eliminated == lost, f"{side} lost {lost}, counted {morale.eliminated}"
    assert not places[0] & places[1], "both sides stand in one place"
    assert set(state.held.values()) <= set(match.rules.sides)


def check_move(match: Match, before: Any, event: Event) -> None:
    """VV-4.2d, VV-7.1a: a unit stops in the first enemy zone and never spends more than it has."""
    if not isinstance(event, UnitsMoved) or not event.units:
        return
    context = match.rules.context  # type: ignore[attr-defined]
    steps = (event.origin, *event.path)
    linked = {frozenset(pair) for pair in match.rules.board.links}
    for here, there in itertools.pairwise(steps):
        assert there in match.rules.board.neighbours[here] or frozenset((here, there)) in linked
    if before.general_retreat is None or event.side == "French":
        closed = enemy_zone(context, before, event.side)
        assert not set(event.path[:-1]) & closed, f"{event.units} passed a zone on {event.path}"
    if len(event.path) > 1:
        assert event.cost.value <= event.allowance, f"{event.units} paid {event.cost.value} of {event.allowance}"


@pytest.mark.parametrize("number", range(MATCHES))
def test_a_random_match_reaches_its_end_by_legal_positions(number: int) -> None:
    """VV-2.1h, VV-4.1a, VV-4.2d, VV-7.1a, VV-7.1d, VV-9B: every event of a whole match leaves a legal position."""
    match = Match.begin(f"random/{number}", OPTIONS[number % len(OPTIONS)])
    player = RandomPlayer(f"player/{number}")
    state = match.rules.start()
    for step in match.play_out(player):
        for event in step.events:
            check_move(match, state, event)
            state = match.rules.apply(state, event)
            check_position(match, state)
        assert match.rules.dump(state) == match.rules.dump(step.position.state)
        assert match.rules.load(match.rules.dump(state)) == state
    assert isinstance(match.steps[-1][1].stopped, Ending)


def test_events_survive_being_written_and_read() -> None:
    match = Match.begin("written")
    for step in match.play_out(RandomPlayer("written")):
        for event in step.events:
            assert match.rules.read_event(match.rules.write_event(event)) == event


def test_random_players_are_mostly_obeyed() -> None:
    """A random match proves little if its orders are refused: most of them must be carried out."""
    match = Match.begin("obeyed")
    player = RandomPlayer("obeyed", asks=0)
    for _ in match.play_out(player):
        pass
    ordered = sum(len(orders) for texts, _ in match.steps for orders in texts.orders.by_side.values())
    refused = sum(isinstance(event, Refused) for event in match.events())
    assert ordered > 200
    assert refused * 2 < ordered
