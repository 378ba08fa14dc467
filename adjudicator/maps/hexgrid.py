"""Hexes in numbered columns: neighbours, distance, opposite sides, straight lines.

Ids are column and row, two digits each ("0701"). Columns stand upright, hexes have flat tops, and even columns sit half
a hex lower than odd ones.
"""

from __future__ import annotations

from functools import cache, lru_cache

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""Clockwise; the opposite of direction i is (i + 3) % 6."""

_ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
_EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def hex_id(column: int, row: int) -> str:
    """The id of a hex.

    >>> hex_id(7, 1)
    '0701'
    """
    return f"{column:02d}{row:02d}"


def column_row(place: str) -> tuple[int, int]:
    """Column and row of a hex id."""
    return int(place[:2]), int(place[2:])


@cache
def ring(place: str) -> tuple[str, ...]:
    """The six neighbours, clockwise from north, on or off the map.

    >>> ring("1509")
    ('1508', '1608', '1609', '1510', '1409', '1408')
    """
    column, row = column_row(place)
    steps = _ODD if column % 2 else _EVEN
    return tuple(hex_id(column + dc, row + dr) for dc, dr in steps)


def direction(a: str, b: str) -> int | None:
    """The direction from a hex to its neighbour, or None if they do not touch."""
    around = ring(a)
    return around.index(b) if b in around else None


def are_opposite(centre: str, a: str, b: str) -> bool:
    """Whether two neighbours of a hex lie on opposite sides of it.

    >>> are_opposite("1509", "1408", "1609"), are_opposite("1509", "1408", "1608")
    (True, False)
    """
    da, db = direction(centre, a), direction(centre, b)
    return da is not None and db is not None and (da + 3) % 6 == db


def _axial(place: str) -> tuple[int, int]:
    column, row = column_row(place)
    return column, row - (column + column % 2) // 2


@lru_cache(maxsize=65536)
def distance(a: str, b: str) -> int:
    """Hexes from a to b, the starting hex not counted.

    >>> distance("1201", "1701"), distance("1201", "1901")
    (5, 7)
    """
    (qa, ka), (qb, kb) = _axial(a), _axial(b)
    dq, dk = qb - qa, kb - ka
    return max(abs(dq), abs(dk), abs(dq + dk))


def line(start: str, toward: int, length: int) -> tuple[str, ...]:
    """The hexes reached by going straight in one direction, the starting hex left out."""
    found = []
    here = start
    for _ in range(length):
        here = ring(here)[toward]
        found.append(here)
    return tuple(found)
