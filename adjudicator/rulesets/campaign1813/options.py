"""Match options of the campaign: switchable rulings and variants from rulings.toml; the first value is the default."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from adjudicator.core.catalogue import Switch, load_catalogue
from adjudicator.core.errors import MatchError


@lru_cache(maxsize=1)
def switches() -> tuple[Switch, ...]:
    """The options that the campaign offers, each with its values."""
    return load_catalogue(files("adjudicator.rulesets.campaign1813")).switches()


def in_force(chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value in this match; a choice that does not exist is refused."""
    offered = {switch.option: switch.values for switch in switches()}
    for option, value in chosen.items():
        if option not in offered:
            raise MatchError(f"The campaign has no option {option!r}.", f"Options: {', '.join(sorted(offered))}.")
        if value not in offered[option]:
            raise MatchError(
                f"The option {option} cannot be {value!r}.", f"It is one of: {', '.join(offered[option])}."
            )
    return {option: chosen.get(option, values[0]) for option, values in sorted(offered.items())}
