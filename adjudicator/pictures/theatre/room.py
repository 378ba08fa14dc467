"""Room on a crowded sheet: boxes that may not overlap, and things below them that are better left visible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin

from adjudicator.pictures.fragments import Box, Point

CELL = 64.0


class Room:
    """What is taken on a sheet; asked for free places and for what they would cover."""

    def __init__(self, sheet: Box) -> None:
        self.sheet = sheet
        self._boxes: dict[tuple[int, int], list[Box]] = {}
        self._spots: dict[tuple[int, int], list[tuple[float, float, float]]] = {}

    def copy(self) -> Room:
        """The same room once more, to be filled otherwise."""
        other = Room(self.sheet)
        other._boxes = {cell: list(boxes) for cell, boxes in self._boxes.items()}
        other._spots = {cell: list(spots) for cell, spots in self._spots.items()}
        return other

    def take(self, box: Box) -> None:
        """Nothing else may lie here."""
        for cell in _cells(box):
            self._boxes.setdefault(cell, []).append(box)

    def spread(self, points: Iterable[Point], weight: float) -> None:
        """Points that are better not covered."""
        for x, y in points:
            self._spots.setdefault((int(x // CELL), int(y // CELL)), []).append((x, y, weight))

    def is_free(self, box: Box) -> bool:
        """Whether a box lies on the sheet and meets no other."""
        inside = box.x0 >= self.sheet.x0 and box.y0 >= self.sheet.y0 and box.x1 <= self.sheet.x1
        if not inside or box.y1 > self.sheet.y1:
            return False
        return not any(box.meets(other) for cell in _cells(box) for other in self._boxes.get(cell, ()))

    def load(self, box: Box) -> float:
        """The weight of what a box would cover."""
        return sum(
            weight
            for cell in _cells(box)
            for x, y, weight in self._spots.get(cell, ())
            if box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1
        )

    def best(self, candidates: Iterable[tuple[float, Box]]) -> Box | None:
        """Of boxes with their prices the free one that costs least together with what it covers."""
        found: tuple[float, Box] | None = None
        for price, box in candidates:
            if (found is None or price < found[0]) and self.is_free(box):
                whole = price + self.load(box)
                if found is None or whole < found[0]:
                    found = (whole, box)
        return found[1] if found else None


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.x0 // CELL), int(box.x1 // CELL) + 1):
        for row in range(int(box.y0 // CELL), int(box.y1 // CELL) + 1):
            yield column, row


def around(spot: Point, wide: float, high: float, gap: float, turns: int = 16) -> Iterator[tuple[Point, Box]]:
    """Boxes of a size all around a spot, their rims so far from it; each with its direction."""
    x, y = spot
    for index in range(turns):
        dx, dy = cos(2 * pi * index / turns), sin(2 * pi * index / turns)
        # The middle moves out along the direction until the box's nearest rim is `gap` away.
        reach = min(
            (wide / 2 + gap) / abs(dx) if abs(dx) > 1e-9 else float("inf"),
            (high / 2 + gap) / abs(dy) if abs(dy) > 1e-9 else float("inf"),
        )
        cx, cy = x + dx * reach, y + dy * reach
        yield (dx, dy), Box(cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2)
