"""The map of a theatre of war as SVG: towns and roads, corps with their strength, what a side saw happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from adjudicator.core.types import UMPIRE
from adjudicator.core.view import Mark, View
from adjudicator.maps.network import Network
from adjudicator.report import theatre_blocks, theatre_ground, theatre_towns
from adjudicator.report.colours import side_colours
from adjudicator.report.events import Happenings, plain
from adjudicator.report.files import settings
from adjudicator.report.geometry import Point, n
from adjudicator.report.theatre_blocks import Plate, place_plates, plates, plates_svg
from adjudicator.report.theatre_ground import country, river_names, ways
from adjudicator.report.theatre_insets import Inset, inset_svg, insets, place_insets
from adjudicator.report.theatre_labels import Label, labels_svg, place_labels, symbol_radius
from adjudicator.report.theatre_layout import MARGIN, TITLE, Layout, along, cached_layout, dotted, road_course
from adjudicator.report.theatre_rivers import crossings, rivers
from adjudicator.report.theatre_room import Box, Room
from adjudicator.report.theatre_towns import (
    depot_sign,
    ranges,
    road_uses,
    siege_ring,
    supply_lines,
    swords,
    towns_svg,
)
from adjudicator.report.theatre_trails import arrows, fields, marches, star_spot, stars

PAPER = "#f6efdb"
DENSE = 7.0
"""Pixels between the points by which a road's room is kept."""


class Sheet(NamedTuple):
    """What does not change from turn to turn: the ground, and the spots that are better left visible."""

    country: str
    ways: str
    roads: tuple[tuple[Point, float], ...]
    names: tuple[tuple[Point, float], ...]


class Arrangement(NamedTuple):
    """Where everything that needs room has found it."""

    plates: list[tuple[Plate, Box]]
    depots: list[tuple[Mark, Box]]
    labels: list[Label]
    insets: list[tuple[Inset, Box]]
    below: float
    """Pixels that insets take below the map."""


_sheets: dict[tuple[int, str], tuple[Network, Sheet]] = {}


def sheet_of(network: Network, ruleset: str) -> Sheet:
    """The sheet without pieces; drawn once for each network in the life of the program."""
    kept = _sheets.get((id(network), ruleset))
    if kept is None or kept[0] is not network:
        kept = _sheets[id(network), ruleset] = (network, draw_sheet(network, ruleset))
    return kept[1]


def draw_sheet(network: Network, ruleset: str) -> Sheet:
    """The sheet without pieces, drawn anew."""
    drawing = settings(f"map/{ruleset}.toml")
    layout = cached_layout(network)
    visible: list[tuple[Point, float]] = []
    named: list[tuple[Point, float]] = []
    for road in network.roads.values():
        visible += [(spot, 1.0) for spot in dotted(road_course(layout, road), DENSE)]
    drawn = rivers(network, layout, drawing)
    visible += [(crossing.spot, 12.0) for crossing in crossings(network, layout, drawn)]
    for river, part in river_names(network, layout, drawn):
        (x, y), (dx, dy) = along(river.points, part)
        half = len(river.name) * 5.0
        named += [((x + dx * half * step / 4, y + dy * half * step / 4 - 9), 3.0) for step in range(-4, 5)]
    return Sheet(country(network, layout, drawing), ways(network, layout, drawing), tuple(visible), tuple(named))


def theatre_svg(
    network: Network,
    view: View,
    happenings: Happenings = (),
    title: str = "",
) -> str:
    """A side's map: what it knows, and what it saw happen."""
    layout = cached_layout(network)
    drawing = settings(f"map/{view.ruleset}.toml")
    sheet = sheet_of(network, view.ruleset)
    events = [plain(event) for _, event in happenings]
    fought = fields(layout, events, drawing)
    placed = arrange(network, layout, view, sheet, drawing, tuple(fought))
    width, height = layout.width, layout.height + placed.below
    return "".join(
        (
            f'<svg class="theatre" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}"',
            f' width="{n(width)}"',
            f' height="{n(height)}" role="img" aria-label="{escape(title or view.scenario)}">',
            f"<defs>{theatre_blocks.DEFS}{theatre_ground.DEFS}{theatre_towns.DEFS}",
            f'<clipPath id="frame"><rect x="18" y="{n(TITLE)}" width="{n(width - 36)}"',
            f' height="{n(layout.height - TITLE - 4)}"/></clipPath></defs>',
            f'<rect width="{n(width)}" height="{n(height)}" fill="{PAPER}"/>',
            f'<g clip-path="url(#frame)">{sheet.country}{ranges(network, layout, view.marks)}{sheet.ways}',
            f"{supply_lines(network, layout, view.marks)}{arrows(network, layout, marches(events, drawing))}</g>",
            _frame(width, height),
            _title(title or view.scenario, view, width),
            "".join(siege_ring(mark, layout.spots[mark.place]) for mark in _on_towns(layout, view, "siege")),
            "".join(road_uses(network, layout, view.marks)),
            towns_svg(network, layout, view.marks),
            "".join(depot_sign(mark, _middle(box)) for mark, box in placed.depots),
            plates_svg(placed.plates, layout, drawing),
            labels_svg(layout, placed.labels, _inks(view)),
            stars(layout, fought),
            "".join(swords(layout.spots[mark.place]) for mark in _on_towns(layout, view, "battle")),
            "".join(inset_svg(inset, box) for inset, box in placed.insets),
            "</svg>",
        )
    )


# --- room for everything -----------------------------------------------------------------------------------


def arrange(
    network: Network,
    layout: Layout,
    view: View,
    sheet: Sheet,
    drawing: Mapping[str, Any],
    fought: Sequence[str] = (),
) -> Arrangement:
    """Insets into the corners, plates beside their towns, then depots, then names: nothing over anything else."""
    room = Room(Box(22.0, TITLE + 4, layout.width - 22, layout.height - 8))
    for town in network.towns.values():
        (x, y), reach = layout.spots[town.id], symbol_radius(town) - 1
        room.take(Box(x - reach, y - reach, x + reach, y + reach))
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
    depots = _place_depots(layout, view, room)
    return Arrangement(found, depots, place_labels(network, layout, room), boxes, below)


def _place_depots(layout: Layout, view: View, room: Room) -> list[tuple[Mark, Box]]:
    placed = []
    for mark in _on_towns(layout, view, "depot"):
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


def _frame(width: float, height: float) -> str:
    return "".join(
        f'<rect x="{inset}" y="{inset}" width="{n(width - 2 * inset)}" height="{n(height - 2 * inset)}" fill="none" '
        f'stroke="#4a3b28" stroke-width="{wide}"/>'
        for inset, wide in ((6, "2.4"), (11, ".8"))
    )


def _title(title: str, view: View, width: float) -> str:
    facts = [f"turn {view.turn}" if view.turn else "", view.clock, f"as the {view.side} side sees it"]
    if view.side == UMPIRE:
        facts[-1] = "as it really is"
    below = " · ".join(part for part in facts if part)
    return (
        '<g font-family="Georgia,\'DejaVu Serif\',serif" fill="#2c2114">'
        f'<text x="{n(MARGIN / 2)}" y="45" font-size="30" font-weight="bold">{escape(title)}</text>'
        f'<text x="{n(width - MARGIN / 2)}" y="43" font-size="20" font-style="italic" text-anchor="end">'
        f"{escape(below)}</text></g>"
    )
