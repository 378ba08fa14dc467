"""A map of hexes: terrain, heights, names, and what runs along or across the sides. Geometry without rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

from adjudicator.core.values import dataclass
from adjudicator.maps.grid import OFF, Grid

WATERS = ("river", "stream")
BRIDGES = ("bridge", "fixed_bridge", "pontoon", "stream_bridge")
WAYS = ("road", "trail", "path")
"""Families of hexside features that are asked for together, the greater first."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something of a hex or of a hexside: its kind, its name, and the hex it belongs to where the two sides differ."""

    kind: str
    """"river", "crest", "slope", "wall", "redoubt_front", "bridge", "road" ...; of a hex "bank", "edge" ..."""
    name: str = ""
    owner: str = ""
    """The upper hex of a slope, the hex that a work protects."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One hex of a map."""

    id: str
    terrain: str
    elevation: int = 0
    name: str = ""
    source: str = "reconstruction"
    features: tuple[Feature, ...] = ()

    def feature(self, kind: str) -> Feature | None:
        """The first feature of a kind that the hex has."""
        return next((one for one in self.features if one.kind == kind), None)


@dataclass(frozen=True, slots=True)
class HexSide:
    """What lies between two neighbouring hexes: on the side (water, a crest) or across it (a road, a bridge)."""

    features: tuple[Feature, ...] = ()

    def has(self, *kinds: str) -> bool:
        """Whether a feature of one of these kinds is there."""
        return any(one.kind in kinds for one in self.features)

    def feature(self, *kinds: str) -> Feature | None:
        """The first feature of the first of these kinds that is there."""
        return next((one for kind in kinds for one in self.features if one.kind == kind), None)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of all that is there, as the data list them."""
        return tuple(one.kind for one in self.features)

    def _kind(self, family: tuple[str, ...]) -> str:
        found = self.feature(*family)
        return found.kind if found is not None else ""

    @property
    def water(self) -> str:
        """ "river", "stream" or nothing."""
        return self._kind(WATERS)

    @property
    def water_name(self) -> str:
        """The name of the river or stream."""
        found = self.feature(*WATERS)
        return found.name if found is not None else ""

    @property
    def bridge(self) -> bool:
        """Whether a bridge of any kind leads across."""
        return self.has(*BRIDGES)

    @property
    def way(self) -> str:
        """ "road", "trail", "path" or nothing."""
        return self._kind(WAYS)


NOTHING = HexSide()


@dataclass(frozen=True)
class HexMap:
    """Cells by number, sides by the pair of numbers in ascending order, and links between hexes that do not touch."""

    grid: Grid
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
        """The neighbours of each hex that are on the map, clockwise."""
        names, ids = self.grid.names, self.grid.ids
        return {cell: tuple(names[n] for n in self.ring[ids[cell]] if n != OFF) for cell in self.cells}

    @cached_property
    def _far(self) -> dict[tuple[str, str], int]:
        return {}

    def distance(self, a: str, b: str) -> int:
        """Hexes from a to b, the starting hex not counted."""
        known = self._far.get((a, b))
        if known is None:
            known = self._far[a, b] = self.grid.distance(self.grid.ids[a], self.grid.ids[b])
        return known

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
        spots = [self.grid.column_row(cell) for cell in self.cells]
        return max(c for c, _ in spots), max(r for _, r in spots)

    def is_edge(self, place: str) -> bool:
        """Whether a hex lies on the rim of the map."""
        return len(self.neighbours[place]) < 6

    # --- by id --------------------------------------------------------------------------------------------

    @cached_property
    def cell_at(self) -> tuple[Cell | None, ...]:
        """The cell of each id of the grid; None where the grid has a hex and the map has not."""
        return tuple(self.cells.get(place) for place in self.grid.names)

    @cached_property
    def ring(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each id by direction, OFF where the map ends."""
        there = [cell is not None for cell in self.cell_at]
        return tuple(tuple(n if n != OFF and there[n] else OFF for n in around) for around in self.grid.ring)

    @cached_property
    def side_at(self) -> tuple[tuple[HexSide, ...], ...]:
        """What lies on the hexside of each id in each direction; nothing lies on the rim."""
        found = [[NOTHING] * 6 for _ in range(self.grid.size)]
        for (a, b), side in self.sides.items():
            one, two = self.grid.ids[a], self.grid.ids[b]
            toward = self.grid.direction(one, two)
            if toward is not None:
                found[one][toward] = found[two][(toward + 3) % 6] = side
        return tuple(tuple(sides) for sides in found)
