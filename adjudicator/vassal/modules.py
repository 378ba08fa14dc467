"""A module as a reader of saves needs it: its name, its maps, and the grids by which points have names."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from adjudicator.core.errors import MatchError
from adjudicator.core.values import dataclass
from adjudicator.vassal.archives import Archive
from adjudicator.vassal.numbering import HexNumbers, Names, Regions

SEND_IT = "Give the .vmod that the file was played with."


@dataclass(frozen=True)
class Module:
    """A module: maps by name, each with its boards by name; None for a board whose grid is of another sort."""

    name: str
    version: str
    maps: Mapping[str, Mapping[str, Names | None]]


def read_module(data: bytes, name: str) -> Module:
    """A module from its file; pictures and sounds are not looked at."""
    archive = Archive(data, name)
    build = next((part for part in ("buildFile.xml", "buildFile") if part in archive), "buildFile.xml")
    root = _tree(archive.part(build), name)
    try:
        maps = {
            _name_of(found): {board.get("name", ""): _grid(board, archive) for board in _within(found, "Board")}
            for found in root.iter()
            if _tag(found) in ("Map", "PrivateMap", "PlayerHand")
        }
    except (ValueError, OverflowError, ZeroDivisionError):
        raise MatchError(f"The grids of {name} cannot be read.", SEND_IT) from None
    return Module(root.get("name", ""), root.get("version", ""), maps)


def _tree(data: bytes, name: str) -> Element:
    """The build file; one that declares entities is none that VASSAL wrote."""
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise MatchError(f"The build file of {name} declares things of its own: it is not read.", SEND_IT)
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        raise MatchError(f"The build file of {name} cannot be read.", SEND_IT) from None


def _tag(element: Element) -> str:
    return element.tag.rpartition(".")[2]


def _name_of(element: Element) -> str:
    return element.get("mapName") or element.get("name") or ""


def _within(element: Element, tag: str) -> list[Element]:
    return [one for one in element.iter() if _tag(one) == tag]


def _grid(board: Element, archive: Archive) -> Names | None:
    for found in board:
        match _tag(found):
            case "HexGrid":
                return _numbers(found, _size(board, archive))
            case "RegionGrid":
                spots = {
                    region.get("name", ""): (int(region.get("originx", 0)), int(region.get("originy", 0)))
                    for region in _within(found, "Region")
                }
                return Regions(spots) if spots else None
    return None


def _size(board: Element, archive: Archive) -> tuple[int, int]:
    """Width and height of a board: written down, or those of its picture where that is a PNG."""
    image = f"images/{board.get('image', '')}"
    if board.get("image") and image in archive:
        head = archive.head(image, 24)
        if head[:4] == b"\x89PNG":
            return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    return int(board.get("width", 0)), int(board.get("height", 0))


def _numbers(grid: Element, size: tuple[int, int]) -> Names | None:
    found = _within(grid, "HexGridNumbering")
    if not found:
        return None
    how = found[0]
    dx, dy = float(grid.get("dx", 0)), float(grid.get("dy", 0))
    if not (1 <= dx <= 10_000 and 1 <= dy <= 10_000) or max(size) > 100_000:
        raise ValueError("a grid without a size")
    return HexNumbers(
        dx=dx,
        dy=dy,
        x0=int(grid.get("x0", 0)),
        y0=int(grid.get("y0", 0)),
        sideways=grid.get("sideways") == "true",
        stagger=how.get("stagger") == "true",
        first=how.get("first", "H"),
        sep=how.get("sep", ""),
        h_letters=how.get("hType") == "A",
        v_letters=how.get("vType") == "A",
        h_leading=int(how.get("hLeading", 0)),
        v_leading=int(how.get("vLeading", 0)),
        h_off=int(how.get("hOff", 0)),
        v_off=int(how.get("vOff", 0)),
        h_descend=how.get("hDescend") == "true",
        v_descend=how.get("vDescend") == "true",
        width=size[0],
        height=size[1],
        format=how.get("locationFormat", "$gridLocation$"),
    )
