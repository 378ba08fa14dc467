"""The map of a theatre of war: towns and roads, corps with their strength, what a side saw happen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.view import Mark, View
from adjudicator.maps.network import Network
from adjudicator.pictures.colours import side_colours
from adjudicator.pictures.fonts import SERIF
from adjudicator.pictures.fragments import Board, Box, Fragment, Picture, Point, n
from adjudicator.pictures.happenings import Happenings, plain, seen_as
from adjudicator.pictures.kept import digest_of, drawing_code, keep, recall
from adjudicator.pictures.templates import drawing_of
from adjudicator.pictures.theatre import blocks as theatre_blocks
from adjudicator.pictures.theatre import ground as theatre_ground
from adjudicator.pictures.theatre import towns as theatre_towns
from adjudicator.pictures.theatre.blocks import Plate, place_plates, plates, plates_drawn
from adjudicator.pictures.theatre.ground import country, river_names, ways
from adjudicator.pictures.theatre.insets import Inset, inset_drawn, insets, place_insets
from adjudicator.pictures.theatre.labels import Label, labels_drawn, place_labels, symbol_radius
from adjudicator.pictures.theatre.layout import (
    MARGIN,
    TITLE,
    Layout,
    along,
    dotted,
    layout,
    read_layout,
    road_course,
)
from adjudicator.pictures.theatre.rivers import crossings, rivers
from adjudicator.pictures.theatre.room import Room
from adjudicator.pictures.theatre.towns import (
    depot_sign,
    ranges,
    road_uses,
    siege_ring,
    supply_lines,
    swords,
    towns_drawn,
)
from adjudicator.pictures.theatre.trails import arrows, fields, marches, star_spot, stars

PAPER = "#f6efdb"
DENSE = 7.0
"""Pixels between the points by which a road's room is kept."""
DEFS = theatre_blocks.DEFS + theatre_ground.DEFS + theatre_towns.DEFS

Spots = tuple[tuple[Point, float], ...]
"""Points on the sheet with their weights."""


class Sheet(NamedTuple):
    """What does not change from turn to turn: where towns lie, the ground, the spots that are better left visible."""

    layout: Layout
    board: Board
    roads: Spots
    names: Spots


class Arrangement(NamedTuple):
    """Where everything that needs room has found it."""

    plates: list[tuple[Plate, Box]]
    depots: list[tuple[Mark, Box]]
    labels: list[Label]
    insets: list[tuple[Inset, Box]]
    below: float
    """Pixels that insets take below the map."""


_sheets: dict[tuple[int, str], tuple[Network, Sheet]] = {}


def sheet_of(network: Network, ruleset: str, drawing: Mapping[str, Any], folder: Path | None = None) -> Sheet:
    """The sheet without pieces: made once for each network in the life of the program, or read back from the folder."""
    known = _sheets.get((id(network), ruleset))
    if known is None or known[0] is not network:
        known = _sheets[id(network), ruleset] = (network, _sheet(network, drawing, folder))
    return known[1]


def _sheet(network: Network, drawing: Mapping[str, Any], folder: Path | None) -> Sheet:
    digest = digest_of(repr(drawing), repr(network))
    name = f"theatre-{digest_of(digest, drawing_code())}"
    kept = recall(folder, name)
    if kept is not None:
        return _read(digest, json.loads(kept))
    made = draw_sheet(network, drawing, digest)
    keep(folder, name, json.dumps(_written(made)).encode())
    return made


