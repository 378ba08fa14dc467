"""Cheapest ways over a graph of integer nodes, found outward from the start and no further than they are asked for.

A node is the id of a hex, or an id with something more in it (a facing, whether the whole way followed roads), packed
into one integer by the rules. Prices are whole numbers; a game with halves counts in halves. Of ways of equal price the
one with fewer steps is taken, then the one whose last step but one was reached first: at the lower price, in fewer
steps, with the lower number. So the same position always gives the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush

from adjudicator.core.values import dataclass

Leads = Callable[[int, int, int], Iterable[tuple[int, int]]]
"""From a node, with the price paid so far and the steps made, to the nodes beyond and what each step costs."""

_NODE = 24
_STEPS = 16
_NODES, _MOST_STEPS = (1 << _NODE) - 1, (1 << _STEPS) - 1
"""A place in the queue is one integer: price, steps and node side by side, so that the least of them comes first."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way that was found: the nodes entered, the start left out, and the price."""

    nodes: tuple[int, ...]
    cost: int


class Outward:
    """A search under way. Iterate to get nodes, cheapest first; stop whenever enough is known.

    >>> street = {0: [(1, 2), (2, 5)], 1: [(2, 2)], 2: [(3, 1)], 3: []}
    >>> search = Outward([0], by_table(street))
    >>> [(node, search.cost(node), search.path(node)) for node in search]
    [(0, 0, ()), (1, 2, (1,)), (2, 4, (1, 2)), (3, 5, (1, 2, 3))]
    """

    __slots__ = ("_best", "_came", "_done", "_leads", "_limit", "_queue")

    def __init__(self, starts: Iterable[int] | Mapping[int, int], leads: Leads, limit: int | None = None) -> None:
        """`starts` may give each start a price of its own; no node is reached at more than `limit`."""
        prices = starts if isinstance(starts, Mapping) else dict.fromkeys(starts, 0)
        self._leads = leads
        self._limit = limit
        self._best: dict[int, int] = {node: cost << _STEPS for node, cost in prices.items()}
        self._came: dict[int, int] = {}
        self._done: set[int] = set()
        self._queue = [(cost << _STEPS + _NODE) + node for node, cost in prices.items()]
        heapify(self._queue)

    def __iter__(self) -> Iterator[int]:
        queue, best, came, done, leads = self._queue, self._best, self._came, self._done, self._leads
        limit = self._limit
        while queue:
            entry = heappop(queue)
            node, price = entry & _NODES, entry >> _NODE
            if node in done or best[node] != price:
                continue
            done.add(node)
            yield node
            cost = price >> _STEPS
            for beyond, step in leads(node, cost, price & _MOST_STEPS):
                if limit is not None and cost + step > limit:
                    continue
                paid = price + (step << _STEPS) + 1
                if beyond not in best or paid < best[beyond]:
                    best[beyond] = paid
                    came[beyond] = node
                    heappush(queue, (paid << _NODE) + beyond)

    def cost(self, node: int) -> int:
        """The price at which a node was reached."""
        return self._best[node] >> _STEPS

    def steps(self, node: int) -> int:
        """How many steps lead to a node."""
        return self._best[node] & _MOST_STEPS

    def path(self, node: int) -> tuple[int, ...]:
        """The nodes on the way to a node, the start left out."""
        nodes: list[int] = []
        while node in self._came:
            nodes.append(node)
            node = self._came[node]
        return tuple(reversed(nodes))

    def way(self, node: int) -> Way:
        """The way to a node that was reached."""
        return Way(self.path(node), self.cost(node))


def cheapest(
    starts: Iterable[int] | Mapping[int, int], leads: Leads, is_goal: Callable[[int], bool], limit: int | None = None
) -> Way | None:
    """The cheapest way to the nearest goal, or None if none can be reached.

    >>> line = by_table({0: [(1, 1)], 1: [(2, 1)], 2: []})
    >>> cheapest([0], line, lambda node: node == 2), cheapest([0], line, lambda node: node == 2, limit=1)
    (Way(nodes=(1, 2), cost=2), None)
    """
    search = Outward(starts, leads, limit)
    found = next((node for node in search if is_goal(node)), None)
    return None if found is None else search.way(found)


def reachable(starts: Iterable[int] | Mapping[int, int], leads: Leads, limit: int | None = None) -> dict[int, int]:
    """Every node that can be reached, with its price, cheapest first.

    >>> reachable([0], by_table({0: [(1, 2), (2, 3)], 1: [], 2: [(3, 9)]}), limit=5)
    {0: 0, 1: 2, 2: 3}
    """
    search = Outward(starts, leads, limit)
    return {node: search.cost(node) for node in search}


def by_table(table: Mapping[int, Sequence[tuple[int, int]]] | Sequence[Sequence[tuple[int, int]]]) -> Leads:
    """Leads that depend on the node alone, from a table made once: node to (node beyond, price)."""

    def leads(node: int, _cost: int, _steps: int) -> Sequence[tuple[int, int]]:
        return table[node]

    return leads


def priced(ring: Sequence[Sequence[int]], price: Callable[[int, int, int], int | None]) -> Leads:
    """Leads over a grid: each hex is priced once, when the search comes to it, and remembered.

    `price` gets the hex left, the direction and the hex entered, and gives None where no step is possible. `ring` is
    that of a grid or a map. Keep what this returns as long as the prices hold, and later searches are faster.
    """
    table: dict[int, list[tuple[int, int]]] = {}

    def leads(node: int, _cost: int, _steps: int) -> list[tuple[int, int]]:
        found = table.get(node)
        if found is None:
            found = table[node] = []
            for toward, there in enumerate(ring[node]):
                if there >= 0 and (cost := price(node, toward, there)) is not None:
                    found.append((there, cost))
        return found

    return leads
