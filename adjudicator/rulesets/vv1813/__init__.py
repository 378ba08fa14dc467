"""VV: the 1813 battle games (Bautzen, Lützen): one series of rules, each game a folder below `games`."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.rulesets.vv1813.ruleset import VV1813


def load(scenario: str, options: Mapping[str, str], pack: Path | None = None) -> VV1813:
    """A game of the series, set up with match options and perhaps an owner's data pack."""
    from adjudicator.rulesets.vv1813.ruleset import make

    game = importlib.import_module(f"adjudicator.rulesets.vv1813.games.{scenario}")
    return make(game.GAME, game.FACTS, options, pack)
