"""The rivers of a theatre: smooth lines past the towns on their banks and across the roads that bridge them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from adjudicator.core.values import dataclass
from adjudicator.maps.network import Network, Road
from adjudicator.pictures.fragments import Point
from adjudicator.pictures.hex.geometry import midway
from adjudicator.pictures.theatre.layout import Layout, along, road_course

BANK = 13.0
"""How far a river passes from the middle of a town on its bank."""
SAMPLES = 7
"""Points of the drawn line to each stretch of a course."""


@dataclass(frozen=True, slots=True)
class River:
    """A river as it is drawn."""

    name: str
    wide: float
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where a road crosses a river: the spot, and the direction of the road there."""

    road: Road
    spot: Point
    heading: Point
    drawn: bool
    """Whether the river is drawn there; if not, a sign on the road alone tells of it."""


def rivers(network: Network, layout: Layout, drawing: Mapping[str, Any]) -> tuple[River, ...]:
    """The rivers whose courses the settings give, in the order given; one of which nothing is left is not drawn."""
    courses = [(one, _course(network, layout, one)) for one in drawing.get("river", ())]
    return tuple(
        River(str(one["name"]), float(one.get("wide", 4)), tuple(_smooth(course)))
        for one, course in courses
        if len(course) > 1
    )


def _course(network: Network, layout: Layout, river: Mapping[str, Any]) -> list[Point]:
    """A course's points: towns ("Torgau"), the middle of a road ("Torgau/Wittenberg"), or "51.3 13.28".

    The river runs through a town, or passes it on its left or right hand: "Torgau L", "Torgau R".
    """
    words = [word for word in river["course"] if _is_known(network, word)]
    rough = [_spot(layout, word) for word in words]
    return [_beside(word, rough, index) for index, word in enumerate(words)]


def _is_known(network: Network, word: str) -> bool:
    """A town or a road that a data pack has taken away is left out of the course."""
    return word[0].isdigit() or all(part in network.towns for part in word.split()[0].split("/"))


def _spot(layout: Layout, word: str) -> Point:
    if word[0].isdigit():
        lat, lon = (float(part) * 1000 for part in word.split())
        return layout.at(lat, lon)
    first, _, second = word.split()[0].partition("/")
    return midway(layout.spots[first], layout.spots[second]) if second else layout.spots[first]


def _beside(word: str, rough: Sequence[Point], index: int) -> Point:
    """The point of a course, to the left or right of its town where that is said."""
    x, y = rough[index]
    if word[-2:] not in (" L", " R"):
        return x, y
    before, after = rough[max(0, index - 1)], rough[min(len(rough) - 1, index + 1)]
    dx, dy = after[0] - before[0], after[1] - before[1]
    away = (BANK if word.endswith("L") else -BANK) / (hypot(dx, dy) or 1.0)
    return x - dy * away, y + dx * away


def _smooth(course: Sequence[Point]) -> Iterator[Point]:
    """A curve through the points (Catmull and Rom)."""
    if len(course) < 3:
        yield from course
        return
    ends = [course[0], *course, course[-1]]
    for index in range(len(course) - 1):
        p0, p1, p2, p3 = ends[index : index + 4]
        for step in range(SAMPLES):
            t = step / SAMPLES
            yield _blend(p0, p1, p2, p3, t)
    yield course[-1]


def _blend(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    def one(a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)

    return one(p0[0], p1[0], p2[0], p3[0]), one(p0[1], p1[1], p2[1], p3[1])


# --- where roads cross them --------------------------------------------------------------------------------


def crossings(network: Network, layout: Layout, drawn: Sequence[River]) -> Iterator[Crossing]:
    """The bridge of every section that crosses a river."""
    lines = {river.name: river.points for river in drawn}
    for road in network.roads.values():
        if road.river:
            course = road_course(layout, road)
            met = next(meetings(course, lines.get(road.river, ())), None)
            spot, heading = met or along(course, 0.5)
            yield Crossing(road, spot, heading, met is not None)


def meetings(road: Sequence[Point], line: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Where two lines meet, and the direction of the first there."""
    for a, b in pairwise(road):
        dx, dy = b[0] - a[0], b[1] - a[1]
        for c, d in pairwise(line):
            ex, ey = d[0] - c[0], d[1] - c[1]
            below = dx * ey - dy * ex
            if not below:
                continue
            t = ((c[0] - a[0]) * ey - (c[1] - a[1]) * ex) / below
            u = ((c[0] - a[0]) * dy - (c[1] - a[1]) * dx) / below
            if 0 <= t < 1 and 0 <= u < 1:
                length = hypot(dx, dy)
                yield (a[0] + dx * t, a[1] + dy * t), (dx / length, dy / length)
