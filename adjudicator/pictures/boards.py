"""Which picture belongs to which kind of board, and what its places are called.

How a board is drawn is imported only when one of its kind is: reports without pictures need none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.core.view import View
from adjudicator.maps.board import HexMap
from adjudicator.maps.network import Network
from adjudicator.pictures.colours import palette
from adjudicator.pictures.fragments import Fragment, Picture, Point
from adjudicator.pictures.happenings import Happenings
from adjudicator.pictures.templates import drawing_of


def draw(
    board: object,
    view: View,
    happenings: Happenings,
    title: str,
    formations: Mapping[str, str],
    folder: Path | None = None,
    templates: Path | None = None,
    sequel: Sequel | None = None,
) -> Picture | None:
    """The board with what a side knows and saw; None for a game without a map, or a board that has no picture.

    `folder` is where drawings are kept from run to run, `templates` a plug-in's own folder of templates.
    """
    drawing = drawing_of(view.ruleset, templates)
    with palette(drawing):
        return _drawn(board, Matter(view, happenings, title, formations, drawing, folder, sequel))


class Sequel:
    """Pictures of one board in a row: what found its place on one of them keeps it on the next, where it can."""

    def __init__(self) -> None:
        self.staging: Any = None


class Matter(NamedTuple):
    """What is drawn on a board, and how."""

    view: View
    happenings: Happenings
    title: str
    formations: Mapping[str, str]
    drawing: Mapping[str, Any]
    folder: Path | None
    sequel: Sequel | None = None


@singledispatch
def _drawn(board: object, matter: Matter) -> Picture | None:
    return None


@_drawn.register
def _(board: HexMap, matter: Matter) -> Picture | None:
    from adjudicator.pictures.hex.hexmap import hex_picture

    view, happenings, title, formations, drawing, folder, _ = matter
    return hex_picture(board, view, happenings, title, names=formations, drawing=drawing, folder=folder)


@_drawn.register
def _(board: Network, matter: Matter) -> Picture | None:
    from adjudicator.pictures.theatre.theatre_map import theatre_picture

    view, happenings, title, _, drawing, folder, sequel = matter
    if sequel is not None and sequel.staging is None:
        from adjudicator.pictures.theatre.staging import Staging

        sequel.staging = Staging()
    arranged = sequel.staging.arrange if sequel is not None else None
    return theatre_picture(board, view, happenings, title, drawing=drawing, folder=folder, arranged=arranged)


class Overlay(NamedTuple):
    """What one happening leaves on a board: arrows below the counters, signs above them, the ways that arrows take."""

    below: tuple[Fragment, ...] = ()
    above: tuple[Fragment, ...] = ()
    courses: tuple[tuple[Point, ...], ...] = ()


def overlay(board: object, view: View, event: Mapping[str, Any], templates: Path | None = None) -> Overlay:
    """The arrows and signs of one event alone; nothing for a game without a map."""
    drawing = drawing_of(view.ruleset, templates)
    with palette(drawing):
        return _laid_over(board, view, event, drawing)


@singledispatch
def _laid_over(board: object, view: View, event: Mapping[str, Any], drawing: Mapping[str, Any]) -> Overlay:
    return Overlay()


@_laid_over.register
def _(board: HexMap, view: View, event: Mapping[str, Any], drawing: Mapping[str, Any]) -> Overlay:
    from adjudicator.pictures.hex.geometry import geometry_of
    from adjudicator.pictures.hex.trails import trails

    turn = trails(geometry_of(board), [event], drawing, {piece.id: piece.side for piece in view.pieces})
    return Overlay(turn.arrows, turn.signs, turn.courses)


@_laid_over.register
def _(board: Network, view: View, event: Mapping[str, Any], drawing: Mapping[str, Any]) -> Overlay:
    from adjudicator.pictures.theatre.theatre_map import sheet_of
    from adjudicator.pictures.theatre.trails import arrows, fields, marches, stars

    laid = sheet_of(board, view.ruleset, drawing, None).layout
    found = marches([event], drawing)
    return Overlay(tuple(arrows(board, laid, found)), tuple(stars(laid, fields(laid, [event], drawing))))


@singledispatch
def place_name(board: object, place: str) -> str:
    """The printed name of a place; empty if it has none."""
    return ""


@place_name.register
def _(board: HexMap, place: str) -> str:
    cell = board.cells.get(place)
    return cell.name if cell is not None else ""


@place_name.register
def _(board: Network, place: str) -> str:
    return board.towns[place].name if place in board.towns else ""


@singledispatch
def place_label(board: object, place: str) -> str:
    """What a place is called in a list or in an order: its number on maps that print numbers, else its name."""
    return place


@place_label.register
def _(board: Network, place: str) -> str:
    return place_name(board, place) or place


@singledispatch
def place_words(board: object, place: str, name: str) -> str:
    """A place in a sentence: its name, with its number where the map prints numbers."""
    return f"{name} ({place})" if name else place


@place_words.register
def _(board: Network, place: str, name: str) -> str:
    return name or place
