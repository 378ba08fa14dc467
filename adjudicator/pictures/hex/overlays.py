"""What a side sees laid over the map: the rims of areas, lines from place to place such as couriers on their way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from adjudicator.core.view import Area, Line
from adjudicator.pictures.colours import formation_colour, side_colours
from adjudicator.pictures.fonts import SANS
from adjudicator.pictures.fragments import Box, Fragment, Point, around, n, xy
from adjudicator.pictures.hex.geometry import Geometry

BEND = 0.14
"""How far a line bows aside, in parts of its length: two lines between the same places lie apart."""
STYLES = {
    "courier": 'stroke-width="2.2" stroke-dasharray="2 5" stroke-linecap="round"',
    "charge": 'stroke-width="5"',
}


def rims(geo: Geometry, areas: Sequence[Area]) -> Iterator[Fragment]:
    """The rim of each area: a thin broken line along the outer sides of its places."""
    for index, area in enumerate(areas):
        inside = {place for place in area.places if place in geo.centres}
        sides = [
            geo.side_ends(place, direction)
            for place in sorted(inside)
            for direction, other in enumerate(geo.ring(place))
            if other not in inside
        ]
        if not sides:
            continue
        colour = formation_colour(area.colour) if area.colour else "#5b4426"
        at = geo.centre(min(inside))
        moved = [((ax - at[0], ay - at[1]), (bx - at[0], by - at[1])) for (ax, ay), (bx, by) in sides]
        path = "".join(f"M{xy(a)}L{xy(b)}" for a, b in moved)
        wide = 2.6 if area.kind == "wide range" else 1.5
        body = (
            f'<path d="{path}" fill="none" stroke="#fbf5e2" stroke-width="{n(wide + 1.6)}" stroke-opacity=".5"/>'
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{n(wide)}" stroke-opacity=".8" '
            f'stroke-dasharray="9 5" stroke-dashoffset="{n(3.5 * index)}"/>'
        )
        ends = [point for pair in moved for point in pair]
        yield Fragment(body, at, around(ends, 4.0), kind="area", hint=area.text)


def lines(geo: Geometry, drawn: Sequence[Line]) -> Iterator[Fragment]:
    """Each line as a bow with a head at its end, and its words at its middle."""
    for line in drawn:
        if line.start in geo.centres and line.end in geo.centres and line.start != line.end:
            yield _bow(geo.centre(line.start), geo.centre(line.end), line)


def _bow(start: Point, end: Point, line: Line) -> Fragment:
    tones = side_colours(line.side) if line.side else side_colours("")
    ex, ey = end[0] - start[0], end[1] - start[1]
    control = (ex / 2 - ey * BEND * 2, ey / 2 + ex * BEND * 2)
    crown = (ex / 2 - ey * BEND, ey / 2 + ex * BEND)
    dx, dy = ex - control[0], ey - control[1]
    far = max(1.0, (dx * dx + dy * dy) ** 0.5)
    ux, uy = dx / far, dy / far
    tip = (ex - ux * 22, ey - uy * 22)
    neck = (tip[0] - ux * 9, tip[1] - uy * 9)
    head = [tip, (neck[0] - uy * 5, neck[1] + ux * 5), (neck[0] + uy * 5, neck[1] - ux * 5)]
    path = f"M0 0Q{xy(control)} {xy(neck)}"
    style = STYLES.get(line.kind, STYLES["courier"])
    half = 2.7 * len(line.text) + 5
    label = (
        f'<rect x="{n(crown[0] - half)}" y="{n(crown[1] - 7.5)}" width="{n(2 * half)}" height="13" rx="6.5" '
        f'fill="#fffaf0" stroke="{tones.dark}" stroke-width=".9"/>'
        f'<text x="{n(crown[0])}" y="{n(crown[1] + 2.2)}" font-family="{SANS}" font-size="9" '
        f'text-anchor="middle" fill="{tones.dark}">{escape(line.text)}</text>'
        if line.text
        else ""
    )
    body = (
        f'<path d="{path}" fill="none" stroke="#fbf5e2" stroke-width="5.5" stroke-opacity=".8"/>'
        f'<path d="{path}" fill="none" stroke="{tones.fill}" {style}/>'
        f'<path d="M{"L".join(xy(p) for p in head)}Z" fill="{tones.fill}" stroke="#fbf5e2"/>{label}'
    )
    box = around([(0.0, 0.0), control, *head], 6.0)
    wide = Box(min(box.x0, crown[0] - half - 1), box.y0 - 8, max(box.x1, crown[0] + half + 1), box.y1 + 8)
    return Fragment(body, start, wide, kind=line.kind, hint=line.text)
