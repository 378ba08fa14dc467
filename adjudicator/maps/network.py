"""A map of places joined by roads: where they lie, what they are, how to get from one to another. No rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Literal

from adjudicator.core.values import dataclass

RoadKind = Literal["major", "minor"]


@dataclass(frozen=True, slots=True)
class Town:
    """A place of the map. Latitude and longitude are thousandths of a degree, north and east."""

    id: str
    name: str
    lat: int
    lon: int
    kind: str = "town"
    """"city" or "town"."""
    fortress: bool = False
    terrain: str = ""
    river: str = ""
    """The river on whose bank it lies."""
    aliases: tuple[str, ...] = ()
    source: str = "reconstruction"


@dataclass(frozen=True, slots=True)
class Road:
    """A section of road between two neighbouring places, usable both ways."""

    id: str
    a: str
    b: str
    kind: RoadKind
    river: str = ""
    """The river that it crosses."""
    mountain_pass: bool = False
    km: int = 0
    source: str = "reconstruction"

    def other(self, town: str) -> str:
        """The end that is not this one."""
        return self.b if town == self.a else self.a


Open = Callable[[str], bool]
"""Whether a place may be entered."""


def _everywhere(_: str) -> bool:
    return True


@dataclass(frozen=True)
class Network:
    """Places by id, and the sections of road between them."""

    towns: Mapping[str, Town]
    roads: Mapping[str, Road] = field(default_factory=dict)

    @cached_property
    def _between(self) -> Mapping[tuple[str, str], Road]:
        found: dict[tuple[str, str], Road] = {}
        for road in self.roads.values():
            found[road.a, road.b] = road
            found[road.b, road.a] = road
        return found

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The places directly joined to each place, in the order of their ids."""
        found: dict[str, list[str]] = {town: [] for town in self.towns}
        for road in self.roads.values():
            found[road.a].append(road.b)
            found[road.b].append(road.a)
        return {town: tuple(sorted(those)) for town, those in found.items()}

    @cached_property
    def roads_at(self) -> Mapping[str, tuple[Road, ...]]:
        """The sections that end at each place, in the order of the places they lead to."""
        return {town: tuple(self._between[town, other] for other in those) for town, those in self.neighbours.items()}

    @cached_property
    def _ways(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """From each place where a section leads, and of what kind it is."""
        return {town: tuple((road.other(town), road.kind) for road in roads) for town, roads in self.roads_at.items()}

    def road(self, a: str, b: str) -> Road | None:
        """The section that joins two places directly, if there is one."""
        return self._between.get((a, b))

    def are_adjacent(self, a: str, b: str) -> bool:
        """Whether one section of road joins two places."""
        return (a, b) in self._between

    @cached_property
    def _steps(self) -> dict[str, Mapping[str, int]]:
        return {}

    def distance(self, a: str, b: str) -> int:
        """Sections of road from a to b by the shortest way; KeyError where no road leads there."""
        if a not in self._steps:
            self._steps[a] = {town: len(path) for town, path in self.within(a, len(self.towns)).items()}
        return self._steps[a][b]

    def within(self, start: str, steps: int, is_open: Open = _everywhere) -> Mapping[str, tuple[str, ...]]:
        """Every place that can be reached in so many sections, with the path there (the start left out).

        A place that is not open may be reached but not passed. Of paths of equal length the one that comes first
        by ids is given.
        """
        found: dict[str, tuple[str, ...]] = {start: ()}
        edge = [start]
        for _ in range(steps):
            reached: list[str] = []
            for here in edge:
                if here != start and not is_open(here):
                    continue
                for there in self.neighbours[here]:
                    if there not in found:
                        found[there] = (*found[here], there)
                        reached.append(there)
            edge = reached
        del found[start]
        return found

    def path(self, start: str, goal: str, is_open: Open = _everywhere, longest: int | None = None) -> tuple[str, ...]:
        """The shortest path in sections, the start left out; empty if there is none.

        Places between start and goal must be open; the goal itself need not be.
        """
        found = self.within(start, len(self.towns) if longest is None else longest, is_open)
        return found.get(goal, ())

    def outward(
        self, sources: Mapping[str, int], price: Mapping[str, int], is_open: Open = _everywhere
    ) -> Mapping[str, int]:
        """One pass outward from several places at once: what is left, at best, of each source's allowance.

        `price` is the cost of a section by its kind. Places that are not open can be reached, not passed; a source
        need not be open.
        """
        left: dict[str, int] = {}
        buckets: dict[int, list[str]] = {}
        for town, allowance in sources.items():
            if allowance > left.get(town, -1):
                left[town] = allowance
                buckets.setdefault(allowance, []).append(town)
        for remaining in range(max(buckets, default=-1), -1, -1):
            for here in buckets.get(remaining, ()):
                if left[here] != remaining or (here not in sources and not is_open(here)):
                    continue
                for there, kind in self._ways[here]:
                    after = remaining - price[kind]
                    if after > left.get(there, -1):
                        left[there] = after
                        buckets.setdefault(after, []).append(there)
        return left

    def cheapest(
        self, start: str, goals: Mapping[str, int], price: Mapping[str, int], is_open: Open = _everywhere
    ) -> tuple[tuple[str, ...], int]:
        """The cheapest path from a place to one of several, each with the most that may be spent to reach it.

        Gives the path (start included) and its cost; an empty path if none is near enough.
        """
        spent: dict[str, int] = {start: 0}
        came: dict[str, str] = {}
        buckets: dict[int, list[str]] = {0: [start]}
        for cost in range(max(goals.values(), default=-1) + 1):
            for here in sorted(buckets.get(cost, ())):
                if spent[here] != cost:
                    continue
                if goals.get(here, -1) >= cost:
                    return self._traced(came, here), cost
                if here != start and not is_open(here):
                    continue
                for there, kind in self._ways[here]:
                    after = cost + price[kind]
                    if after < spent.get(there, after + 1):
                        spent[there], came[there] = after, here
                        buckets.setdefault(after, []).append(there)
        return (), 0

    @staticmethod
    def _traced(came: Mapping[str, str], end: str) -> tuple[str, ...]:
        path = [end]
        while path[-1] in came:
            path.append(came[path[-1]])
        return tuple(reversed(path))
