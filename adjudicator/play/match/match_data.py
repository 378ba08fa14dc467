"""The data that a match is played with: copied whole into its folder when it is made, and used from there."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from adjudicator.core.datafolders import Folders, data_files, files_digest
from adjudicator.core.errors import MatchError
from adjudicator.core.values import dataclass
from adjudicator.record.files import make_folder, sync_folder, write_new

FOLDER = "data"
"""The folder beside a log that holds the match's copy."""
PACK = "pack"
"""Inside it, the copy of the owner's data pack."""


@dataclass(frozen=True)
class MatchData:
    """Where the data of a match come from: a rule system's folders, and perhaps an owner's pack on top of them."""

    folders: Folders
    pack: Path | None = None
    copied: bool = False
    """Whether this is the match's own copy, and not what happens to be installed."""

    @cached_property
    def files(self) -> dict[str, bytes]:
        """Every file, by its path in the copy."""
        return data_files({**self.folders, **({PACK: self.pack} if self.pack is not None else {})})

    @cached_property
    def digest(self) -> str:
        """What the log's first line and every turn line say of the data."""
        return files_digest(self.files)

    def copy_to(self, folder: Path) -> None:
        """Keep a copy in a match folder, for its owner alone."""
        for path, content in self.files.items():
            target = folder / FOLDER / path
            make_folder(target.parent)
            write_new(target, content)
        sync_folder(folder)


def data_of(installed: Folders, given: Path | None, beside: Path | None) -> MatchData:
    """The data of a match: what was given (`--data`), else what lies beside its log, else what is installed.

    A folder that holds a copy of every folder of the rule system is a match's copy; any other is an owner's pack.
    """
    place = given or (beside / FOLDER if beside is not None and (beside / FOLDER).is_dir() else None)
    if place is None:
        return MatchData(installed)
    there = [name for name in installed if (place / name).is_dir()]
    pack = place / PACK if (place / PACK).is_dir() else None
    if not there and (installed or pack is None):
        return MatchData(installed, place)
    if len(there) < len(installed):
        missing = next(name for name in installed if name not in there)
        raise MatchError(
            f"The match's copy of its data in {place} is not complete: there is no folder {missing}.",
            "Put your back-up of that folder in its place.",
        )
    return MatchData({name: place / name for name in installed}, pack, copied=True)
