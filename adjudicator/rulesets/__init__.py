"""The rule systems: which games can be played, each loaded only when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.core.errors import MatchError


@dataclass(frozen=True, slots=True)
class Scenario:
    """Something that can be played, by the name that the command line knows."""

    name: str
    ruleset: str
    """The package below `adjudicator.rulesets` that offers `load(scenario, options, pack)`."""
    title: str
    about: str
    sides: tuple[str, ...]


SCENARIOS: Mapping[str, Scenario] = {
    "campaign1813": Scenario(
        name="campaign1813",
        ruleset="campaign1813",
        title="German Campaign 1813",
        about="From 16 August 1813, 22 turns of three days: hidden blocks from town to town, battles fought outside.",
        sides=("French", "Allied"),
    ),
    "bautzen": Scenario(
        name="bautzen",
        ruleset="vv1813",
        title="Bautzen 1813",
        about="21 May 1813, from 6 in the morning: Napoleon attacks on the Spree, Ney comes from the north.",
        sides=("French", "Coalition"),
    ),
    "lutzen": Scenario(
        name="lutzen",
        ruleset="vv1813",
        title="Lützen 1813",
        about="2 May 1813, from noon (or from 10): the Coalition falls on Ney's corps south of Lützen.",
        sides=("Coalition", "French"),
    ),
}


def catalogue() -> tuple[Scenario, ...]:
    """Every game and scenario, in order of name."""
    return tuple(SCENARIOS[name] for name in sorted(SCENARIOS))


def find(name: str) -> Scenario:
    """A scenario by its name, whatever the case."""
    scenario = SCENARIOS.get(name.strip().casefold())
    if scenario is None:
        known = ", ".join(sorted(SCENARIOS))
        raise MatchError(f"There is no scenario called {name!r}.", f"Choose one of: {known}.")
    return scenario


def load(name: str, options: Mapping[str, str], pack: Path | None = None) -> Any:
    """A rule system set up for a scenario, with match options and perhaps an owner's data pack."""
    scenario = find(name)
    module = importlib.import_module(f"adjudicator.rulesets.{scenario.ruleset}")
    return module.load(scenario.name, options, pack)
