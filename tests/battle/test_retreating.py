"""Retreats: the best of all whole ways, as if every one had been written down and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.battle.retreating import Retreat, Route, best_route, equal_ends, equal_routes
from adjudicator.maps.grid import Grid, Sheet

GRID = Grid((Sheet(5, 5),))
START = GRID.ids["0303"]


@dataclass
class Field:
    """A small battlefield: what each hex costs to enter, and where enemies, their zones and cover are."""

    ground: list[int]
    enemies: set[int]
    zones: set[int]
    cover: set[int]

    def far(self, a: int) -> int:
        return min((GRID.distance(a, enemy) for enemy in self.enemies), default=0)

    def rout(self, length: int, *, twice: bool = False) -> Retreat:
        """Exactly so many hexes, never nearer to the nearest enemy, ending farther off: the shape of R-39."""
        return Retreat(
            START,
            length,
            GRID.neighbours.__getitem__,
            lambda a, b, used: None if b in self.enemies or self.far(b) < self.far(a) else 1,
            lambda a, b: (b in self.zones, 0, self.ground[b], 0),
            lambda a, used: (0, a not in self.cover, 0, -self.far(a)) if used == length else None,
            twice,
        )

    def disorder(self, points: int) -> Retreat:
        """As far as the points reach, at least one hex, whatever it costs."""
        return Retreat(
            START,
            points,
            GRID.neighbours.__getitem__,
            lambda a, b, used: (
                None if b in self.enemies else min(self.ground[b], points) if not used else self.ground[b]
            ),
            lambda a, b: (0, b in self.zones),
            lambda a, used: (points - used, 0) if used else None,
        )


hexes = st.integers(0, GRID.size - 1)
fields = st.builds(
    Field,
    st.lists(st.sampled_from([1, 1, 2, 3]), min_size=GRID.size, max_size=GRID.size),
    st.sets(hexes.filter(START.__ne__), max_size=4),
    st.sets(hexes, max_size=8),
    st.sets(hexes, max_size=5),
)


def all_routes(retreat: Retreat, path: tuple[int, ...] = (), used: int = 0) -> Iterator[Route]:
    """Every whole way that is allowed, with its price."""
    here = path[-1] if path else retreat.start
    end = retreat.end(here, used)
    if end is not None:
        prices = [retreat.price(a, b) for a, b in zip((retreat.start, *path), path, strict=False)]
        yield Route(path, used, tuple(map(sum, zip(end, *prices, strict=True))))
    for there in retreat.around(here):
        taken = retreat.uses(here, there, used)
        again = there in path or there == retreat.start
        if taken is not None and used + taken <= retreat.length and (retreat.twice or not again):
            yield from all_routes(retreat, (*path, there), used + taken)


def compare(retreat: Retreat) -> None:
    routes = sorted(all_routes(retreat), key=lambda route: (route.price, route.path))
    best = best_route(retreat)
    assert best == (routes[0] if routes else None)
    assert list(equal_routes(retreat)) == [route for route in routes if route.price == routes[0].price]
    if best is not None:
        by_end: dict[int, Route] = {}
        for route in routes:
            if route.price == best.price:
                by_end.setdefault((*(retreat.start,), *route.path)[-1], route)
        assert list(equal_ends(retreat, best)) == sorted(by_end.values(), key=lambda route: route.path)


@settings(max_examples=60, deadline=None)
@given(fields, st.integers(1, 5))
def test_a_rout_is_the_best_of_all_whole_ways(field: Field, length: int) -> None:
    compare(field.rout(length))


@settings(max_examples=30, deadline=None)
@given(fields, st.integers(1, 4))
def test_ways_that_use_a_place_twice(field: Field, length: int) -> None:
    compare(field.rout(length, twice=True))


@settings(max_examples=60, deadline=None)
@given(fields, st.integers(1, 4))
def test_a_retreat_by_points_goes_as_far_as_they_reach(field: Field, points: int) -> None:
    compare(field.disorder(points))


def test_a_whole_way_is_better_than_the_best_first_step() -> None:
    """The first step to the north is free and leads into a zone that only the other way avoids."""
    names = GRID.ids
    zones = {names["0301"], names["0201"], names["0401"]}
    retreat = Retreat(
        START,
        2,
        GRID.neighbours.__getitem__,
        lambda a, b, used: 1 if GRID.distance(START, b) == used + 1 else None,
        lambda a, b: (int(b in zones), int(b != names["0302"])),
        lambda a, used: (0, 0) if used == 2 else None,
    )
    best = best_route(retreat)
    assert best is not None
    assert names["0302"] not in best.path
    assert best.price == (0, 2)


def test_no_way_is_none() -> None:
    field = Field([1] * GRID.size, set(GRID.neighbours[START]), set(), set())
    assert best_route(field.rout(1)) is None


def test_a_long_rout_among_many_enemies_is_found_at_once() -> None:
    """Ten hexes on a large map: ways that turn in a circle are not all looked at."""
    grid = Grid((Sheet(40, 40),))
    start = grid.ids["2020"]
    enemies = [grid.ids[f"{column}{row}"] for column in range(23, 28) for row in range(16, 25, 2)]
    asked = 0

    def far(a: int) -> int:
        return min(grid.distance(a, enemy) for enemy in enemies)

    def uses(a: int, b: int, used: int) -> int | None:
        nonlocal asked
        asked += 1
        return None if far(b) < far(a) else 1

    def price(a: int, b: int) -> tuple[int, int, int]:
        return (0, 1 + b % 3, 0)

    best = best_route(
        Retreat(
            start, 10, grid.neighbours.__getitem__, uses, price, lambda a, used: (0, 0, -far(a)) if used == 10 else None
        )
    )
    assert best is not None
    assert len(set(best.path)) == 10
    assert asked < 20_000
