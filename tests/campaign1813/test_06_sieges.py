"""CAM: sieges: withdrawal behind the walls, events, assaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.core.orders import Standing
from adjudicator.core.types import Choice
from adjudicator.rulesets.campaign1813.battle.events import LossesTaken
from adjudicator.rulesets.campaign1813.march.events import LeaderRevealed
from adjudicator.rulesets.campaign1813.orders import Assault, Besiege, Fortress, Plan, RetreatTo, Reveal, ToTown
from adjudicator.rulesets.campaign1813.siege.events import (
    AssaultDeclined,
    AssaultMade,
    BattleGiven,
    FortressFell,
    SiegeEventRolled,
    SiegeLifted,
)
from adjudicator.rulesets.campaign1813.siege.siege import (
    assault_modifiers,
    assault_score,
    besieging_points,
    casualty_row,
    defending_men,
    is_assault_turn,
    is_event,
    may_lead,
    siege_event,
    weeks_of_siege,
)
from adjudicator.rulesets.campaign1813.state import Siege, Sighting
from tests.campaign1813.field import ALLIED, FRENCH, Field, march, placed, rules

CTX = rules().context
QUIET = {"events": [2, 5]}
BULOW = "P017 P018 P019 P020 P022"
"""Three brigades and the reserve artillery of Bülow's corps."""


def siege(inside: str = "F109", outside: str = BULOW, *, since: int = 1, turn: int = 3, leaders: str = "") -> Field:
    """Torgau under siege by the Allies, in their siege phase."""
    field = Field({"Torgau": f"{inside} {outside} {leaders}"}, active=ALLIED, stage="sieges", turn=turn)
    field.change(inside, inside=True)
    return field.having(sieges={"Torgau": Siege("Torgau", ALLIED, since)})


def run(
    field: Field,
    dice: Mapping[str, Sequence[int]],
    choice: Choice | None = None,
) -> Field:
    """The siege phase, with an answer about the assault."""
    field.run(dice=dice, answers={"assault": choice} if choice else {})
    return field


# --- before the walls ----------------------------------------------------------------------------------------------


def entered(defenders: str = "F109 F081", attackers: str = "P017 P018", **answers: Choice) -> Field:
    """Allied blocks enter Torgau."""
    field = Field({"Torgau": defenders, "Luckau": attackers}, active=ALLIED)
    field.run(orders=[march(attackers, "Torgau")], otherwise=1)
    field.run("fortresses", answers=answers)
    return field


def test_siege_1_the_defender_gives_battle_or_withdraws_inside() -> None:
    """CAM-siege-1: asked of the defender; battle leaves the contest, withdrawal ends it."""
    battle = entered(fortress=Fortress(withdraw=False))
    assert battle.one(BattleGiven).town == "Torgau"
    assert "Torgau" in battle.state.contests
    inside = entered("F109", fortress=Fortress(withdraw=True))
    assert inside.block("F109").inside
    assert not inside.state.contests
    assert inside.state.stage == "sieges"


@pytest.mark.parametrize(("attackers", "inside"), [("P017", False), ("P017 P018", True)])
def test_siege_1_by_default_he_withdraws_if_outnumbered_two_to_one(attackers: str, inside: bool) -> None:
    """CAM-siege-1: the default of D-6 counts combat blocks."""
    field = entered("F109", attackers)
    assert field.block("F109").inside == inside


def test_siege_1_who_finds_no_room_retreats_or_fights() -> None:
    """CAM-siege-1: the garrison fills Torgau; Lecoq retreats at once, or fights outside if so ordered (A-31)."""
    retreats = entered("F109 F081", fortress=Fortress(withdraw=True))
    assert retreats.block("F109").inside
    assert retreats.block("F081").place != "Torgau"
    assert retreats.block("F081").disrupted == "retreat"
    fights = entered("F109 F081", fortress=Fortress(withdraw=True, rest="fights"))
    assert placed(fights, "F081") == ["Torgau"]
    assert "Torgau" in fights.state.contests


