"""LB 37, LB 38.2, LB 38.3: how a charge rides: straight ahead, turning at a price, over ground that carries it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from adjudicator.core.values import dataclass
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import BUILDINGS, FOREST, mover, step_cost, terrain
from adjudicator.rulesets.labataille.state import State, Unit

BARRED = (*BUILDINGS, *FOREST, "swamp", "garten", "redoubt", "fleche", "abatis")
"""LB-37.5, HEI-redoubt-7, HEI-fleche-2: ground into which nobody charges."""


@dataclass(frozen=True, slots=True)
class Stride:
    """Where a charge is: its hex, the direction it rides, points used, hexes since its last turn."""

    place: str
    toward: int
    spent: int
    straight: int


def points(ctx: Context, state: State, units: Sequence[str]) -> int:
    """LB-37.2: printed movement and five more, of the slowest, in half points."""
    return 2 * min(ctx.units[one].movement + ctx.tables.numbers.charge.extra for one in units)


def turn_limit(ctx: Context, units: Sequence[str]) -> int:
    """LB-38.3: hexsides that it may turn in a hex."""
    numbers = ctx.tables.numbers.charge
    return numbers.heavy_turns if any(ctx.is_heavy(one) for one in units) else numbers.light_turns


def heading(ctx: Context, unit: Unit) -> tuple[int, ...]:
    """LB-38.2: the directions in which the first hex may lie: ahead, of a line either front hex."""
    grid = ctx.board.grid
    if unit.formation == "line":
        corner = grid.corner_names.index(unit.facing)
        return corner, (corner + 1) % 6
    return (grid.side_names.index(unit.facing),)


def ride_cost(ctx: Context, state: State, unit: Unit, a: str, b: str) -> int | None:
    """LB-37.5, LB-16.2: what a hex costs a charge; None where it may not go."""
    if terrain(ctx, state, b) in BARRED:
        return None
    side = ctx.units[unit.id].side
    for other in state.at(b):
        card = ctx.units[other.id]
        if card.side != side:
            return None
        through = other.formation in ("skirmish", "carre", "limbered") or card.arm == "cavalry"
        if not through:
            return None
    return step_cost(ctx, state, mover(ctx, unit), a, b)


def strides(ctx: Context, state: State, unit: Unit, now: Stride, limit: int, *, first: bool) -> Iterator[Stride]:
    """LB-38.2, LB-38.3: every next hex of a charge, with what turning costs."""
    grid = ctx.board.grid
    for turns in range(0 if first else -limit, (0 if first else limit) + 1):
        toward = (now.toward + turns) % 6
        there = grid.ring[grid.ids[now.place]][toward]
        if there < 0:
            continue
        name = grid.names[there]
        first_column, last_column = ctx.facts.columns
        if not first_column <= grid.column_row(name)[0] <= last_column:
            continue
        cost = ride_cost(ctx, state, unit, now.place, name)
        if cost is None:
            continue
        price = cost + 2 * ctx.tables.numbers.charge.turn * abs(turns)
        yield Stride(name, toward, now.spent + price, now.straight + 1 if turns == 0 else 1)


def follow(
    ctx: Context, state: State, unit: Unit, start: Stride, path: Sequence[str], limit: int, most: int
) -> tuple[Stride, ...] | Verdict:
    """A written way, stride by stride."""
    found: list[Stride] = []
    now, first = start, True
    for place in path:
        ahead = heading(ctx, unit) if first else (now.toward,)
        options = [
            one
            for toward in ahead
            for one in strides(ctx, state, unit, Stride(now.place, toward, now.spent, now.straight), limit, first=first)
            if one.place == place
        ]
        if not options:
            name = ctx.units[unit.id].name
            return no("LB-38.2", f"{name} cannot ride from {now.place} to {place}.", "Ride ahead, and turn at a price.")
        now, first = min(options, key=lambda one: one.spent), False
        if now.spent > most:
            return no("LB-37.2", f"The points of the charge do not reach {place}.", "Ride less far.")
        found.append(now)
    return tuple(found)


def way_to(
    ctx: Context, state: State, unit: Unit, start: Stride, goal: str, limit: int, most: int
) -> tuple[Stride, ...] | Verdict:
    """The cheapest way that comes next to a hex and has it straight ahead; straight for three hexes if that can be."""
    need = ctx.tables.numbers.charge.straight
    best = [_search(ctx, state, unit, start, goal, limit, most, straight) for straight in (need, 1)]
    found = next((way for way in best if way is not None), None)
    if found is not None:
        return found
    name = ctx.units[unit.id].name
    return no("LB-37.2", f"{name} finds no way to charge {goal}.", "Write the way, or choose another target.")


def _search(
    ctx: Context, state: State, unit: Unit, start: Stride, goal: str, limit: int, most: int, straight: int
) -> tuple[Stride, ...] | None:
    grid = ctx.board.grid
    queue: list[tuple[int, int, tuple[str, ...], int, int, tuple[Stride, ...], Stride]] = []
    for toward in heading(ctx, unit):
        heappush(queue, (start.spent, 0, (), toward, 0, (), Stride(start.place, toward, start.spent, 0)))
    done: set[tuple[str, int, int]] = set()
    while queue:
        _, steps, names, _, _, way, now = heappop(queue)
        ahead = grid.ring[grid.ids[now.place]][now.toward]
        if ahead >= 0 and grid.names[ahead] == goal and min(now.straight, 3) >= min(straight, 3) - (steps == 0):
            return way
        seen = (now.place, now.toward, min(now.straight, 3))
        if seen in done:
            continue
        done.add(seen)
        for one in strides(ctx, state, unit, now, limit, first=steps == 0):
            if one.spent <= most:
                key = (one.spent, steps + 1, (*names, one.place), one.toward, one.straight)
                heappush(queue, (*key, (*way, one), one))
    return None
