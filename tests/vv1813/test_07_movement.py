"""Chapter 7.1: movement: costs, roads, water, closed places, and how orders are carried out."""

from __future__ import annotations

import pytest

from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.orders import Conditional, Heading, Pass, PlaceIs
from adjudicator.core.types import Order
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.movement.events import UnitsMoved
from adjudicator.rulesets.vv1813.movement.movement import split_by_phase
from adjudicator.rulesets.vv1813.movement.paths import ground
from adjudicator.rulesets.vv1813.movement.zones import zone
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, Keep, MarkerUse, Move, Play
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_bautzen import Table, Told, rules

CTX = rules().context


def cost(a: str, b: str, *, horse: bool = False) -> int | None:
    """The cost of a step by the ground alone."""
    found = ground(CTX, a, b, horse)
    return None if found is None else found.cost


def one_unit(unit: str, place: str, *path: str, **options: str) -> Told:
    """A unit with Napoleon beside it, alone on the map, going along a path."""
    table = Table.begin(turn=1, **options).only(**{unit: place, "napoleon": place})
    return table.moves(FRENCH, Move(units=(unit,), path=path))


# --- costs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("1708", "1709", 1),  # clear
        ("1709", "1710", 1),  # village
        ("2008", "2109", 2),  # woods
        ("2202", "2203", 1),
        ("1904", "1903", 2),  # swamp
        ("1303", "1403", 2),  # uphill
        ("1403", "1303", 1),  # downhill
        ("1404", "1504", 3),  # a brook, and uphill beyond it
        ("0804", "0805", 1),  # the bridge on the road
    ],
)
def test_7_1a_what_a_step_costs(a: str, b: str, expected: int) -> None:
    """VV-7.1a: by the terrain entered, height, and water between."""
    assert cost(a, b) == expected


def test_7_1a_movement_points_are_not_saved() -> None:
    """VV-7.1a: infantry has two points a turn, spent or not."""
    told = one_unit("compans", "1708", "1709", "1809", "1909")
    moved = told.one(UnitsMoved)
    assert moved.path == ("1709", "1809")
    assert (moved.cost.value, moved.allowance) == (2, 2)
    assert (moved.goal, moved.stopped) == ("1909", "the movement points are spent")
    again = told.table.moves(FRENCH, Move(units=("compans",), destination="1909"))
    assert again.one(Refused).reason == "Compans, at 1809, has already moved this turn."


def test_7_1a_the_cost_explains_itself() -> None:
    """VV-7.1a: place by place, with the reason of each."""
    moved = one_unit("chastel", "1303", "1403", "1503").one(UnitsMoved)
    assert [(part.label, part.value, part.because) for part in moved.cost.parts] == [
        ("1403", 2, "clear 1, uphill 1"),
        ("1503", 1, "clear 1"),
    ]


def test_7_1a_a_stack_goes_at_the_pace_of_the_slowest() -> None:
    """VV-7.1a: Chastel (4) with Compans (2) and Napoleon (7): two points."""
    table = Table.begin().only(chastel="1708", compans="1708", napoleon="1708")
    told = table.moves(FRENCH, Move(stack="1708", path=("1709", "1809", "1909")))
    moved = told.one(UnitsMoved)
    assert (moved.units, moved.commanders, moved.path[-1]) == (("chastel", "compans"), ("napoleon",), "1809")


def test_7_1b_woods_cost_two() -> None:
    """VV-7.1b: a row of the terrain table, marked as text."""
    kind = CTX.tables["terrain"].kinds["woods"]
    assert (kind.mp, kind.mp_source) == (2, "text")
    assert cost("2208", "2209") == 1
    assert cost("2209", "2210") == 2


def test_7_1c_commanders_have_seven_points() -> None:
    """VV-7.1c: every one of them."""
    assert {c.movement for c in CTX.counters.values() if c.kind == "commander"} == {7}


def test_7_1d_no_unit_enters_a_place_held_by_an_enemy_unit() -> None:
    """VV-7.1d: nor does a commander; a lone enemy commander is no obstacle."""
    table = Table.begin().only(compans="1708", napoleon="1708", horn="1709", blucher="1809")
    for pieces in (("compans",), ("napoleon",)):
        told = table.moves(FRENCH, Move(units=pieces, path=("1709",)))
        assert told.one(Refused).rule == "VV-7.1d"
        assert told.one(Refused).remedy == "Attack it, or name a free place."


def test_7_1d_what_is_not_seen_until_then_stops_a_move() -> None:
    """VV-7.1d: a path to a destination is found on the known map and walked on the real one."""
    table = Table.begin().only(compans="1708", napoleon="1708", horn="1710")
    told = table.moves(FRENCH, Move(units=("compans",), destination="1710"))
    assert told.one(Refused).rule == "VV-7.1d"