def test_siege_1_who_finds_no_room_goes_where_his_owner_says() -> None:
    """CAM-siege-1: Lecoq retreats to Wittenberg if told so; without a word to friends or the depot (A-31, D-8)."""
    to = RetreatTo(parts=(ToTown(to=("Wittenberg",)),))
    told = entered("F109 F081", fortress=Fortress(withdraw=True), retreat=to)
    assert placed(told, "F081") == ["Wittenberg"]
    untold = entered("F109 F081", fortress=Fortress(withdraw=True))
    assert placed(untold, "F081") != ["Wittenberg"]


def test_siege_1_leaders_go_inside_with_all_or_by_name_and_else_stay_with_those_outside() -> None:
    """CAM-siege-1: leaders need no room; they retreat with the excess unless they are kept (A-31)."""
    everybody = entered("F109 F001", fortress=Fortress(withdraw=True))
    assert everybody.block("F001").inside
    excess = entered("F109 F081 F001 F080", fortress=Fortress(withdraw=True, keep=("F080",)))
    assert excess.block("F080").inside
    assert excess.block("F001").place != "Torgau"
    assert not excess.block("F001").inside


def test_siege_1_the_besiegers_of_a_fortress_cannot_withdraw_into_it() -> None:
    """CAM-siege-1: a relieving force meets them in the field (A-34)."""
    field = Field({"Torgau": "F109 P017", "Luckau": "F081"})
    field.change("F109", inside=True).having(sieges={"Torgau": Siege("Torgau", ALLIED, 2)})
    field.run(orders=[march("F081", "Torgau")], otherwise=1)
    field.run("fortresses")
    assert not field.asked
    assert "Torgau" in field.state.contests


@pytest.mark.parametrize("lay", [True, False])
def test_siege_2_the_attacker_may_lay_siege(lay: bool) -> None:
    """CAM-siege-2: by default he does; without a siege the defenders may march out again."""
    field = entered("F109 F103", fortress=Fortress(withdraw=True, keep=("F103",)))
    field.having(turn=2)
    field.run("sieges", answers={"besiege": Besiege(lay=lay)})
    assert field.state.sieges["Torgau"].laid == lay
    field.having(active=FRENCH)
    field.change("F103", inside=True, place="Torgau", disrupted="")
    field.run("movement", [march("F103", "Luckau")], otherwise=6)
    assert field.refused_by() == (["CAM-siege-3"] if lay else [])


def test_siege_2_friends_who_come_later_join_the_besiegers() -> None:
    """CAM-siege-2: no new battle, and no coordination needed (A-48)."""
    field = Field({"Torgau": "F109 P017", "Luckau": "P018", "Eilenburg": "P019"}, active=ALLIED)
    field.change("F109", inside=True).having(sieges={"Torgau": Siege("Torgau", ALLIED, 2)})
    field.run(orders=[march("P018", "Torgau"), march("P019", "Torgau")], otherwise=1)
    assert not field.refusals
    assert placed(field, "P018", "P019") == ["Torgau", "Torgau"]
    assert not field.state.contests


def test_siege_3_the_siege_is_lifted_when_no_besieging_block_is_left() -> None:
    """CAM-siege-3: the defenders are free, and leaders left behind are driven off (A-34)."""
    field = Field({"Torgau": "F109 P017 P016", "Luckau": "P018"}, active=ALLIED)
    field.change("F109", inside=True).having(sieges={"Torgau": Siege("Torgau", ALLIED, 2)})
    field.run(orders=[march("P017", "Luckau")], otherwise=1)
    assert field.one(SiegeLifted).side == FRENCH
    assert not field.block("F109").inside
    assert placed(field, "P016") == ["Luckau"]


# --- assaults: when and by whom --------------------------------------------------------------------------------------


def test_siege_4_assaults_are_made_in_odd_turns_only() -> None:
    """CAM-siege-4: on turn 4 an ordered assault is refused and nothing is rolled (A-26)."""
    assert [is_assault_turn(CTX, turn) for turn in (1, 2, 3, 22)] == [True, False, True, False]
    field = siege(turn=4)
    plan = Plan(decision="assault", place="Torgau", choice=Assault())
    field.run("reconnaissance", [plan], otherwise=1)
    field.run("sieges")
    assert field.refused_by() == ["CAM-siege-4"]
    assert not field.of(SiegeEventRolled)


