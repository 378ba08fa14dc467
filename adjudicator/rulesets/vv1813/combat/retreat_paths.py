"""VV 8.5.1: the places that a retreat may use, from free ground down to no way at all."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

from adjudicator.battle.retreating import Price, Retreat, best_route, equal_routes
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


def refuge(ctx: Context, state: State, going: Retreating, wanted: tuple[str, ...]) -> Refuge:
    """VV-8.5c: the way that a stack takes: as its owner wishes where the rules leave a choice, else by the default.

    A wish for a place on the map is heard before the way off the map is taken.
    """
    search = _Search(ctx, state, going)
    ways = search.ways(off_map=True)
    whole = [way for way in search.ways(off_map=False) if len(way) == going.places]
    stays = [way for way in whole if any(place in wanted for place in way)]
    path = min(stays or ways, key=lambda way: _liking(ctx, state, going, way, wanted))
    return _refuge(search, path)


def _refuge(search: _Search, path: Way) -> Refuge:
    """How a way ends, and whether a step of it has to be paid for."""
    going = search.going
    paid = any(search.level(place) == IN_ZONE for place in path)
    if len(path) == going.places:
        return Refuge(path, paid)
    last = path[-1] if path else going.start
    if last in search.saved:
        return Refuge(path, paid, "saved")
    back = search.back_on(last)
    return Refuge(path, paid, "blocked") if back is None else Refuge(path, paid, "away", back)


def first_places(ctx: Context, state: State, going: Retreating) -> tuple[str, ...]:
    """The places that the first step may lead to."""
    return tuple(sorted({way[0] for way in _Search(ctx, state, going).ways(off_map=False) if way}))


def can_go_anywhere(ctx: Context, state: State, going: Retreating) -> bool:
    """Whether, for all the enemy can see, there is a way; how the owner's other stacks are filled does not count."""
    if going.start in ctx.game.exit_places(ctx, state, going.side):
        return True
    return any(_is_open(ctx, state, going, going.start, place) for place in ctx.board.neighbours[going.start])


# --- the search --------------------------------------------------------------------------------------------

Way = tuple[str, ...]


@dataclass
class _Search:
    """VV-8.5.1b, VV-8.5.1c: all whole ways of a stack, compared by what they cost; the cheapest are the owner's choice.

    Worst is to be stuck on the way, then to enter a place that is still to be attacked (VV-8.5.1e), then to end nearer
    than the retreat is long, then each place in an enemy zone, then to leave the map, then each place in a zone that
    friends hold.
    """

    ctx: Context
    state: State
    going: Retreating

    @cached_property
    def saved(self) -> frozenset[str]:
        """VV-10.G2: the places over which this stack, in general retreat, leaves the map and is saved."""
        ctx, state, going = self.ctx, self.state, self.going
        rights = all(ctx.game.has_retreat_rights(ctx, state, unit) for unit in going.units)
        return ctx.game.exit_places(ctx, state, going.side) if rights else frozenset()

    def ways(self, *, off_map: bool) -> tuple[Way, ...]:
        """The best ways; off the map only where no whole way on it is free of the enemy's zones."""
        away = off_map and not self._has_free_way()
        found = equal_routes(self._retreat(IN_ZONE, away=away, saved=off_map))
        return tuple(tuple(_name(place) for place in route.path) for route in found)

    def _has_free_way(self) -> bool:
        best = best_route(self._retreat(WITH_FRIENDS, away=False, saved=False))
        return best is not None and not best.price[0]

    def _retreat(self, worst: int, *, away: bool, saved: bool) -> Retreat:
        going, board = self.going, self.ctx.board

        def uses(here: int, there: int, used: int) -> int | None:
            place = _name(there)
            level = self.level(place) if _is_open(self.ctx, self.state, going, _name(here), place) else None
            return None if level is None or level > worst else 1

        def price(here: int, there: int) -> Price:
            place = _name(there)
            level = self.level(place)
            return (0, int(place in going.still_attacked), 0, int(level == IN_ZONE), 0, int(level == WITH_FRIENDS))

        def end(there: int, used: int) -> Price:
            place = _name(there)
            if used == going.places:
                return (0, 0, int(board.distance(going.start, place) < used), 0, 0, 0)
            if saved and place in self.saved:
                return (0,) * 6
            if away and self.back_on(place) is not None:
                return (0, 0, 0, 0, 1, 0)
            return (going.places - used, 0, 0, 0, 0, 0)

        return Retreat(
            start=int(going.start),
            length=going.places,
            around=lambda here: [int(place) for place in board.neighbours[_name(here)]],
            uses=uses,
            price=price,
            end=end,
        )

    def back_on(self, place: str) -> int | None:
        """The turn on which a stack that leaves the map here is back; None where it may not leave."""
        if any(self._level_from(place, there) for there in self.ctx.board.neighbours[place]):
            return None
        return self.ctx.game.retreat_off_map(self.ctx, self.state, self.going.side, place)

    def _level_from(self, here: str, there: str) -> bool:
        """Whether a step leads to ground that costs nothing."""
        level = self.level(there) if _is_open(self.ctx, self.state, self.going, here, there) else None
        return level is not None and level < IN_ZONE

    def level(self, place: str) -> int | None:
        """VV-8.5.1b, VV-8.5.1c: what a place is worth as a refuge; None where friends in an enemy zone have no room."""
        if place not in self._levels:
            self._levels[place] = _level(self.ctx, self.state, self.going, place)
        return self._levels[place]

    @cached_property
    def _levels(self) -> dict[str, int | None]:
        return {}


def _name(place: int) -> str:
    return f"{place:04d}"


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


# --- the owner's liking, and the default ---------------------------------------------------------------------


def _liking(ctx: Context, state: State, going: Retreating, way: Way, wanted: tuple[str, ...]) -> tuple[Any, ...]:
    """The wishes, place by place; then D34 (D17) for the end, then for the places before it."""
    wishes = tuple(wanted.index(place) if place in wanted else len(wanted) for place in way)
    return wishes, *(_rank(ctx, state, going, place) for place in reversed(way))


def _rank(ctx: Context, state: State, going: Retreating, place: str) -> tuple[int, int, str]:
    """D34: farthest from enemy units, then nearest the own edge, then the lowest number; D17 the other way round."""
    enemies = state.army(enemy_of(going.side)).units_at
    near = min((ctx.board.distance(place, enemy) for enemy in enemies), default=0)
    edge = retreat_table(ctx).own_edge[going.side] or ctx.board.size[1]
    home = abs(ctx.board.grid.column_row(place)[1] - edge)
    return (home, -near, place) if going.edge_first else (-near, home, place)
