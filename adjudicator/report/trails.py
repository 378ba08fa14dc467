"""What a turn leaves on the map: arrows of movement and retreat, stars where there was fighting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Any

from adjudicator.maps.board import HexMap
from adjudicator.report.colours import side_colours
from adjudicator.report.events import places
from adjudicator.report.geometry import HALF, Point, centre, midway, n, xy

_DASHES = {"retreat": ' stroke-dasharray="7 4"', "march": "", "advance": ""}


def trails(
    board: HexMap, events: Sequence[Mapping[str, Any]], drawing: Mapping[str, Any], sides: Mapping[str, str]
) -> tuple[str, str]:
    """Arrows (drawn below the counters) and stars (above them) for a turn's events."""
    arrows: list[str] = []
    stars: dict[str, str] = {}
    for event in events:
        kind = str(event.get("kind", ""))
        arrow = drawing.get("arrow", {}).get(kind)
        if arrow:
            course = [p for p in _course(event, arrow) if p in board.cells]
            side = str(event.get("side") or _side_of(event, sides))
            arrows += [_arrow(course, side, str(arrow.get("style", "march")))] if len(course) > 1 else []
        star = drawing.get("star", {}).get(kind)
        if star:
            for place in places(event.get(star["at"])):
                if place in board.cells and stars.get(place) != "combat":
                    stars[place] = str(star.get("style", "combat"))
    return "".join(arrows), "".join(_star(place, style) for place, style in stars.items())


def _course(event: Mapping[str, Any], arrow: Mapping[str, Any]) -> Iterable[str]:
    last = ""
    for name in (arrow["from"], arrow["to"]):
        for place in places(event.get(name)):
            if place != last:
                yield place
            last = place


def _side_of(event: Mapping[str, Any], sides: Mapping[str, str]) -> str:
    units = places(event.get("units")) or places(event.get("unit"))
    return next((sides[unit] for unit in units if unit in sides), "")


def _arrow(course: Sequence[str], side: str, style: str) -> str:
    """A curved ribbon through the hexes, its head at the last."""
    tones = side_colours(side)
    points = [centre(place) for place in course]
    end, before = points[-1], points[-2]
    dx, dy = end[0] - before[0], end[1] - before[1]
    length = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / length, dy / length
    tip = (end[0] - ux * 16, end[1] - uy * 16)
    neck = (tip[0] - ux * 15, tip[1] - uy * 15)
    path = _ribbon([*points[:-1], neck])
    head = (tip, (neck[0] - uy * 9, neck[1] + ux * 9), (neck[0] + uy * 9, neck[1] - ux * 9))
    dash = _DASHES.get(style, "")
    return (
        f'<g class="arrow" opacity=".86"><path d="{path}" fill="none" stroke="#fbf5e2" stroke-width="9"/>'
        f'<path d="{path}" fill="none" stroke="{tones.fill}" stroke-width="5.6"{dash}/>'
        f'<path d="M{"L".join(xy(p) for p in head)}Z" fill="{tones.fill}" stroke="#fbf5e2" stroke-width="1.6"/></g>'
    )


def _ribbon(points: Sequence[Point]) -> str:
    if len(points) == 2:
        return f"M{xy(points[0])}L{xy(points[1])}"
    path = f"M{xy(points[0])}L{xy(midway(points[0], points[1]))}"
    for corner, following in pairwise(points[1:]):
        path += f"Q{xy(corner)} {xy(midway(corner, following))}"
    return path + f"L{xy(points[-1])}"


def star_shape(x: float, y: float, style: str) -> str:
    """A burst of twelve points; smaller and darker for a bombardment."""
    outer, inner = (13.0, 6.5) if style == "combat" else (10.0, 4.4)
    fill, ink = ("#e2522b", "#fff3d6") if style == "combat" else ("#3b3530", "#f3d28a")
    corners = [
        (x + (outer if i % 2 == 0 else inner) * sin(pi * i / 8), y - (outer if i % 2 == 0 else inner) * cos(pi * i / 8))
        for i in range(16)
    ]
    return (
        f'<path class="star" d="M{"L".join(xy(p) for p in corners)}Z" fill="{fill}" stroke="#3a160b" stroke-width="1"/>'
        f'<circle cx="{n(x)}" cy="{n(y)}" r="3" fill="{ink}"/>'
    )


def _star(place: str, style: str) -> str:
    x, y = centre(place)
    return star_shape(x - 29, y - HALF + 16, style)
