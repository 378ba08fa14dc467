"""Messages between players: to whom they go, who reads them, and what a match allows."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.core.types import Side
from adjudicator.play.match.match import Match
from adjudicator.play.match.running import run
from adjudicator.play.mutual.handing_in import Slip, hand_in
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.exporting import export
from adjudicator.play.side.reporting import report
from adjudicator.play.side.side_views import Whole
from adjudicator.record import check_log
from adjudicator.report.context import FORMATS
from tests.support.logs import lines_of
from tests.support.small_match import begin, play

SEATS = {"French": ["Ney", "Soult"], "Coalition": ["Blücher"]}


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return begin(tmp_path / "m", seats=SEATS)


def say(match: Match, side: str, words: str) -> Slip:
    slip = hand_in(match, f"match: small\nside: {side}\n{words}\n".encode(), "press.txt")
    assert isinstance(slip, Slip)
    return slip


@pytest.mark.parametrize(
    ("line", "side", "to"),
    [
        ("press to all: Vive l'Empereur!", "French", "All"),
        ("press to Coalition: a word", "French", "Coalition"),
        ("Press to the umpire: a word", "French", "Umpire"),
        ("press to Soult: a word", "French", "French/Soult"),
        ("press to Coalition/Blücher: a word", "French", "Coalition/Blücher"),
        ("press to everybody, unsigned: a word", "Public", "All"),
        ("press to Coalition, on the record:\n\na word\nand another", "French", "Coalition"),
    ],
)
def test_a_message_goes_to_whom_it_names(match: Match, line: str, side: str, to: str) -> None:
    slip = say(match, "French", line)
    assert slip.line is not None
    assert (slip.line.body["side"], slip.line.body["to"]) == (side, to)
    assert slip.line.body["text"] == line.partition(":")[2].strip()
    assert verify_file(match.folder).good
    assert check_log.main([str(match.folder / "log.jsonl")]) == 0


def test_off_the_record_nothing_is_kept(match: Match) -> None:
    before = match.log.path.read_bytes()
    slip = say(match, "French", "press to Coalition, off the record: shall we?")
    assert (slip.line, slip.to, slip.message, slip.sender) == (None, "Coalition", "shall we?", "French")
    assert match.log.path.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("press to Wellington: hello", "nobody called 'Wellington'"),
        ("press to all:", "has no words"),
        (f"press to all: {'x' * 5000}", "at most 4,000"),
    ],
)
def test_what_cannot_be_passed_on_is_refused(match: Match, words: str, says: str) -> None:
    with pytest.raises(MatchError, match=says):
        say(match, "French", words)


def test_nobody_s_address_gets_into_the_log(match: Match) -> None:
    say(match, "French", "press to all: write to ney@example.org")
    assert "ney@example.org" not in match.log.path.read_text("utf-8")


def test_quoted_messages_are_nobody_s(match: Match) -> None:
    with pytest.raises(MatchError):
        hand_in(match, b"match: small\nside: French\n> press to all: hello\n", "press.txt")


@pytest.mark.parametrize(("allowed", "to", "passes"), [
    ("none", "Coalition", False), ("none", "Umpire", True), ("umpire", "all", False), ("umpire", "Umpire", True),
    ("open", "all", True),
])  # fmt: skip
def test_the_option_says_what_is_allowed(tmp_path: Path, allowed: str, to: str, passes: bool) -> None:
    match = begin(tmp_path / "m", options={"press": allowed})
    if passes:
        assert say(match, "French", f"press to {to}: hello").line is not None
        return
    with pytest.raises(MatchError, match=f"press = {allowed}"):
        say(match, "French", f"press to {to}: hello")


def test_reports_and_exports_show_it_to_those_whom_it_is_for_and_to_nobody_else(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    say(match, "French", "press to Coalition: the secret word is [b]Burk[/b]")
    say(match, "French", "press to Umpire: a question of rules")
    say(match, "Coalition", "press to all, unsigned: who goes there")
    play(match, "French", "pass")
    readers = {"French": (True, True), "Coalition": (True, False), "Public": (False, False), "Umpire": (True, True)}
    for reader, (secret, question) in readers.items():
        for form in FORMATS:
            told = report(match, reader, form)
            assert ("the secret word is" in told) is secret, (reader, form)
            assert ("a question of rules" in told) is question, (reader, form)
            assert "who goes there" in told
            assert "Somebody" in told
    for side in ("French", "Coalition"):
        file = tmp_path / f"{side}.jsonl"
        file.write_text(export(Whole(match.lines, match.history), Side(side)), "utf-8")
        assert ("the secret word is" in file.read_text("utf-8")) is readers[side][0]
        assert ("a question of rules" in file.read_text("utf-8")) is readers[side][1]
        assert verify_file(file).good
        assert verify_file(match.folder, against=file).good
        assert check_log.main([str(file)]) == 0
        assert report(open_source(file), side, "txt") == report(match, side, "txt")


def test_a_message_to_one_player_is_in_his_side_s_export_only(match: Match) -> None:
    say(match, "Coalition", "press to Ney: come over")
    text = export(Whole(match.lines, match.history), Side("French"))
    assert "come over" in text
    other = [line for line in lines_of(match.folder / "log.jsonl") if line["kind"] == "press"]
    assert other[0]["body"]["to"] == "French/Ney"


def test_a_later_report_tells_only_what_was_said_since(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    say(match, "French", "press to all: first words")
    play(match, "French", "pass")
    play(match, "Coalition", "pass")
    say(match, "French", "press to all: second words")
    play(match, "French", "pass", 2)
    assert "first words" not in report(match, "French", "txt")
    assert "second words" in report(match, "French", "txt")
    assert run(match).ending is None
