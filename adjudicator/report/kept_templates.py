"""Templates kept as they were compiled: compiling the phrases of a game takes longer than telling a turn with them.

A compiled template is code, so it lies where only the user can write, sealed as drawings are; jinja itself compares it
with the template's own text. Whatever is wrong with it, the template is compiled anew.
"""

from __future__ import annotations

from pathlib import Path

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from adjudicator.pictures.kept import keep, recall


class KeptTemplates(BytecodeCache):
    """Compiled templates of one environment; `sort` keeps those of others apart."""

    def __init__(self, folder: Path, sort: str) -> None:
        self._folder = folder
        self._sort = sort

    def _name(self, bucket: Bucket) -> str:
        return f"template-{self._sort}-{jinja2.__version__}-{bucket.key}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was kept, if anything was."""
        found = recall(self._folder, self._name(bucket))
        if found is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what has just been compiled."""
        keep(self._folder, self._name(bucket), bucket.bytecode_to_string())


def kept_templates(folder: Path | None, sort: str) -> KeptTemplates | None:
    """The templates kept in a folder; None without one."""
    return KeptTemplates(folder, sort) if folder is not None else None
