"""A side's own units at a glance: where each stands, how strong it is, what is the matter with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.core.types import UMPIRE
from adjudicator.core.values import dataclass
from adjudicator.core.view import Piece, View
from adjudicator.report.phrases import Speaker
from adjudicator.report.spans import bare


@dataclass(frozen=True, slots=True)
class Kept:
    """A unit of the roster."""

    name: str
    place: str
    values: str
    state: str


@dataclass(frozen=True, slots=True)
class Muster:
    """The units of one formation."""

    title: str
    units: tuple[Kept, ...]


def roster(speaker: Speaker, view: View, ways: Mapping[str, Any]) -> tuple[Muster, ...]:
    """One's own units by formation, those on the map first; both sides' for the umpire.

    A ruleset whose tables hold a roster says so (`roster = false`).
    """
    if ways.get("roster") is False:
        return ()
    mine = [p for p in view.pieces if p.knowledge == "own" and (view.side == UMPIRE or p.side == view.side)]
    groups: dict[tuple[str, str], list[Piece]] = {}
    for piece in mine:
        groups.setdefault((str(piece.side) if view.side == UMPIRE else "", piece.colour), []).append(piece)
    silent = set(ways.get("form", {}).get("silent", ()))
    return tuple(
        Muster(_title(speaker, side, colour), tuple(_kept(speaker, piece, silent) for piece in _ordered(pieces)))
        for (side, colour), pieces in groups.items()
    )


def _title(speaker: Speaker, side: str, colour: str) -> str:
    name = speaker.formation(colour) if colour else "Others"
    return f"{side}: {name}" if side else name


def _ordered(pieces: Iterable[Piece]) -> list[Piece]:
    return sorted(pieces, key=lambda p: (p.place is None, p.kind == "commander", p.place or "", p.id))


def _kept(speaker: Speaker, piece: Piece, silent: set[str]) -> Kept:
    where = " and ".join(
        bare(speaker.place(place)) for place in piece.places or ((piece.place,) if piece.place else ())
    )
    words = [piece.size, piece.formation, *(mark for mark in piece.marks if mark not in silent), piece.seen]
    return Kept(
        name=piece.name,
        place=where or "not on the map",
        values="-".join(piece.values),
        state=", ".join(word for word in words if word),
    )
