"""A text of a million letters takes a million times what one letter takes, whatever it is made of.

There is no clock in these tests: where a pattern or a loop goes over a line again for each of its letters, they take
hours.
"""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.orders import Text
from adjudicator.core.types import Side
from adjudicator.play.match.reading import read_header, read_lines
from adjudicator.post.source import source_of

RULES: Any = rulesets.load("bautzen", {})
START = RULES.start()
FRENCH = Side("French")
MANY = 1_000_000
SOME = 100_000


def read(text: str) -> Text:
    lines = source_of(text.encode("utf-8"))
    read_header(lines)
    return read_lines(RULES, RULES.known(START, FRENCH), FRENCH, "", lines)


LONG_LINES = {
    "blanks before an order": " " * MANY + "move Bonnet to 1104",
    "blanks behind an order": "move Bonnet to 1104" + " " * MANY,
    "blanks within an order": "move Bonnet" + " " * MANY + "to 1104",
    "odd blanks": "\u00a0\t" * (MANY // 2) + "x",
    "dashes and a letter": "-" * MANY + "x",
    "list marks": "- " * (MANY // 2) + "x",
    "decoration": "x" + "*_=~|.:-" * (MANY // 8) + "x",
    "a header and blanks": "turn:" + " " * MANY + "x" + " " * MANY + "y",
    "a header without a colon": "turn" + " " * MANY + "3",
    "a header of words": "side: " + "a " * (MANY // 2),
    "a section and blanks": "standing orders" + " " * MANY + "x",
    "a section and its blanks": "standing orders:" + " " * MANY + "x",
    "an answer and blanks": "answer" + " " * MANY + "d" + " " * MANY + "1",
    "a decision and blanks": "d" + " " * MANY + "1" + " " * MANY + "x",
    "one word": "a" * MANY,
    "many words": "ab " * (MANY // 3),
    "marks of quoting": ">" * MANY,
    "arrows": "->" * (MANY // 2),
    "quotation marks": '"' * MANY,
    "remarks": "#" * MANY,
    "half entities": "&gt" * (MANY // 3),
    "accents on one letter": "a" + "\u0301" * MANY,
    "open tags": "[quote=" * (MANY // 7),
    "tags": "[quote]" * (MANY // 7),
    "an endless attribution": "On 1 wrote " * (MANY // 11) + ":",
    "a mark in a rule": "-" * MANY + "begin" + " " * MANY + "orders" + "-" * MANY + "x",
}


@pytest.mark.parametrize("text", LONG_LINES.values(), ids=LONG_LINES.keys())
def test_a_line_of_a_million_letters_is_read_in_one_go(text: str) -> None:
    found = read(f"pass\n\n{text}\n\norders\nmove Compans to 1203")
    kinds = [order.kind for order in found.orders]
    assert kinds[0] == "pass"
    assert kinds[-1] == "move" or "[quote" in text


MANY_LINES = {
    "empty lines": "\n",
    "the same order": "move Bonnet to 1104\n",
    "a wrong order": "mvoe Bonnet to 1104\n",
    "a letter": "x\n",
    "a list without an end": "Bonnet,\n",
    "wrapped lines": "x" * 66 + "\n",
    "conditions": "if turn = 5:\n",
    "otherwise": "otherwise: pass\n",
    "headings": "movement\n",
    "sections": "standing orders\n",
    "headers": "turn: 3\n",
    "other headers": "turn: 3\nturn: 4\n",
    "answers": "D1: stand\n",
    "quoted orders": "> move Bonnet to 1104\n",
    "attributions": "Ney wrote:\n> pass\n",
    "half attributions": "On 1 May Ney\n",
}


@pytest.mark.parametrize("line", MANY_LINES.values(), ids=MANY_LINES.keys())
def test_many_lines_are_read_in_one_go(line: str) -> None:
    """Twice as many lines ask for twice as much work: looked up once each are the lines that are alike."""
    count = SOME // len(line)
    found = read(f"pass\n\n{line * count}")
    assert found.orders[0].kind == "pass"
    assert len(found.lines) == line.count("\n") * count + 3
