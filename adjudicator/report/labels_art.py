"""Words on a hex map: numbers of hexes, names of villages and rivers, placed where counters leave room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise

from adjudicator.maps.board import Cell, HexMap
from adjudicator.maps.hexgrid import direction, ring
from adjudicator.report.geometry import HALF, RADIUS, Point, centre, n, side_middle
from adjudicator.report.ways_art import flow, water_chains

SERIF = "Georgia,'DejaVu Serif',serif"
SANS = "'DejaVu Sans',Verdana,sans-serif"
HALO = 'stroke="#f4ecd4" stroke-linejoin="round" paint-order="stroke"'

ROOM = 2 * (1.5 * RADIUS - 24.0)
"""What is free for a name between the counters of two neighbouring columns."""

STEP, FAR = 6.0, 40.0
"""Along a river a name is tried at every so many pixels; what is farther away than that does not disturb it."""

LETTER = 0.53
"""The width of an average letter, in parts of the type size."""


def labels(board: HexMap) -> str:
    """The layer of words; it lies above the turn's arrows and below the counters."""
    return numbers(board) + names(board)


def numbers(board: HexMap) -> str:
    """The number of every hex, at its upper side."""
    parts = []
    for place in board.cells:
        x, y = centre(place)
        parts.append(f'<text x="{n(x)}" y="{n(y - HALF + 9.2)}">{place}</text>')
    return (
        f'<g font-family="{SANS}" font-size="7.8" text-anchor="middle" fill="#57482e" stroke-width="1.8" '
        f'{HALO} stroke-opacity=".75">' + "".join(parts) + "</g>"
    )


# --- names of places ---------------------------------------------------------------------------------------


def names(board: HexMap) -> str:
    """Village names once for each cluster of neighbouring hexes, at the lower side of one of them."""
    texts = []
    for name, (x, y), size in name_spots(board):
        bold = ' font-weight="bold"' if size > 12 else ""
        texts.append(f'<text x="{n(x)}" y="{n(y)}" font-size="{n(size)}"{bold}>{escape(name)}</text>')
    return (
        f'<g font-family="{SERIF}" font-style="italic" text-anchor="middle" fill="#2c2114" stroke-width="3" {HALO}>'
        + "".join(texts)
        + "</g>"
    )


def name_spots(board: HexMap) -> Iterator[tuple[str, Point, float]]:
    """Each name with the middle of its line and the size of its letters."""
    for name, places in _clusters(board.cells):
        terrain = board.cells[places[0]].terrain
        if name.casefold() == terrain:
            continue
        x, y = centre(_lowest(places))
        size = min(14.0 if terrain == "town" else 11.5, ROOM / (LETTER * len(name)))
        yield name, (x, y + HALF - 4.6), size


def _lowest(places: Sequence[str]) -> str:
    """Of a cluster the hex at its foot, and of those the one nearest to its middle."""
    middle = sum(centre(place)[0] for place in places) / len(places)
    return max(places, key=lambda place: (centre(place)[1], -abs(centre(place)[0] - middle)))


def _clusters(cells: Mapping[str, Cell]) -> Iterable[tuple[str, list[str]]]:
    """Names with the touching hexes that bear them."""
    left = {cell.id for cell in cells.values() if cell.name}
    for cell in cells.values():
        if cell.id not in left:
            continue
        left.discard(cell.id)
        cluster = [cell.id]
        for place in cluster:
            for other in ring(place):
                if other in left and cells[other].name == cell.name:
                    left.discard(other)
                    cluster.append(other)
        yield cell.name, sorted(cluster)


# --- names of rivers ---------------------------------------------------------------------------------------


def river_names(board: HexMap) -> str:
    """The name of every longer water along it, where it meets no bridge and no other name."""
    taken = [*_obstacles(board)]
    parts = []
    for index, (kind, name, chain) in enumerate(water_chains(board)):
        size = 13.0 if kind == "river" else 10.0
        wide = len(name) * (LETTER * size + 2)
        line = chain if chain[0][0] <= chain[-1][0] else chain[::-1]
        if name and len(line) > 5 and wide < _length(line):
            parts.append(_river_name(f"water{index}", name, line, size, _calmest(line, wide, taken)))
    return "".join(parts)


def _obstacles(board: HexMap) -> Iterator[Point]:
    for name, (x, y), size in name_spots(board):
        half = LETTER * size * len(name) / 2
        yield from ((x - half, y), (x, y), (x + half, y))
    for (a, b), side in board.sides.items():
        toward = direction(a, b)
        if toward is not None and (side.bridge or (side.way and side.water)):
            yield side_middle(a, toward)


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
        if worth > best:
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
