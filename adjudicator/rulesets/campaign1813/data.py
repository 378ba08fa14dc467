"""The campaign's data: towns, roads, blocks, armies, depots and tables; loaded, checked, overlaid with a data pack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import BeforeValidator, Field, field_validator

from adjudicator.core.canon import digest
from adjudicator.core.datafiles import Row, merged, parse, read_rows
from adjudicator.core.datafolders import Folders
from adjudicator.core.errors import DataError
from adjudicator.core.types import Frozen, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.maps.network import Network, Road, Town
from adjudicator.rulesets.campaign1813.context import GARRISON, INDEPENDENT, Army, Card, Context, Corps, Day
from adjudicator.rulesets.campaign1813.tables import TABLES, AnyKind, DepotType, Printed, Source, Tables

FRENCH = Side("French")
ALLIED = Side("Allied")
SIDES = (FRENCH, ALLIED)
SideName = Literal["French", "Allied"]


def _thousandths(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    exact = Fraction(value) * 1000
    if exact.denominator != 1:
        raise ValueError("at most three decimals")
    return int(exact)


def _listed(value: Any) -> Any:
    return tuple(part.strip() for part in value.split(";") if part.strip()) if isinstance(value, str) else value


Degrees = Annotated[int, BeforeValidator(_thousandths)]


class TownRow(Frozen):
    """CAM-map-2: a row of towns.csv."""

    id: str = Field(pattern=r"^[A-Za-z]+$")
    name: str
    lat: Degrees
    lon: Degrees
    kind: Literal["city", "town"]
    fortress: bool = False
    control: SideName
    river: str = ""
    terrain: Literal["farmland", "forest", "marsh", "high"]
    aliases: tuple[str, ...] = ()
    named_in_text: bool = False
    source: Source

    _split = field_validator("aliases", mode="before")(_listed)


class RoadRow(Frozen):
    """CAM-map-6: a row of roads.csv."""

    id: str
    a: str
    b: str
    kind: Literal["major", "minor"]
    river: str = ""
    mountain_pass: bool = False
    km: int = Field(ge=1)
    source: Source
    kind_source: Source


class UnitRow(Frozen):
    """CAM-unit-1, CAM-unit-5: a row of units.csv; leaders and headquarters have no strength."""

    id: str = Field(pattern=r"^[A-Za-z0-9]+$")
    name: str
    side: SideName
    nation: str
    army: str
    corps: str = ""
    kind: AnyKind
    units: int = Field(default=0, ge=0)
    elan: int = Field(default=0, ge=0, le=8)
    points: int = Field(default=0, ge=0)
    men: int = Field(default=0, ge=0)
    start: str
    traits: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    source: Source

    _split = field_validator("traits", "aliases", mode="before")(_listed)


class CorpsRow(Frozen):
    """CAM-unit-2, CAM-lead-6: a row of corps.csv."""

    id: str
    name: str
    side: SideName
    army: str
    hq: str
    aliases: tuple[str, ...] = ()
    source: Source

    _split = field_validator("aliases", mode="before")(_listed)


class ArmyRow(Frozen):
    """CAM-lead-1, CAM-break-1: a row of armies.csv."""

    id: str
    name: str
    side: SideName
    leader: str
    break_point: int = Field(ge=1)
    aliases: tuple[str, ...] = ()
    source: Source

    _split = field_validator("aliases", mode="before")(_listed)


class DepotRow(Frozen):
    """CAM-supply-5: a row of depots.csv."""

    town: str
    side: SideName
    type: DepotType
    source: Source


class FortressRow(Frozen):
    """CAM-map-3, CAM-map-4: a row of fortresses.csv: the garrison that it begins with."""

    town: str
    garrison: str = ""
    source: Source


class CapacityRow(Frozen):
    """CAM-map-5: a row of fortress_capacity.csv: a fortress by name, or "other"."""

    location: str
    men: int = Field(ge=0)
    units: int = Field(ge=0)
    rule: RuleId
    source: Source


class DayRow(Frozen):
    """CAM-gen-1: a row of calendar.csv."""

    turn: int = Field(ge=1)
    first_day: str = Field(pattern=r"^\d{4}-\d\d-\d\d$")
    last_day: str = Field(pattern=r"^\d{4}-\d\d-\d\d$")
    assault: bool
    note: str = ""
    rule: RuleId
    source: Source


class NationRow(Frozen):
    """CAM-unit-1: a row of nationalities.csv: a colour of blocks and how many there are."""

    nation: str
    side: SideName
    colour: str
    blocks: int = Field(ge=1)
    rule: RuleId
    source: Source


@dataclass(frozen=True, slots=True)
class CampaignData:
    """Everything printed: as loaded, checked and digested."""

    context: Context
    depots: tuple[DepotRow, ...]
    control: Mapping[str, Side]
    digest: str


M = TypeVar("M", bound=Frozen)
P = TypeVar("P")
Loaded = dict[str, tuple[M, Row]]


class _Files:
    """The data folder (the package's, or a match's copy) and perhaps an owner's data pack on top of it."""

    def __init__(self, pack: Traversable | None, folders: Folders | None) -> None:
        self.home = folders["campaign"] if folders else files("adjudicator.rulesets.campaign1813") / "data"
        self.pack = pack

    def keyed(self, name: str, model: type[M], key: str, prepare: Callable[[Row], Row] = lambda row: row) -> Loaded[M]:
        """Rows by their key; a row of the pack replaces one of ours, or takes it away with `remove` = 1."""
        columns = [key]
        base = [prepare(row) for row in read_rows(self.home, f"{name}.csv", columns)]
        over = [] if self.pack is None else read_rows(self.pack, f"{name}.csv", columns, pack=True, like=base)
        found: Loaded[M] = {}
        for id_, row in merged(base, [prepare(row) for row in over], lambda r: r.values[key]).items():
            if row.values.get("remove", "") not in ("", "0"):
                continue
            found[id_] = (parse(row, model), row)
        return found

    def table(self, name: str, model: type[Printed]) -> tuple[Printed, ...]:
        """A whole table: the pack's if it has one."""
        rows = [] if self.pack is None else read_rows(self.pack, f"{name}.csv", (), pack=True)
        return tuple(parse(row, model) for row in rows or read_rows(self.home, f"{name}.csv", ()))


