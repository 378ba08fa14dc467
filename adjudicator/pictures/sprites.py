"""Fragments as pixels: each is drawn once at a scale, and then kept, in memory and between runs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from io import BytesIO
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.core.values import dataclass
from adjudicator.pictures.fonts import SANS_FAMILY, SERIF_FAMILY, PictureError, font_files
from adjudicator.pictures.fragments import Fragment, Picture
from adjudicator.pictures.kept import digest_of, drawing_code, keep, recall

if TYPE_CHECKING:
    from PIL.Image import Image

MOST = 12_000_000
"""Bytes of pixels that are kept for one board and width; when there would be more, keeping starts anew."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A fragment as pixels, and how far left of and above its origin they begin."""

    image: Image
    left: int
    top: int


def sprites(picture: Picture, scale: float, folder: Path | None) -> list[Sprite]:
    """The fragments of a picture as pixels, in their order; only those never drawn before are drawn."""
    kept = _kept(picture, scale, folder)
    keys = [digest_of(_silent(one.body), repr(one.box)) for one in picture.fragments]
    missing = {key: one for key, one in zip(keys, picture.fragments, strict=True) if key not in kept}
    if missing:
        kept.update({key: _draw(one, picture.board.defs, scale) for key, one in missing.items()})
        if sum(len(data) for _, _, _, _, data in kept.values()) > MOST:
            for key in kept.keys() - set(keys):
                del kept[key]
        keep(folder, _file(picture, scale), _packed(kept))
    return [_sprite(kept[key]) for key in keys]


Pixels = tuple[int, int, int, int, bytes]
"""Width, height, left, top, and four bytes for each pixel."""

_memory: dict[tuple[Path | None, str], dict[str, Pixels]] = {}


def _file(picture: Picture, scale: float) -> str:
    return f"pieces-{digest_of(picture.board.digest, drawing_code(), renderer(), repr(scale))}"


def _kept(picture: Picture, scale: float, folder: Path | None) -> dict[str, Pixels]:
    name = _file(picture, scale)
    if (folder, name) not in _memory:
        if len(_memory) > 8:
            _memory.clear()
        _memory[folder, name] = _unpacked(recall(folder, name))
    return _memory[folder, name]


def _packed(kept: Mapping[str, Pixels]) -> bytes:
    """A line that lists what follows, then the pixels of all."""
    listed = json.dumps([(key, wide, high, left, top) for key, (wide, high, left, top, _) in kept.items()])
    return b"".join((listed.encode(), b"\n", *(data for *_, data in kept.values())))


def _unpacked(data: bytes | None) -> dict[str, Pixels]:
    if data is None:
        return {}
    listed, _, pixels = data.partition(b"\n")
    found: dict[str, Pixels] = {}
    at = 0
    for key, wide, high, left, top in json.loads(listed):
        found[key] = (wide, high, left, top, pixels[at : at + 4 * wide * high])
        at += 4 * wide * high
    return found


def _sprite(pixels: Pixels) -> Sprite:
    from PIL import Image

    wide, high, left, top, data = pixels
    return Sprite(Image.frombytes("RGBA", (wide, high), data), left, top)


def _draw(fragment: Fragment, defs: str, scale: float) -> Pixels:
    """A fragment alone on a sheet of its own, so that its pixels depend on nothing else."""
    left, top = floor(fragment.box.x0 * scale), floor(fragment.box.y0 * scale)
    wide, high = max(1, ceil(fragment.box.x1 * scale) - left), max(1, ceil(fragment.box.y1 * scale) - top)
    image = drawn(_needed(defs, fragment.body), fragment.body, (wide, high), (-left, -top), scale).convert("RGBA")
    return wide, high, left, top, image.tobytes()


_HINTS = re.compile(r"<title>.*?</title>", re.DOTALL)


def _silent(body: str) -> str:
    """A drawing without the words that only a pointer finds: they leave no ink."""
    return _HINTS.sub("", body)


def _needed(defs: str, body: str) -> str:
    return defs if "href=" in body else ""


def drawn(defs: str, body: str, size: tuple[int, int], shift: tuple[int, int], scale: float) -> Image:
    """An SVG drawn at a scale onto a transparent sheet of so many pixels, with the fonts of the installation alone."""
    try:
        import resvg_py
        from PIL.PngImagePlugin import PngImageFile
    except ImportError as missing:
        raise PictureError(
            f"PNG pictures need the package {missing.name}.", "pip install resvg-py pillow, or use the SVG."
        ) from None
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}"><defs>{defs}</defs>'
        f'<g transform="translate({shift[0]} {shift[1]}) scale({scale!r})">{body}</g></svg>'
    )
    data = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=list(font_files()) if "<text" in svg else [],
        serif_family=SERIF_FAMILY,
        sans_serif_family=SANS_FAMILY,
        font_family=SERIF_FAMILY,
    )
    return PngImageFile(BytesIO(bytes(data)))


def renderer() -> str:
    """What draws, with its version: another one may draw otherwise."""
    try:
        import resvg_py
    except ImportError:
        return ""
    return f"resvg {resvg_py.__resvg_version__} {' '.join(Path(file).name for file in font_files())}"
