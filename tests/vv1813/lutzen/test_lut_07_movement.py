"""Lützen, chapters 7 and 10.2: reinforcements, streams and roads, tactical movement, command ranges, Cossacks."""

from __future__ import annotations

import pytest

from adjudicator.core.events import Refused
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.combat.aftermath_events import UnitsLeftMap
from adjudicator.rulesets.vv1813.games.lutzen.events import EntryTested, ReinforcementsSlowed, TacticalMovementDeclared
from adjudicator.rulesets.vv1813.markers.events import CossacksPlayed
from adjudicator.rulesets.vv1813.movement.command import is_in_command
from adjudicator.rulesets.vv1813.movement.events import EntryDelayed, UnitsEntered, UnitsMoved
from adjudicator.rulesets.vv1813.movement.march import allowance
from adjudicator.rulesets.vv1813.movement.paths import ground
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_bautzen import Table
from tests.support.vv_lutzen import at_hour, battle, begun, field, kept, now, scripted
from tests.support.vv_positions import when


def queue(table: Table, side: str = FRENCH) -> dict[str, tuple[str, ...]]:
    """Who may enter now, by which places."""
    groups = table.ctx.game.entries(table.ctx, table.state, FRENCH if side == FRENCH else COALITION)
    return {piece: one.places for one in groups for piece in one.queue}


# --- the schedule --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hour", "come"),
    [
        (12, {}),
        (14, {}),
        (15, {"freysia": ("0108",)}),
        (16, {"freysia": ("0108",), "bertrand": ("0108",), "morand": ("0108",), "napoleon": ("0901",)}),
        (
            17,
            {
                "peyri": ("0108",),
                "morand": ("0108", "0106"),
                "ercolei": ("2001",),
                "macdonald": ("2304",),
                "bruyere": ("2304",),
            },
        ),
    ],
)
@pytest.mark.parametrize("early", [False, True])
def test_10_2_the_french_come_by_the_clock(hour: int, come: dict[str, tuple[str, ...]], early: bool) -> None:
    """LUT-10.2, LUT-2.B3, LUT-6.3: hours never shift; Morand's two ways in after failed tests."""
    found = queue(at_hour(hour, early=early))
    assert {piece: found.get(piece) for piece in come} == come
    if hour < 15:
        assert found == {}


@pytest.mark.parametrize(("option", "hour", "comes"), [("17", 15, False), ("17", 17, True), ("15", 15, True)])
def test_10_2_the_hour_of_the_xi_corps(option: str, hour: int, comes: bool) -> None:
    """LUT-10.2, option xi_hour."""
    assert ("macdonald" in queue(at_hour(hour, xi_hour=option))) is comes


@pytest.mark.parametrize(
    ("hour", "piece", "die", "passed"),
    [
        (12, "morand", 4, True),
        (12, "morand", 5, False),
        (13, "morand", 5, True),
        (13, "morand", 6, False),
        (16, "peyri", 4, True),
        (16, "peyri", 5, False),
    ],
)
def test_11_entry_tests(hour: int, piece: str, die: int, passed: bool) -> None:
    """LUT-11, LUT-10.2: the dice of each hour."""
    told = begun(at_hour(hour), FRENCH).stage("French opening", scripted(**{f"entry__{piece}": [die]}))
    tested = next(e for e in told.of(EntryTested) if e.piece == piece)
    assert (tested.die, tested.passed) == (die, passed)
    assert (piece in queue(told.table)) is passed


def test_10_2_a_piece_that_passed_may_come_later_too() -> None:
    """LUT-10.2: and is not tested again."""
    table = kept(at_hour(13), passed=("morand",))
    assert queue(table)["morand"] == ("0106",)
    told = begun(table, FRENCH).stage("French opening", scripted())
    assert told.of(EntryTested) == []


def test_10_2_no_test_at_14_00() -> None:
    """LUT-10.2: after two failures Morand waits for 16.00."""
    told = begun(at_hour(14), FRENCH).stage("French opening", scripted(pace__iii_corps=[6]))
    assert told.of(EntryTested) == []


def test_10_2_counters_enter_one_after_the_other() -> None:
    """LUT-10.2: MacDonald before Charpentier; whoever comes out of turn is refused."""
    table = begun(at_hour(17), FRENCH)
    refused = table.moves(FRENCH, vv.Delay(units=("macdonald",)), vv.Enter(units=("charpentier",), destination="2204"))
    assert "MacDonald enters before Charpentier" in refused.one(Refused).reason