def test_siege_4_an_assault_of_a_town_that_is_not_besieged_is_refused() -> None:
    """CAM-siege-2: there must be an enemy shut up by us."""
    field = siege()
    field.run("reconnaissance", [Plan(decision="assault", place="Glogau", choice=Assault())], otherwise=1)
    field.run("sieges", dice=QUIET, answers={"assault": Assault(go=False)})
    assert field.refused_by() == ["CAM-siege-2"]


def test_siege_5_the_lead_unit_is_infantry_and_named_by_the_besieger() -> None:
    """CAM-siege-5: the named block leads; artillery and cavalry cannot."""
    field = siege(outside="P017 P018 P021 P022")
    assert [may_lead(CTX, field.block(b)).value for b in ("P017", "P021", "P022")] == [True, False, False]
    run(field, {**QUIET, "assault": [1], "failed": [1], "hits": [1]}, Assault(lead=("P018",)))
    assert field.one(AssaultMade).lead == "P018"


def test_siege_6_a_disrupted_block_may_not_lead() -> None:
    """CAM-siege-6, CAM-dis-5: without another infantry block there is no assault."""
    field = siege(outside="P017 P021").change("P017", disrupted="retreat")
    run(field, QUIET, Assault())
    declined = field.one(AssaultDeclined)
    assert declined.rule == "CAM-siege-6"


def test_siege_7_nobody_must_assault() -> None:
    """CAM-siege-7: `no assault`; and by default none unless the die need not show more than 8."""
    field = siege()
    run(field, QUIET, Assault(go=False))
    assert field.one(AssaultDeclined).because == "not ordered"
    weak = siege(outside="P025")
    run(weak, QUIET)
    assert weak.one(AssaultDeclined).because.startswith("the die would have to show")


def test_siege_7_conditions_on_the_die_and_on_events() -> None:
    """CAM-siege-7: D-10: only if the die needs no more than so much, and not after a sally."""
    field = siege()
    run(field, QUIET, Assault(needed=3))
    assert not field.of(AssaultMade)
    sally = siege()
    run(sally, {"events": [1, 1], "event": [1]}, Assault(unless=("sally",)))
    assert sally.one(AssaultDeclined).because == "after a sally against the trenches"


# --- events ----------------------------------------------------------------------------------------------------------


def test_siege_8_two_dice_come_before_the_decision() -> None:
    """CAM-siege-8: the besieger decides when the events are known."""
    field = siege()
    run(field, QUIET, Assault(go=False))
    kinds = [event.kind for event in field.events]
    assert kinds.index("siege_event_rolled") < kinds.index("assault_declined")
    assert field.asked[-1].kind == "assault"


def test_siege_9_only_double_1_and_double_6_are_events() -> None:
    """CAM-siege-9: other doubles bring nothing."""
    assert [is_event(CTX, pair) for pair in ((1, 1), (6, 6), (3, 3), (1, 6))] == [True, True, False, False]


def test_siege_10_double_1_hurts_the_besieger() -> None:
    """CAM-siege-10: sally, ammunition, disease in the camp."""
    assert [siege_event(CTX, 1, die).event for die in range(1, 7)] == [
        "sally",
        "sally",
        "ammunition",
        "ammunition",
        "camp_disease",
        "camp_disease",
    ]
    blown = siege()
    run(blown, {"events": [1, 1], "event": [4]}, Assault())
    assert not blown.of(AssaultMade)
    assert blown.one(AssaultDeclined).rule == "CAM-siege-10"
    sick = siege(outside="P017 P018")
    run(sick, {"events": [1, 1], "event": [5], "sick": [2], "sick/hits": [4]}, Assault(go=False))
    loss = sick.one(LossesTaken)
    assert (loss.losses[0].block, loss.losses[0].hits, loss.cause) == ("P018", 4, "sickness")
    assert all(roll.veiled for roll in loss.rolls)


def test_siege_11_double_6_hurts_the_besieged() -> None:
    """CAM-siege-11: the arsenal blows up and the fortress surrenders; spoilt food; disease in the town (A-32)."""
    arsenal = siege()
    run(arsenal, {"events": [6, 6], "event": [2]})
    assert arsenal.one(FortressFell).rule == "CAM-siege-11"
    assert all(arsenal.block(b).hits == 0 for b in BULOW.split())
    assert siege_event(CTX, 6, 3).modifier == 2
    sick = siege("F109 F103")
    run(sick, {"events": [6, 6], "event": [6], "sick": [1], "sick/hits": [6]}, Assault(go=False))
    assert sick.block("F103").status == "eliminated"
    assert siege_event(CTX, 6, 6).modifier == 1


