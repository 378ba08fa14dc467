"""CAM: movement: groups, rates, roads, rivers, forced marches, coordination."""

from __future__ import annotations

import pytest

from adjudicator.core.events import NotCarriedOut
from adjudicator.core.orders import AskMe, Conditional, PlaceIs, Standing
from adjudicator.core.types import RuleId
from adjudicator.rulesets.campaign1813.battle.events import ContestEnded
from adjudicator.rulesets.campaign1813.battle.reinforcing import columns
from adjudicator.rulesets.campaign1813.march.events import BlocksMoved, LeaderRevealed, MarchTested, MovementBegan
from adjudicator.rulesets.campaign1813.march.rates import forced_rate, rate
from adjudicator.rulesets.campaign1813.orders import Independents, March, Move, Reveal
from adjudicator.rulesets.campaign1813.state import Siege, Sighting
from adjudicator.rulesets.campaign1813.turn.events import PlayerTurnBegan, TurnBegan
from tests.campaign1813.field import ALLIED, FRENCH, Field, going, march, placed, rules

CTX = rules().context


# --- groups ------------------------------------------------------------------------------------------------------


def test_move_1_nobody_must_move_and_nothing_is_saved() -> None:
    """CAM-move-1: a turn without marches leaves no more group moves for the next; a block marches once."""
    field = Field({"Dresden": "F016 F017"})
    field.run(otherwise=1)
    assert placed(field, "F016") == ["Dresden"]
    field.run("movement", [march("F016", "Pirna"), march("F016", "Konigstein")], otherwise=1)
    assert field.refused_by() == ["CAM-move-1"]


def test_move_2_friends_do_not_stand_in_the_way() -> None:
    """CAM-move-2: cavalry rides through a town full of friends."""
    field = Field({"Dresden": "F019", "Bischofswerda": "F016 F017 F018"})
    field.run(orders=[march("F019", "Bischofswerda", "Bautzen")], otherwise=1)
    assert placed(field, "F019") == ["Bautzen"]


def test_move_3_whoever_enters_a_town_with_enemies_stops_and_fights() -> None:
    """CAM-move-3: a path through an enemy town is refused; one that ends there makes a battle."""
    field = Field({"Dresden": "F019", "Bischofswerda": "P003"})
    field.run(orders=[march("F019", "Bischofswerda", "Bautzen")], otherwise=1)
    assert field.refused_by() == ["CAM-move-3"]
    field.run("movement", [march("F019", "Bischofswerda")], otherwise=1)
    assert list(field.state.contests) == ["Bischofswerda"]


def test_move_3_a_way_is_found_round_the_enemy() -> None:
    """CAM-move-3: a destination is reached by towns that are free, as far as the side can see."""
    field = Field({"Dresden": "F019", "Pirna": "P003"})
    field.run(orders=[going("F019", "NeustadtS")], otherwise=1)
    moved = field.one(BlocksMoved)
    assert "Pirna" not in moved.path


def test_move_4_a_town_holds_any_number_of_units() -> None:
    """CAM-move-4: sixteen blocks gather in one town."""
    here = "F003 F004 F006 F007 F008 F009"
    there = "F016 F017 F018 F019 F043 F044 F045 F030 F031 F032"
    field = Field({"Dresden": there, "Bautzen": here})
    field.run(orders=[march(here, "Bischofswerda"), march(there, "Bischofswerda")], otherwise=1)
    assert len(field.state.pieces.at["Bischofswerda"]) == 16


def test_move_5_a_group_is_all_units_of_a_town() -> None:
    """CAM-move-5: `all from Dresden` is everybody there; a block elsewhere is not of that group."""
    field = Field({"Dresden": "F016 F017", "Pirna": "F030"})
    order = Move(origin="Dresden", marches=(March(units=("F030",), path=("Meissen",)), March(path=("Meissen",))))
    field.run(orders=[order], otherwise=1)
    assert field.refused_by() == ["CAM-move-5"]
    assert placed(field, "F016", "F017", "F030") == ["Meissen", "Meissen", "Pirna"]


