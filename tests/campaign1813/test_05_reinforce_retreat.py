"""CAM: reinforcing a battle, retreating from it, routs, regrouping."""

from __future__ import annotations

import pytest

from adjudicator.core.orders import Standing
from adjudicator.rulesets.campaign1813.battle.aftermath import rout_loss
from adjudicator.rulesets.campaign1813.battle.events import (
    BattleFought,
    BattleJoined,
    BlocksArrived,
    BlocksBroughtIn,
    BlocksEliminated,
    BlocksRetreated,
    ReinforcementTested,
)
from adjudicator.rulesets.campaign1813.battle.reinforcing import (
    arrives,
    at_hand,
    columns,
    in_one_phase,
    phases,
    phases_until,
)
from adjudicator.rulesets.campaign1813.battle.retreats import Traffic, arena_of, destinations, sections_of
from adjudicator.rulesets.campaign1813.march.events import DepotCaptured
from adjudicator.rulesets.campaign1813.march.rates import limit
from adjudicator.rulesets.campaign1813.orders import Fortress, FromTown, Plan, Regroup, Reinforce, RetreatTo, ToTown
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from adjudicator.rulesets.campaign1813.siege.events import SiegeLifted, WithdrewInside
from adjudicator.rulesets.campaign1813.state import Siege
from adjudicator.rulesets.campaign1813.turn.events import PlayerTurnBegan
from tests.campaign1813.battles import ATTACKERS, LUCKAU, battle, hits, reported, told
from tests.campaign1813.field import ALLIED, FRENCH, Field, march, placed, rules

CTX = rules().context
POINTS = ro.Points(points=((FRENCH, 2), (ALLIED, 6)))
FRENCH_POINTS = ro.Points(points=((FRENCH, 6), (ALLIED, 2)))


# --- reinforcements ----------------------------------------------------------------------------------------------


def test_reinf_2_units_come_from_neighbouring_towns_every_six_turns() -> None:
    """CAM-reinf-2: groups at Lubben and Cottbus; they may be sent on turns 6, 12, 18, 24 (A-20)."""
    field = battle()
    assert [column.origin for column in columns(CTX, field.state, "Luckau", ALLIED)] == ["Lubben"]
    assert [column.origin for column in columns(CTX, field.state, "Luckau", FRENCH)] == ["Cottbus", "Torgau"]
    assert phases(CTX) == (6, 12, 18, 24)
    assert [phases_until(CTX, turn) for turn in (5, 6, 11, 12, 18)] == [0, 1, 1, 2, 3]


def test_reinf_2_disrupted_besieged_and_garrison_blocks_cannot_come() -> None:
    """CAM-reinf-2, CAM-retreat-9: nor those of another battle (A-21)."""
    field = battle().change("F076", disrupted="retreat")
    able = {b.id for c in columns(CTX, field.state, "Luckau", FRENCH) for b in c.blocks}
    assert able == {"F105"}
    field.change("F105", inside=True)
    assert columns(CTX, field.state, "Luckau", FRENCH) == ()


def test_reinf_3_who_arrives_is_on_the_field() -> None:
    """CAM-reinf-3: a reported arrival joins the battle and shares its fate."""
    field = reported(battle(), told("attacker_win_vp", POINTS, ro.Arrived(units=("P024",), turn=12, die=4)))
    assert field.one(BlocksArrived).blocks == ("P024",)
    assert placed(field, "P024") == ["Luckau"]


def test_reinf_4_two_units_by_a_major_and_one_by_a_minor_road_in_each_phase() -> None:
    """CAM-reinf-4: by turn 6 one unit comes from Dahme's minor road, by turn 12 two."""
    places = {"Lubben": ATTACKERS, "Luckau": "F081 F082 F083", "Dahme": "P024 P025 P026"}
    early = [ro.Arrived(units=("P024", "P025"), turn=6, die=1)]
    field = reported(battle(places), told("attacker_win_vp", POINTS, *early))
    assert field.refused_by() == ["CAM-reinf-4"]
    later = [ro.Arrived(units=("P024",), turn=6, die=1), ro.Arrived(units=("P025",), turn=12, die=1)]
    assert not reported(battle(places), told("attacker_win_vp", POINTS, *later)).refusals
    road = CTX.network.road("Lubben", "Luckau")
    assert road is not None
    assert limit(CTX, road, "reinforcement") == 2


