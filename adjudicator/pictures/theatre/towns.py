"""Towns of a theatre map: their signs by kind and holder, depots, sieges, what stands on sections of road."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import cos, pi, sin

from adjudicator.core.types import Side
from adjudicator.core.view import Mark
from adjudicator.maps.network import Network, Road, Town
from adjudicator.pictures.colours import ink_on, side_colours
from adjudicator.pictures.fonts import SANS
from adjudicator.pictures.fragments import Box, Fragment, Point, around, n, xy
from adjudicator.pictures.theatre.ground import curve
from adjudicator.pictures.theatre.layout import Layout, along, road_course

GOLD = "#d9a521"
FREE = "#f7f0dc"
REACHES = (27.0, 21.0)
"""Radii of the discs that show where depots reach: of the first side and of the second."""


def _bastions() -> str:
    """A fortress seen from above: a star of six points."""
    corners = []
    for index in range(12):
        reach = 13.0 if index % 2 == 0 else 8.6
        corners.append((reach * sin(pi * index / 6), -reach * cos(pi * index / 6)))
    return f"M{'L'.join(xy(p) for p in corners)}Z"


def _disc(name: str, radius: float, inner: str = "") -> str:
    return (
        f'<g id="t-{name}"><circle r="{n(radius)}" stroke="#fffaf0" stroke-width="1.6"/>'
        f'<circle r="{n(radius + 0.9)}" fill="none" stroke="#2b2014" stroke-width="1.1"/>{inner}</g>'
    )


DEFS = (
    _disc("town", 5.0)
    + _disc("city", 7.6, '<circle r="3" fill="#fffaf0"/>')
    + f'<path id="t-fort" d="{_bastions()}" fill="#c9bfa4" stroke="#4b3420" stroke-width="1.5"/>'
    + f'<circle id="t-prize-town" r="8.4" fill="{GOLD}" stroke="#5b4310"/>'
    + f'<circle id="t-prize-city" r="11" fill="{GOLD}" stroke="#5b4310"/>'
)
"""Signs of towns, used by reference."""


def town_sign(town: Town, holder: Side | None, *, objective: bool) -> str:
    """A circle for a town, a double one for a city, bastions around a fortress, a golden rim for an objective."""
    kind = "city" if town.kind == "city" else "town"
    fill = side_colours(holder).fill if holder else FREE
    fort = '<use href="#t-fort"/>' if town.fortress else ""
    prize = f'<use href="#t-prize-{kind}"/>' if objective else ""
    return f'{fort}{prize}<use href="#t-{kind}" fill="{fill}"/>'


def towns_drawn(network: Network, layout: Layout, marks: Iterable[Mark]) -> Iterator[Fragment]:
    """Every town once."""
    held: dict[str, Side | None] = {}
    objectives = set()
    for mark in marks:
        if mark.kind == "held":
            held[mark.place] = mark.side
        elif mark.kind == "objective":
            objectives.add(mark.place)
    for town in network.towns.values():
        holder = held.get(town.id)
        words = [town.name, town.kind, "fortress" if town.fortress else "", town.terrain]
        words.append(f"held by the {holder}" if holder else "")
        yield Fragment(
            town_sign(town, holder, objective=town.id in objectives),
            layout.spots[town.id],
            Box(-15, -15, 15, 15) if town.fortress else Box(-12, -12, 12, 12),
            kind="place",
            hint=", ".join(word for word in words if word),
            data=(("town", town.id),),
        )


# --- what stands beside a town -----------------------------------------------------------------------------


def depot_sign(mark: Mark, at: Point) -> Fragment:
    """A store house with the type of the depot: the last word of its mark."""
    letter = mark.text.split()[-1] if mark.text else ""
    tones = side_colours(mark.side) if mark.side else side_colours("")
    body = (
        f'<path d="M-7.5 -3L0 -9.5L7.5 -3V7H-7.5Z" fill="{tones.fill}" stroke="#fffaf0" stroke-width="1.2"/>'
        f'<text y="4.8" font-family="{SANS}" font-size="9.6" font-weight="bold" '
        f'text-anchor="middle" fill="{ink_on(tones.fill)}">{escape(letter)}</text>'
    )
    half = max(9.0, 3.5 * len(letter))
    return Fragment(body, at, Box(-half, -11, half, 9), kind="depot", hint=mark.text)


def siege_ring(mark: Mark, spot: Point) -> Fragment:
    """Trenches around a fortress, in the besieger's colour."""
    tones = side_colours(mark.side) if mark.side else side_colours("")
    body = (
        '<circle r="19" fill="none" stroke="#fffaf0" stroke-width="6"/>'
        f'<circle r="19" fill="none" stroke="{tones.fill}" stroke-width="4.4" stroke-dasharray="6.6 3.35"/>'
    )
    return Fragment(body, spot, Box(-23, -23, 23, 23), kind="siege", hint=mark.text)