def test_move_5_nobody_of_a_corps_in_that_town_is_said() -> None:
    """CAM-move-5: `move II Corps from Dresden` where none of it stands is refused, not passed over."""
    field = Field({"Dresden": "F016", "Pirna": "F021"})
    field.run(orders=[Move(origin="Dresden", marches=(March(units=("II",), path=("Meissen",)),))], otherwise=1)
    assert field.refused_by() == ["CAM-move-5"]
    moved = Field({"Dresden": "F015 F016 F017", "Pirna": "F018"})
    moved.run(orders=[Move(origin="Dresden", marches=(March(units=("I",), path=("Meissen",)),))], otherwise=1)
    assert placed(moved, "F015", "F016", "F017", "F018") == ["Meissen", "Meissen", "Meissen", "Pirna"]


def test_lead_2_a_leader_does_not_attack_alone_when_the_others_cannot_pay() -> None:
    """CAM-lead-2, CAM-move-7: Ney's blocks have no group move left, so Napoléon stays too."""
    field = Field({"Dresden": "F001 F048", "Liegnitz": "F049", "Goldberg": "F055", "Bunzlau": "F060", "Pirna": "P003"})
    orders = [march("F049", "Luben"), march("F055", "Bunzlau"), march("F060", "Sprottau"), march("F001 F048", "Pirna")]
    field.run(orders=orders, otherwise=1)
    assert field.refused_by() == ["CAM-move-7", "CAM-lead-2"]
    assert placed(field, "F001", "F048") == ["Dresden", "Dresden"]


def test_move_6_one_group_move_may_go_to_several_towns() -> None:
    """CAM-move-6: three destinations out of Dresden cost the army one group move."""
    field = Field({"Dresden": "F016 F017 F018"})
    goals = {"F016": "Pirna", "F017": "Freiberg", "F018": "Meissen"}
    marches = tuple(March(units=(block,), path=(town,)) for block, town in goals.items())
    field.run(orders=[Move(origin="Dresden", marches=marches)], otherwise=1)
    assert placed(field, "F016", "F017", "F018") == ["Pirna", "Freiberg", "Meissen"]
    assert field.state.moves.paid == (("NAP", "Dresden"),)


def test_move_7_an_army_makes_three_group_moves_and_no_more() -> None:
    """CAM-move-7: the fourth town of the same army is refused."""
    field = Field({"Dresden": "F016", "Pirna": "F030", "Bautzen": "F003", "Gorlitz": "F021"})
    orders = [march("F016", "Meissen"), march("F030", "Konigstein"), march("F003", "Lobau"), march("F021", "Lobau")]
    field.run(orders=orders, otherwise=1)
    assert field.refused_by() == ["CAM-move-7"]
    assert "Dresden, Pirna, Bautzen" in field.refusals[0].reason
    assert placed(field, "F021") == ["Gorlitz"]


def test_move_7a_two_armies_in_one_town_pay_each() -> None:
    """CAM-move-7a: blocks of Napoleon's and Ney's armies leaving Bautzen cost one group move of each."""
    field = Field({"Bautzen": "F003 F048"})
    field.run(orders=[march("F003 F048", "Gorlitz")], otherwise=1)
    assert field.one(BlocksMoved).paid == ("NAP", "NEY")


def test_move_7b_group_moves_cannot_be_passed_on() -> None:
    """CAM-move-7b: that Ney's army does not move gives Napoleon's no fourth group move."""
    field = Field({"Dresden": "F016", "Pirna": "F030", "Bautzen": "F003", "Gorlitz": "F021", "Liegnitz": "F048"})
    orders = [march("F016", "Meissen"), march("F030", "Konigstein"), march("F003", "Lobau"), march("F021", "Lobau")]
    field.run(orders=orders, otherwise=1)
    assert field.refused_by() == ["CAM-move-7"]


