"""CAM: conducting a battle: what the brief hands over to the table."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib.resources import files

import pytest

from adjudicator.core.types import UMPIRE, RuleId, Side
from adjudicator.kit.catalogue import load_catalogue
from adjudicator.rulesets.campaign1813.battle.brief import document
from adjudicator.rulesets.campaign1813.battle.briefing import BattleBrief, battle_brief
from adjudicator.rulesets.campaign1813.battle.events import (
    BattleFought,
    BattleJoined,
    BlocksEliminated,
    BlocksRetreated,
    LossesTaken,
)
from adjudicator.rulesets.campaign1813.battle.ground import (
    corps_count,
    crossing_value,
    features,
    location,
    objective_value,
    table_for,
    tabletop_rules,
    tally,
)
from adjudicator.rulesets.campaign1813.march.events import LeaderRevealed, TownTaken
from adjudicator.rulesets.campaign1813.orders import FromTown, Ground, LeaveField, Reinforce
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from adjudicator.rulesets.campaign1813.state import Siege
from adjudicator.rulesets.campaign1813.supply.strength import BlockLoss
from tests.campaign1813.battles import LUCKAU, battle, hits, reported, told
from tests.campaign1813.field import ALLIED, FRENCH, Field, march, placed, rules

CTX = rules().context


def brief_of(field: Field, side: Side = UMPIRE) -> BattleBrief:
    """The brief for a reader."""
    known = field.rules.known(field.state, side)
    brief = battle_brief(field.ctx, known, side)
    assert brief is not None
    return brief


def words(field: Field, side: Side = UMPIRE) -> str:
    """Every sentence of the brief's document."""
    return "\n".join(line for section in document(brief_of(field, side)).sections for line in section.lines)


def table(field: Field, section: int) -> tuple[tuple[str, ...], ...]:
    """The rows of the table of a section of the umpire's document."""
    return document(brief_of(field)).sections[section].tables[0].rows


# --- battles -----------------------------------------------------------------------------------------------------


def test_battle_1_moving_into_a_town_with_enemies_makes_a_battle() -> None:
    """CAM-battle-1: a march into Luckau is a battle there; one into an empty town is none."""
    field = Field({"Dahme": "P017", "Luckau": "F081"}, active=ALLIED)
    field.run(orders=[march("P017", "Luckau")], otherwise=1)
    assert list(field.state.contests) == ["Luckau"]
    empty = Field({"Dahme": "P017"}, active=ALLIED)
    empty.run(orders=[march("P017", "Luckau")], otherwise=1)
    assert not empty.state.contests


def test_battle_2_the_active_side_attacks() -> None:
    """CAM-battle-2: the attacker is the active side, the other defends."""
    brief = brief_of(battle())
    assert [(force.role, force.side) for force in brief.forces] == [("attacker", ALLIED), ("defender", FRENCH)]


@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [(3, 3, "Blücher"), (12, 4, "Blücher"), (3, 2, "Lasalle 2"), (1, 9, "Lasalle 2")],
)
def test_battle_3_three_blocks_a_side_make_a_bluecher_battle(attackers: int, defenders: int, expected: str) -> None:
    """CAM-battle-3: fewer than three combat blocks on either side is Lasalle 2 (A-15)."""
    assert tabletop_rules(CTX, attackers, defenders) == expected


def test_battle_3_leaders_and_headquarters_do_not_count() -> None:
    """CAM-battle-3: two blocks and two leaders are two blocks (A-15)."""
    places = {"Dahme": "P017 P018 P016 S001", "Luckau": "F080 F081 F082 F083 F084"}
    field = battle(places, "P017 P018 P016 S001")
    assert field.one(BattleJoined).rules == "Lasalle 2"


# --- the table ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("corps", "size", "cards", "or_more"),
    [
        ("1/2", "4 x 4 ft", 6, False),
        ("1", "6 x 4 ft", 8, False),
        ("2", "6 x 4 ft", 8, False),
        ("5/2", "8 x 5 ft", 10, False),
        ("9/2", "8 x 5 ft", 10, False),
        ("5", "over 8 x 5 ft", 12, True),
    ],
)
def test_table_1_the_table_grows_with_the_corps_of_the_larger_side(
    corps: str, size: str, cards: int, or_more: bool
) -> None:
    """CAM-table-1, CAM-cards-1: below 1, up to 2, below 5, and more; 6, 8, 10, 12 and more cards each (A-16)."""
    row = table_for(CTX, Fraction(corps))
    assert (row.size, row.cards, row.or_more) == (size, cards, or_more)