def draw_sheet(network: Network, drawing: Mapping[str, Any], digest: str = "") -> Sheet:
    """The sheet without pieces, made anew."""
    laid = layout(network)
    visible: list[tuple[Point, float]] = []
    named: list[tuple[Point, float]] = []
    for road in network.roads.values():
        visible += [(spot, 1.0) for spot in dotted(road_course(laid, road), DENSE)]
    drawn = rivers(network, laid, drawing)
    visible += [(crossing.spot, 12.0) for crossing in crossings(network, laid, drawn)]
    for river, part in river_names(network, laid, drawn):
        (x, y), (dx, dy) = along(river.points, part)
        half = len(river.name) * 5.0
        named += [((x + dx * half * step / 4, y + dy * half * step / 4 - 9), 3.0) for step in range(-4, 5)]
    inside = f'<rect x="18" y="{n(TITLE)}" width="{n(laid.width - 36)}" height="{n(laid.height - TITLE - 4)}"/>'
    ground = (
        f'<clipPath id="frame">{inside}</clipPath><g clip-path="url(#frame)">'
        f"{country(network, laid, drawing)}{ways(network, laid, drawing)}</g>"
    )
    return Sheet(laid, Board(laid.width, laid.height, ground, digest, DEFS), tuple(visible), tuple(named))


def _written(sheet: Sheet) -> dict[str, Any]:
    """A sheet as plain values."""
    return {
        "layout": asdict(sheet.layout),
        "svg": sheet.board.svg,
        "roads": sheet.roads,
        "names": sheet.names,
    }


def _read(digest: str, kept: Mapping[str, Any]) -> Sheet:
    laid = read_layout(kept["layout"])
    roads, names = (tuple(((x, y), weight) for (x, y), weight in kept[part]) for part in ("roads", "names"))
    return Sheet(laid, Board(laid.width, laid.height, kept["svg"], digest, DEFS), roads, names)


def theatre_picture(
    network: Network,
    view: View,
    happenings: Happenings = (),
    title: str = "",
    *,
    drawing: Mapping[str, Any] | None = None,
    folder: Path | None = None,
    arranged: Callable[[Network, View, Sheet, Mapping[str, Any]], Arrangement] | None = None,
) -> Picture:
    """A side's map: what it knows, and what it saw happen. `arranged` puts things elsewhere than `arrange` does."""
    drawing = drawing_of(view.ruleset) if drawing is None else drawing
    sheet = sheet_of(network, view.ruleset, drawing, folder)
    laid = sheet.layout
    events = [plain(event) for _, event in happenings]
    fought = fields(laid, events, drawing)
    placed = (
        arranged(network, view, sheet, drawing) if arranged else arrange(network, view, sheet, drawing, tuple(fought))
    )
    width, height = laid.width, laid.height + placed.below
    return Picture(
        board=sheet.board,
        fragments=(
            *ranges(laid, view.marks),
            *supply_lines(network, laid, view.marks),
            *arrows(network, laid, marches(events, drawing)),
            *_frame(width, height),
            *_title(title or view.scenario, view, width),
            *(siege_ring(mark, laid.spots[mark.place]) for mark in _on_towns(laid, view, "siege")),
            *road_uses(network, laid, view.marks),
            *towns_drawn(network, laid, view.marks),
            *(depot_sign(mark, _middle(box)) for mark, box in placed.depots),
            *plates_drawn(placed.plates, laid, drawing),
            *labels_drawn(laid, placed.labels, _inks(view)),
            *stars(laid, fought),
            *(swords(laid.spots[mark.place]) for mark in _on_towns(laid, view, "battle")),
            *(inset_drawn(inset, box) for inset, box in placed.insets),
        ),
        label=f"{title or view.scenario}, {_facts(view)}",
        paper=PAPER,
        height=height,
        kind="theatre",
        spots=laid.spots,
        reach=210.0,
    )


# --- room for everything -----------------------------------------------------------------------------------


def arrange(
    network: Network,
    view: View,
    sheet: Sheet,
    drawing: Mapping[str, Any],
    fought: Sequence[str] = (),
) -> Arrangement:
    """Insets into the corners, plates beside their towns, then depots, then names: nothing over anything else."""
    layout = sheet.layout
    room = _room_around_towns(network, layout)
    for place in fought:
        x, y = star_spot(layout, place)
        room.take(Box(x - 13, y - 13, x + 13, y + 13))
    for mark in _on_towns(layout, view, "battle"):
        x, y = layout.spots[mark.place]
        room.take(Box(x - 16, y - 15, x + 16, y + 17))
    for spot, weight in sheet.roads:
        room.spread((spot,), weight)
    boxes, below = place_insets(insets(view, drawing), layout, room)
    for spot, weight in sheet.names:
        room.spread((spot,), weight)
    found = place_plates(plates(view.pieces, layout.spots, drawing), layout, room)
    depots = place_depots(_on_towns(layout, view, "depot"), layout, room)
    return Arrangement(found, depots, place_labels(network, layout, room), boxes, below)