def test_move_8_dice_say_how_many_independent_groups_move() -> None:
    """CAM-move-8: a die for each town with an independent combat block; each 4 to 6 lets one move (A-8)."""
    field = Field({"Hamburg": "F095 F096", "Leipzig": "F105", "Magdeburg": "F104", "Wurzburg": "F100"})
    orders = [march("F096", "Harburg"), march("F105", "Wurzen"), march("F104", "Burg")]
    field.run(
        orders=orders, dice={"independent/Hamburg": [4], "independent/Leipzig": [3], "independent/Magdeburg": [6]}
    )
    began = field.one(MovementBegan)
    assert (began.towns, began.allowed) == (("Hamburg", "Leipzig", "Magdeburg"), 2)
    assert all(roll.veiled for roll in began.rolls)
    assert placed(field, "F096", "F105", "F104") == ["Harburg", "Wurzen", "Magdeburg"]
    idle = field.one(NotCarriedOut)
    assert (idle.rule, idle.line) == ("CAM-move-8", 3)


@pytest.mark.parametrize(("laid", "towns"), [(True, ()), (False, ("Magdeburg",))])
def test_move_8_independents_get_their_die_unless_siege_is_laid_to_them(laid: bool, towns: tuple[str, ...]) -> None:
    """CAM-move-8, CAM-siege-2: behind walls that are only invested a group may still march, so it rolls (A-8)."""
    field = Field({"Magdeburg": "F104 P003"})
    field.change("F104", inside=True).having(sieges={"Magdeburg": Siege("Magdeburg", ALLIED, 2, laid)})
    field.run(orders=[march("F104", "Burg")], dice={"independent/Magdeburg": [6]} if towns else {})
    assert field.one(MovementBegan).towns == towns
    assert placed(field, "F104") == (["Magdeburg"] if laid else ["Burg"])


def test_move_8_a_player_may_say_which_independents_come_first() -> None:
    """CAM-move-8: the priority of D-4 goes before the order of the lines."""
    field = Field({"Hamburg": "F096", "Leipzig": "F105"})
    orders = [march("F096", "Harburg"), Independents(towns=("Leipzig", "Hamburg")), march("F105", "Wurzen")]
    field.run(orders=orders, dice={"independent/Hamburg": [4], "independent/Leipzig": [1]})
    assert placed(field, "F096", "F105") == ["Hamburg", "Wurzen"]


# --- rates -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("block", ["F016", "F014"])
def test_move_9_infantry_and_artillery_move_one_town(block: str) -> None:
    """CAM-move-9: a second town is refused without a forced march."""
    field = Field({"Dresden": block})
    field.run(orders=[march(block, "Bischofswerda", "Bautzen")], otherwise=1)
    assert field.refused_by() == ["CAM-move-9"]


@pytest.mark.parametrize("block", ["F019", "F015", "F001"])
def test_move_10_cavalry_leaders_and_headquarters_move_two_towns(block: str) -> None:
    """CAM-move-10: Dresden, Bischofswerda, Bautzen in one move; a third town is refused."""
    field = Field({"Dresden": block})
    field.run(orders=[march(block, "Bischofswerda", "Bautzen")], otherwise=1)
    assert placed(field, block) == ["Bautzen"]
    far = Field({"Dresden": block})
    far.run(orders=[march(block, "Bischofswerda", "Bautzen", "Gorlitz")], otherwise=1)
    assert far.refused_by() == ["CAM-move-10"]


def test_move_9_the_refusal_says_what_would_reach_it() -> None:
    """CAM-move-9: a forced march if that is enough, a nearer town if not, the next town on the way."""
    near = Field({"Dresden": "F016"})
    near.run(orders=[march("F016", "Bischofswerda", "Bautzen")], otherwise=1)
    assert near.refusals[0].remedy.startswith("A forced march would reach it")
    far = Field({"Dresden": "F016"})
    far.run(orders=[march("F016", "Bischofswerda", "Bautzen", "Gorlitz")], otherwise=1)
    assert far.refusals[0].remedy == "Name a nearer town."
    sent = Field({"Dresden": "F016"})
    sent.run(orders=[going("F016", "Gorlitz")], otherwise=1)
    assert "Görlitz is 3 towns from Dresden; these blocks move 1" in sent.refusals[0].reason
    assert sent.refusals[0].remedy == "On the way there lies Bischofswerda; a forced march goes one town further."


