"""A ruling tried before it is made: what it touches, before and after; and a ruling that changes nothing is refused."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cli.app import run as cli
from adjudicator.core.errors import MatchError
from adjudicator.play.match.match import Match
from adjudicator.play.proof.drafting import Wish
from adjudicator.play.proof.rulings import rule, try_ruling
from adjudicator.play.proof.touching import Touched
from tests.support.small_match import begin, play

FRENCH = """move Morand to 1702
move Briche to 1602
move Bonnet to 1104
attack 1703 from 1702, 1602 head Morand

standing orders
  ask me about advance
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The French turn is step 2, the Coalition's step 3."""
    match = begin(tmp_path_factory.mktemp("tried") / "m")
    play(match, "French", FRENCH.split("\n\n")[0])
    play(match, "Coalition", "move Uvarov to 1206")
    assert [step.number for step in match.history.steps] == [1, 2, 3]
    return match.folder


@pytest.fixture
def match(played: Path, tmp_path: Path) -> Match:
    return Match(Path(shutil.copytree(played, tmp_path / "m")))


def wish(**parts: Any) -> Wish:
    return Wish(**{"step": 2, "sort": "correct", "reason": "misread", **parts})


def contents(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_a_dry_run_shows_what_the_ruling_then_does_and_writes_nothing(match: Match) -> None:
    asked = wish(orders=("French:7=move Bonnet to 1004",), refuse=("French:5",))
    before = contents(match.folder)
    tried = try_ruling(match, asked)
    assert contents(match.folder) == before
    assert tried.written is None
    assert tried.touched == (
        Touched("line 7 of the French text", "move Bonnet to 1104", "move Bonnet to 1004"),
        Touched("line 5 of the French text", "move Morand to 1702", "move Morand to 1702 (refused)"),
    )
    ruled = rule(match, asked)
    assert ruled.touched == tried.touched
    assert [(r.number, r.seq, r.events) for r in ruled.again] == [(r.number, r.seq, r.events) for r in tried.again]
    assert [record.number for record in tried.replaced] == [2, 3]


def test_a_line_that_was_reworded_before_is_shown_as_it_reads_now(match: Match) -> None:
    rule(match, wish(orders=("French:7=move Bonnet to 1004",)))
    tried = try_ruling(match, wish(orders=("French:7=move Bonnet to 1103",)))
    assert tried.touched[0].before == "move Bonnet to 1004"


def test_options_and_steps_put_back_are_shown(match: Match) -> None:
    tried = try_ruling(match, wish(sort="replay", step=3, options={"fog": "none"}))
    assert tried.touched == (Touched("option fog", "(the game's default)", "none"),)
    assert tried.again == ()
    assert [record.number for record in tried.left] == [3]


@pytest.mark.parametrize(
    "parts",
    [
        {"orders": ("French:7=move Bonnet to 1104",)},
        {"orders": ("French:7=Move  Bonnet -> 1104   # the same in other words",)},
        {"changes": ("put Morand at 1701",)},
    ],
    ids=["the same words", "the same order", "where it stood"],
)
def test_a_ruling_without_effect_is_refused(match: Match, parts: dict[str, Any]) -> None:
    if "changes" in parts:
        place = match.history.steps[1].before.state.army("French").units["morand"].place
        parts = {"changes": (f"put Morand at {place}",)}
    before = contents(match.folder)
    for attempt in (try_ruling, rule):
        with pytest.raises(MatchError, match="would change nothing"):
            attempt(match, wish(**parts))
    assert contents(match.folder) == before


def test_an_option_that_is_in_force_already_has_no_effect(match: Match) -> None:
    rule(match, wish(options={"fog": "none"}))
    with pytest.raises(MatchError, match="would change nothing"):
        rule(match, wish(options={"fog": "none"}))


def test_an_order_of_a_phase_that_is_paused_may_be_put_right_before_its_moment(tmp_path: Path) -> None:
    """Nothing is told otherwise yet, but the order will be carried out otherwise: that is an effect."""
    match = begin(tmp_path / "m")
    asking = "move Morand to 1702\nmove Briche to 1602\nmove Bonnet to 1104\nattack 1703 from 1702, 1602\n"
    play(match, "French", f"{asking}attack 1105 from 1104\n\nstanding orders\n  ask me about head")
    assert match.history.open
    told = match.history.steps[-1].events
    ruled = rule(match, wish(orders=("French:9=attack 1105 from 1104 head Bonnet tactical",)))
    assert [record.number for record in ruled.again] == [2]
    assert ruled.again[0].events == told
    assert match.history.open


def test_the_command_shows_before_and_after(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["ruling", "--match", str(match.folder), "--step", "2", "--reason", "misread"]
    before = contents(match.folder)
    assert cli([*call, "--order", "French:7=move Bonnet to 1004", "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert "line 7 of the French text\n  before: move Bonnet to 1104\n  after:  move Bonnet to 1004\n" in told
    assert "step 2: was line 4, would be adjudicated again: " in told
    assert contents(match.folder) == before
    assert cli([*call, "--order", "French:7=move Bonnet to 1104"]) == 1
    assert "would change nothing" in capsys.readouterr().err
    assert contents(match.folder) == before
