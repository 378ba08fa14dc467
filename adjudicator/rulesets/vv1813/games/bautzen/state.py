"""What only Bautzen keeps besides the series' position: Ney, Jomini, Discord, Alexander, the Arapiles."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, cast

from adjudicator.rulesets.vv1813.state import State

UNSEEN = "?"
"""A face-down Ney marker, for whoever has not looked at it."""


@dataclass(frozen=True, slots=True)
class Directed:
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
    directed: tuple[Directed, ...] = ()
    arapiles: int | None = None
    cancelled: tuple[str, ...] = ()
    """Kinds of marker whose competitor was played first."""


def bautzen(state: State) -> BautzenState:
    """Bautzen's part of a position."""
    return cast(BautzenState, state.game)


def dump(value: BautzenState) -> dict[str, Any]:
    """Plain JSON values; what stands at its default is left out."""
    found: dict[str, Any] = {}
    for one in fields(value):
        content = getattr(value, one.name)
        if content == one.default:
            continue
        if one.name == "directed":
            content = [_plain(move) for move in content]
        found[one.name] = list(content) if isinstance(content, tuple) else content
    return found


def _plain(move: Directed) -> dict[str, Any]:
    plain = {one.name: getattr(move, one.name) for one in fields(move) if getattr(move, one.name) != one.default}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}


def load(plain: dict[str, Any]) -> BautzenState:
    """The value from what `dump` gave."""
    values = _tuples(plain)
    values["directed"] = tuple(Directed(**_tuples(move)) for move in plain.get("directed", ()))
    return BautzenState(**values)


def _tuples(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}
