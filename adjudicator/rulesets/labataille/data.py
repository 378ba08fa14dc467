"""Map, forces and numbers of a scenario: loaded, checked, overlaid with a data pack, and digested.

A data pack is a folder with any of our folders `tables`, `map`, `forces` and `scenario`, holding files in the form of
ours; rows and settings with the same key take the place of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeVar

from pydantic import Field, field_validator

from adjudicator.core.canon import digest
from adjudicator.core.datafiles import Row, merged, model_of, overlaid, parse, read_rows, read_toml
from adjudicator.core.datafolders import Folders
from adjudicator.core.errors import DataError
from adjudicator.core.types import Frozen, Side
from adjudicator.core.values import dataclass
from adjudicator.maps.board import HexMap
from adjudicator.maps.grid import Grid, Sheet
from adjudicator.maps.hexdata import HexColumns, SideColumns, hex_map
from adjudicator.rulesets.labataille import tables as of
from adjudicator.rulesets.labataille.context import Arm, LeaderCard, Level, Nation, Place, UnitCard
from adjudicator.rulesets.labataille.numbers import Modifiers, Numbers
from adjudicator.rulesets.labataille.scenario import ScenarioFacts
from adjudicator.rulesets.labataille.tables import FormationTable, MoraleLevel, Norm, Tables

M = TypeVar("M", bound=Frozen)
COLUMNS, ROWS = 90, 60
TERRAINS = (
    "clear",
    "pine_forest",
    "hamlet",
    "village",
    "town",
    "bischof_schloss",
    "garten",
    "swamp",
    "redoubt",
    "fleche",
)
SIDES = (
    "river",
    "stream",
    "slope",
    "road",
    "fixed_bridge",
    "pontoon",
    "stream_bridge",
    "redoubt_front",
    "redoubt_rear",
    "fleche",
)
FRENCH_ALLIES = ("saxon", "bavarian", "wurttemberg", "allied")
"""HEI-conf-1: what the types of the French army's allies begin with."""


