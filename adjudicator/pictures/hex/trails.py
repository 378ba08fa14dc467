"""What a turn leaves on the map: arrows of movement and retreat, stars where there was fighting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from math import cos, pi, sin
from typing import Any, NamedTuple

from adjudicator.pictures.colours import ink_on, side_colours
from adjudicator.pictures.fonts import SANS
from adjudicator.pictures.fragments import Box, Fragment, Point, around, n, xy
from adjudicator.pictures.happenings import places
from adjudicator.pictures.hex.geometry import Geometry, midway

_DASHES = {"retreat": ' stroke-dasharray="7 4"', "march": "", "advance": ""}

CLEAR = 31.0
"""How far from the middle of its last hex an arrow ends, so that the counters there do not cover its head."""


class Turn(NamedTuple):
    """What a turn's events leave on the map: arrows below the counters, stars and marker tokens above them."""

    arrows: tuple[Fragment, ...]
    signs: tuple[Fragment, ...]
    courses: tuple[tuple[Point, ...], ...]
    """Where the arrows run."""


def trails(
    geo: Geometry, events: Sequence[Mapping[str, Any]], drawing: Mapping[str, Any], sides: Mapping[str, str]
) -> Turn:
    """Arrows, stars and tokens for a turn's events, as the ruleset's drawing settings ask for."""
    arrows: dict[Fragment, tuple[Point, ...]] = {}
    stars: dict[str, str] = {}
    tokens: list[Fragment] = []
    for event in events:
        kind = str(event.get("kind", ""))
        arrow = drawing.get("arrow", {}).get(kind)
        course = _course(geo, event, arrow) if arrow else []
        if arrow and len(course) > 1:
            side = str(event.get("side") or _side_of(event, sides))
            clear = 0.0 if _is_so(event, arrow.get("leaves")) else CLEAR
            arrows[_arrow(course, side, _style(event, arrow), clear)] = tuple(course)
        star = drawing.get("star", {}).get(kind)
        for place in places(event.get(star["at"])) if star else ():
            if place in geo.centres and stars.get(place) != "combat":
                stars[place] = str(star.get("style", "combat"))
        token = drawing.get("token", {}).get(kind)
        for place in places(event.get(token["at"])) if token else ():
            if place in geo.centres:
                tokens.append(_token(geo, place, str(token["text"]), str(event.get("side", ""))))
    signs = (*(_star(geo, place, style) for place, style in stars.items()), *tokens)
    return Turn(tuple(arrows), signs, tuple(arrows.values()))


def _course(geo: Geometry, event: Mapping[str, Any], arrow: Mapping[str, Any]) -> list[Point]:
    """The points of an arrow; it may begin or end off the map."""
    way: list[str] = []
    for name in (arrow.get("from", ""), arrow.get("to", "")):
        way += [p for p in places(event.get(name)) if p in geo.centres and [p] != way[-1:]]
    points = [geo.centre(place) for place in way]
    if way and _is_so(event, arrow.get("enters")):
        points.insert(0, _outside(geo, way[0]))
    if way and _is_so(event, arrow.get("leaves")):
        points.append(_outside(geo, way[-1]))
    return points


def _style(event: Mapping[str, Any], arrow: Mapping[str, Any]) -> str:
    """The style of an arrow; of events of several sorts the one that a field of theirs asks for."""
    usual = str(arrow.get("style", "march"))
    return str(arrow.get("styles", {}).get(str(event.get(arrow.get("by", ""), "")), usual))


def _is_so(event: Mapping[str, Any], said: Any) -> bool:
    """A setting is true for all events of the kind, or names a field that says so, `not` a field that does not."""
    if isinstance(said, str) and said.startswith("not "):
        return not event.get(said.removeprefix("not "))
    return said is True or (isinstance(said, str) and bool(event.get(said)))


def _outside(geo: Geometry, place: str) -> Point:
    """A point beyond the rim of the map, before a hex on it; the hex itself where it is not on the rim."""
    x, y = geo.centre(place)
    gone = [geo.beyond(place, direction) for direction, other in enumerate(geo.ring(place)) if other is None]
    if not gone:
        return x, y
    dx = sum(p[0] - x for p in gone) / len(gone)
    dy = sum(p[1] - y for p in gone) / len(gone)
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    return x + dx / length * 62, y + dy / length * 62


def _side_of(event: Mapping[str, Any], sides: Mapping[str, str]) -> str:
    units = places(event.get("units")) or places(event.get("unit"))
    return next((sides[unit] for unit in units if unit in sides), "")


def _arrow(course: Sequence[Point], side: str, style: str, clear: float) -> Fragment:
    """A curved ribbon through the points, its head so far before the last."""
    tones = side_colours(side)
    at = course[0]
    points = [(x - at[0], y - at[1]) for x, y in course]
    end, before = points[-1], points[-2]
    dx, dy = end[0] - before[0], end[1] - before[1]
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    ux, uy = dx / length, dy / length
    tip = (end[0] - ux * clear, end[1] - uy * clear)
    neck = (tip[0] - ux * 14, tip[1] - uy * 14)
    path = _ribbon([*points[:-1], neck])
    head = [tip, (neck[0] - uy * 9, neck[1] + ux * 9), (neck[0] + uy * 9, neck[1] - ux * 9)]
    dash = _DASHES.get(style, "")
    body = (
        f'<g opacity=".9"><path d="{path}" fill="none" stroke="#fbf5e2" stroke-width="8.4"/>'
        f'<path d="{path}" fill="none" stroke="{tones.fill}" stroke-width="5"{dash}/>'
        f'<path d="M{"L".join(xy(p) for p in head)}Z" fill="{tones.fill}" stroke="#fbf5e2" stroke-width="1.6"/></g>'
    )
    return Fragment(body, at, around([*points[:-1], *head], 6.0), kind="arrow")


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


def _star(geo: Geometry, place: str, style: str) -> Fragment:
    x, y = geo.centre(place)
    return Fragment(star_shape(0.0, 0.0, style), (x - geo.wide + 17, y - geo.high + 16), Box(-15, -15, 15, 15))


def _token(geo: Geometry, place: str, word: str, side: str) -> Fragment:
    """A marker that was played on a place: a small plate with its name at the lower left of the hex."""
    x, y = geo.centre(place)
    tones = side_colours(side)
    wide = 4.6 * len(word) + 8
    body = (
        f'<rect width="{n(wide)}" height="12" rx="6" '
        f'fill="{tones.fill}" stroke="#fbf5e2"/><text x="{n(wide / 2)}" y="8.8" '
        f'font-family="{SANS}" font-size="7.6" text-anchor="middle" fill="{ink_on(tones.fill)}">'
        f"{escape(word)}</text>"
    )
    return Fragment(body, (x - 38, y + 19), Box(-1, -1, wide + 1, 13), kind="token")
