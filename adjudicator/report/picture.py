"""SVG to PNG, with fonts that are on the machine."""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

from adjudicator.core.errors import AdjudicatorError

FONT_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
NO_FONTS = "No fonts were found on this machine: the picture would have no words."
NO_FONTS_REMEDY = "Install some (Debian: apt-get install fonts-dejavu-core), or use the SVG, which needs none."


class PictureError(AdjudicatorError):
    """A picture cannot be made on this machine."""


@lru_cache(maxsize=1)
def font_folders() -> tuple[str, ...]:
    """Folders that hold font files; empty where the machine has none."""
    mine = (str(Path.home() / ".fonts"), str(Path.home() / ".local/share/fonts"))
    found = []
    for folder in (*FONT_FOLDERS, *mine):
        path = Path(folder)
        if path.is_dir() and any(file.suffix.lower() in (".ttf", ".otf", ".ttc") for file in path.rglob("*")):
            found.append(folder)
    return tuple(found)


def png(svg: str, *, width: int | None = None) -> bytes:
    """A PNG of an SVG, `width` pixels wide; as wide as drawn if nothing is said."""
    if not font_folders():
        raise PictureError(NO_FONTS, NO_FONTS_REMEDY)
    try:
        import resvg_py
    except ImportError:
        raise PictureError("PNG pictures need the package resvg-py.", "pip install resvg-py, or use the SVG.") from None
    serif, sans = ("Georgia", "Verdana") if sys.platform in ("win32", "darwin") else ("DejaVu Serif", "DejaVu Sans")
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_dirs=list(font_folders()),
            serif_family=serif,
            sans_serif_family=sans,
        )
    )
