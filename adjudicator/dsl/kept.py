"""Parsers kept between runs: making one from its grammar takes ten times as long as reading it back.

The file lies in the user's cache folder under a name made from the grammar's own text, so a changed grammar never
meets an old parser. Whatever goes wrong with the cache, the parser is simply made anew.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import lark
from lark import Lark

from adjudicator.core.canon import sha256_text


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
    path = folder / f"parser-{sha256_text('/'.join((version, *texts)))[:32]}"
    with contextlib.suppress(Exception):  # a spoiled or foreign file: the parser is made anew and the file replaced
        return Lark.load(BytesIO(path.read_bytes()))
    parser = make()
    with contextlib.suppress(OSError):
        _keep(parser, path)
    return parser


def _keep(parser: Lark, path: Path) -> None:
    made = BytesIO()
    parser.save(made)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".parser-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(made.getvalue())
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
