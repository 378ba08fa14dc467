"""The ground of a theatre map: sea, heights, woods, marshes, rivers with their bridges, roads with their passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import atan2, cos, degrees, pi, sin
from typing import Any

from adjudicator.maps.network import Network, Road, Town
from adjudicator.pictures.fonts import SERIF
from adjudicator.pictures.fragments import Box, Point, n, xy
from adjudicator.pictures.hex.geometry import scatter
from adjudicator.pictures.theatre.layout import (
    TITLE,
    Layout,
    along,
    dotted,
    from_line,
    length_of,
    road_bend,
    road_course,
)
from adjudicator.pictures.theatre.rivers import Crossing, River, crossings, rivers
from adjudicator.pictures.theatre.room import Room

LAND = "#efe7cc"
SEA = "#b9d0d9"
SHORE = "#5d8598"
WATER = "#8fb8cb"
BANK = "#4d7f97"


def country(network: Network, layout: Layout, drawing: Mapping[str, Any]) -> str:
    """Land, sea and mountains."""
    return "".join(
        (
            f'<rect x="18" y="60" width="{n(layout.width - 36)}" height="{n(layout.height - 64)}" fill="{LAND}"/>',
            "".join(_water(layout, one) for one in drawing.get("water", ())),
            _countryside(network, layout),
            "".join(_range(layout, one) for one in drawing.get("range", ())),
        )
    )


def ways(network: Network, layout: Layout, drawing: Mapping[str, Any]) -> str:
    """Rivers and roads with their bridges and passes."""
    drawn = rivers(network, layout, drawing)
    bridges = list(crossings(network, layout, drawn))
    return "".join(
        (
            *_rivers(drawn),
            *roads(network, layout),
            *(bridge(one) for one in bridges),
            *_passes(network, layout),
            *(river_name(river, part) for river, part in river_names(network, layout, drawn)),
        )
    )


# --- sea and country ---------------------------------------------------------------------------------------------


def _water(layout: Layout, water: Mapping[str, Any]) -> str:
    """A sea: its shore from west to east, closed along the upper rim of the sheet."""
    shore = [layout.at(*(float(part) * 1000 for part in word.split())) for word in water["shore"]]
    left, right = min(18.0, shore[0][0]), max(layout.width - 18, shore[-1][0])
    line = [(left, shore[0][1]), *shore, (right, shore[-1][1])]
    body = f"M{xy((left, 60.0))}L{'L'.join(xy(p) for p in line)}L{xy((right, 60.0))}Z"
    waves = "".join(
        f'<path d="M{"L".join(xy((x, y - 7.0 * step)) for x, y in line)}" fill="none" stroke="{SHORE}" '
        f'stroke-opacity="{0.34 - 0.09 * step:.2f}" stroke-width="1"/>'
        for step in (1, 2, 3)
    )
    name = ""
    if water.get("name"):
        x, y = layout.at(*(float(part) * 1000 for part in str(water["at"]).split()))
        name = (
            f'<text x="{n(x)}" y="{n(max(90.0, y))}" font-family="{SERIF}" font-style="italic" font-size="25" '
            f'letter-spacing="9" text-anchor="middle" fill="#3f6c80">{escape(str(water["name"]))}</text>'
        )
    clip = f'<clipPath id="sea"><path d="{body}"/></clipPath>'
    rim = f'<path d="{body}" fill="{SEA}" stroke="{SHORE}" stroke-width="1.6"/>'
    return f'{clip}{rim}<g clip-path="url(#sea)">{waves}</g>{name}'


def _countryside(network: Network, layout: Layout) -> str:
    """CAM-map-9: what the country around each town is: trees, reeds, hills, furrows, clear of its roads."""
    drawn: dict[str, list[str]] = {"forest": [], "marsh": [], "high": [], "farmland": []}
    for town in network.towns.values():
        if town.terrain in drawn:
            drawn[town.terrain] += [_SIGNS[town.terrain](x, y) for x, y in _around(network, layout, town)]
    style = {
        "forest": 'fill="#9db07a" stroke="#6c8450" stroke-width=".8"',
        "marsh": 'fill="none" stroke="#6f9aa6" stroke-width="1.1"',
        "high": 'fill="#e0d2ac" stroke="#8f764b" stroke-width="1"',
        "farmland": 'fill="none" stroke="#b9ad78" stroke-width="1"',
    }
    return "".join(
        f'<path d="{"".join(signs)}" {style[terrain]} opacity=".8"/>' for terrain, signs in drawn.items() if signs
    )


def _around(network: Network, layout: Layout, town: Town) -> Iterator[Point]:
    """Spots around a town that lie on no road."""
    x, y = layout.spots[town.id]
    lines = [(layout.spots[road.a], layout.spots[road.b]) for road in network.roads_at[town.id]]
    chance = scatter(f"country {town.id}")
    signs = 7 if town.terrain == "farmland" else 12
    for index in range(signs):
        angle, away = (index + next(chance)) * 2 * pi / signs, 25 + 30 * next(chance)
        spot = (x + away * cos(angle), y + away * sin(angle))
        inside = 24 < spot[0] < layout.width - 24 and 70 < spot[1] < layout.height - 10
        if inside and all(from_line(spot, a, b)[0] > 10 for a, b in lines):
            yield spot


def _tree(x: float, y: float) -> str:
    return f"M{x - 4:.0f} {y:.0f}a4 4.4 0 1 1 8 0a4 3.2 0 1 1-8 0z"


def _reeds(x: float, y: float) -> str:
    return f"M{x - 7:.0f} {y:.0f}h14m-10-3v3m3-4.5v4.5m3-3v3"


def _hill(x: float, y: float) -> str:
    return f"M{x - 9:.0f} {y + 4:.0f}q4-11 9-12q5 1 9 12m-8-10l4 8m-1.5-6l3.4 7"


def _furrows(x: float, y: float) -> str:
    return f"M{x - 5:.0f} {y:.0f}l6-3m-4 6l6-3"


_SIGNS = {"forest": _tree, "marsh": _reeds, "high": _hill, "farmland": _furrows}


def _range(layout: Layout, ridge: Mapping[str, Any]) -> str:
    """A chain of mountains along a line, with its name below."""
    line = [layout.at(*(float(part) * 1000 for part in word.split())) for word in ridge["line"]]
    chance = scatter(f"range {ridge['name']}")
    peaks, shades = [], []
    count = max(3, int(length_of(line) / 20))
    for index in range(count):
        (x, y), _ = along(line, (index + 0.5) / count)
        x, y, high = x + 6 * (next(chance) - 0.5), y + 9 * (next(chance) - 0.5), 15 + 7 * next(chance)
        peaks.append(f"M{n(x - 12)} {n(y + 6)}L{n(x)} {n(y + 6 - high)}L{n(x + 12)} {n(y + 6)}")
        shades.append(
            f"M{n(x)} {n(y + 6 - high)}l2 {n(high)}M{n(x + 1.6)} {n(y + 9 - high)}l5 {n(high - 3)}"
            f"M{n(x + 4)} {n(y + 12 - high)}l5 {n(high - 6)}"
        )
    return (
        f'<g opacity=".75"><path d="{"".join(peaks)}" fill="#dccba0" stroke="#7b6039" stroke-width="1.3"/>'
        f'<path d="{"".join(shades)}" stroke="#7b6039" stroke-width="1" fill="none"/></g>'
    )


# --- rivers ------------------------------------------------------------------------------------------------------


def _rivers(drawn: Sequence[River]) -> Iterator[str]:
    style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    for colour, more in ((BANK, 1.8), (WATER, 0.0)):
        for river in drawn:
            path = "L".join(xy(p) for p in river.points)
            yield f'<path d="M{path}" stroke="{colour}" stroke-width="{n(river.wide + more)}" {style}/>'


def river_names(network: Network, layout: Layout, drawn: Sequence[River]) -> Iterator[tuple[River, float]]:
    """Where along its course each river is named: clear of towns and roads, longer rivers more than once."""
    room = Room(Box(20.0, TITLE, layout.width - 20, layout.height - 6))
    for road in network.roads.values():
        room.spread(dotted(road_course(layout, road), 8.0), 1.0)
    room.spread(layout.spots.values(), 5.0)
    for river in drawn:
        length = length_of(river.points)
        count = 1 if length < 700 else 2 if length < 1400 else 3
        for index in range(count):
            parts = [(index + step / 24) / count for step in range(3, 22)]
            best = min(parts, key=lambda part: _hidden(room, river, part))
            yield river, best


def _hidden(room: Room, river: River, part: float) -> float:
    """How much of a name at this part of a river would lie on roads or off the sheet, and how crooked it would be."""
    half = len(river.name) * 5.0
    (x, y), (dx, dy) = along(river.points, part)
    (bx, by), _ = along(river.points, min(1.0, part + half / length_of(river.points)))
    crooked = abs((bx - x) * dy - (by - y) * dx) / 6
    sign = -1 if dx > 0 or (dx == 0 and dy > 0) else 1
    nx, ny = -dy * sign, dx * sign
    if ny > 0:
        nx, ny = -nx, -ny
    total = crooked
    for step in range(-4, 5):
        px, py = x + dx * half * step / 4 + nx * 10, y + dy * half * step / 4 + ny * 10
        box = Box(px - 8, py - 8, px + 8, py + 8)
        total += room.load(box) + (0 if room.is_free(box) else 50)
    return total


def river_name(river: River, part: float) -> str:
    """A river's name along its course."""
    (x, y), (dx, dy) = along(river.points, part)
    turn = degrees(atan2(dy, dx))
    turn = turn - 180 if turn > 90 else turn + 180 if turn < -90 else turn
    size = 10 + river.wide
    return (
        f'<text transform="translate({n(x)} {n(y)}) rotate({turn:.0f})" y="{n(-river.wide / 2 - 3)}" '
        f'font-family="{SERIF}" font-style="italic" font-size="{n(size)}" letter-spacing="2" text-anchor="middle" '
        f'fill="#33647c" stroke="{LAND}" stroke-width="3" paint-order="stroke">{escape(river.name)}</text>'
    )


