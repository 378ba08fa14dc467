"""Folders that are exchanged whole: a reader finds the old one or the new one, never some files of each."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from adjudicator.record.files import make_folder, sync_folder, write_new

_MAKING = ".new"
_GOING = ".old"
_HALF_MADE = re.compile(r"\..+\.(?:new|old|[a-z0-9_]{8})")
"""Folders of this module, and files of `write_whole`, before they have their names."""
_HERE = -100
_EXCHANGE = 2
"""What the system calls the folder that a path is relative to, and the exchange of two names (renameat2)."""


def put_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder of these files, or put it in the place of the one that is there; all for their owner alone."""
    making = folder.with_name(f".{folder.name}{_MAKING}")
    _remove(making)
    make_folder(making)
    try:
        for name, data in files.items():
            make_folder((making / name).parent)
            write_new(making / name, data)
        sync_folder(making)
        _exchange(making, folder)
    finally:
        _remove(making)
    sync_folder(folder.parent)


def _exchange(making: Path, folder: Path) -> None:
    if not folder.exists():
        making.rename(folder)
    elif not _exchanged(making, folder):
        going = folder.with_name(f".{folder.name}{_GOING}")
        _remove(going)
        folder.rename(going)
        making.rename(folder)
        _remove(going)


def _exchanged(one: Path, other: Path) -> bool:
    """Exchange two names in a single step; False where the system cannot."""
    if sys.platform != "linux":
        return False
    import ctypes

    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    return rename is not None and rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0


def clean(folder: Path, beginning: str = "") -> None:
    """Take away what a writer that died left half made. The caller holds the lock, so nobody else is at it."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        for name in sorted(os.listdir(folder)):
            if name.startswith(f".{beginning}") and _HALF_MADE.fullmatch(name):
                _remove(folder / name)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