def test_reinf_4_leaders_are_free_of_the_limit() -> None:
    """CAM-reinf-4: a headquarters comes beside the two blocks of a major road (A-21)."""
    field = battle()
    column = columns(CTX, field.state, "Luckau", ALLIED)[0]
    assert {block.id for block in column.blocks} == {"P023", "P024"}
    assert {block.id for block in in_one_phase(column.blocks, 1)} == {"P023", "P024"}


def test_reinf_5_rivers_and_marches_do_not_matter() -> None:
    """CAM-reinf-5: a section full of marches, or across a river, brings two units all the same."""
    places = {"Cottbus": "F076 F077", "Lausitz": "P017 P018", "Luckau": "F081"}
    field = Field(places, active=ALLIED)
    road = CTX.network.road("Cottbus", "Luckau")
    assert road is not None
    field.having(roads={road.id: {FRENCH: 10}})
    assert columns(CTX, field.state, "Luckau", FRENCH)[0].per_phase == 2


def test_reinf_8_a_group_has_a_factor_of_three_or_four() -> None:
    """CAM-reinf-8: the attacker's from beside his start 3; the defender's from there 4, from his rear 3 (A-57)."""
    field = battle()
    factors = {(c.side, c.origin): c.factor for s in (FRENCH, ALLIED) for c in columns(CTX, field.state, "Luckau", s)}
    assert factors == {(ALLIED, "Lubben"): 3, (FRENCH, "Cottbus"): 3, (FRENCH, "Torgau"): 3}
    flank = battle({"Dahme": "P017 P018", "Luckau": "F081", "Lubben": "F076"}, "P017 P018")
    assert columns(CTX, flank.state, "Luckau", FRENCH)[0].factor == 4


def test_reinf_9_die_times_factor_must_not_pass_the_turn() -> None:
    """CAM-reinf-9: the book's group of factor 3 misses turn 8 with a 3; a report that lets it come is refused."""
    assert not arrives(CTX, 3, 3, 8)
    assert arrives(CTX, 3, 3, 10)
    late = reported(battle(), told("attacker_win_vp", POINTS, ro.Arrived(units=("P024",), turn=8, die=3)))
    assert late.refused_by() == ["CAM-reinf-9"]
    ruled = ro.Arrived(units=("P024",), turn=8, die=3, ruling=True)
    assert not reported(battle(), told("attacker_win_vp", POINTS, ruled)).refusals


def test_reinf_10_every_group_rolls_by_itself() -> None:
    """CAM-reinf-10: in the simple resolution Cottbus arrives, Torgau does not."""
    wish = Reinforce(groups=(FromTown(origin="Cottbus"), FromTown(origin="Torgau")))
    field = Field(LUCKAU, active=ALLIED, options={"battles": "auto"})
    field.run(orders=[march(ATTACKERS, "Luckau")], otherwise=1)
    field.run("fortresses")
    dice = {"location": [5], "result": [1, 1]}
    dice |= {f"reinforce/French/Cottbus/{turn}": [2] for turn in (6, 12)}
    dice |= {f"reinforce/French/Torgau/{turn}": [6] for turn in (6, 12, 18)}
    field.run("battles", dice=dice, answers={"reinforce/French": wish})
    tested = {(event.origin, event.battle_turn): event.arrives for event in field.of(ReinforcementTested)}
    assert tested[("Cottbus", 6)]
    assert not tested[("Torgau", 6)]
    assert not tested[("Torgau", 12)]
    assert tested[("Torgau", 18)]


def test_dis_3_disrupted_blocks_may_not_reinforce() -> None:
    """CAM-dis-3: a plan that names one is refused."""
    plan = Plan(
        decision="reinforce",
        place="Luckau",
        choice=Reinforce(groups=(FromTown(units=("P024",), origin="Lubben"),)),
    )
    field = Field(LUCKAU, active=ALLIED).change("P024", disrupted="retreat")
    field.run("reconnaissance", [plan], otherwise=1)
    field.run("movement", [march(ATTACKERS, "Luckau")], otherwise=1)
    field.run("fortresses")
    field.run("battles", otherwise=5)
    assert field.refused_by() == ["CAM-reinf-2"]
    assert field.one(BattleJoined).sent == ()