class UnitRow(Frozen):
    """LB-6.1: a row of units.csv: a combat unit as printed."""

    id: str = Field(pattern=r"^[FR][0-9]{3}(-[1-9])?$")
    unit: str
    side: Side
    corps: str
    division: str = ""
    arm: Arm
    type: str
    level: Level
    parent: str = ""
    increments: int = Field(ge=1)
    movement: int = Field(ge=0)
    fire: str = ""
    melee: int = Field(ge=0)
    morale: int = Field(ge=11, le=66)
    skirmish: str = ""
    lance: str = ""
    max_range: int = Field(default=0, ge=0)
    aliases: tuple[str, ...] = ()
    printed: str = ""
    notes: str = ""
    source: str

    @field_validator("aliases", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return tuple(one.strip() for one in value.split(";") if one.strip()) if isinstance(value, str) else value

    @field_validator("fire")
    @classmethod
    def _fire(cls, value: str) -> str:
        if value and not re.fullmatch(r"\(\d+\)|\d+(/\d+/\d+)?", value):
            raise ValueError(f'the fire value "{value}" is no number, no (number) and no three of them')
        return value


class LeaderRow(Frozen):
    """LB-7.1: a row of leaders.csv."""

    leader: str
    side: Side
    command: str
    role: str
    artillery_bonus: int = 0
    melee_bonus: int = 0
    morale_bonus: int = 0
    cavalry_bonus: int = 0
    special_ability: str = ""
    limber_bonus: int = 0
    movement: int = Field(ge=1)
    aliases: tuple[str, ...] = ()
    source: str

    @field_validator("aliases", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return tuple(one.strip() for one in value.split(";") if one.strip()) if isinstance(value, str) else value


class SetUpRow(Frozen):
    """R-82: a row of setup.csv: where a piece begins or arrives if its owner says nothing else."""

    side: Side
    command: str
    unit: str
    regiment: str = ""
    level: Literal["regiment", "battalion", "battery", "leader", "marker"]
    status: Literal["placed", "arrival", "held"]
    turn: str
    hexes: tuple[str, ...]
    formation: str = ""
    facing: str = ""
    stack: int = 1
    losses: int = 0
    readiness: Literal["fresh", "tired", "exhausted"] = "fresh"
    place: str = ""
    notes: str = ""

    @field_validator("hexes", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return tuple(value.split("+")) if isinstance(value, str) else value


@dataclass(frozen=True)
class ScenarioData:
    """Everything that is loaded for a scenario."""

    units: Mapping[str, UnitRow]
    leaders: Mapping[str, LeaderRow]
    setup: tuple[SetUpRow, ...]
    board: HexMap
    places: Mapping[str, Place]
    facts: ScenarioFacts
    tables: Tables
    digest: str

    def unit_cards(self) -> dict[str, UnitCard]:
        """The units as printed."""
        ids = {row.unit: row.id for row in self.units.values()}
        return {row.id: _unit_card(row, ids) for row in self.units.values()}

    def leader_cards(self) -> dict[str, LeaderCard]:
        """The leaders as printed; a leader's id is his name without blanks."""
        return {card.id: card for card in map(_leader_card, self.leaders.values())}


def load_scenario(folders: Folders, options: Mapping[str, str], pack: Traversable | None = None) -> ScenarioData:
    """Load a scenario's data from its folders, with a data pack's values in the place of its own."""
    source = _Source(folders, pack)
    facts = model_of("scenario.toml", source.toml("scenario", "scenario.toml"), ScenarioFacts)
    board = _board(source)
    units = source.keyed("forces", "units.csv", UnitRow, "id")
    leaders = source.keyed("forces", "leaders.csv", LeaderRow, "leader")
    setup = tuple(source.keyed("scenario", "setup.csv", SetUpRow, "unit").values())
    data = ScenarioData(units, leaders, setup, board, _places(source, board), facts, _tables(source), "")
    _check(data)
    return ScenarioData(units, leaders, setup, board, data.places, facts, data.tables, _digest(data, source))


def leader_id(name: str) -> str:
    """A leader's id.

    >>> leader_id("Grand Duke Constantine")
    'GrandDukeConstantine'
    """
    return re.sub(r"[^A-Za-z0-9]", "", name)


def _leader_card(row: LeaderRow) -> LeaderCard:
    return LeaderCard(
        id=leader_id(row.leader),
        name=row.leader,
        side=row.side,
        command=row.command,
        role=row.role,
        artillery=row.artillery_bonus,
        melee=row.melee_bonus,
        morale=row.morale_bonus,
        cavalry=row.cavalry_bonus,
        special=row.special_ability == "yes",
        limber=row.limber_bonus,
        movement=row.movement,
        aliases=row.aliases,
        source=row.source,
    )


def _unit_card(row: UnitRow, ids: Mapping[str, str]) -> UnitCard:
    fire = [int(part) for part in row.fire.strip("()").split("/")] if row.fire else [0]
    near, medium, far = fire if len(fire) == 3 else (fire[0], 0, 0)
    return UnitCard(
        id=row.id,
        name=row.unit,
        side=row.side,
        corps=row.corps,
        division=row.division,
        arm=row.arm,
        type=row.type,
        level=row.level,
        parent=ids[row.parent] if row.parent else "",
        nation=_nation(row),
        increments=row.increments,
        movement=row.movement,
        fire=near,
        fire_medium=medium,
        fire_long=far,
        melee=row.melee,
        morale=row.morale,
        skirmishes=bool(row.skirmish),
        range=row.max_range,
        lance=int(row.lance.lstrip("+")) if row.lance else 0,
        aliases=row.aliases,
        printed=row.printed or row.unit,
        source=row.source,
    )


def _nation(row: UnitRow) -> Nation:
    """HEI-conf-1, HEI-italian-1: Saxon foot has rows of its own; other allies count as French allies."""
    if row.type.startswith("prussian"):
        return "Prussian"
    if row.type in ("saxon_infantry", "saxon_grenadier"):
        return "Saxon"
    if row.type.startswith(FRENCH_ALLIES):
        return "French allies"
    return "French" if row.side == "French" else "Russian"


# --- reading ---


@dataclass(frozen=True, slots=True)
class _Source:
    """Our folders, with a data pack on top."""

    folders: Folders
    pack: Traversable | None

    def toml(self, folder: str, name: str) -> dict[str, Any]:
        base = read_toml(self.folders[folder], name)
        return base if self.pack is None else overlaid(base, read_toml(self.pack / folder, name, pack=True))

    def rows(self, folder: str, name: str, needed: tuple[str, ...], key: tuple[str, ...]) -> list[Row]:
        base = read_rows(self.folders[folder], name, needed)
        over = [] if self.pack is None else read_rows(self.pack / folder, name, needed, pack=True)
        return list(merged(base, over, lambda row: tuple(row.values[one] for one in key)).values())

    def keyed(self, folder: str, name: str, model: type[M], key: str) -> dict[str, M]:
        needed = tuple(field for field, info in model.model_fields.items() if info.is_required())
        return {row.values[key]: parse(row, model) for row in self.rows(folder, name, needed, (key,))}


def _tables(source: _Source) -> Tables:
    def rows(name: str, needed: tuple[str, ...], *key: str) -> list[Row]:
        return source.rows("tables", f"{name}.csv", needed, key or needed[:1])

    levels = rows("morale_levels", ("organisation", "level", "battalions_lost_or_routed"), "organisation", "level")
    norms = rows("estimate_norms", ("class", "melee_per_increment", "morale_norm"))
    chart = ("column", "dice_lo", "dice_hi")
    return of.checked(
        Tables(
            formations=model_of("formations.toml", source.toml("tables", "formations.toml"), FormationTable),
            numbers=model_of("numbers.toml", source.toml("tables", "numbers.toml"), Numbers),
            modifiers=model_of("modifiers.toml", source.toml("tables", "modifiers.toml"), Modifiers),
            ground=of.ground_costs(_ground_rows(source)),
            stacking=of.stack_limits(rows("stacking", ("terrain", "alternative"), "terrain", "alternative")),
            fire=of.fire_chart(rows("fire_chart", (*chart, "increments_lost"), "column", "dice_lo")),
            melee=of.melee_chart(rows("melee_chart", (*chart, "result"), "column", "dice_lo")),
            carre=of.carre_chart(rows("carre", ("nation", "from", "distance"), "nation", "from", "distance")),
            defence=of.fire_defence(rows("fire_defence", ("terrain",))),
            multiples=of.fire_multiples(rows("fire_multipliers", ("nation", "type", "line"), "nation", "type")),
            triggers=of.loss_triggers(rows("fire_triggers", ("nation", "type", "pattern"), "nation", "type")),
            levels=tuple(parse(row, MoraleLevel) for row in levels),
            norms={row.values["class"]: parse(row, Norm) for row in norms},
        )
    )


def _ground_rows(source: _Source) -> list[Row]:
    """movement.csv; a flèche is a hexside there, an abatis a hex, and their names are used once."""
    needed = ("terrain", "infantry", "cavalry", "cossack", "artillery", "general_order")
    return source.rows("tables", "movement.csv", needed, ("terrain",))


def _board(source: _Source) -> HexMap:
    grid = Grid((Sheet(COLUMNS, ROWS),), tops="pointy", shifted="even")
    columns = HexColumns(TERRAINS, features={"bank": "bank", "road": "road"})
    rows = source.rows("map", "hexes.csv", ("hex", "terrain", "elevation"), ("hex",))
    sides = source.rows("map", "hexsides.csv", ("hex_a", "hex_b", "kind"), ("hex_a", "hex_b", "kind"))
    return hex_map(grid, rows, columns, sides, SideColumns(SIDES), north=0)


POINT = re.compile(r"\b[0-9]{4}\b")
PLACE_KINDS = (
    "village",
    "town",
    "schloss",
    "hamlet",
    "fixed bridge",
    "pontoon",
    "redoubt",
    "fleche",
    "garten",
    "zone",
    "forest",
    "swamp",
)


def _places(source: _Source, board: HexMap) -> dict[str, Place]:
    """places.csv: the hexes of each named place; runs of hexes are read from one number to the other."""
    found: dict[str, Place] = {}
    for row in source.rows("map", "places.csv", ("place", "kind", "hexes"), ("place",)):
        if row.values["kind"] in PLACE_KINDS:
            places = tuple(_hexes(row, board))
            given = re.search(r"reference hex ([0-9]{4})", row.values.get("notes", ""))
            found[row.values["place"]] = Place(
                row.values["place"], row.values["kind"], places, given[1] if given else places[0]
            )
    return found


def _hexes(row: Row, board: HexMap) -> Iterator[str]:
    bridge = row.values["kind"] in ("fixed bridge", "pontoon")
    for word in row.values["hexes"].replace(",", " ").split():
        ends = POINT.findall(word)
        unknown = next((one for one in ends if one not in board.cells), None)
        if unknown is not None or not ends:
            raise row.wrong(f'"{unknown or word}" is not a hex of this map.', "Hexes are numbered from 0101 to 9060.")
        if bridge or len(ends) == 1:
            yield from ends
        else:
            first, last = int(ends[0][:2]), int(ends[1][:2])
            yield from (f"{column:02d}{ends[0][2:]}" for column in range(first, last + 1))


# --- checking ---


def _check(data: ScenarioData) -> None:
    """What the rows of one file promise of another: regiments, hexes, pieces, times."""
    names = {row.unit for row in data.units.values()}
    for row in data.units.values():
        if row.parent and row.parent not in names:
            raise DataError(
                f"units.csv: {row.unit} is a battalion of {row.parent}, which is not there.", "Name a regiment."
            )
    known = names | set(data.leaders)
    for piece in data.setup:
        if piece.level != "marker" and piece.unit not in known:
            raise DataError(f"setup.csv: nobody is called {piece.unit}.", "Use a name of units.csv or leaders.csv.")
        off_map = next((one for one in piece.hexes if one not in data.board.cells), None)
        if off_map is not None:
            raise DataError(f"setup.csv: {piece.unit} stands in {off_map}, which is no hex.", "Mend its row.")
    for penalty in data.facts.penalty:
        stranger = next((one for one in penalty.units if one not in names), None)
        if stranger is not None:
            raise DataError(f"scenario.toml: nobody is called {stranger}.", "Use a name of units.csv.")


def _digest(data: ScenarioData, source: _Source) -> str:
    """The digest of every table, map and counter in force."""
    cells = data.board.cells
    plain = {
        "units": [data.units[one].model_dump(mode="json") for one in sorted(data.units)],
        "leaders": [data.leaders[one].model_dump(mode="json") for one in sorted(data.leaders)],
        "setup": [row.model_dump(mode="json") for row in data.setup],
        "map": [[one, cells[one].terrain, cells[one].elevation] for one in sorted(cells)],
        "sides": [[*pair, *side.kinds] for pair, side in sorted(data.board.sides.items())],
        "places": [[one.name, one.kind, *one.hexes] for one in data.places.values()],
        "facts": data.facts.model_dump(mode="json"),
        "tables": [[row.file, *row.values.values()] for row in _table_rows(source)],
        "numbers": data.tables.numbers.model_dump(mode="json"),
        "modifiers": data.tables.modifiers.model_dump(mode="json"),
        "formations": data.tables.formations.model_dump(mode="json"),
    }
    return digest(plain)


def _table_rows(source: _Source) -> Iterator[Row]:
    for name, key in (
        ("movement", ("terrain",)),
        ("stacking", ("terrain", "alternative")),
        ("fire_chart", ("column", "dice_lo")),
        ("melee_chart", ("column", "dice_lo")),
        ("carre", ("nation", "from", "distance")),
        ("fire_defence", ("terrain",)),
        ("fire_multipliers", ("nation", "type")),
        ("fire_triggers", ("nation", "type")),
        ("morale_levels", ("organisation", "level")),
        ("estimate_norms", ("class",)),
    ):
        yield from source.rows("tables", f"{name}.csv", key, key)
