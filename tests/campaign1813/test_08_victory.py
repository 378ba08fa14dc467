"""CAM: defeat and victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.core.events import MatchEnded
from adjudicator.core.types import Ending, Side
from adjudicator.rulesets.campaign1813.siege.events import SiegeLifted
from adjudicator.rulesets.campaign1813.state import Siege
from adjudicator.rulesets.campaign1813.supply.strength import units_lost
from adjudicator.rulesets.campaign1813.turn.events import ArmyBroken
from adjudicator.rulesets.campaign1813.turn.victory import is_broken, verdict
from tests.campaign1813.field import ALLIED, FRENCH, Field, rules

CTX = rules().context


def ended(turn: int = 12, broken: tuple[str, ...] = (), held: Mapping[str, Side] | None = None) -> Ending | None:
    """The verdict at a turn's end."""
    field = Field(turn=turn, stage="turn end")
    field.having(broken=broken, held={**field.state.held, **(held or {})})
    return verdict(CTX, field.state)


# --- break points --------------------------------------------------------------------------------------------------


def test_break_1_lost_infantry_and_cavalry_units_count_by_any_cause() -> None:
    """CAM-break-1: destroyed units and whole blocks; artillery, independents and garrisons do not count (A-40)."""
    field = Field().change("F016", hits=10, destroyed=2)
    field.change("F017", status="eliminated", place=None).change("F014", status="eliminated", place=None)
    field.change("F096 F106", status="eliminated", place=None)
    assert units_lost(CTX, field.state, "NAP") == 2 + 3
    assert {army.id: army.break_point for army in CTX.armies.values()} == {
        "NAP": 36,
        "NEY": 26,
        "OUD": 17,
        "BLU": 27,
        "BER": 29,
        "SCH": 23,
        "BAR": 28,
        "BEN": 13,
    }


def test_break_1_each_side_sees_its_own_gauge() -> None:
    """CAM-break-1: losses and break points of one's own armies, of the enemy's nothing."""
    game = rules()
    tracks = game.view(game.known(game.start(), FRENCH), FRENCH).tracks
    assert [(track.name, track.high) for track in tracks] == [
        ("Grande Armée losses", 36),
        ("Army of the Bober losses", 26),
        ("Army of Berlin losses", 17),
    ]


def lose(field: Field, army: str, units: int) -> Field:
    """Let an army lose whole blocks until so many units are gone."""
    for block in CTX.armies[army].blocks:
        if units <= 0:
            break
        card = CTX.roster[block]
        if card.kind in ("infantry", "cavalry"):
            units -= card.units
            field.change(block, status="eliminated", place=None)
    return field


def test_break_2_break_points_count_at_the_end_of_the_turn() -> None:
    """CAM-break-2: an army past its break point fights on until the turn's battles are over (A-43)."""
    field = lose(Field(stage="rally", first=ALLIED), "OUD", 17)
    field.run(otherwise=6)
    assert is_broken(CTX, field.state, CTX.armies["OUD"])
    assert not field.state.broken
    field.run()
    assert field.state.broken == ("OUD",)


def test_break_3_nothing_of_a_broken_army_stays() -> None:
    """CAM-break-3: its leader too (A-44); the enemy reads that it is broken, not what it had lost."""
    field = lose(Field(stage="turn end"), "OUD", 17)
    before = field.state
    field.run()
    assert all(field.block(b).status == "eliminated" for b in CTX.armies["OUD"].blocks)
    event = field.one(ArmyBroken)
    assert event.break_point == 17
    shown: Any = field.rules.show(before, event, ALLIED)
    assert (shown.army, shown.lost, shown.blocks) == ("OUD", 0, ())


def test_turn_7_what_a_broken_army_besieged_is_free_again() -> None:
    """CAM-turn-7, CAM-break-3, CAM-siege-3: towns are settled after armies broke."""
    field = lose(Field(stage="turn end"), "BER", CTX.armies["BER"].break_point)
    last = [b for b in CTX.armies["BER"].blocks if field.block(b).status == "map" and CTX.roster[b].kind == "infantry"][
        -1
    ]
    field.change(last, place="Torgau").change("F109", inside=True)
    field.having(sieges={"Torgau": Siege("Torgau", ALLIED, 3)})
    field.run()
    assert field.one(ArmyBroken).army == "BER"
    assert field.one(SiegeLifted).town == "Torgau"
    assert not field.block("F109").inside


