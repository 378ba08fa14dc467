"""A plug-in's own phrases, map style and layouts, looked up before ours; and a game that has no map at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.core.types import Side
from adjudicator.core.view import Piece, View
from adjudicator.maps.board import Cell, HexMap
from adjudicator.maps.grid import Grid, Sheet
from adjudicator.pictures.boards import draw
from adjudicator.pictures.colours import side_colours
from adjudicator.play.desk import outbox
from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import context, picture_of
from adjudicator.report.context import FORMATS, ReportContext, render
from adjudicator.report.phrases import Speaker, phrase_kinds, phrase_settings

RED = Side("Red")


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    """A plug-in's folder, laid out as ours."""
    files = {
        "phrases/toy.j2": "{% macro flag_taken(e) %}{{ Side(e.side) }} took {{ place(e.at) }}{% endmacro %}",
        "phrases/toy.toml": 'quiet = ["phase_began"]\n[headings]\nstate = "Flags"\n[form]\nvalues = "place, name"\n',
        "map/toy.toml": '[sides.Red]\nfill = "#aa1122"\nlight = "#ffeeee"\ndark = "#550011"\n'
        '[star.flag_taken]\nat = "at"\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def toy(templates: Path | None, board: object = None) -> ReportContext:
    piece = Piece(id="r", name="Company", side=RED, place="0202", kind="infantry", values=("2",))
    view = View(ruleset="toy", scenario="toy", side=RED, turn=1, pieces=(piece,))
    happened = (
        ("2.1", {"kind": "flag_taken", "side": "Red", "at": "0202"}),
        ("2.2", {"kind": "draw_offered", "side": "Red"}),
        ("2.3", {"kind": "phase_began", "title": "Dusk"}),
    )
    return ReportContext("m", "Toy", "toy", RED, 1, view, happenings=happened, board=board, templates=templates)


def field() -> HexMap:
    grid = Grid((Sheet(4, 4),))
    return HexMap(grid, {name: Cell(name, "clear") for name in grid.names})


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_report_speaks_in_the_plug_in_s_words_and_in_ours(templates: Path, fmt: str) -> None:
    text = render(toy(templates), fmt)  # type: ignore[arg-type]
    assert "took" in text
    assert "offered a draw" in text
    assert "flags" in text.casefold()
    assert "Flag taken." in render(toy(None), fmt), "without its folder the game has no words of its own"  # type: ignore[arg-type]


def test_kinds_and_settings_are_found_there(templates: Path) -> None:
    assert {"flag_taken", "draw_offered"} <= phrase_kinds("toy", templates)
    assert "flag_taken" not in phrase_kinds("toy")
    assert phrase_settings("toy", templates)["form"]["values"] == "place, name"
    assert phrase_settings("toy") == {}


def test_the_map_wears_the_plug_in_s_colours_and_ours_stay_as_they_were(templates: Path) -> None:
    before = side_colours(RED)
    drawn = toy(templates, field()).map
    assert drawn is not None
    assert "#aa1122" in drawn.svg()
    assert 'class="star"' in drawn.svg()
    assert side_colours(RED) == before
    plain = draw(field(), toy(None).after, (), "Toy", {})
    assert plain is not None
    assert "#aa1122" not in plain.svg()


def test_a_layout_of_the_plug_in_takes_the_place_of_ours(templates: Path) -> None:
    (templates / "txt").mkdir()
    (templates / "txt" / "report.j2").write_text("In short: {{ report.scenario }}", "utf-8")
    assert render(toy(templates), "txt") == "In short: Toy\n"
    assert "MATCH" in render(toy(templates), "md").upper()


def test_a_speaker_without_a_folder_says_it_plainly() -> None:
    assert Speaker("toy", {}).say({"kind": "flag_taken"}) == "Flag taken."


def test_a_game_without_a_map_says_so_and_is_sent_without_one(scripted: Match) -> None:
    bare = replace(context(scripted, "French"), board=None)
    with pytest.raises(MatchError, match="Bautzen 1813 has no map that could be drawn"):
        picture_of(bare, "png")
    assert outbox._pictures(bare) == {}
    assert set(outbox._pictures(context(scripted, "French"))) == {"map.svg", "map.png"}
