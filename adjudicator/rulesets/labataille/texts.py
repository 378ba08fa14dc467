"""Which lines of a side's text belong to a phase."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.orders import flattened
from adjudicator.core.types import Order
from adjudicator.rulesets.labataille.here import Here


def lines_about(run: Here, *sorts: type[Order]) -> Iterator[Order]:
    """The active side's orders of these sorts, in the order written; conditional ones if they hold such an order."""
    for order in run.written():
        if any(isinstance(one, sorts) for one in flattened(order)):
            yield order
