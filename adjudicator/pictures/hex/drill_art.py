"""How pieces are drawn up: where they look, in which formation, of which size, and over how many hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from adjudicator.core.view import Piece
from adjudicator.pictures.colours import SideColours, side_colours
from adjudicator.pictures.fonts import SANS
from adjudicator.pictures.fragments import Fragment, Point, around, n, xy
from adjudicator.pictures.hex.geometry import Geometry

SIZES: Mapping[str, str] = {
    "company": "I",
    "battalion": "II",
    "regiment": "III",
    "brigade": "X",
    "division": "XX",
    "corps": "XXX",
    "army": "XXXX",
}
"""Sizes and the strokes or crosses that staffs write for them; any other word is shown as it is."""

NOSE = (27.0, 39.5)
CORNER_NOSE = (30.0, 44.0)
"""How far from the middle of its hex the arrow of a facing begins and ends: before a side, before a corner."""

_SIGNS: Mapping[str, str] = {
    "line": '<path d="M0 5h9" stroke-width="3"/>',
    "column": '<path d="M2 1.2h5M2 4h5M2 6.8h5M2 9.6h5" stroke-width="1.7"/>',
    "march": '<path d="M4.5 0v10.4" stroke-width="2.6"/>',
    "square": '<path d="M1 1.4h7.4v7.4H1Z" fill="none" stroke-width="2"/>',
    "skirmish": '<path d="M1 5h.1m3.4 -2h.1m3.5 2h.1" stroke-width="2.6" stroke-linecap="round"/>',
    "carre": '<path d="M1 1.4h7.4v7.4H1Z" fill="none" stroke-width="2"/>',
    "road march": '<path d="M4.5 0v10.4" stroke-width="2.6"/>',
    "limbered": '<path d="M4.5 0v4m2.7 3a2.7 2.7 0 1 1 -5.4 0a2.7 2.7 0 1 1 5.4 0" fill="none" stroke-width="1.6"/>',
    "unlimbered": '<path d="M0 1.4h9M4.5 1.4v9" stroke-width="1.8"/>',
    "extended": '<path d="M0 5h2.4m1 0h2.4m1 0h2.4" stroke-width="3"/>',
}
"""Formations by name; any other is shown by its first letter."""


def formation_sign(formation: str, at: Point, ink: str) -> str:
    """A formation as a small sign, nine wide and ten high."""
    if formation in _SIGNS:
        return f'<g transform="translate({n(at[0])} {n(at[1])})" stroke="{ink}">{_SIGNS[formation]}</g>'
    return (
        f'<text x="{n(at[0] + 4.5)}" y="{n(at[1] + 9)}" font-family="{SANS}" font-size="11" font-weight="bold" '
        f'text-anchor="middle" fill="{ink}">{escape(formation[:1].upper())}</text>'
    )


def size_sign(size: str) -> str:
    """A size as it is written beside a name."""
    return SIZES.get(size, size)


def ground_of(geo: Geometry, piece: Piece) -> tuple[str, ...]:
    """The hexes of the map on which a piece stands."""
    listed = piece.places or ((piece.place,) if piece.place else ())
    return tuple(place for place in listed if place in geo.centres)


def middle(geo: Geometry, places: Sequence[str]) -> Point:
    """The middle of the hexes on which a piece stands."""
    spots = [geo.centre(place) for place in places]
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def span(geo: Geometry, places: Sequence[str], side: str) -> Iterator[Fragment]:
    """The band on which a piece in several hexes lies: it runs from the middle of the first to that of the last."""
    if len(places) < 2:
        return
    tones = side_colours(side)
    x, y = geo.centre(places[0])
    line = [(px - x, py - y) for px, py in (geo.centre(place) for place in places)]
    path = "M" + "L".join(xy(point) for point in line)
    style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    body = (
        f'<path d="{path}" stroke="{tones.dark}" stroke-width="35" {style}/>'
        f'<path d="{path}" stroke="{tones.light}" stroke-width="32" {style}/>'
    )
    yield Fragment(body, (x, y), around(line, 18.5), kind="span")


def noses(geo: Geometry, spot: Point, pieces: Sequence[Piece]) -> Iterator[Fragment]:
    """An arrow for each direction in which pieces of a stack look."""
    looking = dict.fromkeys((piece.side, piece.facing) for piece in pieces if piece.facing is not None)
    for side, facing in looking:
        yield _nose(geo, spot, facing, side_colours(side))


def _nose(geo: Geometry, spot: Point, facing: int, tones: SideColours) -> Fragment:
    ux, uy = geo.heading(facing)
    start, end = CORNER_NOSE if facing % 2 else NOSE
    tip = (ux * end, uy * end)
    wings = [(ux * start - uy * 9.5 * hand, uy * start + ux * 9.5 * hand) for hand in (1, -1)]
    notch = (ux * (start + 3.4), uy * (start + 3.4))
    shape = [tip, wings[0], notch, wings[1]]
    body = (
        f'<path d="M{"L".join(xy(point) for point in shape)}Z" fill="{tones.fill}" stroke="#fbf5e2" '
        'stroke-width="1.4" stroke-linejoin="round"/>'
    )
    return Fragment(body, spot, around(shape, 1.5), kind="facing")
