"""The ground of a hex map: fields, heights, woods, villages, works, wet ground."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

from adjudicator.maps.board import Cell, HexMap
from adjudicator.pictures.fragments import Point, n, xy
from adjudicator.pictures.hex.geometry import Geometry, scatter

GROUND = ("#ece5c9", "#dfcfa2", "#cfb581", "#bd9a64")
"""Open ground by height, lowest first."""

LARGE = 2500
"""Hexes of a sheet that is seen from so far away that half of the grass would be too much."""
WOODS = ("woods", "pine_forest", "forest")
SETTLED = ("village", "hamlet", "garten")
WATER = "#a9c6d6"
INK = "#4a3b28"


def ground(board: HexMap, geo: Geometry) -> str:
    """Everything that lies in the hexes, from the lowest layer up."""
    rims = "".join(geo.outline(place) for place in board.cells)
    return "".join(
        (
            _levels(board, geo),
            _grain(board, geo),
            _woods(board, geo),
            _swamps(board, geo),
            _lakes(board, geo),
            f'<path d="{rims}" fill="none" stroke="#6b5a3c" stroke-opacity=".34"/>',
            _slopes(board, geo),
        )
    )


def buildings(board: HexMap, geo: Geometry) -> str:
    """Villages, towns, chateaux and redoubts, drawn above roads and rivers."""
    return "".join(_BUILT[cell.terrain](board, geo, cell) for cell in board.cells.values() if cell.terrain in _BUILT)


def gardens(board: HexMap, geo: Geometry) -> str:
    """The ground of villages and towns, drawn below roads and rivers."""
    parts = []
    for cell in board.cells.values():
        x, y = geo.centre(cell.id)
        if cell.terrain in SETTLED:
            parts.append(f'<ellipse cx="{n(x)}" cy="{n(y)}" rx="31" ry="27" fill="#d3d6a2" fill-opacity=".8"/>')
        elif cell.terrain == "town":
            parts.append(f'<path d="{geo.outline(cell.id, 7)}" fill="#e3cfb4" stroke="{INK}" stroke-width="2.2"/>')
    return "".join(parts)


def _levels(board: HexMap, geo: Geometry) -> str:
    by_level: dict[int, list[str]] = {}
    for cell in board.cells.values():
        by_level.setdefault(min(max(cell.elevation, 0), len(GROUND) - 1), []).append(cell.id)
    return "".join(
        f'<path d="{"".join(geo.outline(p) for p in places)}" fill="{GROUND[level]}" stroke="{GROUND[level]}"/>'
        for level, places in sorted(by_level.items())
    )


def _grain(board: HexMap, geo: Geometry) -> str:
    """Faint furrows and tufts, so that open ground does not look like a form."""
    strokes = []
    tufts = 5 if len(board.cells) <= LARGE else 2
    for cell in board.cells.values():
        if cell.terrain not in ("clear", "fleche", *SETTLED):
            continue
        x, y = geo.centre(cell.id)
        chance = scatter("grain" + cell.id)
        for _ in range(tufts):
            px, py = x + (next(chance) - 0.5) * 58, y + (next(chance) - 0.5) * 60
            strokes.append(f"M{xy((px, py))}l2 -4m1.5 4.4l1.6 -3")
    return f'<path d="{"".join(strokes)}" stroke="#8d8a4f" stroke-opacity=".45" stroke-width=".8" fill="none"/>'


def _slopes(board: HexMap, geo: Geometry) -> str:
    """Hachures along every side where the ground falls, drawn downhill."""
    strokes = []
    for cell in board.cells.values():
        for direction, other in enumerate(geo.ring(cell.id)):
            lower = board.cells.get(other) if other else None
            if lower is None or lower.elevation >= cell.elevation:
                continue
            strokes.append(_hachures(geo, cell.id, direction, cell.elevation - lower.elevation))
    return f'<path d="{"".join(strokes)}" stroke="#6d4f2a" stroke-opacity=".62" stroke-width="1.1" fill="none"/>'


def _hachures(geo: Geometry, place: str, direction: int, drop: int) -> str:
    (ax, ay), (bx, by) = geo.side_ends(place, direction)
    cx, cy = geo.centre(place)
    mx, my = (ax + bx) / 2 - cx, (ay + by) / 2 - cy
    length = (mx * mx + my * my) ** 0.5
    ux, uy = mx / length, my / length
    chance = scatter(f"{place}/{direction}")
    ticks = 11
    parts = []
    for i in range(ticks):
        t = (i + 0.5) / ticks
        reach = (5.5 + 3.5 * next(chance)) * min(1 + 0.35 * (drop - 1), 1.7)
        parts.append(f"M{xy((ax + (bx - ax) * t, ay + (by - ay) * t))}l{n(ux * reach)} {n(uy * reach)}")
    return "".join(parts)


def _woods(board: HexMap, geo: Geometry) -> str:
    places = [cell for cell in board.cells.values() if cell.terrain in WOODS]
    base = "".join(geo.outline(cell.id) for cell in places)
    shadows, crowns, lights = [], [], []
    for cell in places:
        for (x, y), size in _trees(geo, cell.id):
            shadows.append(_dot((x + 1.2, y + 1.8), size))
            crowns.append(_dot((x, y), size))
            lights.append(_dot((x - size * 0.25, y - size * 0.3), size * 0.5))
    return (
        f'<path d="{base}" fill="#9cb077" fill-opacity=".62"/>'
        f'<path d="{"".join(shadows)}" fill="#3d4f27" fill-opacity=".5"/>'
        f'<path d="{"".join(crowns)}" fill="#6f8f4c" stroke="#47602d" stroke-width=".6"/>'
        f'<path d="{"".join(lights)}" fill="#8fab68"/>'
    )


def _trees(geo: Geometry, place: str) -> Iterator[tuple[Point, float]]:
    x, y = geo.centre(place)
    chance = scatter("wood" + place)
    found = []
    for row in range(-3, 4):
        for column in range(-3, 4):
            dx = column * 12.5 + (6 if row % 2 else 0) + (next(chance) - 0.5) * 7
            dy = row * 11.5 + (next(chance) - 0.5) * 6
            size = 4.2 + 2.2 * next(chance)
            if geo.is_inside((dx, dy), 5) and next(chance) < 0.86:
                found.append(((x + dx, y + dy), size))
    yield from sorted(found, key=lambda tree: tree[0][1])


def _dot(at: Point, radius: float) -> str:
    r = n(radius)
    return f"M{xy((at[0] - radius, at[1]))}a{r} {r} 0 1 0 {n(2 * radius)} 0a{r} {r} 0 1 0 {n(-2 * radius)} 0"


def _swamps(board: HexMap, geo: Geometry) -> str:
    pools, reeds = [], []
    places = [cell for cell in board.cells.values() if cell.terrain == "swamp"]
    for cell in places:
        x, y = geo.centre(cell.id)
        chance = scatter("swamp" + cell.id)
        for _ in range(34):
            dx, dy = (next(chance) - 0.5) * 84, (next(chance) - 0.5) * 72
            if not geo.is_inside((dx, dy), 7):
                continue
            pools.append(f"M{xy((x + dx - 6, y + dy))}h{n(7 + 7 * next(chance))}")
            reeds.append(f"M{xy((x + dx, y + dy - 1))}v-5m-2.5 5l-1 -4m6 4l1 -4")
    base = "".join(geo.outline(cell.id, 2) for cell in places)
    return (
        f'<path d="{base}" fill="#c3d0b4" fill-opacity=".8"/>'
        f'<path d="{"".join(pools)}" stroke="#5f93a8" stroke-width="1.3" stroke-linecap="round" fill="none"/>'
        f'<path d="{"".join(reeds)}" stroke="#6d7f45" stroke-width=".9" fill="none"/>'
    )


def _lakes(board: HexMap, geo: Geometry) -> str:
    parts = []
    for cell in board.cells.values():
        if cell.terrain == "lake":
            parts += [
                f'<path d="{_shore(geo, cell.id, 37)}" fill="{WATER}" stroke="#4f7f97" stroke-width="1.6"/>',
                f'<path d="{_shore(geo, cell.id, 30)}{_shore(geo, cell.id, 23)}" fill="none" stroke="#6f9db3"/>',
            ]
    return "".join(parts)


def _shore(geo: Geometry, place: str, reach: float) -> str:
    x, y = geo.centre(place)
    chance = scatter("lake" + place)
    ring_points = []
    for i in range(10):
        far = reach * (0.82 + 0.2 * next(chance))
        ring_points.append((x + far * 1.08 * cos(radians(36 * i)), y + far * 0.88 * sin(radians(36 * i))))
    return smooth_ring(ring_points)


def smooth_ring(points: list[Point]) -> str:
    """A closed curve that rounds every corner."""
    pairs = list(zip(points, points[1:] + points[:1], strict=True))
    start = pairs[-1]
    path = f"M{xy(((start[0][0] + start[1][0]) / 2, (start[0][1] + start[1][1]) / 2))}"
    for here, following in pairs:
        path += f"Q{xy(here)} {xy(((here[0] + following[0]) / 2, (here[1] + following[1]) / 2))}"
    return path + "Z"


def _settlement(board: HexMap, geo: Geometry, cell: Cell) -> str:
    """Blocks of houses that leave the roads free; a town stands closer and has a wall."""
    x, y = geo.centre(cell.id)
    town = cell.terrain == "town"
    ways = [
        geo.side_middle(cell.id, direction)
        for direction, other in enumerate(geo.ring(cell.id))
        if other and board.side(cell.id, other).way
    ]
    chance = scatter("houses" + cell.id)
    houses, roofs = [], []
    wanted = {"town": 26, "hamlet": 5}.get(cell.terrain, 12)
    reach = 33 if town else 25
    taken: list[Point] = []
    for _ in range(400):
        if len(taken) == wanted:
            break
        at = (x + (next(chance) - 0.5) * 2 * reach, y + (next(chance) - 0.5) * 2 * reach * 0.9)
        if not geo.is_inside((at[0] - x, at[1] - y), 10) or any(_near(at, other, 8.2) for other in taken):
            continue
        if any(_beside(at, (x, y), way, 6.4) for way in ways):
            continue
        taken.append(at)
        wide, high = 6 + 4 * next(chance), 5 + 2.5 * next(chance)
        houses.append(f"M{xy((at[0] - wide / 2, at[1] - high / 2))}h{n(wide)}v{n(high)}h{n(-wide)}z")
        roofs.append(f"M{xy((at[0] - wide / 2, at[1]))}h{n(wide)}")
    return (
        f'<path d="{"".join(houses)}" fill="#b5553c" stroke="#5d2a1c" stroke-width=".8"/>'
        f'<path d="{"".join(roofs)}" stroke="#5d2a1c" stroke-width=".6"/>'
    )


def _near(a: Point, b: Point, limit: float) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < limit * limit


def _beside(at: Point, a: Point, b: Point, limit: float) -> bool:
    """Whether a point is nearer than the limit to the stretch from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / (dx * dx + dy * dy)))
    return _near(at, (a[0] + dx * t, a[1] + dy * t), limit)


