"""CAM: campaign map, playing units, leaders."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.core.types import UMPIRE, RuleId, Side
from adjudicator.rulesets.campaign1813.march.events import BlocksMoved, LeaderRevealed, MarchTested, StackMoved
from adjudicator.rulesets.campaign1813.orders import Fortress, March, Move
from adjudicator.rulesets.campaign1813.siege.fortress import divide
from adjudicator.rulesets.campaign1813.state import Siege
from adjudicator.rulesets.campaign1813.supply.supply import heads
from tests.campaign1813.field import ALLIED, FRENCH, Field, march, placed, rules

CTX = rules().context


# --- the map -----------------------------------------------------------------------------------------------------


def test_gen_1_the_calendar_has_22_turns_of_three_days() -> None:
    """CAM-gen-1: turn 1 is 16 to 18 August, turn 22 is 18 to 20 October 1813 (A-2)."""
    assert sorted(CTX.calendar) == list(range(1, 23))
    assert (CTX.calendar[1].first_day, CTX.calendar[1].last_day) == ("1813-08-16", "1813-08-18")
    assert (CTX.calendar[6].first_day, CTX.calendar[6].last_day) == ("1813-08-31", "1813-09-02")
    assert (CTX.calendar[22].first_day, CTX.calendar[22].last_day) == ("1813-10-18", "1813-10-20")
    assert [day.assault for day in CTX.calendar.values()] == [turn % 2 == 1 for turn in range(1, 23)]


def test_gen_2_reports_print_the_dates() -> None:
    """CAM-gen-2: the view carries the days of the turn, and a calendar."""
    game = rules()
    field = Field(turn=6)
    view = game.view(field.state, UMPIRE)
    assert view.clock == "31 August - 2 September 1813"
    assert any(table.title == "Calendar" for table in view.tables)


def test_map_1_every_block_begins_in_a_town() -> None:
    """CAM-map-1, CAM-unit-4: all blocks stand in towns of the map when the campaign begins."""
    start = rules().start()
    assert len(start.pieces.blocks) == 237
    assert all(block.place in CTX.network.towns for block in start.pieces.blocks.values())
    sides: dict[str | None, set[Side]] = {}
    for block in start.pieces.blocks.values():
        sides.setdefault(block.place, set()).add(block.side)
    assert all(len(found) == 1 for found in sides.values())


def test_map_2_towns_cities_and_fortresses() -> None:
    """CAM-map-2: 200 places: cities and towns, some of them fortresses."""
    towns = CTX.network.towns.values()
    assert len(CTX.network.towns) == 200
    assert {town.kind for town in towns} == {"city", "town"}
    assert sum(town.fortress for town in towns) == 17
    assert CTX.network.towns["Hamburg"].kind == "city"
    assert CTX.network.towns["Hamburg"].fortress


def test_map_3_a_fortress_is_entered_like_any_town_when_nobody_holds_it() -> None:
    """CAM-map-3: an empty fortress is marched into and taken."""
    field = Field({"Striegau": "P003"}, active=ALLIED).having(held={"Schweidnitz": ALLIED, "Glatz": FRENCH})
    field.change("P003", place="Frankenstein").run(orders=[march("P003", "Glatz")], otherwise=1)
    assert placed(field, "P003") == ["Glatz"]
    assert field.state.held["Glatz"] == ALLIED
    assert not field.state.contests


def test_map_4_some_fortresses_begin_with_a_garrison() -> None:
    """CAM-map-4: seven French garrisons stand in their fortresses."""
    start = rules().start()
    garrisons = {b.place for b in start.pieces.blocks.values() if b.kind == "garrison"}
    assert garrisons == {"Hamburg", "Magdeburg", "Torgau", "Stettin", "Kustrin", "Glogau", "Wittenberg"}


@pytest.mark.parametrize(("town", "inside"), [("Dresden", ["F003"]), ("Hamburg", ["F096"])])
def test_map_5_a_fortress_holds_two_units_and_hamburg_four(town: str, inside: list[str]) -> None:
    """CAM-map-5: who withdraws is limited to 2 Blücher units, at Hamburg to 4 (A-31)."""
    assert CTX.capacity["Hamburg"] == 4
    assert CTX.capacity["Dresden"] == CTX.capacity["Torgau"] == 2
    field = Field({town: "F096 F016 F003"})
    found = divide(CTX, field.state, FRENCH, town, Fortress(withdraw=True, keep=("F096", "F003")))
    # Loison has 4 units, Philippon 3, Friant 2.
    assert [block.id for block in found.inside] == inside


def test_map_6_roads_are_major_or_minor() -> None:
    """CAM-map-6: 427 sections, 131 of them major; the road of the book's picture is major."""
    roads = CTX.network.roads.values()
    assert Counter(road.kind for road in roads) == {"major": 131, "minor": 296}
    for a, b in (("Luckau", "Cottbus"), ("Cottbus", "Lausitz"), ("Lausitz", "Sagan")):
        road = CTX.network.road(a, b)
        assert road is not None
        assert road.kind == "major"


