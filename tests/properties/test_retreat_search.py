"""VV 8.5.1: the way that a retreat takes, against all ways written down and sorted out sentence by sentence.

The brute force knows nothing of the search: it reads the map, works out zones and room for itself, writes down every
way of one and of two places and strikes out what each sentence of the book and its ruling (Q33, Q35, Q37, Q38) strikes
out. `ADJUDICATOR_RETREATS=5000` looks at as many random positions.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import pytest

from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.combat.retreat_paths import Refuge, Retreating, refuge
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, enemy_of
from tests.support.vv_positions import Field, position

POSITIONS = int(os.environ.get("ADJUDICATOR_RETREATS", "300"))
SETTLED = ("town", "village")
ROOMY = {"bautzen": ("town", "village", "redoubt"), "lutzen": ("town", "village")}
CLOSED = ("2304", "2203", "2202", "2201", "2101")
"""BAU-7.1j: not for the Coalition before Ney is in."""
Path = tuple[str, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class Brute:
    """A beaten stack, and every way it has."""

    field: Field
    scenario: str
    going: Retreating

    # --- the ground ------------------------------------------------------------------------------------------

    def _around(self, place: str) -> tuple[str, ...]:
        return self.field.ctx.board.neighbours[place]

    def _stands_in(self, place: str, kinds: tuple[str, ...]) -> bool:
        return self.field.ctx.board.cells[place].terrain in kinds

    def _reaches(self, here: str, there: str) -> bool:
        """VV-4.2b, VV-4.2c."""
        if self._stands_in(here, SETTLED):
            return True
        side = self.field.ctx.board.side(here, there)
        return not self._stands_in(there, SETTLED) and not (side.water and not side.bridge)

    @cached_property
    def enemies(self) -> set[str]:
        army = self.field.state.army(enemy_of(self.going.side))
        return {unit.place for unit in army.units.values() if unit.status == "map" and unit.place}

    @cached_property
    def zone(self) -> set[str]:
        return {there for here in self.enemies for there in self._around(here) if self._reaches(here, there)}

    def friends(self, place: str) -> int:
        army = self.field.state.army(self.going.side)
        return sum(u.place == place and u.id not in self.going.units for u in army.units.values() if u.status == "map")

    def _open(self, here: str, there: str) -> bool:
        """VV-8.5.1a, VV-7.1e, LUT-7.1g: no enemy, no lake, no river or, for Lützen's horse, stream without a bridge."""
        if there in self.enemies or there in self.going.fought_over or self._stands_in(there, ("lake",)):
            return False
        if self.scenario == "bautzen" and self.going.side == COALITION and there in CLOSED:
            return False
        side = self.field.ctx.board.side(here, there)
        if not side.water or side.bridge or side.way:
            return True
        horse = any(self.field.ctx.counters[unit].kind == "cavalry" for unit in self.going.units)
        return side.water == "stream" and not (horse and self.scenario == "lutzen")

    def _fits(self, place: str) -> bool:
        """VV-4.1a to VV-4.1c."""
        leaders = [c for c in self.field.state.army(self.going.side).commanders.values() if c.status == "map"]
        led = any(c.place in (place, self.going.start) and c.health != "killed" for c in leaders)
        limit = 3 if led or self._stands_in(place, ROOMY[self.scenario]) else 2
        return self.friends(place) + len(self.going.units) <= limit

    def _passable(self, here: str, there: str) -> bool:
        crowded = there in self.zone and self.friends(there) and not self._fits(there)
        return self._open(here, there) and not crowded

    # --- whole ways ------------------------------------------------------------------------------------------

    def ways(self, path: Path = ()) -> Iterator[Path]:
        """Every way, of any length up to the retreat's."""
        yield path
        here = path[-1] if path else self.going.start
        if len(path) < self.going.places:
            for there in self._around(here):
                if there != self.going.start and there not in path and self._passable(here, there):
                    yield from self.ways((*path, there))

    def paid(self, path: Path) -> list[str]:
        """VV-8.5.1b: places in the zone that no friends hold."""
        return [place for place in path if place in self.zone and not self.friends(place)]

    def shared(self, path: Path) -> list[str]:
        """VV-8.5.1c: places in the zone that friends hold."""
        return [place for place in path if place in self.zone and self.friends(place)]

    def leaves(self, path: Path) -> bool:
        """LUT-8.5.1g, Q38: over the edge, where no ground that costs nothing is next to it."""
        here = path[-1] if path else self.going.start
        onward = [there for there in self._around(here) if there != self.going.start and self._passable(here, there)]
        free = [there for there in onward if not self.paid((there,))]
        edge = len(self.field.ctx.board.neighbours[here]) < 6
        return self.scenario == "lutzen" and edge and not free and len(path) < self.going.places

    def best(self) -> tuple[list[Path], bool]:
        """The ways among which the owner chooses, and whether they lead off the map."""
        every = list(self.ways())
        whole = [path for path in every if len(path) == self.going.places]
        off = [path for path in every if self.leaves(path)]
        if any(not self.paid(path) for path in whole):
            off = []
        if not whole and not off:
            longest = max(len(path) for path in every)
            return self._cheapest([path for path in every if len(path) == longest]), False
        found = [(path, path in off) for path in (*whole, *off)]
        found = _least(found, lambda way: sum(place in self.going.still_attacked for place in way[0]))
        found = _least(found, lambda way: int(not way[1] and self._ends_near(way[0])))
        found = _least(found, lambda way: len(self.paid(way[0])))
        found = _least(found, lambda way: int(way[1]))
        found = _least(found, lambda way: len(self.shared(way[0])))
        return [path for path, _ in found], found[0][1]

    def _cheapest(self, stuck: list[Path]) -> list[Path]:
        found = _least(stuck, lambda path: sum(place in self.going.still_attacked for place in path))
        return _least(_least(found, lambda path: len(self.paid(path))), lambda path: len(self.shared(path)))

    def _ends_near(self, path: Path) -> bool:
        return len(path) == 2 and path[-1] in self._around(self.going.start)


