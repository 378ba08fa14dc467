"""Searches on a large field, as ratios to one plain pass over its hexes: `python bench/fields.py`.

The field has the 5,400 hexes of the largest map, pointed tops and some woods. The measure of all is a breadth-first
pass over every hex with nothing but a list and a set; medians of several runs are taken in one process.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adjudicator.battle.facing import COLUMN, Facing, field_of_fire, outline
from adjudicator.battle.retreating import Retreat, best_route, equal_ends
from adjudicator.maps.grid import Grid, Sheet
from adjudicator.maps.search import priced, reachable
from adjudicator.maps.sight import sight_line

RUNS = 7
GRID = Grid((Sheet(90, 60),), tops="pointy")
MIDDLE = GRID.ids["4530"]
WOODS = frozenset(range(0, GRID.size, 7))
ENEMIES = tuple(GRID.ids[f"{column}{row}"] for column in range(48, 53) for row in range(25, 36, 2))


def taken(work: Callable[[], object], before: Callable[[], object] = lambda: None) -> float:
    """Median CPU seconds of one call, after some preparation that is not counted."""
    times = []
    for _ in range(RUNS):
        before()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def plain_pass() -> int:
    """Every hex once, by breadth first."""
    seen, edge = {MIDDLE}, [MIDDLE]
    while edge:
        edge = [n for here in edge for n in GRID.neighbours[here] if not (n in seen or seen.add(n))]  # type: ignore[func-returns-value]
    return len(seen)


def price(_here: int, _toward: int, there: int) -> int:
    """Halves of a point: two in the open, ten in woods."""
    return 10 if there in WOODS else 2


def rout() -> Retreat:
    """Ten hexes away from thirty enemies, each priced by zones, cover, ground and the distance of the end."""
    far = GRID.far_from(ENEMIES)
    zones = frozenset(there for enemy in ENEMIES for there in GRID.neighbours[enemy])
    return Retreat(
        MIDDLE,
        10,
        GRID.neighbours.__getitem__,
        lambda a, b, used: None if far(b) < far(a) else 1,
        lambda a, b: (int(b in zones), 0, 5 if b in WOODS else 1, 0),
        lambda a, used: (0, int(a not in WOODS), 0, -far(a)) if used == 10 else None,
    )


def main() -> None:
    """Take and print all figures."""
    assert plain_pass() == GRID.size
    one = taken(plain_pass)
    leads = priced(GRID.ring, price)
    reachable([MIDDLE], leads)
    near = GRID.within(MIDDLE, 15)
    shape = outline(GRID, (MIDDLE,), Facing("side", 1), COLUMN)
    best = best_route(rout())
    assert best is not None
    found = best
    figures = [
        ("cheapest way to all 5,400 hexes, prices kept", taken(lambda: reachable([MIDDLE], leads))),
        ("the same, every step priced anew", taken(lambda: reachable([MIDDLE], priced(GRID.ring, price)))),
        ("where cavalry can go with 15 points", taken(lambda: reachable([MIDDLE], leads, 30))),
        (
            f"{len(near)} lines of sight",
            taken(lambda: [sight_line(GRID, MIDDLE, a) for a in near], sight_line.cache_clear),
        ),
        ("the same, seen before", taken(lambda: [sight_line(GRID, MIDDLE, a) for a in near])),
        ("a field of fire of 10 hexes", taken(lambda: field_of_fire(GRID, shape, MIDDLE, 10))),
        ("a rout of ten hexes among thirty enemies", taken(lambda: best_route(rout()))),
        ("all ends that are as good", taken(lambda: equal_ends(rout(), found))),
    ]
    print(f"{'figure':<52} {'ratio':>8}  one plain pass takes {one * 1e3:.2f} ms")
    for what, seconds in figures:
        print(f"{what:<52} {seconds / one:>8.2f}  {seconds * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
