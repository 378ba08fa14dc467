"""Words on a hex map: numbers of hexes, names of villages and rivers, placed where counters leave room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

from adjudicator.maps.board import Cell, HexMap
from adjudicator.pictures.fonts import SANS, SERIF
from adjudicator.pictures.fragments import Box, Fragment, Point, around, n
from adjudicator.pictures.hex.geometry import RADIUS, Geometry
from adjudicator.pictures.hex.ways_art import flow, water_chains

HALO = 'stroke="#f4ecd4" stroke-linejoin="round" paint-order="stroke"'

ROOM = 2 * (1.5 * RADIUS - 24.0)
"""What is free for a name between the counters of two neighbouring columns."""

STEP, FAR = 6.0, 40.0
"""Along a river a name is tried at every so many pixels; what is farther away than that does not disturb it."""

LETTER = 0.53
"""The width of an average letter, in parts of the type size."""

NUMBER = 8.4
_NUMBERS = (
    f'font-family="{SANS}" font-size="{NUMBER}" text-anchor="middle" fill="#57482e" stroke-width="1.8" {HALO} '
    'stroke-opacity=".75"'
)
_NAMES = f'font-family="{SERIF}" font-style="italic" text-anchor="middle" fill="#2c2114" stroke-width="3" {HALO}'


def labels(board: HexMap, geo: Geometry) -> str:
    """The words of the board: numbers of hexes and names of places."""
    return numbers(board, geo) + names(board, geo)


def numbers(board: HexMap, geo: Geometry) -> str:
    """The number of every hex, at its upper side."""
    parts = []
    for place in board.cells:
        x, y = number_spot(geo, place)
        parts.append(f'<text x="{n(x)}" y="{n(y)}">{place}</text>')
    return f"<g {_NUMBERS}>{''.join(parts)}</g>"


def number_spot(geo: Geometry, place: str) -> Point:
    """Where the number of a hex stands: the middle of its line."""
    x, y = geo.centre(place)
    return x, y - geo.high + (9.2 if geo.tops == "flat" else 19.0)


# --- names of places ---------------------------------------------------------------------------------------


def names(board: HexMap, geo: Geometry) -> str:
    """Village names once for each cluster of neighbouring hexes, at the lower side of one of them."""
    texts = (_name(name, spot, size) for name, spot, size in name_spots(board, geo))
    return f"<g {_NAMES}>{''.join(texts)}</g>"


def _name(name: str, spot: Point, size: float) -> str:
    bold = ' font-weight="bold"' if size > 12 else ""
    return f'<text x="{n(spot[0])}" y="{n(spot[1])}" font-size="{n(size)}"{bold}>{escape(name)}</text>'


def name_spots(board: HexMap, geo: Geometry) -> Iterator[tuple[str, Point, float]]:
    """Each name with the middle of its line and the size of its letters."""
    for name, places in _clusters(board.cells, geo):
        terrain = board.cells[places[0]].terrain
        if name.casefold() == terrain:
            continue
        x, y = geo.centre(_lowest(places, geo))
        size = min(14.0 if terrain == "town" else 11.5, ROOM / (LETTER * len(name)))
        yield name, (x, y + geo.high - (4.6 if geo.tops == "flat" else 14.0)), size


def _lowest(places: Sequence[str], geo: Geometry) -> str:
    """Of a cluster the hex at its foot, and of those the one nearest to its middle."""
    middle = sum(geo.centre(place)[0] for place in places) / len(places)
    return max(places, key=lambda place: (geo.centre(place)[1], -abs(geo.centre(place)[0] - middle)))


def _clusters(cells: Mapping[str, Cell], geo: Geometry) -> Iterable[tuple[str, list[str]]]:
    """Names with the touching hexes that bear them."""
    left = {cell.id for cell in cells.values() if cell.name}
    for cell in cells.values():
        if cell.id not in left:
            continue
        left.discard(cell.id)
        cluster = [cell.id]
        for place in cluster:
            for other in geo.ring(place):
                if other in left and cells[other].name == cell.name:
                    left.discard(other)
                    cluster.append(other)
        yield cell.name, sorted(cluster)


# --- words that an arrow would cover -----------------------------------------------------------------------


Stroke = tuple[Point, Point, Box]
"""A stretch of an arrow: where it begins and ends, and the box of what it may cover."""
BROAD = 10.0
"""How far from the middle of an arrow words are still covered."""


def words_over(board: HexMap, geo: Geometry, courses: Sequence[Sequence[Point]]) -> Iterator[Fragment]:
    """The numbers and names that lie under the courses of arrows, to be drawn once more above them."""
    strokes = [(a, b, around([a, b], BROAD)) for course in courses for a, b in pairwise(course)]
    if not strokes:
        return
    for place in board.cells:
        spot, half = number_spot(geo, place), NUMBER * 0.3 * len(place)
        if _is_crossed(Box(spot[0] - half, spot[1] - NUMBER, spot[0] + half, spot[1]), strokes):
            yield Fragment(f"<text {_NUMBERS}>{place}</text>", spot, Box(-half - 2, -NUMBER, half + 2, 3))
    for name, spot, size in name_spots(board, geo):
        half = LETTER * size * len(name) / 2 * 1.15
        if _is_crossed(Box(spot[0] - half, spot[1] - size, spot[0] + half, spot[1]), strokes):
            body = f"<g {_NAMES}>{_name(name, (0.0, 0.0), size)}</g>"
            yield Fragment(body, spot, Box(-half - 4, -size - 3, half + 4, size * 0.4 + 3))


def _is_crossed(box: Box, strokes: Sequence[Stroke]) -> bool:
    """Whether one of the strokes meets a box."""
    x0, y0, x1, y1 = box
    return any(
        x0 < there.x1 and there.x0 < x1 and y0 < there.y1 and there.y0 < y1 and _meets(box.wider(BROAD), a, b)
        for a, b, there in strokes
    )


def _meets(box: Box, a: Point, b: Point) -> bool:
    """Whether a stretch of line passes through a box: cut it by the four rims, and see whether something is left."""
    start, end = 0.0, 1.0
    for origin, toward, low, high in ((a[0], b[0], box.x0, box.x1), (a[1], b[1], box.y0, box.y1)):
        step = toward - origin
        if abs(step) < 1e-9:
            if not low <= origin <= high:
                return False
            continue
        first, last = sorted(((low - origin) / step, (high - origin) / step))
        start, end = max(start, first), min(end, last)
    return start <= end


# --- names of rivers ---------------------------------------------------------------------------------------


def river_names(board: HexMap, geo: Geometry) -> str:
    """The name of every longer water along it, where it meets no bridge and no other name."""
    taken = [*_obstacles(board, geo)]
    parts = []
    for index, (kind, name, chain) in enumerate(water_chains(board, geo)):
        size = 13.0 if kind == "river" else 10.0
        wide = len(name) * (LETTER * size + 2)
        line = chain if chain[0][0] <= chain[-1][0] else chain[::-1]
        if name and len(line) > 5 and wide < _length(line):
            parts.append(_river_name(f"water{index}", name, line, size, _calmest(line, wide, taken)))
    return "".join(parts)


def _obstacles(board: HexMap, geo: Geometry) -> Iterator[Point]:
    for name, (x, y), size in name_spots(board, geo):
        half = LETTER * size * len(name) / 2
        yield from ((x - half, y), (x, y), (x + half, y))
    for (a, b), side in board.sides.items():
        toward = geo.direction(a, b)
        if toward is not None and (side.bridge or (side.way and side.water)):
            yield geo.side_middle(a, toward)


def _length(line: Sequence[Point]) -> float:
    return sum(_apart(a, b) for a, b in pairwise(line))


def _apart(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _calmest(line: Sequence[Point], wide: float, taken: Sequence[Point]) -> float:
    """How far along the line a name begins so that it keeps away from everything else."""
    best, start = float("-inf"), 0.0
    spots = [_along(line, step * STEP) for step in range(int(_length(line) / STEP))]
    room = [min((_apart(spot, other) for other in taken), default=FAR) for spot in spots]
    count = max(1, int(wide / STEP))
    for first in range(1, len(spots) - count):
        bend = count * STEP - _apart(spots[first], spots[first + count])
        worth = min(FAR, *room[first : first + count + 1]) - bend
        if worth > best + 0.01:
            best, start = worth, first * STEP
    return start


def _along(line: Sequence[Point], far: float) -> Point:
    for a, b in pairwise(line):
        step = _apart(a, b)
        if far <= step:
            return a[0] + (b[0] - a[0]) * far / step, a[1] + (b[1] - a[1]) * far / step
        far -= step
    return line[-1]


def _river_name(ref: str, name: str, line: Sequence[Point], size: float, start: float) -> str:
    share = 100 * start / _length(line)
    return (
        f'<path id="{ref}" d="{flow(line)}" fill="none"/>'
        f'<text font-family="{SERIF}" font-style="italic" font-size="{n(size)}" letter-spacing="2" '
        f'fill="#23566f" stroke-width="2.6" {HALO} dy="-6">'
        f'<textPath href="#{ref}" startOffset="{n(share)}%">{escape(name)}</textPath></text>'
    )
