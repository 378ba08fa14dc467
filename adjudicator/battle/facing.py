"""Facing: which hexsides of a piece, in one hex or in a row of several, are its front, its flank and its rear.

A piece faces a hexside or a corner of its hex. Measured from there round the hex in steps of thirty degrees, every
hexside is 0 to 6 steps off; how many of them count as front and as flank is what a formation says (`Arcs`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from adjudicator.core.values import dataclass
from adjudicator.maps.grid import OFF, Grid
from adjudicator.maps.sight import sight_line

Toward = Literal["side", "corner"]
Arc = Literal["front", "flank", "rear"]


@dataclass(frozen=True, slots=True)
class Facing:
    """A hexside or a corner that a piece looks at, by its number from 0 to 5."""

    toward: Toward
    index: int

    @property
    def twelfth(self) -> int:
        """The same as a twelfth of the full circle, clockwise from hexside 0."""
        return 2 * self.index + (self.toward == "corner")

    def turned(self, by: int) -> Facing:
        """The facing so many hexsides (or corners) further clockwise.

        >>> Facing("side", 5).turned(2)
        Facing(toward='side', index=1)
        """
        return Facing(self.toward, (self.index + by) % 6)


@dataclass(frozen=True, slots=True)
class Arcs:
    """How far round, in thirty degrees from the facing, front and flank reach; the rest is rear.

    `inner_rear`: of a piece in several hexes, what lies behind the flanks is flank too at its two ends, and rear only
    between its hexes.
    """

    front: int
    flank: int
    inner_rear: bool = False

    def of(self, off: int) -> Arc:
        """The arc of a hexside that lies so far off."""
        return "front" if off <= self.front else "flank" if off <= self.flank else "rear"


COLUMN = Arcs(front=2, flank=4)
"""Facing a hexside: three front, two flank, one rear."""
WIDE = Arcs(front=4, flank=4)
"""Facing a hexside: five front, one rear."""
LINE = Arcs(front=1, flank=3)
"""Facing a corner: two front, two flank, two rear in each hex; in a row only the two ends have flanks."""
OPEN = Arcs(front=3, flank=5)
"""Facing a corner: four front, two flank, no rear."""
OPEN_ROW = Arcs(front=3, flank=4, inner_rear=True)
"""Facing a corner in two hexes: six front, two flank, two rear."""
ALL_ROUND = Arcs(front=6, flank=6)
"""Six front."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The outer hexsides of a piece by arc, each as the hex of the piece and the direction."""

    front: tuple[tuple[int, int], ...]
    flank: tuple[tuple[int, int], ...]
    rear: tuple[tuple[int, int], ...]

    def arc(self, place: int, direction: int) -> Arc | None:
        """The arc of a hexside; None for one inside the piece or not of it."""
        if (place, direction) in self.front:
            return "front"
        if (place, direction) in self.flank:
            return "flank"
        return "rear" if (place, direction) in self.rear else None


def off(facing: Facing, direction: int) -> int:
    """How far a hexside lies off a facing, in thirty degrees: 0 to 6.

    >>> [off(Facing("side", 0), d) for d in range(6)], [off(Facing("corner", 0), d) for d in range(6)]
    ([0, 2, 4, 6, 4, 2], [1, 1, 3, 5, 5, 3])
    """
    apart = abs(2 * direction - facing.twelfth) % 12
    return min(apart, 12 - apart)


