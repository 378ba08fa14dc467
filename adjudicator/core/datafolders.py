"""Folders of data files: everything in them as bytes, and one digest over it.

A rule system names its folders; a match keeps a copy of each under that name. Nothing here knows what the files say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable

from adjudicator.core.canon import hexadecimal, sha256, sha256_text

Folders = Mapping[str, Traversable]
"""Folders of data files, by the name under which a match keeps a copy of each."""


def data_files(folders: Folders) -> dict[str, bytes]:
    """Every data file by its path, the folder's name first: `series/retreat.toml`; code and hidden files are none."""
    return dict(sorted(row for name, folder in folders.items() for row in _files(name, folder)))


def _files(path: str, folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for item in folder.iterdir():
        if item.name.startswith((".", "__")) or item.name.endswith((".py", ".pyc")):
            continue
        if item.is_dir():
            yield from _files(f"{path}/{item.name}", item)
        else:
            yield f"{path}/{item.name}", item.read_bytes()


def files_digest(files: Mapping[str, bytes]) -> str:
    """The digest of data files, whatever their line ends: their paths and what stands in them."""
    rows = (f"{path} {_content(data)}\n" for path, data in sorted(files.items()))
    return sha256_text("".join(rows))


def _content(data: bytes) -> str:
    return hexadecimal(sha256(data.replace(b"\r\n", b"\n")))
