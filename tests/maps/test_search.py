"""Path search: as cheap as trying everything, always the same way, and no further than asked."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.maps.grid import Grid, Sheet
from adjudicator.maps.search import Outward, by_table, cheapest, priced, reachable

GRID = Grid((Sheet(4, 4),))
Costs = dict[tuple[int, int], int]
EDGES = [(a, b) for a in range(GRID.size) for b in GRID.neighbours[a]]
costs = st.fixed_dictionaries({edge: st.sampled_from([0, 1, 1, 2, 5, None]) for edge in EDGES}).map(
    lambda found: {edge: cost for edge, cost in found.items() if cost is not None}
)
hexes = st.integers(0, GRID.size - 1)


def table(prices: Costs) -> list[list[tuple[int, int]]]:
    return [[(b, prices[a, b]) for b in GRID.neighbours[a] if (a, b) in prices] for a in range(GRID.size)]


def relaxed(prices: Costs, start: int) -> dict[int, tuple[int, int]]:
    """Price and steps of every hex by going over all edges again until nothing changes."""
    best = {start: (0, 0)}
    while True:
        before = dict(best)
        for (a, b), cost in prices.items():
            if a in best:
                best[b] = min(best.get(b, (10**9, 0)), (best[a][0] + cost, best[a][1] + 1))
        if best == before:
            return best


@given(costs, hexes)
def test_every_hex_is_reached_as_cheaply_as_can_be(prices: Costs, start: int) -> None:
    search = Outward([start], by_table(table(prices)))
    found = {node: (search.cost(node), search.steps(node)) for node in search}
    assert found == relaxed(prices, start)
    assert list(found.values()) == sorted(found.values())


@given(costs, hexes)
def test_a_path_is_worth_its_price(prices: Costs, start: int) -> None:
    search = Outward([start], by_table(table(prices)))
    for node in list(search):
        whole = (start, *search.path(node))
        assert whole[-1] == node
        assert sum(prices[pair] for pair in pairwise(whole)) == search.cost(node)
        assert len(whole) - 1 == search.steps(node)


@given(costs, hexes, hexes, st.integers(0, 6))
def test_a_limit_cuts_off_what_is_dearer(prices: Costs, start: int, goal: int, limit: int) -> None:
    far = relaxed(prices, start)
    assert reachable([start], by_table(table(prices)), limit) == {
        node: cost for node, (cost, _) in sorted(far.items(), key=lambda entry: (entry[1], entry[0])) if cost <= limit
    }
    way = cheapest([start], by_table(table(prices)), goal.__eq__, limit)
    assert (way is not None) == (goal in far and far[goal][0] <= limit)


@given(costs, hexes, st.randoms(use_true_random=False))
def test_the_order_of_the_edges_does_not_matter(prices: Costs, start: int, chance: object) -> None:
    first, second = table(prices), table(prices)
    for edges in second:
        chance.shuffle(edges)  # type: ignore[attr-defined]
    one, two = Outward([start], by_table(first)), Outward([start], by_table(second))
    assert [(node, one.path(node)) for node in one] == [(node, two.path(node)) for node in two]


def test_of_equal_ways_the_one_reached_first_is_taken() -> None:
    """2 is reached at 3 by 0 (paid 1) and by 1 (paid 2): the cheaper predecessor comes first."""
    edges = by_table({9: [(0, 1), (1, 2)], 0: [(2, 2)], 1: [(2, 1)], 2: []})
    search = Outward([9], edges)
    assert [search.path(node) for node in search] == [(), (0,), (1,), (0, 2)]


def test_nothing_is_looked_at_before_it_is_needed() -> None:
    seen: list[int] = []

    def leads(node: int, cost: int, steps: int) -> Iterable[tuple[int, int]]:
        seen.append(node)
        return [(node + 1, 1)]

    search = iter(Outward([0], leads))
    assert [next(search) for _ in range(3)] == [0, 1, 2]
    assert seen == [0, 1]


def test_several_starts_each_with_its_own_price() -> None:
    edges = by_table({0: [(2, 1)], 1: [(2, 1)], 2: []})
    search = Outward({0: 5, 1: 3}, edges)
    assert [(node, search.cost(node)) for node in search] == [(1, 3), (2, 4), (0, 5)]
    assert search.path(2) == (2,)


def test_prices_may_depend_on_what_was_paid_before() -> None:
    """The first step is always possible, whatever it costs; later ones only within two points."""

    def leads(node: int, cost: int, steps: int) -> Iterable[tuple[int, int]]:
        return [(node + 1, 5)] if steps == 0 else [] if cost > 2 else [(node + 1, 1)]

    assert reachable([0], leads) == {0: 0, 1: 5}


def test_each_hex_is_priced_once() -> None:
    asked: list[tuple[int, int]] = []

    def price(a: int, toward: int, b: int) -> int | None:
        asked.append((a, b))
        assert GRID.ring[a][toward] == b
        return None if b == 5 else 1

    leads = priced(GRID.ring, price)
    first = reachable([0], leads)
    assert reachable([0], leads) == first
    assert 5 not in first
    assert len(asked) == len(set(asked))