def test_fm_2_no_leader_is_advised_to_force_march() -> None:
    """CAM-fm-2, CAM-move-10: the remedy for leaders and headquarters alone names only the town on the way."""
    field = Field({"Dresden": "F001 F015"})
    field.run(orders=[going("F001 F015", "Gorlitz")], otherwise=1)
    assert "these blocks move 2" in field.refusals[0].reason
    assert field.refusals[0].remedy == "On the way there lies Bautzen."


def test_road_1_a_destination_whose_only_road_is_full_says_so() -> None:
    """CAM-road-1: the sentence is about the road, not about the distance."""
    road = CTX.network.road("Dresden", "Pirna")
    assert road is not None
    field = Field({"Dresden": "F016"}).having(roads={road.id: {ALLIED: 10}})
    field.run(orders=[going("F016", "Pirna")], otherwise=1)
    assert field.refused_by() == ["CAM-road-1"]


def test_move_9_slow_blocks_of_a_group_are_named() -> None:
    """CAM-move-9: of a mixed group the infantry is refused, the cavalry goes on."""
    field = Field({"Dresden": "F016 F019"})
    field.run(orders=[march("F016 F019", "Bischofswerda", "Bautzen")], otherwise=1)
    assert placed(field, "F016", "F019") == ["Dresden", "Bautzen"]
    assert "Philippon" in field.refusals[0].reason


# --- roads and rivers --------------------------------------------------------------------------------------------

TEN = "F003 F004 F006 F007 F008 F009 F011 F012 F013 F014"


def test_road_1_ten_units_on_a_major_and_six_on_a_minor_section() -> None:
    """CAM-road-1: eleven by the major road are refused; so are seven by a minor one."""
    major = Field({"Bautzen": f"{TEN} F016"})
    major.run(orders=[march(f"{TEN} F016", "Bischofswerda")], otherwise=1)
    assert major.refused_by() == ["CAM-road-1"]
    assert "10 left, 11 ordered" in major.refusals[0].reason
    seven = "F016 F017 F018 F021 F022 F023 F024"
    minor = Field({"Weisenberg": seven})
    minor.run(orders=[march(seven, "Potsdam")], otherwise=1)
    assert minor.refused_by() == ["CAM-road-1"]


def test_road_1_both_sides_and_directions_share_a_section_for_the_campaign_turn() -> None:
    """CAM-road-1: what the French used in their player turn is missing in the Allied one (A-9)."""
    field = Field({"Bautzen": TEN, "Bischofswerda": "P003"})
    field.change("P003", place="Kamenz").run(orders=[march(TEN, "Bischofswerda")], otherwise=1)
    field.happen(PlayerTurnBegan(side=ALLIED, number=2))
    field.change(TEN, place="Dresden").change("P003", place="Bischofswerda")
    field.run("movement", [march("P003", "Bautzen")], otherwise=1)
    assert field.refused_by() == ["CAM-road-1"]
    assert "10 French" in field.refusals[0].reason


def test_road_1_a_section_is_used_by_each_pass_there_and_back() -> None:
    """CAM-road-1: four that ride out and back by a minor road are eight, two more than it takes."""
    riders = "F019 F043 F044 F024"
    field = Field({"Dresden": riders})
    field.run(orders=[march(riders, "Dippoldiswalde", "Dresden")], otherwise=1)
    assert field.refused_by() == ["CAM-road-1"]
    assert "8 ordered" in field.refusals[0].reason
    field.run("movement", [march("F019 F043 F044", "Dippoldiswalde", "Dresden")], otherwise=1)
    road = CTX.network.road("Dresden", "Dippoldiswalde")
    assert road is not None
    assert field.state.roads[road.id] == {FRENCH: 6}


