"""A picture as PNG: the board's pixels, drawn once and kept, and over them the pixels of what stands on it."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING
from zlib import compress, crc32

from adjudicator.pictures.fragments import Picture
from adjudicator.pictures.kept import digest_of, drawing_code, keep, recall
from adjudicator.pictures.sprites import drawn, renderer, sprites

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 256
"""Colours of the PNG: a map has no more that an eye could tell apart, and the file is a third as long."""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
THIN = 4
EFFORT = 4
"""How hard the file is packed: harder takes twice the time for a twentieth of the bytes."""


def png(picture: Picture, width: int, folder: Path | None = None) -> bytes:
    """A PNG of a picture, `width` pixels wide; `folder` is where the board is kept, None to draw all anew."""
    scale = width / picture.board.width
    sheet = _sheet(picture, width, scale, folder)
    for fragment, sprite in zip(picture.fragments, sprites(picture, scale, folder), strict=True):
        x, y = round(fragment.at[0] * scale) + sprite.left, round(fragment.at[1] * scale) + sprite.top
        sheet.paste(sprite.image, (x, y), sprite.image)
    return _written(sheet)


def _sheet(picture: Picture, width: int, scale: float, folder: Path | None) -> Image:
    """The board on paper, as high as the picture."""
    from PIL import Image

    board = _board(picture, width, scale, folder)
    height = ceil(picture.height * scale)
    if board.height == height:
        return board
    sheet = Image.new("RGB", (width, height), picture.paper)
    sheet.paste(board, (0, 0))
    return sheet


_memory: dict[tuple[Path | None, str], bytes] = {}


def _board(picture: Picture, width: int, scale: float, folder: Path | None) -> Image:
    from PIL import Image

    board = picture.board
    size = (width, ceil(board.height * scale))
    name = f"board-{width}-{digest_of(board.digest, drawing_code(), renderer(), picture.paper)}"
    data = _memory.get((folder, name)) or recall(folder, name)
    if data is None or len(data) != 3 * size[0] * size[1]:
        paper = f'<rect width="{board.width + 1}" height="{board.height + 1}" fill="{picture.paper}"/>'
        data = drawn(board.defs, paper + board.svg, size, (0, 0), scale).convert("RGB").tobytes()
        keep(folder, name, data)
    if (folder, name) not in _memory:
        if len(_memory) > 3:
            _memory.clear()
        _memory[folder, name] = data
    return Image.frombytes("RGB", size, data)


def _written(sheet: Image) -> bytes:
    """The sheet in its own palette, which every fourth pixel of every fourth row is enough to find."""
    from PIL import Image

    sample = sheet.resize((max(1, sheet.width // THIN), max(1, sheet.height // THIN)), Image.Resampling.NEAREST)
    palette = sample.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    flat = sheet.quantize(palette=palette, dither=Image.Dither.NONE)
    return _file(flat.size, bytes(palette.getpalette() or ()), flat.tobytes())


def _file(size: tuple[int, int], palette: bytes, pixels: bytes) -> bytes:
    """A PNG of one byte a pixel: so few and plain parts are written sooner than a library's writers are loaded."""
    width, height = size
    rows = b"".join(b"\0" + pixels[start : start + width] for start in range(0, width * height, width))
    parts = (
        (b"IHDR", pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", palette),
        (b"IDAT", compress(rows, EFFORT)),
        (b"IEND", b""),
    )
    return SIGNATURE + b"".join(
        pack(">I", len(data)) + kind + data + pack(">I", crc32(kind + data)) for kind, data in parts
    )
