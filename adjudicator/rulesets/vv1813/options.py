"""Match options of the series: switchable rulings and variants from rulings.toml; the first value is the default."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from adjudicator.core.errors import MatchError


@lru_cache(maxsize=1)
def _switches() -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    plain = tomllib.loads((files("adjudicator.rulesets.vv1813") / "rulings.toml").read_text(encoding="utf-8"))
    entries = [entry for sort in ("ruling", "variant") for entry in plain.get(sort, ()) if entry.get("option")]
    return tuple((e["option"], tuple(e["values"]), tuple(e.get("games", ()))) for e in entries)


def switches(game: str) -> dict[str, tuple[str, ...]]:
    """The options that a game offers, each with its values."""
    return {option: values for option, values, games in _switches() if not games or game in games}


def in_force(game: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option of a game with its value in this match; a choice that does not exist is refused."""
    offered = switches(game)
    for option, value in chosen.items():
        if option not in offered:
            raise MatchError(
                f"{game.capitalize()} has no option {option!r}.", f"Options: {', '.join(sorted(offered))}."
            )
        if value not in offered[option]:
            raise MatchError(
                f"The option {option} cannot be {value!r}.", f"It is one of: {', '.join(offered[option])}."
            )
    return {option: chosen.get(option, values[0]) for option, values in sorted(offered.items())}