# --- the assault -----------------------------------------------------------------------------------------------------


def test_assault_1_twelve_or_more_takes_the_fortress() -> None:
    """CAM-assault-1: the die and modifiers; 11 fails, 12 succeeds."""
    assert assault_score(9, ()).value == 9
    assert not casualty_row(CTX, 11).success
    assert casualty_row(CTX, 12).success


def test_assault_2_what_helps_the_besieger() -> None:
    """CAM-assault-2, CAM-lead-4: leader +1, each 100 points +1, each further week +1, elite +2, veteran +1."""
    field = siege(outside="P029 P017 P018 P022", leaders="S001", since=1, turn=9)
    points = besieging_points(CTX, field.state, field.state.sieges["Torgau"])
    assert points == 48 + 48 + 48 + 30
    assert weeks_of_siege(CTX, 9, field.state.sieges["Torgau"]) == 24 // 7
    found = assault_modifiers(
        CTX, field.state, field.state.sieges["Torgau"], field.block("P029"), "S001", "", siege_event(CTX, 6, 3)
    )
    assert {part.label: part.value for part in found} == {
        "Army Leader": 1,
        "besieging army": 1,
        "weeks of siege": 3,
        "lead unit elite": 2,
        "event": 2,
        "defenders": -2,
    }


def test_assault_2_points_are_those_of_the_moment() -> None:
    """CAM-assault-2: half the elan gone is half the points (A-29)."""
    field = siege(outside="P017").change("P017", hits=12)
    assert besieging_points(CTX, field.state, field.state.sieges["Torgau"]) == 24


def test_assault_3_what_helps_the_besieged() -> None:
    """CAM-assault-3, CAM-lead-4: main leader -1, each 2,500 men -1, lead conscript -1 or militia -2 (A-30, A-50)."""
    field = siege("F109 F103 F001", outside="P025 P024")
    men = defending_men(CTX, field.state, field.state.sieges["Torgau"])
    assert men == 5000 + 2500
    for lead, value in (("P025", -2), ("P024", -1)):
        found = assault_modifiers(CTX, field.state, field.state.sieges["Torgau"], field.block(lead), "", "F001", None)
        by_label = {part.label: part.value for part in found}
        assert by_label["defending leader"] == -1
        assert by_label["defenders"] == -3
        assert next(v for label, v in by_label.items() if label.startswith("lead unit")) == value


def test_lead_4_leaders_on_both_sides_are_turned_face_up_for_the_siege_roll() -> None:
    """CAM-lead-4: +1 for the besieger's, -1 for the besieged; both are then known to the enemy."""
    field = siege("F109 F001", leaders="S001")
    run(field, {**QUIET, "assault": [1], "failed": [1], "hits": [1]}, Assault())
    labels = {part.label: part.value for part in field.one(AssaultMade).score.parts}
    assert (labels["Army Leader"], labels["defending leader"]) == (1, -1)
    assert {event.leader for event in field.of(LeaderRevealed)} == {"S001", "F001"}


def test_lead_4_leaders_stay_hidden_where_no_assault_is_made() -> None:
    """CAM-lead-4: nobody is turned face up for a roll that is not made; the besieger reckons with whom he sees."""
    field = siege("F109 F001", leaders="S001")
    run(field, QUIET, Assault(go=False))
    assert not field.of(LeaderRevealed)
    needed = next(decision for decision in field.asked if decision.kind == "assault").facts[0]
    assert {part.label for part in needed.parts} >= {"Army Leader"}
    assert "defending leader" not in {part.label for part in needed.parts}
    seen = siege("F109 F001", leaders="S001")
    seen.having(sightings={ALLIED: {"F001": Sighting("F001", "Torgau", 3)}})
    run(seen, QUIET, Assault(go=False))
    facts = next(decision for decision in seen.asked if decision.kind == "assault").facts[0]
    assert "defending leader" in {part.label for part in facts.parts}