def test_10_2_reinforcements_enter_without_orders() -> None:
    """LUT-10.2: at the end of the movement phase, by default (D21)."""
    told = begun(at_hour(17), FRENCH).moves(FRENCH)
    entered = {unit for e in told.of(UnitsEntered) for unit in e.units}
    assert {"charpentier", "ercolei", "bruyere"} <= entered


def test_10_2_a_blocked_entry_uses_the_two_places_beside_it() -> None:
    """LUT-10.2: a Coalition unit in 2304: they come by 2303 or 2305, in its zone of control, and stop there."""
    table = begun(at_hour(17).put("2304", "korff"), FRENCH)
    assert set(queue(table)["charpentier"]) == {"2303", "2305"}
    told = table.moves(FRENCH, vv.Enter(units=("macdonald",)), vv.Enter(units=("charpentier",), destination="2303"))
    (event,) = [e for e in told.of(UnitsEntered) if e.units == ("charpentier",)]
    assert event.path == ("2303",)


def test_10_2_two_hostile_neighbours_keep_them_out() -> None:
    """LUT-10.2: nothing is free, they wait."""
    table = at_hour(15).put("0108", "korff").put("0107", "markov").put("0109", "volkonski")
    told = begun(table, FRENCH).moves(FRENCH)
    assert [e.units for e in told.of(EntryDelayed)] == [("freysia",)]


# --- improved movement ---------------------------------------------------------------------------------------


def test_7_2a_reinforcements_move_4_or_6_far_from_the_enemy() -> None:
    """LUT-7.2a: on arrival, and until they begin within three places of an enemy unit."""
    table = at_hour(17)
    points = {unit: allowance(table.ctx, table.state, unit).value for unit in ("charpentier", "bruyere", "bonnet")}
    assert points == {"charpentier": 4, "bruyere": 6, "bonnet": 2}
    entered = begun(table, FRENCH).moves(FRENCH).table.turn(7)
    assert allowance(entered.ctx, entered.state, "charpentier").value == 4


def test_7_2a_it_is_lost_for_good_near_the_enemy() -> None:
    """LUT-7.2a: looked at when the movement phase begins."""
    made = field("2204: charpentier | 2107: korff", game={"fresh": ("charpentier",)})
    told = made.movement(FRENCH)
    assert told.one(ReinforcementsSlowed).units == ("charpentier",)
    assert allowance(told.field.ctx, told.state, "charpentier").value == 2
    far = field("2204: charpentier | 2010: korff", game={"fresh": ("charpentier",)}).movement(FRENCH)
    assert far.of(ReinforcementsSlowed) == []


def test_7_2a_napoleons_two_points_add() -> None:
    """LUT-7.2a, LUT-6.2f: six points for infantry on his turn."""
    table = kept(at_hour(17), napoleon=6)
    assert allowance(table.ctx, table.state, "charpentier").value == 6


def test_7_2b_so_moving_they_do_not_enter_a_zone() -> None:
    """LUT-7.2b: though they may stop within three places of the enemy."""
    made = field("2203: charpentier macdonald | 2207: korff", game={"fresh": ("charpentier",)})
    into = made.movement(FRENCH, vv.Move(units=("charpentier",), destination="2206"))
    assert into.one(Refused).rule == "LUT-7.2b"
    near = made.movement(FRENCH, vv.Move(units=("charpentier",), destination="2205"))
    assert near.field.where("charpentier") == ["2205"]


def test_7_2b_other_units_do() -> None:
    """LUT-7.2b: once they march like others, zones are open to them."""
    made = field("2205: charpentier macdonald | 2207: korff")
    told = made.movement(FRENCH, vv.Move(units=("charpentier",), destination="2206"))
    assert told.field.where("charpentier") == ["2206"]


@pytest.mark.parametrize(("option", "reached"), [("mp", False), ("hexes", True)])
def test_7_2a_points_or_hexes(option: str, reached: bool) -> None:
    """LUT-7.2a, option reinf_move: through woods, four points or four hexes."""
    made = field("2102: charpentier | 0914: korff", game={"fresh": ("charpentier",)}, options={"reinf_move": option})
    told = made.movement(FRENCH, vv.Move(units=("charpentier",), path=("2103", "2104", "2105", "2106")))
    assert (told.field.where("charpentier") == ["2106"]) is reached
    assert told.one(UnitsMoved).cost.value == 4


# --- ground --------------------------------------------------------------------------------------------------


