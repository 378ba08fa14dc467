"""Lützen: a Guard that is held back, markers in the wrong hands, the set-up's few orders."""

from __future__ import annotations

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.orders import Pass
from adjudicator.core.values import replace
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.games.lutzen.arrivals import entries
from adjudicator.rulesets.vv1813.games.lutzen.plays import in_wrong_hands
from adjudicator.rulesets.vv1813.movement.events import UnitsSaved
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_lutzen import battle, begun, field, holding, plays

# --- held back -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "saved"), [(5, 0), (6, 1)])
def test_2_i_a_guard_held_back_does_not_leave_the_map(turn: int, saved: int) -> None:
    """LUT-2.I1, LUT-2.F1, VV-10.G2: in the general retreat it stays on the road exit for that turn."""
    open_field = field("2311: rosen", turn=turn, game={"russian_guard_frozen": 5}, general_retreat=4)
    told = open_field.movement(COALITION, vv.Move(units=("rosen",), leave=True))
    assert len(told.of(UnitsSaved)) == saved
    assert [event.rule for event in told.of(Refused)] == ([] if saved else ["LUT-2.I1"])


@pytest.mark.parametrize(("turn", "back"), [(5, []), (6, [("rosen",)])])
def test_2_i_nor_does_it_come_back_onto_it(turn: int, back: list[tuple[str, ...]]) -> None:
    """LUT-2.I1, LUT-8.5.1g: driven off two turns ago, it waits as long as it is held back."""
    away = field("0901: bonnet", turn=turn, game={"russian_guard_frozen": 5})
    army = away.state.army(COALITION)
    rosen = replace(army.units["rosen"], status="away", place=None, back_on=5, left_at="2311")
    state = replace(away.state, armies={**away.state.armies, COALITION: army.changed({"rosen": rosen})})
    assert [entry.queue for entry in entries(away.ctx, state, COALITION)] == back


# --- markers in the wrong hands ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "turn", "says"),
    [
        ("alexander", 3, "revealing it: Coalition morale +1"),
        ("munitions", 3, "revealing it: French morale -1"),
        ("hussars", 1, "revealing it: French morale -1"),
        ("bridge", 1, "revealing it: Coalition morale -1"),
        ("bridge", 2, "no use to you: it works on the first turn only"),
        ("cossacks", 1, "no use to you"),
    ],
)
def test_2_0c_a_marker_in_the_wrong_hands_says_what_it_would_do(kind: str, turn: int, says: str) -> None:
    """LUT-2.0c, LUT-2.F1, LUT-2.H1, LUT-2.G1, LUT-2.B5: morale moves for some, and for none after their turn."""
    table = battle(turn=turn)
    assert in_wrong_hands(table.ctx, table.state, kind) == says


@pytest.mark.parametrize(("hussars_late", "after"), [("void", 11), ("minus_1", 10)])
def test_2_g_10th_hussars_in_wrong_hands_later_on(hussars_late: str, after: int) -> None:
    """LUT-2.G1: option hussars_late (Q134)."""
    told = plays(battle(turn=3, hussars_late=hussars_late), COALITION, "hussars")
    assert told.table.state.morale[FRENCH].value == after


# --- the set-up ----------------------------------------------------------------------------------------------


def test_2_4_check_refuses_before_the_battle_what_run_refuses() -> None:
    """LUT-2.4b: nobody moves on turn 0; laying and dividing are fine."""
    table = battle(turn=0)
    rules = table.rules
    state = replace(table.state, turn=0, stage="set-up orders")
    move = vv.Move(line=2, side=FRENCH, units=("bonnet",), destination="0404")
    lay = vv.LayMarkers(line=1, side=FRENCH, marker_class="RE", spaces=("16.00",))
    review = rules.review(rules.known(state, FRENCH), FRENCH, [lay, move], ())
    assert [(one.line, one.severity, one.rule) for one in review.problems] == [(2, "error", "LUT-2.4b")]


def test_2_4_who_lays_nothing_is_warned_of_the_questions() -> None:
    """LUT-2.4b: each of his twelve markers would be asked for by itself."""
    table = battle(turn=0)
    state = replace(table.state, turn=0, stage="set-up orders")
    review = table.rules.review(table.rules.known(state, FRENCH), FRENCH, [Pass(line=1, side=FRENCH)], ())
    assert [(one.severity, one.rule) for one in review.problems] == [("warning", "LUT-2.4b")]
    assert "12 markers" in review.problems[0].reason


@pytest.mark.parametrize(("turn", "warned"), [(3, ["LUT-2.L1"]), (5, [])])
def test_2_0b_a_marker_played_too_early_is_warned_of(turn: int, warned: list[str]) -> None:
    """LUT-2.0b, LUT-2.L1: The Guards attack is only discarded before 16.00."""
    table = begun(holding(battle(turn=turn), FRENCH, "guards_attack"), FRENCH)
    orders = [vv.Play(line=1, side=FRENCH, marker="guards_attack"), Pass(line=2, side=FRENCH)]
    review = table.rules.review(table.rules.known(table.state, FRENCH), FRENCH, orders, ())
    assert [one.rule for one in review.problems if one.line == 1] == warned