def test_map_7_units_move_only_along_roads() -> None:
    """CAM-map-7: between towns that no road joins directly the way leads by roads, if it is not too far."""
    field = Field({"Dresden": "F016"})
    field.run(orders=[march("F016", "Berlin")], otherwise=1)
    assert field.refused_by() == ["CAM-move-9"]
    assert placed(field, "F016") == ["Dresden"]
    rider = Field({"Dresden": "F019"})
    goal = sorted(
        there
        for near in CTX.network.neighbours["Dresden"]
        for there in CTX.network.neighbours[near]
        if there != "Dresden" and there not in CTX.network.neighbours["Dresden"]
    )[0]
    rider.run(orders=[march("F019", goal)], otherwise=1)
    assert placed(rider, "F019") == [goal]


def test_map_8_a_river_matters_only_when_the_far_side_is_defended() -> None:
    """CAM-map-8: six blocks cross the Havel to an empty Potsdam; against a defender only three may."""
    six = "F016 F017 F018 F019 F022 F023"
    field = Field({"Weisenberg": six})
    field.run(orders=[march(six, "Potsdam")], otherwise=1)
    assert placed(field, "F016", "F023") == ["Potsdam", "Potsdam"]
    against = Field({"Weisenberg": six, "Potsdam": "P003"})
    against.run(orders=[march(six, "Potsdam")], otherwise=1)
    assert against.refused_by() == ["CAM-river-1"]


# --- units -------------------------------------------------------------------------------------------------------


def test_unit_1_there_are_237_blocks_of_five_colours() -> None:
    """CAM-unit-1: 112 French, 65 Russian, 30 Prussian, 7 Swedish, 23 Austrian (A-1)."""
    colours = Counter(card.nation for card in CTX.roster.values())
    assert colours == {"French": 112, "Russian": 65, "Prussian": 30, "Swedish": 7, "Austrian": 23}


def test_unit_2_armies_consist_of_corps_and_corps_of_divisions() -> None:
    """CAM-unit-2: every corps belongs to one army and has a headquarters and blocks."""
    assert len(CTX.corps) == 38
    for corps in CTX.corps.values():
        assert CTX.roster[corps.hq].kind == "hq"
        assert corps.blocks
        assert {CTX.roster[block].army for block in corps.blocks} == {corps.army}


def test_unit_3_orders_of_battle_are_known_to_their_owner_only() -> None:
    """CAM-unit-3: a side's knowledge holds no enemy block by name; its rosters are its own."""
    game = rules()
    known = game.known(game.start(), FRENCH)
    assert not [block for block in known.pieces.blocks if block[0] in "PRSA"]
    titles = [table.title for table in game.view(known, FRENCH).tables if table.title.startswith("Roster")]
    assert titles
    assert not any("Silesia" in title for title in titles)


def test_unit_5_there_are_four_types_and_garrisons() -> None:
    """CAM-unit-5: infantry, cavalry, artillery and leaders; garrisons are infantry of their own kind."""
    kinds = Counter(card.kind for card in CTX.roster.values())
    assert kinds == {"infantry": 111, "cavalry": 61, "artillery": 12, "garrison": 7, "leader": 8, "hq": 38}