def test_lead_4_a_leader_who_is_kept_hidden_gives_no_bonus() -> None:
    """CAM-lead-4: D-5: both owners keep theirs hidden, and the roll is made without them."""
    field = siege("F109 F001", leaders="S001")
    field.run(
        dice={**QUIET, "assault": [1], "failed": [1], "hits": [1]},
        answers={"assault": Assault(), "reveal": Reveal(show=False)},
    )
    assert not field.of(LeaderRevealed)
    assert not {"Army Leader", "defending leader"} & {part.label for part in field.one(AssaultMade).score.parts}


def test_assault_4_the_fortress_falls_even_if_the_lead_unit_does_not_live_to_see_it() -> None:
    """CAM-assault-4: the only besieger storms Torgau and is eliminated: town and depot are his side's all the same."""
    field = siege(outside="P017", since=1, turn=21).change("P017", hits=20)
    run(field, {**QUIET, "assault": [12], "hits": [6]}, Assault())
    assert field.block("P017").status == "eliminated"
    assert field.one(FortressFell).surrendered == ("F109",)
    assert field.state.held["Torgau"] == ALLIED
    assert field.state.depots["Torgau"].owner == ALLIED


def test_assault_4_and_5_the_garrison_surrenders_and_the_town_changes_hands() -> None:
    """CAM-assault-4, CAM-assault-5: all inside are lost, leaders too; town and depot go to the victor."""
    field = siege("F109 F001", turn=9)
    run(field, {**QUIET, "assault": [12], "hits": [2, 1]}, Assault())
    assert field.one(AssaultMade).score.value == 12 + 2 + 3 - 2 - 1
    fell = field.one(FortressFell)
    assert set(fell.surrendered) == {"F109", "F001"}
    assert field.block("F109").status == field.block("F001").status == "eliminated"
    assert field.state.held["Torgau"] == ALLIED
    assert (field.state.depots["Torgau"].owner, field.state.depots["Torgau"].type) == (ALLIED, "D")
    assert not field.state.sieges


def test_assault_6_a_failed_assault_costs_a_d4_of_dice() -> None:
    """CAM-assault-6: three six-sided dice of hits on the lead unit (A-28)."""
    field = siege()
    run(field, {**QUIET, "assault": [1], "failed": [3], "hits": [2, 5, 1]}, Assault(lead=("P017",)))
    made = field.one(AssaultMade)
    assert not made.success
    assert made.hits == 8
    assert field.block("P017").hits == 8


@pytest.mark.parametrize(("score", "dice"), [(12, 4), (13, 3), (14, 2), (15, 1), (20, 1)])
def test_assault_7_a_success_costs_fewer_dice_the_higher_it_is(score: int, dice: int) -> None:
    """CAM-assault-7: 4d6 on 12, 3d6 on 13, 2d6 on 14, 1d6 on 15 or more."""
    assert casualty_row(CTX, score).dice == dice


def test_the_defender_does_not_read_the_besiegers_points_or_losses() -> None:
    """CAM-unit-7: hidden parts of the score read "not known to you"; the lead unit is seen."""
    field = siege()
    before = field.state
    run(field, {**QUIET, "assault": [1], "failed": [1], "hits": [5]}, Assault(lead=("P017",)))
    made = field.one(AssaultMade)
    shown = field.rules.show(before, made, FRENCH)
    assert isinstance(shown, AssaultMade)
    assert shown.hits == 0
    assert [p.because for p in shown.score.parts if p.label == "besieging army"] == ["not known to you"]
    assert [roll.label.rpartition("/")[2] for roll in shown.rolls] == ["assault"]
    assert "P017" in field.rules.known(field.state, FRENCH).pieces.blocks


def test_standing_orders_decide_for_the_defender() -> None:
    """CAM-siege-1: `when the enemy enters Torgau: withdraw into the fortress`."""
    field = Field({"Torgau": "F109 F081", "Luckau": "P017"}, active=ALLIED)
    field.run(orders=[march("P017", "Torgau")], otherwise=1)
    order = Standing(side=FRENCH, decision="fortress", place="Torgau", choice=Fortress(withdraw=True))
    field.run("fortresses", standing=[order])
    assert field.block("F109").inside
