"""Lützen, chapter 5: the sequence of play."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.core.engine import Position, StepTexts, run_step
from adjudicator.core.events import Refused
from adjudicator.core.orders import Heading
from adjudicator.core.types import Wait
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.combat.events import Bombarded
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from adjudicator.rulesets.vv1813.victory.events import RandomEndTested
from tests.support.vv_bautzen import Table
from tests.support.vv_lutzen import at_hour, battle, field, kinds_of, rules, scripted, texts
from tests.support.vv_positions import StepScript


def test_5_1_the_coalition_plays_first() -> None:
    """LUT-5.1, VV-5.3: draw, movement and combat of the Coalition, then of the French, then the end of the turn."""
    names = [stage.name for stage in rules().context.game.stages if not stage.name.startswith("set-up")]
    assert names == [
        "Coalition opening",
        "Coalition orders",
        "Coalition movement",
        "Coalition combat",
        "French opening",
        "French orders",
        "French movement",
        "French combat",
        "end of turn",
    ]


def test_5_1_a_whole_turn_by_the_engine() -> None:
    """LUT-5.1: set-up, then the Coalition is waited for, then the French, then the Coalition of turn 2."""
    made = rules()
    hours = tuple(f"{hour}.00" for hour in range(12, 20))
    lay = tuple(vv.LayMarkers(marker_class=one, spaces=hours) for one in ("RE1", "RE", "E"))
    step = run_step(made, Position(made.start()), StepTexts(), StepScript({}))
    waits = []
    written = [texts({COALITION: lay, FRENCH: lay}), texts({COALITION: ()}), texts({FRENCH: ()})]
    for text in written:
        step = run_step(made, step.position, StepTexts(orders=text), StepScript({}, otherwise=6))
        assert isinstance(step.stopped, Wait)
        waits.append((step.stopped.turn, step.stopped.sides))
    assert waits == [(1, (COALITION,)), (1, (FRENCH,)), (2, (COALITION,))]


def test_5_1_what_a_side_must_know_comes_before_it_writes() -> None:
    """LUT-5.1: the draw and the tests of the hour belong to the opening, before its orders."""
    told = at_hour(12).stage("French opening", scripted(entry__morand=[4]))
    assert kinds_of(told.events) == ["sequence_began", "marker_drawn", "entry_tested"]


@pytest.mark.parametrize(("option", "fires"), [("yes", True), ("no", False)])
def test_5_1_the_coalition_may_bombard_in_its_combat_phase(option: str, fires: bool) -> None:
    """LUT-5.1, option lut_c_combat_bomb: in both phases like the French, or in movement only."""
    made = field(
        "1109: arnhalt | 1209: souham_2",
        options={"lut_c_combat_bomb": option},
        hand={COALITION: ["artillery"], FRENCH: []},
    )
    order = vv.Bombard(target="1209", markers=(vv.MarkerUse(marker="artillery"),))
    told = made.combat(COALITION, Heading(phase="combat"), order, otherwise=2)
    assert bool(told.of(Bombarded)) is fires
    assert bool(told.of(Refused)) is not fires
    assert made.movement(COALITION, order, otherwise=2).of(Bombarded)


@pytest.mark.parametrize(("hour", "early", "tested"), [(18, False, False), (19, False, True), (19, True, True)])
def test_5_2_the_random_end_is_tested_before_the_draw(hour: int, early: bool, tested: bool) -> None:
    """LUT-5.2: from the 19.00 turn, at the start of the Coalition sequence."""
    told = at_hour(hour, early=early).stage("Coalition opening", scripted(**{"random-end": [6, 6]}))
    assert bool(told.of(RandomEndTested)) is tested
    kinds = kinds_of(told.events)
    if tested and "marker_drawn" in kinds:
        assert kinds.index("random_end_tested") < kinds.index("marker_drawn")


def test_5_2_a_battle_that_ends_draws_nothing_more() -> None:
    """LUT-5.2: dice of 7 or less, and it is over."""
    told = at_hour(19).stage("Coalition opening", scripted(**{"random-end": [3, 4]}))
    assert told.table.state.ending is not None
    assert "marker_drawn" not in kinds_of(told.events)


def test_5_1_markers_come_back_when_the_turn_begins() -> None:
    """VV-2.J3, LUT-5.1: Artillery played on turn 1 is in hand again on turn 3."""
    made = field("1109: arnhalt | 1209: souham_2", turn=1, hand={COALITION: ["artillery"], FRENCH: []})
    order = vv.Bombard(target="1209", markers=(vv.MarkerUse(marker="artillery"),))
    after = made.movement(COALITION, order, otherwise=2).state.markers
    (spent,) = [m for m in after.values() if m.kind == "artillery" and m.public]
    assert (spent.place, spent.turn) == ("aside", 3)
    table = battle(turn=3)
    played = replace(table.state, markers={**table.state.markers, spent.id: spent})
    told = Table(table.rules, played).stage("Coalition opening", scripted())
    assert told.table.state.markers[spent.id].place == "hand"
