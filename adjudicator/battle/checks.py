"""Cascades of checks: one incident makes units check, their failures make others check, until nobody is left.

Each unit checks at most once in an incident, so that every cascade ends. Those that a cause names go to the end of the
queue together, in the order in which it names them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable
from typing import TypeVar

U = TypeVar("U", bound=Hashable)
Y = TypeVar("Y")
S = TypeVar("S")

Check = Callable[[U], Generator[Y, S, Iterable[U]]]
"""One check: yields what happens, and gives the units that must check because of it."""


def cascade(
    named: Iterable[U], check: Check[U, Y, S], is_due: Callable[[U], bool] | None = None
) -> Generator[Y, S, tuple[U, ...]]:
    """Let units check one after the other; gives those that did, in order.

    `is_due` is asked when a unit's turn comes: one that has routed or died meanwhile is passed over, and may be named
    again.

    >>> def check(unit):
    ...     yield f"{unit} checks"
    ...     return {"a": ("b", "c"), "b": ("a", "c")}.get(unit, ())
    >>> list(cascade(["a"], check))
    ['a checks', 'b checks', 'c checks']
    """
    queue = deque(named)
    checked: dict[U, None] = {}
    while queue:
        unit = queue.popleft()
        if unit in checked or (is_due is not None and not is_due(unit)):
            continue
        checked[unit] = None
        queue.extend((yield from check(unit)))
    return tuple(checked)


def nearest_first(
    units: Iterable[U], distance: Callable[[U], int], level: Callable[[U], int], name: Callable[[U], str]
) -> tuple[U, ...]:
    """Units by distance from the cause, then from the top of their stack down, then by name.

    >>> nearest_first(["b", "a", "c"], {"a": 1, "b": 0, "c": 1}.__getitem__, lambda unit: 0, str)
    ('b', 'a', 'c')
    """
    return tuple(sorted(units, key=lambda unit: (distance(unit), level(unit), name(unit))))
