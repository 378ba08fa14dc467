"""CAM: supply and isolation, disruption and recovery."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.campaign1813.march.towns import captured
from adjudicator.rulesets.campaign1813.state import Depot, Siege
from adjudicator.rulesets.campaign1813.supply.events import AttritionTested, BlocksRallied, RallyTested, SupplyChecked
from adjudicator.rulesets.campaign1813.supply.rally import is_rally_time, rally_score
from adjudicator.rulesets.campaign1813.supply.supply import (
    around_head,
    check_supply,
    depot_reach,
    supplied,
    supply_lines,
)
from tests.campaign1813.field import ALLIED, FRENCH, Field, march, rules

CTX = rules().context


def with_depots(field: Field, **depots: str) -> Field:
    """Only these depots: Dresden="French A"."""
    found = {}
    for town, words in depots.items():
        owner, kind = words.split()
        found[town] = Depot(town, FRENCH if owner == "French" else ALLIED, kind)
    return field.having(depots=found)


# --- supply --------------------------------------------------------------------------------------------------------


def test_supply_1_every_block_of_the_active_side_is_traced() -> None:
    """CAM-supply-1: when the campaign begins everybody can trace a route."""
    field = Field(turn=1)
    for side in (FRENCH, ALLIED):
        mine = {b.id for b in field.state.pieces.blocks.values() if b.side == side}
        assert supplied(CTX, field.state, side) == mine


def test_supply_1_a_besieged_depot_supplies_only_those_inside() -> None:
    """CAM-supply-1: the garrison lives on Torgau's depot, its friends outside do not (A-33)."""
    field = with_depots(Field({"Torgau": "F109 P017", "Luckau": "F103"}), Torgau="French C")
    field.change("F109", inside=True).having(sieges={"Torgau": Siege("Torgau", ALLIED, 1)})
    assert supplied(CTX, field.state, FRENCH) == {"F109"}
    with_depots(field)
    assert supplied(CTX, field.state, FRENCH) == frozenset()


def test_supply_2_3_4_marker_isolation_and_back() -> None:
    """CAM-supply-2, CAM-supply-3, CAM-supply-4, CAM-iso-1: out, then isolated, then in supply again (A-37)."""
    field = with_depots(Field({"Posen": "F103"}, stage="supply"), Dresden="French A")
    field.run()
    assert field.block("F103").supply == "out"
    assert not field.of(AttritionTested)
    field.run("supply", dice={"attrition/F103": [6]})
    assert field.block("F103").supply == "isolated"
    field.change("F103", place="Dresden").run("supply")
    assert field.block("F103").supply == "in"
    assert field.of(SupplyChecked)[-1].restored == ("F103",)


def test_supply_5_depots_reach_five_four_three_or_two_movement_points() -> None:
    """CAM-supply-5: in half points 10, 8, 6 and 4."""
    assert {kind: CTX.tables.supply_reach[kind] for kind in "ABCD"} == {"A": 10, "B": 8, "C": 6, "D": 4}


def test_supply_6_and_7_a_captured_depot_drops_a_type_and_serves_the_captor() -> None:
    """CAM-supply-6, CAM-supply-7: A, B, C, D, then it is destroyed (A-38)."""
    chain = ["A"]
    while chain[-1]:
        chain.append(captured(CTX, ALLIED, "Dresden", chain[-1]).after)
    assert chain == ["A", "B", "C", "D", ""]
    field = Field({"Pirna": "P017", "Dresden": "F016"}, active=ALLIED)
    field.change("F016", place=None, status="eliminated")
    field.run(orders=[march("P017", "Dresden")], otherwise=1)
    assert field.state.depots["Dresden"] == Depot("Dresden", ALLIED, "B")
    assert "Dresden" in depot_reach(CTX, field.state, ALLIED)


def test_supply_8_no_route_leads_through_an_enemy() -> None:
    """CAM-supply-8: Görlitz is cut off when Bautzen and the towns round it are held; besieged enemies count (A-36)."""
    field = with_depots(Field({"Gorlitz": "F021 F020"}), Dresden="French B")
    assert "F021" in supplied(CTX, field.state, FRENCH)
    ring = CTX.network.neighbours["Gorlitz"]
    enemies = ("P003", "P004", "P005", "P006", "P010", "P011", "P012")
    for town, block in zip(ring, enemies, strict=False):
        field.change(block, place=town, status="map")
    assert "F021" not in supplied(CTX, field.state, FRENCH)
    leaders = Field({"Gorlitz": "F021 F020", ring[0]: "P001"})
    with_depots(leaders, Dresden="French B")
    assert "F021" in supplied(CTX, leaders.state, FRENCH)