def test_road_2_a_full_section_is_closed_for_the_rest_of_the_turn() -> None:
    """CAM-road-2: after ten units the road takes nobody; next turn it is open again."""
    field = Field({"Bautzen": f"{TEN} F016"})
    field.run(orders=[march(TEN, "Bischofswerda"), march("F016", "Bischofswerda")], otherwise=1)
    assert field.refused_by() == ["CAM-road-1"]
    assert "0 left" in field.refusals[0].reason
    field.happen(TurnBegan(turn=4, first_day="", last_day=""), PlayerTurnBegan(side=FRENCH, number=1))
    field.run("movement", [march("F016", "Bischofswerda")], otherwise=1)
    assert placed(field, "F016") == ["Bischofswerda"]


def test_river_1_attacks_across_a_river_are_halved() -> None:
    """CAM-river-1: five by a major road into a town held by the enemy; the counter may not pass five (A-11)."""
    six = "F016 F017 F018 F019 F043 F044"
    field = Field({"Dresden": six, "Bischofswerda": "P003"})
    field.run(orders=[march(six, "Bischofswerda")], otherwise=1)
    assert field.refused_by() == ["CAM-river-1"]
    field.run("movement", [march("F016 F017 F018 F019 F043", "Bischofswerda")], otherwise=1)
    assert list(field.state.contests) == ["Bischofswerda"]
    field.run("movement", [march("F044", "Bischofswerda")], otherwise=1)
    assert field.refused_by() == ["CAM-river-1", "CAM-river-1"]


# --- forced marches ----------------------------------------------------------------------------------------------


def test_fm_1_a_forced_march_adds_one_town() -> None:
    """CAM-fm-1: infantry and artillery two towns, cavalry three."""
    state = Field({"Dresden": "F016 F014 F019"}).state
    assert [forced_rate(CTX, state.block(b)).value for b in ("F016", "F014", "F019")] == [2, 2, 3]
    field = Field({"Dresden": "F019"})
    field.run(orders=[march("F019", "Bischofswerda", "Bautzen", "Gorlitz", forced=True)], dice={"march/F019": [4]})
    assert placed(field, "F019") == ["Gorlitz"]


def test_fm_1_only_those_who_go_further_than_usual_are_forced() -> None:
    """CAM-fm-1: cavalry and a leader in a forced group of two towns march at their usual rate and roll nothing."""
    field = Field({"Dresden": "F016 F019 F015"})
    field.run(orders=[march("F016 F019 F015", "Bischofswerda", "Bautzen", forced=True)], dice={"march/F016": [5]})
    assert field.one(BlocksMoved).forced == ("F016",)


def test_fm_2_leaders_never_force_march() -> None:
    """CAM-fm-2: a third town is refused for Napoléon and for headquarters."""
    field = Field({"Dresden": "F001 F015"})
    field.run(orders=[march("F001 F015", "Bischofswerda", "Bautzen", "Gorlitz", forced=True)], otherwise=1)
    assert field.refused_by() == ["CAM-fm-2", "CAM-fm-2"]


@pytest.mark.parametrize(("die", "hits"), [(1, 4), (3, 4), (4, 0), (6, 0)])
def test_fm_3_stragglers_cost_a_quarter(die: int, hits: int) -> None:
    """CAM-fm-3: 1 to 3 loses a quarter of full strength (15 points: 4 hits, A-12); the move is completed anyway."""
    field = Field({"Dresden": "F016"})
    field.run(orders=[march("F016", "Bischofswerda", "Bautzen", forced=True)], dice={"march/F016": [die]})
    assert placed(field, "F016") == ["Bautzen"]
    assert field.block("F016").hits == hits
    assert field.one(MarchTested).rolls[0].veiled


