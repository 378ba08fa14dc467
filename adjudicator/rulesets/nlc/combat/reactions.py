"""NLC-7.8: reaction charges: cavalry that falls on an enemy stack in the middle of its move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.rulesets.nlc.changes import formation_of
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
    """Which entry of this stack in this phase it is: dice labels and decision keys are told apart by it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A-59: what becomes of the stack: it goes on, or its move is over and it stands where it was put."""

    goes_on: bool = True
    units: tuple[str, ...] = ()
    """Who is left of it."""
    place: str = ""
    """Where it stands now; nothing for off the map."""


def may_react(ctx: Context, state: State, entry: Entry) -> Iterator[Unit]:
    """A-57: the cavalry that may react: within two hexes, in command range, not in reserve, not having charged yet."""
    far = ctx.tables.combat.charge_range
    for unit in state.force(enemy_of(entry.side)).units.values():
        if unit.status != "map" or unit.charged or unit.place is None or not ctx.units[unit.id].is_cavalry:
            continue
        if ctx.board.distance(unit.place, entry.place) > far or unit.in_reserve:
            continue
        formation = state.formations.get(formation_of(ctx, unit))
        if formation is not None and formation.order != "reserve" and in_range(ctx, state, unit):
            yield unit


def on_entry(run: Here, entry: Entry) -> Asking[Outcome]:
    """NLC-7.8a: called for each hex that a stack enters; all that react there fight before its next step (A-58)."""
    yield from ()
    return Outcome(True, entry.units, entry.place)
