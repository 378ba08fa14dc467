"""What only Bautzen keeps besides the series' position: Ney, Jomini, Discord, Alexander, the Arapiles."""

from __future__ import annotations

from typing import cast

from adjudicator.core.types import Frozen, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State

UNSEEN = "?"
"""A face-down Ney marker, for whoever has not looked at it."""


class DirectedMove(Frozen):
    """A move of Coalition units that the French wrote down when they played Alexander."""

    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    destination: str = ""
    line: int = 0
    seat: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class BautzenState:
    """The turns are those on which something was played, revealed or in force; None: not yet."""

    ney_spaces: tuple[str, ...] = ()
    """The Ney marker on each space, face down; empty once it is removed or revealed."""
    ney_text: str = ""
    """The marker that was revealed: "2301", "2306" or "2301+1"."""
    ney_place: str = ""
    ney_from: int | None = None
    """The turn from which Ney may enter."""
    ney_entered: int | None = None
    inspected: int | None = None
    """The space whose marker the Coalition has looked at."""
    strategist: int | None = None
    tripled: int | None = None
    jomini: int | None = None
    """The turn of Jomini goes to the enemy."""
    halved: int | None = None
    discord: int | None = None
    alexander: int | None = None
    directed: tuple[DirectedMove, ...] = ()
    arapiles: int | None = None
    cancelled: tuple[str, ...] = ()
    """Kinds of marker whose competitor was played first."""


def bautzen(state: State) -> BautzenState:
    """Bautzen's part of a position."""
    return cast(BautzenState, state.game)


def known(state: State, side: Side) -> BautzenState:
    """VV-7.3a: nobody knows a Ney marker but the Coalition the one it looked at; the French alone know their plans."""
    now = bautzen(state)
    looked = now.inspected if side == COALITION else None
    spaces = tuple(
        text if not text or number == looked else UNSEEN for number, text in enumerate(now.ney_spaces, start=1)
    )
    return replace(now, ney_spaces=spaces, directed=now.directed if side == FRENCH else ())
