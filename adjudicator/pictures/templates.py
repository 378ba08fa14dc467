"""Where templates are: ours beside the package in a source tree, inside it once installed; a plug-in's in its own.

A plug-in's folder is laid out as ours. What it has is taken from there, everything else from ours.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from adjudicator.core.errors import DataError


@lru_cache(maxsize=1)
def templates_folder() -> Path:
    """Our folder of templates."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package.parent / "templates", package / "_files" / "templates"):
        if (folder / "phrases").is_dir():
            return folder
    raise DataError("The report templates are missing.", "Install the package again; it contains them.")


def folders(own: Path | None = None) -> tuple[Path, ...]:
    """The folders in which a game's templates are looked up, its own first."""
    return (templates_folder(),) if own is None else (own, templates_folder())


@cache
def settings(name: str, own: Path | None = None) -> dict[str, Any]:
    """A settings file of the templates, such as "map/palette.toml"; empty if there is none."""
    path = next((folder / name for folder in folders(own) if (folder / name).is_file()), None)
    if path is None:
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"The template settings in {name} cannot be read: {error}.", "Put the file right.") from None


def drawing_of(ruleset: str, own: Path | None = None) -> dict[str, Any]:
    """How a ruleset wants its map drawn: signs, what events leave behind, words of the legend, colours of its own."""
    return settings(f"map/{ruleset}.toml", own)