def load_campaign(
    options: Mapping[str, str], pack: Traversable | None = None, folders: Folders | None = None
) -> CampaignData:
    """Load the campaign's data, with a data pack's values in the place of its own."""
    source = _Files(pack, folders)
    towns = source.keyed("towns", TownRow, "id")
    roads = source.keyed("roads", RoadRow, "id", _named_ends)
    units = source.keyed("units", UnitRow, "id")
    corps = source.keyed("corps", CorpsRow, "id")
    armies = source.keyed("armies", ArmyRow, "id")
    depots = source.keyed("depots", DepotRow, "town")
    fortresses = source.keyed("fortresses", FortressRow, "town")
    capacity = source.keyed("fortress_capacity", CapacityRow, "location")
    calendar = source.keyed("calendar", DayRow, "turn")
    nations = source.keyed("nationalities", NationRow, "nation")
    plain_tables = {name: source.table(name, model) for name, model in TABLES.items()}
    tables = Tables(**plain_tables)  # type: ignore[arg-type]
    network = _network(towns, roads)
    _check_units(units, corps, armies, nations, towns)
    _check_corps(corps, units, armies)
    _check_armies(armies, units)
    _check_depots(depots, towns)
    limits = _capacities(fortresses, capacity, towns, units)
    _check_calendar(calendar, tables)
    _check_victory(tables, towns)
    context = Context(
        roster={row.id: _printed(Card, row) for row, _ in units.values()},
        network=network,
        corps={row.id: _corps(row, units) for row, _ in corps.values()},
        armies={row.id: _army(row, units) for row, _ in armies.values()},
        capacity=limits,
        calendar={row.turn: _printed(Day, row) for row, _ in calendar.values()},
        tables=tables,
        options=options,
        sides=SIDES,
    )
    everything = (towns, roads, units, corps, armies, depots, fortresses, capacity, calendar, nations)
    plain: dict[str, Any] = {
        str(index): [row.model_dump(mode="json") for row, _ in rows.values()]  # type: ignore[attr-defined]
        for index, rows in enumerate(everything)
    }
    plain |= {name: [row.model_dump(mode="json") for row in rows] for name, rows in plain_tables.items()}
    control = {row.id: Side(row.control) for row, _ in towns.values()}
    return CampaignData(context, tuple(row for row, _ in depots.values()), control, digest(plain))


def _printed(sort: Callable[..., P], row: Frozen, **more: Any) -> P:
    """A row as the value that rules look at: the columns that it has fields for."""
    names = (one.name for one in fields(cast(Any, sort)) if one.name in type(row).model_fields)
    return sort(**{name: getattr(row, name) for name in names}, **more)