def _deck(kind: str, half: float) -> str:
    rails = f"M{n(-half - 2)} -7.4l2.4 3h{n(2 * half - 0.8)}l2.4-3M{n(-half - 2)} 7.4l2.4-3h{n(2 * half - 0.8)}l2.4 3"
    return (
        f'<g id="t-{kind}"><rect x="{n(-half)}" y="-4.4" width="{n(2 * half)}" height="8.8" fill="#efdcae"/>'
        f'<path d="{rails}" fill="none" stroke="#3f2d18" stroke-width="1.8"/></g>'
    )


DEFS = (
    _deck("major", 8.5)
    + _deck("minor", 7.0)
    + f'<path id="t-brook" d="M0 -11q3 5.5 0 11t0 11" fill="none" stroke="{WATER}" stroke-width="4"/>'
    + '<path id="t-pass" d="M-6.5 -9.5Q0 -4 6.5 -9.5M-6.5 9.5Q0 4 6.5 9.5" fill="none" stroke="#7a3d1c" '
    'stroke-width="2.3"/>'
)
"""Signs on roads, used by reference."""


def bridge(crossing: Crossing) -> str:
    """The sign of a crossing: a bridge over the river; where none is drawn, a short piece of water under it."""
    (x, y), (dx, dy) = crossing.spot, crossing.heading
    turn = f'transform="translate({n(x)} {n(y)}) rotate({degrees(atan2(dy, dx)):.0f})"'
    water = "" if crossing.drawn else f'<use href="#t-brook" {turn}/>'
    return f'{water}<use class="bridge" href="#t-{crossing.road.kind}" {turn}/>'