def test_7_1g_horse_crosses_streams_by_bridges_only() -> None:
    """LUT-7.1g: infantry pays a point more, cavalry may not; over a bridge neither does."""
    ctx = battle().ctx
    foot, horse = ground(ctx, "1508", "1608", False), ground(ctx, "1508", "1608", True)
    assert foot is not None
    assert ("stream", 1) in foot.parts
    assert horse is None
    over = ground(ctx, "1507", "1607", True)
    assert over is not None
    assert over.cost == 1


def test_7_1g_a_cavalry_move_across_is_refused() -> None:
    """LUT-7.1g: it looks for a bridge, or stays."""
    made = field("1508: laboissiere | 0914: korff", game={"ney": 3})
    told = made.movement(FRENCH, vv.Move(units=("laboissiere",), path=("1608",)))
    assert told.one(Refused).rule == "VV-7.1e"
    walked = made.movement(FRENCH, vv.Move(units=("laboissiere",), destination="1608"))
    assert "1607" in walked.one(UnitsMoved).path


def test_7_1h_a_road_ignores_surcharges_and_gives_a_place_more() -> None:
    """LUT-7.1h: infantry goes three places on the road, two on a path."""
    made = field("0102: bonnet marmont | 0914: korff")
    along = made.movement(FRENCH, vv.Move(units=("bonnet",), destination="0401"))
    assert (along.field.where("bonnet"), along.one(UnitsMoved).cost.value) == (["0401"], 3)
    path = field("0106: bonnet marmont | 0914: korff")
    told = path.movement(FRENCH, vv.Move(units=("bonnet",), path=("0206", "0306", "0405")))
    assert told.field.where("bonnet") == ["0306"]


def test_7_1h_a_path_through_a_village_costs_one() -> None:
    """LUT-7.1h: surcharges are ignored."""
    step = ground(battle().ctx, "0905", "0805", False)
    assert step is not None
    assert (step.cost, step.road) == (1, False)


# --- command -------------------------------------------------------------------------------------------------


def test_7_3b_command_ranges() -> None:
    """LUT-7.3b: the French five places, the Coalition three."""
    table = battle()
    ranges = {side: table.ctx.game.command_range(table.ctx, table.state, side) for side in (FRENCH, COALITION)}
    assert ranges == {FRENCH: 5, COALITION: 3}


def test_7_3b_who_is_out_of_command_at_the_start() -> None:
    """LUT-7.3b: of the Coalition Lanskoï and St-Priest, four places from their commanders."""
    table = battle()
    units = [u.id for u in table.state.army(COALITION).units.values() if u.status == "map"]
    out = {unit for unit in units if not is_in_command(table.ctx, table.state, unit).value}
    assert out == {"lanskoi", "st_priest"}


def test_2_2b_wittgenstein_does_not_command_the_russian_guard() -> None:
    """LUT-2.2b: beside him, without Tormasov, it is out of command; any other unit is in."""
    made = field("1011: wittgenstein rosen horn alexiev")
    found = {unit: is_in_command(made.ctx, made.state, unit).value for unit in ("rosen", "horn", "alexiev")}
    assert found == {"rosen": False, "horn": True, "alexiev": True}


def test_2_2b_blucher_commands_both_prussian_lines_and_napoleon_everybody() -> None:
    """LUT-2.2b: Blücher not the army reserve; Napoleon also the Guard."""
    made = field("1011: blucher horn arnhalt alexiev | 0701: napoleon ornano bonnet")
    found = {unit: is_in_command(made.ctx, made.state, unit).value for unit in ("horn", "arnhalt", "alexiev")}
    assert found == {"horn": True, "arnhalt": True, "alexiev": False}
    assert all(is_in_command(made.ctx, made.state, unit).value for unit in ("ornano", "bonnet"))


def test_12_bordessoule_and_bruyere_follow_macdonald() -> None:
    """LUT-12: they have the stripe of the XI Corps."""
    made = field("2103: macdonald bordessoule bruyere")
    assert all(is_in_command(made.ctx, made.state, unit).value for unit in ("bordessoule", "bruyere"))


# --- tactical movement ---------------------------------------------------------------------------------------


def test_7_6a_units_in_command_move_twice_as_far() -> None:
    """LUT-7.6a: others keep the printed points; commanders their seven."""
    table = begun(battle(turn=2), COALITION)
    told = table.moves(COALITION, vv.TacticalMovement())
    assert told.one(TacticalMovementDeclared).side == COALITION
    points = {u: allowance(table.ctx, told.table.state, u).value for u in ("horn", "dolffs", "lanskoi", "blucher")}
    assert points == {"horn": 4, "dolffs": 8, "lanskoi": 4, "blucher": 7}


