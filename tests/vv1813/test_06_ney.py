"""Chapter 6: Ney: tests, markers, the place and order of entry, and the pace of both armies."""

from __future__ import annotations

import pytest

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.events import Refused
from adjudicator.core.types import Order
from adjudicator.rulesets.vv1813.games.bautzen.events import (
    ArmyQuickened,
    NeyMarkerRemoved,
    NeyMarkersLaid,
    NeyRevealed,
    NeyTested,
)
from adjudicator.rulesets.vv1813.games.bautzen.ney import entry_places
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.movement.events import CommandChecked, EntryDelayed, UnitsEntered, UnitsMoved
from adjudicator.rulesets.vv1813.movement.march import allowance
from adjudicator.rulesets.vv1813.orders import Delay, Enter, Move, Reveal
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_bautzen import Table, Told

CORPS_357 = ("ricard", "delmas", "marchand", "beurmann", "rochambeau", "lagrange", "puthod")
CORPS_537 = ("rochambeau", "lagrange", "puthod", "ricard", "delmas", "marchand", "beurmann")


def ney_test(table: Table, die: int | None) -> Told:
    """The opening of the French sequence with a die for Ney."""
    script = {} if die is None else {f"T{table.state.turn}/Ney": [die]}
    return table.stage("French opening", ScriptedDice(script))


def laid(*texts: str, turn: int, **options: str) -> Table:
    """Ney's markers in a given order, on a turn."""
    return Table.begin(turn=turn, **options).happen(NeyMarkersLaid(texts=texts))


def revealed(text: str = "2301", *, turn: int = 3, **options: str) -> Table:
    """A table on the turn on which a Ney marker with this text has been revealed."""
    return ney_test(laid(text, text, text, turn=turn, **options), 1).table


def points(table: Table, piece: str) -> int:
    return allowance(table.ctx, table.state, piece).value


# --- the test ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", [1, 2, 11, 12, 13])
def test_6_1_no_test_before_turn_3_nor_after_turn_10(turn: int) -> None:
    """BAU-6.1: the spaces cover turns 3 to 10."""
    told = ney_test(Table.begin(turn=turn), None)
    assert told.of(NeyTested) == []
    assert told.of(NeyRevealed) == []


@pytest.mark.parametrize(("turn", "space"), [(3, 1), (4, 1), (5, 1), (6, 2), (7, 2), (8, 3), (9, 3)])
def test_6_1_which_space_is_tested(turn: int, space: int) -> None:
    """BAU-6.1: space 1 on turns 3 to 5, space 2 on 6 and 7, space 3 on 8 to 10."""
    assert ney_test(Table.begin(turn=turn), 6).one(NeyTested).space == space


def test_6_1_no_test_once_a_marker_is_revealed() -> None:
    """BAU-6.1: not even if Ney has not entered yet."""
    assert ney_test(revealed().turn(4), None).of(NeyTested) == []


@pytest.mark.parametrize(("turn", "highest"), [(3, 1), (4, 2), (5, 3), (6, 3), (7, 4), (8, 5), (9, 5)])
def test_6_2_the_number_that_reveals(turn: int, highest: int) -> None:
    """BAU-6.2: 1 on turn 3, 1-2 on 4, 1-3 on 5 and 6, 1-4 on 7, 1-5 on 8 and 9."""
    assert ney_test(Table.begin(turn=turn), highest).one(NeyTested).revealed
    failed = ney_test(Table.begin(turn=turn), highest + 1)
    assert not failed.one(NeyTested).revealed
    assert failed.of(NeyRevealed) == []


@pytest.mark.parametrize(("turn", "space"), [(5, 1), (7, 2)])
def test_6_3_a_marker_not_revealed_in_time_is_removed_unseen(turn: int, space: int) -> None:
    """BAU-6.3: after the failed test of turn 5, and of turn 7."""
    told = ney_test(Table.begin(turn=turn), 6)
    assert told.one(NeyMarkerRemoved).space == space
    assert bautzen(told.table.state).ney_spaces[space - 1] == ""
    assert ney_test(Table.begin(turn=turn - 1), 6).of(NeyMarkerRemoved) == []


