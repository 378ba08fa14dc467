"""Maps, counters, set-up and numbers of a game: loaded, checked, overlaid with a data pack, and digested."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from typing import Any, Literal

from pydantic import Field, field_validator

from adjudicator.core.canon import digest
from adjudicator.core.datafiles import Row, merged, model_of, overlaid, parse, read_rows, read_toml
from adjudicator.core.datafolders import Folders
from adjudicator.core.errors import DataError
from adjudicator.core.types import Frozen, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.maps.board import WATERS, WAYS, Cell, Feature, HexMap, HexSide
from adjudicator.maps.grid import Grid, Sheet
from adjudicator.rulesets.vv1813.context import Counter
from adjudicator.rulesets.vv1813.facts import SeriesFacts, Source
from adjudicator.rulesets.vv1813.movement.tables import ALL_TABLES, TerrainTable

PLACE = r"^\d{4}$"


class UnitRow(Frozen):
    """VV-2.1a, VV-2.1d, VV-2.1f, VV-2.1g: a row of units.csv: class, quality, nation and Guard as printed."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    name: str
    side: Literal["French", "Coalition"]
    nation: Literal["France", "Russia", "Prussia"]
    formation: str
    line: str = ""
    kind: Literal["infantry", "cavalry", "commander"]
    strength: int = Field(ge=0)
    quality: Literal["A", "B", "C", "?"] = "B"
    reduced_strength: int | None = Field(default=None, ge=0)
    reduced_quality: Literal["A", "B", "C", "?"] | None = None
    movement: int = Field(ge=1)
    guard: bool = False
    aliases: tuple[str, ...] = ()
    source: Source

    @field_validator("aliases", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return tuple(a.strip() for a in value.split(";") if a.strip()) if isinstance(value, str) else value


class MapRow(Frozen):
    """A row of map.csv."""

    place: str = Field(pattern=PLACE)
    terrain: str
    elevation: int = Field(default=0, ge=0)
    name: str = ""
    source: Source


class SideRow(Frozen):
    """A row of hexsides.csv; `none` in a data pack clears everything between two places."""

    a: str = Field(pattern=PLACE)
    b: str = Field(pattern=PLACE)
    feature: Literal["river", "stream", "road", "path", "link", "none"]
    bridge: bool = False
    name: str = ""
    source: Source


class SetupRow(Frozen):
    """A row of setup.csv: on the map at a place, or waiting to enter."""

    piece: str
    place: str = Field(default="", pattern=r"^(\d{4})?$")
    status: Literal["map", "waiting"] = "map"
    source: Source


@dataclass(frozen=True, slots=True)
class GameData:
    """Everything printed: as loaded, checked and digested."""

    counters: Mapping[str, Counter]
    board: HexMap
    setup: tuple[SetupRow, ...]
    facts: SeriesFacts
    tables: Mapping[str, Any]
    digest: str


class Counters(dict[str, Counter]):
    """Counters by id; a piece that a side does not know ("?Coalition/1205") has a counter without values.

    The second part of a unit that stands in two places ("souham_2/2") has the counter of the whole.
    """

    def __missing__(self, piece: str) -> Counter:
        if not piece.startswith("?"):
            whole, mark, _ = piece.partition("/")
            if mark and whole in self:
                return replace(self[whole], id=piece)
            raise KeyError(piece)
        side, _, place = piece[1:].partition("/")
        return Counter(
            piece, f"unknown at {place}", Side(side), "", "", "unknown", 0, "?", None, None, 0, source="reconstruction"
        )


def load_game(
    model: type[SeriesFacts], options: Mapping[str, str], folders: Folders, pack: Traversable | None = None
) -> GameData:
    """Load a game's data from its folders, with a data pack's values in the place of its own."""
    home = folders["game"]
    facts = model_of("game.toml", _toml(home, pack, "game.toml"), model)
    tables = _tables(folders, pack)
    terrain = tables["terrain"]
    assert isinstance(terrain, TerrainTable)
    board = _board(home, pack, terrain, facts)
    units = _units(home, pack, facts, options)
    setup = _setup(home, pack, units, board, terrain, options, facts)
    _check_places(facts, board)
    plain = {
        "units": [u.model_dump(mode="json") for _, u in sorted(units.items())],
        "map": [_plain_cell(board.cells[c]) for c in sorted(board.cells)],
        "sides": [[a, b, s.water, s.bridge, s.way] for (a, b), s in sorted(board.sides.items())],
        "links": [list(pair) for pair in sorted(board.links)],
        "setup": [s.model_dump(mode="json") for s in setup],
        "game": facts.model_dump(mode="json"),
        "tables": {name: table.model_dump(mode="json") for name, table in sorted(tables.items())},
    }
    counters = Counters({unit.id: _counter(unit) for unit in units.values()})
    return GameData(counters, board, setup, facts, tables, digest(plain))


def _plain_cell(cell: Cell) -> list[Any]:
    return [cell.id, cell.terrain, cell.elevation, cell.name]


def _toml(home: Traversable, pack: Traversable | None, name: str) -> dict[str, Any]:
    base = read_toml(home, name)
    return base if pack is None else overlaid(base, read_toml(pack, name, pack=True))


def _rows(home: Traversable, pack: Traversable | None, name: str, model: type[Frozen]) -> tuple[list[Row], list[Row]]:
    needed = [field for field, info in model.model_fields.items() if info.is_required()]
    base = read_rows(home, name, needed)
    return base, [] if pack is None else read_rows(pack, name, needed, pack=True, like=base)


def _tables(folders: Folders, pack: Traversable | None) -> dict[str, Frozen]:
    """The series' tables, with the game's own values and then the pack's on top."""
    found: dict[str, Frozen] = {}
    for name, model in sorted(ALL_TABLES.items()):
        file = f"{name}.toml"
        plain = read_toml(folders["series"], file)
        for layer in (folders["game"] / "tables", None if pack is None else pack / "tables"):
            if layer is not None:
                own = read_toml(layer, file, pack=True)
                plain = {**overlaid(plain, own), **{k: v for k, v in own.items() if k in {"row", "roll"}}}
        found[name] = model_of(file, plain, model)
    return found


# --- units and set-up --------------------------------------------------------------------------------------


def _units(
    home: Traversable, pack: Traversable | None, facts: SeriesFacts, options: Mapping[str, str]
) -> dict[str, UnitRow]:
    base, over = _rows(home, pack, "units.csv", UnitRow)
    formations = {formation.id for formation in facts.formation}
    found: dict[str, UnitRow] = {}
    for name, row in merged(base, over, lambda r: r.values["id"]).items():
        unit = parse(row, UnitRow)
        if unit.formation not in formations:
            raise row.wrong(f"{unit.name} has the unknown formation {unit.formation}.", "Use an id of game.toml.")
        _check_backs(unit, row)
        found[name] = unit
    for change in facts.alternative:
        if options.get(change.option) == change.value and change.id in found:
            values = change.model_dump(exclude={"option", "value"})
            found[change.id] = UnitRow.model_validate({**found[change.id].model_dump(), **values})
    for left in facts.left_out:
        if options.get(left.option) == left.value:
            found.pop(left.id, None)
    return found


def _check_backs(unit: UnitRow, row: Row) -> None:
    """VV-2.1h, VV-2.1j: a back has strength and quality both, and that of a Guard unit keeps its quality."""
    if unit.kind == "commander":
        return
    if (unit.reduced_strength is None) != (unit.reduced_quality is None):
        raise row.wrong(
            f"{unit.name} has half a back side.", "Give both reduced_strength and reduced_quality, or none."
        )
    if unit.guard and unit.reduced_quality is not None and unit.reduced_quality != unit.quality:
        raise row.wrong(
            f"The Guard unit {unit.name} has quality {unit.quality} in front and {unit.reduced_quality} behind.",
            "The quality of a Guard unit does not sink (VV-2.1j).",
        )


def _counter(unit: UnitRow) -> Counter:
    return Counter(
        id=unit.id,
        name=unit.name,
        side=Side(unit.side),
        nation=unit.nation,
        formation=unit.formation,
        kind=unit.kind,
        strength=unit.strength,
        quality=unit.quality,
        reduced_strength=unit.reduced_strength,
        reduced_quality=unit.reduced_quality,
        movement=unit.movement,
        guard=unit.guard,
        aliases=unit.aliases,
        source=unit.source,
        line=unit.line,
    )


def _setup(
    home: Traversable,
    pack: Traversable | None,
    units: Mapping[str, UnitRow],
    board: HexMap,
    terrain: TerrainTable,
    options: Mapping[str, str],
    facts: SeriesFacts,
) -> tuple[SetupRow, ...]:
    base, over = _rows(home, pack, "setup.csv", SetupRow)
    absent = {left.id for left in facts.left_out if options.get(left.option) == left.value}
    found: dict[str, SetupRow] = {}
    for piece, row in merged(base, over, lambda r: r.values["piece"]).items():
        if piece in absent:
            continue
        if piece not in units:
            raise row.wrong(f"{piece} is not in units.csv.", "Add the counter there, or mend the id.")
        setup = parse(row, SetupRow)
        if setup.status == "map" and setup.place not in board.cells:
            raise row.wrong(f"{piece} is set up in {setup.place or 'no place'}.", "Use a place of map.csv.")
        if setup.status == "map" and terrain.kinds[board.cells[setup.place].terrain].mp is None:
            raise row.wrong(f"{piece} is set up in {setup.place}, where nobody may stand.", "Choose another place.")
        found[piece] = setup
    for piece in sorted(units):
        if piece not in found:
            raise DataError(f"setup.csv has no row for {piece}.", "Add one with a place, or with the status waiting.")
    return tuple(found.values())


# --- the map -----------------------------------------------------------------------------------------------


def _board(home: Traversable, pack: Traversable | None, terrain: TerrainTable, facts: SeriesFacts) -> HexMap:
    base, over = _rows(home, pack, "map.csv", MapRow)
    cells: dict[str, Cell] = {}
    size = max(row.values["place"][:2] for row in base), max(row.values["place"][2:] for row in base)
    for place, row in merged(base, over, lambda r: r.values["place"]).items():
        cell = parse(row, MapRow)
        if not ("00" < place[:2] <= size[0] and "00" < place[2:] <= size[1]):
            raise row.wrong(f"{place} is not a hex of this map.", f"Hexes are numbered from 0101 to {''.join(size)}.")
        if cell.terrain not in terrain.kinds:
            raise row.wrong(
                f'{place} has the unknown terrain "{cell.terrain}".', f"Known are {', '.join(sorted(terrain.kinds))}."
            )
        cells[place] = Cell(place, cell.terrain, cell.elevation, cell.name, cell.source)
    grid = Grid((Sheet(max(int(place[:2]) for place in cells), max(int(place[2:]) for place in cells)),))
    sides, links = _sides(home, pack, grid, cells)
    return HexMap(grid, cells, sides, links, facts.north)


def _sides(
    home: Traversable, pack: Traversable | None, grid: Grid, cells: Mapping[str, Cell]
) -> tuple[dict[tuple[str, str], HexSide], dict[tuple[str, str], str]]:
    base, over = _rows(home, pack, "hexsides.csv", SideRow)
    cleared = {_pair(row) for row in over if row.values["feature"] == "none"}
    base = [row for row in base if _pair(row) not in cleared]
    sides: dict[tuple[str, str], HexSide] = {}
    links: dict[tuple[str, str], str] = {}
    for row in merged(base, over, lambda r: (*_pair(r), r.values["feature"])).values():
        side = parse(row, SideRow)
        a, b = _pair(row)
        for place in (a, b):
            if place not in cells:
                raise row.wrong(
                    f"A {side.feature} leads to {place}, which is not on the map.", "Use places of map.csv."
                )
        if side.feature == "link":
            links[(a, b)] = "path"
            continue
        if grid.direction(grid.ids[a], grid.ids[b]) is None:
            raise row.wrong(f"{a} and {b} do not touch.", "A hexside lies between two neighbours.")
        if side.feature != "none":
            sides[(a, b)] = _with(sides.get((a, b), HexSide()), side)
    return sides, links


def _with(before: HexSide, row: SideRow) -> HexSide:
    """A hexside with one row more: it has one water and one way, the last that is listed."""
    family = WATERS if row.feature in WATERS else WAYS
    kept = tuple(one for one in before.features if one.kind not in family)
    bridge = (Feature("bridge"),) if row.bridge and family == WATERS and not before.bridge else ()
    return HexSide((*kept, Feature(row.feature, row.name), *bridge))


def _pair(row: Row) -> tuple[str, str]:
    a, b = sorted((row.values["a"], row.values["b"]))
    return a, b


def _check_places(facts: SeriesFacts, board: HexMap) -> None:
    for objective in facts.objective:
        for place in objective.places:
            if place not in board.cells:
                raise DataError(
                    f"game.toml: the objective {objective.name} lies in {place}, which is not on the map.",
                    "Use a place of map.csv.",
                )