def test_7_1e_one_place_is_always_possible_whatever_it_costs() -> None:
    """VV-7.1e: Compans (2 points) crosses a brook uphill for 3, and then stops."""
    table = Table.begin().only(compans="1404", napoleon="1404")
    told = table.moves(FRENCH, Move(units=("compans",), path=("1504", "1503")))
    moved = told.one(UnitsMoved)
    assert (moved.path, moved.cost.value) == (("1504",), 3)


def test_7_1e_but_not_over_prohibited_ground() -> None:
    """VV-7.1e: the Spree without a bridge, and the lake 1801."""
    assert cost("1301", "1401") is None
    assert cost("1701", "1801") is None
    told = one_unit("compans", "1301", "1401")
    assert told.one(Refused).rule == "VV-7.1e"
    assert cost("1501", "1502") == 1  # by the bridge


def test_7_1_roads_give_a_place_more() -> None:
    """VV-7.1a: infantry on a road all the way: three places; with one place off it: two."""
    table = Table.begin().only(compans="0801", napoleon="0801")
    road = table.moves(FRENCH, Move(units=("compans",), path=("0802", "0803", "0804", "0805")))
    assert road.one(UnitsMoved).path == ("0802", "0803", "0804")
    off = table.moves(FRENCH, Move(units=("compans",), path=("0802", "0903", "0904")))
    assert off.one(UnitsMoved).path == ("0802", "0903")


def test_7_1_a_destination_is_reached_by_road_if_only_so() -> None:
    """VV-7.1a: the cheapest way that can be gone this turn."""
    table = Table.begin().only(compans="0801", napoleon="0801")
    told = table.moves(FRENCH, Move(units=("compans",), destination="0804"))
    assert told.one(UnitsMoved).path == ("0802", "0803", "0804")


def test_7_1_paths_ignore_surcharges_without_a_bonus() -> None:
    """VV-7.1a: by path from 1604 over the bridge; two places, not three."""
    table = Table.begin().only(compans="1604", napoleon="1604")
    told = table.moves(FRENCH, Move(units=("compans",), path=("1605", "1606", "1607")))
    assert told.one(UnitsMoved).path == ("1605", "1606")


def test_7_1f_redoubts_are_closed_to_an_advance() -> None:
    """BAU-7.1f: the seven redoubts, for BAU-8.5.1h to open; movement may enter them."""
    table = Table.begin()
    assert table.ctx.game.no_advance_places(table.ctx, table.state) == {
        "0906",
        "0907",
        "1005",
        "1105",
        "1107",
        "1205",
        "1207",
    }
    told = Table.begin().only(compans="1004", napoleon="1004").moves(FRENCH, Move(units=("compans",), path=("1005",)))
    assert told.table.place_of("compans") == "1005"


@pytest.mark.parametrize(("start", "end"), [("1701", "1901"), ("1901", "1701")])
def test_7_1i_the_link_between_1701_and_1901(start: str, end: str) -> None:
    """BAU-7.1i: one point, both ways, past the lake; it makes them no neighbours for zones."""
    told = one_unit("compans", start, end)
    assert (told.one(UnitsMoved).path, told.one(UnitsMoved).cost.value) == ((end,), 1)
    assert end not in zone(CTX, told.table.put(start, "compans").state, FRENCH)
    found = Table.begin().only(compans=start, napoleon=start).moves(FRENCH, Move(units=("compans",), destination=end))
    assert found.one(UnitsMoved).path == (end,)


def test_7_1i_the_usual_rules_hold_at_its_ends() -> None:
    """BAU-7.1i: an enemy in 1901 bars it; his zone does not reach over the link."""
    table = Table.begin().only(compans="1701", napoleon="1701", horn="1901")
    assert table.moves(FRENCH, Move(units=("compans",), path=("1901",))).one(Refused).rule == "VV-7.1d"
    assert "1701" not in zone(table.ctx, table.state, COALITION)


@pytest.mark.parametrize("place", ["2304", "2203", "2202", "2201", "2101"])
def test_7_1j_places_closed_to_the_coalition_until_ney_enters(place: str) -> None:
    """BAU-7.1j: not even one place into them; open to the French, and to all once Ney is in."""
    table = Table.begin().away("souham", "maison", "albert")
    closed = table.ctx.game.is_closed
    assert closed(table.ctx, table.state, COALITION, place) == "BAU-7.1j"
    assert closed(table.ctx, table.state, FRENCH, place) is None
    inside = table.put("2301", "ney")
    assert bautzen(inside.state).ney_entered == 1
    assert closed(inside.ctx, inside.state, COALITION, place) is None