def test_fm_3_four_such_losses_eliminate_a_block() -> None:
    """CAM-fm-3: a quarter of full strength each time, rounded up (A-12)."""
    field = Field({"Dresden": "F016"}).change("F016", hits=12)
    field.run(orders=[march("F016", "Bischofswerda", "Bautzen", forced=True)], dice={"march/F016": [1]})
    assert field.block("F016").status == "eliminated"
    assert field.one(MarchTested).tests[0].eliminated
    hurt = Field({"Dresden": "F016"}).change("F016", hits=10)
    hurt.run(orders=[march("F016", "Bischofswerda", "Bautzen", forced=True)], dice={"march/F016": [1]})
    assert not hurt.one(MarchTested).tests[0].eliminated
    assert hurt.block("F016").hits == 14


def test_fm_4_an_army_leader_in_the_town_of_departure_adds_one() -> None:
    """CAM-fm-4, CAM-lead-3: a 3 counts 4 where Napoléon stood, and he is seen; even if he leaves with them (A-13)."""
    field = Field({"Dresden": "F016 F001", "Pirna": "P003"})
    orders = [march("F016", "Bischofswerda", "Bautzen", forced=True), march("F001", "Meissen")]
    field.run(orders=orders, dice={"march/F016": [3]})
    test = field.one(MarchTested).tests[0]
    assert (test.score.value, test.hits) == (4, 0)
    revealed = field.one(LeaderRevealed)
    assert (revealed.leader, revealed.place, revealed.rule) == ("F001", "Dresden", "CAM-lead-3")
    assert field.state.sightings[ALLIED]["F001"].place == "Dresden"


def test_lead_3_a_leader_kept_hidden_gives_no_bonus() -> None:
    """CAM-lead-3: D-5: by standing order he stays face down, and the march is rolled without him."""
    field = Field({"Dresden": "F016 F001"})
    hidden = Standing(side=FRENCH, decision="reveal", unit="F001", choice=Reveal(show=False))
    order = march("F016", "Bischofswerda", "Bautzen", forced=True)
    field.run(orders=[order], dice={"march/F016": [3]}, standing=[hidden])
    assert field.one(MarchTested).tests[0].hits == 4
    assert not field.of(LeaderRevealed)


def test_lead_3_a_leader_who_stands_face_up_already_helps_without_more_ado() -> None:
    """CAM-lead-3: he was revealed there before; nothing is asked and nothing told again."""
    field = Field({"Dresden": "F016 F001"})
    field.happen(LeaderRevealed(rule=RuleId("CAM-lead-4"), side=FRENCH, leader="F001", place="Dresden"))
    field.run(orders=[march("F016", "Bischofswerda", "Bautzen", forced=True)], dice={"march/F016": [3]})
    assert field.one(MarchTested).tests[0].score.value == 4
    assert len(field.of(LeaderRevealed)) == 1
    assert not field.asked


def test_lead_3_a_player_is_never_asked_about_a_leader() -> None:
    """CAM-lead-3: `ask me` does not pause for it, because the question would show where he is (A-61)."""
    field = Field({"Dresden": "F016 F001"})
    asking = Standing(side=FRENCH, decision="any", choice=AskMe())
    order = march("F016", "Bischofswerda", "Bautzen", forced=True)
    field.run(orders=[order], dice={"march/F016": [3]}, standing=[asking])
    assert field.one(LeaderRevealed).leader == "F001"


def test_fm_5_all_moves_come_before_any_roll() -> None:
    """CAM-fm-5: the dice of a forced march fall after the last march of the phase."""
    field = Field({"Dresden": "F016 F017"})
    orders = [march("F016", "Bischofswerda", "Bautzen", forced=True), march("F017", "Pirna")]
    field.run(orders=orders, dice={"march/F016": [5]})
    kinds = [event.kind for event in field.events if event.kind in ("blocks_moved", "march_tested")]
    assert kinds == ["blocks_moved", "blocks_moved", "march_tested"]


