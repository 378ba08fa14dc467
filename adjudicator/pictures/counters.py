"""Counters alone, as small PNGs: the face of a piece, and what others see of it while it is unknown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Any

from adjudicator.core.view import Piece
from adjudicator.pictures.colours import palette
from adjudicator.pictures.hex.counter_art import DEFS, HIGH, WIDE, counter
from adjudicator.pictures.sprites import drawn

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 48
RIM = 1.0

COUNTER_SIZE = (ceil(WIDE + 2 * RIM), ceil(HIGH + 2 * RIM))
"""Width and height of a counter's picture in pixels."""


def counter_pictures(pieces: Iterable[tuple[str, Piece]], drawing: Mapping[str, Any]) -> dict[str, bytes]:
    """A PNG for each piece, by the name given with it; a ruleset's drawing says which marks show as signs.

    All are drawn on one sheet and cut out of it: fonts are loaded once.
    """
    badges = drawing.get("badges", {})
    wide, high = COUNTER_SIZE
    with palette(drawing):
        faces = [
            (name, counter(piece, (RIM, high * row + RIM), badges).svg()) for row, (name, piece) in enumerate(pieces)
        ]
    sheet = drawn(DEFS, "".join(svg for _, svg in faces), (wide, high * len(faces)), (0, 0), 1.0).convert("RGBA")
    return {name: _png(sheet.crop((0, high * row, wide, high * (row + 1)))) for row, (name, _) in enumerate(faces)}


def _png(face: Image) -> bytes:
    from PIL.Image import Quantize

    into = BytesIO()
    face.quantize(COLOURS, Quantize.FASTOCTREE).save(into, "PNG", optimize=True)
    return into.getvalue()
