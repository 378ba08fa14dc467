"""What a turn leaves on a theatre map: marches and retreats as arrows along the roads, stars where it was fought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import Any

from adjudicator.maps.network import Network
from adjudicator.pictures.colours import ink_on, side_colours
from adjudicator.pictures.fonts import SANS
from adjudicator.pictures.fragments import Box, Fragment, Point, around, n, xy
from adjudicator.pictures.happenings import places
from adjudicator.pictures.hex.trails import star_shape
from adjudicator.pictures.theatre.layout import Layout, along, length_of, road_course
from adjudicator.pictures.theatre.towns import beside

SHIFT = 9.0
"""How far an arrow runs beside its road."""
CLEAR = 13.0
"""How far before the middle of a town an arrow begins and ends."""

Course = tuple[str, tuple[str, ...], str]
"""A march: the side, the towns from first to last, the style."""


def marches(events: Iterable[Mapping[str, Any]], drawing: Mapping[str, Any]) -> dict[Course, int]:
    """Every march of the events and how many blocks made it, the same march added up."""
    found: dict[Course, int] = {}
    for event in events:
        arrow = drawing.get("arrow", {}).get(str(event.get("kind", "")))
        for course, many in _courses(event, arrow) if arrow else ():
            if len(course[1]) > 1:
                found[course] = found.get(course, 0) + many
    return found


def _courses(event: Mapping[str, Any], arrow: Mapping[str, Any]) -> list[tuple[Course, int]]:
    """The marches of one event: one way, or one for each of its parts.

    `each` names the field that lists them, `pairs` one that lists ways with how many went; a way that ends where the
    event has its start comes in from outside.
    """
    side = str(event.get("side") or "")
    style = str(event.get("manner") or arrow.get("style", "march"))
    start = places(event.get(arrow["from"]))
    if "each" in arrow:
        ways = [(places(part.get(arrow["to"])), 1) for part in event.get(arrow["each"]) or ()]
        ways += [(places(way), int(many)) for way, many in event.get(arrow.get("pairs", "")) or ()]
        return [((side, tuple(way if way[-1:] == start else start + way), style), many) for way, many in ways]
    way = start + places(event.get(arrow["to"]))
    return [((side, tuple(way), style), _many(event, arrow))]


def _many(event: Mapping[str, Any], arrow: Mapping[str, Any]) -> int:
    counted = event.get(arrow.get("count", "")) or ()
    return sum(int(part[1]) if isinstance(part, list | tuple) else 1 for part in counted)


def arrows(network: Network, layout: Layout, found: Mapping[Course, int]) -> Iterator[Fragment]:
    """The marches as arrows, the broadest lowest."""
    for (side, way, style), many in sorted(found.items(), key=lambda item: (-item[1], item[0])):
        points = _line(network, layout, way)
        if len(points) > 1:
            yield _arrow(points, side, style, many)


def _line(network: Network, layout: Layout, way: Sequence[str]) -> list[Point]:
    """The roads of a way from end to end, beside them on the right hand."""
    points: list[Point] = []
    for here, there in pairwise(way):
        road = network.road(here, there)
        if road is None:
            continue
        course = road_course(layout, road)
        points += beside(course if road.a == here else course[::-1], SHIFT)
    return _cut(points)


def _cut(points: list[Point]) -> list[Point]:
    """A line without what lies inside the signs of its first and last town."""
    if len(points) < 2:
        return []
    whole = length_of(points) or 1.0
    start, end = min(0.4, CLEAR / whole), max(0.6, 1 - (CLEAR + 4) / whole)
    steps = max(4, int(whole / 14))
    return [along(points, start + (end - start) * index / steps)[0] for index in range(steps + 1)]


def _arrow(course: Sequence[Point], side: str, style: str, many: int) -> Fragment:
    tones = side_colours(side)
    at = course[0]
    points = [(x - at[0], y - at[1]) for x, y in course]
    wide = 3.4 + min(5.0, 0.45 * many)
    (ax, ay), (bx, by) = points[-2], points[-1]
    length = hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    head = 8 + wide
    neck = (bx - ux * head, by - uy * head)
    tips = ((bx, by), (neck[0] - uy * head * 0.62, neck[1] + ux * head * 0.62), _mirror(neck, ux, uy, head * 0.62))
    body = [p for p in points[:-1] if (bx - p[0]) * ux + (by - p[1]) * uy > head]
    path = "M" + "L".join(xy(p) for p in [*body, neck])
    dash = "" if style in ("march", "advance") else ' stroke-dasharray="9 5"'
    label = _tally(points, many, side) if many > 1 else ""
    drawn = (
        f'<g stroke-linejoin="round"><path d="{path}" fill="none" '
        f'stroke="#fbf5e2" stroke-width="{n(wide + 3)}"/><path d="{path}" fill="none" stroke="{tones.fill}" '
        f'stroke-width="{n(wide)}"{dash}/><path d="M{"L".join(xy(p) for p in tips)}Z" fill="{tones.fill}" '
        f'stroke="#fbf5e2" stroke-width="1.4"/>{label}</g>'
    )
    box = around([*points, *tips], max(9.0, wide))
    return Fragment(drawn, at, box, kind="arrow", data=(("style", style),))


def _mirror(neck: Point, ux: float, uy: float, away: float) -> Point:
    return neck[0] + uy * away, neck[1] - ux * away


def _tally(points: Sequence[Point], many: int, side: str) -> str:
    (x, y), _ = along(points, 0.4)
    fill = side_colours(side).fill
    return (
        f'<circle cx="{n(x)}" cy="{n(y)}" r="7" fill="{fill}" stroke="#fbf5e2" stroke-width="1.2"/>'
        f'<text x="{n(x)}" y="{n(y + 3.2)}" font-family="{SANS}" font-size="9" font-weight="bold" '
        f'text-anchor="middle" fill="{ink_on(fill)}">{many}</text>'
    )


def fields(layout: Layout, events: Iterable[Mapping[str, Any]], drawing: Mapping[str, Any]) -> dict[str, str]:
    """The towns where a battle or an assault was fought, and the style of the burst that marks it."""
    found: dict[str, str] = {}
    for event in events:
        star = drawing.get("star", {}).get(str(event.get("kind", "")))
        for place in places(event.get(star["at"])) if star else ():
            if place in layout.spots:
                found[place] = str(star.get("style", "combat"))
    return found


def star_spot(layout: Layout, place: str) -> Point:
    """Where the burst of a town stands: at its upper left."""
    x, y = layout.spots[place]
    return x - 15, y - 15


def stars(layout: Layout, found: Mapping[str, str]) -> Iterator[Fragment]:
    """A burst beside every town where there was fighting."""
    for place, style in found.items():
        yield Fragment(star_shape(0.0, 0.0, style), star_spot(layout, place), Box(-15, -15, 15, 15))