def test_7_6a_it_is_announced_first_wherever_it_is_written() -> None:
    """LUT-7.6a: a move above the line is doubled too."""
    made = field("1013: horn blucher | 0101: bonnet")
    told = made.movement(COALITION, vv.Move(units=("horn",), path=("1012", "1112", "1111")), vv.TacticalMovement())
    assert told.field.where("horn") == ["1111"]


def test_7_6a_not_with_the_movement_of_reinforcements() -> None:
    """LUT-7.6a, LUT-7.2a: 4 stays 4."""
    made = field("2204: charpentier macdonald", game={"fresh": ("charpentier",), "tactical": {FRENCH: 5}})
    assert allowance(made.ctx, made.state, "charpentier").value == 4


def test_7_6b_no_zones_and_no_attacks() -> None:
    """LUT-7.6b: for all units of the side; bombardment stays allowed."""
    made = field("1310: arnhalt blucher | 1409: souham_2", hand={COALITION: ["artillery"], FRENCH: []})
    told = made.movement(
        COALITION,
        vv.TacticalMovement(),
        vv.Move(units=("arnhalt",), destination="1410"),
        vv.Bombard(target="1409", markers=(vv.MarkerUse(marker="artillery"),)),
        otherwise=2,
    )
    assert told.one(Refused).rule == "LUT-7.6b"
    assert "bombarded" in told.kinds()
    fought = told.field.combat(COALITION, vv.Attack(targets=("1409",)))
    assert fought.one(Refused).rule == "LUT-7.6b"


@pytest.mark.parametrize(("option", "refused"), [("no", False), ("yes", True)])
def test_7_6a_until_the_first_combat(option: str, refused: bool) -> None:
    """LUT-7.6a, option tacmove_until_first_combat."""
    made = field("1310: arnhalt blucher", game={"fought": True}, options={"tacmove_until_first_combat": option})
    assert bool(made.movement(COALITION, vv.TacticalMovement()).of(Refused)) is refused


# --- Cossacks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "met"), [("1306", True), ("1305", False)])
def test_2_a7_cossacks_do_not_reach_beyond_three_places(place: str, met: bool) -> None:
    """LUT-2.A7: of a Coalition unit or commander."""
    made = field(f"{place}: brenier | 1309: arnhalt", hand={COALITION: ["cossacks"], FRENCH: []}, game={"ney": 3})
    told = made.movement(
        FRENCH,
        vv.Move(units=("brenier",), destination="1304" if place == "1305" else "1305"),
        standing=(when(COALITION, "cossacks", vv.Cossacks(play=True)),),
    )
    assert bool(told.of(CossacksPlayed)) is met


def test_2_a7_a_commander_alone_brings_them_near() -> None:
    """LUT-2.A7: units and commanders both count."""
    made = field("1305: brenier | 1308: blucher")
    assert made.ctx.game.may_meet_cossacks(made.ctx, made.state, "1305")
    assert not made.ctx.game.may_meet_cossacks(made.ctx, made.state, "1304")


# --- coming back ---------------------------------------------------------------------------------------------


def test_8_5_1g_units_come_back_two_turns_later() -> None:
    """LUT-8.5.1g: by the place they left or a neighbour of it on the edge, at their printed pace."""
    away = UnitsLeftMap(side=FRENCH, units=("bonnet",), commanders=("marmont",), place="0105", back_on=5)
    table = battle(turn=4).happen(away)
    assert "bonnet" not in queue(table)
    back = table.turn(5)
    assert set(queue(back)["bonnet"]) == {"0105", "0104", "0106"}
    told = begun(back, FRENCH).moves(FRENCH, vv.Enter(units=("bonnet",), at="0106"))
    assert told.table.place_of("bonnet") == "0106"
    assert told.table.place_of("marmont") is not None
    assert "bonnet" not in now(told.table).fresh


def test_8_5_1g_they_may_wait_longer() -> None:
    """LUT-8.5.1g: `delay` keeps them away (D38)."""
    away = UnitsLeftMap(side=FRENCH, units=("bonnet",), place="0105", back_on=5)
    told = begun(battle(turn=5).happen(away), FRENCH).moves(FRENCH, vv.Delay(units=("bonnet",)))
    assert told.table.place_of("bonnet") is None
    assert "bonnet" in queue(told.table.turn(6))
