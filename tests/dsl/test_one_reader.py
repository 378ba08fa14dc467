"""What a text is, and what of it counts: found by the reader alone, from lines that are quoted or not."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.orders import Text
from adjudicator.core.source import SourceLine
from adjudicator.core.types import UMPIRE, Side
from adjudicator.play.match.reading import header_places, read_header, read_lines
from adjudicator.post.source import source_of

RULES: Any = rulesets.load("bautzen", {})
START = RULES.start()
FRENCH = Side("French")


def lines_of(text: str) -> tuple[SourceLine, ...]:
    return source_of(text.encode("utf-8"))


def read(text: str, side: Side = FRENCH) -> Text:
    return read_lines(RULES, RULES.known(START, side), side, "", lines_of(text))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("move Bonnet to 1104", "orders"),
        ("", "orders"),
        ("movement\ncombat", "orders"),
        ("pass\nstanding orders\nask me about losses", "orders"),
        ("standing orders\nask me about losses", "standing"),
        ("Standing  Orders: none", "standing"),
        ("standing orders\nask me abuot losses", "standing"),
        ("mvoe Bonnet\nstanding orders\nask me about losses", "orders"),
        ("combat\nstanding orders: none", "standing"),
        ("answer D1: no support", "answer"),
        ("D1: no support", "answer"),
        ("- D1: no support", "answer"),
        ("2) answer D1: no support", "answer"),
        ("answers D1: no support", "answer"),
        ("ANSWER D 1 : no support", "answer"),
        ("answer D1 no support", "answer"),
        ("answer 1: no support", "answer"),
        ("move Bonnet to 1104\nD1: no support", "answer"),
        ("answer D1: no support\nstanding orders\nask me about losses", "answer"),
        ("move Bonnet to 1104\nanswer me soon, please", "orders"),
    ],
)
def test_the_kind_of_a_text_is_told_by_its_lines(text: str, kind: str) -> None:
    assert read(text).kind == kind


def test_what_the_umpire_sends_is_a_report_or_an_answer() -> None:
    assert read("put Compans at 1205", UMPIRE).kind == "report"
    assert read("answer D1: no support", UMPIRE).kind == "answer"


def test_an_answer_is_read_whatever_introduces_it() -> None:
    for line in ("- D1: no support", "answers D1: no support", "D1: no support", "1. answer d1 : no support"):
        found = read(line)
        assert [(answer.number, answer.choice.kind) for answer in found.answers] == [(1, "support")], line
        assert not found.orders


def test_an_answer_may_bring_standing_orders_with_it() -> None:
    found = read("answer D1: no support\n\nstanding orders\n  ask me about losses")
    assert len(found.answers) == len(found.standing or ()) == 1


def test_two_answers_to_one_decision_are_an_error_and_neither_counts() -> None:
    found = read("answer D1: no support\nD2: stand\nD1: support 2 Artillery")
    assert [answer.number for answer in found.answers] == [2]
    (problem,) = found.problems
    assert (problem.severity, problem.line) == ("error", 3)
    assert problem.reason == "D1 is answered twice, in line 1 and here; neither counts."


# --- quoted lines ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("old", ["> turn: 4\n> side: Coalition", "[quote]turn: 4\nside: Coalition[/quote]"])
def test_a_quoted_header_says_nothing(old: str) -> None:
    text = f"{old}\nturn: 5\nside: French\npass"
    assert read(text).header.turn == read_header(lines_of(text)).turn == 5
    assert read(text).header.side == read_header(lines_of(text)).side == "French"
    assert header_places(lines_of(text)) == {"turn": 3, "side": 4}
    assert not read(text).problems
    assert read_header(lines_of(f"{old}\npass")).turn is None


def test_quoted_answers_and_orders_are_not_read() -> None:
    found = read("> answer D2: stand\nD1: no support\n> answer D3: stand")
    assert [answer.number for answer in found.answers] == [1]
    assert found.quoted == (1, 3)
    found = read("[quote]\nmove Ney to 1104\n[/quote]\nmove Bonnet to 1104\n\nNey wrote:\nattack 1504")
    assert [(order.kind, order.line) for order in found.orders] == [("move", 4)]
    assert not found.problems
    assert found.quoted == (2, 7)


def test_what_was_quoted_and_looks_like_no_order_is_not_mentioned() -> None:
    found = read("> Your orders for turn 1 are awaited.\n> For the Emperor!\n> if you like\npass")
    assert found.quoted == ()


def test_a_quoted_line_is_a_break_like_an_empty_one() -> None:
    apart = read("bombard 1205 with Artillery,\n> Drouot\nDrouot")
    assert apart.problems
    assert [problem.line for problem in apart.problems] == [
        problem.line for problem in read("bombard 1205 with Artillery,\n\nDrouot").problems
    ]
    assert apart.lines == {1: "bombard 1205 with Artillery,", 2: "", 3: "Drouot"}


def test_the_header_alone_is_the_header_of_the_whole() -> None:
    for text in (
        "Dear umpire,\nmatch: first-steps # ours\nTURN = T3\n* side: French.\nphase: Combat\nseat: left wing\npass",
        "match: a\nmatch: b\npass",
        "turn == 5\nside:\npass",
        "- side: French\nif turn = 5: pass",
    ):
        assert read(text).header == read_header(lines_of(text)), text


def test_a_condition_over_two_lines_is_no_header() -> None:
    found = read("turn: 3\nmove Compans to 1203 if 1205 is empty and \nturn = 5")
    assert not found.problems
    assert found.header.turn == 3
    assert len(found.orders) == 1