def test_6_3_option_removes_the_first_marker_on_turn_3() -> None:
    """BAU-6.3, BAU-6.1, option ney_space1_last=3: after it there is nothing to test until turn 6."""
    told = ney_test(Table.begin(turn=3, ney_space1_last="3"), 6)
    assert told.one(NeyMarkerRemoved).space == 1
    assert ney_test(told.table.turn(4), None).of(NeyTested) == []
    assert ney_test(told.table.turn(6), 6).one(NeyTested).space == 2


def test_6_3_space_3_is_revealed_without_a_die_on_turn_10() -> None:
    """BAU-6.3: nothing revealed by turn 9."""
    told = ney_test(laid("2301", "2306", "2306", turn=10), None)
    assert told.of(NeyTested) == []
    assert (told.one(NeyRevealed).space, told.one(NeyRevealed).place) == (3, "2306")


@pytest.mark.parametrize(("text", "place", "turn"), [("2301", "2301", 3), ("2306", "2306", 3), ("2301+1", "2301", 4)])
def test_6_4_the_marker_names_place_and_turn(text: str, place: str, turn: int) -> None:
    """BAU-6.4: 2301 or 2306 at once; "2301, t+1" on the following turn. The other markers are removed."""
    told = ney_test(laid(text, "2301", "2306", turn=3), 1)
    shown = told.one(NeyRevealed)
    assert (shown.place, shown.turn) == (place, turn)
    assert bautzen(told.table.state).ney_spaces == ("", "", "")
    assert bool(told.table.ctx.game.entries(told.table.ctx, told.table.state, FRENCH)) == (turn == 3)


def test_6_4_entry_a_turn_later() -> None:
    """BAU-6.4: the printed example: turn 6, die 2, "2301, t+1": they may enter on turn 7 (golden case G17)."""
    table = ney_test(laid("2306", "2301+1", "2301", turn=6), 2).table
    early = table.moves(FRENCH, Enter(units=("ney",)))
    assert early.one(Refused).reason == "Ney may not enter this turn."
    assert early.of(UnitsEntered) == []
    told = table.turn(7).moves(FRENCH)
    assert told.of(UnitsEntered)[0].path[0] == "2301"


# --- place and order ---------------------------------------------------------------------------------------


def test_6_5_a_held_place_of_entry_gives_way_to_the_nearest_free_edge() -> None:
    """BAU-6.5: 2306 held by the Coalition: 2305 or 2307; both held too: two places away."""
    table = Table.begin().away("lanskoi", "tschaplitz")
    assert entry_places(table.ctx, table.state, "2306") == ("2306",)
    held = table.put("2306", "lanskoi")
    assert entry_places(held.ctx, held.state, "2306") == ("2305", "2307")
    more = held.put("2305", "tschaplitz").put("2307", "horn")
    assert entry_places(more.ctx, more.state, "2306") == ("2304", "2308")


def test_6_5_the_french_choose_between_equals_and_stop_in_zones() -> None:
    """BAU-6.5: Ricard by 2307, next to Lanskoï in 2306, whose zone stops him at once."""
    table = revealed("2306").away("tschaplitz").put("2306", "lanskoi")
    told = table.moves(
        FRENCH, Enter(units=("ney",), at="2307"), Enter(units=("ricard",), at="2307", path=("2307", "2308"))
    )
    ricard = next(e for e in told.of(UnitsEntered) if e.units == ("ricard",))
    assert ricard.path == ("2307",)
    assert "enemy zone of control" in ricard.stopped
    wrong = table.moves(FRENCH, Enter(units=("ney",), at="2304"))
    assert wrong.one(Refused).remedy == "Places of entry: 2305, 2307."


def test_6_5_a_marker_hex_held_by_the_french_is_no_obstacle() -> None:
    """BAU-6.5: only Coalition units block it."""
    table = Table.begin().put("2301", "souham")
    assert entry_places(table.ctx, table.state, "2301") == ("2301",)


