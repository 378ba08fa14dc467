"""Rows of a data file to a map of hexes: what each column means is said by the game, what is wrong by a sentence.

Hexside features come in two ways, and a game may use both: as directions in a row of the hex (`road_dirs` = "SE SW",
listed by both hexes of the side), or as rows of a second file (`hex_a`, `hex_b`, `kind`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from adjudicator.core.datafiles import Row
from adjudicator.core.errors import DataError
from adjudicator.core.values import dataclass
from adjudicator.maps.board import Cell, Feature, HexMap, HexSide
from adjudicator.maps.grid import OFF, Grid

Pair = tuple[str, str]
Sides = dict[Pair, tuple[Feature, ...]]


@dataclass(frozen=True, slots=True)
class HexColumns:
    """Which column of a row of hexes says what; a column that the file lacks is simply not read."""

    terrains: tuple[str, ...]
    """The terrains that the game knows."""
    place: str = "hex"
    terrain: str = "terrain"
    elevation: str = "elevation"
    name: str = "name"
    source: str = "status"
    column: str = "col"
    row: str = "row"
    sides: Mapping[str, str] = field(default_factory=dict)
    """Columns of directions, each with the kind of feature that lies on those hexsides."""
    features: Mapping[str, str] = field(default_factory=dict)
    """Columns of names, parted by semicolons, each with the kind of feature that the hex then has."""


@dataclass(frozen=True, slots=True)
class SideColumns:
    """Which column of a row of hexsides says what."""

    kinds: tuple[str, ...]
    """The features that the game knows."""
    a: str = "hex_a"
    b: str = "hex_b"
    kind: str = "kind"
    name: str = "name"
    owner: str = "high"


def hex_map(
    grid: Grid,
    rows: Iterable[Row],
    columns: HexColumns,
    side_rows: Iterable[Row] = (),
    side_columns: SideColumns | None = None,
    north: int | None = None,
) -> HexMap:
    """A whole map; every hex of the grid must have its row, a hex with two numbers one for each of them."""
    listed = list(rows)
    cells = read_cells(grid, listed, columns)
    missing = next((place for place in grid.names if place not in cells), None)
    if missing is not None:
        raise DataError(f"The hex {missing} has no row.", "Add one, or make the sheet smaller.")
    sides = read_listed_sides(grid, listed, columns)
    if side_columns is not None:
        for pair, features in read_sides(grid, side_rows, side_columns).items():
            sides[pair] = (*sides.get(pair, ()), *features)
    return HexMap(grid, cells, {pair: HexSide(sides[pair]) for pair in sorted(sides)}, north=north)


def place_in(grid: Grid, row: Row, column: str) -> str:
    """The hex that a field names, by its first number."""
    text = row.values[column]
    if text not in grid.ids:
        raise row.wrong(f'"{text}" is not a hex of this map.', f"Hexes are numbered like {grid.names[0]}.")
    return grid.names[grid.ids[text]]


def pair_in(grid: Grid, row: Row, a: str, b: str) -> Pair:
    """The two hexes of a hexside, in ascending order; they must touch."""
    one, two = sorted((place_in(grid, row, a), place_in(grid, row, b)))
    if grid.direction(grid.ids[one], grid.ids[two]) is None:
        raise row.wrong(f"{one} and {two} do not touch.", "A hexside lies between two neighbours.")
    return one, two


# --- hexes ---------------------------------------------------------------------------------------------------


def read_cells(grid: Grid, rows: Iterable[Row], columns: HexColumns) -> dict[str, Cell]:
    """The hexes of the rows; the two rows of a hex with two numbers are put together."""
    found: dict[str, Cell] = {}
    seen: set[str] = set()
    for row in rows:
        place = place_in(grid, row, columns.place)
        number = row.values[columns.place]
        if number in seen:
            raise row.wrong(f"{number} is listed twice.", "Keep one of the two rows.")
        seen.add(number)
        _check_column_row(grid, row, columns)
        cell = _cell(place, row, columns)
        found[place] = _joined(row, found[place], cell) if place in found else cell
    return {place: found[place] for place in sorted(found)}


def _check_column_row(grid: Grid, row: Row, columns: HexColumns) -> None:
    expected = grid.column_row(row.values[columns.place])
    for name, number in zip((columns.column, columns.row), expected, strict=True):
        written = row.values.get(name, "")
        if written and written != str(number):
            raise row.wrong(
                f"{row.values[columns.place]} has {name} {written}.", f"By its number it is {number}: mend one of them."
            )


def _cell(place: str, row: Row, columns: HexColumns) -> Cell:
    terrain = row.values[columns.terrain]
    if terrain not in columns.terrains:
        raise row.wrong(f'{place} has the unknown terrain "{terrain}".', f"Known are {', '.join(columns.terrains)}.")
    height = row.values.get(columns.elevation, "") or "0"
    if not height.removeprefix("-").isdecimal():
        raise row.wrong(f'{place} has the height "{height}".', "Heights are whole numbers.")
    features = tuple(
        Feature(kind, name.strip())
        for column, kind in columns.features.items()
        for name in row.values.get(column, "").split(";")
        if name.strip()
    )
    named = row.values.get(columns.name, "")
    return Cell(place, terrain, int(height), named, row.values.get(columns.source, ""), features)


def _joined(row: Row, first: Cell, second: Cell) -> Cell:
    """A hex that two sheets share: the earlier sheet gives its ground, both give their features."""
    if first.elevation != second.elevation:
        raise row.wrong(
            f"{first.id} has two heights, {first.elevation} and {second.elevation}.",
            "Its two numbers mean the same hex.",
        )
    more = tuple(one for one in second.features if one not in first.features)
    name = first.name or second.name
    return Cell(first.id, first.terrain, first.elevation, name, first.source, (*first.features, *more))


# --- hexsides ------------------------------------------------------------------------------------------------


def read_listed_sides(grid: Grid, rows: Iterable[Row], columns: HexColumns) -> Sides:
    """The hexsides that rows of hexes list by direction; both hexes of a side must list the same."""
    listed: dict[tuple[str, int, str], Row] = {}
    for row in rows:
        place = place_in(grid, row, columns.place)
        for column, kind in columns.sides.items():
            for word in row.values.get(column, "").split():
                listed[place, _toward(grid, row, column, word), kind] = row
    found: dict[Pair, list[Feature]] = {}
    for (place, toward, kind), row in listed.items():
        other = grid.ring[grid.ids[place]][toward]
        if other == OFF:
            raise row.wrong(
                f"The {kind} of {place} toward {grid.side_names[toward]} leads off the map.", "Take the direction out."
            )
        back = (grid.names[other], (toward + 3) % 6, kind)
        if back not in listed:
            raise row.wrong(
                f"{place} has a {kind} toward {back[0]}, which has none toward {place}.",
                "List a hexside with both of its hexes, or with neither.",
            )
        pair = (place, back[0]) if place < back[0] else (back[0], place)
        features = found.setdefault(pair, [])
        if Feature(kind) not in features:
            features.append(Feature(kind))
    return {pair: tuple(found[pair]) for pair in sorted(found)}


def _toward(grid: Grid, row: Row, column: str, word: str) -> int:
    if word not in grid.side_names:
        raise row.wrong(
            f'{column} has the direction "{word}".', f"Hexsides are called {', '.join(grid.side_names)} on this map."
        )
    return grid.side_names.index(word)


def read_sides(grid: Grid, rows: Iterable[Row], columns: SideColumns) -> Sides:
    """The hexsides of the rows of a second file; a side may have several rows, each of another kind."""
    found: dict[Pair, list[Feature]] = {}
    for row in rows:
        pair = pair_in(grid, row, columns.a, columns.b)
        kind = row.values[columns.kind]
        if kind not in columns.kinds:
            raise row.wrong(f'"{kind}" is not a feature of a hexside.', f"Known are {', '.join(columns.kinds)}.")
        owner = row.values.get(columns.owner, "")
        if owner and place_in(grid, row, columns.owner) not in pair:
            raise row.wrong(f"{owner} is none of {pair[0]} and {pair[1]}.", f"Name one of the two as {columns.owner}.")
        features = found.setdefault(pair, [])
        if any(one.kind == kind for one in features):
            raise row.wrong(f"{pair[0]}-{pair[1]} has the {kind} twice.", "Keep one of the two rows.")
        features.append(Feature(kind, row.values.get(columns.name, ""), owner))
    return {pair: tuple(found[pair]) for pair in sorted(found)}
