"""Where a hex lies on the sheet: centres, corners, sides, in pixels; with flat tops or standing on a point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from math import cos, pi, sin
from zlib import crc32

from adjudicator.maps.board import HexMap
from adjudicator.maps.grid import Tops
from adjudicator.pictures.fragments import Point, xy

RADIUS = 46.0
HALF = RADIUS * 0.8660254
"""From the middle of a hex to the middle of a side."""
MARGIN = 26.0
TITLE = 62.0
"""Room above the map for its title."""

_R = RADIUS / 2

_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six neighbours in axial coordinates, clockwise; flat tops begin with the first, points with the second."""

_CORNERS: Mapping[Tops, tuple[Point, ...]] = {
    "flat": ((_R, -HALF), (2 * _R, 0.0), (_R, HALF), (-_R, HALF), (-2 * _R, 0.0), (-_R, -HALF)),
    "pointy": ((HALF, -_R), (HALF, _R), (0.0, 2 * _R), (-HALF, _R), (-HALF, -_R), (0.0, -2 * _R)),
}
"""Seen from the middle, clockwise; the first is where side 0 ends."""


class Geometry:
    """The hexes of one map on their sheet.

    Directions run clockwise: the six sides from the topmost one (to its right, where hexes stand on a point). Side i
    runs from corner i - 1 to corner i.
    """

    def __init__(self, axial: Mapping[str, tuple[int, int]], tops: Tops = "flat") -> None:
        self.axial = axial
        self.tops: Tops = tops
        first = 0 if tops == "flat" else 1
        self.steps = (*_STEPS[first:], *_STEPS[:first])
        self.wide, self.high = (RADIUS, HALF) if tops == "flat" else (HALF, RADIUS)
        """Half the width and half the height of a hex."""
        self.corners: tuple[Point, ...] = _CORNERS[tops]
        spots = {place: self._even(*at) for place, at in axial.items()}
        self._left = min((x for x, _ in spots.values()), default=0.0) - MARGIN - self.wide
        self._top = min((y for _, y in spots.values()), default=0.0) - TITLE - self.high
        self.centres: Mapping[str, Point] = {place: (x - self._left, y - self._top) for place, (x, y) in spots.items()}
        self._at = {at: place for place, at in axial.items()}

    def _even(self, q: float, r: float) -> Point:
        if self.tops == "flat":
            return 1.5 * RADIUS * q, 2 * HALF * (r + q / 2)
        return 2 * HALF * (q + r / 2), 1.5 * RADIUS * r

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height that the hexes take, title and margins included."""
        width = max((x for x, _ in self.centres.values()), default=0.0) + self.wide + MARGIN
        height = max((y for _, y in self.centres.values()), default=0.0) + self.high + MARGIN / 2
        return width, height

    def centre(self, place: str) -> Point:
        """The middle of a hex."""
        return self.centres[place]

    def beyond(self, place: str, direction: int) -> Point:
        """The middle of the hex next to one, be it on the map or not."""
        (q, r), (dq, dr) = self.axial[place], self.steps[direction]
        x, y = self._even(q + dq, r + dr)
        return x - self._left, y - self._top

    def ring(self, place: str) -> tuple[str | None, ...]:
        """The neighbours by direction; None beyond the rim of the map."""
        q, r = self.axial[place]
        return tuple(self._at.get((q + dq, r + dr)) for dq, dr in self.steps)

    def direction(self, a: str, b: str) -> int | None:
        """The direction from a hex to its neighbour; None if they do not touch."""
        (qa, ra), (qb, rb) = self.axial[a], self.axial[b]
        step = (qb - qa, rb - ra)
        return self.steps.index(step) if step in self.steps else None

    def side_ends(self, place: str, direction: int) -> tuple[Point, Point]:
        """The two corners of a hex's side."""
        x, y = self.centres[place]
        (ax, ay), (bx, by) = self.corners[direction - 1], self.corners[direction]
        return (x + ax, y + ay), (x + bx, y + by)

    def side_middle(self, place: str, direction: int) -> Point:
        """The middle of a hex's side."""
        return midway(*self.side_ends(place, direction))

    def heading(self, facing: int) -> Point:
        """The direction of a facing in twelfths of a circle, from side 0: one step long."""
        turn = facing * pi / 6 + (0.0 if self.tops == "flat" else pi / 6)
        return sin(turn), -cos(turn)

    def outline(self, place: str, inset: float = 0.0) -> str:
        """A hex as closed path data."""
        x, y = self.centres[place]
        scale = 1 - inset / RADIUS
        return "M" + "L".join(xy((x + dx * scale, y + dy * scale)) for dx, dy in self.corners) + "Z"

    def is_inside(self, offset: Point, inset: float) -> bool:
        """Whether a point, seen from the centre, lies in the hex and off its rim."""
        dx, dy = abs(offset[0]), abs(offset[1])
        across, along = (dx, dy) if self.tops == "flat" else (dy, dx)
        return along < HALF - inset and across * 0.8660254 + along * 0.5 < HALF - inset


_known: dict[int, tuple[HexMap, Geometry]] = {}


def geometry_of(board: HexMap) -> Geometry:
    """The geometry of a board, made once in the life of the program."""
    known = _known.get(id(board))
    if known is None or known[0] is not board:
        known = _known[id(board)] = (board, _geometry(board))
    return known[1]


def _geometry(board: HexMap) -> Geometry:
    grid = board.grid
    return Geometry({place: grid.axial[grid.ids[place]] for place in board.cells}, grid.tops)


def midway(a: Point, b: Point) -> Point:
    """The point halfway between two points."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def scatter(seed: str) -> Iterator[float]:
    """Numbers from 0 to 1 that look random and are always the same for a seed."""
    value = crc32(seed.encode())
    while True:
        value = (value * 1664525 + 1013904223) % 2**32
        yield value / 2**32
