"""What stands in the corners of a theatre map: the legend, and gauges of the numbers that the game keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from adjudicator.core.types import Side
from adjudicator.core.view import Mark, Piece, Track, View
from adjudicator.maps.network import Road, Town
from adjudicator.pictures.colours import side_colours
from adjudicator.pictures.fonts import SANS, SERIF
from adjudicator.pictures.fragments import Box, Fragment, Point, n
from adjudicator.pictures.hex.trails import star_shape
from adjudicator.pictures.theatre.blocks import badge_sign, cube, plate_drawn, plates
from adjudicator.pictures.theatre.ground import bridge, pass_sign
from adjudicator.pictures.theatre.layout import TITLE, Layout
from adjudicator.pictures.theatre.rivers import Crossing
from adjudicator.pictures.theatre.room import Room
from adjudicator.pictures.theatre.towns import REACHES, depot_sign, range_sign, siege_ring, swords, town_sign

ROW = 25.0
RIM = 30.0
LEGEND = (760.0, 262.0)
ZOOM = 1.16
"""How much larger the insets are drawn than laid out."""
GAUGE_WIDE = 470.0
GAUGE_ROW = 21.0


class Inset(NamedTuple):
    """A box with what is drawn in it, as if its corner lay at the origin."""

    wide: float
    high: float
    body: str


def insets(view: View, drawing: Mapping[str, Any]) -> list[Inset]:
    """The legend, and gauges where there is something to gauge."""
    found = [_inset(*LEGEND, "".join(_legend(view, drawing)))]
    gauged = [track for track in view.tracks if track.high]
    if gauged:
        high = 44 + GAUGE_ROW * len(gauged)
        heading = str(drawing.get("legend", {}).get("gauges", ""))
        found.append(_inset(GAUGE_WIDE, high, "".join(_gauges(gauged, heading))))
    return found


def _inset(wide: float, high: float, body: str) -> Inset:
    return Inset(wide * ZOOM, high * ZOOM, body)


def place_insets(found: Sequence[Inset], layout: Layout, room: Room) -> tuple[list[tuple[Inset, Box]], float]:
    """Each in a free corner of the map; below it in a row where none is free. Also the height that this takes."""
    placed = []
    below, x = 0.0, RIM
    for inset in found:
        box = next((one for one in _corners(inset, layout) if room.is_free(one) and room.load(one) == 0), None)
        if box is None:
            box = Box(x, layout.height + 6, x + inset.wide, layout.height + 6 + inset.high)
            x += inset.wide + 16
            below = max(below, inset.high + 16)
        else:
            room.take(box.wider(4))
        placed.append((inset, box))
    return placed, below


def _corners(inset: Inset, layout: Layout) -> Iterator[Box]:
    left, right = RIM, layout.width - RIM - inset.wide
    top, bottom = TITLE + 12, layout.height - RIM + 8 - inset.high
    for x, y in ((right, top), (right, bottom), (left, bottom), (left, top)):
        yield Box(x, y, x + inset.wide, y + inset.high)


def inset_drawn(inset: Inset, box: Box) -> Fragment:
    """An inset in its place, on paper with a double rim."""
    body = (
        f'<g font-family="{SERIF}" font-size="12.5" '
        f'fill="#2c2114"><rect width="{n(inset.wide)}" height="{n(inset.high)}" fill="#f8f2df" stroke="#4a3b28" '
        f'stroke-width="1.8"/><rect x="4" y="4" width="{n(inset.wide - 8)}" height="{n(inset.high - 8)}" fill="none" '
        f'stroke="#4a3b28" stroke-width=".7"/><g transform="scale({ZOOM})">{inset.body}</g></g>'
    )
    return Fragment(body, (box.x0, box.y0), Box(-1, -1, inset.wide + 1, inset.high + 1), kind="inset")


# --- gauges ------------------------------------------------------------------------------------------------


def _gauges(tracks: Sequence[Track], heading: str) -> Iterator[str]:
    yield f'<text x="16" y="26" font-size="15" font-weight="bold">{escape(heading)}</text>'
    for index, track in enumerate(tracks):
        y = 48 + GAUGE_ROW * index
        tones = side_colours(track.side or track.name)
        full = min(1.0, track.value / (track.high or 1))
        yield (
            f'<text x="16" y="{n(y)}" font-size="11.5">{escape(track.name.removesuffix(" losses"))}</text>'
            f'<rect x="290" y="{n(y - 9.5)}" width="110" height="11" fill="#e5d9b8" stroke="#4a3b28"/>'
            f'<rect x="290" y="{n(y - 9.5)}" width="{n(110 * full)}" height="11" fill="{tones.fill}"/>'
            f'<text x="408" y="{n(y)}" font-family="{SANS}" font-size="10" font-weight="bold">'
            f"{track.value} of {track.high}</text>"
        )


# --- the legend --------------------------------------------------------------------------------------------


def _line(x: float, y: float, sign: str, words: str, indent: float = 40) -> str:
    return f'{sign}<text x="{n(x + indent)}" y="{n(y + 4.4)}">{escape(words)}</text>'


def _legend(view: View, drawing: Mapping[str, Any]) -> Iterator[str]:
    own, enemy = _two_sides(view)
    yield from _places(20, 30, own, enemy)
    yield from _signs(20, 30 + 5 * ROW, own, enemy)
    yield from _ways(232, 30, own)
    yield from _blocks(440, 20, own, enemy, drawing)
    notes = drawing.get("legend", {}).get("notes", ())
    for index, note in enumerate(notes):
        y = LEGEND[1] - 8 - 15 * (len(notes) - index)
        yield f'<text x="440" y="{n(y)}" font-size="11" font-style="italic">{escape(str(note))}</text>'
    yield _compass(LEGEND[0] - 26, LEGEND[1] - 108)


def _two_sides(view: View) -> tuple[Side, Side]:
    sides = sorted({piece.side for piece in view.pieces})
    own = view.side if view.side in sides else (sides[0] if sides else view.side)
    return own, next((side for side in sides if side != own), own)


def _places(x: float, y: float, own: Side, enemy: Side) -> Iterator[str]:
    town, city = Town("", "", 0, 0), Town("", "", 0, 0, "city")
    fort = Town("", "", 0, 0, "town", fortress=True)
    signs = (
        (town, own, False, f"town, {own}"),
        (town, enemy, False, f"town, {enemy}"),
        (city, own, False, "city"),
        (fort, own, False, "fortress"),
        (city, enemy, True, "objective"),
    )
    for row, (place, holder, objective, words) in enumerate(signs):
        sign = town_sign(place, holder, objective=objective)
        yield _line(x, y + row * ROW, _moved(sign, (x + 16, y + row * ROW)), words)


def _moved(drawing: str, to: Point, scale: float = 1.0) -> str:
    size = f" scale({scale})" if scale != 1.0 else ""
    return f'<g transform="translate({n(to[0])} {n(to[1])}){size}">{drawing}</g>'


def _ways(x: float, y: float, own: Side) -> Iterator[str]:
    fill = side_colours(own).fill

    def stroke(row: int, colour: str, wide: float, more: str = "") -> str:
        return f'<path d="M{n(x)} {n(y + row * ROW)}h32" stroke="{colour}" stroke-width="{n(wide)}"{more}/>'

    major = stroke(0, "#5b3f20", 6.2) + stroke(0, "#f3e2b3", 3.6)
    minor = stroke(1, "#8a6a42", 1.9)
    river = f'<path d="M{n(x + 16)} {n(y + 2 * ROW - 11)}v22" stroke="#8fb8cb" stroke-width="5"/>'
    road = Road("", "", "", "minor")
    over = stroke(2, "#8a6a42", 1.9) + river + bridge(Crossing(road, (x + 16, y + 2 * ROW), (1.0, 0.0), drawn=True))
    yield _line(x, y, major, "major road")
    yield _line(x, y + ROW, minor, "minor road")
    yield _line(x, y + 2 * ROW, over, "crossing of a river")
    yield _line(x, y + 3 * ROW, stroke(3, "#8a6a42", 1.9) + pass_sign(x + 16, y + 3 * ROW, 0), "mountain pass")
    dots = ' stroke-linecap="round" stroke-dasharray=".1 6.4"'
    disc = _moved(range_sign(own, REACHES[0]), (x + 27, y + 4 * ROW), 0.4)
    yield _line(x, y + 4 * ROW, disc + stroke(4, side_colours(own).dark, 3, dots), "supply, range")
    yield _line(x, y + 5 * ROW, _arrow(x, y + 5 * ROW, fill, ""), "march")
    yield _line(x, y + 6 * ROW, _arrow(x, y + 6 * ROW, fill, ' stroke-dasharray="7 4"'), "retreat, rout")
    used = (
        f'<rect x="{n(x)}" y="{n(y + 7 * ROW - 6)}" width="32" height="12" rx="6" fill="#fffaf0" stroke="#4a3b28"/>'
        f'<text x="{n(x + 16)}" y="{n(y + 7 * ROW + 3.2)}" font-family="{SANS}" font-size="8.6" text-anchor="middle">'
        "7/10</text>"
    )
    yield _line(x, y + 7 * ROW, used, "units that used a road")


def _arrow(x: float, y: float, fill: str, dash: str) -> str:
    return (
        f'<path d="M{n(x)} {n(y)}h22" stroke="{fill}" stroke-width="5"{dash}/>'
        f'<path d="M{n(x + 20)} {n(y - 7)}l12 7l-12 7z" fill="{fill}"/>'
    )


def _signs(x: float, y: float, own: Side, enemy: Side) -> Iterator[str]:
    depot = depot_sign(Mark(place="", kind="depot", text="A", side=own), (x + 16, y)).svg()
    siege = siege_ring(Mark(place="", kind="siege", side=enemy), (0.0, 0.0)).svg()
    ring = _moved(siege, (x + 16, y + ROW), 0.55)
    sword = _moved(swords((0.0, 0.0)).svg(), (x + 5, y + 2 * ROW), 0.55)
    yield _line(x, y, depot, "depot and its type")
    yield _line(x, y + ROW, ring, "siege")
    yield _line(x, y + 2 * ROW, sword + star_shape(x + 26, y + 2 * ROW, "combat"), "battle awaited, fought", 44)


def _blocks(x: float, y: float, own: Side, enemy: Side, drawing: Mapping[str, Any]) -> Iterator[str]:
    """A sample plate of one's own and one of the enemy's, with what their parts mean."""
    short = drawing.get("legend", {}).get("sample", "")

    def piece(number: int, kind: str, values: tuple[str, ...] = ()) -> Piece:
        return Piece(id=str(number), name="Leader", side=own, place="x", kind=kind, values=values, colour=short)

    mine = [piece(0, "leader"), piece(1, "hq"), piece(4, "cavalry", ("1", "5", "5"))]
    mine[2:2] = [piece(2, "infantry", ("3", "5", "15")), piece(3, "infantry", ("3", "5", "14"))]
    (plate,) = plates(mine, ("x",), drawing)
    yield plate_drawn(plate, Box(x, y, x + plate.wide, y + plate.high), drawing).svg()
    px = x + plate.wide + 10
    yield f'<text x="{n(px)}" y="{n(y + 11)}">Army Leader</text>'
    yield f'<text x="{n(px)}" y="{n(y + 26)}">corps (flag: HQ), blocks, strength</text>'
    yy = y + 52
    for index, (nation, _) in enumerate(drawing.get("nations", {}).items()):
        cx, cy = x + index % 3 * 98, yy + index // 3 * 24
        yield f'{cube(nation, 3, (cx, cy - 8), drawing)}<text x="{n(cx + 23)}" y="{n(cy + 5)}">{escape(nation)}</text>'
    yy += 24 * ((len(drawing.get("nations", {})) + 2) // 3) + 2
    hidden = "number of blocks not seen from the front"
    yield f'<text x="{n(x)}" y="{n(yy + 3)}" font-style="italic" font-size="11">{hidden}</text>'
    yy += ROW
    words = {badge: mark for mark, badge in reversed(list(drawing.get("badges", {}).items()))}
    for index, (badge, mark) in enumerate(reversed(list(words.items()))):
        cx, cy = x + index % 2 * 130, yy + index // 2 * 21
        yield f'{badge_sign(badge, cx + 6, cy)}<text x="{n(cx + 18)}" y="{n(cy + 4.4)}">{escape(mark)}</text>'


def _compass(x: float, y: float) -> str:
    return (
        f'<g transform="translate({n(x)} {n(y)})"><path d="M0 -19L4.4 2L0 -1.4L-4.4 2Z" fill="#4a3b28"/>'
        '<path d="M0 16L4.4 -2L0 1.4L-4.4 -2Z" fill="none" stroke="#4a3b28"/>'
        '<text y="-22" text-anchor="middle" font-size="12" font-weight="bold">N</text></g>'
    )
