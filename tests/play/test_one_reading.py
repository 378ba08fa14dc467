"""`check`, `submit`, `run`, `ruling` and the log read a text alike, and once."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.core.orders import Text
from adjudicator.play.match.match import Match
from adjudicator.play.match.received import as_read
from adjudicator.play.match.running import run
from adjudicator.play.match.setup import default_tools
from adjudicator.play.match.submitting import Receipt, submit
from adjudicator.play.proof.drafting import Wish
from adjudicator.play.proof.rulings import rule
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.checking import Checked, check
from adjudicator.play.side.side_views import Whole
from tests.support.small_match import begin, hand_in, play

HEADER = "match: small\nturn: 1\nside: French\n"


@pytest.fixture
def small(tmp_path: Path) -> Match:
    return begin(tmp_path / "small")


def mail(text: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "french@example.org", "umpire@example.org", "Turn 1"
    message.set_content(text)
    return message.as_bytes()


def checked(match: Match, data: bytes) -> Checked:
    return check(Whole(match.lines, match.history), as_read(data))


# --- one numbering -------------------------------------------------------------------------------------------------


INSIDE = f"> turn: 9\n{HEADER}\nmvoe Bonnet to 1104\nmove Compans to 1302\n"
MIXED = f"Dear umpire,\n\nBEGIN ORDERS\n{INSIDE}END ORDERS\n-- \nNey\n"


@pytest.mark.parametrize("form", [str.encode, mail])
def test_check_submit_run_and_ruling_count_the_lines_of_a_text_alike(small: Match, form: Any) -> None:
    """A ruling on the line that `check` named hits the order that `check` meant."""
    data = form(MIXED)
    (wrong,) = [problem for problem in checked(small, data).problems if problem.severity == "error"]
    receipt = submit(small, data, "text")
    assert wrong.line == 6
    assert wrong in receipt.problems
    assert "  6  mvoe Bonnet to 1104" in receipt.words()
    run(small)
    (refused,) = [line for line in small.lines if line.kind == "turn"][-1].body["refused"]
    assert refused["line"] == 6
    rule(small, Wish(step=2, sort="correct", reason="a slip", orders=("French:6=move Bonnet to 1104",)))
    moved = [e.model_dump()["units"] for e in small.history.steps[-1].events if e.kind == "units_moved"]
    assert moved == [("bonnet",), ("compans",)]
    assert verify_file(small.folder).good


def test_the_receipt_prints_the_lines_as_read_with_their_numbers(small: Match) -> None:
    receipt = submit(small, MIXED.encode(), "text")
    words = receipt.words()
    start = words.index("As read, with the numbers by which reports and rulings name its lines:") + 1
    assert words[start : start + 5] == [
        "  2  match: small",
        "  3  turn: 1",
        "  4  side: French",
        "  6  mvoe Bonnet to 1104",
        "  7  move Compans to 1302",
    ]
    assert any("counted from the one below BEGIN ORDERS" in line for line in words)
    assert any("line 1" in note and "is not read" in note for note in receipt.notes)


def test_check_says_how_lines_are_counted(small: Match) -> None:
    assert any("below BEGIN ORDERS" in note for _, note in checked(small, MIXED.encode()).notes)
    assert not any("BEGIN" in note for _, note in checked(small, f"{HEADER}\npass".encode()).notes)


# --- answers and orders --------------------------------------------------------------------------------------------


@pytest.fixture
def asked(small: Match) -> Match:
    """The French are asked for the head unit of an attack, and have sent orders for the next turn."""
    orders = "move Morand to 1702\nmove Briche to 1602\nattack 1703 from 1702, 1602"
    hand_in(small, "French", "move Compans to 1302", 2)
    play(small, "French", f"{orders}\n\nstanding orders\n  ask me about head")
    assert [asked.name for asked in small.history.open] == ["D1"]
    return small


@pytest.mark.parametrize("line", ["- D1: head Morand", "answers D1: head Morand", "D 1: head Morand"])
def test_an_answer_is_an_answer_to_all_and_leaves_the_orders_of_its_side_alone(asked: Match, line: str) -> None:
    receipt = hand_in(asked, "French", line, 2)
    assert (receipt.purpose.kind, receipt.line.kind, receipt.replaces) == ("answer", "answer", None)
    run(asked, ["Coalition"])
    moved = [e.model_dump()["units"] for s in asked.history.steps for e in s.events if e.kind == "units_moved"]
    assert ("compans",) in moved
    assert verify_file(asked.folder).good


def test_two_answers_to_one_decision_leave_it_open(asked: Match) -> None:
    receipt = hand_in(asked, "French", "D1: head Morand\nD1: head Briche", 1)
    assert ["answered twice" in problem.reason for problem in receipt.problems] == [True]
    assert run(asked).steps == []
    hand_in(asked, "French", "D1: head Briche", 1)
    assert run(asked).steps


def test_a_quoted_answer_answers_nothing(asked: Match) -> None:
    receipt = submit(asked, f"{HEADER}\npass\n> answer D1: head Morand\n".encode(), "text")
    assert (receipt.purpose.kind, receipt.purpose.when) == ("orders", "late")
    assert run(asked).steps == []


# --- quoted text ---------------------------------------------------------------------------------------------------


def test_a_quoted_header_never_beats_ones_own(small: Match) -> None:
    receipt = submit(small, f"> turn: 4\n> match: other\n{HEADER}\npass\n".encode(), "text")
    assert receipt.purpose.turn == 1
    assert receipt.line.body["text"] == f"\n\n{HEADER}\npass\n"
    assert verify_file(small.folder).good


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            f"{HEADER}\nHere are my orders.\n> move Bonnet to 1104\n",
            r"is quoted \(line 6\), and quoted text is",
        ),
        (f"{HEADER}\n[quote]\nmove Bonnet to 1104\npass\n[/quote]\n", r"is quoted \(lines 6-7\)"),
        (f"{HEADER}\nNey wrote:\nmove Bonnet to 1104\n", r"is quoted \(line 6\)"),
        ("> match: small\n> turn: 1\n> side: French\n\npass\n", "whose it is. Its line `side:` is quoted"),
        ("side: French\n> turn: 1\n\npass\n", "which turn it is for. Its line `turn:` is quoted"),
        ("> BEGIN ORDERS\n> pass\n> END ORDERS\n", "holds quoted text only"),
    ],
)
def test_where_all_orders_are_quoted_the_player_is_told_and_nothing_is_recorded(
    small: Match, text: str, why: str
) -> None:
    before = len(small.lines)
    with pytest.raises(MatchError, match=why) as refused:
        submit(small, text.encode(), "text")
    assert refused.value.remedy
    assert len(Match(small.folder).lines) == before


def test_check_says_so_too_and_names_what_else_is_wrong(small: Match) -> None:
    found = checked(small, f"{HEADER}\nmvoe Bonnet to 1104\n> move Bonnet to 1104\n".encode())
    assert not found.good
    assert "is quoted (line 6)" in found.problems[0].reason
    assert [problem.line for problem in found.problems] == [0, 5]


def test_a_mail_address_is_taken_out_and_refuses_nothing(small: Match) -> None:
    receipt = submit(small, mail(f"{HEADER}\npass\n# ask ney@example.org\n"), "text")
    assert receipt.line.body["text"].split("\n")[5] == "# ask [address]"
    assert "example.org" not in (small.folder / "log.jsonl").read_text("utf-8")


# --- turns that cannot be ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "why"), [(14, "its last turn is 13"), (999, "its last turn is 13"), (0, "first turn of the match is 1")]
)
def test_a_text_for_a_turn_that_the_match_cannot_have_is_refused(small: Match, turn: int, why: str) -> None:
    with pytest.raises(MatchError, match=why):
        hand_in(small, "French", "pass", turn)
    with pytest.raises(MatchError, match=why):
        hand_in(small, "French", "standing orders\n  losses: weakest first", turn)
    (problem,) = checked(small, f"match: small\nturn: {turn}\nside: French\npass".encode()).problems
    assert (problem.severity, problem.line) == ("error", 2)
    assert hand_in(small, "French", "pass", 13).purpose.when == "later"


def test_a_match_without_a_last_turn_waits_for_any(tmp_path: Path) -> None:
    match = begin(tmp_path / "m", options={"bau_last_turn": "none"})
    assert hand_in(match, "French", "pass", 40).purpose.when == "later"


# --- once ------------------------------------------------------------------------------------------------------------


class Counting:
    """The reader of orders, counting how often it reads."""

    def __init__(self) -> None:
        self.calls = 0
        self._read = default_tools().read

    def __call__(self, *arguments: Any) -> Text:
        self.calls += 1
        return self._read(*arguments)


def counted(folder: Path) -> tuple[Match, Counting]:
    counting = Counting()
    return Match(folder, replace(default_tools(), read=counting)), counting


def test_check_and_submit_read_a_text_once(small: Match) -> None:
    match, counting = counted(small.folder)
    checked(match, f"{HEADER}\nmove Bonnet to 1104\n".encode())
    assert counting.calls == 1
    receipt: Receipt = submit(match, f"{HEADER}\nmove Bonnet to 1104\n".encode(), "text")
    assert counting.calls == 2
    assert receipt.purpose.read.orders
    run(match)
    assert counting.calls == 2, "the position is the one in which the text came: its reading was handed on"


def test_verify_reads_a_text_once_where_the_position_is_the_same(small: Match) -> None:
    play(small, "French", "move Bonnet to 1104")
    play(small, "Coalition", "pass")
    counting = Counting()
    assert verify_file(small.folder, tools=replace(default_tools(), read=counting)).good
    assert counting.calls == 2
