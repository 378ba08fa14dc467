"""NLC 23: supply lines: up to five hexes off road, then roads or trails only, to the side's own edge."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

from adjudicator.core.types import Side
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.ground import is_closed
from adjudicator.rulesets.nlc.movement.zones import barred
from adjudicator.rulesets.nlc.scenario import SupplyFacts
from adjudicator.rulesets.nlc.state import State, Unit


def unsupplied(ctx: Context, state: State, side: Side) -> tuple[str, ...]:
    """NLC-23.4: a side's units on the map that have no supply line, in the order of their ids."""
    fed: dict[str, frozenset[int]] = {}
    found = []
    for unit in state.force(side).units.values():
        if unit.status != "map" or unit.place is None:
            continue
        source = source_of(ctx, state, unit)
        if source.who not in fed:
            fed[source.who] = supplied_hexes(ctx, state, side, ends(ctx, state, side, source))
        here = ctx.board.grid.ids[unit.place]
        if here not in fed[source.who] and not _by_entry(ctx, state, side, unit):
            found.append(unit.id)
    return tuple(found)


def source_of(ctx: Context, state: State, unit: Unit) -> SupplyFacts:
    """NLC-23.2: whose edge counts for a unit: its formation's, its overall commander's, or its army's."""
    card = ctx.units[unit.id]
    formation = formation_of(ctx, unit)
    chiefs = [
        ctx.leaders[one.id].name
        for one in state.force(card.side).leaders.values()
        if ctx.leaders[one.id].role == "OC" and formation in one.holds
    ]
    named = {supply.who: supply for supply in ctx.facts.supply}
    who = next((one for one in (formation, *chiefs, card.army) if one in named), None)
    return named[who] if who is not None else ctx.facts.supply[0]


def ends(ctx: Context, state: State, side: Side, source: SupplyFacts) -> Iterator[str]:
    """NLC-23.2: the hexes where a supply line may end."""
    for edge in source.edges:
        for place in sorted(ctx.edges[edge]):
            if not source.maps or place[0] in source.maps:
                yield place
    grid = ctx.board.grid
    for place in source.places:
        if not source.if_held or state.holders.get(place) == side:
            yield grid.names[grid.ids[place]]


def _by_entry(ctx: Context, state: State, side: Side, unit: Unit) -> bool:
    """Leipzig: for some turns after its arrival the hex where a unit entered also ends its line."""
    if not ctx.facts.entry_grace or unit.entered_on is None or not unit.entered or unit.place is None:
        return False
    if state.turn > unit.entered_on + ctx.facts.entry_grace:
        return False
    return ctx.board.grid.ids[unit.place] in supplied_hexes(ctx, state, side, (unit.entered,))


def supplied_hexes(ctx: Context, state: State, side: Side, goals: Iterable[str]) -> frozenset[int]:
    """NLC-23.1, NLC-23.3, A-42: the hexes from which a line leads to one of the goals.

    Seen from its end a line first runs along roads and trails, then up to five hexes over any ground that can be
    crossed. Enemy units block it, and his zones where no friend stands.
    """
    closed = barred(ctx, state, side)
    ids = ctx.board.grid.ids
    starts = [ids[place] for place in goals if ids[place] not in closed]
    on_ways = _spread(starts, lambda node: _by_ways(ctx, node), closed, None)
    return frozenset(
        _spread(on_ways, lambda node: _over_ground(ctx, node), closed, ctx.tables.movement.supply.off_road)
    )


def _spread(
    starts: Iterable[int], around: Callable[[int], Iterable[int]], closed: frozenset[int], limit: int | None
) -> dict[int, int]:
    """The hexes reached from some in so many steps, with the steps."""
    found = dict.fromkeys(starts, 0)
    queue = deque(found)
    while queue:
        node = queue.popleft()
        if limit is not None and found[node] >= limit:
            continue
        for there in around(node):
            if there not in found and there not in closed:
                found[there] = found[node] + 1
                queue.append(there)
    return found


def _by_ways(ctx: Context, node: int) -> Iterator[int]:
    """The hexes that a road or trail joins to one, on this map or on another (campaign of 1815)."""
    for toward, there in enumerate(ctx.board.ring[node]):
        if there >= 0 and ctx.board.side_at[node][toward].has("road", "trail"):
            yield there
    place = ctx.board.grid.names[node]
    for link in ctx.links:
        if place in (link.a, link.b):
            yield ctx.board.grid.ids[link.other(place)]


def _over_ground(ctx: Context, node: int) -> Iterator[int]:
    for toward, there in enumerate(ctx.board.ring[node]):
        if there >= 0 and not is_closed(ctx, node, toward):
            yield there
