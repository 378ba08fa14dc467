"""The position before set-up: pieces in their hexes or on their way, orders at start, losses before the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.types import Side
from adjudicator.core.values import replace
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.data import LeaderRow, ScenarioData, UnitRow
from adjudicator.rulesets.nlc.data_checks import BY_DIE
from adjudicator.rulesets.nlc.state import SIDES, Force, Formation, Leader, OrderState, State, Unit


def starting_position(ctx: Context, data: ScenarioData) -> State:
    """NLC-26.0, NLC-27.0, NLC-28.0: everybody in his place; formations that no list names have Reserve."""
    units = {row.id: _unit(ctx, row) for row in data.units.values()}
    units |= {unit.id: unit for unit in _reduced_before(ctx, units)}
    units |= {unit.id: unit for unit in _in_army_reserve(ctx, units)}
    leaders = {row.id: _leader(ctx, row) for row in data.leaders.values()}
    free = bool(ctx.facts.free) or ctx.options["free_leaders"] == "on"
    return State(
        stage="set-up orders" if free else "set-up",  # D-19: whether the players have something to choose
        forces={side: _force(ctx, side, units, leaders) for side in SIDES},
        formations={formation.id: formation for formation in _formations(ctx, data)},
        holders=_holders(ctx, units),
    )


def _force(ctx: Context, side: Side, units: Mapping[str, Unit], leaders: Mapping[str, Leader]) -> Force:
    return Force(
        {one: units[one] for one in sorted(units) if ctx.units[one].side == side},
        {one: leaders[one] for one in sorted(leaders) if ctx.leaders[one].side == side},
    )


def _due(ctx: Context, entry: str) -> int | None:
    return ctx.turn_number(entry) if entry and entry != BY_DIE else None


def _places(ctx: Context, places: tuple[str, ...]) -> tuple[str, ...]:
    grid = ctx.board.grid
    return tuple(grid.names[grid.ids[place]] for place in places)


def _unit(ctx: Context, row: UnitRow) -> Unit:
    places = _places(ctx, row.setup)
    reduced = row.step == "reduced"
    if row.entry:
        return Unit(row.id, None, "waiting", reduced=reduced, due=_due(ctx, row.entry), entries=places)
    return Unit(row.id, places[0], reduced=reduced)


def _leader(ctx: Context, row: LeaderRow) -> Leader:
    places = _places(ctx, row.setup)
    if row.entry:
        return Leader(row.id, None, "waiting", row.holds, due=_due(ctx, row.entry), entries=places)
    return Leader(row.id, places[0], holds=row.holds)


def _formations(ctx: Context, data: ScenarioData) -> Iterator[Formation]:
    closed = {entry.formation for entry in ctx.facts.army_reserve.entry} if ctx.facts.army_reserve else set()
    for card in ctx.formations.values():
        order: OrderState = data.leaders[card.leader].order or "reserve"
        yield Formation(card.id, order, since=0, released=card.id not in closed)


def _holders(ctx: Context, units: Mapping[str, Unit]) -> dict[str, Side]:
    """NLC-13.1: who stands in a hex that counts, or else the side that it does not score for."""
    standing = {unit.place: ctx.units[unit.id].side for unit in units.values() if unit.status == "map"}
    found: dict[str, Side] = {}
    for prize in ctx.facts.prize:
        other = next(side for side in SIDES if side != prize.side)
        found[prize.place] = standing.get(prize.place, other)
    for supply in ctx.facts.supply:
        if supply.if_held:
            owner = ctx.facts.army_of(supply.who).side
            found |= {place: standing.get(place, owner) for place in supply.places}
    return {place: found[place] for place in sorted(found)}


def _reduced_before(ctx: Context, units: Mapping[str, Unit]) -> Iterator[Unit]:
    """NLC-27.9b-5, NLC-27.9b-6, A-45: steps lost before: one each in the order of ids, then a second."""
    for loss in ctx.facts.loss:
        group = [units[one] for one in sorted(units) if ctx.units[one].limit_group == loss.group]
        for number in range(min(loss.steps, 2 * len(group))):
            unit = group[number % len(group)]
            if number < len(group):
                group[number] = replace(unit, reduced=True)
            else:
                group[number - len(group)] = replace(unit, status="removed", place=None)
        yield from group


def _in_army_reserve(ctx: Context, units: Mapping[str, Unit]) -> Iterator[Unit]:
    """NLC-28.2a: the units of the Army Reserve list."""
    facts = ctx.facts.army_reserve
    for entry in facts.entry if facts else ():
        for one in sorted(units):
            card = ctx.units[one]
            if one == entry.unit or (entry.formation and card.formation == entry.formation):
                yield replace(units[one], in_reserve=True)
