"""CAM: battle reports: what does not fit is explained, and leaves the match as it was."""

from __future__ import annotations

import pytest

from adjudicator.core.orders import Pass
from adjudicator.core.types import UMPIRE, Order, RuleId, Wait
from adjudicator.rulesets.campaign1813.battle.events import BattleFought, BattleJoined
from adjudicator.rulesets.campaign1813.orders import BattleSequence, Fortress, Recon
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from adjudicator.rulesets.campaign1813.siege.events import SiegeBegan
from tests.campaign1813.battles import battle, hits, reported, told
from tests.campaign1813.field import ALLIED, FRENCH, Field, march, rules

CTX = rules().context
POINTS = ro.Points(points=((FRENCH, 2), (ALLIED, 6)))


def lines(*orders: Order) -> list[Order]:
    """Orders numbered as lines."""
    return [order.model_copy(update={"line": number}) for number, order in enumerate(orders, start=1)]


ATTACKING = ("P017", "P018", "P019", "P020", "P021")
FAULTS: dict[str, tuple[list[Order], str, str]] = {
    "no result": ([ro.LastTurn(turn=9), ro.Unhurt()], "CAM-bvic-2", "has no result"),
    "two results": ([*told("stalemate"), ro.Outcome(outcome="stalemate")], "CAM-bvic-2", "two results"),
    "no last turn": ([ro.Outcome(outcome="stalemate"), ro.Unhurt()], "CAM-bvic-1", "when the battle ended"),
    "two last turns": ([*told("stalemate"), ro.LastTurn(turn=3)], "CAM-bvic-1", "told twice"),
    "a block that was not there": (told("stalemate", hits(F016=2)), "CAM-battle-2", "was not in the battle"),
    "an unhurt block that was not there": (
        told("stalemate", ro.Unhurt(units=("F016",))),
        "CAM-battle-2",
        "was not in the battle",
    ),
    "more losses than strength": (told("stalemate", hits(F081=19)), "CAM-battle-2", "18 elan points left"),
    "losses told twice": (told("stalemate", hits(F081=1), hits(F081=2)), "CAM-battle-2", "told twice"),
    "hits on a leader": (told("stalemate", hits(F080=1)), "CAM-unit-5", "takes no hits"),
    "units destroyed without hits": (
        told("stalemate", ro.Losses(losses=(ro.Hits(unit="F081", hits=3, destroyed=1),))),
        "CAM-battle-2",
        "0 to 0 of its 3 units",
    ),
    "a block of which nothing is said": (
        told("stalemate", hits(F081=1), others=False),
        "CAM-battle-2",
        "says nothing of",
    ),
    "a retreat to an enemy town": (
        told("attacker_win_vp", POINTS, ro.Retreated(units=("F081",), destination="Lubben")),
        "CAM-retreat-3",
        "the enemy is there",
    ),
    "a retreat that is too far": (
        told("attacker_win_vp", POINTS, ro.Retreated(units=("F081",), destination="Dresden")),
        "CAM-retreat-6",
        "not within 1 town",
    ),
    "a retreat by a road that is none": (
        told("attacker_win_vp", POINTS, ro.Retreated(units=("F084",), path=("Lausitz", "Cottbus"))),
        "CAM-map-7",
        "No road joins",
    ),
    "a retreat of somebody who was not there": (
        told("attacker_win_vp", POINTS, ro.Retreated(units=("F076",), destination="Torgau")),
        "CAM-retreat-1",
        "was not in the battle",
    ),
    "a retreat of the dead": (
        told("attacker_win_morale", hits(F081=18), ro.Retreated(units=("F081",), destination="Torgau")),
        "CAM-retreat-1",
        "Nothing is left",
    ),
    "two retreats of one block": (
        told(
            "attacker_win_vp",
            POINTS,
            ro.Retreated(units=("F081",), destination="Torgau"),
            ro.Retreated(units=("F081",), destination="Cottbus"),
        ),
        "CAM-retreat-1",
        "retreats twice",
    ),
    "a rout without its losses": (told("attacker_win_morale"), "CAM-rout-1", "0 of 9 Blücher units"),
    "a third lost without a rout": (
        told("attacker_win_vp", POINTS, hits(F081=18)),
        "CAM-rout-1",
        "3 of 9 Blücher units, one in 3 or more",
    ),
    "a third lost in a stalemate": (told("stalemate", hits(F081=18)), "CAM-rout-1", "it is routed"),
    "a victory of nobody": (
        told(
            "attacker_win_vp",
            POINTS,
            *(ro.Retreated(units=(unit,), destination="Dahme", turn=turn) for turn, unit in enumerate(ATTACKING, 1)),
        ),
        "CAM-bvic-2",
        "Nobody of the Allied side is left",
    ),
    "a departure after the end": (
        told("attacker_win_vp", POINTS, ro.Retreated(units=("P017",), destination="Dahme", turn=21)),
        "CAM-retreat-1",
        "after the last turn 20",
    ),
    "a departure before the arrival": (
        told(
            "attacker_win_vp",
            POINTS,
            ro.Arrived(units=("P024",), turn=12, die=1),
            ro.Retreated(units=("P024",), destination="Dahme", turn=8),
        ),
        "CAM-reinf-9",
        "before it arrives on turn 12",
    ),
    "a rout of the wrong side": (
        told("attacker_win_vp", POINTS, ro.Routed(routed=FRENCH)),
        "CAM-rout-1",
        "is not routed by this result",
    ),
    "a stalemate with more points": (told("stalemate", POINTS), "CAM-bvic-4", "that is a victory"),
    "points that do not fit the objectives": (
        told("attacker_win_vp", POINTS, ro.ObjectiveTaken(name="the bridge", vp=3, holder=FRENCH)),
        "CAM-obj-10",
        "The objectives give French 3",
    ),
    "an arrival of somebody who was there": (
        told("stalemate", ro.Arrived(units=("F081",), turn=6)),
        "CAM-reinf-2",
        "from the start",
    ),
    "an arrival from nowhere": (
        told("stalemate", ro.Arrived(units=("F016",), turn=6)),
        "CAM-reinf-2",
        "could not reinforce",
    ),
    "an arrival before turn 6": (
        told("stalemate", ro.Arrived(units=("P024",), turn=5)),
        "CAM-reinf-2",
        "before turn 6",
    ),
    "an arrival after the end": (
        told("stalemate", ro.Arrived(units=("P024",), turn=18), last=12),
        "CAM-reinf-9",
        "after the last turn",
    ),
    "two arrivals of one block": (
        told("stalemate", ro.Arrived(units=("P024",), turn=6), ro.Arrived(units=("P024",), turn=12)),
        "CAM-reinf-2",
        "arrives twice",
    ),
    "a leader lost who was not there": (
        told("stalemate", ro.LeaderLost(units=("F001",))),
        "CAM-battle-2",
        "was not in the battle",
    ),
    "a lost leader who is none": (told("stalemate", ro.LeaderLost(units=("F081",))), "CAM-lead-1", "is no leader"),
    "engaged cavalry of the victor": (
        told("attacker_win_morale", hits(F081=18, F082=5), ro.Engaged(units=("P021",))),
        "CAM-rout-3",
        "not routed cavalry",
    ),
    "engaged infantry": (
        told("attacker_win_morale", hits(F081=18, F082=5), ro.Engaged(units=("F083",))),
        "CAM-rout-3",
        "not routed cavalry",
    ),
    "faces of others": (told("stalemate", ro.Seen(units=("F016",))), "CAM-battle-2", "was not in the battle"),
    "regrouping by the loser": (
        told("attacker_win_vp", POINTS, ro.Regrouped(units=("F076",), origin="Cottbus")),
        "CAM-regroup-1",
        "only the victor",
    ),
    "regrouping from the wrong town": (
        told("attacker_win_vp", POINTS, ro.Regrouped(units=("P024",), origin="Dahme")),
        "CAM-regroup-1",
        "not at Dahme",
    ),
    "regrouping to a closed town": (
        told("attacker_win_vp", POINTS, ro.Regrouped(units=("P017",), to="Torgau")),
        "CAM-retreat-3",
        "the enemy is there",
    ),
    "regrouping twice": (
        told(
            "attacker_win_vp",
            POINTS,
            ro.Regrouped(units=("P017",), to="Lubben"),
            ro.Regrouped(units=("P017",), to="Dahme"),
        ),
        "CAM-regroup-1",
        "regroups twice",
    ),
    "regrouping of the gone": (
        told(
            "attacker_win_vp",
            POINTS,
            ro.Retreated(units=("P017",), destination="Dahme", turn=3),
            ro.Regrouped(units=("P017",), to="Lubben"),
        ),
        "CAM-regroup-1",
        "does not stand at Luckau",
    ),
    "an order that is no report": ([*told("stalemate"), Recon()], "CAM-battle-2", "belongs in a player's orders"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_explained_and_changes_nothing(name: str) -> None:
    """CAM-battle-2: the line, the rule and what does not fit; the battle waits for another report."""
    orders, rule, words = FAULTS[name]
    field = battle()
    before = field.rules.dump(field.state)
    review = field.rules.review(field.state, UMPIRE, lines(*orders), ())
    assert [problem.rule for problem in review.problems] == [RuleId(rule)], review.problems
    assert words in review.problems[0].reason
    reported(field, orders)
    assert [event.reason for event in field.refusals] == [problem.reason for problem in review.problems]
    after = field.rules.dump(field.state)
    assert after["battle"].pop("attempt") == 2
    assert {**after, "stage": before["stage"]} == before
    wait = field.rules.next(field.state)
    assert wait == Wait(what="report", sides=(UMPIRE,), turn=3, phase="Allied battle at Luckau report 2")


def test_all_faults_are_told_at_once() -> None:
    """CAM-battle-2: three mistakes, three sentences, each with its line."""
    field = battle()
    orders = lines(*told("attacker_win_vp", hits(F081=99, F016=1)))
    found = field.rules.review(field.state, UMPIRE, orders, ()).problems
    assert sorted((problem.line, str(problem.rule)) for problem in found) == [
        (1, "CAM-bvic-3"),
        (3, "CAM-battle-2"),
        (3, "CAM-battle-2"),
    ]


def test_rout_4_who_leaves_on_the_last_turn_leaves_in_the_rout() -> None:
    """CAM-rout-4, CAM-retreat-5: three blocks by one major road are too many for a retreat, not for a rout."""
    field = battle()
    gone = ro.Retreated(units=("F082", "F083", "F084"), destination="Cottbus", turn=20)
    routed = lines(*told("attacker_win_morale", hits(F081=18), gone, last=20))
    assert field.rules.review(field.state, UMPIRE, routed, ()).problems == ()
    early = lines(*told("attacker_win_morale", hits(F081=18), gone, last=21))
    assert {problem.rule for problem in field.rules.review(field.state, UMPIRE, early, ()).problems} == {
        "CAM-retreat-5"
    }


def test_rout_2_a_beaten_garrison_is_shut_up_by_the_victor() -> None:
    """CAM-siege-2, CAM-unit-6: it goes behind its walls, the others retreat, and the victor stands before them."""
    places = {"Luckau": "P017 P018 P019", "Torgau": "F109 F105"}
    field = battle(places, "P017 P018 P019", "Torgau", answers={"fortress": Fortress(withdraw=False)})
    reported(field, told("attacker_win_vp", ro.Points(points=((ALLIED, 5), (FRENCH, 1)))))
    assert field.block("F109").inside
    assert field.block("F105").place != "Torgau"
    began = field.one(SiegeBegan)
    assert (began.side, began.town, began.laid) == (ALLIED, "Torgau", False)


def test_a_good_report_has_no_problems() -> None:
    """CAM-battle-2: losses, arrivals, retreats, regrouping, objectives and faces together."""
    field = battle()
    orders = told(
        "attacker_win_vp",
        hits(F081=7, P017=3),
        ro.Arrived(units=("P024",), turn=12, die=4),
        ro.Retreated(units=("F083",), destination="Cottbus", turn=15),
        ro.Regrouped(units=("P018",), to="Dahme"),
        ro.ObjectiveTaken(name="the mill", vp=2, holder=FRENCH),
        ro.ObjectiveTaken(name="the bridge", vp=3, holder=ALLIED),
        ro.Points(points=((FRENCH, 2), (ALLIED, 3))),
        ro.Seen(units=("P017", "VII")),
    )
    assert field.rules.review(field.state, UMPIRE, lines(*orders), ()).problems == ()
    reported(field, orders)
    fought = field.one(BattleFought)
    assert {one.block: one.hits for one in fought.seen} == {
        "F080": 0,
        "F081": 7,
        "F082": 0,
        "F083": 0,
        "F084": 0,
        "P017": 3,
    }
    assert fought.objectives == ("the mill: 2 for French", "the bridge: 3 for Allied")
    assert field.block("F081").hits == 7
    assert field.block("P018").disrupted == "regroup"
    assert field.state.stage == "sieges"


def test_without_a_line_about_faces_everybody_was_seen() -> None:
    """CAM-unit-7: combat shows the blocks; `revealed none` shows nobody."""
    field = reported(battle(), told("stalemate"))
    assert len(field.one(BattleFought).seen) == 11
    hidden = reported(battle(), told("stalemate", ro.Seen()))
    assert hidden.one(BattleFought).seen == ()


def test_destroyed_units_may_be_counted_by_the_umpire() -> None:
    """CAM-battle-2: seven hits on three units of elan 6 destroy one at most; the umpire may say none."""
    losses = ro.Losses(losses=(ro.Hits(unit="F081", hits=7, destroyed=0),))
    field = reported(battle(), told("stalemate", losses))
    assert field.block("F081").destroyed == 0
    counted = reported(battle(), told("stalemate", hits(F081=7)))
    assert counted.block("F081").destroyed == 1


def test_a_lost_leader_is_out_of_the_campaign() -> None:
    """CAM-lead-1: the report may say that a leader fell."""
    field = reported(battle(), told("stalemate", ro.LeaderLost(units=("F080",))))
    assert field.block("F080").status == "eliminated"


def test_battles_are_fought_in_the_order_that_the_active_side_wishes() -> None:
    """CAM-turn-3: D-7: by default by town, else as the line `battles:` says."""
    places = {"Dahme": "P017", "Luckau": "F081", "Guben": "P018", "Cottbus": "F076"}
    for orders, first in (((), "Cottbus"), ((BattleSequence(towns=("Luckau",)),), "Luckau")):
        field = Field(places, active=ALLIED)
        field.run("reconnaissance", orders, otherwise=1)
        field.run("movement", [march("P017", "Luckau"), march("P018", "Cottbus")], otherwise=1)
        field.run("fortresses")
        field.run("battles", otherwise=5)
        assert field.one(BattleJoined).town == first


def test_a_report_is_not_awaited_when_there_is_no_battle() -> None:
    """CAM-battle-1: an umpire's text without a battle is refused."""
    field = Field()
    assert field.rules.review(field.state, UMPIRE, [Pass()], ()).problems[0].rule == "CAM-battle-1"
