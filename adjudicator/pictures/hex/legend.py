"""The legend below a map: ground, waters, ways, counters, flags, the turn's signs, formations, scale and compass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from adjudicator.core.types import Side
from adjudicator.core.view import Piece, View
from adjudicator.maps.board import HexMap
from adjudicator.pictures.colours import formation_colour, side_colours
from adjudicator.pictures.fonts import SERIF
from adjudicator.pictures.fragments import Box, Fragment, n
from adjudicator.pictures.hex.counter_art import counter
from adjudicator.pictures.hex.geometry import MARGIN, RADIUS
from adjudicator.pictures.hex.terrain_art import GROUND, WOODS
from adjudicator.pictures.hex.trails import star_shape

ROW = 27.0
WIDE = 1662.0
HIGH = 140.0
RIM = 16.0
"""Room for the frame, which does not shrink."""
_LETTERS = f'font-family="{SERIF}" font-size="12.5" fill="#2c2114"'


def legend_height(width: float) -> float:
    """Room for the legend below a sheet of this width."""
    return HIGH * _scale_of(width) + RIM * (1 - _scale_of(width))


def _scale_of(width: float) -> float:
    """The strip shrinks with a narrow sheet, and grows with one that is more than twice as wide as it needs."""
    return min(1.0, width / WIDE) if width < WIDE else min(2.4, max(1.0, width / (2 * WIDE)))


def printed_legend(board: HexMap, width: float, top: float) -> str:
    """What of the legend belongs to the board: ground, waters and ways, compass and scale."""
    y = 24.0
    return "".join(
        (
            f'<g transform="translate(0 {n(top)}) scale({_scale_of(width):.3f})" {_LETTERS}>',
            f'<path d="M{n(MARGIN)} 4H{n(WIDE - MARGIN)}" stroke="#4a3b28" stroke-width=".8"/>',
            *_ground(board, 34, y),
            *_ways(318, y),
            _compass(board, WIDE - 72, 46),
            _scale(WIDE - 112, 4 * ROW + 11),
            "</g>",
        )
    )


def legend(
    view: View,
    width: float,
    top: float,
    words: Mapping[str, Any],
    names: Mapping[str, str],
    badges: Mapping[str, str],
) -> Iterator[Fragment]:
    """What of the legend hangs on the view: counters, signs of the turn, formations in sight.

    The strip at the foot of the sheet shrinks with a narrow one. `words` are the ruleset's sample counters and note,
    `names` the printed names of formations.
    """
    y = 24.0
    columns = (
        (468.0, 554.0, _pieces(view, 0, y, words, badges)),
        (1022.0, 160.0, _signs(view, 0, y)),
        (1182.0, 370.0, _formation_rows(view, 0, y, names)),
    )
    scale = _scale_of(width)
    for x, wide, parts in columns:
        body = f'<g transform="scale({scale:.3f})" {_LETTERS}>{"".join(parts)}</g>'
        yield Fragment(body, (x * scale, top), Box(-4 * scale, 0, wide * scale, HIGH * scale))


def _line(x: float, y: float, sign: str, words: str) -> str:
    return f'{sign}<text x="{n(x + 42)}" y="{n(y + 5)}">{escape(words)}</text>'


def _swatch(x: float, y: float, fill: str, inner: str = "") -> str:
    rim = 'stroke="#6b5a3c" stroke-width=".7"'
    return f'<rect x="{n(x)}" y="{n(y - 8)}" width="34" height="17" fill="{fill}" {rim}/>{inner}'


def _ground(board: HexMap, x: float, y: float) -> list[str]:
    present = {cell.terrain for cell in board.cells.values()}
    heights = sorted({min(cell.elevation, len(GROUND) - 1) for cell in board.cells.values()})
    wide = 34 / len(heights)
    levels = "".join(
        f'<rect x="{n(x + i * wide)}" y="{n(y - 8)}" width="{n(wide)}" height="17" fill="{GROUND[h]}"/>'
        for i, h in enumerate(heights)
    )
    rows = [("height", levels, "ground by height" if len(heights) > 1 else "open ground")]
    trees = "".join(
        f'<circle cx="{n(x + 7 + 10 * i)}" cy="{n(y)}" r="5" fill="#6f8f4c" stroke="#47602d"/>' for i in range(3)
    )
    shown = {
        "woods": (_swatch(x, y, "#b7c493", trees), "wood"),
        "village": (_swatch(x, y, "#d3d6a2", _blocks(x, y)), "village"),
        "town": (_swatch(x, y, "#e3cfb4", _blocks(x, y)), "town"),
        "redoubt": (
            f'<path d="M{n(x + 5)} {n(y + 7)}l2 -9l10 -6l10 6l2 9z" fill="#d9c193" stroke="#5b4426" stroke-width="3"/>',
            "redoubt",
        ),
        "chateau": (
            (
                f'<path d="M{n(x + 6)} {n(y - 7)}h22v14h-22zM{n(x + 12)} {n(y - 3)}v6h10v-6z" fill="#a9573f" '
                'fill-rule="evenodd" stroke="#4f2417"/>'
            ),
            "chateau",
        ),
        "swamp": (
            _swatch(x, y, "#c3d0b4", f'<path d="M{n(x + 4)} {n(y)}h10m6 4h9m-20 2h8" stroke="#5f93a8"/>'),
            "swamp",
        ),
        "lake": (f'<ellipse cx="{n(x + 17)}" cy="{n(y)}" rx="16" ry="8" fill="#a9c6d6" stroke="#4f7f97"/>', "lake"),
    }
    present |= {"woods"} if present & {*WOODS} else set()
    rows += [(kind, *shown[kind]) for kind in shown if kind in present]
    if any(f.kind == "crest" and not f.owner for side in board.sides.values() for f in side.features):
        teeth = "".join(f"M{n(x + 3 + 5.5 * i)} {n(y - 5)}v10" for i in range(6))
        rows.append(("crest", f'<path d="M{n(x)} {n(y)}h34{teeth}" stroke="#6d4f2a" stroke-width="1.6"/>', "crest"))
    out = []
    for index, (_, sign, words) in enumerate(rows):
        dx, dy = index // 4 * 162, index % 4 * ROW
        out.append(f'<g transform="translate({n(dx)} {n(dy)})">{_line(x, y, sign, words)}</g>')
    return out


def _blocks(x: float, y: float) -> str:
    spots = ((4, -5), (13, -4), (23, -5), (6, 2), (16, 3), (25, 2))
    return "".join(
        f'<rect x="{n(x + dx)}" y="{n(y + dy)}" width="6" height="4.4" '
        'fill="#b5553c" stroke="#5d2a1c" stroke-width=".6"/>'
        for dx, dy in spots
    )


def _ways(x: float, y: float) -> list[str]:
    def stroke(colour: str, wide: float, row: int, dash: str = "") -> str:
        return f'<path d="M{n(x)} {n(y + row * ROW)}h34" stroke="{colour}" stroke-width="{n(wide)}"{dash}/>'

    bridge = (
        f'<path d="M{n(x + 17)} {n(y + ROW - 9)}v18" stroke="#e6cf9c" stroke-width="6"/>'
        f'<path d="M{n(x + 13)} {n(y + ROW - 9)}v18m8 0v-18" stroke="#3f2d18" stroke-width="1.6"/>'
    )
    return [
        _line(x, y, stroke("#3f728c", 8, 0) + stroke("#9cc3d5", 5.4, 0), "river"),
        _line(x, y + ROW, stroke("#4b8099", 4.2, 1) + stroke("#a5cbdb", 2.4, 1) + bridge, "stream, bridge"),
        _line(x, y + 2 * ROW, stroke("#5f4526", 6, 2) + stroke("#f1dfae", 3.6, 2), "road"),
        _line(x, y + 3 * ROW, stroke("#7a5a35", 1.7, 3, ' stroke-dasharray="6 3"'), "path"),
    ]


def _pieces(view: View, x: float, y: float, words: Mapping[str, Any], badges: Mapping[str, str]) -> list[str]:
    """Sample counters with their meaning, two rows of three, and a line on the numbers."""
    side, enemy = _two_sides(view)
    out = []
    for index, sample in enumerate(words.get("sample", ())[:6]):
        px, py = x + (0, 122, 350)[index // 2], y + index % 2 * 46
        piece = Piece(
            id="",
            name="name",
            side=enemy if sample.get("enemy") else side,
            place=None,
            kind=sample.get("kind", ""),
            values=tuple(sample.get("values", ())),
            knowledge=sample.get("knowledge", "own"),
            marks=tuple(sample.get("marks", ())),
            formation=sample.get("formation", ""),
            size=sample.get("size", ""),
        )
        drawn = counter(piece, (px, py - 10), badges).svg()
        out.append(f'{drawn}<text x="{n(px + 54)}" y="{n(py + 12)}">{escape(sample["words"])}</text>')
    if words.get("note"):
        out.append(
            f'<text x="{n(x)}" y="{n(y + 3.35 * ROW + 3)}" font-style="italic" font-size="11.5">'
            f"{escape(words['note'])}</text>"
        )
    return out


def _two_sides(view: View) -> tuple[Side, Side]:
    sides = sorted({piece.side for piece in view.pieces})
    own = view.side if view.side in sides else (sides[0] if sides else view.side)
    return own, next((s for s in sides if s != own), own)


def _signs(view: View, x: float, y: float) -> list[str]:
    side, enemy = _two_sides(view)
    fill = side_colours(side).fill

    def arrow(row: float, dash: str) -> str:
        at = y + row * ROW
        return (
            f'<path d="M{n(x)} {n(at)}h24" stroke="{fill}" stroke-width="5"{dash}/>'
            f'<path d="M{n(x + 22)} {n(at - 7)}l12 7l-12 7z" fill="{fill}"/>'
        )

    stars = star_shape(x + 9, y + 2 * ROW, "combat") + star_shape(x + 28, y + 2 * ROW, "fire")
    flags = "".join(_small_flag(x + 2 + 17 * i, y + 3 * ROW, s) for i, s in enumerate((side, enemy)))
    return [
        _line(x, y, arrow(0, ""), "moved, advanced"),
        _line(x, y + ROW, arrow(1, ' stroke-dasharray="7 4"'), "retreated"),
        _line(x, y + 2 * ROW, stars, "combat, guns"),
        _line(x, y + 3 * ROW, flags, "objective"),
    ]


def _small_flag(x: float, y: float, side: Side) -> str:
    tones = side_colours(side)
    return (
        f'<path d="M{n(x)} {n(y + 9)}v-18" stroke="#33261a" stroke-width="1.5"/>'
        f'<path d="M{n(x)} {n(y - 9)}h12v9h-12z" fill="{tones.fill}" stroke="{tones.dark}" stroke-width=".8"/>'
    )


def _formation_rows(view: View, x: float, y: float, names: Mapping[str, str]) -> list[str]:
    """The colours of the formations in sight, two columns of six."""
    known = sorted({(piece.side, piece.colour) for piece in view.pieces if piece.colour and piece.place})
    shown = list(dict.fromkeys(colour for _, colour in known))[:12]
    return [
        f'<rect x="{n(x + index // 6 * 184)}" y="{n(y + index % 6 * 19.5 - 9)}" width="20" height="11" rx="2" '
        f'fill="{formation_colour(name)}" stroke="#4a3b28" stroke-width=".6"/>'
        f'<text x="{n(x + index // 6 * 184 + 26)}" y="{n(y + index % 6 * 19.5 + 0.6)}" font-size="11.5">'
        f"{escape(names.get(name) or name.replace('_', ' ').capitalize())}</text>"
        for index, name in enumerate(shown)
    ]


def _compass(board: HexMap, x: float, y: float) -> str:
    if board.north is None:
        return ""
    return (
        f'<g transform="translate({n(x)} {n(y)})"><circle r="25" fill="none" stroke="#4a3b28" stroke-width=".9"/>'
        f'<circle r="22" fill="none" stroke="#4a3b28" stroke-width=".5"/><g transform="rotate({board.north})">'
        '<path d="M0 -29L5 0L0 6L-5 0Z" fill="#4a3b28"/><path d="M0 29L5 0L0 -6L-5 0Z" fill="none" stroke="#4a3b28"/>'
        f'<text y="-32" text-anchor="middle" font-size="13" font-weight="bold">N</text></g></g>'
    )


def _scale(x: float, y: float) -> str:
    wide = RADIUS * 1.7320508
    return (
        f'<path d="M{n(x)} {n(y - 4)}v6h{n(wide)}v-6" fill="none" stroke="#4a3b28" stroke-width="1.2"/>'
        f'<text x="{n(x + wide / 2)}" y="{n(y - 3)}" text-anchor="middle" font-size="11">one hex</text>'
    )