@lru_cache(maxsize=4096)
def outline(grid: Grid, places: tuple[int, ...], facing: Facing, arcs: Arcs) -> Outline:
    """Front, flank and rear of a piece in one hex or in several that touch, hex by hex and clockwise.

    >>> from adjudicator.maps.grid import Sheet
    >>> grid = Grid((Sheet(9, 9),), tops="pointy")
    >>> line = outline(grid, (grid.ids["0405"], grid.ids["0505"]), Facing("corner", 5), LINE)
    >>> [len(arc) for arc in (line.front, line.flank, line.rear)]
    [4, 2, 4]
    """
    by_arc: dict[Arc, list[tuple[int, int]]] = {"front": [], "flank": [], "rear": []}
    for place in places:
        around = grid.ring[place]
        for direction in range(6):
            if around[direction] in places:
                continue
            arc = arcs.of(off(facing, direction))
            if arc == "rear" and arcs.inner_rear and not _is_between(grid, places, place, direction):
                arc = "flank"
            by_arc[arc].append((place, direction))
    return Outline(tuple(by_arc["front"]), tuple(by_arc["flank"]), tuple(by_arc["rear"]))


def _is_between(grid: Grid, places: tuple[int, ...], place: int, direction: int) -> bool:
    """Whether the hex beyond a hexside touches another hex of the piece too."""
    around = grid.ring[place]
    return around[direction - 1] in places or around[(direction + 1) % 6] in places


def faced(grid: Grid, sides: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The hexes beyond hexsides of a piece that are on the grid, in the order of their ids."""
    return tuple(sorted({there for place, direction in sides if (there := grid.ring[place][direction]) >= 0}))


def row(grid: Grid, place: int, facing: Facing, length: int = 2) -> tuple[int, ...] | None:
    """The hexes of a line that faces a corner: the given one and those beside it, clockwise from its facing.

    A line lies square to its facing, along the two directions three steps off. None where the grid ends before it.

    >>> from adjudicator.maps.grid import Sheet
    >>> grid = Grid((Sheet(9, 9),), tops="pointy")
    >>> found = row(grid, grid.ids["0405"], Facing("corner", 5))
    >>> [grid.names[a] for a in found or ()]
    ['0405', '0505']
    """
    beside = grid.straight(place, row_direction(facing), length - 1)
    return (place, *beside) if len(beside) == length - 1 else None


def row_direction(facing: Facing) -> int:
    """The direction, clockwise from a corner that is faced, along which a line lies."""
    if facing.toward != "corner":
        raise ValueError("only a piece that faces a corner lies in a row")
    return (facing.index + 2) % 6


def shifted(grid: Grid, places: tuple[int, ...], direction: int) -> tuple[int, ...] | None:
    """The hexes of a piece after all of it has gone one hex in a direction; None where the grid ends.

    >>> from adjudicator.maps.grid import Sheet
    >>> grid = Grid((Sheet(9, 9),), tops="pointy")
    >>> [grid.names[a] for a in shifted(grid, (grid.ids["0405"], grid.ids["0505"]), 1) or ()]
    ['0505', '0605']
    """
    there = tuple(grid.ring[place][direction] for place in places)
    return None if OFF in there else there


def struck(grid: Grid, shape: Outline, origin: int, place: int) -> tuple[Arc, ...]:
    """The arcs by which a straight line from a hex comes into a hex of the piece: one, or two through a corner."""
    entered = sight_line(grid, origin, place).enters
    return tuple(arc for direction in entered if (arc := shape.arc(place, direction)) is not None)


def is_in_field(grid: Grid, shape: Outline, place: int, target: int, *, both: bool = False) -> bool:
    """Whether a hex lies in the field of fire of one hex of a piece: the line to it leaves through the front.

    A line that leaves exactly through a corner needs one of the two hexsides to be front, with `both` both.
    """
    ways = sight_line(grid, place, target).leaves
    fronts = [(place, direction) in shape.front for direction in ways]
    return bool(fronts) and (all(fronts) if both else any(fronts))


def field_of_fire(
    grid: Grid, shape: Outline, place: int, far: int, sees: Callable[[int], bool] | None = None, *, both: bool = False
) -> tuple[int, ...]:
    """The hexes within range that lie in the field of fire of one hex of a piece, in the order of their ids."""
    cone = (a for a in grid.within(place, far) if a != place and is_in_field(grid, shape, place, a, both=both))
    return tuple(a for a in cone if sees is None or sees(a))