def _named_ends(row: Row) -> Row:
    values = {{"from": "a", "to": "b"}.get(name, name): value for name, value in row.values.items()}
    return Row(row.file, row.line, values)


# --- the map -----------------------------------------------------------------------------------------------


def _network(towns: Loaded[TownRow], roads: Loaded[RoadRow]) -> Network:
    places = {row.id: _printed(Town, row) for row, _ in towns.values()}
    sections: dict[str, Road] = {}
    joined: dict[tuple[str, ...], str] = {}
    for road, row in roads.values():
        for end in (road.a, road.b):
            if end not in places:
                raise row.wrong(f"The road {road.id} leads to {end}, which is no town.", "Use ids of towns.csv.")
        if road.a == road.b:
            raise row.wrong(f"The road {road.id} leads from {road.a} to itself.", "Name two different towns.")
        pair = tuple(sorted((road.a, road.b)))
        if pair in joined:
            raise row.wrong(
                f"{road.a} and {road.b} are already joined by {joined[pair]}.", "Keep one section between two towns."
            )
        joined[pair] = road.id
        sections[road.id] = _printed(Road, road)
    network = Network(places, sections)
    for town, (_, row) in towns.items():
        if not network.neighbours[town]:
            raise row.wrong(f"No road leads to {town}.", "Add a section to roads.csv.")
    return network


# --- blocks, corps and armies ------------------------------------------------------------------------------


def _check_units(
    units: Loaded[UnitRow],
    corps: Loaded[CorpsRow],
    armies: Loaded[ArmyRow],
    nations: Loaded[NationRow],
    towns: Loaded[TownRow],
) -> None:
    """CAM-unit-1, CAM-unit-4: every block belongs somewhere, stands somewhere, and there are as many as said."""
    sides: dict[str, tuple[str, str]] = {}
    counted: dict[str, int] = {}
    for unit, row in units.values():
        if unit.start not in towns:
            raise row.wrong(f"{unit.name} starts in {unit.start}, which is no town.", "Use an id of towns.csv.")
        if unit.army not in armies and unit.army not in (INDEPENDENT, GARRISON):
            raise row.wrong(f"{unit.name} has the unknown army {unit.army}.", "Use an id of armies.csv, IND or GAR.")
        if unit.corps and unit.corps not in corps:
            raise row.wrong(f"{unit.name} has the unknown corps {unit.corps}.", "Use an id of corps.csv.")
        if (unit.kind == "garrison") != (unit.army == GARRISON):
            raise row.wrong(f"{unit.name} is {unit.kind} of {unit.army}.", "Garrisons, and only they, have army GAR.")
        fights = unit.kind not in ("leader", "hq")
        if fights != (unit.units > 0 and unit.elan > 0):
            raise row.wrong(
                f"{unit.name} is {unit.kind} with {unit.units} units of elan {unit.elan}.",
                "Combat blocks have units and elan; leaders and headquarters have neither.",
            )
        if unit.nation not in nations or nations[unit.nation][0].side != unit.side:
            raise row.wrong(f"{unit.name} is {unit.nation} on the {unit.side} side.", "Compare nationalities.csv.")
        counted[unit.nation] = counted.get(unit.nation, 0) + 1
        other, named = sides.setdefault(unit.start, (unit.side, unit.name))
        if other != unit.side:
            raise row.wrong(f"{unit.name} starts in {unit.start} together with the enemy's {named}.", "Move one.")
    for nation, nation_row in nations.values():
        have = counted.get(nation.nation, 0)
        if have != nation.blocks:
            raise nation_row.wrong(
                f"{nation.nation} should have {nation.blocks} blocks; units.csv has {have}.",
                "Mend the number here or the rows there.",
            )


def _check_corps(corps: Loaded[CorpsRow], units: Loaded[UnitRow], armies: Loaded[ArmyRow]) -> None:
    """CAM-lead-6: every corps has a headquarters of its own."""
    for one, row in corps.values():
        if one.army not in armies and one.army != INDEPENDENT:
            raise row.wrong(f"{one.name} has the unknown army {one.army}.", "Use an id of armies.csv, or IND.")
        mine = [unit for unit, _ in units.values() if unit.corps == one.id]
        heads = [unit.id for unit in mine if unit.kind == "hq"]
        if heads != [one.hq]:
            raise row.wrong(
                f"{one.name} has no headquarters {one.hq} among its blocks.",
                "Every corps needs one block of kind hq in units.csv, named in the column hq.",
            )
        strays = [unit.name for unit in mine if unit.side != one.side or unit.army != one.army]
        if strays:
            raise row.wrong(f"{strays[0]} belongs to {one.name} but to another army.", "Compare units.csv.")


