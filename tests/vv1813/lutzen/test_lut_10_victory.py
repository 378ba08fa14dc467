"""Lützen, chapter 10: set-up, the general retreat and its exits, the random end, victory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.games.lutzen.retreat import free_lines
from adjudicator.rulesets.vv1813.movement.events import UnitsSaved
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, Army
from adjudicator.rulesets.vv1813.victory.victory import escaping, evaluate, saved_account
from tests.support.vv_bautzen import Table
from tests.support.vv_lutzen import at_hour, battle, field, kinds_of, scripted
from tests.support.vv_positions import Field

PLACES = {
    "ornano": "0701",
    "roguet": "0401",
    "marmont": "0303",
    "marchand": "1602",
    "wittgenstein": "0911",
    "starckenfeld": "0609",
    "dolffs": "0810",
    "horn": "1012",
    "dragons_horn": "0913",
    "lanskoi": "0512",
    "udom_ii": "1413",
    "duca": "1514",
}


def test_10_1_set_up() -> None:
    """LUT-10.1: everybody where the book puts him; 31 and 29 units, 7 and 5 commanders."""
    table = battle()
    assert {piece: table.place_of(piece) for piece in PLACES} == PLACES
    for side, units, commanders in ((FRENCH, 31, 7), (COALITION, 29, 5)):
        army = table.state.army(side)
        assert (len([u for u in army.units if "/" not in u]), len(army.commanders)) == (units, commanders)


def test_10_1_strength_on_the_map() -> None:
    """LUT-10.1: 66 French points and 81 of the Coalition at the start."""
    table = battle()
    points = {}
    for side in (FRENCH, COALITION):
        on_map = [u for u in table.state.army(side).units.values() if u.status == "map" and "/" not in u.id]
        points[side] = sum(table.ctx.counters[unit.id].strength for unit in on_map)
    assert points == {FRENCH: 66, COALITION: 81}


# --- the general retreat -------------------------------------------------------------------------------------


def retreating(pieces: str, **given: Any) -> Field:
    """A field on turn 6, in general retreat."""
    return field(pieces, turn=6, general_retreat=6, **given)


def test_10_g3_units_leave_by_the_roads_of_the_south_and_east() -> None:
    """LUT-10.G3: from 1514 round to 2311, for a point more, and only in the general retreat."""
    made = retreating("1513: duca tormasov | 2301: bonnet")
    told = made.movement(COALITION, vv.Move(units=("duca",), destination="1514", leave=True))
    assert told.one(UnitsSaved).place == "1514"
    assert told.state.army(COALITION).units["duca"].status == "saved"


@pytest.mark.parametrize("place", ["1414", "1614", "2312", "0114"])
def test_10_g3_not_by_other_places(place: str) -> None:
    """LUT-10.G3: only road places."""
    made = retreating(f"{place}: duca | 2301: bonnet")
    told = made.movement(COALITION, vv.Move(units=("duca",), destination=place, leave=True))
    assert told.one(Refused).rule == "LUT-10.G3"


def test_10_g3_not_before_the_general_retreat() -> None:
    """LUT-10.G3, VV-10.G1."""
    made = field("1514: duca | 2301: bonnet", turn=6)
    told = made.movement(COALITION, vv.Move(units=("duca",), destination="1514", leave=True))
    assert told.one(Refused).rule == "LUT-10.G3"


@pytest.mark.parametrize(
    ("place", "free"),
    [("1510", True), ("1514", True), ("2011", True), ("2305", True), ("0701", False), ("0114", False)],
)
def test_10_5a_straight_lines_in_any_direction(place: str, free: bool) -> None:
    """VV-10.5A, LUT-10.6: to the edge between the exits."""
    assert bool(free_lines(battle().ctx, place)) is free


def test_10_5a_a_french_unit_on_the_line_blocks_it() -> None:
    """VV-10.5A: all lines must be blocked; another one saves."""
    open_field = retreating("1312: rosen | 0101: bonnet")
    assert [unit.id for unit in escaping(open_field.ctx, open_field.state)] == ["rosen"]
    lines = free_lines(open_field.ctx, "1312")
    blocked = " | ".join(
        f"{line[0]}: {unit}" for line, unit in zip(lines, ("bonnet", "compans", "girard", "ricard"), strict=False)
    )
    shut = retreating(f"1312: rosen | {blocked}")
    assert escaping(shut.ctx, shut.state) == ()


# --- quotas and levels ---------------------------------------------------------------------------------------


def saved(*units: str, options: dict[str, str] | None = None) -> Field:
    """A general retreat in which these units got away, and nobody else is left."""
    made = retreating("0914: wittgenstein blucher | 2301: bonnet", options=options)
    army = made.state.army(COALITION)
    lost = {name: replace(unit, place=None, status="eliminated") for name, unit in army.units.items()}
    made = with_army(made, Army(lost, army.commanders))
    event = UnitsSaved(side=COALITION, units=units, place="1514")
    return made.changed(armies=made.rules.apply(made.state, event).armies)


def with_army(made: Field, army: Army) -> Field:
    return made.changed(armies={**made.state.armies, COALITION: army})


PRUSSIANS = ("dolffs", "arnhalt", "hunerbein", "horn", "albensleben", "katzler")
GUARD = ("rosen", "sulima", "zwielinief", "udom_ii")


def test_10_v1_the_quota() -> None:
    """LUT-10.V1: 48 points, of which 20 Prussian and 10 of the Russian Guard."""
    account = {part.label: (part.value, part.because) for part in saved_account(battle().ctx, saved().state)}
    assert account == {
        "total": (0, "quota 48"),
        "Prussian": (0, "quota 20"),
        "Russian Guard": (0, "quota 10"),
    }


@pytest.mark.parametrize(
    ("units", "level"),
    [
        ((*PRUSSIANS, *GUARD), "major"),
        ((*PRUSSIANS, *GUARD, "kasakowski", "schafchaskoi", "st_priest"), "marginal"),
        ((*PRUSSIANS, "kasakowski", "schafchaskoi", "st_priest", "lukov", "korff", "markov", "volkonski"), "major"),
        ((*GUARD, "schaeffich", "duca", "kasakowski", "lukov", "korff", "markov", "volkonski", "dolffs"), "major"),
    ],
)
def test_10_v5_what_was_saved_decides(units: tuple[str, ...], level: str) -> None:
    """LUT-10.V1, VV-10.V5: the total missed, enough of everything, too little Guard, too few Prussians."""
    made = saved(*units)
    ending = evaluate(made.ctx, made.state)
    assert (ending.winner, ending.level) == (FRENCH, level)


@pytest.mark.parametrize(("option", "level"), [("fail", "major"), ("pass", "marginal")])
def test_10_v1_exactly_48(option: str, level: str) -> None:
    """LUT-10.V1, option quota_equal."""
    units = (*PRUSSIANS, *GUARD, "kasakowski", "schafchaskoi", "mutius")
    made = saved(*units, options={"quota_equal": option})
    assert saved_account(made.ctx, made.state)[0].value == 48
    assert evaluate(made.ctx, made.state).level == level


@pytest.mark.parametrize(("commander", "level"), [("wittgenstein", "strategic"), ("tormasov", "major")])
def test_10_v6_a_lost_commander_besides(commander: str, level: str) -> None:
    """VV-10.V6: Blücher or Wittgenstein killed on top of a missed quota."""
    made = saved()
    army = made.state.army(COALITION)
    dead = replace(army.commanders[commander], health="killed")
    made = with_army(made, Army(army.units, {**army.commanders, commander: dead}))
    assert evaluate(made.ctx, made.state).level == level


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "ends"), [((1, 1), True), ((3, 4), True), ((4, 4), False), ((6, 6), False)])
@pytest.mark.parametrize(("hour", "early"), [(19, False), (20, False), (21, False), (19, True), (21, True)])
def test_10_6_two_dice_may_end_the_battle(hour: int, early: bool, total: tuple[int, int], ends: bool) -> None:
    """LUT-10.6: 2 to 7, from 19.00 on, on either clock."""
    told = at_hour(hour, early=early).stage("Coalition opening", scripted(**{"random-end": total}))
    assert (told.table.state.ending is not None) is ends


@pytest.mark.parametrize(("early", "last"), [(False, 10), (True, 12)])
def test_10_6_it_is_over_after_21_00(early: bool, last: int) -> None:
    """LUT-10.6: the French sequence of 21.00 is played; then the battle is judged."""
    table = at_hour(21, early=early)
    assert table.state.turn == last
    told = table.stage("end of turn", scripted())
    assert told.table.state.ending is not None
    assert at_hour(20, early=early).stage("end of turn", scripted()).table.state.ending is None
    assert "victory_reckoned" in kinds_of(told.events)


@pytest.mark.parametrize(("french", "coalition", "winner"), [(6, 4, FRENCH), (2, 5, COALITION), (5, 5, None)])
def test_10_6_the_higher_morale_wins_narrowly(french: int, coalition: int, winner: Side | None) -> None:
    """LUT-10.6, VV-10.5B: a marginal victory, or a draw."""
    table = battle(turn=8).morale(FRENCH, french).morale(COALITION, coalition)
    ending = evaluate(table.ctx, table.state)
    assert ending.winner == winner
    assert ending.level == ("draw" if winner is None else "marginal")


def test_10_6_napoleons_capture_loses_the_battle() -> None:
    """VV-10.V2: alone on the road, overrun, and a 6."""
    made = field("0905: napoleon | 0906: arnhalt blucher")
    told = made.movement(COALITION, vv.Move(units=("arnhalt",), destination="0905"), otherwise=6)
    assert told.state.ending is not None
    assert (told.state.ending.winner, told.state.ending.level) == (COALITION, "strategic")


def test_9_3_coalition_morale_0_orders_the_retreat_for_the_next_turn() -> None:
    """VV-10.G1, LUT-10.G3: from the turn after, exits are open."""
    told = battle(turn=5).morale(COALITION, 0).stage("end of turn", scripted())
    assert told.table.state.general_retreat == 6
    table: Table = told.table.turn(6)
    exits = table.ctx.game.exit_places(table.ctx, table.state, COALITION)
    assert exits == {"1514", "1714", "2014", "2311"}