# --- victory -------------------------------------------------------------------------------------------------------


def test_vic_1_victory_is_looked_at_when_a_turn_ends() -> None:
    """CAM-vic-1: the match ends there; otherwise the next turn begins (A-41)."""
    field = Field(stage="turn end", turn=5)
    field.run()
    assert field.state.stage == "new turn"
    over = Field(stage="turn end", turn=5).having(broken=("NEY", "OUD"))
    over.run()
    assert over.one(MatchEnded).ending.winner == ALLIED


def test_vic_2_three_broken_allied_armies_are_a_french_major_victory() -> None:
    """CAM-vic-2: two are not enough."""
    assert ended(broken=("BLU", "BER")) is None
    won = ended(broken=("BLU", "BER", "BEN"))
    assert won is not None
    assert (won.winner, won.level, won.rule) == (FRENCH, "major", "CAM-vic-2")


def test_vic_3_two_allied_capitals_are_a_french_major_victory() -> None:
    """CAM-vic-3: with Leipzig, Dresden and Hamburg still French."""
    two = {"Berlin": FRENCH, "Prague": FRENCH}
    won = ended(held=two)
    assert won is not None
    assert (won.winner, won.rule) == (FRENCH, "CAM-vic-3")
    assert ended(held={"Berlin": FRENCH}) is None
    assert ended(held={**two, "Hamburg": ALLIED}) is None


def test_vic_4_two_broken_armies_and_the_saxon_towns_are_a_french_minor_victory() -> None:
    """CAM-vic-4: only when the campaign ends."""
    assert ended(21, ("BLU", "BER")) is None
    won = ended(22, ("BLU", "BER"))
    assert won is not None
    assert (won.winner, won.level, won.rule) == (FRENCH, "minor", "CAM-vic-4")
    lost = ended(22, ("BLU", "BER"), {"Leipzig": ALLIED})
    assert lost is not None
    assert lost.winner is None


def test_vic_5_two_broken_french_armies_are_an_allied_major_victory() -> None:
    """CAM-vic-5: at any turn's end, the last included."""
    for turn in (12, 22):
        won = ended(turn, ("NEY", "OUD"))
        assert won is not None
        assert (won.winner, won.level, won.rule) == (ALLIED, "major", "CAM-vic-5")


def test_vic_6_two_of_the_saxon_towns_are_an_allied_major_victory() -> None:
    """CAM-vic-6: with Berlin, Breslau and Prague still Allied."""
    won = ended(held={"Leipzig": ALLIED, "Dresden": ALLIED})
    assert won is not None
    assert (won.winner, won.rule) == (ALLIED, "CAM-vic-6")
    assert ended(held={"Leipzig": ALLIED, "Dresden": ALLIED, "Berlin": FRENCH}) is None


def test_vic_7_one_broken_french_army_is_an_allied_minor_victory() -> None:
    """CAM-vic-7: at the end of the campaign, with the three capitals held."""
    won = ended(22, ("OUD",))
    assert won is not None
    assert (won.winner, won.level, won.rule) == (ALLIED, "minor", "CAM-vic-7")


@pytest.mark.parametrize(
    ("broken", "held"),
    [
        ((), {}),
        (("BLU", "BER", "BEN", "NEY", "OUD"), {}),
        (("BLU", "BER", "OUD"), {}),
    ],
)
def test_vic_8_nothing_or_both_is_a_stalemate(broken: tuple[str, ...], held: Mapping[str, Side]) -> None:
    """CAM-vic-8: no condition, or both sides the same level, at the end (A-42)."""
    verdict_ = ended(22, broken, held)
    assert verdict_ is not None
    assert (verdict_.winner, verdict_.level) == (None, "stalemate")


def test_vic_8_a_major_victory_goes_before_a_minor_one() -> None:
    """CAM-vic-8: French minor conditions do not undo an Allied major victory (A-42)."""
    won = ended(22, ("BLU", "BER", "NEY", "OUD"))
    assert won is not None
    assert (won.winner, won.level) == (ALLIED, "major")
