"""The map of a side as SVG: the board drawn once, pieces and the turn's events above it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from adjudicator.core.types import UMPIRE
from adjudicator.core.view import Mark, Piece, View
from adjudicator.maps.board import HexMap
from adjudicator.report.counter_art import DEFS, flag, other_mark, stack
from adjudicator.report.events import Happenings, plain
from adjudicator.report.files import settings
from adjudicator.report.geometry import MARGIN, centre, n, sheet_size
from adjudicator.report.labels_art import labels, river_names
from adjudicator.report.legend import legend, legend_height
from adjudicator.report.terrain_art import buildings, gardens, ground
from adjudicator.report.trails import trails
from adjudicator.report.ways_art import bridges, roads, waters

PAPER = "#f6efdb"


class Sheet(NamedTuple):
    """A board without pieces: what lies below the turn's arrows, and the words above them."""

    ground: str
    words: str


_sheets: dict[int, tuple[HexMap, Sheet]] = {}


def draw_sheet(board: HexMap) -> Sheet:
    """The board without pieces, drawn anew: terrain, waters, ways, names, numbers."""
    layers = (ground, gardens, waters, roads, buildings, bridges, river_names)
    return Sheet("".join(layer(board) for layer in layers), labels(board))


def board_svg(board: HexMap) -> str:
    """The board without pieces as one piece of SVG, drawn anew."""
    return "".join(draw_sheet(board))


def cached_sheet(board: HexMap) -> Sheet:
    """The board without pieces; drawn once for each board in the life of the program."""
    kept = _sheets.get(id(board))
    if kept is None or kept[0] is not board:
        kept = _sheets[id(board)] = (board, draw_sheet(board))
    return kept[1]


def map_svg(
    board: HexMap,
    view: View,
    happenings: Happenings = (),
    title: str = "",
    *,
    names: Mapping[str, str] | None = None,
    sheet: Sheet | None = None,
) -> str:
    """A side's map: what it knows, and what it saw happen. `sheet` stands in for the cached board."""
    width, height = sheet_size(*board.size)
    drawing = settings(f"map/{view.ruleset}.toml")
    full = height + legend_height(width)
    drawn = cached_sheet(board) if sheet is None else sheet
    turn = trails(board, [plain(event) for _, event in happenings], drawing, _sides(view))
    badges = drawing.get("badges", {})
    on_map = [piece for piece in view.pieces if piece.place in board.cells]
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(full)}" width="{n(width)}"',
            f' height="{n(full)}" role="img" aria-label="{escape(title or view.scenario)}">',
            f"<defs>{DEFS}</defs>",
            f'<rect width="{n(width)}" height="{n(full)}" fill="{PAPER}"/>',
            _frame(width, full),
            _title(title or view.scenario, view, width),
            drawn.ground,
            turn.arrows,
            drawn.words,
            "".join(_marks(board, view.marks)),
            "".join(stack(place, pieces, badges) for place, pieces in _stacks(on_map)),
            turn.signs,
            legend(board, view, width, height, drawing.get("legend", {}), names or {}, badges),
            "</svg>",
        )
    )


def _sides(view: View) -> Mapping[str, str]:
    """The side of each piece that the view knows."""
    return {piece.id: piece.side for piece in view.pieces}


def _stacks(pieces: Iterable[Piece]) -> list[tuple[str, list[Piece]]]:
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.place is not None:
            found.setdefault(piece.place, []).append(piece)
    return sorted(found.items(), key=lambda item: centre(item[0])[1])


def _marks(board: HexMap, marks: Sequence[Mark]) -> Iterable[str]:
    count: dict[tuple[str, bool], int] = {}
    for mark in marks:
        if mark.place not in board.cells:
            continue
        key = (mark.place, mark.kind == "objective")
        index = count.get(key, 0)
        count[key] = index + 1
        yield flag(mark, index) if mark.kind == "objective" else other_mark(mark, index)


def _frame(width: float, height: float) -> str:
    return "".join(
        f'<rect x="{inset}" y="{inset}" width="{n(width - 2 * inset)}" height="{n(height - 2 * inset)}" fill="none" '
        f'stroke="#4a3b28" stroke-width="{wide}"/>'
        for inset, wide in ((6, "2.4"), (11, ".8"))
    )


def _title(title: str, view: View, width: float) -> str:
    facts = [f"turn {view.turn}" if view.turn else "", view.clock, view.phase, f"as the {view.side} side sees it"]
    if view.side == UMPIRE:
        facts[-1] = "as it really is"
    below = " · ".join(part for part in facts if part)
    return (
        '<g font-family="Georgia,\'DejaVu Serif\',serif" fill="#2c2114">'
        f'<text x="{n(MARGIN)}" y="44" font-size="26" font-weight="bold">{escape(title)}</text>'
        f'<text x="{n(width - MARGIN)}" y="43" font-size="17" font-style="italic" text-anchor="end">'
        f"{escape(below)}</text></g>"
    )