def test_7_1j_a_coalition_move_into_one_is_refused() -> None:
    """BAU-7.1j: Lanskoï may not ride to 2304; zones reach into it all the same."""
    table = Table.begin().away("souham")
    told = table.moves(COALITION, Move(units=("lanskoi",), path=("2304",)))
    assert told.one(Refused).rule == "BAU-7.1j"
    assert "2304" in zone(table.ctx, table.state, COALITION)
    after = table.put("2301", "ney").moves(COALITION, Move(units=("lanskoi",), path=("2304",)))
    assert after.table.place_of("lanskoi") == "2304"


# --- orders ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Move(units=("horn",), destination="1202"), "Horn is not a piece of the French side."),
        (Move(units=("ricard",), destination="2302"), "Ricard waits to enter; use `enter`."),
        (Move(units=("compans",), destination="9999"), "Compans cannot go there: 9999 is not on the map."),
        (Move(stack="1310", destination="1311"), "No piece of ours that can still move stands at 1310."),
    ],
)
def test_7_1a_illegal_moves_are_refused_with_a_reason(order: Move, reason: str) -> None:
    """VV-7.1a: each with its line, rule and remedy; the rest of the text goes on."""
    told = Table.begin().moves(FRENCH, order, Move(units=("bonnet",), destination="1103"))
    refused = told.one(Refused)
    assert refused.line == 1
    assert refused.reason == reason
    assert told.table.place_of("bonnet") == "1103"


def test_7_1a_who_stands_there_already_is_not_refused() -> None:
    """VV-7.1a: a move to where a unit stands is no mistake: nothing is done, and it is said."""
    told = Table.begin().moves(FRENCH, Move(units=("compans",), destination="1201"))
    assert told.one(NotCarriedOut).reason == "Compans stands at 1201 already."
    assert not told.of(Refused)


def test_7_1a_a_path_with_gaps_is_filled_with_the_cheapest_way() -> None:
    """VV-7.1a: between places that are no neighbours the cheapest way is gone; `via` names places of the way."""
    direct = Table.begin().moves(FRENCH, Move(units=("compans",), destination="1203"))
    told = Table.begin().moves(FRENCH, Move(units=("compans",), path=("1203",)))
    assert told.one(UnitsMoved).path == direct.one(UnitsMoved).path
    over = Table.begin().moves(FRENCH, Move(units=("compans",), path=("1101", "1203"))).one(UnitsMoved)
    assert over.path[0] == "1101"
    assert over.path != direct.one(UnitsMoved).path


def test_7_1a_units_from_different_places_each_go_by_themselves() -> None:
    """VV-7.1a: one order, two groups."""
    told = Table.begin().moves(FRENCH, Move(units=("friedrich", "bonnet"), destination="1103"))
    assert [event.units for event in told.of(UnitsMoved)] == [("friedrich",), ("bonnet",)]


def test_7_1a_conditions_are_tested_when_their_turn_comes() -> None:
    """VV-7.1a: Bonnet's move makes room for the second order's condition; a false one is no error."""
    empty = PlaceIs(place="1003", state="empty")
    orders: tuple[Order, ...] = (
        Conditional(condition=empty, then=Move(units=("friedrich",), destination="1003")),
        Move(units=("bonnet",), destination="1103"),
        Conditional(condition=empty, then=Move(units=("doumerc",), destination="1003")),
        Conditional(condition=empty, then=Move(units=("chastel",), destination="1003"), otherwise=Pass()),
    )
    told = Table.begin().moves(FRENCH, *orders)
    assert told.one(NotCarriedOut).line == 1
    assert told.table.place_of("friedrich") == "1102"
    assert told.table.place_of("doumerc") == "1003"
    assert told.table.place_of("chastel") == "1001"


def test_7_1a_a_destination_beyond_reach_is_approached() -> None:
    """VV-7.1a: as far as the points go, along the cheapest way."""
    table = Table.begin().only(compans="1708", napoleon="1708")
    moved = table.moves(FRENCH, Move(units=("compans",), destination="1712")).one(UnitsMoved)
    assert (moved.goal, len(moved.path)) == ("1712", 2)


def test_5_orders_are_split_by_phase() -> None:
    """BAU-5.4: what is legal in both phases belongs to the phase of the order before it, at the top to the first."""
    fire = Bombard(target="1205", markers=(MarkerUse(marker="artillery"),))
    move = Move(units=("compans",), destination="1202")
    attack = Attack(targets=("1504",))
    found = split_by_phase((fire, move, Keep(), attack, fire, Play(marker="alexander"), Heading(phase="combat"), fire))
    assert found["movement"] == (fire, move, Keep(), Play(marker="alexander"))
    assert found["combat"] == (attack, fire, fire)
