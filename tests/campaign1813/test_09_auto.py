"""ADDITION to the rules: the simple resolution of battles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.rulesets.campaign1813.battle.auto import auto_loss, broken_off, combat_value, ground_of, shift
from adjudicator.rulesets.campaign1813.battle.events import BattleFought, BattleJoined, LossesTaken
from adjudicator.rulesets.campaign1813.march.events import LeaderRevealed
from adjudicator.rulesets.campaign1813.orders import FromTown, LeaveField, Reinforce, Resolution
from adjudicator.rulesets.campaign1813.state import Battle, Wish
from adjudicator.rulesets.campaign1813.tables import Location, band_of
from tests.campaign1813.battles import ATTACKERS, LUCKAU
from tests.campaign1813.field import ALLIED, FRENCH, Field, march, placed, rules

CTX = rules().context


def auto(
    dice: tuple[int, int], *, location: int = 5, places: dict[str, str] | None = None, attackers: str = ATTACKERS
) -> Field:
    """The battle of Luckau by the simple resolution."""
    field = Field(places or LUCKAU, active=ALLIED, options={"battles": "auto"})
    field.run(orders=[march(attackers, "Luckau")], otherwise=1)
    field.run("fortresses")
    field.run("battles", dice={"location": [location], "result": list(dice)})
    return field


def at(location: Location, town: str = "Luckau") -> Battle:
    """A battle at a location."""
    return Battle(town, ALLIED, (), location, 5)


def test_auto_1_what_a_block_is_worth() -> None:
    """CAM-auto-1: elan left times weight; cavalry less against shelter, artillery more, disrupted one less per unit."""
    field = Field({"Luckau": "P017 P021 P022 F109"})
    open_, hill = at("open"), at("high_ground")
    assert combat_value(CTX, open_, field.block("P017")) == 24
    assert combat_value(CTX, open_, field.block("P021")) == 24
    assert combat_value(CTX, hill, field.block("P021")) == 18
    assert combat_value(CTX, open_, field.block("P022")) == 27
    assert combat_value(CTX, open_, field.block("F109")) == 8
    field.change("P017", hits=6, disrupted="retreat", destroyed=1)
    assert combat_value(CTX, open_, field.block("P017")) == 18 - 3


def test_auto_1_an_army_leader_on_the_field_adds_five_per_cent_and_is_seen() -> None:
    """CAM-auto-1: he is turned face up for it, like for any bonus."""
    places = {**LUCKAU, "Dahme": f"{ATTACKERS} S001"}
    field = auto((3, 4), places=places, attackers=f"{ATTACKERS} S001")
    assert field.one(LeaderRevealed).leader == "S001"
    parts = field.one(BattleFought)
    assert parts.score is not None
    assert "126.0 against" in parts.score.parts[1].because


def test_auto_1_a_second_army_leader_adds_nothing() -> None:
    """CAM-auto-1: the bonus is for having one on the field."""
    places = {**LUCKAU, "Dahme": f"{ATTACKERS} S001 P001"}
    fought = auto((3, 4), places=places, attackers=f"{ATTACKERS} S001 P001").one(BattleFought)
    assert fought.score is not None
    assert "126.0 against" in fought.score.parts[1].because


def test_auto_2_reinforcements_count_for_the_turns_that_are_left() -> None:
    """CAM-auto-2: a block that comes on turn 12 counts 18 of 30 parts; unsent neighbours do not come."""
    field = Field(LUCKAU, active=ALLIED, options={"battles": "auto"})
    field.run(orders=[march(ATTACKERS, "Luckau")], otherwise=1)
    field.run("fortresses")
    dice = {"location": [5], "result": [3, 4], "Lubben/6": [6], "Lubben/12": [4]}
    wish = Reinforce(groups=(FromTown(units=("P024",), origin="Lubben"),))
    field.run("battles", dice=dice, answers={"reinforce/Allied": wish})
    fought = field.one(BattleFought)
    assert fought.score is not None
    # 120 on the field, Dobschütz with 20 points for 18 of 30 turns
    assert fought.score.parts[1].because.startswith("attack 132.0")
    assert placed(field, "P024", "F076") == ["Luckau", "Cottbus"]


@pytest.mark.parametrize(
    ("location", "town", "factor"),
    [
        ("major_river", "Luckau", "7/5"),
        ("minor_river", "Luckau", "6/5"),
        ("high_ground", "Luckau", "6/5"),
        ("town", "Luckau", "23/20"),
        ("town", "Leipzig", "5/4"),
        ("open", "Luckau", "1"),
    ],
)
def test_auto_3_the_location_helps_the_defender(location: Location, town: str, factor: str) -> None:
    """CAM-auto-3: rivers, high ground, town or city."""
    assert ground_of(CTX, at(location, town)).factor == Fraction(factor)


def test_auto_4_the_shift_is_four_times_the_binary_logarithm() -> None:
    """CAM-auto-4: even forces 0, twice as strong 4, half as strong -4, at most 6; exact, without floats."""
    one = Fraction(1)
    assert [shift(CTX, one * n, one * d) for n, d in ((1, 1), (2, 1), (1, 2), (9, 1), (1, 9))] == [0, 4, -4, 6, -6]
    assert shift(CTX, Fraction(109, 100), one) == 0
    assert shift(CTX, Fraction(110, 100), one) == 1
    assert (shift(CTX, one, Fraction(0)), shift(CTX, Fraction(0), one)) == (6, -6)


@pytest.mark.parametrize(
    ("score", "outcome", "losses"),
    [
        (0, "attacker_routed", (30, 8)),
        (2, "attacker_routed", (30, 8)),
        (3, "attacker_beaten", (20, 12)),
        (7, "stalemate", (12, 12)),
        (9, "defender_beaten", (12, 20)),
        (12, "defender_routed", (8, 30)),
        (18, "defender_routed", (8, 30)),
    ],
)
def test_auto_4_the_table_of_results(score: int, outcome: str, losses: tuple[int, int]) -> None:
    """CAM-auto-4: routs below 3 and from 12, defeats beside them, stalemate between."""
    row = band_of(CTX.tables.auto_results, score)
    assert (row.outcome, (row.attacker_loss, row.defender_loss)) == (outcome, losses)


def test_auto_5_every_block_loses_its_share_rounded_half_up() -> None:
    """CAM-auto-5: 20 per cent of 24 points is 5, of 18 points 4; routs and retreats follow as after any battle."""
    field = Field({"Luckau": "P017 P018"}).change("P018", hits=6)
    row = band_of(CTX.tables.auto_results, 4)
    assert [auto_loss(CTX, at("open"), field.block(b), row) for b in ("P017", "P018")] == [5, 4]
    beaten = auto((6, 6))
    assert beaten.one(BattleFought).routed == FRENCH
    assert beaten.block("F084").hits >= 2
    assert beaten.block("F081").disrupted == "rout"


def losses(field: Field) -> dict[tuple[str, str], dict[str, int]]:
    """By side and cause, the hits of each block."""
    return {(e.side, e.cause): {loss.block: loss.hits for loss in e.losses} for e in field.of(LossesTaken)}


def test_auto_5_strengths_ground_and_losses_of_a_battle_on_high_ground() -> None:
    """CAM-auto-3, CAM-auto-5: 47 points on high ground count 56.4; the cavalry is chased by cavalry."""
    field = auto((6, 6), location=3)
    fought = field.one(BattleFought)
    assert fought.score is not None
    assert (fought.score.value, fought.score.parts[1].because) == (16, "attack 114.0 against 56.4")
    assert losses(field) == {
        (FRENCH, "battle"): {"F081": 5, "F082": 5, "F083": 2, "F084": 2},
        (ALLIED, "battle"): {"P017": 2, "P018": 2, "P019": 2, "P020": 2, "P021": 2},
        (FRENCH, "rout"): {"F081": 5, "F082": 4, "F083": 2, "F084": 2},
    }
    assert {event.rule for event in field.of(LossesTaken) if event.cause == "battle"} == {"CAM-auto-5"}


def test_auto_5_routed_cavalry_gets_away_where_the_victor_has_none() -> None:
    """CAM-auto-5, CAM-rout-3: without Bülow's cavalry nobody engages Reynier's."""
    field = auto((6, 6), attackers="P016 P017 P018 P019 P020")
    assert field.one(BattleFought).routed == FRENCH
    assert losses(field)[FRENCH, "rout"] == {"F081": 5, "F082": 4, "F083": 2}


def test_auto_is_marked_as_an_addition_in_its_events() -> None:
    """CAM-auto-4: the report of such a battle says that the rulebook does not have it."""
    field = auto((3, 4))
    fought = field.one(BattleFought)
    assert fought.addition
    assert fought.rule == "CAM-auto-4"
    assert field.one(BattleJoined).auto


def test_agree_both_sides_must_ask_for_it() -> None:
    """CAM-auto-1: with battles=agree one side alone does not get the simple resolution."""
    for answers, resolved in (
        ({"resolution": Resolution(auto=True)}, True),
        ({"resolution/French": Resolution(auto=True)}, False),
        ({}, False),
    ):
        field = Field(LUCKAU, active=ALLIED, options={"battles": "agree"})
        field.run(orders=[march(ATTACKERS, "Luckau")], otherwise=1)
        field.run("fortresses")
        field.run("battles", otherwise=3, answers=answers)
        assert bool(field.of(BattleFought)) == resolved
        assert (field.state.stage == "report") == (not resolved)


def test_break_off_a_side_leaves_at_its_own_limit() -> None:
    """CAM-retreat-1: D-8b: losses of 12 per cent make a side leave that wants to break off at 10."""
    stalemate = band_of(CTX.tables.auto_results, 7)
    battle = Battle("Luckau", ALLIED, (), "open", 5, break_off=(Wish(side=FRENCH, percent=10),))
    assert broken_off(battle, "stalemate", stalemate) == "defender_broke_off"
    both = Battle(
        "Luckau", ALLIED, (), "open", 5, break_off=(Wish(side=FRENCH, percent=10), Wish(side=ALLIED, percent=10))
    )
    assert broken_off(both, "stalemate", stalemate) == "attacker_broke_off"
    rout = band_of(CTX.tables.auto_results, 12)
    assert broken_off(battle, "attacker_win_morale", rout) == "attacker_win_morale"
    exact = Battle("Luckau", ALLIED, (), "open", 5, break_off=(Wish(side=FRENCH, percent=12),))
    assert broken_off(exact, "stalemate", stalemate) == "defender_broke_off"
    late = Battle("Luckau", ALLIED, (), "open", 5, break_off=(Wish(side=FRENCH, percent=30),))
    assert broken_off(late, "stalemate", stalemate) == "stalemate"
    assert LeaveField(percent=30).percent == 30
