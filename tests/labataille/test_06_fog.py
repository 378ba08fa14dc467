"""LB 6.2, LB 38.1, R-102: what the enemy is told of an event, and the sentence of every kind of event."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.core.types import PUBLIC, Event, Finding, RuleId
from adjudicator.core.view import View
from adjudicator.maps.board import HexMap
from adjudicator.pictures.hex.window import window_of
from adjudicator.report.joined import joined
from adjudicator.report.phrases import phrase_kinds, phrase_settings
from adjudicator.rulesets.labataille.charge.events import ChargeDeclared, Recalled, SquareTried
from adjudicator.rulesets.labataille.fire.events import FireResolved
from adjudicator.rulesets.labataille.morale.events import MoraleChecked
from adjudicator.rulesets.labataille.movement.events import LimberTried
from adjudicator.rulesets.labataille.state import COALITION, FRENCH
from tests.labataille.field import scenario

RULE = RuleId("LB-21.3")
WORTH: Any = Finding(rule=RULE, value=Fraction(9), because="printed 9")
NUMBER: Any = Finding(rule=RULE, value=9, because="printed 25")
SECRET: tuple[tuple[Event, dict[str, Any]], ...] = (
    (
        FireResolved(
            rule=RULE, side=FRENCH, mode="offensive", units=("U1",), target="2034", dice=34, modified=41, result=1,
            value=WORTH, column="1-1", shift=1, elite=16,
        ),
        {"value": None, "column": "", "shift": 0, "elite": 0, "modified": 0},
    ),
    (
        MoraleChecked(rule=RULE, side=FRENCH, unit="U1", why="fire", dice=34, passed=True, number=NUMBER, total=NUMBER),
        {"number": None, "total": None},
    ),
    (
        SquareTried(
            side=FRENCH, units=("U1",), place="2034", distance=3, dice=34, modified=41, result="carre", total=NUMBER
        ),
        {"modified": 0, "total": None},
    ),
    (Recalled(side=FRENCH, units=("U1",), die=3, bonus=1, needed=4, recalled=True), {"bonus": 0}),
    (LimberTried(side=FRENCH, unit="U1", die=3, bonus=1, needed=4, limbered=True), {"bonus": 0}),
    (
        ChargeDeclared(side=FRENCH, units=("U1",), target="2034", path=("2033",), leader="Murat", recalled="halt"),
        {"target": "", "path": (), "leader": "", "recalled": ""},
    ),
)  # fmt: skip


@pytest.mark.parametrize(("event", "hidden"), SECRET, ids=lambda value: getattr(value, "kind", ""))
def test_6_2_the_enemy_sees_dice_and_results_not_numbers(event: Event, hidden: dict[str, Any]) -> None:
    """LB-6.2, LB-38.1: values, modifiers, leaders' numbers and the way of a charge are their owner's."""
    rules = scenario()
    before = rules.start()
    assert rules.show(before, event, FRENCH) == event
    for reader in (COALITION, PUBLIC):
        seen = rules.show(before, event, reader)
        assert seen is not None
        assert {name: getattr(seen, name) for name in hidden} == hidden


def test_2_1_every_kind_of_event_has_a_sentence() -> None:
    """LB-2.1: nothing that happens is told by what only the program calls it."""
    kinds = {str(event.model_fields["kind"].default) for event in scenario().event_types()}
    assert kinds - phrase_kinds("labataille") == set()


def test_18_1_a_march_is_told_as_one() -> None:
    """LB-18.1: adjudicated hex by hex, told from where it began to where it ended."""
    steps = [
        {"kind": "unit_marched", "rule": "LB-18.1", "unit": "U1", "manner": "march", "path": [place], "spent": 2}
        for place in ("2033", "2032", "2031")
    ]
    happenings = [(f"4.{number}", event) for number, event in enumerate(steps, start=1)]
    told = joined([*happenings, ("4.4", {**steps[0], "unit": "U2"})], None, phrase_settings("labataille"))
    assert [address for address, _ in told] == ["4.1", "4.4"]
    first: Any = told[0][1]
    assert (first["path"], first["spent"]) == (["2033", "2032", "2031"], 6)


def test_the_map_shows_where_something_is() -> None:
    """Of 5,400 hexes the part with pieces and a rim; the whole sheet where nothing asks for less."""
    rules = scenario("heilsberg-1")
    known = rules.known(rules.start(), COALITION)
    view: View = rules.view(known, COALITION)
    board: HexMap = rules.board
    part = window_of(board, view, (), {"window": 3})
    assert {place for piece in view.pieces for place in piece.places} <= set(part.cells)
    assert len(part.cells) < len(board.cells) / 2
    assert window_of(board, view, (), {}) is board
