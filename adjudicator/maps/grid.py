"""A grid of hexes as a value: how they lie, how they are numbered, and the geometry that follows.

A hex has a printed number ("0701", "B0605"), which is what players and positions use, and an integer id, which is what
searches use. Ids run from 0 without gaps in the order of the printed numbers, so "the lowest number" is the lowest id.
Directions run clockwise: the six hexsides from the topmost one (to its right, if hexes stand on a point), and corner i
lies between hexsides i and i + 1. The opposite of direction d is (d + 3) % 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Literal

from adjudicator.core.errors import DataError
from adjudicator.core.values import dataclass

Tops = Literal["flat", "pointy"]
Shifted = Literal["even", "odd"]
Numbering = Literal["column-row", "row-column"]
Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]

OFF = -1
"""The id of whatever lies beyond the edge."""

AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six neighbours in axial coordinates, clockwise; flat tops begin with the first, points with the second."""

SIDE_NAMES: Mapping[Tops, tuple[str, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
CORNER_NAMES: Mapping[Tops, tuple[str, ...]] = {
    "flat": ("NE", "E", "SE", "SW", "W", "NW"),
    "pointy": ("NE", "SE", "S", "SW", "NW", "N"),
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed map of a grid: its size, the letter of its hexes, and where its first hex lies.

    `at` is the column and row that the first hex has on the common grid; left out, it is its own number. Two sheets may
    overlap: a hex with two numbers goes by that of the earlier sheet.
    """

    columns: int
    rows: int
    prefix: str = ""
    first_column: int = 1
    first_row: int = 1
    at: tuple[int, int] | None = None


@dataclass(frozen=True)
class Grid:
    """Hexes in columns (flat tops) or in rows (pointed tops).

    `shifted` says which columns sit half a hex lower, or which rows half a hex further right. `corner` is where the
    numbers begin, and `digits` how many each of the two numbers has.

    >>> waterloo = Grid((Sheet(29, 22, "B"),))
    >>> waterloo.names[waterloo.ids["B0605"]]
    'B0605'
    >>> [waterloo.names[n] for n in waterloo.neighbours[waterloo.ids["B0101"]]]
    ['B0201', 'B0102']
    """

    sheets: tuple[Sheet, ...]
    tops: Tops = "flat"
    shifted: Shifted = "even"
    numbering: Numbering = "column-row"
    digits: int = 2
    corner: Corner = "top-left"

    # --- numbers ------------------------------------------------------------------------------------------

    def number(self, column: int, row: int, prefix: str = "") -> str:
        """The printed number of a column and row, on or off the map.

        >>> Grid((Sheet(90, 60),), digits=2).number(7, 1)
        '0701'
        """
        first, second = (column, row) if self.numbering == "column-row" else (row, column)
        return f"{prefix}{first:0{self.digits}d}{second:0{self.digits}d}"

    def column_row(self, place: str) -> tuple[int, int]:
        """Column and row of a printed number.

        >>> Grid((Sheet(29, 22, "B"),)).column_row("B0605")
        (6, 5)
        """
        figures = place[-2 * self.digits :]
        first, second = int(figures[: self.digits]), int(figures[self.digits :])
        return (first, second) if self.numbering == "column-row" else (second, first)

    def meant(self, text: str) -> str | None:
        """The hex that a player means: a leading nought or a small letter does not matter; None if there is none.

        >>> Grid((Sheet(29, 22, "B"),)).meant("b605")
        'B0605'
        """
        words = text.strip()
        for sheet in self.sheets:
            if words[: len(sheet.prefix)].casefold() == sheet.prefix.casefold():
                figures = words[len(sheet.prefix) :]
                place = sheet.prefix + figures.zfill(2 * self.digits)
                if figures.isascii() and figures.isdecimal() and place in self.ids:
                    return self.names[self.ids[place]]
        return None

    @cached_property
    def _spots(self) -> Mapping[str, tuple[int, int]]:
        """Every printed number to its column and row on the common grid, in the order of the sheets."""
        found: dict[str, tuple[int, int]] = {}
        for sheet in self.sheets:
            left, top = sheet.at or (sheet.first_column, sheet.first_row)
            for c in range(sheet.columns):
                for r in range(sheet.rows):
                    place = self.number(sheet.first_column + c, sheet.first_row + r, sheet.prefix)
                    if place in found:
                        raise DataError(
                            f"Two sheets of the grid have a hex {place}.", "Give each sheet a letter of its own."
                        )
                    across = sheet.columns - 1 - c if self.corner.endswith("right") else c
                    down = sheet.rows - 1 - r if self.corner.startswith("bottom") else r
                    found[place] = (left + across, top + down)
        return found

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The printed number of each id; of a hex with two numbers, that of the earlier sheet."""
        first: dict[tuple[int, int], str] = {}
        for place, spot in self._spots.items():
            first.setdefault(spot, place)
        return tuple(sorted(first.values()))

    @cached_property
    def ids(self) -> Mapping[str, int]:
        """The id of each printed number, second numbers included."""
        at = {self._spots[place]: number for number, place in enumerate(self.names)}
        return {place: at[spot] for place, spot in self._spots.items()}

    @property
    def size(self) -> int:
        """How many hexes there are."""
        return len(self.names)

    # --- geometry -----------------------------------------------------------------------------------------

    def _axial(self, column: int, row: int) -> tuple[int, int]:
        along, across = (column, row) if self.tops == "flat" else (row, column)
        half = (along + along % 2) // 2 if self.shifted == "even" else (along - along % 2) // 2
        return (along, across - half) if self.tops == "flat" else (across - half, along)

    @cached_property
    def axial(self) -> tuple[tuple[int, int], ...]:
        """Axial coordinates of each id: a skewed pair of axes in which every direction is one constant step."""
        return tuple(self._axial(*self._spots[place]) for place in self.names)

    @cached_property
    def _at(self) -> Mapping[tuple[int, int], int]:
        return {spot: number for number, spot in enumerate(self.axial)}

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The axial step of each direction."""
        first = 0 if self.tops == "flat" else 1
        return (*AROUND[first:], *AROUND[:first])

    def at(self, q: int, r: int) -> int:
        """The id at axial coordinates, OFF beyond the edge."""
        return self._at.get((q, r), OFF)

    @cached_property
    def ring(self) -> tuple[tuple[int, ...], ...]:
        """The six neighbours of each id by direction, OFF beyond the edge."""
        at = self._at
        return tuple(tuple(at.get((q + dq, r + dr), OFF) for dq, dr in self.steps) for q, r in self.axial)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each id that are on the grid, clockwise."""
        return tuple(tuple(n for n in around if n != OFF) for around in self.ring)

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b, the starting hex not counted."""
        (qa, ra), (qb, rb) = self.axial[a], self.axial[b]
        dq, dr = qb - qa, rb - ra
        return max(abs(dq), abs(dr), abs(dq + dr))

    def direction(self, a: int, b: int) -> int | None:
        """The direction from a hex to its neighbour, or None if they do not touch."""
        around = self.ring[a]
        return around.index(b) if b in around and b != OFF else None

    def are_opposite(self, centre: int, a: int, b: int) -> bool:
        """Whether two neighbours of a hex lie on opposite sides of it."""
        da, db = self.direction(centre, a), self.direction(centre, b)
        return da is not None and db is not None and (da + 3) % 6 == db

    def straight(self, start: int, toward: int, length: int) -> tuple[int, ...]:
        """The hexes reached by going straight in one direction, as far as the grid goes; the start is left out."""
        found: list[int] = []
        here = start
        while len(found) < length and (here := self.ring[here][toward]) != OFF:
            found.append(here)
        return tuple(found)

    def heading(self, a: int, b: int) -> int | None:
        """The direction of a straight row of hexes that leads from a to b, or None if none does."""
        (qa, ra), (qb, rb) = self.axial[a], self.axial[b]
        far = self.distance(a, b)
        step = (qb - qa, rb - ra)
        return next((d for d, (dq, dr) in enumerate(self.steps) if far and (dq * far, dr * far) == step), None)

    def within(self, centre: int, far: int) -> tuple[int, ...]:
        """All hexes at most so far away, the centre included, in the order of their ids."""
        q, r = self.axial[centre]
        at = self._at
        spots = (
            (q + dq, r + dr)
            for dq in range(-far, far + 1)
            for dr in range(max(-far, -far - dq), min(far, far - dq) + 1)
        )
        return tuple(sorted(at[spot] for spot in spots if spot in at))

    def circle(self, centre: int, far: int) -> tuple[int, ...]:
        """The hexes at exactly that distance, in the order of their ids."""
        return tuple(n for n in self.within(centre, far) if self.distance(centre, n) == far)

    def far_from(self, places: Iterable[int]) -> Callable[[int], int]:
        """How far any hex is from the nearest of these, reckoned once for each hex; 0 if there are none.

        >>> grid = Grid((Sheet(9, 9),))
        >>> far = grid.far_from([grid.ids["0101"], grid.ids["0909"]])
        >>> far(grid.ids["0105"]), far(grid.ids["0807"])
        (4, 2)
        """
        spots = [self.axial[place] for place in places]
        known: dict[int, int] = {}

        def far(a: int) -> int:
            found = known.get(a)
            if found is None:
                q, r = self.axial[a]
                steps = ((sq - q, sr - r) for sq, sr in spots)
                found = known[a] = min((max(abs(dq), abs(dr), abs(dq + dr)) for dq, dr in steps), default=0)
            return found

        return far

    def is_edge(self, a: int) -> bool:
        """Whether a hex lies on the rim."""
        return OFF in self.ring[a]

    # --- hexsides and corners -----------------------------------------------------------------------------

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The id of the hexside of each hex in each direction; both hexes of a side give it the same id."""
        return tuple(
            tuple(6 * a + d if b == OFF else min(6 * a + d, 6 * b + (d + 3) % 6) for d, b in enumerate(around))
            for a, around in enumerate(self.ring)
        )

    def side_hexes(self, side: int) -> tuple[int, int]:
        """The two hexes of a hexside, the second OFF at the edge."""
        a, d = divmod(side, 6)
        return a, self.ring[a][d]

    @cached_property
    def corners(self) -> tuple[tuple[int, ...], ...]:
        """The id of each corner of each hex; the hexes that meet there give it the same id."""
        return tuple(tuple(min(6 * h + c for h, c in self._meeting(a, i)) for i in range(6)) for a in range(self.size))

    def _meeting(self, a: int, corner: int) -> list[tuple[int, int]]:
        """The hexes that meet at a corner, and which of their corners it is."""
        after = (corner + 1) % 6
        three = ((a, corner), (self.ring[a][corner], (corner + 2) % 6), (self.ring[a][after], (corner + 4) % 6))
        return [(h, c) for h, c in three if h != OFF]

    def corner_hexes(self, corner: int) -> tuple[int, ...]:
        """The hexes that meet at a corner, in the order of their ids."""
        return tuple(sorted(h for h, _ in self._meeting(*divmod(corner, 6))))

    def corner_sides(self, corner: int) -> tuple[int, ...]:
        """The hexsides that end at a corner, in the order of their ids."""
        meeting = self._meeting(*divmod(corner, 6))
        return tuple(sorted({self.sides[h][d] for h, c in meeting for d in (c, (c + 1) % 6)}))

    def side_ends(self, side: int) -> tuple[int, int]:
        """The two corners of a hexside."""
        a, d = divmod(side, 6)
        return self.corners[a][(d - 1) % 6], self.corners[a][d]

    # --- words --------------------------------------------------------------------------------------------

    @property
    def side_names(self) -> tuple[str, ...]:
        """What the six directions are called."""
        return SIDE_NAMES[self.tops]

    @property
    def corner_names(self) -> tuple[str, ...]:
        """What the six corners are called."""
        return CORNER_NAMES[self.tops]
