"""The part of a large sheet that a picture shows: where pieces stand and things happened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.core.view import View
from adjudicator.maps.board import HexMap
from adjudicator.pictures.happenings import Happenings, places, plain

STEP = 4
"""A window begins and ends at every fourth column and row, so that it stays the same from turn to turn."""
LEAST = 20
"""Columns and rows that a window has at least."""
KEPT = 16
_windows: dict[tuple[int, int, int, int, int], tuple[HexMap, HexMap]] = {}


def window_of(board: HexMap, view: View, happenings: Happenings, drawing: Mapping[str, Any]) -> HexMap:
    """The board without the hexes where nothing is, if the ruleset's drawing asks for it (`window`, a rim of hexes)."""
    rim = int(drawing.get("window", 0))
    spots = [board.grid.column_row(place) for place in _alive(board, view, happenings, drawing)] if rim else []
    if not spots:
        return board
    columns, rows = board.size
    left, right = _between([column for column, _ in spots], rim, columns)
    top, bottom = _between([row for _, row in spots], rim, rows)
    if (left, top, right, bottom) == (1, 1, columns, rows):
        return board
    key = (id(board), left, top, right, bottom)
    known = _windows.get(key)
    if known is None or known[0] is not board:
        if len(_windows) >= KEPT:
            _windows.clear()
        known = _windows[key] = (board, _part(board, (left, top, right, bottom)))
    return known[1]


def _alive(board: HexMap, view: View, happenings: Happenings, drawing: Mapping[str, Any]) -> Iterator[str]:
    """The hexes where a piece stands, or where something happened that the map shows."""
    shown = [place for piece in view.pieces for place in (piece.place, *piece.places) if place]
    forms = {**drawing.get("star", {}), **drawing.get("arrow", {})}
    for event in (plain(event) for _, event in happenings):
        form = forms.get(str(event.get("kind")), {})
        shown += [place for name in ("at", "from", "to") for place in places(event.get(form.get(name, "")))]
    yield from (place for place in dict.fromkeys(shown) if place in board.cells)


def _between(numbers: Iterable[int], rim: int, most: int) -> tuple[int, int]:
    """The first and the last column or row of a window."""
    found = list(numbers)
    low, high = min(found) - rim, max(found) + rim
    lacking = max(0, LEAST - (high - low + 1))
    low, high = low - lacking // 2, high + (lacking + 1) // 2
    return max(1, (low - 1) // STEP * STEP + 1), min(most, -(-high // STEP) * STEP)


def _part(board: HexMap, edges: tuple[int, int, int, int]) -> HexMap:
    left, top, right, bottom = edges
    cells = {}
    for place, cell in board.cells.items():
        column, row = board.grid.column_row(place)
        if left <= column <= right and top <= row <= bottom:
            cells[place] = cell
    sides = {pair: side for pair, side in board.sides.items() if pair[0] in cells and pair[1] in cells}
    return replace(board, cells=cells, sides=sides)
