"""Parsers kept between runs: making one from its grammar takes ten times as long as reading it back.

The file lies in the user's cache folder under a name made from the grammar's own text, so a changed grammar never
meets an old parser. A kept parser can hold any code, so it is read only where nobody but the user could have written
it: folder and file are the user's own and closed to others. Whatever goes wrong with the cache, the parser is simply
made anew.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark

from adjudicator.core.canon import sha256_text

FOLDER = "parsers"
"""The part of the cache folder that is closed to others."""
_OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> Path | None:
    """The user's cache folder; None where there is no home, or where ADJUDICATOR_CACHE is set to nothing."""
    chosen = os.environ.get("ADJUDICATOR_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    with contextlib.suppress(RuntimeError):
        return Path(base or Path.home() / ".cache") / "adjudicator"
    return None


def kept_parser(texts: Sequence[str], make: Callable[[], Lark]) -> Lark:
    """The parser of a grammar, read back if the same text made it before; `texts` is all that it is made from."""
    folder = cache_folder()
    if folder is None:
        return make()
    version = f"{lark.__version__}/{sys.version_info[:2]}"
    path = folder / FOLDER / f"parser-{sha256_text('/'.join((version, *texts)))[:32]}"
    with contextlib.suppress(Exception):  # a spoiled or foreign file: the parser is made anew and the file replaced
        return Lark.load(BytesIO(_own_bytes(path)))
    parser = make()
    with contextlib.suppress(OSError):
        _keep(parser, path)
    return parser


def _own_bytes(path: Path) -> bytes:
    """What stands in a file that only the user can have written; another one is a PermissionError."""
    _check_own(path.parent.lstat())
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
        _check_own(os.fstat(file.fileno()))
        return file.read()


def _check_own(found: os.stat_result) -> None:
    """Refuse what belongs to somebody else or is open to others; where users have no numbers, folders are theirs."""
    if hasattr(os, "getuid") and (found.st_uid != os.getuid() or found.st_mode & _OTHERS_MAY_WRITE):
        raise PermissionError("others may have written this")


def _keep(parser: Lark, path: Path) -> None:
    made = BytesIO()
    parser.save(made)
    path.parent.parent.mkdir(parents=True, exist_ok=True)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    _check_own(path.parent.lstat())
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".parser-")  # readable and writable by its owner only
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(made.getvalue())
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
