"""Standing orders: which of a side's lines speaks to a decision.

Of several that fit, the one with the narrowest scope counts, then one with a place or a fitting condition, then the
first written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudicator.core.orders import AskMe, Condition, Standing
from adjudicator.core.types import Choice, Decision

Sorts = Mapping[str, tuple[type[Choice], ...]]
"""Kinds of decision to the sorts of choice that answer them."""

Scope = Callable[[str, Decision], int | None]
"""How wide a name is for a decision: 0 for one piece, more for what holds more; None where it does not concern it."""


def one_piece(name: str, decision: Decision) -> int | None:
    """The scope of rule systems whose standing orders name single pieces only."""
    return 0 if name in decision.units else None


WHOLE_SIDE = 99
"""The scope of a line that names nobody."""


def speaks_to(order: Standing, decision: Decision, sorts: Sorts) -> bool:
    """Whether a line is about this kind of decision at this moment, place and piece apart."""
    if order.decision not in (decision.kind, "any"):
        return False
    if order.moment and order.moment not in decision.moments:
        return False
    return isinstance(order.choice, (*sorts.get(decision.kind, ()), AskMe))


def is_at(order: Standing, decision: Decision) -> bool:
    """Whether a decision comes at the place that a line names."""
    return not order.place or order.place == decision.place or order.place in decision.places


def by_scope(orders: Sequence[Standing], decision: Decision, scope: Scope = one_piece) -> list[Standing]:
    """The lines that concern the pieces of a decision, narrowest first; among equals as ranked above."""
    ranked: list[tuple[int, int, int, Standing]] = []
    for number, order in enumerate(orders):
        width = scope(order.unit, decision) if order.unit else WHOLE_SIDE
        if width is not None:
            plain = 0 if order.place or order.condition is not None else 1
            ranked.append((width, plain, number, order))
    return [order for *_, order in sorted(ranked, key=lambda row: row[:3])]


def chosen_by_standing_order(
    orders: Sequence[Standing],
    decision: Decision,
    sorts: Sorts,
    *,
    holds: Callable[[Condition], bool],
    legal: Callable[[Choice], bool],
    there: Callable[[Standing, Decision], bool] = is_at,
    scope: Scope = one_piece,
) -> Choice | None:
    """What a side's standing orders say to a decision: the best that fits and is legal, `ask me` included."""
    fitting = [order for order in orders if speaks_to(order, decision, sorts) and there(order, decision)]
    for order in by_scope(fitting, decision, scope):
        if order.condition is not None and not holds(order.condition):
            continue
        if isinstance(order.choice, AskMe) or legal(order.choice):
            return order.choice
    return None