def test_unit_6_garrisons_never_leave_their_fortress() -> None:
    """CAM-unit-6: a march of a garrison is refused; `all` leaves it behind."""
    field = Field({"Torgau": "F109 F016"})
    field.run(orders=[march("F109", "Luckau")], otherwise=1)
    assert field.refused_by() == ["CAM-unit-6"]
    other = Field({"Torgau": "F109 F016"})
    other.run(orders=[Move(origin="Torgau", marches=(March(path=("Luckau",)),))], otherwise=1)
    assert placed(other, "F109", "F016") == ["Torgau", "Luckau"]
    assert not other.refusals


def test_unit_7_the_enemy_sees_colours_and_numbers_only() -> None:
    """CAM-unit-7: of a stack that nobody has seen a side knows how many blocks of which nation (A-6)."""
    field = Field({"Berlin": "P016 P017 S001 R022", "Dresden": "F016"})
    known = field.rules.known(field.state, FRENCH)
    there = sorted(block.id for block in known.pieces.at["Berlin"])
    colours = ("Prussian/Berlin/1", "Prussian/Berlin/2", "Russian/Berlin/1", "Swedish/Berlin/1")
    assert there == [f"?Allied/{colour}" for colour in colours]
    pieces = [piece for piece in field.rules.view(known, FRENCH).pieces if piece.place == "Berlin"]
    assert {piece.knowledge for piece in pieces} == {"unknown"}
    assert field.rules.known(field.state, UMPIRE) == field.state


def test_unit_7_what_combat_showed_is_named_until_the_block_goes_elsewhere() -> None:
    """CAM-unit-7: a block seen is named where it stands, and only remembered once it has marched (A-53)."""
    field = Field({"Berlin": "P017 P020", "Dresden": "F016"}, active=ALLIED)
    field.happen(LeaderRevealed(rule=RuleId("CAM-lead-3"), side=ALLIED, leader="P017", place="Berlin"))
    assert "P017" in field.rules.known(field.state, FRENCH).pieces.blocks
    field.run(orders=[march("P017", "Trebbin")], otherwise=1)
    known = field.rules.known(field.state, FRENCH)
    assert "P017" not in known.pieces.blocks
    ghosts = [p for p in field.rules.view(known, FRENCH).pieces if p.knowledge == "last_seen"]
    assert [(ghost.id, ghost.place) for ghost in ghosts] == [("P017", "Berlin")]


def test_unit_7_a_march_is_seen_as_so_many_blocks() -> None:
    """CAM-unit-7: the other side reads of colours and roads, never of blocks."""
    field = Field({"Berlin": "P017 S003", "Dresden": "F016"}, active=ALLIED)
    before = field.state
    told = field.run(orders=[march("P017 S003", "Trebbin")], otherwise=1)
    moved = next(event for event in told if isinstance(event, BlocksMoved))
    shown = field.rules.show(before, moved, FRENCH)
    assert isinstance(shown, StackMoved)
    assert shown.nations == (("Prussian", 1), ("Swedish", 1))
    assert field.rules.show(before, moved, ALLIED) == moved


# --- leaders -----------------------------------------------------------------------------------------------------


def test_lead_1_there_are_eight_army_leaders() -> None:
    """CAM-lead-1: three French and five Allied, each with an army."""
    leaders = [CTX.name(army.leader) for army in CTX.armies.values()]
    assert leaders == [
        "Napoléon",
        "Ney",
        "Oudinot",
        "Blücher",
        "Bernadotte",
        "Schwarzenberg",
        "Barclay de Tolly",
        "Bennigsen",
    ]


def test_lead_2_leaders_do_not_count_for_road_limits() -> None:
    """CAM-lead-2, CAM-lead-8: ten blocks, Napoléon and a headquarters fill a major road of ten."""
    ten = "F003 F004 F006 F007 F008 F009 F011 F012 F013 F014"
    field = Field({"Bautzen": f"{ten} F001 F002"})
    field.run(orders=[march(f"{ten} F001 F002", "Bischofswerda")], otherwise=1)
    assert placed(field, "F001", "F002", "F014") == ["Bischofswerda"] * 3
    road = CTX.network.road("Bautzen", "Bischofswerda")
    assert road is not None
    assert field.state.roads[road.id] == {FRENCH: 10}