def _least(found: list[T], price: Callable[[T], int]) -> list[T]:
    lowest = min(price(one) for one in found)
    return [one for one in found if price(one) == lowest]


# --- random positions ----------------------------------------------------------------------------------------


def random_retreat(number: int) -> Brute:
    """A stack with enemies and friends thick around it, somewhere on the map, often at its edge or by the water."""
    chance = random.Random(number)
    scenario = chance.choice(("bautzen", "lutzen"))
    empty = position("", scenario=scenario)
    board = empty.ctx.board
    start = chance.choice([p for p in sorted(board.cells) if board.cells[p].terrain != "lake"])
    near = [p for p in sorted(board.cells) if p != start and board.distance(p, start) <= 3]
    near = [p for p in near if board.cells[p].terrain != "lake"]
    side: Side = chance.choice((FRENCH, COALITION))
    mine, theirs = (sorted(empty.state.army(s).units) for s in (side, enemy_of(side)))
    chance.shuffle(mine)
    chance.shuffle(theirs)
    units = tuple(sorted(mine.pop() for _ in range(chance.choice((1, 1, 2, 2, 3)))))
    leader = chance.choice(("", sorted(empty.state.army(side).commanders)[0]))
    lines = [f"{start}: {' '.join(units)} {leader}"]
    chance.shuffle(near)
    for _ in range(min(len(near), chance.randint(1, 7))):
        lines.append(f"{near.pop()}: {theirs.pop()}")
    friends = [near.pop() for _ in range(min(len(near), chance.randint(0, 6)))]
    lines += [f"{place}: {' '.join(mine.pop() for _ in range(chance.randint(1, 2)))}" for place in friends]
    field = position(" | ".join(lines), scenario=scenario)
    attacked = frozenset(place for place in friends if chance.random() < 0.25)
    places = chance.choice((1, 2, 2))
    return Brute(field, scenario, Retreating(side, units, (leader,) if leader else (), start, places, attacked))


def faults(number: int) -> list[str]:
    """What is wrong with the way taken on a random position: without a wish, and with one for each way open."""
    brute = random_retreat(number)
    able, off = brute.best()

    def taken(wanted: Path) -> Refuge:
        return refuge(brute.field.ctx, brute.field.state, brute.going, wanted)

    found = taken(())
    wrong = []
    if found.path not in able:
        wrong.append(f"went {found.path}, but the ways are {able}")
    if found.through_zone != bool(brute.paid(found.path)):
        wrong.append(f"{found.path} is {'' if found.through_zone else 'not '}paid for")
    ends = "away" if off else "there" if len(able[0]) == brute.going.places else "blocked"
    if found.end != ends:
        wrong.append(f"the retreat ends {found.end}, not {ends}")
    if not off:
        wrong += [f"{path} was wished, {taken(path).path} gone" for path in able if taken(path).path != path]
    return wrong


@pytest.mark.parametrize("tenth", range(10))
def test_8_5c_the_way_is_one_of_the_best_of_all_whole_ways(tenth: int) -> None:
    """VV-8.5c, VV-8.5.1a to VV-8.5.1c, VV-8.5.1e: never dearer or nearer than need be, the owner choosing."""
    wrong = {number: found for number in range(tenth, POSITIONS, 10) if (found := faults(number))}
    assert not wrong


def test_the_random_positions_know_every_case() -> None:
    """Among the positions are free ways, paid ones, blocked ones, and ways off the map."""
    ends = {(f.end, f.through_zone) for f in map(_found, range(300))}
    assert {("there", False), ("there", True), ("blocked", False), ("away", False)} <= ends


def _found(number: int) -> Refuge:
    brute = random_retreat(number)
    return refuge(brute.field.ctx, brute.field.state, brute.going, ())
