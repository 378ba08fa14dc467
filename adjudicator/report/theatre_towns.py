"""Towns of a theatre map: their signs by kind and holder, depots, sieges, what stands on sections of road."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import cos, pi, sin

from adjudicator.core.types import Side
from adjudicator.core.view import Mark
from adjudicator.maps.network import Network, Road, Town
from adjudicator.report.colours import ink_on, side_colours
from adjudicator.report.geometry import Point, n, xy
from adjudicator.report.theatre_ground import curve, road_path
from adjudicator.report.theatre_layout import Layout, along, road_course

SANS = "'DejaVu Sans',Verdana,sans-serif"
GOLD = "#d9a521"
FREE = "#f7f0dc"


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


def town_sign(town: Town, spot: Point, holder: Side | None, *, objective: bool) -> str:
    """A circle for a town, a double one for a city, bastions around a fortress, a golden rim for an objective."""
    at = f'x="{n(spot[0])}" y="{n(spot[1])}"'
    kind = "city" if town.kind == "city" else "town"
    fill = side_colours(holder).fill if holder else FREE
    fort = f'<use href="#t-fort" {at}/>' if town.fortress else ""
    prize = f'<use href="#t-prize-{kind}" {at}/>' if objective else ""
    words = [town.name, town.kind, "fortress" if town.fortress else "", town.terrain]
    words.append(f"held by the {holder}" if holder else "")
    hint = ", ".join(word for word in words if word)
    return (
        f'<g class="place" data-town="{escape(town.id)}"><title>{escape(hint)}</title>{fort}{prize}'
        f'<use href="#t-{kind}" {at} fill="{fill}"/></g>'
    )


def towns_svg(network: Network, layout: Layout, marks: Iterable[Mark]) -> str:
    """Every town once."""
    held: dict[str, Side | None] = {}
    objectives = set()
    for mark in marks:
        if mark.kind == "held":
            held[mark.place] = mark.side
        elif mark.kind == "objective":
            objectives.add(mark.place)
    return "".join(
        town_sign(town, layout.spots[town.id], held.get(town.id), objective=town.id in objectives)
        for town in network.towns.values()
    )


# --- what stands beside a town -----------------------------------------------------------------------------


def depot_sign(mark: Mark, at: Point) -> str:
    """A store house with the type of the depot: the last word of its mark."""
    x, y = at
    letter = mark.text.split()[-1] if mark.text else ""
    tones = side_colours(mark.side) if mark.side else side_colours("")
    return (
        f'<g class="depot"><title>{escape(mark.text)}</title>'
        f'<path d="M{n(x - 7.5)} {n(y - 3)}L{n(x)} {n(y - 9.5)}L{n(x + 7.5)} {n(y - 3)}V{n(y + 7)}H{n(x - 7.5)}Z" '
        f'fill="{tones.fill}" stroke="#fffaf0" stroke-width="1.2"/>'
        f'<text x="{n(x)}" y="{n(y + 4.8)}" font-family="{SANS}" font-size="9.6" font-weight="bold" '
        f'text-anchor="middle" fill="{ink_on(tones.fill)}">{escape(letter)}</text></g>'
    )


def siege_ring(mark: Mark, spot: Point) -> str:
    """Trenches around a fortress, in the besieger's colour."""
    tones = side_colours(mark.side) if mark.side else side_colours("")
    x, y = spot
    return (
        f'<g class="siege"><title>{escape(mark.text)}</title><circle cx="{n(x)}" cy="{n(y)}" r="19" fill="none" '
        f'stroke="#fffaf0" stroke-width="6"/><circle cx="{n(x)}" cy="{n(y)}" r="19" fill="none" stroke="{tones.fill}" '
        'stroke-width="4.4" stroke-dasharray="6.6 3.35"/></g>'
    )


def swords(spot: Point) -> str:
    """Crossed swords: a battle that is being fought."""
    x, y = spot
    return (
        f'<g class="battle" transform="translate({n(x)} {n(y)})" stroke-linecap="round">'
        '<g stroke="#fffaf0" stroke-width="6"><path d="M-15 -13L13 15M15 -13L-13 15"/></g>'
        '<g stroke="#8e1c12" stroke-width="3"><path d="M-15 -13L13 15M15 -13L-13 15M6 15L14 8M-6 15L-14 8"/></g></g>'
    )


# --- sections of road --------------------------------------------------------------------------------------


def ranges(network: Network, layout: Layout, marks: Iterable[Mark]) -> str:
    """The country that depots reach: broad bands along roads between towns in range, in the side's colour."""
    reached: dict[str, dict[str, None]] = {}
    for mark in marks:
        if mark.kind == "range" and mark.side:
            reached.setdefault(mark.side, {})[mark.place] = None
    parts = []
    for wide, (side, towns) in zip((34, 20), reached.items(), strict=False):
        bands = "".join(
            road_path(layout, road) for road in network.roads.values() if road.a in towns and road.b in towns
        )
        dots = "".join(f"M{xy(layout.spots[town])}h.1" for town in towns)
        parts.append(
            f'<path class="range" d="{bands}{dots}" fill="none" stroke="{side_colours(side).fill}" '
            f'stroke-width="{wide}" stroke-opacity=".13" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return "".join(parts)


def supply_lines(network: Network, layout: Layout, marks: Iterable[Mark]) -> str:
    """Supply lines: dots beside the roads that they follow."""
    paths: dict[str, str] = {}
    for mark in marks:
        road = network.roads.get(mark.place)
        if mark.kind == "supply" and road is not None and mark.side:
            paths[mark.side] = paths.get(mark.side, "") + curve(beside(road_course(layout, road), 7.0))
    return "".join(
        f'<path class="supply" d="{path}" fill="none" stroke="{side_colours(side).dark}" stroke-width="3" '
        'stroke-linecap="round" stroke-dasharray=".1 6.4"/>'
        for side, path in paths.items()
    )


def beside(points: list[Point], away: float) -> list[Point]:
    """A line moved to its right-hand side, as the sheet lies; negative: to its left."""
    moved = []
    for index, (x, y) in enumerate(points):
        ax, ay = points[max(0, index - 1)]
        bx, by = points[min(len(points) - 1, index + 1)]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
        moved.append((x - (by - ay) / length * away, y + (bx - ax) / length * away))
    return moved


def road_uses(network: Network, layout: Layout, marks: Iterable[Mark]) -> Iterator[str]:
    """How many units have used a section, and how many may: in red where it is closed."""
    for mark in marks:
        road = network.roads.get(mark.place)
        if mark.kind == "used" and road is not None:
            yield _use(layout, road, mark.text)


def _use(layout: Layout, road: Road, words: str) -> str:
    (x, y), _ = along(road_course(layout, road), 0.5)
    used, _, most = words.partition(" of ")
    colour = "#b3261e" if used == most else "#4a3b28"
    text = f"{used}/{most}"
    wide = 5.6 * len(text) + 6
    return (
        f'<g class="used"><title>{escape(words)} units this turn</title><rect x="{n(x - wide / 2)}" y="{n(y - 6)}" '
        f'width="{n(wide)}" height="12" rx="6" fill="#fffaf0" stroke="{colour}" stroke-width="1"/>'
        f'<text x="{n(x)}" y="{n(y + 3.2)}" font-family="{SANS}" font-size="8.6" text-anchor="middle" '
        f'fill="{colour}">{escape(text)}</text></g>'
    )