def test_table_1_corps_are_counted_by_the_blocks_present() -> None:
    """CAM-table-1: half of I Corps is half a corps; blocks without one count a quarter (A-16)."""
    field = Field({"Dresden": "F015 F016 F017 F103 F014"})
    assert corps_count(CTX, field.state.pieces.at["Dresden"]) == Fraction(1, 2) + Fraction(1, 4) + Fraction(1, 4)


def test_table_2_another_table_counts_if_both_sides_name_it() -> None:
    """CAM-table-2: one wish alone changes nothing."""
    both = {"ground": Ground(table="10 x 6 ft")}
    assert brief_of(battle(answers=both)).battle.table == "10 x 6 ft"
    one = {"ground/French": Ground(table="10 x 6 ft")}
    assert brief_of(battle(answers=one)).battle.table == ""


def test_table_3_a_battle_over_a_pass_is_fought_lengthwise() -> None:
    """CAM-table-3: the brief says so when an attacker comes in over a mountain pass."""
    road = next(r for r in CTX.network.roads.values() if r.mountain_pass)
    field = battle({road.a: "P017 P018", road.b: "F081"}, "P017", road.b)
    assert brief_of(field).over_a_pass
    assert not brief_of(battle()).over_a_pass


def test_table_4_the_field_is_divided_into_sections_of_six_inches() -> None:
    """CAM-table-4: the brief gives the size."""
    assert "in squares of 6 inches" in words(battle())


def test_hist_1_a_historical_field_counts_if_both_sides_name_it() -> None:
    """CAM-hist-1: one of the six fields of the book; another name is no answer."""
    brief = brief_of(battle(answers={"ground": Ground(field="Dennewitz")}))
    assert brief.battle.field == "Dennewitz"
    assert "may be used: Lützen, Bautzen, Leipzig, Dresden, Dennewitz, Katzbach." in words(battle())
    assert brief_of(battle(answers={"ground": Ground(field="Austerlitz")})).battle.field == ""


# --- where it is fought --------------------------------------------------------------------------------------------


def test_loc_1_the_defenders_die_gives_the_location() -> None:
    """CAM-loc-1: 1 major river, 2 minor river, 3 high ground, 4 town, 5 and 6 open."""
    found = [location(CTX, die, "Elbe").value for die in range(1, 7)]
    assert found == ["major_river", "minor_river", "high_ground", "town", "open", "open"]


def test_loc_2_a_major_river_only_if_an_attacker_crossed_one() -> None:
    """CAM-loc-2: without a crossing a 1 counts as 2 (A-18)."""
    assert location(CTX, 1, "").value == "minor_river"
    assert brief_of(battle(location=1)).battle.location == "minor_river"
    crossing = battle({"Torgau": "P017", "Luckau": "F081"}, "P017", location=1)
    assert brief_of(crossing).battle.location == "major_river"


def test_loc_3_to_6_features_are_printed_with_size_and_effect() -> None:
    """CAM-loc-3, CAM-loc-4, CAM-loc-5, CAM-loc-6: rivers, plateau, town or city, and the river of its bank."""
    assert [row.effect for row in features(CTX, "Luckau", "major_river")] == ["impassable"]
    assert [row.size for row in features(CTX, "Luckau", "minor_river")] == ["1 inch wide"]
    assert [row.effect for row in features(CTX, "Luckau", "high_ground")] == ["+1 in defence"]
    assert [row.name for row in features(CTX, "Luckau", "town")] == ["town"]
    assert [row.name for row in features(CTX, "Dresden", "town")] == ["city", "major river"]


def test_map_9_the_ground_beside_the_town_is_in_the_brief() -> None:
    """CAM-map-9: what lies next to Luckau on the map, and the roads that lead there."""
    field = battle()
    assert "Country around Luckau: farmland." in words(field)
    assert {road.other("Luckau") for road in brief_of(field).roads} >= {"Dahme", "Lubben", "Cottbus", "Torgau"}


def test_external_rules_are_repeated_for_the_table() -> None:
    """CAM-cards-2, CAM-terr-1, CAM-terr-2, CAM-terr-3, CAM-terr-4, CAM-terr-5, CAM-terr-6, CAM-terr-7, CAM-obj-1,
    CAM-obj-2, CAM-obj-6, CAM-obj-7, CAM-obj-8, CAM-obj-9, CAM-bvic-1, CAM-dis-4, CAM-reinf-1, CAM-reinf-3, CAM-reinf-6,
    CAM-reinf-7, CAM-reinf-11, CAM-reinf-12: what only the table can settle stands in the brief, each with its rule."""
    told_rules = set(re.findall(r"CAM-[a-z]+-\d+", words(battle())))
    catalogue = load_catalogue(files("adjudicator.rulesets.campaign1813"))
    external = {rule.id for rule in catalogue.rules if rule.status == "external"}
    assert external <= told_rules
    assert {"CAM-obj-1", "CAM-reinf-3", "CAM-reinf-7", "CAM-dis-4"} <= told_rules