def swords(spot: Point) -> Fragment:
    """Crossed swords: a battle that is being fought."""
    body = (
        '<g stroke-linecap="round">'
        '<g stroke="#fffaf0" stroke-width="6"><path d="M-15 -13L13 15M15 -13L-13 15"/></g>'
        '<g stroke="#8e1c12" stroke-width="3"><path d="M-15 -13L13 15M15 -13L-13 15M6 15L14 8M-6 15L-14 8"/></g></g>'
    )
    return Fragment(body, spot, Box(-19, -17, 19, 19), kind="battle")


# --- sections of road --------------------------------------------------------------------------------------


def ranges(layout: Layout, marks: Iterable[Mark]) -> Iterator[Fragment]:
    """The country that depots reach: around every town in range a pale disc in the side's colour."""
    reached: dict[str, dict[str, None]] = {}
    for mark in marks:
        if mark.kind == "range" and mark.side and mark.place in layout.spots:
            reached.setdefault(mark.side, {})[mark.place] = None
    for radius, (side, towns) in zip(REACHES, reached.items(), strict=False):
        body = range_sign(side, radius)
        for town in towns:
            yield Fragment(body, layout.spots[town], Box(-radius, -radius, radius, radius).wider(1.0), kind="range")


def range_sign(side: str, radius: float) -> str:
    """The disc of a town that a depot of a side reaches."""
    fill = side_colours(side).fill
    return f'<circle r="{n(radius)}" fill="{fill}" fill-opacity=".16" stroke="{fill}" stroke-opacity=".3"/>'


def supply_lines(network: Network, layout: Layout, marks: Iterable[Mark]) -> Iterator[Fragment]:
    """Supply lines: dots beside the roads that they follow."""
    for mark in marks:
        road = network.roads.get(mark.place)
        if mark.kind == "supply" and road is not None and mark.side:
            course = beside(road_course(layout, road), 7.0)
            at = course[0]
            line = [(x - at[0], y - at[1]) for x, y in course]
            body = (
                f'<path d="{curve(line)}" fill="none" stroke="{side_colours(mark.side).dark}" stroke-width="3" '
                'stroke-linecap="round" stroke-dasharray=".1 6.4"/>'
            )
            yield Fragment(body, at, around(line, 2.0), kind="supply")


def beside(points: list[Point], away: float) -> list[Point]:
    """A line moved to its right-hand side, as the sheet lies; negative: to its left."""
    moved = []
    for index, (x, y) in enumerate(points):
        ax, ay = points[max(0, index - 1)]
        bx, by = points[min(len(points) - 1, index + 1)]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
        moved.append((x - (by - ay) / length * away, y + (bx - ax) / length * away))
    return moved


def road_uses(network: Network, layout: Layout, marks: Iterable[Mark]) -> Iterator[Fragment]:
    """How many units have used a section, and how many may: in red where it is closed."""
    for mark in marks:
        road = network.roads.get(mark.place)
        if mark.kind == "used" and road is not None:
            yield _use(layout, road, mark.text)


def _use(layout: Layout, road: Road, words: str) -> Fragment:
    spot, _ = along(road_course(layout, road), 0.5)
    used, _, most = words.partition(" of ")
    colour = "#b3261e" if used == most else "#4a3b28"
    text = f"{used}/{most}"
    wide = 5.6 * len(text) + 6
    body = (
        f'<rect x="{n(-wide / 2)}" y="-6" '
        f'width="{n(wide)}" height="12" rx="6" fill="#fffaf0" stroke="{colour}" stroke-width="1"/>'
        f'<text y="3.2" font-family="{SANS}" font-size="8.6" text-anchor="middle" '
        f'fill="{colour}">{escape(text)}</text>'
    )
    box = Box(-wide / 2 - 1, -7, wide / 2 + 1, 7)
    return Fragment(body, spot, box, kind="used", hint=f"{words} units this turn")
