"""La Bataille: the Premier rules with Heilsberg, 10 June 1807: five scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from adjudicator.core.datafolders import Folders
from adjudicator.kit.packs import PackForm
from adjudicator.kit.registry import RulesetEntry, Scenario

if TYPE_CHECKING:
    from adjudicator.core.types import Order
    from adjudicator.rulesets.labataille.ruleset import LaBataille

NAME = "labataille"
SIDES = ("French", "Coalition")
SCENARIOS: tuple[tuple[str, str, str], ...] = (
    ("heilsberg-1", "Heilsberg One", "10 June 1807, from ten: the Russian rear guard at Bewernick; eleven turns."),
    ("heilsberg-2", "Heilsberg Two", "From 14:20: Bewernick, Langwiese and Lauden; ten turns."),
    ("heilsberg-3", "Heilsberg Three", "From 18:00: the redoubts north of the Alle; nineteen turns."),
    ("heilsberg-4", "Heilsberg Four", "From 18:00: Ney south of the Alle; nineteen turns."),
    ("heilsberg-5", "Heilsberg Five", "From 18:00: both banks; nineteen turns."),
)


def load(
    scenario: str, options: Mapping[str, str], folders: Folders | None = None, pack: Traversable | None = None
) -> LaBataille:
    """A scenario, set up with match options and perhaps an owner's data pack."""
    from adjudicator.rulesets.labataille.ruleset import make

    return make(scenario, options, data_folders(scenario) if folders is None else folders, pack)


def data_folders(scenario: str) -> Folders:
    """The tables of the rules, the map, the counters, and the set-up and numbers of a scenario."""
    home = files(__name__) / "data"
    return {
        "tables": home / "tables",
        "map": home / "map",
        "forces": home / "forces",
        "scenario": home / "scenarios" / scenario,
    }


def order_types() -> tuple[type[Order], ...]:
    """The orders and choices of the rule system."""
    from adjudicator.rulesets.labataille.choices import CHOICES
    from adjudicator.rulesets.labataille.orders import ORDERS

    return (*ORDERS, *CHOICES)


ENTRY = RulesetEntry(
    name=NAME,
    package=__name__,
    scenarios=tuple(
        Scenario(name=name, ruleset=NAME, title=title, about=about, sides=SIDES) for name, title, about in SCENARIOS
    ),
    load=load,
    orders=order_types,
    data_folders=data_folders,
    packs=PackForm(
        rooms={room: room for room in ("tables", "map", "forces", "scenario")},
        secret={"forces/units.csv": "side", "forces/leaders.csv": "side"},
    ),
)