# --- objectives ----------------------------------------------------------------------------------------------------


def test_obj_1_each_side_has_two_cards_whose_value_on_a_crossing_is_rolled() -> None:
    """CAM-obj-1, CAM-obj-4: two cards each; on a crossing a die of 3 makes 2 points."""
    field = battle()
    assert "Each side lays 2 victory-point cards." in words(field)
    values = [(one.side, one.values) for one in brief_of(field).battle.objectives]
    assert values == [(FRENCH, (2, 2)), (ALLIED, (2, 2))]


def test_obj_3_villages_towns_and_cities() -> None:
    """CAM-obj-3, CAM-obj-5: 1, 2 and 3 points, one marker whatever the number of bases."""
    assert [objective_value(CTX, name) for name in ("village", "town", "city")] == [1, 2, 3]


def test_obj_4_a_crossing_is_worth_what_its_die_says() -> None:
    """CAM-obj-4: 1-2 one point, 3-4 two, 5-6 three."""
    assert [crossing_value(CTX, die) for die in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_obj_10_whoever_takes_an_objective_takes_its_points() -> None:
    """CAM-obj-10: a report whose points do not fit its objectives is refused."""
    assert tally([(FRENCH, 4), (FRENCH, 2), (ALLIED, 4), (None, 3)]) == {FRENCH: 6, ALLIED: 4}


# --- forces and fog ------------------------------------------------------------------------------------------------


def test_the_umpire_reads_everything_and_a_side_only_its_own() -> None:
    """CAM-unit-7, CAM-lead-9: forces with strengths for the umpire; the enemy's by colour until they deploy."""
    field = battle()
    whole = brief_of(field)
    assert ("4th Bde Thümen", "Prussian III Corps", "infantry", "4", "6", "24 of 24", "") in table(field, 1)
    assert whole.forces[0].third == -(-20 // 3)
    mine = brief_of(field, FRENCH)
    assert {block.unseen for block in mine.forces[0].blocks} == {True}
    assert {block.nation for block in mine.forces[0].blocks} == {"Prussian"}
    assert not any(block.unseen for block in mine.forces[1].blocks)
    assert mine.battle.approaches == ()
    assert {group.side for group in mine.groups} == {FRENCH}
    assert {group.side for group in whole.groups} == {FRENCH, ALLIED}


def test_what_a_side_sends_and_plans_is_its_own_secret() -> None:
    """CAM-reinf-7, CAM-unit-7: commitments and limits of loss are read by their owner alone, in events and position."""
    answers = {
        "reinforce/Allied": Reinforce(groups=(FromTown(origin="Lubben"),)),
        "reinforce/French": Reinforce(groups=(FromTown(origin="Cottbus"),)),
        "break_off/Allied": LeaveField(percent=30),
        "break_off/French": LeaveField(percent=20),
    }
    field = battle(answers=answers)
    joined = field.one(BattleJoined)
    assert {one.side for one in joined.sent} == {FRENCH, ALLIED}
    for side in (FRENCH, ALLIED):
        shown = field.rules.show(field.state, joined, side)
        assert isinstance(shown, BattleJoined)
        assert {one.side for one in shown.sent} == {one.side for one in shown.break_off} == {side}
        known = field.rules.known(field.state, side).battle
        assert known is not None
        assert {one.side for one in known.sent} == {one.side for one in known.break_off} == {side}


def test_besieged_blocks_that_come_out_are_known_to_their_own_side_only() -> None:
    """CAM-unit-7, CAM-unit-6: the besiegers read that there is a battle, not who came out."""
    field = Field({"Torgau": "F109 F105 P017 P018 P019", "Luckau": "F081 F082 F083"})
    field.change("F109 F105", inside=True).having(sieges={"Torgau": Siege("Torgau", ALLIED, 2)})
    field.run(orders=[march("F081 F082 F083", "Torgau")], otherwise=1)
    field.run("fortresses")
    field.run("battles", otherwise=5)
    joined = field.one(BattleJoined)
    theirs, ours = (field.rules.show(field.state, joined, side) for side in (ALLIED, FRENCH))
    assert isinstance(theirs, BattleJoined)
    assert isinstance(ours, BattleJoined)
    assert (theirs.relief, ours.relief) == ((), ("F105", "F109"))
    known = field.rules.known(field.state, ALLIED).battle
    assert known is not None
    assert (known.relief, known.approaches) == ((), ())


def test_losses_and_eliminations_of_unseen_blocks_are_only_counted() -> None:
    """CAM-unit-7: who was seen is named, of the others the number."""
    field = battle()
    loss = BlockLoss(block="F081", hits=3, destroyed=0)
    other = BlockLoss(block="F082", hits=3, destroyed=0)
    hurt = LossesTaken(rule=RuleId("CAM-battle-2"), side=FRENCH, town="Luckau", cause="battle", losses=(loss, other))
    gone = BlocksEliminated(
        rule=RuleId("CAM-rout-5"), side=FRENCH, town="Luckau", blocks=("F081", "F082", "F083"), because="x"
    )
    field.happen(LeaderRevealed(rule=RuleId("CAM-lead-3"), side=FRENCH, leader="F081", place="Luckau"))
    shown_hurt = field.rules.show(field.state, hurt, ALLIED)
    shown_gone = field.rules.show(field.state, gone, ALLIED)
    assert isinstance(shown_hurt, LossesTaken)
    assert isinstance(shown_gone, BlocksEliminated)
    assert (shown_hurt.losses, shown_hurt.unseen) == ((loss,), 1)
    assert (shown_gone.blocks, shown_gone.unseen) == (("F081",), 2)


def test_approaches_say_how_each_attacker_came() -> None:
    """CAM-loc-2: origin, section, road and river of every attacking block."""
    (row,) = table(battle(), 3)
    assert row[:3] == ("Dahme", "Dahme - Luckau", "minor")
    assert "3rd Bde Hesse-Homburg" in row[-1]


def test_dis_4_disrupted_defenders_are_marked() -> None:
    """CAM-dis-4: the brief marks them; their elan is one less in this battle only."""
    field = Field(LUCKAU, active=ALLIED).change("F082", disrupted="retreat")
    field.run(orders=[march("P016 P017 P018 P019 P020 P021", "Luckau")], otherwise=1)
    field.run("fortresses")
    field.run("battles", otherwise=5)
    blocks = {block.id: block for block in brief_of(field).forces[1].blocks}
    assert blocks["F082"].disrupted
    assert not blocks["F081"].disrupted
    assert [row[4] for row in table(field, 2) if row[-1].startswith("disrupted")] == ["5"]


# --- how it ends ---------------------------------------------------------------------------------------------------


def test_bvic_2_a_victory_by_morale_routs_the_loser() -> None:
    """CAM-bvic-2: the outcome of the report says who is routed (A-19)."""
    field = reported(battle(), told("attacker_win_morale", hits(F081=18, F082=0)))
    fought = field.one(BattleFought)
    assert fought.routed == FRENCH
    assert placed(field, "F082") != ["Luckau"]


def test_bvic_3_a_victory_by_points_needs_more_points() -> None:
    """CAM-bvic-3: 6 to 4 wins; 4 to 4 or no points at all is refused."""
    won = reported(battle(), told("attacker_win_vp", ro.Points(points=((FRENCH, 4), (ALLIED, 6)))))
    assert won.state.battle is None
    assert placed(won, "P017", "F081")[0] == "Luckau"
    drawn = reported(battle(), told("attacker_win_vp", ro.Points(points=((FRENCH, 4), (ALLIED, 4)))))
    assert drawn.refused_by() == ["CAM-bvic-3"]
    silent = reported(battle(), told("defender_win_vp"))
    assert silent.refused_by() == ["CAM-bvic-3"]


def test_bvic_4_after_a_stalemate_the_attacker_retreats_all_units() -> None:
    """CAM-bvic-4: everybody goes back at once, as many battle turns as the road needs (A-45, A-54)."""
    places = {town: blocks for town, blocks in LUCKAU.items() if town != "Lubben"}
    field = reported(battle(places), told("stalemate"))
    assert placed(field, "P016", "P017", "P021") == ["Dahme"] * 3
    retreat = field.one(BlocksRetreated)
    turns = sorted(way.battle_turn for way in retreat.ways if way.block != "P016")
    assert turns == [20, 21, 22, 23, 24]
    assert field.state.held["Luckau"] == FRENCH
    assert not field.of(TownTaken)
