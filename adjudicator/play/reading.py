"""Reading and printing orders in the language of the rule system that is played."""

from __future__ import annotations

from typing import Any

from adjudicator.core.orders import Text
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import Order, Side
from adjudicator.dsl import printing, reading


def read_text(rules: Ruleset[Any], known: Any, side: Side, seat: str, text: str) -> Text:
    """A text as understood by a side that knows the position so far; every mistake is in its problems."""
    return reading.read(rules.language, known, side, seat, text)


def write_order(rules: Ruleset[Any], known: Any, side: Side, order: Order) -> str:
    """An order, a standing order, an answer or a choice in the order language, on one line."""
    return printing.write(rules.language, known, side, order)


def wrapped(line: str, indent: str = "", rest: str | None = None) -> list[str]:
    """A printed order within 66 columns, broken so that it is read back as one; `rest` indents the further lines."""
    return printing.wrapped(line, indent, rest)