def test_supply_8_blocks_without_a_headquarters_trace_from_their_own_town() -> None:
    """CAM-supply-8: army artillery, leaders, independents and garrisons (A-35)."""
    field = with_depots(Field({"Bautzen": "F014 F001 F103", "Torgau": "F109"}), Dresden="French A")
    assert {"F014", "F001", "F103"} <= supplied(CTX, field.state, FRENCH)


def test_supply_9_major_sections_cost_half_a_point_and_minor_ones_one() -> None:
    """CAM-supply-9: from Dresden over Bischofswerda and Bautzen (major) to Görlitz 1.5 points."""
    field = with_depots(Field({"Gorlitz": "F020"}), Dresden="French A")
    line = supply_lines(CTX, field.state, FRENCH)[0]
    assert line.path == ("Gorlitz", "Bautzen", "Bischofswerda", "Dresden")
    assert (line.cost, line.reach, CTX.tables.supply_parts) == (3, 10, 2)


def test_supply_10_a_block_must_be_within_one_point_of_its_headquarters() -> None:
    """CAM-supply-10: two major sections or one minor one; further off it is out of supply."""
    field = with_depots(Field({"Dresden": "F015", "Bautzen": "F016", "Gorlitz": "F017"}), Dresden="French A")
    found = supplied(CTX, field.state, FRENCH)
    assert "F016" in found
    assert "F017" not in found
    assert {"Dresden", "Bischofswerda", "Bautzen"} <= around_head(CTX, field.block("F015"), frozenset())


def test_supply_11_supply_uses_no_road_capacity() -> None:
    """CAM-supply-11: full roads feed as well as empty ones, and tracing fills none."""
    field = with_depots(Field({"Gorlitz": "F020 F021"}, stage="supply"), Dresden="French A")
    full = {road: {FRENCH: 10} for road in CTX.network.roads}
    field.having(roads=full).run()
    assert field.block("F021").supply == "in"
    assert field.state.roads == full


def test_oos_2_out_of_supply_a_block_does_not_rally_by_itself() -> None:
    """CAM-oos-2, CAM-rally-2: it must pass a test."""
    field = with_depots(Field({"Posen": "F103"}, stage="rally")).change("F103", disrupted="retreat")
    field.run(dice={"rally/F103": [3]})
    assert field.block("F103").disrupted == "retreat"
    field.run("rally", dice={"rally/F103": [4]})
    assert not field.block("F103").disrupted


def test_iso_2_every_turn_of_isolation_is_checked() -> None:
    """CAM-iso-2: combat blocks roll, the first turn of isolation included; leaders do not (A-39)."""
    field = with_depots(Field({"Posen": "F103 F001"}, stage="supply")).change("F103 F001", supply="out")
    field.run(dice={"attrition/F103": [6]})
    assert [test.block for test in field.one(AttritionTested).tests] == ["F103"]
    assert field.block("F001").supply == "isolated"
    field.run("supply", dice={"attrition/F103": [6]})
    assert len(field.of(AttritionTested)) == 2


def test_attr_1_attrition_may_eliminate_a_block() -> None:
    """CAM-attr-1: the fourth quarter is the last."""
    field = with_depots(Field({"Posen": "F103"}, stage="supply")).change("F103", supply="out", hits=4)
    field.run(dice={"attrition/F103": [1]})
    assert field.block("F103").status == "eliminated"


def test_attr_1_a_starved_garrison_gives_its_fortress_to_the_besieger() -> None:
    """CAM-attr-1, CAM-siege-3: when nobody is left inside the siege is over and the town is taken."""
    field = with_depots(Field({"Torgau": "F103 P017"}, stage="supply"))
    field.change("F103", inside=True, supply="out", hits=4)
    field.having(sieges={"Torgau": Siege("Torgau", ALLIED, 1)}).run(dice={"attrition/F103": [1]})
    assert not field.state.sieges
    assert field.state.held["Torgau"] == ALLIED


@pytest.mark.parametrize(("die", "hits"), [(1, 2), (3, 2), (4, 0)])
def test_attr_2_one_to_three_costs_a_quarter(die: int, hits: int) -> None:
    """CAM-attr-2: a quarter of full strength, here of 6 points."""
    field = with_depots(Field({"Posen": "F103"}, stage="supply")).change("F103", supply="out")
    field.run(dice={"attrition/F103": [die]})
    assert field.block("F103").hits == hits
    assert field.one(AttritionTested).rolls[0].veiled


