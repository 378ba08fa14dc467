"""Chapter 4: stacking and zones of control."""

from __future__ import annotations

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.types import Finding
from adjudicator.rulesets.vv1813.movement.events import UnitsMoved
from adjudicator.rulesets.vv1813.movement.zones import controllers, enemy_zone, excess, stacking_limit, zone
from adjudicator.rulesets.vv1813.orders import Move
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from adjudicator.rulesets.vv1813.victory.events import GeneralRetreatOrdered
from tests.support.vv_bautzen import Table


def limit(table: Table, place: str) -> Finding[int]:
    return stacking_limit(table.ctx, table.state, FRENCH, place)


# --- stacking ----------------------------------------------------------------------------------------------


def test_4_1a_two_units_in_the_open() -> None:
    """VV-4.1a: commanders and markers do not count."""
    table = Table.begin().only(compans="1303")
    assert (limit(table, "1303").rule, limit(table, "1303").value) == ("VV-4.1a", 2)


@pytest.mark.parametrize("commander", ["soult", "oudinot", "napoleon"])
def test_4_1b_any_commander_raises_the_limit(commander: str) -> None:
    """VV-4.1b: a corps commander or the commander in chief, to three."""
    table = Table.begin().only(**{commander: "1303"})
    assert (limit(table, "1303").rule, limit(table, "1303").value) == ("VV-4.1b", 3)


@pytest.mark.parametrize("place", ["0801", "1202", "1005"])
def test_4_1c_three_in_town_village_and_redoubt(place: str) -> None:
    """VV-4.1c: and a commander there does not make it four."""
    assert limit(Table.begin().only(compans="1303"), place).value == 3
    assert limit(Table.begin().only(soult=place), place).value == 3


def test_4_1d_units_over_the_limit_are_counted_as_excess() -> None:
    """VV-4.1d: the place may exist in that state; each unit too many is one of excess."""
    table = Table.begin().only(compans="1303", bonnet="1303", friedrich="1303", morand="1303")
    assert excess(table.ctx, table.state, FRENCH, "1303") == 2
    assert excess(table.ctx, table.put("1303", "soult").state, FRENCH, "1303") == 1


def test_4_1d_over_stacking_by_movement_is_allowed() -> None:
    """VV-4.1d, option overstack_move=allow: a third unit may join two."""
    table = Table.begin().only(compans="1303", bonnet="1303", friedrich="1302")
    told = table.moves(FRENCH, Move(units=("friedrich",), destination="1303"))
    assert told.table.place_of("friedrich") == "1303"


def test_4_1d_over_stacking_by_movement_can_be_forbidden() -> None:
    """VV-4.1d, option overstack_move=forbid: the move is refused, or ends a place earlier."""
    table = Table.begin(overstack_move="forbid").only(compans="1303", bonnet="1303", friedrich="1302", morand="1301")
    told = table.moves(
        FRENCH, Move(units=("friedrich",), destination="1303"), Move(units=("morand",), path=("1302", "1303"))
    )
    assert told.one(Refused).rule == "VV-4.1a"
    assert told.table.place_of("friedrich") == "1302"
    assert told.table.place_of("morand") == "1302"
    assert told.one(UnitsMoved).stopped == "1303 would hold too many units"


def test_4_1d_a_commander_who_comes_along_makes_room() -> None:
    """VV-4.1b, option overstack_move=forbid: with Soult a third unit may end there."""
    table = Table.begin(overstack_move="forbid").only(compans="1303", bonnet="1303", friedrich="1302", soult="1302")
    told = table.moves(FRENCH, Move(units=("friedrich", "soult"), destination="1303"))
    assert told.table.place_of("friedrich") == "1303"


# --- where zones reach -------------------------------------------------------------------------------------


def test_4_2a_a_unit_controls_the_six_places_around_it() -> None:
    """VV-4.2a: and commanders none."""
    table = Table.begin().only(compans="1109", napoleon="1501")
    assert zone(table.ctx, table.state, FRENCH) == {"1108", "1208", "1209", "1110", "1009", "1008"} - {"1110"}


def test_4_2b_not_into_a_village() -> None:
    """VV-4.2b: 1110 is a village; a unit in 1109 has no zone over it."""
    table = Table.begin().only(compans="1109")
    assert "1110" not in zone(table.ctx, table.state, FRENCH)


def test_4_2b_not_over_unbridged_water_but_over_a_bridge() -> None:
    """VV-4.2b: a brook without a bridge between 0804 and 0905 stops it, the bridge 0804-0805 does not."""
    reach = zone((t := Table.begin().only(compans="0804")).ctx, t.state, FRENCH)
    assert "0905" not in reach
    assert "0805" in reach


def test_4_2c_from_a_village_all_around() -> None:
    """VV-4.2c: a unit in the village 1404 reaches over the brook, and into the village 1304 beside it."""
    table = Table.begin().only(compans="1404")
    assert zone(table.ctx, table.state, FRENCH) == {"1403", "1504", "1505", "1405", "1305", "1304"}
    assert controllers(table.ctx, table.state, FRENCH, "1304") == ("1404",)


