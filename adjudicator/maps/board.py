"""A map of hexes: terrain, heights, names, and what runs along or across the sides. Geometry without rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from adjudicator.maps.hexgrid import column_row, ring


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex of a map."""

    id: str
    terrain: str
    elevation: int = 0
    name: str = ""
    source: str = "reconstruction"


@dataclass(frozen=True, slots=True)
class HexSide:
    """What lies between two neighbouring hexes: water on the side, roads and paths across it."""

    water: str = ""
    """"river", "stream" or nothing."""
    bridge: bool = False
    way: str = ""
    """"road", "path" or nothing."""
    water_name: str = ""


NOTHING = HexSide()


@dataclass(frozen=True)
class HexMap:
    """Cells by id, sides by the pair of ids in ascending order, and links between hexes that do not touch."""

    cells: Mapping[str, Cell]
    sides: Mapping[tuple[str, str], HexSide] = field(default_factory=dict)
    links: Mapping[tuple[str, str], str] = field(default_factory=dict)
    north: int | None = None
    """Where north lies on the sheet, in degrees clockwise from its top; None if nobody knows."""

    def side(self, a: str, b: str) -> HexSide:
        """What lies between two hexes."""
        return self.sides.get((a, b) if a < b else (b, a), NOTHING)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The neighbours of each hex that are on the map, clockwise from north."""
        return {cell: tuple(n for n in ring(cell) if n in self.cells) for cell in self.cells}

    @cached_property
    def linked(self) -> Mapping[str, tuple[str, ...]]:
        """Hexes joined to a hex by a special link."""
        found: dict[str, tuple[str, ...]] = {}
        for a, b in sorted(self.links):
            found[a] = (*found.get(a, ()), b)
            found[b] = (*found.get(b, ()), a)
        return found

    @cached_property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        spots = [column_row(cell) for cell in self.cells]
        return max(c for c, _ in spots), max(r for _, r in spots)

    def is_edge(self, place: str) -> bool:
        """Whether a hex lies on the rim of the map."""
        return len(self.neighbours[place]) < 6