def test_attr_3_an_army_leader_in_the_town_adds_one() -> None:
    """CAM-attr-3: with Napoléon there a 3 counts 4 (A-13)."""
    field = with_depots(Field({"Posen": "F103 F001"}, stage="supply")).change("F103", supply="out")
    field.run(dice={"attrition/F103": [3]})
    assert field.one(AttritionTested).tests[0].score.value == 4
    assert field.block("F103").hits == 0


def test_supply_is_the_owners_secret() -> None:
    """CAM-unit-7: what a side checks of supply, attrition and rally the other does not read."""
    field = with_depots(Field({"Posen": "F103"}, stage="supply")).change("F103", supply="out")
    before = field.state
    field.run(dice={"attrition/F103": [1]})
    secret = [event for event in field.events if event.kind in ("supply_checked", "attrition_tested")]
    assert len(secret) == 2
    for event in secret:
        assert field.rules.show(before, event, ALLIED) is None
        assert field.rules.show(before, event, FRENCH) == event


def test_supply_1_only_the_active_side_is_checked() -> None:
    """CAM-turn-5: the French phase leaves Allied markers alone."""
    field = with_depots(Field({"Posen": "F103", "Kassel": "P017"}, stage="supply"), Dresden="French A")
    assert check_supply(CTX, field.state, FRENCH).out == ("F103",)
    field.run()
    assert field.block("P017").supply == "in"


# --- disruption and rally ------------------------------------------------------------------------------------------


def test_dis_1_retreat_rout_and_regrouping_disrupt() -> None:
    """CAM-dis-1: each in its own way, because they recover differently (see test_05)."""
    field = Field({"Dresden": "F015 F016 F017 F018"}, stage="rally")
    field.change("F016", disrupted="retreat").change("F017", disrupted="regroup")
    field.change("F018", disrupted="rout", routed_on=2)
    field.run(dice={"rally/F018": [4]})
    assert field.one(BlocksRallied).blocks == ("F016", "F017")
    assert [test.block for test in field.one(RallyTested).tests] == ["F018"]


def test_rally_1_in_supply_after_a_retreat_a_block_recovers_without_a_roll() -> None:
    """CAM-rally-1: no dice are thrown."""
    field = Field({"Dresden": "F015 F016"}, stage="rally").change("F016", disrupted="retreat")
    field.run()
    assert not field.block("F016").disrupted
    assert not field.of(RallyTested)


def test_rally_3_after_a_rout_a_test_is_needed() -> None:
    """CAM-rally-3: even in supply."""
    field = Field({"Dresden": "F015 F016"}, stage="rally").change("F016", disrupted="rout", routed_on=3)
    field.run(dice={"rally/F016": [5]})
    assert field.one(RallyTested).tests[0].score.value == 5 - 1 - 1
    assert field.block("F016").disrupted == "rout"


def test_rally_4_four_or_more_recovers() -> None:
    """CAM-rally-4: three stays disrupted."""
    for die, recovered in ((3, False), (4, True)):
        field = Field({"Dresden": "F015 F060"}, stage="rally").change("F060", disrupted="rout", routed_on=1)
        field.run(dice={"rally/F060": [die]})
        assert (not field.block("F060").disrupted) == recovered


@pytest.mark.parametrize(
    ("block", "routed_on", "leader", "expected"),
    [
        ("F003", 1, "", 3 + 2),
        ("F006", 1, "", 3 + 1),
        ("F016", 1, "", 3 - 1),
        ("F083", 1, "", 3 - 2),
        ("F060", 1, "", 3),
        ("F006", 3, "", 3 + 1 - 1),
        ("F006", 3, " F001", 3 + 1 - 1 + 1),
    ],
)
def test_rally_5_modifiers(block: str, routed_on: int, leader: str, expected: int) -> None:
    """CAM-rally-5: elite +2, veteran +1, conscript -1, militia -2, routed this turn -1, Army Leader +1."""
    field = Field({"Dresden": f"{block}{leader}"}).change(block, disrupted="rout", routed_on=routed_on)
    assert rally_score(CTX, field.state, field.block(block), 3).value == expected


def test_rally_phase_of_each_player_turn_by_default() -> None:
    """CAM-turn-6: in the first player turn too (A-23; the option is in test_13)."""
    field = Field(first=FRENCH)
    assert is_rally_time(CTX, field.state, FRENCH)
    assert is_rally_time(CTX, field.state, ALLIED)
