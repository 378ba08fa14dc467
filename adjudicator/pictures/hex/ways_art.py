"""Rivers and streams along the sides of hexes, bridges over them, roads and paths through hexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from adjudicator.maps.board import HexMap
from adjudicator.pictures.fragments import Point, n, xy
from adjudicator.pictures.hex.geometry import Geometry, midway

RIVER = {"river": ("#3f728c", 8.0, "#9cc3d5", 5.4), "stream": ("#4b8099", 4.2, "#a5cbdb", 2.4)}
"""Water by kind: bank and its width, water and its width."""


def waters(board: HexMap, geo: Geometry) -> str:
    """Rivers and streams, each chain of sides as one smooth line."""
    parts = []
    for kind in ("stream", "river"):
        bank, wide, water, narrow = RIVER[kind]
        path = "".join(flow(chain) for sort, _, chain in water_chains(board, geo) if sort == kind)
        style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        parts.append(f'<path d="{path}" stroke="{bank}" stroke-width="{wide}" {style}/>')
        parts.append(f'<path d="{path}" stroke="{water}" stroke-width="{narrow}" {style}/>')
    return "".join(parts)


def water_chains(board: HexMap, geo: Geometry) -> list[tuple[str, str, list[Point]]]:
    """Every water as a line of points: its kind, its name, its course."""
    return [
        (kind, name, chain)
        for kind in ("stream", "river")
        for name, sides in _named(board, geo, kind).items()
        for chain in _chains(sides)
    ]


def _named(board: HexMap, geo: Geometry, kind: str) -> Mapping[str, list[tuple[Point, Point]]]:
    found: dict[str, list[tuple[Point, Point]]] = {}
    for (a, b), side in sorted(board.sides.items()):
        toward = geo.direction(a, b)
        if side.water == kind and toward is not None:
            found.setdefault(side.water_name, []).append(geo.side_ends(a, toward))
    return found


def _chains(sides: list[tuple[Point, Point]]) -> list[list[Point]]:
    """Sides joined end to end into lines, starting where only one side ends."""
    at: dict[tuple[int, int], list[int]] = {}
    for index, (a, b) in enumerate(sides):
        at.setdefault(_key(a), []).append(index)
        at.setdefault(_key(b), []).append(index)
    left = set(range(len(sides)))
    chains = []
    starts = sorted(key for key, touching in at.items() if len(touching) != 2)
    for key in starts + sorted(at):
        for first in at[key]:
            if first in left:
                chains.append(_walk(key, first, sides, at, left))
    return chains


def _key(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _walk(
    key: tuple[int, int],
    first: int,
    sides: list[tuple[Point, Point]],
    at: Mapping[tuple[int, int], list[int]],
    left: set[int],
) -> list[Point]:
    a, b = sides[first]
    chain = [a] if _key(a) == key else [b]
    following: int | None = first
    while following is not None:
        left.discard(following)
        a, b = sides[following]
        chain.append(b if _key(a) == _key(chain[-1]) else a)
        touching = at[_key(chain[-1])]
        following = next((i for i in touching if i in left), None) if len(touching) == 2 else None
    return chain


def flow(chain: Sequence[Point]) -> str:
    """A line through the middles of the sides, rounded at every corner."""
    path = f"M{xy(chain[0])}L{xy(midway(chain[0], chain[1]))}"
    for corner, following in pairwise(chain[1:]):
        path += f"Q{xy(corner)} {xy(midway(corner, following))}"
    return path + f"L{xy(chain[-1])}"


def roads(board: HexMap, geo: Geometry) -> str:
    """Roads as cased lines, paths as dashes, links between distant hexes as dots."""
    lines: dict[str, list[str]] = {"road": [], "path": []}
    for place in board.cells:
        _through(board, geo, place, lines)
    links = "".join(_link(geo, a, b) for a, b in sorted(board.links))
    road, path = "".join(lines["road"]), "".join(lines["path"])
    return (
        f'<path d="{path}" stroke="#f3e7c4" stroke-width="3.6" stroke-opacity=".8" fill="none"/>'
        f'<path d="{path}" stroke="#7a5a35" stroke-width="1.7" stroke-dasharray="6 3" fill="none"/>'
        f'<path d="{links}" stroke="#7a5a35" stroke-width="2" stroke-dasharray="2 4" fill="none"/>'
        f'<path d="{road}" stroke="#5f4526" stroke-width="6" stroke-linecap="round" fill="none"/>'
        f'<path d="{road}" stroke="#f1dfae" stroke-width="3.6" stroke-linecap="round" fill="none"/>'
    )


def _through(board: HexMap, geo: Geometry, place: str, lines: dict[str, list[str]]) -> None:
    """The ways through one hex: two roads make a curve, others meet where it passes."""
    ends: dict[str, list[Point]] = {"road": [], "path": []}
    for toward, other in enumerate(geo.ring(place)):
        way = board.side(place, other).way if other else ""
        way = "path" if way == "trail" else way
        if way in ends:
            ends[way].append(geo.side_middle(place, toward))
    here = geo.centre(place)
    first = "road" if ends["road"] else "path"
    if len(ends[first]) == 2:
        a, b = ends[first]
        lines[first].append(f"M{xy(a)}Q{xy(here)} {xy(b)}")
        here = (a[0] / 4 + here[0] / 2 + b[0] / 4, a[1] / 4 + here[1] / 2 + b[1] / 4)
        ends[first] = []
    for way, points in ends.items():
        lines[way] += [f"M{xy(point)}L{xy(here)}" for point in points]


def _link(geo: Geometry, a: str, b: str) -> str:
    start, end = geo.centre(a), geo.centre(b)
    middle = midway(start, end)
    return f"M{xy(start)}Q{xy((middle[0], middle[1] - 42))} {xy(end)}"


def bridges(board: HexMap, geo: Geometry) -> str:
    """A pair of parapets across the water on every bridged side."""
    parts = []
    for (a, b), side in sorted(board.sides.items()):
        toward = geo.direction(a, b)
        if not side.bridge or toward is None:
            continue
        (ax, ay), (bx, by) = geo.side_ends(a, toward)
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        ux, uy = (bx - ax) / length, (by - ay) / length
        mx, my = (ax + bx) / 2, (ay + by) / 2
        parts.append(_bridge((mx, my), (ux, uy), 9.0 if side.water == "river" else 7.0))
    deck = "".join(d for d, _ in parts)
    rails = "".join(r for _, r in parts)
    return (
        f'<path d="{deck}" stroke="#e6cf9c" stroke-width="6" fill="none"/>'
        f'<path d="{rails}" stroke="#3f2d18" stroke-width="1.8" stroke-linecap="round" fill="none"/>'
    )


def _bridge(at: Point, along: Point, reach: float) -> tuple[str, str]:
    """The deck across the water, and the rails on both sides of it."""
    (x, y), (ux, uy) = at, along
    vx, vy = -uy, ux
    deck = f"M{xy((x - vx * reach, y - vy * reach))}l{n(2 * vx * reach)} {n(2 * vy * reach)}"
    rails = ""
    for hand in (-4.2, 4.2):
        start = (x + ux * hand - vx * reach, y + uy * hand - vy * reach)
        rails += f"M{xy(start)}l{n(2 * vx * reach)} {n(2 * vy * reach)}"
    return deck, rails
