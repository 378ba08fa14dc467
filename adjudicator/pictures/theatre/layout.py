"""Where the towns of a theatre lie on the sheet: by latitude and longitude, then moved apart where they crowd."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from math import cos, hypot, radians
from typing import Any

from adjudicator.core.values import dataclass, replace
from adjudicator.maps.network import Network, Road
from adjudicator.pictures.fragments import Point
from adjudicator.pictures.hex.geometry import scatter

WIDE = 2400.0
"""Pixels of the whole sheet's width."""
MARGIN = 70.0
TITLE = 62.0
APART = 76.0
"""How far two towns are kept apart at least, as far as the net allows."""
CLEAR = 34.0
"""How far a road is kept from a town that it passes by."""
ROUNDS = 110
HOLD = 0.03
"""How strongly a town is drawn back to its place."""
REACH = 4
"""How many towns around a point say how far it is moved with them."""
BANDS = 9
CROWD = 0.34
"""How much of the sheet is shared out by the number of towns in a band of it, the rest by its breadth."""


@dataclass(frozen=True, slots=True)
class Axis:
    """A coordinate along one side of the sheet: bands with many towns are made wider than those with few."""

    low: float
    step: float
    ends: tuple[float, ...]
    """Where each band ends, from 0 to 1."""

    def __call__(self, value: float) -> float:
        """The part of the sheet's side at which a value lies; the ends go on evenly beyond the map."""
        index = max(0, min(len(self.ends) - 2, int((value - self.low) // self.step)))
        part = (value - self.low) / self.step - index
        return self.ends[index] + part * (self.ends[index + 1] - self.ends[index])


def axis(values: Sequence[int]) -> Axis:
    """The axis on which these values are shared out."""
    low, high = min(values), max(values)
    step = max(1.0, (high - low) / BANDS)
    counts = [0.0] * BANDS
    for value in values:
        counts[min(BANDS - 1, int((value - low) // step))] += 1
    even = len(values) / BANDS
    shares = [CROWD * (a + 2 * b + c) / 4 + (1 - CROWD) * even for a, b, c in _with_neighbours(counts)]
    total = sum(shares)
    return Axis(low, step, (0.0, *accumulate(share / total for share in shares)))


def _with_neighbours(counts: Sequence[float]) -> Iterator[tuple[float, float, float]]:
    padded = [counts[0], *counts, counts[-1]]
    return zip(padded, padded[1:], padded[2:], strict=False)


@dataclass(frozen=True)
class Layout:
    """The sheet of a network: its size, and the spot of every town."""

    spots: Mapping[str, Point]
    even: Mapping[str, Point]
    """Where the towns would lie if none had been moved for room."""
    across: Axis
    down: Axis
    height: float
    """Of the map with title and margins, without a legend."""
    width: float = WIDE

    def flat(self, lat: float, lon: float) -> Point:
        """The spot of a point on earth, in thousandths of a degree, if no town had been moved for room."""
        return (
            MARGIN + self.across(lon) * (self.width - 2 * MARGIN),
            MARGIN + TITLE + (1 - self.down(lat)) * (self.height - TITLE - 2 * MARGIN),
        )

    def at(self, lat: float, lon: float) -> Point:
        """The spot of a point on earth, moved as the towns around it were."""
        x, y = self.flat(lat, lon)
        near = sorted(self._moves, key=lambda move: (x - move[0]) ** 2 + (y - move[1]) ** 2)[:REACH]
        weights = [1 / (60 + hypot(x - tx, y - ty)) for tx, ty, _, _ in near]
        total = sum(weights)
        return (
            x + sum(w * move[2] for w, move in zip(weights, near, strict=True)) / total,
            y + sum(w * move[3] for w, move in zip(weights, near, strict=True)) / total,
        )

    @cached_property
    def _moves(self) -> list[tuple[float, float, float, float]]:
        return [(*self.even[t], spot[0] - self.even[t][0], spot[1] - self.even[t][1]) for t, spot in self.spots.items()]


def layout(network: Network) -> Layout:
    """The sheet of a network."""
    towns = list(network.towns.values())
    lats, lons = [t.lat for t in towns], [t.lon for t in towns]
    squeeze = cos(radians((max(lats) + min(lats)) / 2000))
    shape = (max(lats) - min(lats)) / max(1.0, (max(lons) - min(lons)) * squeeze)
    height = TITLE + 2 * MARGIN + min(1.0, max(0.4, shape)) * (WIDE - 2 * MARGIN)
    plain = Layout({}, {}, axis(lons), axis(lats), height)
    even = {town.id: plain.flat(town.lat, town.lon) for town in towns}
    return replace(plain, spots=_spread(network, even), even=even)


def read_layout(plain: Mapping[str, Any]) -> Layout:
    """A layout from its fields as JSON has them."""
    spots, even = ({town: (x, y) for town, (x, y) in plain[part].items()} for part in ("spots", "even"))
    across, down = (Axis(axis["low"], axis["step"], tuple(axis["ends"])) for axis in (plain["across"], plain["down"]))
    return Layout(spots, even, across, down, plain["height"], plain["width"])


def _spread(network: Network, even: Mapping[str, Point]) -> dict[str, Point]:
    """Towns moved apart, and off the roads that pass them by, each held to its even place."""
    spots = {town: [x, y] for town, (x, y) in even.items()}
    pairs = _pairs(even)
    passing = _passing(network, even)
    for _ in range(ROUNDS):
        pushes = {town: [HOLD * (even[town][0] - x), HOLD * (even[town][1] - y)] for town, (x, y) in spots.items()}
        for a, b in pairs:
            _push_apart(spots, pushes, a, b)
        for town, a, b in passing:
            _push_off(spots, pushes, town, a, b)
        for town, (dx, dy) in pushes.items():
            spots[town][0] += max(-6.0, min(6.0, dx))
            spots[town][1] += max(-6.0, min(6.0, dy))
    return {town: (x, y) for town, (x, y) in spots.items()}


def _pairs(even: Mapping[str, Point]) -> list[tuple[str, str]]:
    ids = sorted(even, key=lambda town: (even[town], town))
    found = []
    for index, a in enumerate(ids):
        for b in ids[index + 1 :]:
            if even[b][0] - even[a][0] > 2 * APART:
                break
            if hypot(even[a][0] - even[b][0], even[a][1] - even[b][1]) < 2 * APART:
                found.append((a, b))
    return found


def _passing(network: Network, even: Mapping[str, Point]) -> list[tuple[str, str, str]]:
    """Towns and the roads of others that run near them."""
    found = []
    for road in network.roads.values():
        for town, spot in even.items():
            if town not in (road.a, road.b) and from_line(spot, even[road.a], even[road.b])[0] < 2 * CLEAR:
                found.append((town, road.a, road.b))
    return found


def _push_apart(spots: Mapping[str, list[float]], pushes: Mapping[str, list[float]], a: str, b: str) -> None:
    (ax, ay), (bx, by) = spots[a], spots[b]
    dx, dy = bx - ax, by - ay
    gap = hypot(dx, dy) or 1.0
    if gap < APART:
        part = 0.25 * (APART - gap) / gap
        pushes[a][0] -= dx * part
        pushes[a][1] -= dy * part
        pushes[b][0] += dx * part
        pushes[b][1] += dy * part


def _push_off(spots: Mapping[str, list[float]], pushes: Mapping[str, list[float]], town: str, a: str, b: str) -> None:
    (ax, ay), (bx, by), (x, y) = spots[a], spots[b], spots[town]
    gap, part = from_line((x, y), (ax, ay), (bx, by))
    if gap >= CLEAR:
        return
    fx, fy = ax + (bx - ax) * part, ay + (by - ay) * part
    dx, dy = (x - fx) / (gap or 1.0), (y - fy) / (gap or 1.0)
    much = 0.3 * (CLEAR - gap)
    pushes[town][0] += dx * much
    pushes[town][1] += dy * much
    for end, share in ((a, 1 - part), (b, part)):
        pushes[end][0] -= dx * much * share * 0.6
        pushes[end][1] -= dy * much * share * 0.6


def from_line(point: Point, a: Point, b: Point) -> tuple[float, float]:
    """How far a point is from a stretch of line, and at which part of the stretch it is nearest."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    part = 0.0 if not length else max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length))
    return hypot(point[0] - a[0] - dx * part, point[1] - a[1] - dy * part), part


# --- roads -------------------------------------------------------------------------------------------------

BEND = 0.07
"""How far a road swings out at most, as a part of its length."""
PIECES = 6


def road_bend(layout: Layout, road: Road) -> tuple[Point, Point, Point]:
    """A section of road as its two ends and, between them, the point that bends it."""
    (ax, ay), (bx, by) = layout.spots[road.a], layout.spots[road.b]
    swing = (next(scatter(f"road {road.a} {road.b}")) - 0.5) * 2 * BEND
    return (ax, ay), ((ax + bx) / 2 - (by - ay) * swing, (ay + by) / 2 + (bx - ax) * swing), (bx, by)


def road_course(layout: Layout, road: Road) -> list[Point]:
    """A section of road as a line of points from `a` to `b`: a gentle bend, always the same for the same road."""
    (ax, ay), (cx, cy), (bx, by) = road_bend(layout, road)
    parts = [index / PIECES for index in range(PIECES + 1)]
    return [
        ((1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx, (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by)
        for t in parts
    ]


def length_of(points: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def dotted(points: Sequence[Point], every: float) -> list[Point]:
    """Points along a line, so far apart."""
    steps = max(1, int(length_of(points) / every))
    return [along(points, index / steps)[0] for index in range(steps + 1)]


def along(points: Sequence[Point], part: float) -> tuple[Point, Point]:
    """The point at a part of a line's length, and the direction of the line there."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    left = part * sum(lengths)
    for (a, b), length in zip(pairwise(points), lengths, strict=True):
        if left <= length or (a, b) == (points[-2], points[-1]):
            unit = length or 1.0
            dx, dy = (b[0] - a[0]) / unit, (b[1] - a[1]) / unit
            return (a[0] + dx * left, a[1] + dy * left), (dx, dy)
        left -= length
    return points[-1], (1.0, 0.0)
