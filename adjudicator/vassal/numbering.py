"""Where VASSAL's grids say a point is, and where a name lies: hexes with numbers, or named regions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from math import floor, sqrt
from typing import Protocol

from adjudicator.core.values import dataclass, replace
from adjudicator.maps.board import HexMap

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Names(Protocol):
    """A grid as a reader needs it."""

    @property
    def by_name(self) -> Mapping[str, tuple[int, int]]:
        """Where each place lies."""
        ...

    def place_at(self, x: int, y: int) -> str:
        """The place in which a point lies."""
        ...


@dataclass(frozen=True)
class HexNumbers:
    """A grid of hexes: `dx` between columns, `dy` between rows, the first hex's middle at x0, y0.

    With `sideways` all is turned: columns are rows. `stagger` says that odd columns begin half a hex higher. The two
    numbers are that of the column (`h`) and that of the row (`v`), in the order that `first` names.

    >>> field = HexNumbers(dx=55.4256, dy=64.0, x0=48, y0=40)
    >>> field.name_at(602, 488)
    '1108'
    """

    dx: float
    dy: float
    x0: int = 0
    y0: int = 0
    sideways: bool = False
    stagger: bool = False
    first: str = "H"
    sep: str = ""
    h_letters: bool = False
    v_letters: bool = False
    h_leading: int = 1
    v_leading: int = 1
    h_off: int = 1
    v_off: int = 1
    h_descend: bool = False
    v_descend: bool = False
    width: int = 0
    height: int = 0
    """Of the board, in pixels: numbers that descend begin at its far end."""
    format: str = "$gridLocation$"

    def raw(self, x: int, y: int) -> tuple[int, int]:
        """Column and row of a point, counted from 0 at the first hex; of a grid on its side as if it were turned."""
        if self.sideways:
            x, y = y, x
        column = floor((x - self.x0) / self.dx + 0.5)
        shift = self.dy / 2 if column % 2 else 0.0
        return column, floor((y - self.y0 - shift) / self.dy + 0.5)

    def numbers(self, x: int, y: int) -> tuple[int, int]:
        """The two numbers of a point: of its column and its row."""
        raw_column, raw_row = self.raw(x, y)
        from_far, from_below = (self.v_descend, self.h_descend) if self.sideways else (self.h_descend, self.v_descend)
        rows, columns = floor(self.height / self.dx + 0.5), floor(self.width / self.dy + 0.5)
        if self.sideways:
            rows, columns = columns, rows
        column = columns - raw_column if from_far else raw_column
        row = rows - raw_row if from_below else raw_row
        if self.stagger and raw_column % 2:
            row += -1 if from_below else 1
        return column + self.h_off, row + self.v_off

    def name_at(self, x: int, y: int) -> str:
        """What the players see for a point."""
        column, row = self.numbers(x, y)
        across = written_number(column, self.h_leading, self.h_letters)
        down = written_number(row, self.v_leading, self.v_letters)
        location = self.sep.join((across, down) if self.first == "H" else (down, across))
        filled = self.format.replace("$gridLocation$", location)
        return filled.replace("$column$", across).replace("$row$", down)

    def middle(self, x: int, y: int) -> tuple[int, int]:
        """The middle of the hex in which a point lies: the nearest."""
        column, row = self.raw(x, y)
        around = (self._spot(column + across, row + down) for across in (0, -1, 1) for down in (0, -1, 1))
        return min(around, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)

    def _spot(self, column: int, row: int) -> tuple[int, int]:
        across = self.x0 + int(column * self.dx)
        down = self.y0 + int(row * self.dy + (self.dy / 2 if column % 2 else 0))
        return (down, across) if self.sideways else (across, down)

    def place_at(self, x: int, y: int) -> str:
        """The name of the hex in which a point lies."""
        return self.name_at(*self.middle(x, y))

    @cached_property
    def by_name(self) -> Mapping[str, tuple[int, int]]:
        """The middle of each hex by what the players see for it: the other direction of VASSAL is not always right."""
        return {self.name_at(*spot): spot for spot in self._spots()}

    def _spots(self) -> Iterator[tuple[int, int]]:
        across, down = (self.height, self.width) if self.sideways else (self.width, self.height)
        for column, row in product(range(int(across / self.dx) + 2), range(-1, int(down / self.dy) + 2)):
            x, y = self._spot(column, row)
            if 0 <= x <= self.width and 0 <= y <= self.height:
                yield x, y


def written_number(number: int, leading: int, letters: bool = False) -> str:
    """A number as a grid prints it; with `leading` noughts a single digit gets so many.

    >>> written_number(7, 1), written_number(-7, 1), written_number(28, 0, letters=True)
    ('07', '-07', 'CC')
    """
    sign, number = ("-", -number) if number < 0 else ("", number)
    if letters:
        return sign + LETTERS[number % 26] * (number // 26 + 1)
    return sign + f"{number:0{leading + 1}d}"


@dataclass(frozen=True)
class Regions:
    """Named points: a point belongs to the nearest."""

    spots: Mapping[str, tuple[int, int]]

    def place_at(self, x: int, y: int) -> str:
        """The name of the nearest point."""
        return min(self.spots, key=lambda name: (self.spots[name][0] - x) ** 2 + (self.spots[name][1] - y) ** 2)

    @property
    def by_name(self) -> Mapping[str, tuple[int, int]]:
        """The points by their names."""
        return self.spots


def grid_of(board: object, spots: Mapping[str, tuple[float, float]], size: tuple[int, int]) -> Names:
    """The grid by which the places of a board have their names in VASSAL, from where they lie on its picture.

    Hexes in one numbering are a grid of hexes; all else, several sheets among it, are named points.
    """
    points = {place: (round(x), round(y)) for place, (x, y) in sorted(spots.items())}
    if isinstance(board, HexMap) and len(points) > 1:
        found = fitting(points, _lying(board, spots, size))
        if found is not None:
            return found
    return Regions(points)


def _lying(board: HexMap, spots: Mapping[str, tuple[float, float]], size: tuple[int, int]) -> HexNumbers:
    """A grid that lies as the hexes of a board lie."""
    sideways = board.grid.tops == "pointy"
    turned = {place: (y, x) if sideways else (x, y) for place, (x, y) in spots.items()}
    left = min(x for x, _ in turned.values())
    columns = sorted({round(x - left, 2) for x, _ in turned.values()})
    dx = columns[-1] / max(1, len(columns) - 1)
    dy = dx * 2 / sqrt(3)
    top = min(y for x, y in turned.values() if x - left < dx / 2)
    return HexNumbers(dx, dy, round(left), round(top), sideways, width=size[0], height=size[1])


def fitting(spots: Mapping[str, tuple[int, int]], grid: HexNumbers) -> HexNumbers | None:
    """A grid with the settings by which VASSAL gives each of these points its name; None if there are none."""
    place, spot = next(iter(spots.items()))
    prefix = place.rstrip("0123456789")
    figures = place.removeprefix(prefix)
    digits = len(figures) // 2
    if not digits:
        return None
    one, two = int(figures[:digits]), int(figures[digits:])
    for stagger, across, down, first in product((False, True), (False, True), (False, True), "HV"):
        tried = replace(
            grid,
            stagger=stagger,
            first=first,
            h_descend=across,
            v_descend=down,
            h_leading=digits - 1,
            v_leading=digits - 1,
            h_off=0,
            v_off=0,
            format=f"{prefix}$gridLocation$",
        )
        column, row = tried.numbers(*spot)
        wanted = (one, two) if first == "H" else (two, one)
        tried = replace(tried, h_off=wanted[0] - column, v_off=wanted[1] - row)
        if all(tried.place_at(x, y) == name for name, (x, y) in spots.items()):
            return tried
    return None
