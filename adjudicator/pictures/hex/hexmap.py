"""The map of a side on a hex board: the board drawn once and kept, pieces and the turn's events above it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from adjudicator.core.view import Mark, Piece, View
from adjudicator.maps.board import HexMap
from adjudicator.pictures.fonts import SERIF
from adjudicator.pictures.fragments import Board, Box, Fragment, Picture, n
from adjudicator.pictures.happenings import Happenings, plain, seen_as
from adjudicator.pictures.hex.counter_art import DEFS, flag, other_mark, stack
from adjudicator.pictures.hex.drill_art import ground_of, middle, noses, span
from adjudicator.pictures.hex.geometry import MARGIN, RADIUS, Geometry, geometry_of
from adjudicator.pictures.hex.labels_art import labels, river_names, words_over
from adjudicator.pictures.hex.legend import legend, legend_height, printed_legend
from adjudicator.pictures.hex.overlays import lines, rims
from adjudicator.pictures.hex.sides_art import side_signs
from adjudicator.pictures.hex.terrain_art import buildings, gardens, ground
from adjudicator.pictures.hex.trails import trails
from adjudicator.pictures.hex.ways_art import bridges, roads, waters
from adjudicator.pictures.hex.window import window_of
from adjudicator.pictures.kept import digest_of, drawing_code, keep, recall
from adjudicator.pictures.templates import drawing_of

PAPER = "#f6efdb"
WIDE_SHEET = 3200.0
"""Wider sheets have larger letters in their head."""

_boards: dict[int, tuple[HexMap, Board]] = {}


def draw_board(board: HexMap) -> str:
    """The sheet without pieces, drawn anew: terrain, waters, ways, names, numbers, frame."""
    geo = geometry_of(board)
    width, height = geo.size
    layers = (ground, gardens, side_signs, waters, roads, buildings, bridges, river_names, labels)
    drawn = "".join(layer(board, geo) for layer in layers)
    return _frame(width, height + legend_height(width)) + drawn + printed_legend(board, width, height)


def board_of(board: HexMap, folder: Path | None = None) -> Board:
    """The sheet without pieces: drawn once for each board in the life of the program, or read back from the folder."""
    known = _boards.get(id(board))
    if known is None or known[0] is not board:
        known = _boards[id(board)] = (board, _board(board, folder))
    return known[1]


def _board(board: HexMap, folder: Path | None) -> Board:
    digest = digest_of(repr(board))
    name = f"sheet-{digest_of(digest, drawing_code())}"
    kept = recall(folder, name)
    if kept is None:
        kept = draw_board(board).encode()
        keep(folder, name, kept)
    width, height = geometry_of(board).size
    return Board(width, height + legend_height(width), kept.decode(), digest, DEFS)


def hex_picture(
    board: HexMap,
    view: View,
    happenings: Happenings = (),
    title: str = "",
    *,
    names: Mapping[str, str] | None = None,
    drawing: Mapping[str, Any] | None = None,
    folder: Path | None = None,
) -> Picture:
    """A side's map: what it knows, and what it saw happen. `names` are the printed names of formations."""
    drawing = drawing_of(view.ruleset) if drawing is None else drawing
    board = window_of(board, view, happenings, drawing)
    geo = geometry_of(board)
    width, height = geo.size
    drawn = board_of(board, folder)
    turn = trails(geo, [plain(event) for _, event in happenings], drawing, _sides(view))
    badges = drawing.get("badges", {})
    return Picture(
        board=drawn,
        fragments=(
            *_title(title or view.scenario, view, width),
            *rims(geo, view.areas),
            *turn.arrows,
            *words_over(board, geo, turn.courses),
            *_marks(geo, view.marks),
            *_pieces(geo, view.pieces, badges),
            *lines(geo, view.lines),
            *turn.signs,
            *legend(view, width, height, drawing.get("legend", {}), names or {}, badges),
        ),
        label=f"{title or view.scenario}, {_facts(view)}",
        paper=PAPER,
        height=drawn.height,
        spots=geo.centres,
        reach=2.4 * RADIUS,
    )


def _sides(view: View) -> Mapping[str, str]:
    """The side of each piece that the view knows."""
    return {piece.id: piece.side for piece in view.pieces}


def _pieces(geo: Geometry, pieces: Iterable[Piece], badges: Mapping[str, str]) -> Iterator[Fragment]:
    """Stack by stack from the top of the sheet down; bands over several hexes lie below all counters."""
    stacks: dict[tuple[str, ...], list[Piece]] = {}
    for piece in pieces:
        places = ground_of(geo, piece)
        if places:
            stacks.setdefault(places, []).append(piece)
    ordered = sorted(stacks.items(), key=lambda item: middle(geo, item[0])[1])
    for places, here in ordered:
        yield from span(geo, places, here[0].side)
    for places, here in ordered:
        spot = middle(geo, places)
        yield from stack(spot, here, badges)
        yield from noses(geo, spot, here)


def _marks(geo: Geometry, marks: Sequence[Mark]) -> Iterator[Fragment]:
    count: dict[tuple[str, bool], int] = {}
    for mark in marks:
        if mark.place not in geo.centres:
            continue
        key = (mark.place, mark.kind == "objective")
        index = count.get(key, 0)
        count[key] = index + 1
        yield flag(geo, mark, index) if mark.kind == "objective" else other_mark(geo, mark, index)


def _frame(width: float, height: float) -> str:
    return "".join(
        f'<rect x="{inset}" y="{inset}" width="{n(width - 2 * inset)}" height="{n(height - 2 * inset)}" fill="none" '
        f'stroke="#4a3b28" stroke-width="{wide}"/>'
        for inset, wide in ((6, "2.4"), (11, ".8"))
    )


def _facts(view: View, between: str = ", ") -> str:
    eyes = seen_as(view.side)
    return between.join(
        part for part in (f"turn {view.turn}" if view.turn else "", view.clock, view.phase, eyes) if part
    )


def _title(title: str, view: View, width: float) -> Iterator[Fragment]:
    """The head of the sheet; on a wide one its letters are larger, as far as the room above the map allows."""
    below = _facts(view, " · ")
    ink = f'font-family="{SERIF}" fill="#2c2114"'
    big = max(1.0, min(1.6, width / WIDE_SHEET))
    yield Fragment(
        f'<text {ink} font-size="{n(26 * big)}" font-weight="bold">{escape(title)}</text>',
        (MARGIN, 44.0),
        Box(-2, -24 * big, 17.5 * big * len(title) + 4, 10 * big),
    )
    yield Fragment(
        f'<text {ink} font-size="{n(17 * big)}" font-style="italic" text-anchor="end">{escape(below)}</text>',
        (width - MARGIN, 43.0),
        Box(-10.5 * big * len(below) - 4, -17 * big, 4, 7 * big),
    )
