"""Maps, counters, set-up and numbers of a game: loaded, checked, overlaid with a data pack, and digested."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

from pydantic import ConfigDict, Field, field_validator

from adjudicator.core.canon import digest
from adjudicator.core.datafiles import Row, merged, model_of, overlaid, parse, read_rows, read_toml
from adjudicator.core.errors import DataError
from adjudicator.core.types import Frozen, RuleId, Side
from adjudicator.maps.board import Cell, HexMap, HexSide
from adjudicator.maps.hexgrid import ring
from adjudicator.rulesets.vv1813.context import Counter
from adjudicator.rulesets.vv1813.tables import ALL_TABLES, TerrainTable

Source = Literal["text", "reconstruction"]
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


class FormationFacts(Frozen):
    """A formation: the coloured stripe of its counters."""

    id: str
    name: str
    side: Side | None = None
    aliases: tuple[str, ...] = ()


class MarkerFacts(Frozen):
    """A kind of marker: how many each side has, how many begin in hand, what they are worth."""

    kind: str
    name: str
    rule: RuleId
    source: Source
    divisor: int | None = Field(default=None, ge=1)
    support: int = 0
    returns: int | None = Field(default=None, ge=1)
    French: int = Field(default=0, ge=0)
    Coalition: int = Field(default=0, ge=0)
    shared: int = Field(default=0, ge=0)
    """Markers that either side may use."""
    hand: Mapping[Side, int] = {}
    marker_class: str = ""
    """What the back shows, where the game has classes of markers."""
    aliases: tuple[str, ...] = ()

    def count(self, side: Side) -> int:
        """How many of them a side has; those of both sides are asked for as `BOTH`."""
        return {"French": self.French, "Coalition": self.Coalition}.get(side, self.shared)


class ObjectiveFacts(Frozen):
    """An objective: places, and the morale its loss costs."""

    name: str
    places: tuple[str, ...] = Field(min_length=1)
    value: int = Field(ge=1)
    loser: Side
    source: Source


class MoraleFacts(Frozen):
    """The morale that the armies begin with."""

    rule: RuleId
    source: Source
    French: int = Field(ge=1)
    Coalition: int = Field(ge=1)


class Alternative(Frozen):
    """Values of a counter under an option, in the place of those in units.csv."""

    model_config = ConfigDict(frozen=True, extra="allow")

    option: str
    value: str
    id: str


class MarkerAlternative(Frozen):
    """What a kind of marker is worth under an option, in the place of the values of its own table."""

    option: str
    value: str
    kind: str
    divisor: int = Field(ge=1)
    rule: RuleId
    source: Source


class LeftOut(Frozen):
    """A counter that an option leaves out of the game."""

    option: str
    value: str
    id: str
    rule: RuleId
    source: Source


class SeriesFacts(Frozen):
    """What every game of the series writes into its game.toml."""

    title: str
    sides: tuple[Side, ...] = Field(min_length=2, max_length=2)
    north: int | None = None
    north_source: Source = "reconstruction"
    formation: tuple[FormationFacts, ...]
    marker: tuple[MarkerFacts, ...]
    objective: tuple[ObjectiveFacts, ...]
    morale: MoraleFacts
    alternative: tuple[Alternative, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    marker_alternative: tuple[MarkerAlternative, ...] = ()


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
    game: str, model: type[SeriesFacts], options: Mapping[str, str], pack: Traversable | None = None
) -> GameData:
    """Load a game's data, with a data pack's values in the place of its own."""
    home = files("adjudicator.rulesets.vv1813") / "games" / game / "data"
    facts = model_of("game.toml", _toml(home, pack, "game.toml"), model)
    tables = _tables(game, pack)
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
    return base, [] if pack is None else read_rows(pack, name, needed, pack=True)


def _tables(game: str, pack: Traversable | None) -> dict[str, Frozen]:
    """The series' tables, with the game's own values and then the pack's on top."""
    home = files("adjudicator.rulesets.vv1813")
    found: dict[str, Frozen] = {}
    for name, model in sorted(ALL_TABLES.items()):
        file = f"{name}.toml"
        plain = read_toml(home / "tables", file)
        for layer in (home / "games" / game / "data" / "tables", None if pack is None else pack / "tables"):
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
    for place, row in merged(base, over, lambda r: r.values["place"]).items():
        cell = parse(row, MapRow)
        if cell.terrain not in terrain.kinds:
            raise row.wrong(
                f'{place} has the unknown terrain "{cell.terrain}".', f"Known are {', '.join(sorted(terrain.kinds))}."
            )
        cells[place] = Cell(place, cell.terrain, cell.elevation, cell.name, cell.source)
    sides, links = _sides(home, pack, cells, terrain)
    return HexMap(cells, sides, links, facts.north)


def _sides(
    home: Traversable, pack: Traversable | None, cells: Mapping[str, Cell], terrain: TerrainTable
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
        if b not in ring(a):
            raise row.wrong(f"{a} and {b} do not touch.", "A hexside lies between two neighbours.")
        before = sides.get((a, b), HexSide())
        if side.feature in terrain.waters:
            bridge = side.bridge or before.bridge
            sides[(a, b)] = HexSide(side.feature, bridge, before.way, side.name)
        elif side.feature != "none":
            sides[(a, b)] = HexSide(before.water, before.bridge, side.feature, before.water_name)
    return sides, links


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
