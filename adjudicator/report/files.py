"""Where templates are: beside the package in a source tree, inside it once installed."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from adjudicator.core.errors import DataError


@lru_cache(maxsize=1)
def templates_folder() -> Path:
    """The folder of templates in force."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package.parent / "templates", package / "_files" / "templates"):
        if (folder / "phrases").is_dir():
            return folder
    raise DataError("The report templates are missing.", "Install the package again; it contains them.")


@cache
def settings(name: str) -> dict[str, Any]:
    """A settings file of the templates folder, such as "map/palette.toml"; empty if there is none."""
    path = templates_folder() / name
    if not path.is_file():
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"The template settings in {name} cannot be read: {error}.", "Put the file right.") from None