# --- retreats ----------------------------------------------------------------------------------------------------


def test_retreat_1_leaving_a_battle_is_a_retreat() -> None:
    """CAM-retreat-1: who left during the battle is disrupted even on the winner's side."""
    left = ro.Retreated(units=("P017",), destination="Dahme", turn=9)
    field = reported(battle(), told("attacker_win_vp", POINTS, left))
    assert placed(field, "P017") == ["Dahme"]
    assert field.block("P017").disrupted == "retreat"
    assert not field.block("P018").disrupted


def test_retreat_2_the_attacker_goes_to_friends_or_where_he_came_from() -> None:
    """CAM-retreat-2: back to Dahme or to Lubben, not to an empty town beside the field."""
    field = battle()
    arena = arena_of(field.state, "Luckau")
    open_ = set(destinations(CTX, field.state, arena, field.block("P017")))
    assert open_ == {"Dahme", "Lubben"}
    wrong = reported(battle(), told("stalemate", ro.Retreated(units=("P017",), destination="Senftenberg")))
    assert wrong.refused_by() in (["CAM-retreat-2"], ["CAM-retreat-6"])


def test_retreat_2_towns_from_which_the_battle_was_reinforced_are_open() -> None:
    """CAM-retreat-2: a group that came from Lubben may go back there though nobody is left in it."""
    places = {**LUCKAU, "Lubben": "P024"}
    lines = [ro.Arrived(units=("P024",), turn=12, die=2), ro.Retreated(units=("P017",), destination="Lubben")]
    field = reported(battle(places), told("stalemate", *lines))
    assert not field.refusals
    assert placed(field, "P017") == ["Lubben"]


def test_retreat_3_the_defender_goes_where_the_attacker_did_not_come_from() -> None:
    """CAM-retreat-3: Cottbus, Torgau and empty towns, never Dahme or a town with enemies (A-22)."""
    field = battle()
    arena = arena_of(field.state, "Luckau")
    open_ = set(destinations(CTX, field.state, arena, field.block("F081")))
    assert {"Cottbus", "Torgau"} <= open_
    assert not open_ & {"Dahme", "Lubben"}
    wrong = reported(battle(), told("attacker_win_vp", POINTS, ro.Retreated(units=("F081",), destination="Lubben")))
    assert wrong.refused_by() == ["CAM-retreat-3"]
    assert "the enemy is there" in wrong.refusals[0].reason


def test_retreat_4_nobody_retreats_from_one_battle_into_another() -> None:
    """CAM-retreat-4: a town that is fought over in the same player turn is closed."""
    places = {**LUCKAU, "Cottbus": "F076", "Guben": "P026"}
    field = Field(places, active=ALLIED)
    field.run(orders=[march(ATTACKERS, "Luckau"), march("P026", "Cottbus")], otherwise=1)
    assert set(field.state.contests) == {"Cottbus", "Luckau"}
    arena = arena_of(field.state, "Luckau")
    assert "Cottbus" not in destinations(CTX, field.state, arena, field.block("F081"))


def test_retreat_5_two_by_a_major_and_one_by_a_minor_road_in_a_battle_turn() -> None:
    """CAM-retreat-5: two blocks on the same turn by the minor road to Dahme are refused."""
    lines = [ro.Retreated(units=("P017", "P018"), destination="Dahme", turn=9)]
    field = reported(battle(), told("attacker_win_vp", POINTS, *lines))
    assert field.refused_by() == ["CAM-retreat-5"]
    traffic = Traffic(CTX, "retreat")
    sections = sections_of(CTX, "Luckau", ("Lubben",))
    turns = []
    for block in ("P017", "P018", "P019"):
        turn = traffic.turn_for(sections, field.block(block))
        assert turn is not None
        traffic.use(sections, field.block(block), turn)
        turns.append(turn)
    assert turns == [1, 1, 2]


def test_retreat_6_cavalry_may_go_one_town_further() -> None:
    """CAM-retreat-6: infantry reaches neighbours, cavalry two towns; disrupted cavalry one."""
    field = battle()
    arena = arena_of(field.state, "Luckau")
    foot = {len(path) for path in destinations(CTX, field.state, arena, field.block("F081")).values()}
    horse = {len(path) for path in destinations(CTX, field.state, arena, field.block("F084")).values()}
    assert (foot, horse) == ({1}, {1, 2})
    field.change("F084", disrupted="retreat")
    assert {len(path) for path in destinations(CTX, field.state, arena, field.block("F084")).values()} == {1}