# --- roads -------------------------------------------------------------------------------------------------------


def curve(points: Sequence[Point]) -> str:
    """Path data through the points of a line."""
    return "M" + "L".join(xy(p) for p in points)


def road_path(layout: Layout, road: Road) -> str:
    """Path data of a section of road."""
    start, bend, end = road_bend(layout, road)
    return f"M{xy(start)}Q{xy(bend)} {xy(end)}"


def roads(network: Network, layout: Layout) -> Iterator[str]:
    """Minor roads as thin lines, major ones as broad light bands with dark rims."""
    paths = {"minor": "", "major": ""}
    for road in network.roads.values():
        paths[road.kind] += road_path(layout, road)
    style = 'fill="none" stroke-linecap="round"'
    yield f'<path d="{paths["minor"]}" stroke="#8a6a42" stroke-width="1.9" {style}/>'
    yield f'<path d="{paths["major"]}" stroke="#5b3f20" stroke-width="6.2" {style}/>'
    yield f'<path d="{paths["major"]}" stroke="#f3e2b3" stroke-width="3.6" {style}/>'


def _passes(network: Network, layout: Layout) -> Iterator[str]:
    for road in network.roads.values():
        if road.mountain_pass:
            (x, y), (dx, dy) = along(road_course(layout, road), 0.5)
            yield pass_sign(x, y, degrees(atan2(dy, dx)))


def pass_sign(x: float, y: float, turn: float) -> str:
    """Two brackets that turn their backs to the road: a mountain pass."""
    return f'<use class="pass" href="#t-pass" transform="translate({n(x)} {n(y)}) rotate({turn:.0f})"/>'
