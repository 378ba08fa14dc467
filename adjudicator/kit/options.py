"""Match options: switchable rulings and variants of a rule system's rulings.toml; the first value is the default."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources.abc import Traversable

from adjudicator.core.errors import UsageError


def _switches(folder: Traversable) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    file = folder / "rulings.toml"
    return _read(file.read_text(encoding="utf-8")) if file.is_file() else ()


@lru_cache(maxsize=8)
def _read(text: str) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    plain = tomllib.loads(text)
    entries = [entry for sort in ("ruling", "variant") for entry in plain.get(sort, ()) if entry.get("option")]
    return tuple((e["option"], tuple(e["values"]), tuple(e.get("games", ()))) for e in entries)


def offered(folder: Traversable, game: str = "") -> dict[str, tuple[str, ...]]:
    """The options that a game of a rule system offers, each with its values; `folder` is the rule system's."""
    return {option: values for option, values, games in _switches(folder) if not games or game in games}


def in_force(folder: Traversable, title: str, game: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option of a game with its value in this match; a choice that does not exist is refused."""
    known = offered(folder, game)
    for option, value in chosen.items():
        if option not in known:
            raise UsageError(f"{title} has no option {option!r}.", f"Options: {', '.join(sorted(known)) or 'none'}.")
        if value not in known[option]:
            raise UsageError(f"The option {option} cannot be {value!r}.", f"It is one of: {', '.join(known[option])}.")
    return {option: chosen.get(option, values[0]) for option, values in sorted(known.items())}
