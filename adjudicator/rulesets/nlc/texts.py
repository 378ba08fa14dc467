"""Which lines of a text belong to a segment: by what they order, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.orders import flattened
from adjudicator.core.types import Order
from adjudicator.rulesets.nlc.games.rules import Here


def lines_about(run: Here, *sorts: type[Order]) -> Iterator[Order]:
    """The active side's orders of these sorts as they are written, conditions included, in the order of the text."""
    for written in run.written():
        if any(isinstance(order, sorts) for order in flattened(written)):
            yield written
