"""Match options of the campaign: every switchable ruling and variant, in both positions."""

from __future__ import annotations

from importlib.resources import files

import pytest

from adjudicator.core.types import UMPIRE
from adjudicator.kit.catalogue import load_catalogue
from adjudicator.rulesets.campaign1813.battle.events import BattleFought
from adjudicator.rulesets.campaign1813.march.events import BlocksMoved
from adjudicator.rulesets.campaign1813.turn.events import PlayerTurnBegan
from tests.campaign1813.battles import ATTACKERS, LUCKAU
from tests.campaign1813.field import ALLIED, FRENCH, Field, march, placed, rules

CATALOGUE = load_catalogue(files("adjudicator.rulesets.campaign1813"))
TEN = "F003 F004 F006 F007 F008 F009 F011 F012 F013 F014"


def test_the_options_and_their_defaults() -> None:
    """CAM-auto-1: the first value is the default."""
    assert dict(rules().context.options) == {
        "battles": "table",
        "fog": "blocks",
        "rally": "each",
        "road_counter": "campaign_turn",
    }
    assert {switch.option for switch in CATALOGUE.switches()} == set(rules().context.options)


@pytest.mark.parametrize(("value", "open_"), [("campaign_turn", False), ("player_turn", True)])
def test_a_9_road_counters_of_the_campaign_turn_or_of_each_player_turn(value: str, open_: bool) -> None:
    """CAM-road-1: option road_counter: whether the enemy finds the road as full as we left it (A-9)."""
    field = Field({"Bautzen": TEN, "Kamenz": "P003"}, options={"road_counter": value}, first=FRENCH)
    field.run(orders=[march(TEN, "Bischofswerda")], otherwise=1)
    field.run("rally")
    assert field.one(PlayerTurnBegan).clears_roads == open_
    field.change(TEN, place="Dresden").change("P003", place="Bischofswerda")
    field.run("movement", [march("P003", "Bautzen")], otherwise=1)
    assert placed(field, "P003") == (["Bautzen"] if open_ else ["Bischofswerda"])


@pytest.mark.parametrize(("value", "recovers"), [("each", True), ("second", False)])
def test_a_23_rally_in_each_player_turn_or_in_the_second_only(value: str, recovers: bool) -> None:
    """CAM-turn-6, CAM-retreat-9: option rally: the first player turn's rally phase (A-23)."""
    field = Field({"Dresden": "F015 F016"}, stage="rally", first=FRENCH, options={"rally": value})
    field.change("F016", disrupted="retreat").run()
    assert (not field.block("F016").disrupted) == recovers
    second = Field({"Dresden": "F015 F016"}, stage="rally", first=ALLIED, options={"rally": value})
    second.change("F016", disrupted="retreat").run()
    assert not second.block("F016").disrupted


@pytest.mark.parametrize(("value", "stage"), [("table", "report"), ("auto", "sieges"), ("agree", "report")])
def test_battles_at_the_table_by_the_simple_resolution_or_by_agreement(value: str, stage: str) -> None:
    """CAM-auto-1: option battles: whether the game waits for a report (agreeing is tested in test_09)."""
    field = Field(LUCKAU, active=ALLIED, options={"battles": value})
    field.run(orders=[march(ATTACKERS, "Luckau")], otherwise=1)
    field.run("fortresses")
    field.run("battles", otherwise=3)
    assert field.state.stage == stage
    assert bool(field.of(BattleFought)) == (value == "auto")


@pytest.mark.parametrize(("value", "seen"), [("blocks", False), ("none", True)])
def test_fog_or_everything_open(value: str, seen: bool) -> None:
    """CAM-unit-7: option fog: without it both sides know the whole position and read every event."""
    field = Field({"Berlin": "P017", "Dresden": "F016"}, active=ALLIED, options={"fog": value})
    known = field.rules.known(field.state, FRENCH)
    assert ("P017" in known.pieces.blocks) == seen
    before = field.state
    field.run(orders=[march("P017", "Trebbin")], otherwise=1)
    moved = field.one(BlocksMoved)
    assert (field.rules.show(before, moved, FRENCH) == moved) == seen
    assert field.rules.show(before, moved, UMPIRE) == moved


def test_every_ruling_of_the_notes_is_listed() -> None:
    """CAM-turn-1: A-1 to A-52, and our own after them; rules name only rulings that exist."""
    ids = [ruling.id for ruling in CATALOGUE.rulings]
    assert ids == [f"A-{number}" for number in range(1, len(ids) + 1)]
    assert len(ids) >= 52
    for rule in CATALOGUE.rules:
        assert all(CATALOGUE.ruling(ruling) is not None for ruling in rule.rulings), rule.id


def test_the_catalogue_has_every_rule_once() -> None:
    """CAM-auto-1: 190 rules of the book, five of the addition."""
    ids = [rule.id for rule in CATALOGUE.rules]
    assert len(ids) == len(set(ids)) == 195
    assert sum(rule.id.startswith("CAM-auto-") for rule in CATALOGUE.rules) == 5
    assert not [rule.id for rule in CATALOGUE.rules if rule.status == "open"]
    assert not [rule.id for rule in CATALOGUE.rules if rule.status != "implemented" and not rule.why]