def _check_armies(armies: Loaded[ArmyRow], units: Loaded[UnitRow]) -> None:
    """CAM-lead-1, CAM-break-1: every army has its leader, and a break point that it can reach."""
    for army, row in armies.values():
        leader = units.get(army.leader)
        if leader is None or leader[0].kind != "leader" or leader[0].army != army.id:
            raise row.wrong(f"{army.name} has no leader {army.leader}.", "Name a block of kind leader of that army.")
        strength = sum(u.units for u, _ in units.values() if u.army == army.id and u.kind in ("infantry", "cavalry"))
        if army.break_point > strength:
            raise row.wrong(
                f"{army.name} breaks at {army.break_point} units lost but has {strength}.", "Lower its break point."
            )


def _fighting(units: Loaded[UnitRow], wanted: Callable[[UnitRow], bool]) -> tuple[str, ...]:
    return tuple(u.id for u, _ in units.values() if wanted(u) and u.kind not in ("leader", "hq"))


def _corps(row: CorpsRow, units: Loaded[UnitRow]) -> Corps:
    blocks = _fighting(units, lambda unit: unit.corps == row.id)
    return _printed(Corps, row, blocks=blocks)


def _army(row: ArmyRow, units: Loaded[UnitRow]) -> Army:
    blocks = tuple(unit.id for unit, _ in units.values() if unit.army == row.id)
    return _printed(Army, row, blocks=blocks)


# --- depots, fortresses, calendar, victory -----------------------------------------------------------------


def _check_depots(depots: Loaded[DepotRow], towns: Loaded[TownRow]) -> None:
    for depot, row in depots.values():
        if depot.town not in towns:
            raise row.wrong(f"A depot lies in {depot.town}, which is no town.", "Use an id of towns.csv.")


def _capacities(
    fortresses: Loaded[FortressRow],
    capacity: Loaded[CapacityRow],
    towns: Loaded[TownRow],
    units: Loaded[UnitRow],
) -> dict[str, int]:
    """CAM-map-5: what each fortress holds; a garrison that is larger is an error."""
    if "other" not in capacity:
        raise DataError("fortress_capacity.csv has no row `other`.", "Say what every fortress not named holds.")
    found: dict[str, int] = {}
    for fortress, row in fortresses.values():
        if fortress.town not in towns or not towns[fortress.town][0].fortress:
            raise row.wrong(f"{fortress.town} is no fortress of towns.csv.", "Set its column fortress to 1.")
        most = capacity.get(fortress.town, capacity["other"])[0]
        found[fortress.town] = most.units
        if not fortress.garrison:
            continue
        if fortress.garrison not in units:
            raise row.wrong(f"The garrison {fortress.garrison} is not in units.csv.", "Add the block, or leave it out.")
        garrison = units[fortress.garrison][0]
        if garrison.kind != "garrison" or garrison.start != fortress.town:
            raise row.wrong(f"{garrison.name} is not a garrison of {fortress.town}.", "Compare units.csv.")
        if garrison.units > most.units or garrison.men > most.men:
            raise row.wrong(
                f"{garrison.name} has {garrison.units} units and {garrison.men} men; "
                f"{fortress.town} holds {most.units} units and {most.men} men.",
                "Make the garrison smaller (CAM-map-5).",
            )
    for town, row in towns.values():
        if town.fortress and town.id not in found:
            raise row.wrong(f"The fortress {town.id} has no row in fortresses.csv.", "Add one.")
    return found


def _check_calendar(calendar: Loaded[DayRow], tables: Tables) -> None:
    turns: Sequence[int] = [day.turn for day, _ in calendar.values()]
    last = tables.number["turns"]
    if sorted(turns) != list(range(1, last + 1)):
        raise DataError(f"calendar.csv does not list the turns 1 to {last}, each once.", "Compare numbers.csv.")


def _check_victory(tables: Tables, towns: Iterable[str]) -> None:
    known = set(towns)
    for row in tables.victory:
        for town in (*row.keep, *row.capture):
            if town not in known:
                raise DataError(f"victory.csv speaks of {town}, which is no town.", "Use ids of towns.csv.")
