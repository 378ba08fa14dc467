"""What stands along the sides of hexes besides water: crests, slopes, walls, fronts of works."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.maps.board import Feature, HexMap
from adjudicator.pictures.fragments import Point, n, xy
from adjudicator.pictures.hex.geometry import Geometry

INSET = 5.0
"""How far a line keeps from the ends of its side."""
TICK = {"crest": (5.0, 5.5), "slope": (8.5, 5.0), "redoubt_front": (4.5, 6.0), "fleche": (4.5, 6.0)}
"""How long the teeth of a line are, and how far apart."""
STYLE = {
    "crest": 'stroke="#6d4f2a" stroke-width="1.6"',
    "slope": 'stroke="#6d4f2a" stroke-width="1.1" stroke-opacity=".7"',
    "redoubt_front": 'stroke="#5b4426" stroke-width="1.6"',
    "fleche": 'stroke="#5b4426" stroke-width="1.6"',
}


def side_signs(board: HexMap, geo: Geometry) -> str:
    """The signs of all sides; teeth point away from the hex that a feature belongs to, downhill or to the enemy."""
    lines: dict[str, list[str]] = {}
    teeth: dict[str, list[str]] = {}
    for (a, b), side in sorted(board.sides.items()):
        toward = geo.direction(a, b) if a in geo.centres and b in geo.centres else None
        for feature in side.features if toward is not None else ():
            if feature.kind in (*TICK, "wall"):
                start, end = _shortened(*geo.side_ends(a, toward or 0))
                lines.setdefault(feature.kind, []).append(f"M{xy(start)}L{xy(end)}")
                teeth.setdefault(feature.kind, []).extend(_teeth(geo, feature, (a, b), start, end))
    return "".join(_drawn(kind, "".join(lines[kind]), "".join(teeth[kind])) for kind in sorted(lines))


def _drawn(kind: str, line: str, teeth: str) -> str:
    if kind == "wall":
        return (
            f'<path d="{line}" stroke="#4d473f" stroke-width="5" stroke-linecap="square" fill="none"/>'
            f'<path d="{line}" stroke="#b9b0a0" stroke-width="2.6" stroke-dasharray="5 1.6" fill="none"/>'
        )
    back = f'<path d="{line}" {STYLE[kind]} fill="none"/>' if kind != "slope" else ""
    if kind in ("redoubt_front", "fleche"):
        back = f'<path d="{line}" stroke="#5b4426" stroke-width="4.6" fill="none"/>'
    return f'{back}<path d="{teeth}" {STYLE[kind]} fill="none"/>'


def _shortened(a: Point, b: Point) -> tuple[Point, Point]:
    part = INSET / (((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5)
    dx, dy = (b[0] - a[0]) * part, (b[1] - a[1]) * part
    return (a[0] + dx, a[1] + dy), (b[0] - dx, b[1] - dy)


def _teeth(geo: Geometry, feature: Feature, hexes: tuple[str, str], start: Point, end: Point) -> Iterator[str]:
    """Short strokes from the line towards the hex on its far side; none where nobody owns it, or a wall."""
    if feature.kind == "crest" and feature.owner not in hexes:  # a ridge that falls away to both sides
        for owner in hexes:
            yield from _teeth(geo, replace(feature, owner=owner), hexes, start, end)
        return
    if feature.kind not in TICK or feature.owner not in hexes:
        return
    reach, gap = TICK[feature.kind]
    (ox, oy), (fx, fy) = (geo.centre(place) for place in sorted(hexes, key=lambda place: place != feature.owner))
    far = ((fx - ox) ** 2 + (fy - oy) ** 2) ** 0.5
    dx, dy = (fx - ox) / far * reach, (fy - oy) / far * reach
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    count = int(length / gap)
    for index in range(count + 1):
        part = index / count
        spot = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
        yield f"M{xy(spot)}l{n(dx)} {n(dy)}"