def test_retreat_7_nobody_force_marches_in_a_retreat() -> None:
    """CAM-retreat-7: a path of two towns is refused for infantry."""
    two = ro.Retreated(units=("F081",), path=("Cottbus", "Lausitz"))
    field = reported(battle(), told("attacker_win_vp", POINTS, two))
    assert field.refused_by() == ["CAM-retreat-6"]


def test_retreat_8_a_closed_road_is_open_to_retreats() -> None:
    """CAM-retreat-8, CAM-road-2: marches filled the road; the retreat goes by it and uses nothing up."""
    field = battle({town: blocks for town, blocks in LUCKAU.items() if town != "Lubben"})
    road = CTX.network.road("Dahme", "Luckau")
    assert road is not None
    field.having(roads={road.id: {ALLIED: 6}})
    reported(field, told("stalemate"))
    assert placed(field, "P017", "P021") == ["Dahme", "Dahme"]
    assert field.state.roads[road.id] == {ALLIED: 6}


def test_retreat_9_who_retreats_is_disrupted() -> None:
    """CAM-retreat-9, CAM-dis-1: blocks, not leaders; they may not reinforce until they recover."""
    field = reported(battle(), told("attacker_win_vp", POINTS))
    assert field.block("F081").disrupted == "retreat"
    assert not field.block("F080").disrupted
    town = field.block("F081").place
    assert town is not None
    field.having(contests={})
    assert "F081" not in {b.id for c in columns(CTX, field.state, "Luckau", FRENCH) for b in c.blocks}


def test_retreat_default_is_to_friends_nearest_the_strongest_depot() -> None:
    """CAM-retreat-3: D-8: Torgau lies nearer to Dresden's depot than Cottbus; a standing order goes first."""
    places = {"Dahme": ATTACKERS, "Luckau": "F081 F082 F083", "Cottbus": "F076", "Torgau": "F105"}
    field = reported(battle(places), told("attacker_win_vp", POINTS))
    assert placed(field, "F081", "F082", "F083") == ["Torgau"] * 3
    parts = (ToTown(units=("F081",), to=("Cottbus",)), ToTown(to=("Torgau",)))
    asked = battle(places)
    reported(asked, told("attacker_win_vp", POINTS), answers={"retreat": RetreatTo(parts=parts)})
    assert placed(asked, "F081", "F082", "F083") == ["Cottbus", "Torgau", "Torgau"]


def test_retreat_2_after_auto_too_the_towns_of_reinforcement_are_open() -> None:
    """CAM-retreat-2: who came from Lubben, and everybody with him, may go there though it is empty now."""
    places = {"Dahme": ATTACKERS, "Luckau": "F081 F082 F083", "Lubben": "P024"}
    wishes = {
        "reinforce/Allied": Reinforce(groups=(FromTown(origin="Lubben"),)),
        "retreat": RetreatTo(parts=(ToTown(to=("Lubben",)),)),
    }
    field = Field(places, active=ALLIED, options={"battles": "auto"})
    field.run(orders=[march(ATTACKERS, "Luckau")], otherwise=1)
    field.run("fortresses")
    dice = {"location": [5], "result": [1, 1], "Lubben/6": [1]}
    field.run("battles", dice=dice, answers=wishes)
    assert field.one(BattleFought).outcome in ("defender_win_vp", "stalemate")
    assert placed(field, "P017", "P024") == ["Lubben", "Lubben"]


def test_retreat_1_the_turn_of_a_departure_is_kept_or_the_last_one() -> None:
    """CAM-retreat-1: a line without a turn means the end of the battle."""
    lines = [
        ro.Retreated(units=("P017",), destination="Dahme", turn=9),
        ro.Retreated(units=("P018",), destination="Lubben"),
    ]
    field = reported(battle(), told("attacker_win_vp", POINTS, *lines, last=18))
    early = field.of(BlocksRetreated)[0]
    assert {way.block: way.battle_turn for way in early.ways} == {"P017": 9, "P018": 18}


# --- routs -------------------------------------------------------------------------------------------------------