def test_fm_6_the_usual_limits_apply_to_forced_marches() -> None:
    """CAM-fm-6: every section of a forced march has its limit; a full one refuses it (A-46)."""
    field = Field({"Bautzen": TEN, "Dresden": "F016"})
    orders = [march(TEN, "Bischofswerda"), march("F016", "Bischofswerda", "Bautzen", forced=True)]
    field.run(orders=orders, otherwise=6)
    assert field.refused_by() == ["CAM-road-1"]


def test_fm_7_a_forced_march_may_end_in_an_attack() -> None:
    """CAM-fm-7: the attacker's approach is marked as forced; retreats never are (CAM-retreat-7)."""
    field = Field({"Dresden": "F016", "Bautzen": "P003"})
    field.run(orders=[march("F016", "Bischofswerda", "Bautzen", forced=True)], dice={"march/F016": [5]})
    approach = field.state.contests["Bautzen"].approaches[0]
    assert (approach.block, approach.forced, approach.gate) == ("F016", True, "Bischofswerda")


# --- supply and disruption on the march --------------------------------------------------------------------------


def test_oos_1_cavalry_out_of_supply_moves_one_town_and_never_forced() -> None:
    """CAM-oos-1: leaders, infantry and artillery keep their rate; nobody force-marches."""
    field = Field({"Dresden": "F019 F016 F015 F014"}).change("F019 F016 F015 F014", supply="out")
    assert [rate(CTX, field.block(b)).value for b in ("F019", "F016", "F015", "F014")] == [1, 1, 2, 1]
    field.run(orders=[march("F019", "Bischofswerda", "Bautzen")], otherwise=1)
    field.run("movement", [march("F016", "Bischofswerda", "Bautzen", forced=True)], otherwise=1)
    assert field.refused_by() == ["CAM-oos-1", "CAM-oos-1"]


def test_dis_2_disrupted_cavalry_moves_one_town_and_nobody_forced() -> None:
    """CAM-dis-2: as out of supply; the others keep their rate."""
    field = Field({"Dresden": "F019 F016 F015"}).change("F019 F016", disrupted="retreat")
    assert [rate(CTX, field.block(b)).value for b in ("F019", "F016", "F015")] == [1, 1, 2]
    field.run(orders=[march("F019", "Bischofswerda", "Bautzen")], otherwise=1)
    field.run("movement", [march("F016", "Bischofswerda", "Bautzen", forced=True)], otherwise=1)
    assert field.refused_by() == ["CAM-dis-2", "CAM-dis-2"]


def test_dis_3_disrupted_blocks_stay_behind_when_others_attack() -> None:
    """CAM-dis-3: of a group that attacks, the disrupted block stays (A-47)."""
    field = Field({"Dresden": "F016 F017", "Pirna": "P003"}).change("F017", disrupted="retreat")
    field.run(orders=[march("F016 F017", "Pirna")], otherwise=1)
    assert field.refused_by() == ["CAM-dis-3"]
    assert placed(field, "F016", "F017") == ["Pirna", "Dresden"]


# --- coordination ------------------------------------------------------------------------------------------------


def test_battle_1_nobody_comes_to_a_battle_whom_straggling_has_eliminated() -> None:
    """CAM-battle-1, CAM-fm-3: the only attacker melts away on the march: no battle, and the leader with him flees."""
    field = Field({"Dahme": "P017 P016", "Torgau": "F081"}, active=ALLIED).change("P017", hits=18)
    field.run(orders=[march("P017", "Luckau", "Torgau", forced=True), march("P016", "Luckau", "Torgau")], otherwise=1)
    assert field.block("P017").status == "eliminated"
    assert field.of(ContestEnded)
    assert not field.state.contests
    assert field.block("P016").place != "Torgau"
    assert field.state.held["Torgau"] == FRENCH


def test_battle_1_the_others_fight_on_and_the_eliminated_are_forgotten() -> None:
    """CAM-battle-1, CAM-loc-2: of two attackers one is left: the battle takes place without the other's way in."""
    field = Field({"Dahme": "P017", "Luckau": "P018", "Torgau": "F081"}, active=ALLIED).change("P017", hits=18)
    field.run(orders=[march("P018", "Torgau"), march("P017", "Luckau", "Torgau", forced=True)], otherwise=1)
    assert [one.block for one in field.state.contests["Torgau"].approaches] == ["P018"]
    assert field.state.contests["Torgau"].origins == ("Luckau",)


