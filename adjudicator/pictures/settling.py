"""What a side sees of the others within a step: a stack that is told to have marched is shown where it came to stand.

The position that a side knows is on record at the end of each step. Between two of them its own pieces follow the
events. Of the other side's marches it has only a lesser form, which names places and perhaps nobody; the pieces that
are known to stand there when the step is over are shown from that moment on, those known to be gone are taken away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.view import Piece, View
from adjudicator.pictures.happenings import places


class Settling:
    """A step as a side sees it, from the position before to the position after."""

    def __init__(self, after: View, side: Side, drawing: Mapping[str, Any]) -> None:
        self._after = {piece.id: piece for piece in after.pieces}
        self._side = side
        self._drawing = drawing
        self._settled: dict[str, Piece | None] = {}

    def view(self, view: View, event: Mapping[str, Any]) -> View:
        """The view after an event, with what the event settles."""
        if self._side == UMPIRE:
            return view
        touched = set(self._touched(event))
        for piece in _others(self._shown(view), self._side) if touched else ():
            self._gone(piece, touched)
        for piece in _others(self._after.values(), self._side) if touched else ():
            if piece.place in touched and piece.knowledge != "last_seen":
                self._settled[piece.id] = piece
        return view.model_copy(update={"pieces": tuple(self._shown(view))}) if self._settled else view

    def _gone(self, piece: Piece, touched: set[str]) -> None:
        """A piece at a place that an event is about, and that will not be known to stand there."""
        later = self._after.get(piece.id)
        if piece.place in touched and piece.knowledge != "last_seen":
            if later is None:
                self._settled[piece.id] = None
            elif later.place in touched:
                self._settled[piece.id] = later

    def _shown(self, view: View) -> Iterator[Piece]:
        """The pieces of a view, settled ones as they will be."""
        for piece in view.pieces:
            shown = self._settled.get(piece.id, piece)
            if shown is not None:
                yield shown
        known = {piece.id for piece in view.pieces}
        yield from (piece for name, piece in self._settled.items() if piece is not None and name not in known)

    def _touched(self, event: Mapping[str, Any]) -> Iterator[str]:
        """Where the way of an event begins and ends, and where it is fought."""
        kind = str(event.get("kind", ""))
        arrow = self._drawing.get("arrow", {}).get(kind, {})
        yield from places(event.get(arrow.get("from", "")))[:1]
        yield from places(event.get(arrow.get("to", "")))[-1:]
        star = self._drawing.get("star", {}).get(kind, {})
        yield from places(event.get(star.get("at", "")))


def _others(pieces: Any, side: Side) -> list[Piece]:
    return [piece for piece in pieces if piece.side != side]