ROUT = hits(F081=18, F082=5)
"""Reynier loses four of his nine units, more than a third."""


def test_rout_1_a_rout_needs_a_third_of_the_force() -> None:
    """CAM-rout-1: without such losses a victory by morale is refused."""
    field = reported(battle(), told("attacker_win_morale", hits(F081=6)))
    assert field.refused_by() == ["CAM-rout-1"]
    assert not reported(battle(), told("attacker_win_morale", ROUT)).refusals


def test_rout_2_all_who_are_left_run_after_attrition() -> None:
    """CAM-rout-2: everybody still there; who retreated before stays only retreated (A-49)."""
    early = ro.Retreated(units=("F083",), destination="Torgau", turn=8)
    field = reported(battle(), told("attacker_win_morale", ROUT, early))
    assert field.block("F083").disrupted == "retreat"
    assert field.block("F083").hits == 0
    assert field.block("F082").disrupted == "rout"
    assert field.block("F082").routed_on == 3
    manners = [event.manner for event in field.of(BlocksRetreated)]
    assert manners == ["retreat", "rout"]


def test_rout_2_who_leaves_on_the_last_turn_is_routed_with_the_others() -> None:
    """CAM-rout-2: only a retreat before the end escapes the rout (A-49)."""
    late = ro.Retreated(units=("F083",), destination="Torgau", turn=20)
    field = reported(battle(), told("attacker_win_morale", ROUT, late, last=20))
    assert field.block("F083").disrupted == "rout"
    assert field.block("F083").hits == 2


def test_rout_3_attrition_by_kind() -> None:
    """CAM-rout-3: artillery half, infantry a quarter, cavalry a quarter if cavalry engaged it, leaders nothing."""
    field = Field({"Luckau": "F094 F082 F084 F080"})
    assert rout_loss(CTX, field.block("F094"), False) == 6
    assert rout_loss(CTX, field.block("F082"), False) == 4
    assert rout_loss(CTX, field.block("F084"), False) == 0
    assert rout_loss(CTX, field.block("F084"), True) == 2
    assert rout_loss(CTX, field.block("F080"), True) == 0
    routed = reported(battle(), told("attacker_win_morale", ROUT, ro.Engaged(units=("F084",))))
    assert (routed.block("F082").hits, routed.block("F084").hits) == (5 + 4, 2)


def test_rout_4_road_limits_are_normal_and_halved_at_rivers() -> None:
    """CAM-rout-4: 10 and 6, across a river 5 and 3; the rout has a counter of its own (A-24)."""
    by_road = {
        ("Luckau", "Lubben"): 10,
        ("Luckau", "Dahme"): 6,
        ("Cottbus", "Lausitz"): 5,
        ("Luckau", "Torgau"): 3,
    }
    for (a, b), most in by_road.items():
        road = CTX.network.road(a, b)
        assert road is not None
        assert limit(CTX, road, "rout") == most
    five = "F081 F082 F083 F076 F077"
    field = battle({"Dahme": ATTACKERS, "Luckau": five, "Torgau": "F105", "Lubben": "P024", "Cottbus": "P025"})
    told_lines = [ro.Retreated(units=tuple(five.split()[1:]), destination="Torgau")]
    reported(field, told("attacker_win_morale", hits(F081=18, F082=10, F083=4), *told_lines))
    assert field.refused_by() == ["CAM-rout-4"]


def test_rout_5_who_cannot_make_his_rout_move_is_eliminated() -> None:
    """CAM-rout-5: with no town open the routed blocks are lost; leaders flee as they can (A-10)."""
    ring = [town for town in CTX.network.neighbours["Luckau"] if town != "Dahme"]
    blocks = ("P022", "P024", "P025", "P026", "P027", "P028", "P003", "P004")
    places = {"Luckau": "F080 F081 F082 F083 F084", "Dahme": ATTACKERS, **dict(zip(ring, blocks, strict=False))}
    field = battle(places)
    reported(field, told("attacker_win_morale", ROUT))
    lost = field.one(BlocksEliminated)
    assert lost.rule == "CAM-rout-5"
    assert {"F082", "F083", "F084"} <= set(lost.blocks)
    assert field.block("F080").status == "away"


