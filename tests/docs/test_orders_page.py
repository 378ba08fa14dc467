"""Every example of the page on the order language is read as it says."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.orders import Text
from adjudicator.core.types import UMPIRE, Side
from adjudicator.play.match.reading import read_text

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "orders.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+)([^\n]*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TABLES = {"write": "", "choice": "standing orders\n", "moment": "standing orders\n"}
"""First words of the head of tables of examples, and what must stand before an example for it to be read."""


def rows() -> list[tuple[str, str]]:
    """The examples in the first columns of tables, with what stands before them."""
    found, opening = [], None
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            opening = None
        elif cells[0] in TABLES:
            opening = TABLES[cells[0]]
        elif opening is not None and cells[0].startswith("`"):
            found.append((opening, cells[0].strip("`")))
    return found


@lru_cache(maxsize=4)
def game(name: str) -> tuple[Any, Any]:
    rules = rulesets.load(name, {})
    return rules, rules.start()


def read(text: str, side: str = "French", name: str = "bautzen") -> Text:
    rules, start = game(name)
    who = UMPIRE if side == "Umpire" else Side(side)
    return read_text(rules, rules.known(start, who), who, "", text)


def settings(words: str) -> dict[str, str]:
    return dict(word.split("=") for word in words.split())


@pytest.mark.parametrize(("sort", "words", "text"), [block for block in BLOCKS if block[0] in ("orders", "standing")])
def test_every_example_block_is_read_whole(sort: str, words: str, text: str) -> None:
    given = settings(words)
    opening = "standing orders\n" if sort == "standing" else ""
    found = read(opening + text, given.get("side", "French"), given.get("game", "bautzen"))
    assert not found.problems, "\n".join(problem.show() for problem in found.problems)
    assert found.orders or found.standing or found.answers


@pytest.mark.parametrize(("opening", "example"), rows(), ids=[example for _, example in rows()])
def test_every_example_of_a_table_is_one_order(opening: str, example: str) -> None:
    found = read(opening + example)
    assert not found.problems, "\n".join(problem.show() for problem in found.problems)
    assert len(found.orders) + len(found.standing or ()) == 1


def test_every_choice_of_the_table_is_an_answer_too() -> None:
    choices = [example for opening, example in rows() if opening]
    for choice in choices:
        if not choice.startswith(("when", "after", "in ", "ask")):
            found = read(f"answer D7: {choice}")
            assert not found.problems, choice


def test_mistakes_are_shown_as_the_page_shows_them() -> None:
    wrong = next(text for sort, _, text in BLOCKS if sort == "mistakes")
    shown = next(text for sort, _, text in BLOCKS if sort == "shown")
    assert "\n".join(problem.show() for problem in read(wrong).problems) == shown.rstrip("\n")


def test_the_page_has_tables_and_blocks_enough() -> None:
    assert len(rows()) > 50
    assert len(BLOCKS) > 12
