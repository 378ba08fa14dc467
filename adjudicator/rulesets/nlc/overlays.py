"""NLC-20.1, 20.4, 7.6b: what a side sees laid over the map: command ranges, couriers on their way, charges."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import Side
from adjudicator.core.view import Area, Line
from adjudicator.maps.search import Outward
from adjudicator.rulesets.nlc.command.range import open_leads
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.ground import HALVES
from adjudicator.rulesets.nlc.state import SIDES, State


def areas(ctx: Context, known: State, side: Side) -> Iterator[Area]:
    """NLC-20.1a: the command range of each leader of a side who leads a formation or an army."""
    if side not in SIDES:
        return
    reach: dict[str, tuple[str, ...]] = {}
    for leader in known.force(side).leaders.values():
        card = ctx.leaders[leader.id]
        counts = bool(card.formation) or card.role == "OC" or leader.wing
        if leader.status != "map" or leader.place is None or leader.reorganizes or not counts:
            continue
        if leader.place not in reach:
            reach[leader.place] = commanded(ctx, known, side, leader.place)
        text = f"command range of {card.name}"
        kind = "range" if card.formation else "wide range"
        yield Area(places=reach[leader.place], kind=kind, text=text, colour=card.formation or "army", side=side)


def commanded(ctx: Context, known: State, side: Side, place: str) -> tuple[str, ...]:
    """NLC-20.1a, NLC-20.1b: the hexes within so many cavalry points of one."""
    limit = ctx.tables.movement.command_range * HALVES
    names, grid = ctx.board.grid.names, ctx.board.grid
    return tuple(sorted(names[node] for node in Outward([grid.ids[place]], open_leads(ctx, known, side), limit)))


def lines(ctx: Context, known: State) -> Iterator[Line]:
    """NLC-20.4d: own couriers from the sender's hex to the receiver's; NLC-7.6b-10: charges that stand ready."""
    for courier in known.couriers:
        start, end = known.leader(courier.issuer).place, known.leader(courier.receiver).place
        if start and end:
            text = f"{courier.order}, due {ctx.turn_name(courier.due)}"
            yield Line(start=start, end=end, kind="courier", text=text, side=courier.side)
    for charge in known.charges:
        side = known.sides[charge.units[0]] if charge.units else None
        yield Line(start=charge.origin, end=charge.target, kind="charge", side=side)
