"""What players write in their own way is read as the same in the words of the language."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.orders import Conditional, Text
from adjudicator.core.types import Order, Side
from adjudicator.play.match.reading import read_text, write_order

SAYINGS = tomllib.loads((Path(__file__).parent / "sayings.toml").read_text("utf-8"))["saying"]


@lru_cache(maxsize=4)
def game(name: str) -> tuple[Any, Any]:
    rules = rulesets.load(name, {})
    return rules, rules.start()


def read(saying: dict[str, str], text: str) -> Text:
    rules, start = game(saying.get("game", "bautzen"))
    side = Side(saying.get("side", "French"))
    whole = f"standing orders\n{text}" if saying.get("section") == "standing" else text
    found = read_text(rules, rules.known(start, side), side, "", whole)
    assert not found.problems, "\n".join(problem.show() for problem in found.problems)
    return found


def said(text: Text) -> list[Order]:
    """The orders of a text, wherever they are written in it."""
    return [unplaced(order) for order in (*text.orders, *(text.standing or ()))]


def unplaced(order: Order) -> Order:
    change: dict[str, Any] = {"line": 0}
    if isinstance(order, Conditional):
        change["then"] = unplaced(order.then)
        change["otherwise"] = None if order.otherwise is None else unplaced(order.otherwise)
    return order.model_copy(update=change)


@pytest.mark.parametrize("saying", SAYINGS, ids=[saying["text"] for saying in SAYINGS])
def test_a_saying_is_read_as_what_it_means(saying: dict[str, str]) -> None:
    assert said(read(saying, saying["text"])) == said(read(saying, saying["means"]))


@pytest.mark.parametrize("saying", SAYINGS, ids=[saying["text"] for saying in SAYINGS])
def test_what_a_saying_means_is_printed_and_read_back(saying: dict[str, str]) -> None:
    rules, start = game(saying.get("game", "bautzen"))
    side = Side(saying.get("side", "French"))
    for order in said(read(saying, saying["text"])):
        again = read(saying, write_order(rules, rules.known(start, side), side, order))
        assert said(again) == [order]