def _chateau(board: HexMap, geo: Geometry, cell: Cell) -> str:
    """A walled farm or castle: a square of buildings around a yard, with corner towers and a gate."""
    x, y = geo.centre(cell.id)
    walls = f"M{xy((x - 21, y - 17))}h42v34h-42zM{xy((x - 12, y - 9))}v18h24v-18z"
    towers = "".join(f"M{xy((x + dx - 5, y + dy - 5))}h10v10h-10z" for dx in (-21, 21) for dy in (-17, 17))
    return (
        f'<path d="{walls}" fill="#a9573f" fill-rule="evenodd" stroke="#4f2417" stroke-width="1.4"/>'
        f'<path d="{towers}" fill="#7d3d2b" stroke="#4f2417"/>'
        f'<path d="M{xy((x - 4, y + 9))}h8v8h-8z" fill="#e3cfb4" stroke="#4f2417" stroke-width=".8"/>'
    )


def _redoubt(board: HexMap, geo: Geometry, cell: Cell) -> str:
    """An earthwork with a ditch: a closed work of five faces, its parapet toothed."""
    x, y = geo.centre(cell.id)
    work = [(x - 27, y + 21), (x - 30, y - 9), (x, y - 27), (x + 30, y - 9), (x + 27, y + 21)]
    path = "M" + "L".join(xy(p) for p in work) + "Z"
    teeth = "".join(_teeth(a, b) for a, b in zip(work, work[1:] + work[:1], strict=True))
    return (
        f'<path d="{path}" fill="#d9c193" stroke="#5b4426" stroke-width="5" stroke-linejoin="miter"/>'
        f'<path d="{path}" fill="none" stroke="#c9a870" stroke-width="1.8"/>'
        f'<path d="{teeth}" stroke="#5b4426" stroke-width="1.4" fill="none"/>'
    )


