"""examples/vassal and docs/vassal.md: each file is what its README says, and the page's commands work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.cli.app import run
from adjudicator.play.side.export_view import open_source
from adjudicator.play.vassal.reading import read_file
from adjudicator.vassal import commands
from adjudicator.vassal.archives import saved_game
from adjudicator.vassal.modules import read_module
from adjudicator.vassal.table import story_of

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "vassal"
README = (EXAMPLES / "README.md").read_text("utf-8")
PAGE = (ROOT / "docs" / "vassal.md").read_text("utf-8")


def test_the_readme_lists_every_file() -> None:
    listed = re.findall(r"^\| `([^`]+)`", README, re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in EXAMPLES.iterdir() if path.name != "README.md")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.vsav")), ids=lambda path: path.name)
def test_a_save_is_the_position_of_its_match(path: Path) -> None:
    scenario, side, step = path.stem.split("-")
    source = open_source(ROOT / "examples" / scenario / "log.jsonl")
    read = read_file(source, path.read_bytes(), path.name, side, step=int(step))
    assert (read.text, read.unread, read.differences) == ("", (), ())


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.vlog")), ids=lambda path: path.name)
def test_a_log_has_as_many_steps_as_the_readme_says(path: Path) -> None:
    story = story_of(commands.read(saved_game(path.read_bytes(), path.name)))
    assert re.search(rf"`{path.name}` .* {len(story.steps)} steps", README)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.vmod")), ids=lambda path: path.name)
def test_a_module_can_be_read(path: Path) -> None:
    module = read_module(path.read_bytes(), path.name)
    assert module.name.endswith("(adjudicator)")
    assert module.maps["Main Map"]["Field"] is not None
    assert path.stat().st_size < 700_000


def test_the_commands_of_the_page_are_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a new match to a save, a log, and what is read of them."""
    monkeypatch.chdir(tmp_path)
    assert run(["new", "bautzen", "our-match", "--seed", "by VASSAL"]) == 0
    assert run(["run", "--match", "our-match"]) == 0
    lines = [line.strip() for line in PAGE.splitlines() if line.startswith("    adjudicator")]
    assert len(lines) == 5
    for line in lines[:3]:
        assert run(line.split()[1:]) == 0
    assert run(lines[3].replace("mine.vlog", "match.vlog").split()[1:]) == 0
    capsys.readouterr()
    assert run(lines[4].split()[1:]) == 2
    assert "mine.vlog" in capsys.readouterr().err
