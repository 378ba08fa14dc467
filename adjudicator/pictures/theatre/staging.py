"""One theatre map after another: what has found its place keeps it on the next, and the eye follows what changes.

Names and insets stay where they were first put. A plate stays as long as it is of the same size; a new one looks for
room among all that is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.view import Mark, View
from adjudicator.maps.network import Network
from adjudicator.pictures.fragments import Box
from adjudicator.pictures.theatre.blocks import Plate, place_plates, plates
from adjudicator.pictures.theatre.insets import insets
from adjudicator.pictures.theatre.layout import Layout
from adjudicator.pictures.theatre.room import Room
from adjudicator.pictures.theatre.theatre_map import Arrangement, Sheet, arrange, place_depots, sheet_room

Named = tuple[str, str, bool, float, float]
"""A plate: its town, its side, whether it is only remembered, its size."""


class Staging:
    """The arrangement of a theatre map from picture to picture."""

    def __init__(self) -> None:
        self._first: Arrangement | None = None
        self._sizes: list[tuple[float, float]] = []
        self._fixed: Room | None = None
        self._plates: dict[Named, Box] = {}
        self._depots: dict[str, Box] = {}

    def arrange(self, network: Network, view: View, sheet: Sheet, drawing: Mapping[str, Any]) -> Arrangement:
        """Where everything lies now; all anew where the insets have changed their size."""
        made = insets(view, drawing)
        sizes = [(inset.wide, inset.high) for inset in made]
        if self._first is None or self._fixed is None or sizes != self._sizes:
            return self._begin(network, view, sheet, drawing, sizes)
        room = self._fixed.copy()
        first = self._first
        placed = self._place(plates(view.pieces, sheet.layout.spots, drawing), sheet.layout, room)
        depots = self._place_depots(sheet.layout, view, room)
        boxes = [(inset, box) for inset, (_, box) in zip(made, first.insets, strict=True)]
        return Arrangement(placed, depots, first.labels, boxes, first.below)

    def _begin(
        self,
        network: Network,
        view: View,
        sheet: Sheet,
        drawing: Mapping[str, Any],
        sizes: list[tuple[float, float]],
    ) -> Arrangement:
        self._sizes = sizes
        self._first = made = arrange(network, view, sheet, drawing)
        self._fixed = sheet_room(network, sheet)
        for _, box in made.insets:
            self._fixed.take(box.wider(4))
        for label in made.labels:
            self._fixed.take(label.box)
        self._plates = {_named(plate): box for plate, box in made.plates}
        self._depots = {mark.place: box for mark, box in made.depots}
        return made

    def _place(self, found: list[Plate], layout: Layout, room: Room) -> list[tuple[Plate, Box]]:
        staying = [(plate, self._plates[_named(plate)]) for plate in found if _named(plate) in self._plates]
        for _, box in staying:
            room.take(box.wider(1.5))
        new = place_plates([plate for plate in found if _named(plate) not in self._plates], layout, room)
        self._plates = {_named(plate): box for plate, box in (*staying, *new)}
        return [(plate, self._plates[_named(plate)]) for plate in found]

    def _place_depots(self, layout: Layout, view: View, room: Room) -> list[tuple[Mark, Box]]:
        marks = [mark for mark in view.marks if mark.kind == "depot" and mark.place in layout.spots]
        for mark in marks:
            if mark.place in self._depots:
                room.take(self._depots[mark.place])
        new = place_depots([mark for mark in marks if mark.place not in self._depots], layout, room)
        boxes = self._depots | {mark.place: box for mark, box in new}
        self._depots = {mark.place: boxes[mark.place] for mark in marks}
        return [(mark, self._depots[mark.place]) for mark in marks]


def _named(plate: Plate) -> Named:
    remembered = bool(plate.rows) and all(row.seen for row in plate.rows) and not plate.unseen
    return plate.town, plate.side, remembered, plate.wide, plate.high