def test_lead_2_leaders_alone_do_not_hold_a_town() -> None:
    """CAM-lead-2: an enemy block drives them to friends within two towns, else off the map until next turn (A-10)."""
    field = Field({"Jauer": "P001", "Striegau": "P003", "Liegnitz": "F048"})
    field.run(orders=[march("F048", "Jauer")], otherwise=1)
    assert placed(field, "P001", "F048") == ["Striegau", "Jauer"]
    alone = Field({"Jauer": "P001", "Berlin": "P003", "Liegnitz": "F048"})
    alone.run(orders=[march("F048", "Jauer")], otherwise=1)
    assert alone.block("P001").status == "away"
    assert alone.block("P001").back_on == 4


def test_lead_2_a_leader_who_was_driven_off_returns_to_his_strongest_block() -> None:
    """CAM-lead-2: next turn he is back with the strongest block of his army (A-10)."""
    field = Field({"Berlin": "P003 P004"}, stage="new turn", active=ALLIED)
    field.change("P001", status="away", back_on=4)
    field.run(dice={"initiative/French/1": [1], "initiative/Allied/1": [6]})
    assert field.block("P001").place == "Berlin"
    assert field.block("P001").status == "map"


def test_lead_2_a_headquarters_returns_to_its_own_corps_first() -> None:
    """CAM-lead-2: Vandamme goes to I Corps before a stronger block of his army, outside walls if he can (A-10)."""
    field = Field({"Dresden": "F017", "Bautzen": "F006", "Pirna": "F018"}, stage="new turn")
    field.change("F015", status="away", back_on=4).change("F017", inside=True)
    field.having(sieges={"Dresden": Siege("Dresden", ALLIED, 2)})
    field.run(dice={"initiative/French/1": [1], "initiative/Allied/1": [6]})
    assert placed(field, "F015") == ["Pirna"]
    alone = Field({"Bautzen": "F006"}, stage="new turn").change("F015", status="away", back_on=4)
    alone.run(dice={"initiative/French/1": [1], "initiative/Allied/1": [6]})
    assert placed(alone, "F015") == ["Bautzen"]
    lost = Field({"Liegnitz": "F048"}, stage="new turn").change("F015", status="away", back_on=4)
    lost.run(dice={"initiative/French/1": [1], "initiative/Allied/1": [6]})
    assert lost.block("F015").status == "eliminated"


def test_lead_2_leaders_cannot_attack_alone() -> None:
    """CAM-lead-2: a leader may not enter a town held by the enemy without combat blocks (A-10)."""
    field = Field({"Dresden": "F001", "Pirna": "P003"})
    field.run(orders=[march("F001", "Pirna")], otherwise=1)
    assert field.refused_by() == ["CAM-lead-2"]


def test_lead_5_a_leader_does_not_leave_a_besieged_town() -> None:
    """CAM-lead-5: like everybody else he stays behind the walls until the siege is lifted."""
    field = Field({"Dresden": "F001 F003 P003"})
    field.change("F001 F003", inside=True).having(sieges={"Dresden": Siege("Dresden", ALLIED, 2)})
    field.run(orders=[march("F001", "Pirna"), march("F003", "Meissen")], otherwise=1)
    assert field.refused_by() == ["CAM-lead-5", "CAM-siege-3"]


def test_lead_6_a_headquarters_is_the_point_for_supply() -> None:
    """CAM-lead-6: blocks trace supply through it; while it is lost the strongest block stands in (A-35)."""
    field = Field({"Dresden": "F015 F016", "Pirna": "F017"})
    assert heads(CTX, field.state, FRENCH)["I"].id == "F015"
    field.change("F015", status="away", place=None)
    assert heads(CTX, field.state, FRENCH)["I"].id == "F016"


def test_lead_7_a_headquarters_gives_no_bonus() -> None:
    """CAM-lead-7: a forced march from a town with a headquarters gets nothing added."""
    field = Field({"Dresden": "F015 F016"})
    field.run(orders=[march("F016", "Pirna", "Konigstein", forced=True)], dice={"march/F016": [3]})
    test = field.one(MarchTested).tests[0]
    assert test.score.value == 3
    assert test.hits == 4


def test_lead_9_traits_are_a_column_of_the_roster() -> None:
    """CAM-lead-9: a data pack fills them in, and the brief prints them (see test_04)."""
    assert all(card.traits == () for card in CTX.roster.values())
