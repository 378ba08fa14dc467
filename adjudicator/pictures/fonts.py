"""The letters of every picture: two families that come with the installation, so that all machines draw the same."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from adjudicator.core.errors import AdjudicatorError

SANS = "'Source Sans Pro','DejaVu Sans',Verdana,sans-serif"
SERIF = "'Source Serif Pro',Georgia,'DejaVu Serif',serif"
"""Families as an SVG names them: ours first, then what a browser without them is likely to have."""

SANS_FAMILY, SERIF_FAMILY = "Source Sans Pro", "Source Serif Pro"

FACES = {
    "font_source_sans_pro": ("SourceSansPro-Regular", "SourceSansPro-Bold", "SourceSansPro-It"),
    "font_source_serif_pro": (
        "SourceSerifPro-Regular",
        "SourceSerifPro-Bold",
        "SourceSerifPro-It",
        "SourceSerifPro-BoldIt",
    ),
}
"""Package to the faces that pictures use."""


class PictureError(AdjudicatorError):
    """A picture cannot be made with what is installed."""


@lru_cache(maxsize=1)
def font_files() -> tuple[str, ...]:
    """The font files of the installation, and no others: what the machine has besides is never looked at."""
    found = []
    for package, faces in FACES.items():
        folder = _folder(package)
        found += [folder / f"{face}.ttf" for face in faces]
    missing = [file.name for file in found if not file.is_file()]
    if missing:
        raise PictureError(f"The font {missing[0]} is not installed.", "Install the package adjudicator again.")
    return tuple(str(file) for file in found)


def _folder(package: str) -> Path:
    spec = find_spec(package)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        return Path(place) / "files"
    name = package.replace("_", "-")
    raise PictureError(f"PNG pictures need the fonts of the package {name}.", f"pip install {name}, or use the SVG.")
