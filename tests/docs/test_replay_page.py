"""The commands of docs/replay.md run, and the keys that it names are those of the page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.cli.app import run

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "replay.md").read_text("utf-8")


def test_its_commands_run_and_the_report_links_to_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    (adjudicator .*)$", PAGE, re.MULTILINE)
    assert len(commands) == 2
    for command in commands:
        assert run(command.replace("our-match", str(ROOT / "examples" / "lutzen-noon")).split()[1:]) == 0
    assert "<title>" in (tmp_path / "replay.html").read_text("utf-8")
    assert 'href="replay.html#' in (tmp_path / "turn7.html").read_text("utf-8")


def test_a_report_alone_links_to_nothing(tmp_path: Path) -> None:
    file = tmp_path / "turn.html"
    assert run(["report", "--match", str(ROOT / "examples" / "lutzen-noon"), "--format", "html", "-o", str(file)]) == 0
    assert "replay.html" not in file.read_text("utf-8")


def test_an_export_gives_the_page_of_its_side(tmp_path: Path) -> None:
    home = ROOT / "examples" / "lutzen-noon" / "exports" / "French.jsonl"
    assert run(["replay", str(home), "-o", str(tmp_path / "mine.html")]) == 0
    assert "as the French side saw it" in (tmp_path / "mine.html").read_text("utf-8")
    assert run(["replay", str(home), "--match", str(home), "-o", str(tmp_path / "x.html")]) == 2
    assert run(["replay", str(home), "--side", "Coalition", "-o", str(tmp_path / "x.html")]) == 2
    assert not (tmp_path / "x.html").exists()


def test_its_keys_are_those_of_the_page() -> None:
    script = (ROOT / "templates" / "replay" / "playing.js").read_text("utf-8")
    help_page = (ROOT / "templates" / "replay" / "page.html").read_text("utf-8")
    for shown, key in (("PgDn", "PageDown"), ("Home", "Home"), ("]", '"]"'), ("Space", '" "'), ("G", "g:")):
        assert shown in PAGE
        assert shown in help_page
        assert key in script
