"""Which code adjudicated a step: name, version and a digest over its files; and the releases known by theirs.

The digest is over paths and contents, in order of path and with line ends as `\\n`, so that a release has the same
one on every machine. Files that say nothing about results (the catalogue's lists of rules, places and tests, the list
of releases itself) are left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any

from adjudicator.core.canon import hexadecimal, sha256, sha256_text
from adjudicator.core.errors import DataError
from adjudicator.core.values import dataclass

By = Mapping[str, str]
"""What a turn line says of who adjudicated it: `engine`, `ruleset`, `data`."""
LIST = "releases.toml"
COUNTED = (".py", ".lark", ".toml", ".csv")
LEFT_OUT = frozenset({"rules.toml", "tests.toml", "where.toml", LIST, "__pycache__"})


def code_digest(folders: Iterable[tuple[str, Traversable]]) -> str:
    """The digest of every file that counts in some folders, each under a name of its own."""
    rows = [row for name, folder in folders for row in _rows(name, folder)]
    return sha256_text("".join(f"{path} {content}\n" for path, content in sorted(rows)))


def _rows(path: str, item: Traversable) -> Iterator[tuple[str, str]]:
    if item.is_file():
        yield path, hexadecimal(sha256(item.read_bytes().replace(b"\r\n", b"\n")))
        return
    for inner in item.iterdir():
        if inner.name not in LEFT_OUT and (inner.is_dir() or inner.name.endswith(COUNTED)):
            yield from _rows(f"{path}/{inner.name}", inner)


@dataclass(frozen=True, slots=True)
class Release:
    """A release: what adjudicates in it, and how somebody gets it."""

    version: str
    engine: str
    rulesets: tuple[str, ...]
    data: tuple[str, ...]
    """Digests of the data that it brings."""
    get: str


@dataclass(frozen=True, slots=True)
class Releases:
    """Every release of the package, and of a plug-in, that left a log behind."""

    known: tuple[Release, ...] = ()

    def of(self, by: By, here: By) -> Release | None:
        """The release that adjudicated a step, if each part of what did is listed or is what is here; else None."""
        if dict(by) == dict(here):
            return None
        parts = ((r for r in self.known if _has(r, name, value)) for name, value in by.items() if value != here[name])
        found = [next(part, None) for part in parts]
        return None if None in found else found[0]


def _has(release: Release, part: str, value: str) -> bool:
    listed: Sequence[str] = {"engine": (release.engine,), "ruleset": release.rulesets, "data": release.data}[part]
    return value in listed


NO_RELEASES = Releases()


def releases_in(folder: Traversable) -> tuple[Release, ...]:
    """The releases that a package lists in its `releases.toml`; none without one."""
    file = folder / LIST
    if not file.is_file():
        return ()
    try:
        plain = tomllib.loads(file.read_text(encoding="utf-8"))
        return tuple(_release(entry) for entry in plain.get("release", ()))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError) as trouble:
        raise DataError(
            f"The list of releases {folder.name}/{LIST} cannot be read ({type(trouble).__name__}).",
            "Install the package again.",
        ) from trouble


def _release(entry: Mapping[str, Any]) -> Release:
    return Release(
        version=str(entry["version"]),
        engine=str(entry.get("engine", "")),
        rulesets=tuple(map(str, entry.get("rulesets", ()))),
        data=tuple(map(str, entry.get("data", ()))),
        get=str(entry["get"]),
    )


def briefly(version: str) -> str:
    """A version for a sentence: `vv1813 1 (5f1c0a77…)`; of a bare digest its beginning."""
    *words, digest = version.split(" ")
    return f"{' '.join(words)} ({digest[:8]}…)" if words else f"{digest[:12]}…"