def _room_around_towns(network: Network, layout: Layout) -> Room:
    room = Room(Box(22.0, TITLE + 4, layout.width - 22, layout.height - 8))
    for town in network.towns.values():
        (x, y), reach = layout.spots[town.id], symbol_radius(town) - 1
        room.take(Box(x - reach, y - reach, x + reach, y + reach))
    return room


def sheet_room(network: Network, sheet: Sheet) -> Room:
    """The room on a sheet on which nothing lies yet."""
    room = _room_around_towns(network, sheet.layout)
    for spot, weight in (*sheet.roads, *sheet.names):
        room.spread((spot,), weight)
    return room


def place_depots(marks: Sequence[Mark], layout: Layout, room: Room) -> list[tuple[Mark, Box]]:
    """Every depot's sign beside its town."""
    placed = []
    for mark in marks:
        x, y = layout.spots[mark.place]
        candidates = (
            (away, Box(x + dx * away - 8.5, y + dy * away - 10.5, x + dx * away + 8.5, y + dy * away + 8.0))
            for away in (17.0, 22.0, 28.0, 36.0, 46.0)
            for dx, dy in ((0.8, -0.8), (-0.8, -0.8), (0.8, 0.8), (-0.8, 0.8), (1, 0), (-1, 0), (0, -1), (0, 1))
        )
        box = room.best(candidates) or Box(x + 4, y - 22, x + 21, y - 4)
        room.take(box)
        placed.append((mark, box))
    return placed


def _on_towns(layout: Layout, view: View, kind: str) -> list[Mark]:
    return [mark for mark in view.marks if mark.kind == kind and mark.place in layout.spots]


def _middle(box: Box) -> Point:
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2 + 1.2


def _inks(view: View) -> dict[str, str]:
    """The colour of each town's name: dark, in the tone of its holder."""
    return {mark.place: side_colours(mark.side).dark for mark in view.marks if mark.kind == "held" and mark.side}


# --- frame and title ---------------------------------------------------------------------------------------


def _frame(width: float, height: float) -> Iterator[Fragment]:
    """A double line around the sheet; the four sides apart, so that none of them is as large as the sheet."""
    for inset, wide in ((6.0, 2.4), (11.0, 0.8)):
        across, down = width - 2 * inset, height - 2 * inset
        for at, (dx, dy) in (
            ((inset, inset), (across, 0.0)),
            ((inset, height - inset), (across, 0.0)),
            ((inset, inset), (0.0, down)),
            ((width - inset, inset), (0.0, down)),
        ):
            body = f'<path d="M0 0L{n(dx)} {n(dy)}" stroke="#4a3b28" stroke-width="{wide}" stroke-linecap="square"/>'
            yield Fragment(body, at, Box(-2, -2, dx + 2, dy + 2))


def _facts(view: View, between: str = ", ") -> str:
    eyes = seen_as(view.side)
    return between.join(part for part in (f"turn {view.turn}" if view.turn else "", view.clock, eyes) if part)


def _title(title: str, view: View, width: float) -> Iterator[Fragment]:
    below = _facts(view, " · ")
    ink = f'font-family="{SERIF}" fill="#2c2114"'
    yield Fragment(
        f'<text {ink} font-size="30" font-weight="bold">{escape(title)}</text>',
        (MARGIN / 2, 45.0),
        Box(-2, -28, 20.0 * len(title) + 4, 11),
    )
    yield Fragment(
        f'<text {ink} font-size="20" font-style="italic" text-anchor="end">{escape(below)}</text>',
        (width - MARGIN / 2, 43.0),
        Box(-12.5 * len(below) - 4, -20, 4, 8),
    )