def test_rout_5_a_garrison_is_lost_in_a_rout_and_goes_behind_its_walls_in_a_retreat() -> None:
    """CAM-rout-5, CAM-unit-6: a garrison never leaves its fortress (A-55)."""
    places = {"Luckau": "P017 P018 P019", "Torgau": "F109 F081"}
    answers = {"fortress": Fortress(withdraw=False)}
    beaten = battle(places, "P017 P018 P019", "Torgau", answers=answers)
    reported(beaten, told("attacker_win_vp", POINTS))
    assert beaten.block("F109").inside
    assert beaten.state.sieges["Torgau"].besieger == ALLIED
    routed = battle(places, "P017 P018 P019", "Torgau", answers=answers)
    reported(routed, told("attacker_win_morale", hits(F081=18)))
    assert routed.block("F109").status == "eliminated"


# --- regrouping --------------------------------------------------------------------------------------------------


def test_regroup_1_the_victor_may_send_blocks_away_or_bring_others_in() -> None:
    """CAM-regroup-1: as reported; the loser may not."""
    lines = [ro.Regrouped(units=("P017",), to="Dahme"), ro.Regrouped(units=("P024",), origin="Lubben")]
    field = reported(battle(), told("attacker_win_vp", POINTS, *lines))
    assert placed(field, "P017", "P024", "P018") == ["Dahme", "Luckau", "Luckau"]
    loser = ro.Regrouped(units=("F076",), origin="Cottbus")
    assert reported(battle(), told("attacker_win_vp", POINTS, loser)).refused_by() == ["CAM-regroup-1"]


def test_regroup_1_disrupted_blocks_cannot_be_brought_in() -> None:
    """CAM-regroup-1: only undisrupted neighbours (A-25)."""
    field = battle().change("P024", disrupted="retreat")
    reported(field, told("attacker_win_vp", POINTS, ro.Regrouped(units=("P024",), origin="Lubben")))
    assert field.refused_by() == ["CAM-regroup-1"]


def test_regroup_2_two_by_a_major_and_one_by_a_minor_road() -> None:
    """CAM-regroup-2: the minor road to Dahme takes one."""
    lines = [ro.Regrouped(units=("P017", "P018"), to="Dahme")]
    assert reported(battle(), told("attacker_win_vp", POINTS, *lines)).refused_by() == ["CAM-regroup-2"]
    major = [ro.Regrouped(units=("P017", "P018"), to="Lubben")]
    assert not reported(battle(), told("attacker_win_vp", POINTS, *major)).refusals


def test_regroup_3_who_regroups_is_disrupted() -> None:
    """CAM-regroup-3: those sent away and those brought in."""
    lines = [ro.Regrouped(units=("P017",), to="Dahme"), ro.Regrouped(units=("P024",), origin="Lubben")]
    field = reported(battle(), told("attacker_win_vp", POINTS, *lines))
    assert [field.block(b).disrupted for b in ("P017", "P024", "P018")] == ["regroup", "regroup", ""]


def test_regroup_1_after_auto_as_orders_say() -> None:
    """CAM-regroup-1: D-9: by standing order, within the limits of the roads."""
    wish = Regroup(out=(ToTown(units=("P017", "P018"), to=("Dahme",)),), bring=(FromTown(origin="Lubben"),))
    field = Field(LUCKAU, active=ALLIED, options={"battles": "auto"})
    field.run(orders=[march(ATTACKERS, "Luckau")], otherwise=1)
    field.run("fortresses")
    standing = [Standing(side=ALLIED, decision="regroup", choice=wish)]
    field.run("battles", dice={"location": [5], "result": [6, 6]}, standing=standing)
    assert placed(field, "P017", "P018", "P024") == ["Dahme", "Luckau", "Luckau"]
    assert placed(field, "P016", "P019", "P021") == ["Luckau"] * 3
    assert field.one(BlocksBroughtIn).origin == "Lubben"


# --- what follows ------------------------------------------------------------------------------------------------


def test_a_won_town_and_its_depot_change_hands() -> None:
    """CAM-supply-6, CAM-battle-2: Luckau's depot of type D is destroyed when it is taken (A-38)."""
    field = reported(battle(), told("attacker_win_vp", POINTS))
    assert field.state.held["Luckau"] == ALLIED
    captured = field.one(DepotCaptured)
    assert (captured.town, captured.before, captured.after, captured.rule) == ("Luckau", "D", "", "CAM-supply-7")
    assert "Luckau" not in field.state.depots


