"""VV 8.5.1: the places that a retreat may use, from free ground down to no way at all."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.vv1813.combat.combat_tables import retreat_table
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.paths import Mover, entry_bar, ground
from adjudicator.rulesets.vv1813.movement.tables import stacking_table
from adjudicator.rulesets.vv1813.movement.zones import enemy_zone, stacking_limit
from adjudicator.rulesets.vv1813.state import State, enemy_of

FREE, WITH_FRIENDS, IN_ZONE = 1, 2, 3
"""Outside enemy zones; in one but held by friends with room; in one, at the price of a step."""
End = Literal["there", "blocked", "saved", "away"]


@dataclass(frozen=True, slots=True)
class Retreating:
    """A whole stack on its way back."""

    side: Side
    units: tuple[str, ...]
    commanders: tuple[str, ...]
    start: str
    places: int
    still_attacked: frozenset[str] = frozenset()
    fought_over: frozenset[str] = frozenset()
    edge_first: bool = False
    """The default looks at the own edge before the distance from the enemy."""


@dataclass(frozen=True, slots=True)
class Refuge:
    """Where a retreat leads, and how it ends: there, blocked, or off the map."""

    path: tuple[str, ...]
    through_zone: bool
    end: End = "there"
    back_on: int | None = None


@dataclass(frozen=True, slots=True)
class _Step:
    place: str
    level: int


def refuge(ctx: Context, state: State, going: Retreating, wanted: tuple[str, ...]) -> Refuge:
    """The way that a stack takes: as its owner wishes where the rules leave a choice, else by the default."""
    path: tuple[str, ...] = ()
    paid = False
    for _ in range(going.places):
        here = path[-1] if path else going.start
        able = _able(ctx, state, going, path)
        named = [step for place in wanted for step in able if step.place == place]
        if not named:
            off = _off_map(ctx, state, going, here, able)
            if off is not None:
                return Refuge(path, paid, *off)
        if not able:
            return Refuge(path, paid, "blocked")
        taken = named[0] if named else min(able, key=lambda step: _rank(ctx, state, going, step.place))
        path, paid = (*path, taken.place), paid or taken.level == IN_ZONE
    return Refuge(path, paid)


def first_places(ctx: Context, state: State, going: Retreating) -> tuple[str, ...]:
    """The places that the first step may lead to."""
    return tuple(sorted(step.place for step in _able(ctx, state, going, ())))


def can_go_anywhere(ctx: Context, state: State, going: Retreating) -> bool:
    """Whether, for all the enemy can see, there is a way; how the owner's other stacks are filled does not count."""
    if going.start in ctx.game.exit_places(ctx, state, going.side):
        return True
    return any(_is_open(ctx, state, going, going.start, place) for place in ctx.board.neighbours[going.start])


# --- single steps ------------------------------------------------------------------------------------------


def _able(ctx: Context, state: State, going: Retreating, path: tuple[str, ...]) -> list[_Step]:
    """VV-8.5.1b, VV-8.5.1c: the steps of the best level there is.

    A place still to be attacked is used only where nothing else is left (VV-8.5.1e). A retreat of two places ends two
    places away if it can: the first step leads where a second can go on, the second one away from the start.
    """
    steps = _steps(ctx, state, going, path)
    steps = [step for step in steps if step.place not in going.still_attacked] or steps
    best = min((step.level for step in steps), default=FREE)
    steps = [step for step in steps if step.level == best]
    if path:
        ahead = [step for step in steps if ctx.board.distance(going.start, step.place) > len(path)]
    elif going.places > 1:
        ahead = [step for step in steps if _goes_on(ctx, state, going, step.place)]
    else:
        ahead = steps
    return ahead or steps


def _goes_on(ctx: Context, state: State, going: Retreating, place: str) -> bool:
    if place in ctx.game.exit_places(ctx, state, going.side):
        return True
    return any(ctx.board.distance(going.start, step.place) == 2 for step in _steps(ctx, state, going, (place,)))


def _steps(ctx: Context, state: State, going: Retreating, path: tuple[str, ...]) -> list[_Step]:
    here = path[-1] if path else going.start
    open_places = [p for p in ctx.board.neighbours[here] if p not in path and _is_open(ctx, state, going, here, p)]
    levels = [(place, _level(ctx, state, going, place)) for place in open_places]
    return [_Step(place, level) for place, level in levels if level is not None]


def _is_open(ctx: Context, state: State, going: Retreating, here: str, place: str) -> bool:
    """VV-8.5.1a: no enemy unit, no ground or water that stops them, not closed, not the ground fought over."""
    if place == going.start or place in going.fought_over:
        return False
    horse = any(ctx.counters[unit].kind == "cavalry" for unit in going.units)
    mover = Mover(going.side, going.units, going.commanders, here, 0, horse)
    return entry_bar(ctx, state, mover, place) is None and ground(ctx, here, place, horse) is not None


def _level(ctx: Context, state: State, going: Retreating, place: str) -> int | None:
    """VV-8.5.1b, VV-8.5.1c: what a place is worth as a refuge; None where friends in an enemy zone have no room."""
    friends = [unit for unit in state.army(going.side).units_at.get(place, ()) if unit.id not in going.units]
    room = not friends or _has_room(ctx, state, going, place, len(friends))
    if place not in enemy_zone(ctx, state, going.side):
        return FREE if room or ctx.options["overstack_move"] == "allow" else None
    if friends:
        return WITH_FRIENDS if room else None
    return IN_ZONE


def _has_room(ctx: Context, state: State, going: Retreating, place: str, friends: int) -> bool:
    limit = stacking_limit(ctx, state, going.side, place).value
    if any(state.commander(one).health != "killed" for one in going.commanders):
        limit = max(limit, stacking_table(ctx).raised)
    return friends + len(going.units) <= limit


# --- off the map, and the default --------------------------------------------------------------------------


def _off_map(
    ctx: Context, state: State, going: Retreating, here: str, able: list[_Step]
) -> tuple[End, int | None] | None:
    """VV-10.G2: units in general retreat are saved over a place of exit.

    Elsewhere the game says whether a stack may leave by the edge, and only if no free place is left on the map.
    """
    rights = all(ctx.game.has_retreat_rights(ctx, state, unit) for unit in going.units)
    if rights and here in ctx.game.exit_places(ctx, state, going.side):
        return "saved", None
    if any(step.level < IN_ZONE for step in able):
        return None
    back = ctx.game.retreat_off_map(ctx, state, going.side, here)
    return None if back is None else ("away", back)


def _rank(ctx: Context, state: State, going: Retreating, place: str) -> tuple[int, int, str]:
    """D34: farthest from enemy units, then nearest the own edge, then the lowest number; D17 the other way round."""
    enemies = state.army(enemy_of(going.side)).units_at
    near = min((ctx.board.distance(place, enemy) for enemy in enemies), default=0)
    edge = retreat_table(ctx).own_edge[going.side] or ctx.board.size[1]
    home = abs(ctx.board.grid.column_row(place)[1] - edge)
    return (home, -near, place) if going.edge_first else (-near, home, place)
