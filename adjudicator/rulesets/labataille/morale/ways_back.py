"""LB 30.8 to 30.15, R-39: the way of a retreat or a rout, chosen among whole ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from adjudicator.battle.retreating import Price, Retreat, best_route
from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import SHELTERS, Mover, may_stand, step_cost, terrain
from adjudicator.rulesets.labataille.state import FRENCH, State, Unit, enemy_of
from adjudicator.rulesets.labataille.zones import zone


@dataclass(frozen=True)
class Flight:
    """A unit that must go back, in the position of the moment."""

    ctx: Context
    state: State
    unit: Unit
    who: Mover
    """What it will be: out of line, out of carré."""
    begin: str
    """The hex where the move begins."""

    @property
    def side(self) -> Side:
        """Its camp."""
        return self.ctx.units[self.unit.id].side

    @cached_property
    def enemies(self) -> tuple[str, ...]:
        """R-39: the hexes of the enemies that count: in order or disordered, within fifteen hexes."""
        most = {"within-15": 15, "within-10": 10, "all": 999}[self.ctx.options.get("rout_enemies", "within-15")]
        far = self.ctx.board.distance
        found: set[str] = set()
        for unit in self.state.units.values():
            if unit.status != "map" or unit.morale == "routed" or self.ctx.units[unit.id].side == self.side:
                continue
            found |= {place for place in unit.places if far(place, self.begin) <= most}
        return tuple(sorted(found))

    @cached_property
    def enemy_distance(self) -> Callable[[int], int]:
        """R-114: how far a hex is from the nearest enemy that counts."""
        ids = self.ctx.board.grid.ids
        return self.ctx.board.grid.far_from([ids[place] for place in self.enemies])

    @cached_property
    def bound(self) -> int | None:
        """LB-30.12, R-114: the column of the nearest enemy, beyond which the way may not lead."""
        if not self.enemies:
            return None
        nearest = min(self.enemies, key=lambda place: (self.ctx.board.distance(place, self.begin), place))
        return self.column(nearest)

    def column(self, place: str) -> int:
        """The column of a hex, counted from the own side of the map: French west, Coalition east (HEI-rout-1)."""
        column = self.ctx.board.grid.column_row(place)[0]
        return column if self.side == FRENCH else -column

    # --- steps and ends -------------------------------------------------------------------------------------------

    def cost(self, a: int, b: int) -> int | None:
        """HEI-terrain-1: what the ground takes; None where it is forbidden."""
        names = self.ctx.board.grid.names
        return step_cost(self.ctx, self.state, self.who, names[a], names[b])

    @cached_property
    def _steps(self) -> dict[tuple[int, int], int | None]:
        return {}

    def step(self, a: int, b: int) -> int | None:
        """What a legal step takes of the ground; None if it is not legal. Asked often, reckoned once."""
        found = self._steps.get((a, b), -1)
        if found == -1:
            cost = self.cost(a, b)
            found = self._steps[a, b] = cost if cost is not None and self.may_step(a, b) else None
        return found

    @cached_property
    def _prices(self) -> dict[tuple[int, int], Price]:
        return {}

    def may_step(self, a: int, b: int) -> bool:
        """R-39: not onto enemies, never nearer to the nearest of them, not behind their lines."""
        names = self.ctx.board.grid.names
        place = names[b]
        first, last = self.ctx.facts.columns
        if not first <= self.ctx.board.grid.column_row(place)[0] <= last:
            return False
        if any(self.ctx.units[unit.id].side != self.side for unit in self.state.at(place)):
            return False
        if self.enemies and self.enemy_distance(b) < self.enemy_distance(a):
            return False
        return self.bound is None or self.column(place) <= self.bound

    def is_farther(self, place: str) -> bool:
        """LB-30.10: the end is farther from every enemy that counts than the beginning."""
        far = self.ctx.board.distance
        return all(far(place, one) > far(self.begin, one) for one in self.enemies)

    def price(self, a: int, b: int) -> Price:
        """R-39: zones, shelter, cost of the ground, friends, distance of the end, own side."""
        found = self._prices.get((a, b))
        if found is None:
            found = self._prices[a, b] = self._price(a, b)
        return found

    def _price(self, a: int, b: int) -> Price:
        place = self.ctx.board.grid.names[b]
        in_zone = place in zone(self.ctx, self.state, enemy_of(self.side))
        friends = any(unit.id != self.unit.id for unit in self.state.at(place))
        return (int(in_zone), 0, self.cost(a, b) or 0, int(friends), 0, 0)

    def end_price(self, place: str, *, shelter: bool) -> Price:
        """R-39: what speaks for and against an end."""
        out = int(shelter and terrain(self.ctx, self.state, place) not in SHELTERS)
        far = self.enemy_distance(self.ctx.board.grid.ids[place]) if self.enemies else 0
        return (0, out, 0, 0, -far, self.column(place))


def flight(ctx: Context, state: State, unit: Unit, who: Mover, begin: str = "") -> Flight:
    """A unit that must go back from where it stands, or as if from another hex."""
    return Flight(ctx, state, unit, who, begin or unit.place)


def rout_way(going: Flight, length: int, before: Iterable[str] = ()) -> tuple[str, ...] | None:
    """LB-30.9, R-39: exactly so many hexes, whatever the ground costs; None if there is no such way.

    `before` are hexes already gone, of a retreat that turned into a rout (R-119).
    """
    board = going.ctx.board
    ids = board.grid.ids
    gone = tuple(before)

    def uses(a: int, b: int, used: int) -> int | None:
        return None if going.step(a, b) is None else 1

    def end(place: int, used: int) -> Price | None:
        name = board.grid.names[place]
        if used < length - len(gone) or not going.is_farther(name) or not _may_end(going, name):
            return None
        return going.end_price(name, shelter=True)

    start = ids[gone[-1]] if gone else ids[going.unit.place]
    retreat = Retreat(start, length - len(gone), board.grid.neighbours.__getitem__, uses, going.price, end)
    found = best_route(retreat)
    return None if found is None else (*gone, *(board.grid.names[place] for place in found.path))


def _may_end(going: Flight, place: str) -> bool:
    return may_stand(going.ctx, going.state, going.who, place)


def leaves_map(going: Flight, length: int) -> bool:
    """LB-30.15: whether a shorter way leads over the own edge of the map."""
    board = going.ctx.board
    first, last = going.ctx.facts.columns
    edge = first if going.side == FRENCH else last

    def uses(a: int, b: int, used: int) -> int | None:
        return None if going.step(a, b) is None else 1

    def end(place: int, used: int) -> Price | None:
        return (0,) * 6 if board.grid.column_row(board.grid.names[place])[0] == edge else None

    start = board.grid.ids[going.unit.place]
    retreat = Retreat(start, length - 1, board.grid.neighbours.__getitem__, uses, going.price, end)
    return best_route(retreat) is not None


def retreat_way(going: Flight, halves: int) -> tuple[str, ...] | None:
    """LB-30.8, R-39: as far as the points reach, at least one hex; None if no hex is legal."""
    board = going.ctx.board

    def uses(a: int, b: int, used: int) -> int | None:
        cost = going.step(a, b)
        if cost is None:
            return None
        return min(cost, halves) if used == 0 else cost

    def end(place: int, used: int) -> Price | None:
        name = board.grid.names[place]
        if used == 0 or not going.is_farther(name) or not _may_end(going, name):
            return None
        on = (uses(place, there, used) for there in board.grid.neighbours[place])
        if any(cost is not None and used + cost <= halves for cost in on):
            return None
        return going.end_price(name, shelter=False)

    start = board.grid.ids[going.unit.place]
    found = best_route(Retreat(start, halves, board.grid.neighbours.__getitem__, uses, going.price, end))
    return None if found is None else tuple(board.grid.names[place] for place in found.path)
