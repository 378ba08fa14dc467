"""A-57: what lets cavalry react, and which cavalry may."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.rulesets.nlc.combat.strengths import by_place
from adjudicator.rulesets.nlc.combat.terrain import charge_way
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of

How = Literal["move", "enter", "charge", "pursuit", "retreat", "return"]
"""A-57, A-87: how a stack comes into a hex; an advance lets nobody react."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A stack that has just entered a hex; it stands there in the position."""

    side: Side
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    place: str
    came_from: str
    """The hex it left; nothing where it came from off the map."""
    how: How
    ordinal: int = 0
    """Which entry of this stack in this phase it is."""
    origin: str = ""
    """Where a charge of it began: a charger that is beaten goes back there."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A-59: what becomes of the stack: it goes on, or its move is over and it stands where it was put."""

    goes_on: bool = True
    units: tuple[str, ...] = ()
    """Who is left of it."""
    place: str = ""
    """Where it stands now; nothing for off the map."""


Entered = Callable[[Here, Entry], Asking[Outcome]]
"""What happens when a stack has entered a hex."""


def nobody_reacts(run: Here, entry: Entry) -> Asking[Outcome]:
    """A-60: a reaction charge, its return and its pursuit cannot be reacted to."""
    yield from ()
    return Outcome(True, entry.units, entry.place)


def may_react(ctx: Context, state: State, side: Side, place: str) -> Iterator[Unit]:
    """A-57: the cavalry that may react to a side's stack in a hex.

    Within two hexes, in command range, not under Reserve orders, not having charged yet.
    """
    far = ctx.tables.combat.charge_range
    for where, units in state.force(enemy_of(side)).units_at.items():
        if not 0 < ctx.board.distance(where, place) <= far:
            continue
        for unit in units:
            if unit.charged or not ctx.units[unit.id].is_cavalry:
                continue
            if order_for(ctx, state, unit) != "reserve" and in_range(ctx, state, unit):
                yield unit


def reactors(ctx: Context, state: State, side: Side, place: str) -> dict[str, tuple[tuple[Unit, ...], tuple[str, ...]]]:
    """The stacks that may react there, by hex, each with its way (A-57: that of any charge)."""
    found: dict[str, tuple[tuple[Unit, ...], tuple[str, ...]]] = {}
    for origin, units in by_place(may_react(ctx, state, side, place)).items():
        way = charge_way(ctx, state, enemy_of(side), origin, place)
        if not isinstance(way, str):
            found[origin] = (tuple(units), way)
    return found
