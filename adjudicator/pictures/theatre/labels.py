"""Names of towns on a theatre map: each beside its town, none over another, none over a counter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from math import hypot

from adjudicator.core.values import dataclass
from adjudicator.maps.network import Network, Town
from adjudicator.pictures.fonts import SERIF
from adjudicator.pictures.fragments import Box, Fragment, Point, n
from adjudicator.pictures.theatre.layout import Layout
from adjudicator.pictures.theatre.room import Room

HALO = 'stroke="#f4ecd4" stroke-linejoin="round" paint-order="stroke"'
GAPS = (2.0, 7.0, 13.0, 21.0, 31.0, 44.0, 60.0, 80.0)
"""How far a name may stand from its town: the nearest first."""


@dataclass(frozen=True, slots=True)
class Label:
    """A name in its place."""

    town: str
    text: str
    box: Box
    size: float
    bold: bool
    far: bool
    """So far off that a line must lead to the town."""


def letters(text: str, size: float, *, bold: bool = False) -> float:
    """How wide words are at most in the fonts that the pictures use."""
    total = 0.0
    for letter in text:
        if letter in "ijlftI.,'-() ":
            total += 0.40
        elif letter in "mwMW":
            total += 0.96
        elif letter.isupper():
            total += 0.74
        else:
            total += 0.61
    return total * size * (1.09 if bold else 1.0)


def symbol_radius(town: Town) -> float:
    """How far a town's sign reaches."""
    if town.fortress:
        return 13.0
    return 10.0 if town.kind == "city" else 6.5


def type_of(town: Town, *, major: bool) -> tuple[float, bool]:
    """Size and weight of a town's name: cities largest, towns off the major roads smallest."""
    if town.kind == "city":
        return 16.5, True
    if town.fortress:
        return 13.5, True
    return (12.5, False) if major else (11.5, False)


def place_labels(network: Network, layout: Layout, room: Room) -> list[Label]:
    """A place for every name: cities and fortresses choose first, then towns by how crowded they are."""
    found = []
    for town in sorted(network.towns.values(), key=lambda t: _rank(network, layout, t)):
        label = _place(network, layout, room, town)
        if label is not None:
            room.take(label.box)
            found.append(label)
    return found


def _rank(network: Network, layout: Layout, town: Town) -> tuple[int, float, str]:
    x, y = layout.spots[town.id]
    near = sorted(
        (x - layout.spots[other][0]) ** 2 + (y - layout.spots[other][1]) ** 2 for other in network.neighbours[town.id]
    )
    importance = 0 if town.kind == "city" else 1 if town.fortress else 2
    return importance, near[0] if near else 0.0, town.id


def _place(network: Network, layout: Layout, room: Room, town: Town) -> Label | None:
    major = any(road.kind == "major" for road in network.roads_at[town.id])
    size, bold = type_of(town, major=major)
    while size >= 8:
        wide, high = letters(town.name, size, bold=bold) + 2, size * 1.05
        for gaps in (GAPS[:3], GAPS[3:]):
            box = room.best(_candidates(layout.spots[town.id], wide, high, symbol_radius(town), gaps))
            if box is not None:
                return Label(town.id, town.name, box, size, bold, gaps is not GAPS[:3] and _is_far(box, layout, town))
        size -= 1.5
    return None


def _is_far(box: Box, layout: Layout, town: Town) -> bool:
    x, y = layout.spots[town.id]
    dx = max(box.x0 - x, x - box.x1, 0.0)
    dy = max(box.y0 - y, y - box.y1, 0.0)
    return hypot(dx, dy) > symbol_radius(town) + 16


_SPOTS = (
    (1.0, 0.0, 0.0),
    (1.0, -0.75, 0.6),
    (1.0, 0.75, 0.6),
    (-1.0, 0.0, 1.0),
    (-1.0, -0.75, 1.4),
    (-1.0, 0.75, 1.4),
    (0.0, -1.0, 1.2),
    (0.0, 1.0, 1.2),
    (0.5, -1.0, 1.0),
    (0.5, 1.0, 1.0),
    (-0.5, -1.0, 1.6),
    (-0.5, 1.0, 1.6),
)
"""Directions from a town, and how little a reader expects the name there."""


def _candidates(
    spot: Point, wide: float, high: float, radius: float, gaps: tuple[float, ...]
) -> Iterator[tuple[float, Box]]:
    x, y = spot
    for gap in gaps:
        for dx, dy, price in _SPOTS:
            cx = x + dx * (wide / 2 + (radius + gap if abs(dx) == 1 else 0))
            cy = y + dy * (high / 2 + (radius + gap if abs(dy) == 1 else 0.45 * radius + gap * 0.5))
            yield price + gap * 0.35, Box(cx - wide / 2, cy - high / 2, cx + wide / 2, cy + high / 2)


def labels_drawn(layout: Layout, labels: Sequence[Label], inks: Mapping[str, str]) -> Iterator[Fragment]:
    """The lines that lead to towns far off, then the names, each in the colour that its town has."""
    for label in labels:
        if label.far:
            x, y = layout.spots[label.town]
            dx = min(max(x, label.box.x0), label.box.x1) - x
            dy = min(max(y, label.box.y0), label.box.y1) - y
            body = f'<path d="M0 0L{n(dx)} {n(dy)}" stroke="#5b4a30" stroke-width="1" stroke-dasharray="2 2"/>'
            yield Fragment(body, (x, y), Box(min(0, dx), min(0, dy), max(0, dx), max(0, dy)).wider(1.0))
    for label in labels:
        weight = ' font-weight="bold"' if label.bold else ""
        body = (
            f'<text font-family="{SERIF}" font-size="{n(label.size)}"{weight} text-anchor="middle" '
            f'stroke-width="3.2" {HALO} fill="{inks.get(label.town, "#2c2114")}">{escape(label.text)}</text>'
        )
        box = label.box
        at = ((box.x0 + box.x1) / 2, box.y1 - label.size * 0.26)
        reach = Box(box.x0 - at[0], box.y0 - at[1], box.x1 - at[0], box.y1 - at[1]).wider(3.0)
        yield Fragment(body, at, reach, kind="town", data=(("town", label.town),))
