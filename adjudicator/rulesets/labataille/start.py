"""The position before set-up: everybody in his default place or on his way (7.2, R-82)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from adjudicator.core.types import Side
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.data import ScenarioData, SetUpRow, leader_id
from adjudicator.rulesets.labataille.state import COALITION, Formation, Leader, State, Status, Unit

ABATIS = "Abatis "
HELD = "held"


def starting_position(ctx: Context, data: ScenarioData) -> State:
    """HEI-s1-1 to HEI-s5-2: the default set-up; who is in no row is not in the scenario."""
    units = {one: Unit(one) for one in sorted(ctx.units)}
    units |= {unit.id: unit for row in data.setup if row.unit in ctx.unit_named for unit in _units(ctx, row)}
    leaders = {one: Leader(one) for one in sorted(ctx.leaders)}
    leaders |= {one.id: one for row in data.setup if row.level == "leader" for one in (_leader(ctx, row),)}
    abatis = {row.unit.removeprefix(ABATIS): row.hexes[0] for row in data.setup if row.level == "marker"}
    pontoons = {place.name: 0 for place in ctx.places.values() if place.kind == "pontoon"}
    return State(
        units=units,
        leaders=leaders,
        abatis=abatis,
        pontoons=pontoons,
        holders=dict.fromkeys(_counted(ctx), COALITION),
    )


def _units(ctx: Context, row: SetUpRow) -> Iterator[Unit]:
    """The unit of a row; a battalion whose regiment breaks up at set-up, or a regiment that is whole."""
    unit = ctx.unit_named[row.unit]
    card = ctx.units[unit]
    if card.parent:
        yield Unit(card.parent, "broken")
    status: Status = "waiting" if row.status == "arrival" else "map"
    yield Unit(
        unit,
        status,
        places=row.hexes if status == "map" else (),
        rank=row.stack,
        formation=cast(Formation, row.formation),
        facing=row.facing,
        losses=row.losses,
        readiness=row.readiness,
        worn_in=_enemy(card.side) if row.readiness != "fresh" else None,
        bound=(HELD,) if row.status == "held" else (),
        due=ctx.turn_at(row.turn) if status == "waiting" else None,
        entry=row.hexes[0] if status == "waiting" else "",
    )
    if not card.parent:
        yield from (Unit(one, "joined") for one in ctx.battalions.get(unit, ()))


def _enemy(side: Side) -> Side:
    """R-58: tired and exhausted units of the start bear the opponent's marker."""
    return COALITION if side != COALITION else Side("French")


def _leader(ctx: Context, row: SetUpRow) -> Leader:
    one = leader_id(row.unit)
    if row.status == "arrival":
        return Leader(one, "waiting", due=ctx.turn_at(row.turn), entry=row.hexes[0])
    return Leader(one, "map", row.hexes[0])


def _counted(ctx: Context) -> Iterator[str]:
    """HEI-hold-1, R-100: the hexes whose last holder counts: villages, redoubts, bridges."""
    kinds = ("village", "redoubt", "fixed bridge", "pontoon", "town")
    yield from sorted({hex_ for place in ctx.places.values() if place.kind in kinds for hex_ in place.hexes})


def areas(data: ScenarioData) -> dict[str, str]:
    """R-82: the words of the list for each unit and leader; battalions as their regiment."""
    found: dict[str, str] = {}
    for one, row in _pieces(data):
        found[one] = row.place
        found |= {part.id: row.place for part in data.units.values() if part.parent and part.parent == row.unit}
    return found


def defaults(data: ScenarioData) -> dict[str, str]:
    """The first hex of each unit and leader in the default set-up."""
    found: dict[str, str] = {}
    for one, row in _pieces(data):
        found[one] = row.hexes[0]
        found |= {part.id: row.hexes[0] for part in data.units.values() if part.parent and part.parent == row.unit}
    return found


def _pieces(data: ScenarioData) -> Iterator[tuple[str, SetUpRow]]:
    ids = {row.unit: row.id for row in data.units.values()}
    for row in data.setup:
        if row.level != "marker":
            yield ids.get(row.unit) or leader_id(row.unit), row


def banks(data: ScenarioData) -> dict[str, str]:
    """HEI-level-2: the bank of the Alle on which each unit begins or arrives."""
    ids = {row.unit: row.id for row in data.units.values()}
    found: dict[str, str] = {}
    for row in data.setup:
        bank = data.board.cells[row.hexes[0]].feature("bank")
        if row.unit in ids and bank is not None:
            found[ids[row.unit]] = bank.name
    return found


def arrivals(data: ScenarioData) -> tuple[str, ...]:
    """7.2: who arrives, in the order of the file."""
    ids = {row.unit: row.id for row in data.units.values()}
    return tuple(ids.get(row.unit) or leader_id(row.unit) for row in data.setup if row.status == "arrival")
