"""Fog of war in the campaign's pictures, tables and briefs: what a side may not see changes not one byte for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.types import PUBLIC, Side
from adjudicator.pictures.theatre.theatre_map import theatre_picture
from adjudicator.play.match.match import Match
from adjudicator.report.brief import render_brief
from adjudicator.report.context import FORMATS
from adjudicator.rulesets.campaign1813.state import Pieces, State
from tests.support.campaign_match import goldberg

FRENCH, ALLIED = Side("French"), Side("Allied")


def swapped(state: State, one: str, other: str) -> State:
    """Two blocks in each other's place."""
    blocks = dict(state.pieces.blocks)
    a, b = blocks[one], blocks[other]
    blocks[one] = replace(a, place=b.place, inside=b.inside)
    blocks[other] = replace(b, place=a.place, inside=a.inside)
    return replace(state, pieces=Pieces(blocks))


def worn(state: State, block: str, hits: int) -> State:
    """A block that has lost strength."""
    return replace(state, pieces=Pieces({**state.pieces.blocks, block: replace(state.pieces.blocks[block], hits=hits)}))


def everything(rules: Any, state: State, side: Side) -> str:
    """The map, the view with its tables, and the briefs of a side in every form."""
    known = rules.known(state, side)
    view = rules.view(known, side)
    made = [theatre_picture(rules.board, view).svg(), view.model_dump_json()]
    made += [render_brief(b, fmt, match="m", turn=1) for b in rules.briefs(known, side) for fmt in FORMATS]
    return "\n".join(made)


def test_hidden_blocks_may_change_places_and_strength() -> None:
    """CAM-unit-3, CAM-unit-7: the French get the same bytes, the Allies do not."""
    rules = rulesets.load("campaign1813", {})
    state = rules.start()
    others = [
        swapped(state, "P003", "P017"),  # Steinmetz of Yorck's corps with Hesse-Homburg of Bülow's
        swapped(state, "P001", "P009"),  # Blücher with the headquarters of Kleist
        worn(worn(state, "R003", 7), "A004", 3),
    ]
    for other in others:
        assert other != state
        assert everything(rules, other, FRENCH) == everything(rules, state, FRENCH)
        assert everything(rules, other, PUBLIC) == everything(rules, state, PUBLIC)
        assert everything(rules, other, ALLIED) != everything(rules, state, ALLIED)


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """Blücher has attacked at Goldberg; the match waits for the report of the battle."""
    return goldberg(Path(tmp_path_factory.mktemp("fog")) / "match")


def test_a_brief_does_not_tell_who_the_enemy_is(match: Match) -> None:
    """CAM-reinf-7, CAM-unit-7: which Prussians came over the Katzbach, how strong, and who else is sent."""
    rules: Any = match.history.rules
    state = match.history.position.state
    assert rules.briefs(rules.known(state, FRENCH), FRENCH)
    battle = replace(state.battle, sent=tuple(c for c in state.battle.sent if c.side == FRENCH))
    others = [
        worn(state, "P003", 11),
        swapped(state, "P003", "P004"),  # Steinmetz with Mecklenburg, who stayed at Jauer
        replace(state, battle=battle),
    ]
    for other in others:
        assert everything(rules, other, FRENCH) == everything(rules, state, FRENCH)
        assert everything(rules, other, PUBLIC) == everything(rules, state, PUBLIC)
        assert everything(rules, other, ALLIED) != everything(rules, state, ALLIED)