@pytest.mark.parametrize(("option", "corps"), [("357", CORPS_357), ("537", CORPS_537)])
def test_6_6_counters_enter_in_the_order_of_the_scenario(option: str, corps: tuple[str, ...]) -> None:
    """BAU-6.6, BAU-10.2, option ney_order: Ney, then 3rd, 5th and 7th Corps, or the 5th before the 3rd."""
    told = revealed(ney_order=option).moves(FRENCH)
    order = [(*event.units, *event.commanders)[0] for event in told.of(UnitsEntered)]
    assert order[: len(corps) + 1] == ["ney", *corps]
    assert order[len(corps) + 1 :] == ["de_lindenau", "de_sahr", "durutte", "lecoq"]


def test_6_6_nobody_overtakes() -> None:
    """BAU-6.6: Delmas before Ricard is refused; Souham, Maison and Albert are no part of the queue."""
    table = revealed()
    told = table.moves(FRENCH, Enter(units=("delmas",), destination="2302"))
    assert told.of(Refused)[0].reason == "Ricard enters before Delmas."
    stranger = table.moves(FRENCH, Enter(units=("souham",)))
    assert stranger.one(Refused).reason == "Souham does not wait to enter."


def test_10_2_entering_now_or_later() -> None:
    """BAU-10.2: by default they enter at once (D21); `delay` keeps a counter and those behind it waiting."""
    table = revealed()
    told = table.moves(FRENCH, Delay(units=("delmas",)))
    assert [(*e.units, *e.commanders)[0] for e in told.of(UnitsEntered)] == ["ney", "ricard"]
    waiting = told.one(EntryDelayed)
    assert (waiting.units[0], len(waiting.units), waiting.because) == ("delmas", 10, "ordered to wait")
    later = told.table.turn(4).moves(FRENCH)
    assert (later.of(UnitsEntered)[0].units, len(later.of(UnitsEntered))) == (("delmas",), 10)
    all_wait = table.moves(FRENCH, Delay(units=("ney",)))
    assert all_wait.of(UnitsEntered) == []
    assert all_wait.of(ArmyQuickened) == []


def test_10_2_who_does_not_wait_cannot_be_delayed() -> None:
    """BAU-10.2: nor does an order for units on the map make sense."""
    told = Table.begin().moves(FRENCH, Delay(units=("compans",)))
    assert (told.one(Refused).rule, told.one(Refused).reason) == ("BAU-10.2", "Compans does not wait to enter.")


def test_10_2_no_coalition_reinforcements() -> None:
    """BAU-10.2: the Coalition has none, ever."""
    table = Table.begin(turn=9)
    assert table.ctx.game.entries(table.ctx, table.state, COALITION) == ()
    assert table.moves(COALITION, Enter(units=("horn",))).one(Refused).rule == "BAU-10.2"


def test_10_2_entering_with_a_goal() -> None:
    """BAU-10.2: each pays for the places it enters, the first one included; Ney's ride comes first."""
    table = revealed()
    told = table.moves(
        FRENCH,
        Move(units=("souham",), path=("2203",)),
        Enter(units=("ney", "ricard"), at="2301", destination="2303"),
    )
    ney, ricard = told.of(UnitsEntered)[:2]
    assert told.of(Refused) == []
    assert told.events.index(ney) < told.events.index(told.of(UnitsMoved)[0])
    assert (ney.commanders, ney.path) == (("ney",), ("2301", "2302", "2303"))
    assert (ricard.path, ricard.cost.value, ricard.allowance) == (("2301", "2302", "2303"), 3, 4)


def test_10_2_without_orders_they_take_the_nearest_room() -> None:
    """BAU-10.2: two to a place, three where a commander stands."""
    told = revealed().away("lanskoi", "tschaplitz").moves(FRENCH)
    assert told.of(EntryDelayed) == []
    army = told.table.state.army(FRENCH)
    assert all(len(units) <= (3 if place in army.commanders_at else 2) for place, units in army.units_at.items())


def test_10_2_without_room_they_wait() -> None:
    """BAU-10.2, BAU-2.D2: held to one place by Discord, three fit into 2301 with Ney, and the queue stops there."""
    table = revealed().holding(COALITION, "discord").answering(reveal=Reveal(marker="discord"))
    told = table.moves(FRENCH)
    assert [(*e.units, *e.commanders)[0] for e in told.of(UnitsEntered)] == ["ney", "ricard", "delmas", "marchand"]
    waiting = told.one(EntryDelayed)
    assert (waiting.units, waiting.because) == (("beurmann",), "there is no room to enter")


