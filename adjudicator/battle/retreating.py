"""Retreats and routs as a choice among whole ways, never step by step.

The rules say which steps are allowed and how much of the retreat each uses up, what a step and an end cost, and where
the way may end. A price is a tuple of numbers, the weightiest first; prices of steps and end add up number by number
and the least sum wins. Of ways of equal price the one with the lowest sequence of places is taken. No way uses a place
twice, unless the rules say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from heapq import heappop, heappush
from operator import add

from adjudicator.core.values import dataclass

Price = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Retreat:
    """A retreat as the rules describe it. `length` is how much it has to use up: hexes, or points.

    `uses` gets the place left, the place entered and what is used so far; it gives what the step uses, at least 1, or
    None if it is not allowed. `price` gets the places left and entered. `end` gets a place and what was used on the way
    there; it gives the price of ending there, or None if the way may not end so.
    """

    start: int
    length: int
    around: Callable[[int], Iterable[int]]
    uses: Callable[[int, int, int], int | None]
    price: Callable[[int, int], Price]
    end: Callable[[int, int], Price | None]
    twice: bool = False
    """Whether a way may use a place twice."""


@dataclass(frozen=True, slots=True)
class Route:
    """A whole way: the places entered, the start left out, what it used, and its price."""

    path: tuple[int, ...]
    used: int
    price: Price


def best_route(retreat: Retreat) -> Route | None:
    """The best whole way, or None if there is none."""
    return _Outlook(retreat).best()


def equal_ends(retreat: Retreat, best: Route) -> tuple[Route, ...]:
    """The best way to each end that is as good as the best, for an owner to choose from; by the sequence of places."""
    outlook = _Outlook(retreat)
    routes = [outlook.only_to(end).best() for end in outlook.ends(best.price)]
    equal = [route for route in routes if route is not None and route.price == best.price]
    return tuple(sorted(equal, key=lambda route: route.path))


def equal_routes(retreat: Retreat) -> tuple[Route, ...]:
    """All ways that are as good as the best, where the owner chooses the way and not the end alone; sorted likewise."""
    outlook = _Outlook(retreat)
    best = outlook.best()
    return () if best is None else tuple(sorted(outlook.all_at(best.price), key=lambda route: route.path))


Step = tuple[int, int, Price]
"""Where to, what is used then, and the price."""


@dataclass(slots=True)
class _Outlook:
    """What the rest of a way costs at best, from each place and each length used: reckoned once, when first asked.

    The rest is reckoned as if places might be used twice, so it never promises too little; the search that follows it
    keeps count of the places, and looks at other ways in the order of what they cost at best.
    """

    retreat: Retreat
    only: int | None = None
    """The one place where the way shall end."""
    _steps: dict[tuple[int, int], tuple[Step, ...]] = field(default_factory=dict)
    _rest: dict[tuple[int, int], Price | None] = field(default_factory=dict)

    def only_to(self, end: int) -> _Outlook:
        """The same retreat to one end alone."""
        return _Outlook(self.retreat, end, self._steps)

    def steps(self, place: int, used: int) -> tuple[Step, ...]:
        """The steps from a place."""
        found = self._steps.get((place, used))
        if found is None:
            found = self._steps[place, used] = tuple(self._allowed(place, used))
        return found

    def _allowed(self, place: int, used: int) -> Iterator[Step]:
        for there in self.retreat.around(place):
            taken = self.retreat.uses(place, there, used)
            if taken is None or used + taken > self.retreat.length:
                continue
            if taken < 1:
                raise ValueError("every step of a retreat uses up something")
            yield there, used + taken, self.retreat.price(place, there)

    def end(self, place: int, used: int) -> Price | None:
        """The price of ending here; None if the way may not."""
        return self.retreat.end(place, used) if self.only in (None, place) else None

    def rest(self, place: int, used: int) -> Price | None:
        """The least price from here to an end; None if no way leads to one."""
        key = (place, used)
        if key not in self._rest:
            least = self.end(place, used)
            for there, then, price in self.steps(place, used):
                rest = self.rest(there, then)
                if rest is not None:
                    whole = _sum(price, rest)
                    if least is None or whole < least:
                        least = whole
            self._rest[key] = least
        return self._rest[key]

    def best(self) -> Route | None:
        """The best way of all that end as they may."""
        start = self.retreat.start
        first = self.rest(start, 0)
        if first is None:
            return None
        queue: list[tuple[Price, tuple[int, ...], int, bool, Price]] = [(first, (), 0, False, (0,) * len(first))]
        while queue:
            price, path, used, ended, paid = heappop(queue)
            if ended:
                return Route(path, used, price)
            place = path[-1] if path else start
            end = self.end(place, used)
            if end is not None:
                heappush(queue, (_sum(paid, end), path, used, True, paid))
            for there, then, step in self.steps(place, used):
                if not self.retreat.twice and (there == start or there in path):
                    continue
                rest = self.rest(there, then)
                if rest is not None:
                    now = _sum(paid, step)
                    heappush(queue, (_sum(now, rest), (*path, there), then, False, now))
        return None

    def all_at(self, price: Price, path: tuple[int, ...] = (), used: int = 0, paid: Price = ()) -> Iterator[Route]:
        """Every way of just this price, from the start or from where a path has come to."""
        place = path[-1] if path else self.retreat.start
        paid = paid or (0,) * len(price)
        end = self.end(place, used)
        if end is not None and _sum(paid, end) == price:
            yield Route(path, used, price)
        for there, then, step in self.steps(place, used):
            if not self.retreat.twice and (there == self.retreat.start or there in path):
                continue
            rest, now = self.rest(there, then), _sum(paid, step)
            if rest is not None and _sum(now, rest) <= price:
                yield from self.all_at(price, (*path, there), then, now)

    def ends(self, price: Price) -> tuple[int, ...]:
        """The places where a way might end at no more than a price, if places might be used twice."""
        first = self.rest(self.retreat.start, 0)
        if first is None:
            return ()
        paid: dict[int, dict[int, Price]] = {0: {self.retreat.start: (0,) * len(first)}}
        found: set[int] = set()
        for used in range(self.retreat.length + 1):
            for place, so_far in paid.get(used, {}).items():
                end = self.end(place, used)
                if end is not None and _sum(so_far, end) <= price:
                    found.add(place)
                for there, then, step in self.steps(place, used):
                    now, known = _sum(so_far, step), paid.setdefault(then, {})
                    if there not in known or now < known[there]:
                        known[there] = now
        return tuple(sorted(found))


def _sum(one: Price, two: Price) -> Price:
    return tuple(map(add, one, two))
