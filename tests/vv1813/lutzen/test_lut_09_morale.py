"""Lützen, chapter 9: morale: both sides' objectives, ceilings, commanders."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged, ObjectiveTaken
from adjudicator.rulesets.vv1813.morale.morale import commander_lost, take_objective
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_bautzen import Table
from tests.support.vv_lutzen import battle, begun, field, kinds_of, morale, plays, scripted
from tests.support.vv_positions import Field


def took(made: Field, side: str, *places: str) -> Field:
    """Objectives entered by combat units of a side, one after the other."""
    state = made.state
    for place in places:
        for event in take_objective(made.ctx, state, FRENCH if side == FRENCH else COALITION, place):
            state = made.rules.apply(state, event)
    return made.changed(**{name: getattr(state, name) for name in ("held", "morale")})


def value(made: Field, side: str) -> int:
    return made.state.morale[FRENCH if side == FRENCH else COALITION].value


# --- start and ceilings --------------------------------------------------------------------------------------


def test_9_0_both_armies_begin_at_11() -> None:
    """LUT-9.0: before markers change it."""
    assert morale(battle()) == (11, 11)


def test_9_0_an_objective_does_not_lift_morale_above_its_start_as_turn_1_changed_it() -> None:
    """LUT-9.0: Bridge on turn 1 makes it 13: lost and regained, an objective leads back to 13 and no higher."""
    table = plays(battle(), COALITION, "bridge").table
    assert table.state.morale[FRENCH].ceiling == 13
    made = field("").changed(morale=table.state.morale)
    lost = took(made, COALITION, "1309")
    assert value(lost, FRENCH) == 11
    assert value(took(lost, FRENCH, "1309"), FRENCH) == 13


def test_9_0_a_marker_of_a_later_turn_lifts_the_value_not_the_ceiling() -> None:
    """LUT-9.0: The Guards attack on turn 5: 12, and what objectives restore stays 11."""
    table = plays(battle(turn=5), FRENCH, "guards_attack").table
    assert (table.state.morale[FRENCH].value, table.state.morale[FRENCH].ceiling) == (12, 11)
    made = field("").changed(morale=table.state.morale)
    lost = took(made, COALITION, "1309")
    assert value(lost, FRENCH) == 10
    assert value(took(lost, FRENCH, "1309"), FRENCH) == 11


def test_9_0_a_loss_above_the_ceiling_costs_its_own_points_only() -> None:
    """LUT-9.0: from 12 with a ceiling of 11 a point lost leads to 11."""
    table = plays(battle(turn=5), FRENCH, "guards_attack").table
    made = field("").changed(morale=table.state.morale)
    assert value(took(made, COALITION, "1708"), FRENCH) == 11


def test_9_1_morale_is_adjusted_at_once() -> None:
    """LUT-9.1: a unit that passes through an objective takes it, in the middle of its turn."""
    made = field("1310: arnhalt blucher | 0101: bonnet")
    told = made.movement(COALITION, vv.Move(units=("arnhalt",), destination="1309"))
    assert told.one(MoraleChanged).after == 9
    assert told.kinds().index("morale_changed") > told.kinds().index("units_moved")


def test_9_1_the_end_of_the_turn_checks_it_too() -> None:
    """LUT-9.1: French morale 0 ends the battle then."""
    told = battle(turn=3).morale(FRENCH, 0).stage("end of turn", scripted())
    assert "morale_checked" in kinds_of(told.events)
    assert {e.rule for e in told.events if e.kind == "morale_checked"} == {"LUT-9.1"}
    assert told.table.state.ending is not None


# --- objectives ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "cost"),
    [("1309", 2), ("1408", 2), ("1406", 2), ("1108", 2), ("1205", 2), ("0805", 2), ("1708", 1)],
)
def test_9a1_what_the_french_lose(place: str, cost: int) -> None:
    """LUT-9A1: two points for each village hex, one for Eisdorf; regained on retaking."""
    lost = took(field(""), COALITION, place)
    assert value(lost, FRENCH) == 11 - cost
    assert value(lost, COALITION) == 11
    assert value(took(lost, FRENCH, place), FRENCH) == 11


@pytest.mark.parametrize("place", ["0811", "0911", "1011"])
def test_9a2_what_the_coalition_loses(place: str) -> None:
    """LUT-9A2: two points for each hex of the Monarchenhügel."""
    lost = took(field(""), FRENCH, place)
    assert (value(lost, COALITION), value(lost, FRENCH)) == (9, 11)
    assert value(took(lost, COALITION, place), COALITION) == 11


def end_of_turn(made: Field) -> Table:
    return Table(made.rules, made.state).stage("end of turn", scripted()).table


@pytest.mark.parametrize("place", ["0701", "0901"])
def test_9a1_the_road_to_lutzen_falls_to_a_unit_in_command_at_the_end_of_a_turn(place: str) -> None:
    """LUT-9A1: five points, not before the turn ends."""
    made = field(f"{place}: arnhalt blucher | 2301: bonnet")
    entered = took(made, COALITION, place)
    assert value(entered, FRENCH) == 11
    assert morale(end_of_turn(made)) == (6, 11)


def test_9a1_not_to_a_unit_out_of_command() -> None:
    """LUT-9A1: Blücher is four places away."""
    assert morale(end_of_turn(field("0901: arnhalt | 0905: blucher | 2301: bonnet"))) == (11, 11)


def test_9a1_both_hexes_count_once() -> None:
    """LUT-9A1: one objective of two places."""
    assert morale(end_of_turn(field("0701: losthin | 0901: arnhalt blucher | 2301: bonnet"))) == (6, 11)


def test_9a1_the_road_is_regained_when_no_enemy_is_left_and_a_french_unit_enters() -> None:
    """LUT-9A1, LUT-9.1: at once."""
    lost = end_of_turn(field("0901: arnhalt blucher | 0702: bonnet marmont"))
    still = begun(lost, FRENCH).moves(FRENCH, vv.Move(units=("bonnet",), destination="0701"))
    assert morale(still.table) == (6, 11)
    gone = begun(lost.put("0905", "arnhalt"), FRENCH)
    told = gone.moves(FRENCH, vv.Move(units=("bonnet",), destination="0701"))
    assert morale(told.table) == (11, 11)
    assert told.one(ObjectiveTaken).place == "0901"


def test_9a2_werben_falls_to_a_french_unit_in_command() -> None:
    """LUT-9A2: five points for the Coalition."""
    assert morale(end_of_turn(field("1713: bonnet marmont | 0101: arnhalt"))) == (11, 6)
    assert morale(end_of_turn(field("1713: bonnet | 0101: arnhalt"))) == (11, 11)


# --- commanders ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("commander", "cost"),
    [("wittgenstein", 3), ("blucher", 3), ("ney", 3), ("tormasov", 1), ("wintzingerode", 1), ("marmont", 1)],
)
def test_9d_what_a_commander_is_worth(commander: str, cost: int) -> None:
    """VV-9D: Blücher, Wittgenstein and Ney three points, others one."""
    made = field(f"0807: {commander}")
    side = made.ctx.counters[commander].side
    (event,) = commander_lost(made.ctx, made.state, side, commander, "killed")
    assert isinstance(event, MoraleChanged)
    assert event.change == -cost
