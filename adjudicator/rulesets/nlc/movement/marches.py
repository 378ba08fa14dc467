"""What has moved in a movement segment: ways walked, points spent, who came last. It does not outlive the phase."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.zones import enemy_zone
from adjudicator.rulesets.nlc.state import State


@dataclass(frozen=True, slots=True)
class Trail:
    """A piece's way in this segment: where it began (nothing: off the map), the hexes entered, halves spent."""

    start: str
    path: tuple[str, ...] = ()
    spent: int = 0

    @property
    def here(self) -> str:
        """Where it stands."""
        return self.path[-1] if self.path else self.start


@dataclass
class Marches:
    """The marches of one segment."""

    in_range: Mapping[str, bool]
    """A-62: which units were in command range when the segment began."""
    in_zone: frozenset[str]
    """The units that stood in an enemy zone then."""
    began: Mapping[str, str]
    """Where each unit stood then."""
    trails: dict[str, Trail] = field(default_factory=dict)
    arrivals: list[str] = field(default_factory=list)
    """Units in the order in which they came where they stand; the last is the one that came last."""
    entered_zone: set[str] = field(default_factory=set)
    """Units that entered an enemy zone in this segment; asked for by name only, never listed."""
    over: set[str] = field(default_factory=set)
    """Units whose movement is over: stopped by a zone, driven back, or moved once."""

    def note(self, ctx: Context, state: State, spent: Mapping[str, int], start: str, path: tuple[str, ...]) -> None:
        """Units went along a path; `spent` says what it cost each of them, in halves."""
        zone = enemy_zone(ctx, state, state.sides[next(iter(spent))]) if spent else frozenset()
        for unit, cost in spent.items():
            before = self.trails.get(unit, Trail(start))
            self.trails[unit] = Trail(before.start, (*before.path, *path), before.spent + cost)
            if unit in self.arrivals:
                self.arrivals.remove(unit)
            self.arrivals.append(unit)
            if any(place in zone for place in path):
                self.entered_zone.add(unit)

    def driven(self, units: tuple[str, ...], place: str) -> None:
        """A-59: units beaten by a reaction charge stand somewhere else now: their way ends there."""
        for unit in units:
            trail = self.trails.get(unit)
            if trail is None or trail.here == place:
                continue
            if place in trail.path:
                path = trail.path[: len(trail.path) - trail.path[::-1].index(place)]
            else:
                path = () if place == trail.start else (*trail.path, place)
            self.trails[unit] = Trail(trail.start, path, trail.spent)


def begun(ctx: Context, state: State, side: Side) -> Marches:
    """The segment as it begins (A-62: command range is judged now)."""
    units = [unit for unit in state.force(side).units.values() if unit.status == "map"]
    zone = enemy_zone(ctx, state, side)
    return Marches(
        in_range={unit.id: in_range(ctx, state, unit) for unit in units},
        in_zone=frozenset(unit.id for unit in units if unit.place in zone),
        began={unit.id: unit.place for unit in units if unit.place is not None},
    )