def test_4_2_redoubt_and_village() -> None:
    """VV-4.2b, VV-4.2c: a French unit in redoubt 1005 and a Coalition unit in village 1006 (golden case G47)."""
    table = Table.begin().only(compans="1005", lukov="1006")
    assert "1006" not in zone(table.ctx, table.state, FRENCH)
    assert "1005" in zone(table.ctx, table.state, COALITION)


# --- what zones do -----------------------------------------------------------------------------------------


def test_4_2d_a_unit_stops_in_the_first_enemy_zone() -> None:
    """VV-4.2d: Chastel means to ride past Horn and is held in his zone."""
    table = Table.begin().only(chastel="1909", napoleon="1909", horn="1707")
    told = table.moves(FRENCH, Move(units=("chastel",), path=("1808", "1807", "1806")))
    moved = told.one(UnitsMoved)
    assert moved.path == ("1808", "1807")
    assert moved.goal == "1806"
    assert moved.stopped == "1807 is in an enemy zone of control"


def test_4_2d_the_cheapest_way_goes_round_a_zone() -> None:
    """VV-4.2d: from 1709 to 1906 the straight way leads through Horn's zone; the way round costs one point more."""
    table = Table.begin().only(chastel="1709", napoleon="1709", horn="1707")
    told = table.moves(FRENCH, Move(units=("chastel",), destination="1906"))
    moved = told.one(UnitsMoved)
    assert not set(moved.path) & enemy_zone(table.ctx, table.state, FRENCH)
    assert moved.cost.value == 4


def test_4_2e_from_zone_to_zone_is_not_allowed() -> None:
    """VV-4.2e, VV-7.1e: the one place that is always free to move does not lift this."""
    table = Table.begin().only(compans="1807", napoleon="1909", horn="1707")
    told = table.moves(FRENCH, Move(units=("compans",), path=("1806",)))
    assert told.one(Refused).rule == "VV-4.2e"
    assert told.table.place_of("compans") == "1807"


def test_4_2e_out_of_a_zone_and_on_but_into_no_other() -> None:
    """VV-4.2e: having left for a free place Chastel goes on, but not into the zone of von Klux."""
    table = Table.begin().only(chastel="1807", napoleon="1909", horn="1707", von_klux="2010")
    told = table.moves(FRENCH, Move(units=("chastel",), path=("1908", "1909", "1910")))
    moved = told.one(UnitsMoved)
    assert moved.path == ("1908", "1909")
    assert "may not enter another at 1910" in moved.stopped


def test_4_2f_friends_do_not_cancel_enemy_zones() -> None:
    """VV-4.2f: Bonnet in 1807 does not keep Horn's zone from stopping Chastel there."""
    table = Table.begin().only(chastel="1909", bonnet="1807", napoleon="1909", horn="1707")
    told = table.moves(FRENCH, Move(units=("chastel",), path=("1808", "1807", "1806")))
    assert told.one(UnitsMoved).path == ("1808", "1807")


def test_4_2g_commanders_ignore_zones() -> None:
    """VV-4.2g: Napoleon rides through the zone of Horn."""
    table = Table.begin().only(napoleon="1909", compans="1909", horn="1707")
    told = table.moves(FRENCH, Move(units=("napoleon",), path=("1808", "1807", "1806", "1805")))
    assert told.one(UnitsMoved).path == ("1808", "1807", "1806", "1805")


def test_4_2h_in_general_retreat_zones_are_passed_for_three_points() -> None:
    """VV-4.2h: von Dolffs (4 points) passes one zone place and stops before the second; the French never may."""
    table = Table.begin(turn=5).only(von_dolffs="1408", wittgenstein="1408", compans="1410", bonnet="1612")
    table = table.happen(GeneralRetreatOrdered(side=COALITION, turn=5))
    told = table.moves(COALITION, Move(units=("von_dolffs",), path=("1409", "1509")))
    moved = told.one(UnitsMoved)
    assert moved.path == ("1409",)
    assert moved.cost.value == 4
    assert moved.stopped == "the movement points are spent"
    early = Table.begin(turn=5).only(von_dolffs="1408", wittgenstein="1408", compans="1410")
    assert early.moves(COALITION, Move(units=("von_dolffs",), path=("1409", "1509"))).one(UnitsMoved).cost.value == 1


@pytest.mark.parametrize(("path", "end"), [(("1608", "1609"), "1609"), (("1608", "1509"), "1608")])
def test_4_2h_a_zone_on_the_road_leaves_it_a_road(path: tuple[str, ...], end: str) -> None:
    """VV-4.2h, VV-7.1a: 4 and 1 points along the road are within the 4 of von Dolffs and the place more for roads."""
    table = Table.begin(turn=5).only(von_dolffs="1607", wittgenstein="1607", compans="1508")
    table = table.happen(GeneralRetreatOrdered(side=COALITION, turn=5))
    told = table.moves(COALITION, Move(units=("von_dolffs",), path=path))
    assert told.table.place_of("von_dolffs") == end


def test_4_2h_commanders_pay_nothing_for_zones() -> None:
    """VV-4.2h: the surcharge is the units' alone."""
    table = Table.begin(turn=5).only(wittgenstein="1408", von_dolffs="1507", compans="1410")
    table = table.happen(GeneralRetreatOrdered(side=COALITION, turn=5))
    told = table.moves(COALITION, Move(units=("wittgenstein",), path=("1409", "1509")))
    assert told.one(UnitsMoved).cost.value == 2
