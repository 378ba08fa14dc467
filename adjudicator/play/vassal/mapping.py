"""The mapping file: what another's module calls our units and places."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field, ValidationError

from adjudicator.core.errors import UsageError
from adjudicator.core.types import Frozen

SEE = "docs/vassal.md shows such a file."


class MapNamed(Frozen):
    """Which map and board of the module the match is played on."""

    name: str = ""
    board: str = ""


class MappingFile(Frozen):
    """The file as it is written."""

    map: MapNamed = MapNamed()
    units: Mapping[str, str] = Field(default_factory=dict)
    """The name of a piece there to a unit of ours, by its name, an alias or its id."""
    places: Mapping[str, str] = Field(default_factory=dict)
    """The name of a place there to one of ours."""


def read_mapping(path: Path | None) -> MappingFile:
    """The mapping file; an empty one if none is given."""
    if path is None:
        return MappingFile()
    try:
        return MappingFile.model_validate(tomllib.loads(path.read_text("utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as trouble:
        raise UsageError(f"{path.name} cannot be read: {trouble}.", SEE) from None
    except ValidationError as trouble:
        first = trouble.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{path.name} does not fit: {where}: {first['msg']}.", SEE) from None
