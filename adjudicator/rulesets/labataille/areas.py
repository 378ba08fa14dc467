"""R-82: where a scenario lets a unit be set up: "within 5 hexes of Redoubt A", "9 hexes east of Bewernick", a place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.labataille.context import Context

SPREAD = 2
"""R-82: how far from a point that is only named by its distance."""
WITHIN = re.compile(r"^within (\d+) hexes of (?:the line of 5 forest hexes east of )?(.+)$")
TOWARD = re.compile(r"^(\d+)(?: to (\d+))? hexes (east|west|northwest) of (.+?)(?:,.*)?$")
STEPS = {"east": 1, "west": -1}


def in_area(ctx: Context, piece: str, places: tuple[str, ...]) -> Verdict:
    """R-82, R-83: whether hexes lie where the scenario's list puts a unit or leader."""
    words = ctx.areas.get(piece, "")
    allowed = area(ctx, words, ctx.defaults.get(piece, ""))
    outside = next((place for place in places if place not in allowed), None)
    if outside is None:
        return yes("HEI-s3-5")
    name = ctx.units[piece].name if piece in ctx.units else ctx.leaders[piece].name
    return no("HEI-s3-5", f"{name} is set up {words}; {outside} is not there.", "Name a hex of that area.")


def area(ctx: Context, words: str, default: str) -> frozenset[str]:
    """The hexes that some words of the list mean; the hex of the default file always among them.

    Words that name no distance and no place of the map mean the neighbourhood of the default hex.
    """
    known: dict[tuple[str, str], frozenset[str]] = ctx.memo.setdefault("areas", {})
    if (words, default) not in known:
        known[words, default] = frozenset((*_area(ctx, words, default), default))
    return known[words, default]


def _area(ctx: Context, words: str, default: str) -> Iterator[str]:
    if found := WITHIN.match(words):
        yield from _near(ctx, _hexes(ctx, found[2]), int(found[1]), default)
    elif found := TOWARD.match(words):
        for far in range(int(found[1]), int(found[2] or found[1]) + 1):
            point = _point(ctx, found[4], far, found[3])
            if point:
                yield from _near(ctx, (point,), SPREAD, default)
    elif named := _hexes(ctx, words):
        yield from named
    elif default:
        yield from _near(ctx, (default,), SPREAD, default)


def _hexes(ctx: Context, name: str) -> tuple[str, ...]:
    """The hexes of a place; of a line of forest those of the default file's neighbourhood."""
    if name == "Redoubt C" or name not in ctx.places:
        line = ctx.places.get("Line of five forest hexes")
        if line is not None and "forest" in name:
            return line.hexes
    found = ctx.places.get(name)
    return found.hexes if found is not None else ()


def _near(ctx: Context, hexes: tuple[str, ...], far: int, default: str) -> Iterator[str]:
    """Hexes so near to any of these, on the default hex's bank of the Alle (7.2)."""
    grid = ctx.board.grid
    bank = _bank(ctx, default)
    for place in hexes:
        for one in grid.within(grid.ids[place], far):
            if not bank or _bank(ctx, grid.names[one]) == bank:
                yield grid.names[one]


def _bank(ctx: Context, place: str) -> str:
    found = ctx.board.cells[place].feature("bank") if place in ctx.board.cells else None
    return found.name if found is not None else ""


def _point(ctx: Context, name: str, far: int, toward: str) -> str:
    """R-82: counted from the reference hex along the row; northwest along the line of hexes."""
    place = ctx.places.get(name.split(" or ")[0])
    if place is None:
        return ""
    grid = ctx.board.grid
    column, row = grid.column_row(place.reference)
    if toward in STEPS:
        point = grid.number(column + STEPS[toward] * far, row)
        return point if point in ctx.board.cells else ""
    line = grid.straight(grid.ids[place.reference], grid.side_names.index("NW"), far)
    return grid.names[line[-1]] if len(line) == far else ""
