"""VV 7.1: what a step costs, which steps are open, and the cheapest way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.maps.search import Outward
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.tables import terrain_table
from adjudicator.rulesets.vv1813.movement.zones import zone
from adjudicator.rulesets.vv1813.state import State, enemy_of

OFF_MAP = ""
"""Where reinforcements come from."""
ANOTHER = "Name another place or path."


@dataclass(frozen=True, slots=True)
class Mover:
    """Pieces that move together, and what binds them."""

    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...]
    origin: str
    allowance: int
    horse: bool = False
    """Cavalry is among them: it may find water a greater obstacle than foot does."""
    passes_zones: bool = False
    """VV-4.2h: the general retreat lets them pass zones at a price."""
    no_zone: RuleId | None = None
    """The rule that keeps them out of enemy zones."""
    keeps_clear: RuleId | None = None
    """The rule that keeps them out of enemy zones save at the place of entry."""
    by_places: bool = False
    """Their allowance counts places, whatever the ground."""
    one_place: RuleId | None = None
    """The rule that limits them to one place."""
    road_bonus: bool = True

    @property
    def ignores_zones(self) -> bool:
        """VV-4.2g: commanders on their own take no notice of zones."""
        return not self.units

    @property
    def pieces(self) -> tuple[str, ...]:
        """Units and commanders."""
        return (*self.units, *self.commanders)


@dataclass(frozen=True, slots=True)
class Ground:
    """The cost of a step by the ground alone: one number, and its parts for the report."""

    cost: int
    road: bool
    parts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """An open step."""

    place: str
    cost: int
    road: bool
    stops: bool
    """An enemy zone of control ends the move here."""


def ground(ctx: Context, a: str, b: str, horse: bool) -> Ground | None:
    """VV-7.1a, VV-7.1b: cost of entering b from a by terrain, height, water, road and path; None if prohibited.

    LUT-7.1h: a road that begins at the edge of the map leads beyond it: who enters there comes by it.
    """
    cache = cast("dict[tuple[str, str, bool], Ground | None]", ctx.board.__dict__.setdefault("ground", {}))
    key = (a, b, horse)
    if key not in cache:
        cache[key] = _ground(ctx, a, b, horse)
    return cache[key]


def _ground(ctx: Context, a: str, b: str, horse: bool) -> Ground | None:
    table = terrain_table(ctx)
    cell = ctx.board.cells[b]
    kind = table.kinds[cell.terrain]
    if kind.mp is None:
        return None
    if a == OFF_MAP:
        if any(ctx.board.side(b, near).way == "road" for near in ctx.board.neighbours[b]):
            return Ground(table.way_mp, True, (("road", table.way_mp),))
        return Ground(kind.mp, False, ((kind.name, kind.mp),))
    if b not in ctx.board.neighbours[a]:
        return Ground(table.link_mp, False, (("link", table.link_mp),))
    between = ctx.board.side(a, b)
    if between.way:
        return Ground(table.way_mp, between.way == "road", ((between.way, table.way_mp),))
    parts = [(kind.name, kind.mp)]
    if cell.elevation > ctx.board.cells[a].elevation:
        parts.append(("uphill", table.higher_mp))
    if between.water and not between.bridge:
        water = table.waters[between.water]
        surcharge = water.cavalry_mp if horse else water.infantry_mp
        if surcharge is None:
            return None
        parts.append((water.name, surcharge))
    return Ground(sum(mp for _, mp in parts), False, tuple(parts))


def nearby(ctx: Context, place: str) -> tuple[str, ...]:
    """Places one step away, the special links included."""
    return (*ctx.board.neighbours[place], *ctx.board.linked.get(place, ()))


def step(ctx: Context, state: State, mover: Mover, a: str, b: str) -> Step | Verdict:
    """Whether movers may go from a to b on this position, movement points apart."""
    bar = entry_bar(ctx, state, mover, b) or leaving_bar(ctx, state, mover, a, b)
    if bar is not None:
        return bar
    base = ground(ctx, a, b, mover.horse)
    if base is None:
        return no("VV-7.1e", f"the ground or the water between {a} and {b} cannot be passed", ANOTHER)
    cost = 1 if mover.by_places else base.cost
    if mover.ignores_zones or b not in zone(ctx, state, enemy_of(mover.side)):
        return Step(b, cost, base.road, False)
    ban = mover.no_zone or (mover.keeps_clear if a != OFF_MAP else None)
    if ban is not None:
        remedy = "Name a place outside enemy zones, or bring a commander nearer first." if ban == "VV-7.2c" else ANOTHER
        return no(ban, f"{b} is in an enemy zone of control, which they may not enter", remedy)
    if mover.passes_zones:
        return Step(b, cost + terrain_table(ctx).zone_mp, base.road, False)
    if mover.origin != OFF_MAP and mover.origin in zone(ctx, state, enemy_of(mover.side)):
        because = f"they began in an enemy zone of control and may not enter another at {b}"
        return no("VV-4.2e", because, "Leave for a place free of enemy zones.")
    return Step(b, cost, base.road, True)


def entry_bar(ctx: Context, state: State, mover: Mover, place: str) -> Verdict | None:
    """VV-7.1d and what else closes a place to these pieces, however they come."""
    if place in state.army(enemy_of(mover.side)).units_at:
        return no("VV-7.1d", f"{place} is held by an enemy unit", "Attack it, or name a free place.")
    closed = ctx.game.is_closed(ctx, state, mover.side, place)
    if closed is not None:
        return no(closed, f"{place} is closed to the {mover.side} side", ANOTHER)
    for unit in mover.units:
        if (unit, place) in state.expelled:
            because = f"{ctx.name(unit)} was driven out of {place} this turn and may not come back"
            return no(ctx.game.cites["expelled"], because, ANOTHER)
    return None


def leaving_bar(ctx: Context, state: State, mover: Mover, a: str, b: str) -> Verdict | None:
    """What keeps these pieces from leaving a place of their own will."""
    for unit in mover.units if a != OFF_MAP else ():
        leave = ctx.game.may_leave(ctx, state, unit, a, b)
        if not leave.value:
            return no(leave.rule, f"{ctx.name(unit)} may not leave {a}: {leave.because}", ANOTHER)
    return None


def budget(ctx: Context, mover: Mover, all_road: bool) -> int:
    """Movement points to spend: one place more if the whole move follows roads."""
    bonus = terrain_table(ctx).road_bonus if all_road and mover.road_bonus else 0
    return mover.allowance + bonus


def affords(ctx: Context, mover: Mover, spent: int, cost: int, steps: int, all_road: bool) -> bool:
    """VV-7.1a, VV-7.1e: whether a step can be paid; the first step always can."""
    if mover.one_place is not None and steps >= 1:
        return False
    return steps == 0 or spent + cost <= budget(ctx, mover, all_road)


@dataclass(frozen=True, slots=True)
class Way:
    """A way that was found: places entered, cost, and whether it can be gone this turn."""

    path: tuple[str, ...]
    cost: int
    within_reach: bool


def ways(ctx: Context, state: State, mover: Mover, starts: tuple[str, ...] = (), *, far: bool = False) -> Iterator[Way]:
    """The cheapest way to each place, nearest first, as far as movement points go (`far`: beyond them too).

    For reinforcements `starts` are the places by which they may come. A node of the search is a place and whether the
    whole way there followed roads.
    """
    names, ids = ctx.board.grid.names, ctx.board.grid.ids
    start = 2 * ids.get(mover.origin, len(names)) + 1
    ends: set[int] = set()

    def leads(node: int, spent: int, steps: int) -> Iterator[tuple[int, int]]:
        if node in ends or (steps and not far and (mover.one_place is not None or overdrawn(node, spent, steps))):
            return
        here, all_road = mover.origin if node == start else names[node >> 1], bool(node & 1)
        for following in (starts if node == start else ()) or nearby(ctx, here):
            made = step(ctx, state, mover, here, following) if following != mover.origin else None
            if not isinstance(made, Step):
                continue
            road = all_road and made.road
            if far or affords(ctx, mover, spent, made.cost, steps, road):
                beyond = 2 * ids[following] + road
                if made.stops:
                    ends.add(beyond)
                yield beyond, made.cost

    def overdrawn(node: int, spent: int, steps: int) -> bool:
        return steps == 1 and spent > budget(ctx, mover, bool(node & 1))

    search = Outward([start], leads)
    told: set[int] = {start >> 1}
    for node in search:
        if node >> 1 not in told:
            told.add(node >> 1)
            cost = search.cost(node)
            within = affords_whole(ctx, mover, cost, search.steps(node), bool(node & 1))
            yield Way(tuple(names[there >> 1] for there in search.path(node)), cost, within)


def affords_whole(ctx: Context, mover: Mover, cost: int, steps: int, all_road: bool) -> bool:
    """Whether a whole way can be gone this turn."""
    if mover.one_place is not None and steps > 1:
        return False
    return steps <= 1 or cost <= budget(ctx, mover, all_road)


def way_to(ctx: Context, state: State, mover: Mover, goal: str, starts: tuple[str, ...] = ()) -> Way | None:
    """The cheapest legal way to a place: one that can be gone this turn if there is any, else the cheapest of all."""
    for way in ways(ctx, state, mover, starts):
        if way.path[-1] == goal:
            return way
    return next((way for way in ways(ctx, state, mover, starts, far=True) if way.path[-1] == goal), None)


def explained(ctx: Context, state: State, mover: Mover, path: tuple[str, ...]) -> Finding[int]:
    """VV-7.1a: the cost of a path, place by place."""
    parts: list[Finding[int]] = []
    here = mover.origin
    for place in path:
        base = ground(ctx, here, place, mover.horse)
        assert base is not None
        reasons = ["one place"] if mover.by_places else [f"{name} {mp}" for name, mp in base.parts]
        cost = 1 if mover.by_places else base.cost
        if mover.passes_zones and mover.units and place in zone(ctx, state, enemy_of(mover.side)):
            surcharge = terrain_table(ctx).zone_mp
            cost += surcharge
            reasons.append(f"enemy zone {surcharge}")
        parts.append(Finding(rule=RuleId("VV-7.1a"), value=cost, because=", ".join(reasons), label=place))
        here = place
    total = sum(part.value for part in parts)
    return Finding(rule=RuleId("VV-7.1a"), value=total, because=f"{total} movement points", parts=tuple(parts))
