"""What only Lützen keeps besides the series' position: the track, the clock, what markers have set in force."""

from __future__ import annotations

from dataclasses import field
from typing import Any, cast

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass, replace
from adjudicator.rulesets.vv1813.changes import with_pieces
from adjudicator.rulesets.vv1813.state import Army, State, part_of


@dataclass(frozen=True, slots=True)
class LutzenState:
    """The turns are those on which something was played or in force; None: not yet."""

    cup: tuple[str, ...] = ()
    """Markers still to be laid, in the order in which chance gives them out; empty for whoever may not know."""
    slots: tuple[tuple[str, ...], ...] = ()
    """The markers on each turn of the track, in the order laid; empty for whoever may not know."""
    wishes: dict[Side, tuple[str, ...]] = field(default_factory=dict)
    """The classes of marker that a side wants to draw, best first."""

    # --- the clock and the Coalition ---
    early: bool = False
    """Bridge on the Elster: the battle began two hours earlier."""
    clairvoyant: bool = False
    range_cancelled: bool = False
    """Alexander took the wider command range away."""
    freed: tuple[Side, ...] = ()
    """Sides whose Guard The Guards attack has set free."""
    staff: dict[Side, int] = field(default_factory=dict)
    """The turn of General staff, for the side that played it in time."""
    alternative: tuple[str, ...] = ()
    """What Alternative Reinforcements have brought: "V", "XII", "IV"."""

    # --- for one turn ---
    russian_guard_frozen: int | None = None
    prussian_guard_frozen: int | None = None
    bullet: int | None = None
    alone: tuple[str, ...] = ()
    """Formations whose counters attack alone on the turn of Lost bullet."""
    tactical: dict[Side, int] = field(default_factory=dict)
    """The last turn of tactical movement, by side."""
    dice: dict[str, int] = field(default_factory=dict)
    """The die of each entry test of this turn."""

    # --- the French ---
    munitions: int | None = None
    """The turn from which the Coalition loses an Artillery marker each turn."""
    hussars: int | None = None
    napoleon: int | None = None
    """The turn on which Napoleon came."""
    ney: int | None = None
    """The turn on which Ney came."""
    ney_boost: int | None = None
    """The turn on which the III Corps moves farther."""
    passed: tuple[str, ...] = ()
    """Pieces that may enter because their test was passed."""
    fresh: tuple[str, ...] = ()
    """Reinforcements that have not been near the enemy yet."""
    drouot: int | None = None
    """The turn on which Drouot has been used once and may be used again."""
    fought: bool = False
    """A combat has been fought."""


def lutzen(state: State) -> LutzenState:
    """Lützen's part of a position."""
    return cast(LutzenState, state.game)


def known(state: State, side: Side) -> LutzenState:
    """LUT-2.0a: what lies face down is known by its class alone; wishes and paces are their side's own."""
    now = lutzen(state)
    wishes = {who: classes for who, classes in now.wishes.items() if who == side}
    fresh = tuple(unit for unit in now.fresh if unit in state.armies.get(side, Army()).units)
    return replace(now, cup=(), slots=(), wishes=wishes, fresh=fresh)


# --- what several events change alike ------------------------------------------------------------------------


def kept(state: State, **change: Any) -> State:
    """The position with other values in what only Lützen keeps."""
    return replace(state, game=replace(lutzen(state), **change))


def off_the_track(state: State, marker: str) -> State:
    """The position in which a marker does not lie on the track any more."""
    return kept(state, slots=tuple(tuple(one for one in laid if one != marker) for laid in lutzen(state).slots))


def gathered(state: State, side: Side, unit: str, **change: Any) -> State:
    """LUT-4.1f: the position in which a unit that stood in two places is whole again."""
    units = state.army(side).units
    found = [replace(units[unit], points=None, **change)]
    if part_of(unit) in units:
        found.append(replace(units[part_of(unit)], place=None, status="joined", points=None))
    return with_pieces(state, side, found)