def test_10_2_a_commander_needs_no_room() -> None:
    """BAU-10.2, VV-4.1a: Ney enters 2301 although two units stand there."""
    told = revealed().put("2301", "maison", "albert").moves(FRENCH, Delay(units=("ricard",)))
    assert told.of(UnitsEntered)[0].commanders == ("ney",)
    assert told.table.place_of("ney") == "2301"


@pytest.mark.parametrize(
    ("orders", "entered", "waits"),
    [
        ((Enter(units=()),), 4, "there is no room to enter"),
        ((Enter(units=()), Delay(units=("delmas",))), 2, "ordered to wait"),
    ],
)
def test_10_2_enter_all_is_not_refused_where_the_queue_stops(
    orders: tuple[Order, ...], entered: int, waits: str
) -> None:
    """BAU-10.2: who stands behind a piece without room, or ordered to wait, waits with it; that is no mistake."""
    table = revealed().holding(COALITION, "discord").answering(reveal=Reveal(marker="discord"))
    told = table.moves(FRENCH, *orders)
    assert len(told.of(UnitsEntered)) == entered
    assert told.of(Refused) == []
    assert told.of(EntryDelayed)[-1].because == waits


# --- pace --------------------------------------------------------------------------------------------------


def test_6_7_the_french_double_when_ney_enters_the_coalition_a_turn_later() -> None:
    """BAU-6.7: Ney enters on turn 5: French infantry 4 on turn 5; Coalition 2 on turn 5, 4 on turn 6 (G65)."""
    table = revealed(turn=5)
    assert points(table, "compans") == 2
    told = table.moves(FRENCH)
    assert told.one(ArmyQuickened).side == FRENCH
    after = told.table
    assert [points(after, unit) for unit in ("compans", "chastel", "ricard", "horn")] == [4, 8, 4, 2]
    assert after.stage("Coalition opening").of(ArmyQuickened) == []
    sixth = after.turn(6)
    assert [points(sixth, unit) for unit in ("compans", "horn", "von_dolffs")] == [4, 4, 8]
    assert sixth.stage("Coalition opening").one(ArmyQuickened).side == COALITION
    assert [points(after.turn(12), unit) for unit in ("compans", "horn")] == [4, 4]


def test_6_7_not_by_the_reveal_alone() -> None:
    """BAU-6.7: doubling starts with the entry of Ney's counter, not with the marker."""
    waiting = revealed("2301+1", turn=5).moves(FRENCH).table
    assert points(waiting, "compans") == 2


@pytest.mark.parametrize(("option", "expected"), [("no", 7), ("yes", 14)])
def test_6_7_commanders(option: str, expected: int) -> None:
    """BAU-6.7, option double_commanders: combat units only, or commanders too."""
    after = revealed(turn=5, double_commanders=option).moves(FRENCH).table
    assert points(after, "napoleon") == expected
    assert points(after, "compans") == 4


def test_6_7_the_road_bonus_comes_after_doubling() -> None:
    """BAU-6.7: infantry on the road: 2 x 2 + 1 places."""
    table = revealed(turn=5).put("0801", "compans").away("knoring", "pitchnitzky", "st_priest_8", "st_priest_7")
    told = table.moves(FRENCH, Move(units=("compans",), path=("0802", "0803", "0804", "0805", "0806", "0807")))
    moved = next(event for event in told.of(UnitsMoved) if event.units == ("compans",))
    assert (len(moved.path), moved.allowance) == (5, 5)


def test_7_2e_ney_s_entry_brings_his_corps_into_command() -> None:
    """VV-7.2e: he enters before command is looked at, so it counts on that very turn."""
    before = Table.begin(turn=3).moves(FRENCH).one(CommandChecked).out_of_command
    assert {"souham", "maison", "albert"} <= set(before)
    after = revealed().moves(FRENCH).one(CommandChecked).out_of_command
    assert not {"souham", "maison", "albert"} & set(after)