def _teeth(a: Point, b: Point) -> str:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5
    ox, oy = dy / length * 5.2, -dx / length * 5.2
    count = int(length / 6)
    return "".join(
        f"M{xy((a[0] + dx * (i + 0.5) / count, a[1] + dy * (i + 0.5) / count))}l{n(ox)} {n(oy)}" for i in range(count)
    )


def _garden(board: HexMap, geo: Geometry, cell: Cell) -> str:
    """Fruit trees in rows behind a hedge."""
    x, y = geo.centre(cell.id)
    chance = scatter("garden" + cell.id)
    trees = "".join(
        _dot((x + dx + 2 * next(chance), y + dy + 2 * next(chance)), 3.1)
        for dx in (-22, -11, 0, 11, 22)
        for dy in (-13, 0, 13)
    )
    return (
        f'<path d="M{xy((x - 31, y - 21))}h62v42h-62z" fill="none" stroke="#5f7a3c" stroke-width="2.4" '
        f'stroke-dasharray="4 2"/><path d="{trees}" fill="#7d9a52" stroke="#47602d" stroke-width=".6"/>'
    )


_BUILT = {
    "village": _settlement,
    "hamlet": _settlement,
    "town": _settlement,
    "chateau": _chateau,
    "bischof_schloss": _chateau,
    "redoubt": _redoubt,
    "garten": _garden,
}
"""What stands on a hex, by its terrain."""
