"""Files that survive a kill: written whole or not at all, appended in one write, one writer at a time.

What is in a match folder holds both sides' plans: files and folders are their owner's alone, whatever the umask.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from adjudicator.core.errors import MatchError

LOCK_PATIENCE = 10.0
"""Seconds that a writer waits for another one to finish."""
FILE_MODE = 0o600
FOLDER_MODE = 0o700


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are not there yet, for their owner alone."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        with contextlib.suppress(FileExistsError):
            path.mkdir(FOLDER_MODE)
            path.chmod(FOLDER_MODE)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file for its owner alone so that a reader sees the old one or the new one, never a part."""
    make_folder(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, FILE_MODE)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise
    sync_folder(path.parent)


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, for its owner alone, and wait until it is on the disk."""
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, FILE_MODE)) as file:
        path.chmod(FILE_MODE)
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def append_synced(path: Path, data: bytes) -> None:
    """Append in a single write and wait until it is on the disk."""
    new = not path.exists()
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, FILE_MODE)
    try:
        if new:
            path.chmod(FILE_MODE)
        written = os.write(handle, data)
        if written != len(data):
            raise MatchError(f"Only {written} of {len(data)} bytes could be written to {path.name}.", "Free some disk.")
        os.fsync(handle)
    finally:
        os.close(handle)


def cut_to(path: Path, length: int) -> None:
    """Shorten a file to its first `length` bytes."""
    handle = os.open(path, os.O_WRONLY)
    try:
        os.ftruncate(handle, length)
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder lasting, where the system can."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _take(handle: int) -> None:
    """Take the lock on an open file or fail at once; closing the file, or dying, gives it back."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextlib.contextmanager
def locked(folder: Path, patience: float | None = None) -> Iterator[None]:
    """Hold the match's lock; waits a little (LOCK_PATIENCE) for another writer, then says so."""
    handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        give_up = time.monotonic() + (LOCK_PATIENCE if patience is None else patience)
        while True:
            try:
                _take(handle)
                break
            except (BlockingIOError, PermissionError):
                if time.monotonic() >= give_up:
                    raise MatchError(
                        f"Another program is writing to the match {folder.name}.",
                        "Wait until it has finished, then try again.",
                    ) from None
                time.sleep(0.05)
        yield
    finally:
        os.close(handle)
