"""Exact lines of sight: what a straight line from the centre of one hex to the centre of another meets on its way.

Reckoned with whole numbers and fractions only. Where a line runs along a hexside, both hexes are told; where it passes
exactly through a corner, the corner and the hex that it merely grazes there are told. What of all this blocks is for
the rules to say. A line and its reverse always meet the same things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from adjudicator.core.values import dataclass
from adjudicator.maps.grid import AROUND, OFF, Grid

Point = tuple[int, int]
Part = tuple[int, int, int]
"""A hexside or corner of a hex at axial coordinates."""


@dataclass(frozen=True, slots=True)
class SightLine:
    """What a line meets between the centres of two hexes, from start to end."""

    start: int
    end: int
    stretches: tuple[tuple[int, ...], ...]
    """Between the two: a hex that the line crosses, or the two hexes of a hexside that it follows."""
    crossed: tuple[int, ...]
    """The hexsides that it crosses, those of the two hexes included."""
    followed: tuple[int, ...]
    """The hexsides along which it runs."""
    corners: tuple[int, ...]
    """The corners through which it passes exactly."""
    grazed: tuple[int, ...]
    """Hexes that it touches at a corner and nowhere else."""
    leaves: tuple[int, ...]
    """The directions by which it leaves the start: one, or two where it leaves through a corner."""
    enters: tuple[int, ...]
    """The directions, seen from the end, by which it comes in: one, or two through a corner."""


@dataclass(frozen=True, slots=True)
class _Pattern:
    """The same for any two hexes that lie alike, in axial steps from the start; directions as for flat tops."""

    stretches: tuple[tuple[Point, ...], ...]
    crossed: tuple[Part, ...]
    followed: tuple[Part, ...]
    corners: tuple[Part, ...]
    grazed: tuple[Point, ...]
    leaves: tuple[int, ...]
    enters: tuple[int, ...]


@lru_cache(maxsize=16384)
def sight_line(grid: Grid, start: int, end: int) -> SightLine:
    """The line between two hexes of a grid; hexes beyond the edge that it touches are left out.

    >>> from adjudicator.maps.grid import Sheet
    >>> grid = Grid((Sheet(10, 10),))
    >>> along = sight_line(grid, grid.ids["0505"], grid.ids["0705"])
    >>> [[grid.names[a] for a in pair] for pair in along.stretches]
    [['0604', '0605']]
    """
    (qa, ra), (qb, rb) = grid.axial[start], grid.axial[end]
    pattern = _pattern(qb - qa, rb - ra)
    turn = AROUND.index(grid.steps[0])

    def hexes(points: tuple[Point, ...]) -> tuple[int, ...]:
        return tuple(sorted(a for q, r in points if (a := grid.at(qa + q, ra + r)) != OFF))

    def parts(those: tuple[Part, ...], table: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        ids = ((grid.at(qa + q, ra + r), (part - turn) % 6) for q, r, part in those)
        return tuple(dict.fromkeys(table[a][part] for a, part in ids if a != OFF))

    def directions(those: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted((d - turn) % 6 for d in those))

    return SightLine(
        start,
        end,
        tuple(there for points in pattern.stretches if (there := hexes(points))),
        parts(pattern.crossed, grid.sides),
        parts(pattern.followed, grid.sides),
        parts(pattern.corners, grid.corners),
        hexes(pattern.grazed),
        directions(pattern.leaves),
        directions(pattern.enters),
    )


# --- what a line means ---------------------------------------------------------------------------------------


def first_blocking(line: SightLine, blocks: Callable[[int], bool], *, both: bool = False) -> tuple[int, ...]:
    """The first stretch that is blocked, as its blocking hexes; empty if the line is open.

    A stretch along a hexside is blocked if either of its hexes blocks, with `both` only if both do. Neither end counts.
    """
    for stretch in line.stretches:
        blocking = tuple(a for a in stretch if blocks(a))
        if blocking and (not both or len(blocking) == len(stretch)):
            return blocking
    return ()


def sides_met(grid: Grid, line: SightLine) -> tuple[int, ...]:
    """The hexsides that a line crosses or touches at an end, those that it follows left out; by id."""
    at_corners = (side for corner in line.corners for side in grid.corner_sides(corner))
    return tuple(sorted({*line.crossed, *at_corners} - set(line.followed)))


def rises_above(viewer: int, target: int, obstacle: int, before: int, after: int) -> int:
    """Where the top of an obstacle lies: 1 above the line from eye to target, 0 on it, -1 below it.

    Heights are in one unit, distances to the obstacle from the viewer and on to the target in another.

    >>> rises_above(2, 0, 1, before=1, after=3), rises_above(2, 0, 1, before=2, after=2), rises_above(2, 0, 1, 3, 1)
    (-1, 0, 1)
    """
    over = (obstacle - viewer) * (before + after) - (target - viewer) * before
    return (over > 0) - (over < 0)


# --- geometry ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def _pattern(dq: int, dr: int) -> _Pattern:
    """In axial coordinates three times as fine, so that corners are whole; slants do not matter to straight lines."""
    far = _far(dq, dr)
    stretches: list[tuple[Fraction, tuple[int, ...], Point]] = []
    crossed: list[tuple[Fraction, Part]] = []
    followed: list[tuple[Fraction, Part]] = []
    corners: list[tuple[Fraction, Part]] = []
    grazed: list[tuple[Fraction, Point]] = []
    ways: dict[Point, list[tuple[Fraction, tuple[int, ...]]]] = {}
    for q, r in _near(dq, dr, far):
        points = _corner_points(q, r)
        offsets = [dq * y - dr * x for x, y in points]
        if min(offsets) > 0 or max(offsets) < 0:
            continue
        through = min(offsets) < 0 < max(offsets)
        zeros = [i for i in range(6) if offsets[i] == 0]
        met: list[tuple[Fraction, tuple[int, ...]]] = []
        for i in zeros:
            at = _share(dq, dr, points[i], points[i], 0, 1)
            corners.append((at, (q, r, i)))
            met.append((at, (i, (i + 1) % 6)))
        for d in range(6):
            one, two = offsets[d - 1], offsets[d]
            if one * two < 0:
                at = _share(dq, dr, points[d - 1], points[d], one, two)
                crossed.append((at, (q, r, d)))
                met.append((at, (d,)))
        if through:
            stretches.append((min(at for at, _ in met), (), (q, r)))
            ways[q, r] = sorted(met)
        elif len(zeros) == 2:
            side = zeros[0] if (zeros[0] + 1) % 6 != zeros[1] else zeros[1]
            followed.append((min(at for at, _ in met), (q, r, side)))
            stretches.append((min(at for at, _ in met), (0,), (q, r)))
        else:
            grazed.append((met[0][0], (q, r)))
    return _Pattern(
        tuple(_grouped(entry for entry in stretches if entry[2] not in ((0, 0), (dq, dr)) and 0 < entry[0] < 1)),
        tuple(part for at, part in sorted(crossed) if 0 < at < 1),
        tuple(part for at, part in sorted(followed) if 0 < at < 1),
        tuple(part for at, part in sorted(corners) if 0 < at < 1),
        tuple(spot for at, spot in sorted(grazed) if 0 < at < 1),
        ways[0, 0][-1][1] if far else (),
        ways[dq, dr][0][1] if far else (),
    )


def _far(dq: int, dr: int) -> int:
    return max(abs(dq), abs(dr), abs(dq + dr))


def _near(dq: int, dr: int, far: int) -> Iterator[Point]:
    """Every hex that the line could touch: it lies on some shortest way from one end to the other."""
    for q in range(min(0, dq), max(0, dq) + 1):
        for r in range(min(0, dr), max(0, dr) + 1):
            if far and _far(q, r) + _far(dq - q, dr - r) == far:
                yield q, r


def _corner_points(q: int, r: int) -> list[Point]:
    pairs = zip(AROUND, (*AROUND[1:], AROUND[0]), strict=True)
    return [(3 * q + a[0] + b[0], 3 * r + a[1] + b[1]) for a, b in pairs]


def _share(dq: int, dr: int, one: Point, two: Point, offset_one: int, offset_two: int) -> Fraction:
    """How far along the line, from 0 to 1, it meets the segment between two points on different sides of it."""
    axis, whole = (0, 3 * dq) if dq else (1, 3 * dr)
    span = offset_two - offset_one
    return Fraction(one[axis] * offset_two - two[axis] * offset_one, span * whole)


def _grouped(entries: Iterator[tuple[Fraction, tuple[int, ...], Point]]) -> Iterator[tuple[Point, ...]]:
    """Stretches in order; the two hexes of a hexside that is followed make one stretch."""
    for _, group in groupby(sorted(entries), key=lambda entry: entry[:2]):
        yield tuple(spot for _, _, spot in group)
