"""docs/labataille.md: every example is understood, and says the same when it is printed and read again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.orders import Heading
from adjudicator.core.source import source_lines
from adjudicator.core.types import Side
from adjudicator.dsl.printing import write
from adjudicator.dsl.reading import read
from adjudicator.rulesets.labataille.orders import ORDERS
from tests.labataille.field import scenario

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "labataille.md").read_text("utf-8")
BARE = {"line", "then", "otherwise"}
EXAMPLES = re.findall(r"```orders (\S+) (\S+)\n(.*?)```", PAGE, re.S)


def made_of(name: str, side: str, text: str) -> Any:
    rules = scenario(name)
    return read(rules.language, rules.known(rules.start(), Side(side)), Side(side), "", source_lines(text))


@pytest.mark.parametrize(("name", "side", "text"), EXAMPLES)
def test_every_example_is_understood(name: str, side: str, text: str) -> None:
    rules = scenario(name)
    made = made_of(name, side, text)
    assert [(problem.line, problem.reason) for problem in made.problems] == []
    assert made.orders or made.standing
    known = rules.known(rules.start(), Side(side))
    for order in made.orders:
        if isinstance(order, Heading):
            continue
        words = write(rules.language, known, Side(side), order)
        again = read(rules.language, known, Side(side), "", source_lines(words)).orders
        assert [one.model_dump(exclude=BARE) for one in again] == [order.model_dump(exclude=BARE)], words


def test_the_page_shows_every_order() -> None:
    shown: set[type] = set()
    for name, side, text in EXAMPLES:
        for order in made_of(name, side, text).orders:
            shown |= {type(order), type(getattr(order, "then", None))}
    assert [order.__name__ for order in ORDERS if order not in shown] == []