def test_besieged_friends_may_join_a_relief_and_go_back_inside() -> None:
    """CAM-unit-6, CAM-siege-3: those inside help a relieving force, and go back behind the walls if it fails (A-34)."""
    places = {"Torgau": "F109 F105 P017 P018 P019", "Luckau": "F081 F082 F083"}
    field = Field(places)
    field.change("F109 F105", inside=True).having(sieges={"Torgau": Siege("Torgau", ALLIED, 2)})
    field.run(orders=[march("F081 F082 F083", "Torgau")], otherwise=1)
    field.run("fortresses")
    assert not field.of(WithdrewInside)
    field.run("battles", otherwise=5)
    assert field.one(BattleJoined).relief == ("F105", "F109")
    reported(field, told("defender_win_vp", POINTS))
    assert placed(field, "F081", "F109") == ["Luckau", "Torgau"]
    assert field.block("F109").inside
    assert field.block("F105").disrupted == "retreat"
    assert "Torgau" in field.state.sieges


def test_siege_3_a_besieged_block_that_joined_a_lost_relief_goes_nowhere_else() -> None:
    """CAM-siege-3: a reported retreat of it to another town is a fault (A-34)."""
    field = Field({"Torgau": "F109 F105 P017 P018 P019", "Luckau": "F081 F082 F083"})
    field.change("F109 F105", inside=True).having(sieges={"Torgau": Siege("Torgau", ALLIED, 2)})
    field.run(orders=[march("F081 F082 F083", "Torgau")], otherwise=1)
    field.run("fortresses")
    field.run("battles", otherwise=5)
    away = ro.Retreated(units=("F105",), destination="Luckau")
    reported(field, told("defender_win_vp", POINTS, away))
    assert field.refused_by() == ["CAM-siege-3"]
    reported(field.having(stage="report"), told("defender_win_vp", POINTS))
    assert (field.block("F105").place, field.block("F105").inside) == ("Torgau", True)


def test_reinf_2_nobody_fights_two_battles_of_a_player_turn() -> None:
    """CAM-reinf-2: the victors of Luckau are not at Torgau as well; they may be brought in when that is won (A-62)."""
    field = battle()
    reported(field, told("attacker_win_vp", POINTS))
    assert "P017" in {block.id for block in field.state.pieces.of("Luckau", ALLIED)}
    assert not columns(field.ctx, field.state, "Torgau", ALLIED)
    assert [column.origin for column in at_hand(field.ctx, field.state, "Torgau", ALLIED)] == ["Luckau"]
    known = field.rules.known(field.state, FRENCH)
    assert all(CTX.roster[block].side == FRENCH for block in known.fought)
    field.happen(PlayerTurnBegan(side=ALLIED, number=2))
    assert [column.origin for column in columns(field.ctx, field.state, "Torgau", ALLIED)] == ["Luckau"]


def test_a_relief_that_wins_lifts_the_siege() -> None:
    """CAM-siege-3: the besiegers retreat, and the defenders are free (A-34)."""
    places = {"Torgau": "F109 P017 P018 P019", "Luckau": "F081 F082 F083", "Dahme": "P024"}
    field = Field(places)
    field.change("F109", inside=True).having(sieges={"Torgau": Siege("Torgau", ALLIED, 2)})
    field.run(orders=[march("F081 F082 F083", "Torgau")], otherwise=1)
    field.run("fortresses")
    field.run("battles", otherwise=5)
    reported(field, told("attacker_win_vp", FRENCH_POINTS))
    assert field.one(SiegeLifted).town == "Torgau"
    assert not field.block("F109").inside
    assert not field.state.sieges


@pytest.mark.parametrize("outcome", ["attacker_broke_off", "defender_broke_off"])
def test_retreat_1_a_side_that_breaks_off_leaves_the_field(outcome: str) -> None:
    """CAM-retreat-1: D-8b: whoever breaks off retreats all it has left; the other side holds the field."""
    field = reported(battle(), told(outcome))
    gone = "P017" if outcome.startswith("attacker") else "F081"
    stays = "F081" if outcome.startswith("attacker") else "P017"
    assert placed(field, stays) == ["Luckau"]
    assert field.block(gone).disrupted == "retreat"
