"""Which picture belongs to which kind of board, and what its places are called."""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch

from adjudicator.core.view import View
from adjudicator.maps.board import HexMap
from adjudicator.maps.network import Network
from adjudicator.report.events import Happenings
from adjudicator.report.hexmap import map_svg
from adjudicator.report.theatre import theatre_svg


@singledispatch
def draw(board: object, view: View, happenings: Happenings, title: str, formations: Mapping[str, str]) -> str:
    """The board with what a side knows and saw, as SVG; nothing for a board that has no picture."""
    return ""


@draw.register
def _(board: HexMap, view: View, happenings: Happenings, title: str, formations: Mapping[str, str]) -> str:
    return map_svg(board, view, happenings, title, names=formations)


@draw.register
def _(board: Network, view: View, happenings: Happenings, title: str, formations: Mapping[str, str]) -> str:
    return theatre_svg(board, view, happenings, title)


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
