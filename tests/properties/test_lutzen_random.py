"""Random matches of Lützen to their end, on both clocks: no exception, no illegal position, replay by events alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.types import Ending, Event
from adjudicator.rulesets.vv1813.combat.events import CombatsDeclared
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import may_attack
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.movement.events import UnitsMoved
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.properties.test_random_matches import check_move
from tests.support.random_lutzen import LutzenPlayer
from tests.support.random_player import Match

MATCHES = int(os.environ.get("ADJUDICATOR_RANDOM_MATCHES", "12"))
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"boost": "x2", "clairvoyant": "1L", "drouot_late": "every_turn", "euler_div": "2", "fog": "none"},
    {"kaja_restricted": "no", "lut_c_combat_bomb": "no", "lut_charge": "both", "nap_hex": "0902", "xi_hour": "15"},
    {
        "night": "no_8.4f_only",
        "reinf_move": "hexes",
        "stream_bomb": "0",
        "tacmove_until_first_combat": "yes",
        "morale_timing": "end_of_turn",
        "overstack_move": "forbid",
        "ooc_mp": "half_up",
    },
)
EARLY = (0, 100)
"""The chance that the Coalition, which lays its RE1 on turn 1, plays Bridge on the Elster if it draws it."""


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
        assert 0 <= state.morale[side].value <= 15
        lost = sum(unit.status == "eliminated" for unit in army.units.values())
        assert state.morale[side].eliminated == lost
    assert not places[0] & places[1], "both sides stand in one place"


def check_markers(state: Any) -> None:
    """LUT-2.4b, LUT-5.1: no marker is lost, none is in two places, and no turn holds more than three."""
    now = lutzen(state)
    on_track = {m.id for m in state.markers.values() if m.place == "track"}
    assert len(state.markers) == 32
    assert on_track == {marker for slot in now.slots for marker in slot}
    assert all(len(slot) <= 3 for slot in now.slots)
    assert all(state.markers[m].turn == n for n, slot in enumerate(now.slots, start=1) for m in slot)


def check_restrictions(match: Match, before: Any, event: Event) -> None:
    """LUT-6.1a, LUT-6.2b: nobody attacks before his time; LUT-6.2a: the bound Guard keeps near 0701."""
    context = match.rules.context  # type: ignore[attr-defined]
    if isinstance(event, CombatsDeclared):
        for combat in event.combats:
            for origin in combat.origins:
                stack = before.army(event.side).units_at.get(origin, ())
                assert any(may_attack(context, before, unit.id).value for unit in stack)
    if isinstance(event, UnitsMoved) and event.side == FRENCH and lutzen(before).napoleon is None:
        holds = [u.id for u in before.army(FRENCH).units_at.get("0701", ()) if context.counters[u.id].guard]
        if holds and lutzen(before).freed == () and event.origin == "0701":
            assert set(holds) - set(event.units) or event.path[-1] == "0701"


@pytest.mark.parametrize("number", range(MATCHES))
def test_a_random_match_of_lutzen_reaches_its_end_by_legal_positions(number: int) -> None:
    """LUT-2.4b, LUT-5.1, LUT-6.1a, LUT-6.2a, LUT-10.6: every event of a whole match leaves a legal position."""
    match = Match.begin(f"lutzen/{number}", OPTIONS[number % len(OPTIONS)], scenario="lutzen")
    player = LutzenPlayer(f"lutzen/player/{number}", early=EARLY[number % 2])
    state = match.rules.start()
    for step in match.play_out(player):
        for event in step.events:
            check_move(match, state, event)
            check_restrictions(match, state, event)
            state = match.rules.apply(state, event)
            check_position(match, state)
        check_markers(state)
        assert match.rules.dump(state) == match.rules.dump(step.position.state)
        assert match.rules.load(match.rules.dump(state)) == state
        assert all(match.rules.read_event(match.rules.write_event(event)) == event for event in step.events)
    assert isinstance(match.steps[-1][1].stopped, Ending)
    last = 12 if lutzen(state).early else 10
    assert state.turn <= last


def test_both_clocks_are_played_and_orders_are_mostly_obeyed() -> None:
    """LUT-2.B1: among a few matches some begin at 10.00; random orders prove little if they are refused."""
    clocks = set()
    ordered = refused = 0
    for number in range(12):
        match = Match.begin(f"clock/{number}", scenario="lutzen")
        player = LutzenPlayer(f"clock/{number}", asks=0, early=100 if number % 2 else 0)
        for step in match.play_out(player):
            if step.position.state.turn >= 2:
                break
        clocks.add(lutzen(match.position.state).early)
        ordered += sum(len(orders) for texts, _ in match.steps for orders in texts.orders.by_side.values())
        refused += sum(isinstance(event, Refused) for event in match.events())
    assert clocks == {False, True}
    assert refused * 2 < ordered


IN_MEMORY = """
import sys
from adjudicator.core.canon import canonical, digest
from tests.support.random_lutzen import LutzenPlayer
from tests.support.random_player import Match

match = Match.begin("bytes", scenario="lutzen")
for step in match.play_out(LutzenPlayer("bytes")):
    for event in step.events:
        sys.stdout.write(canonical(match.rules.write_event(event)) + "\\n")
    for side in match.rules.sides:
        known = match.rules.known(step.position.state, side)
        sys.stdout.write(digest(match.rules.view(known, side).model_dump(mode="json")) + "\\n")
"""


def test_another_hash_seed_tells_the_same_bytes() -> None:
    """LUT-2.4b: nothing hangs on the order of a set, in a fresh process."""
    root = Path(__file__).resolve().parent.parent.parent
    told = []
    for seed in ("1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", IN_MEMORY], capture_output=True, cwd=root, env=environment, check=False
        )
        assert done.returncode == 0, done.stderr.decode()
        told.append(done.stdout)
    assert told[0].count(b"\n") > 200
    assert told[0] == told[1]


def test_the_same_texts_give_the_same_events_again() -> None:
    """LUT-5.1: a match played again from its texts tells every event alike."""
    match = Match.begin("again", scenario="lutzen")
    for _ in match.play_out(LutzenPlayer("again")):
        pass
    again = Match.begin("again", scenario="lutzen")
    for texts, step in match.steps:
        assert again.play(texts).events == step.events
    assert again.position.state == match.position.state
    assert match.rules.sides == (COALITION, FRENCH)
