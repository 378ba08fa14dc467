"""Outposts: how a game outside the adjudicator announces itself. Everything heavy waits until it is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.types import Order
from adjudicator.kit.registry import RulesetEntry, Scenario


def load(scenario: str, options: Mapping[str, str], folders: Any = None, pack: Any = None) -> Any:
    """The game with its options."""
    from outposts.game import Outposts

    return Outposts()


def order_types() -> tuple[type[Order], ...]:
    """Its orders and choices."""
    from outposts.game import Outposts

    return (*Outposts.own_orders, *Outposts.own_choices)


ENTRY = RulesetEntry(
    name="outposts",
    package=__name__,
    scenarios=(
        Scenario(
            name="outposts",
            ruleset="outposts",
            title="Outposts",
            about="Two pickets at a bridge, three turns, a reserve that nobody sees.",
            sides=("Blue", "Red"),
        ),
    ),
    load=load,
    orders=order_types,
)
