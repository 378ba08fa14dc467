"""The outbox: after each step a folder for every side, and for the umpire who owes what."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from adjudicator.core.events import MatchEnded
from adjudicator.core.types import Ending, RuleId, Side
from adjudicator.play.desk.order_form import order_form
from adjudicator.play.desk.outbox import deliver
from adjudicator.play.match.match import Match
from adjudicator.play.side.export_view import Home, open_source
from adjudicator.play.side.reporting import picture, report
from adjudicator.report.context import FORMATS
from tests.support.scripted_turn import COALITION_SEQUENCE, FRENCH, FRENCH_SEQUENCE, begin, play_french, write_step

SIDES = ("French", "Coalition")
SENT = {
    *("report.html", "report.md", "report.bbcode", "report.txt"),
    *("map.svg", "map.png", "orders.txt", "export.jsonl", "step.txt"),
}


@pytest.fixture(scope="module")
def delivered(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """A match of two steps whose outbox has been written."""
    match = begin(tmp_path_factory.mktemp("outbox") / "match")
    play_french(match)
    deliver(match)
    return match


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("side", SIDES)
def test_each_side_finds_everything_that_it_is_to_be_sent(delivered: Match, side: str) -> None:
    latest = delivered.folder / "outbox" / side / "latest"
    assert files(latest) == SENT
    for fmt in FORMATS:
        assert (latest / f"report.{fmt}").read_text("utf-8") == report(delivered, side, fmt)
    assert (latest / "orders.txt").read_text("utf-8") == order_form(delivered, Side(side))
    assert (latest / "map.svg").read_text("utf-8") == picture(delivered, side)
    data = (latest / "map.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", data[16:20])[0] == 1600


@pytest.mark.parametrize("side", SIDES)
def test_the_export_in_it_gives_the_same_report_at_home(delivered: Match, side: str) -> None:
    home = open_source(delivered.folder / "outbox" / side / "latest" / "export.jsonl")
    assert isinstance(home, Home)
    assert home.side == side
    assert report(home, side, "txt") == report(delivered, side, "txt")


def test_every_step_is_kept_in_folders_that_sort(delivered: Match) -> None:
    for side in (*SIDES, "Umpire"):
        folders = sorted(path.name for path in (delivered.folder / "outbox" / side).iterdir())
        assert folders == ["T00-step001", "T01-step002", "latest"]
    kept = delivered.folder / "outbox" / "French" / "T00-step001"
    assert files(kept) == {"report.html", "report.md", "report.bbcode", "report.txt", "orders.txt"}
    assert (kept / "report.txt").read_text("utf-8") == report(delivered, "French", "txt", 1)


def test_the_umpire_reads_who_owes_what(delivered: Match) -> None:
    latest = delivered.folder / "outbox" / "Umpire" / "latest"
    assert files(latest) == (SENT - {"orders.txt", "export.jsonl"}) | {"summary.txt"}
    words = (latest / "summary.txt").read_text("utf-8")
    assert "Awaited\n  Coalition: orders\n" in words
    assert "French: what is in outbox/French/latest" in words
    assert delivered.history.steps[-1].last_hash in words
    assert max(len(line) for line in words.splitlines()) <= 72


def test_no_side_finds_the_secret_or_what_is_the_others(delivered: Match) -> None:
    secret = delivered.lines[0].body["secret"]
    for side in SIDES:
        for path in (delivered.folder / "outbox" / side).rglob("*.*"):
            if path.suffix != ".png" and path.is_file():
                assert secret not in path.read_text("utf-8")
    theirs = (delivered.folder / "outbox" / "Coalition" / "latest" / "export.jsonl").read_text("utf-8")
    assert "move Ledru to 1209" not in theirs


def test_what_was_sent_stays_and_a_killed_run_is_made_good(tmp_path: Path) -> None:
    """Delivering again writes nothing; a corrected step gets a folder of its own; what is missing is written."""
    match = begin(tmp_path / "match")
    play_french(match)
    assert deliver(match)
    assert deliver(match) == []
    box = match.folder / "outbox"
    sent = (box / "French" / "T01-step002" / "report.txt").read_bytes()
    old = {name: value for name, value in match.lines[-1].body.items() if name != "salt"}
    with match.writing():
        ruling = {"step": 2, "sort": "correct", "reason": "Read again.", "options": {"fog": "stacks"}}
        match.append([("ruling", ruling)])
        match.append([("turn", old)])
    write_step(match, COALITION_SEQUENCE)
    (box / "Umpire" / "T00-step001" / "summary.txt").unlink()
    written = deliver(match)
    assert box / "French" / "latest" / "report.html" in written
    assert (box / "Umpire" / "T00-step001" / "summary.txt").is_file()
    folders = sorted(path.name for path in (box / "French").iterdir())
    assert folders == ["T00-step001", "T01-step002", "T01-step002-line6", "T01-step003", "latest"]
    assert (box / "French" / "T01-step002" / "report.txt").read_bytes() == sent
    assert "Step 2 was corrected." in (box / "French" / "T01-step002-line6" / "report.txt").read_text("utf-8")


def test_nothing_played_nothing_to_send(tmp_path: Path) -> None:
    from adjudicator.play.match.match import create

    match = create("bautzen", tmp_path / "match", seed="nothing yet")
    assert deliver(match) == []
    assert not (match.folder / "outbox").exists()


def test_a_form_of_an_earlier_step_does_not_stay_when_the_match_is_over(tmp_path: Path) -> None:
    match = begin(tmp_path / "match")
    latest = match.folder / "outbox" / "French" / "latest"
    latest.mkdir(parents=True)
    (latest / "orders.txt").write_text("the form of the step before", "utf-8")
    over = Ending(winner=FRENCH, level="resignation", reason="The Coalition side resigned.", rule=RuleId("GENERAL"))
    write_step(match, (FRENCH_SEQUENCE[0], MatchEnded(rule=over.rule, ending=over)))
    deliver(match, match.history.steps[-1:])
    assert files(latest) == SENT - {"orders.txt"}
    assert "the match is over" in (match.folder / "outbox" / "Umpire" / "latest" / "summary.txt").read_text("utf-8")
