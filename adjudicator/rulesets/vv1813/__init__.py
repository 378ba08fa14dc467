"""VV: the 1813 battle games (Bautzen, Lützen): one series of rules, each game a folder below `games`."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from adjudicator.core.datafolders import Folders
from adjudicator.kit.packs import PackForm
from adjudicator.kit.registry import RulesetEntry, Scenario

if TYPE_CHECKING:
    from adjudicator.core.types import Order
    from adjudicator.rulesets.vv1813.ruleset import VV1813

NAME = "vv1813"


def load(
    scenario: str, options: Mapping[str, str], folders: Folders | None = None, pack: Traversable | None = None
) -> VV1813:
    """A game of the series, set up with match options and perhaps an owner's data pack."""
    from adjudicator.rulesets.vv1813.ruleset import make

    game = importlib.import_module(f"adjudicator.rulesets.vv1813.games.{scenario}")
    return make(game.GAME, game.FACTS, options, data_folders(scenario) if folders is None else folders, pack)


def data_folders(scenario: str) -> Folders:
    """The tables of the series, and the map, counters and numbers of a game."""
    home = files(__name__)
    return {"series": home / "tables", "game": home / "games" / scenario / "data"}


def order_types() -> tuple[type[Order], ...]:
    """The orders and choices of the series."""
    from adjudicator.rulesets.vv1813.orders import CHOICES, ORDERS

    return (*ORDERS, *CHOICES)


ENTRY = RulesetEntry(
    name=NAME,
    package=__name__,
    scenarios=(
        Scenario(
            name="bautzen",
            ruleset=NAME,
            title="Bautzen 1813",
            about="21 May 1813, from 6 in the morning: Napoleon attacks on the Spree, Ney comes from the north.",
            sides=("French", "Coalition"),
        ),
        Scenario(
            name="lutzen",
            ruleset=NAME,
            title="Lützen 1813",
            about="2 May 1813, from noon (or from 10): the Coalition falls on Ney's corps south of Lützen.",
            sides=("Coalition", "French"),
        ),
    ),
    load=load,
    orders=order_types,
    data_folders=data_folders,
    packs=PackForm(rooms={"series": "tables"}, whole=("row", "roll")),
)
