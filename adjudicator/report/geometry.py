"""Where a hex lies on the sheet: centres, corners, sides, in pixels."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from adjudicator.maps.hexgrid import column_row

Point = tuple[float, float]

RADIUS = 46.0
HALF = RADIUS * 0.8660254
"""Half the height of a hex."""
HEIGHT = 2 * HALF
MARGIN = 26.0
TITLE = 62.0
"""Room above the map for its title."""

CORNERS: tuple[Point, ...] = (
    (-RADIUS / 2, -HALF),
    (RADIUS / 2, -HALF),
    (RADIUS, 0.0),
    (RADIUS / 2, HALF),
    (-RADIUS / 2, HALF),
    (-RADIUS, 0.0),
)
"""Clockwise from the upper left; side i (north first, clockwise) runs from corner i to corner i + 1."""


def centre(place: str) -> Point:
    """The middle of a hex; even columns sit half a hex lower."""
    column, row = column_row(place)
    x = MARGIN + RADIUS + (column - 1) * 1.5 * RADIUS
    y = TITLE + HALF + (row - 1) * HEIGHT + (0.0 if column % 2 else HALF)
    return x, y


def side_ends(place: str, direction: int) -> tuple[Point, Point]:
    """The two corners of a hex's side."""
    x, y = centre(place)
    (ax, ay), (bx, by) = CORNERS[direction], CORNERS[(direction + 1) % 6]
    return (x + ax, y + ay), (x + bx, y + by)


def side_middle(place: str, direction: int) -> Point:
    """The middle of a hex's side."""
    return midway(*side_ends(place, direction))


def midway(a: Point, b: Point) -> Point:
    """The point halfway between two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def sheet_size(columns: int, rows: int) -> tuple[float, float]:
    """Width and height that the hexes take, title and margins included."""
    width = 2 * MARGIN + (columns - 1) * 1.5 * RADIUS + 2 * RADIUS
    return width, TITLE + rows * HEIGHT + HALF + MARGIN / 2


def n(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def xy(point: Point) -> str:
    """A point in path data."""
    return f"{n(point[0])} {n(point[1])}"


def outline(place: str, inset: float = 0.0) -> str:
    """A hex as closed path data."""
    x, y = centre(place)
    scale = 1 - inset / RADIUS
    return "M" + "L".join(xy((x + dx * scale, y + dy * scale)) for dx, dy in CORNERS) + "Z"


def scatter(seed: str) -> Iterator[float]:
    """Numbers from 0 to 1 that look random and are always the same for a seed."""
    value = crc32(seed.encode())
    while True:
        value = (value * 1664525 + 1013904223) % 2**32
        yield value / 2**32