def test_move_3_a_town_with_one_hidden_block_is_judged_alike_by_check_and_run() -> None:
    """CAM-move-3: whoever cannot know that only a headquarters stands there must stop; a leader who is known may be
    passed."""
    field = Field({"Dresden": "F019", "Bischofswerda": "P016"})
    order = march("F019", "Bischofswerda", "Bautzen")
    known = field.rules.known(field.state, FRENCH)
    (said,) = [p for p in field.rules.review(known, FRENCH, [order], ()).problems if p.severity == "error"]
    field.run(orders=[order], otherwise=1)
    assert [(event.rule, event.reason) for event in field.refusals] == [(said.rule, said.reason)]
    seen = Field({"Dresden": "F019", "Bischofswerda": "P016"})
    seen.having(sightings={FRENCH: {"P016": Sighting("P016", "Bischofswerda", 3)}})
    seen.run(orders=[order], otherwise=1)
    assert placed(seen, "F019") == ["Bautzen"]


def test_cc_1_two_groups_attack_together_only_from_towns_joined_by_a_road() -> None:
    """CAM-cc-1: Torgau and Dahme may not both attack Luckau; Dahme and Lubben may."""
    field = Field({"Torgau": "P003", "Dahme": "P017", "Luckau": "F081"}, active=ALLIED)
    field.run(orders=[march("P003", "Luckau"), march("P017", "Luckau")], otherwise=1)
    assert field.refused_by() == ["CAM-cc-1"]
    assert placed(field, "P003", "P017") == ["Luckau", "Dahme"]
    legal = Field({"Lubben": "P003", "Dahme": "P017", "Luckau": "F081"}, active=ALLIED)
    legal.run(orders=[march("P003", "Luckau"), march("P017", "Luckau")], otherwise=1)
    assert not legal.refusals
    assert legal.state.contests["Luckau"].origins == ("Lubben", "Dahme")


def test_cc_1_all_pairs_count_and_cavalry_halts_in_the_last_town_that_is_legal() -> None:
    """CAM-cc-1: cavalry from two towns off, barred by a third group, stops one town short (A-14)."""
    field = Field({"Dahme": "P003", "Cottbus": "F079", "Luckau": "F081"}, active=ALLIED)
    field.change("F079", place=None, status="eliminated").change("P007", place="Lausitz", status="map")
    field.run(orders=[march("P003", "Luckau"), march("P007", "Cottbus", "Luckau")], otherwise=1)
    assert placed(field, "P007") == ["Cottbus"]
    moved = field.of(BlocksMoved)[-1]
    assert moved.goal == "Luckau"
    assert "no road joins" in moved.stopped


def test_cc_2_a_group_that_is_barred_may_reinforce() -> None:
    """CAM-cc-2: the refusal says so, and the group counts among those who can come (see test_05)."""
    field = Field({"Torgau": "P003", "Dahme": "P017", "Luckau": "F081"}, active=ALLIED)
    field.run(orders=[march("P003", "Luckau"), march("P017", "Luckau")], otherwise=1)
    assert "reinforce Luckau" in field.refusals[0].remedy
    assert [column.origin for column in columns(CTX, field.state, "Luckau", ALLIED)] == ["Dahme"]


def test_a_conditional_march_is_decided_when_its_turn_comes() -> None:
    """CAM-move-6: `if Pirna is empty` is tested in the side's view after the marches before it."""
    order = Conditional(condition=PlaceIs(place="Pirna", state="empty"), then=march("F017", "Pirna"))
    field = Field({"Dresden": "F016 F017"})
    field.run(orders=[march("F016", "Pirna"), order], otherwise=1)
    assert placed(field, "F017") == ["Dresden"]
    assert field.one(NotCarriedOut).line == 2
