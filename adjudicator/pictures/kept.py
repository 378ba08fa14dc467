"""Drawings kept between runs, in a folder that only its owner can write.

A file is sealed with the digest of what it holds. Whatever is wrong with it (it is missing, spoiled, or somebody else
could have written it), the drawing is simply made anew.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from adjudicator.pictures.templates import templates_folder

_SEAL = 65
"""Bytes of the seal: 64 hexadecimal digits and the end of their line."""


def digest_of(*parts: str) -> str:
    """A name for what is made from these parts."""
    return sha256("\0".join(parts).encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def drawing_code() -> str:
    """The digest of how pictures are drawn: this package and the drawing settings. Changed code makes new drawings."""
    total = sha256()
    for file in _sources(Path(__file__).resolve().parent, templates_folder() / "map"):
        total.update(file.read_bytes())
    return total.hexdigest()


def _sources(package: Path, drawings: Path) -> Iterable[Path]:
    return (*sorted(package.rglob("*.py")), *sorted(drawings.glob("*.toml")))


def recall(folder: Path | None, name: str) -> bytes | None:
    """What was kept under a name; None if there is nothing that can be trusted."""
    if folder is None:
        return None
    with contextlib.suppress(OSError):
        if not (_is_ours(folder) and _is_ours(folder / name)):
            return None
        data = (folder / name).read_bytes()
        seal, payload = data[:_SEAL], data[_SEAL:]
        if seal == _sealed(payload):
            return payload
    return None


def keep(folder: Path | None, name: str, payload: bytes) -> None:
    """Keep something under a name, whole or not at all."""
    if folder is None:
        return
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_ours(folder):
            return
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".drawing-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_sealed(payload))
                file.write(payload)
            os.replace(temporary, folder / name)
        except OSError:
            os.unlink(temporary)
            raise


def _sealed(payload: bytes) -> bytes:
    return sha256(payload).hexdigest().encode() + b"\n"


def _is_ours(path: Path) -> bool:
    """Whether nobody but the user can have written a file or a folder."""
    if not hasattr(os, "getuid"):
        return True
    found = path.stat()
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
