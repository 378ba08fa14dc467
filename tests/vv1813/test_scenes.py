"""Conditions are tested against a glance at the position, which answers as the whole view does."""

from __future__ import annotations

import pytest

from adjudicator import rulesets
from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.view import Scene
from tests.support.small_match import begin, play


@pytest.mark.parametrize("side", ["French", "Coalition", UMPIRE])
def test_a_glance_answers_as_the_view_does(tmp_path_factory: pytest.TempPathFactory, side: str) -> None:
    match = begin(tmp_path_factory.mktemp("scene") / "m")
    play(match, "French", "move Morand to 1702\nmove Briche to 1602\nattack 1703 from 1702, 1602 head Morand")
    play(match, "Coalition", "move Uvarov to 1206")
    rules, state = match.history.rules, match.history.position.state
    known = rules.known(state, Side(side)) if side != UMPIRE else state
    view = rules.view(known, Side(side))
    scene: Scene = rules.scene(known, Side(side))  # type: ignore[attr-defined]
    assert (scene.side, scene.turn) == (view.side, view.turn)
    for place in sorted(rulesets.load("bautzen", {}).board.cells):
        assert sorted(p.id for p in scene.at(place)) == sorted(p.id for p in view.at(place))
        assert {p.side for p in scene.at(place)} == {p.side for p in view.at(place)}
    for piece in view.pieces:
        assert set(scene.marks_of(piece.id)) == view.marks_of(piece.id)
    assert scene.marks_of("nobody") == set()
    for track in view.tracks:
        assert scene.track(track.name.upper()) == track.value
    assert scene.track("weather") is None
