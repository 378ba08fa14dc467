"""Maps, forces and numbers of a scenario: loaded, checked, overlaid with a data pack, and digested.

A data pack is a folder with any of `units.csv`, `leaders.csv`, `scenario.toml`, `maps/` and `tables/`, in the form of
ours; rows and settings with the same key take the place of ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeVar

from pydantic import Field, field_validator

from adjudicator.core.canon import digest
from adjudicator.core.datafiles import Row, merged, model_of, overlaid, parse, read_rows, read_toml
from adjudicator.core.datafolders import Folders
from adjudicator.core.errors import DataError
from adjudicator.core.types import Frozen
from adjudicator.core.values import dataclass
from adjudicator.maps.board import HexMap
from adjudicator.maps.grid import OFF, Grid, Sheet
from adjudicator.maps.hexdata import HexColumns, hex_map
from adjudicator.rulesets.nlc.context import Arm, FormationCard, LeaderCard, Link, Role, UnitCard
from adjudicator.rulesets.nlc.data_checks import check, place_on
from adjudicator.rulesets.nlc.scenario import ScenarioFacts
from adjudicator.rulesets.nlc.tables import (
    CampaignTable,
    CombatTable,
    CommandTable,
    FireTable,
    MovementTable,
    Tables,
    TerrainTable,
)

Source = Literal["text", "reconstruction"]
Army = Literal["French", "Anglo-Allied", "Prussian", "Allied"]
M = TypeVar("M", bound=Frozen)

SIDE_COLUMNS = {
    "roads": "road",
    "trails": "trail",
    "streams": "stream",
    "rivers": "river",
    "bridges": "bridge",
    "crests": "crest",
    "walls": "wall",
    "gates": "gate",
}


def _several(value: Any) -> Any:
    return tuple(part.strip() for part in value.split(";") if part.strip()) if isinstance(value, str) else value


class UnitRow(Frozen):
    """NLC-3.3, NLC-3.4, NLC-2.2: a row of units.csv: a combat unit as printed, and where it begins."""

    id: str = Field(pattern=r"^[A-Z][A-Za-z0-9]*$")
    name: str
    alias: str = ""
    army: Army
    formation: str
    limit_group: str
    """NLC-26.4a, NLC-26.8b, NLC-27.8a-3, NLC-27.8b-2, NLC-27.9b-2, NLC-28.4b-2, NLC-28.4b-3: an attached unit has the
    formation that it fights with, and the group whose limit counts its loss (A-5)."""
    nation: str
    arm: Arm
    strength: int = Field(ge=1)
    reduced: int = Field(ge=1)
    movement: int = Field(ge=1)
    morale: int = Field(ge=1, le=6)
    pursuit: int = Field(default=0, ge=0)
    guard: Literal["", "old", "guard"] = ""
    division: str = ""
    army_reserve: str = ""
    setup: tuple[str, ...] = Field(min_length=1)
    entry: str = ""
    """NLC-26.8c, NLC-26.8d, NLC-26.8e: the turn of its arrival; `setup` then has the hexes where it may enter."""
    step: Literal["full", "reduced"] = "full"
    source: Source

    @field_validator("setup", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return _several(value)


class LeaderRow(Frozen):
    """NLC-2.1, NLC-26.1c, NLC-26.2, NLC-26.3c, NLC-27.6d, NLC-28.3c: a row of leaders.csv."""

    id: str = Field(pattern=r"^[A-Z][A-Za-z0-9]*$")
    name: str
    alias: str = ""
    army: Army
    role: Role
    """NLC-26.0a, NLC-26.3a, NLC-27.0a, NLC-27.8a-1, NLC-27.9a-1, NLC-27.9a-3, NLC-27.8b-1, NLC-27.9b-1, NLC-28.0a,
    NLC-28.3b: who commands armies, wings, formations."""
    formation: str = ""
    rating_attack: int = Field(ge=0)
    """NLC-28.3d, NLC-28.3e: ratings already with what the game adds or takes."""
    rating_other: int = Field(ge=0)
    movement: int = Field(ge=1)
    order: Literal["", "attack", "defend", "reserve"] = ""
    """NLC-26.0c, NLC-26.4b, NLC-26.5a, NLC-26.5b, NLC-26.5c, NLC-26.7a, NLC-26.8a; NLC-27.0c, NLC-27.8a-4, NLC-27.9a-4,
    NLC-27.9a-5, NLC-27.8b-6, NLC-27.9b-3, NLC-27.9b-4; NLC-28.0c, NLC-28.4b-4, NLC-28.5b: the order at start of his
    formation; Reserve where nothing stands."""
    holds: tuple[str, ...] = ()
    setup: tuple[str, ...] = Field(min_length=1)
    entry: str = ""
    source: Source

    @field_validator("setup", "holds", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return _several(value)


class SheetRow(Frozen):
    """A printed map: its letter, its size, and where it lies on the common grid."""

    name: str
    columns: int = Field(ge=1)
    rows: int = Field(ge=1)
    at: tuple[int, int]
    source: Source


class Sheets(Frozen):
    """sheets.toml."""

    sheet: tuple[SheetRow, ...]


class LinkRow(Frozen):
    """A row of links.csv: a way between two maps."""

    id: str
    a: str
    b: str
    way: Literal["road", "trail"]
    hexes: int
    half_points: int = Field(ge=1)
    turns_foot: int = Field(ge=1)
    turns_mounted: int = Field(ge=1)
    name: str = ""
    source: Source


@dataclass(frozen=True)
class ScenarioData:
    """Everything that is loaded for a scenario."""

    units: Mapping[str, UnitRow]
    leaders: Mapping[str, LeaderRow]
    board: HexMap
    edges: Mapping[str, frozenset[str]]
    links: tuple[Link, ...]
    facts: ScenarioFacts
    tables: Tables
    digest: str

    def unit_cards(self) -> dict[str, UnitCard]:
        """The units as printed."""
        return {row.id: _unit_card(row, self.facts) for row in self.units.values()}

    def leader_cards(self) -> dict[str, LeaderCard]:
        """The leaders as printed."""
        return {row.id: _leader_card(row, self.facts) for row in self.leaders.values()}

    def formation_cards(self) -> dict[str, FormationCard]:
        """NLC-2.1a: the formations, each with its leader and the units printed with its name."""
        found: dict[str, FormationCard] = {}
        for leader in self.leaders.values():
            formation = formation_led(leader)
            if not formation:
                continue
            units = tuple(row for row in self.units.values() if formation in (row.formation, row.division))
            found[formation] = FormationCard(
                id=formation,
                side=self.facts.army_of(leader.army).side,
                army=leader.army,
                leader=leader.id,
                units=tuple(row.id for row in units),
                is_cavalry=not any(row.arm == "infantry" for row in units),
            )
        return found


def load_scenario(folders: Folders, options: Mapping[str, str], pack: Traversable | None = None) -> ScenarioData:
    """Load a scenario's data from its folders, with a data pack's values in the place of its own."""
    facts = model_of("scenario.toml", _toml(folders["scenario"], pack, "scenario.toml"), ScenarioFacts)
    tables = _tables(folders["tables"], None if pack is None else pack / "tables")
    maps = None if pack is None else pack / "maps"
    board = _board(folders["maps"], maps, facts, options)
    links = tuple(_links(folders["maps"], maps, board)) if len(facts.maps) > 2 else ()
    units = _keyed(folders["scenario"], pack, "units.csv", UnitRow)
    leaders = _keyed(folders["scenario"], pack, "leaders.csv", LeaderRow)
    data = ScenarioData(units, leaders, board, _edges(board), links, facts, tables, "")
    check(data.units.values(), data.leaders.values(), data.board, facts)
    return ScenarioData(units, leaders, board, data.edges, links, facts, tables, _digest(data))


def formation_led(row: LeaderRow) -> str:
    """The formation of a leader; of a division leader of Dresden his division, once it has orders of its own (A-70)."""
    return row.name if row.role == "division" else row.formation


def _unit_card(row: UnitRow, facts: ScenarioFacts) -> UnitCard:
    return UnitCard(
        id=row.id,
        name=row.name,
        alias=row.alias,
        side=facts.army_of(row.army).side,
        army=row.army,
        formation=row.formation,
        limit_group=row.limit_group,
        nation=row.nation,
        arm=row.arm,
        strength=row.strength,
        reduced_strength=row.reduced,
        movement=row.movement,
        morale=row.morale,
        pursuit=row.pursuit,
        guard=row.guard,
        division=row.division,
        reserve_roll=row.army_reserve,
        source=row.source,
    )


def _leader_card(row: LeaderRow, facts: ScenarioFacts) -> LeaderCard:
    return LeaderCard(
        id=row.id,
        name=row.name,
        side=facts.army_of(row.army).side,
        army=row.army,
        role=row.role,
        formation=formation_led(row),
        rating_attack=row.rating_attack,
        rating_other=row.rating_other,
        movement=row.movement,
        aliases=(row.alias,) if row.alias else (),
        source=row.source,
    )


# --- reading -----------------------------------------------------------------------------------------------------


def _toml(home: Traversable, pack: Traversable | None, name: str) -> dict[str, Any]:
    base = read_toml(home, name)
    return base if pack is None else overlaid(base, read_toml(pack, name, pack=True))


def _keyed(home: Traversable, pack: Traversable | None, name: str, model: type[M], key: str = "id") -> dict[str, M]:
    needed = [field for field, info in model.model_fields.items() if info.is_required()]
    base = read_rows(home, name, needed)
    over = [] if pack is None else read_rows(pack, name, needed, pack=True, like=base)
    return {one: parse(row, model) for one, row in merged(base, over, lambda row: row.values[key]).items()}


def _tables(home: Traversable, pack: Traversable | None) -> Tables:
    def table(name: str, model: type[M]) -> M:
        return model_of(f"{name}.toml", _toml(home, pack, f"{name}.toml"), model)

    return Tables(
        fire=_fire(home, pack),
        terrain=table("terrain", TerrainTable),
        movement=table("movement", MovementTable),
        command=table("command", CommandTable),
        combat=table("combat", CombatTable),
        campaigns=table("campaigns", CampaignTable),
    )


def _fire(home: Traversable, pack: Traversable | None) -> FireTable:
    """NLC-F: the Fire Table; every total of two dice in every row."""
    totals = [str(total) for total in range(2, 13)]
    columns = ["strength", *totals]
    base = read_rows(home, "fire.csv", columns)
    over = [] if pack is None else read_rows(pack, "fire.csv", columns, pack=True)
    hits: dict[int, dict[int, int]] = {}
    for row in merged(base, over, lambda row: row.values["strength"]).values():
        if not all(row.values[column].isdecimal() for column in columns):
            raise row.wrong("A strength or a number of hits is no number.", "Write whole numbers.")
        hits[int(row.values["strength"])] = {int(total): int(row.values[total]) for total in totals}
    if sorted(hits) != list(range(1, len(hits) + 1)):
        raise DataError("fire.csv: the strengths do not run from 1 without a gap.", "Add the rows that are missing.")
    return FireTable(hits)


def _board(home: Traversable, pack: Traversable | None, facts: ScenarioFacts, options: Mapping[str, str]) -> HexMap:
    sheets = {sheet.name: sheet for sheet in model_of("sheets.toml", _toml(home, pack, "sheets.toml"), Sheets).sheet}
    unknown = next((name for name in facts.maps if name not in sheets), None)
    if unknown is not None:
        raise DataError(f"There is no map {unknown!r}.", f"Maps are {', '.join(sheets)}: mend scenario.toml.")
    grid = Grid(tuple(_sheet(sheets[name]) for name in facts.maps))
    columns = HexColumns(
        terrains=("clear", "woods", "town", "chateau"),
        source="source",
        sides={name: kind for name, kind in SIDE_COLUMNS.items() if _is_used(kind, options)},
        features={"edge": "edge", "bank": "bank"},
    )
    rows: list[Row] = []
    for name in facts.maps:
        file = f"{name}.csv"
        base = read_rows(home, file, ("hex", "terrain"))
        over = [] if pack is None else read_rows(pack, file, ("hex", "terrain"), pack=True, like=base)
        rows += merged(base, over, lambda row: row.values["hex"]).values()
    return hex_map(grid, rows, columns)


def _is_used(kind: str, options: Mapping[str, str]) -> bool:
    """A-68: without the option the razed ramparts of Dresden have no effect."""
    return kind not in ("wall", "gate") or options.get("walls", "on") == "on"


def _sheet(row: SheetRow) -> Sheet:
    return Sheet(row.columns, row.rows, row.name, at=row.at)


def _links(home: Traversable, pack: Traversable | None, board: HexMap) -> Iterator[Link]:
    for row in _keyed(home, pack, "links.csv", LinkRow).values():
        a, b = (place_on(board, place, f"links.csv: {row.id}") for place in (row.a, row.b))
        yield Link(row.id, a, b, row.half_points, row.turns_foot, row.turns_mounted, row.way)


def _edges(board: HexMap) -> dict[str, frozenset[str]]:
    """NLC-23.2: the hexes of each edge: those that the map marks so and beyond which no other map goes on."""
    beyond = {"north": ("N", (0,)), "south": ("S", (3,)), "east": ("E", (1, 2)), "west": ("W", (4, 5))}
    found: dict[str, set[str]] = {edge: set() for edge in beyond}
    for place, cell in board.cells.items():
        marks = "".join(feature.name for feature in cell.features if feature.kind == "edge")
        around = board.ring[board.grid.ids[place]]
        for edge, (letter, directions) in beyond.items():
            if letter in marks and all(around[d] == OFF for d in directions):
                found[edge].add(place)
    return {edge: frozenset(places) for edge, places in found.items()}


def _digest(data: ScenarioData) -> str:
    """The digest of every table, map and counter in force."""
    cells = data.board.cells
    plain = {
        "units": [data.units[one].model_dump(mode="json") for one in sorted(data.units)],
        "leaders": [data.leaders[one].model_dump(mode="json") for one in sorted(data.leaders)],
        "map": [[one, cells[one].terrain, cells[one].name] for one in sorted(cells)],
        "sides": [[*pair, *side.kinds] for pair, side in sorted(data.board.sides.items())],
        "links": [[link.a, link.b, link.half_points, link.turns_foot, link.turns_mounted] for link in data.links],
        "facts": data.facts.model_dump(mode="json"),
        "fire": {str(k): {str(t): h for t, h in v.items()} for k, v in sorted(data.tables.fire.hits.items())},
        "tables": {
            name: getattr(data.tables, name).model_dump(mode="json")
            for name in ("terrain", "movement", "command", "combat", "campaigns")
        },
    }
    return digest(plain)
