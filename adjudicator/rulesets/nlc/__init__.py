"""NLC: Napoleon's Later Campaigns, on Napoleon's Last Battles (1815), Leipzig and Dresden (1813): sixteen scenarios."""

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
    from adjudicator.rulesets.nlc.ruleset import NLC

NAME = "nlc"
SIDES = ("French", "Allied")
SCENARIOS: tuple[tuple[str, str, str], ...] = (
    (
        "la-belle-alliance",
        "La Belle Alliance",
        "18 June 1815: Wellington holds the ridge, the Prussians come from the east.",
    ),
    ("ligny", "Ligny", "16 June 1815: Napoleon attacks the Prussians behind the Ligne."),
    ("quatre-bras", "Quatre Bras", "16 June 1815: Ney before the crossroads, Wellington's divisions arriving."),
    ("wavre", "Wavre", "18 and 19 June 1815: Grouchy at the Dyle, both sides choose their orders."),
    ("historical-wavre", "Historical Wavre", "18 and 19 June 1815: Grouchy attacks, Thielemann holds."),
    ("grand-ligny", "Grand Ligny", "16 June 1815: Ligny and Quatre Bras together."),
    ("grand-waterloo", "Grand Waterloo", "18 June 1815: La Belle Alliance and Wavre together."),
    ("campaign-1815", "The campaign of 1815", "16 to 18 June 1815 on all four maps."),
    ("liebertwolkwitz", "Liebertwolkwitz", "14 October 1813: Murat against Barclay's advance guard."),
    ("wachau", "Wachau", "16 October 1813: the southern battle of Leipzig."),
    ("moeckern", "Möckern", "16 October 1813: the northern battle of Leipzig."),
    ("leipzig", "Leipzig", "18 October 1813: the battle of the nations."),
    ("leipzig-campaign", "The campaign of Leipzig", "14 to 19 October 1813."),
    ("dresden-relief", "Dresden: the relief", "26 August 1813: St Cyr holds the town until Napoleon comes."),
    ("dresden-suburbs", "Dresden: the suburbs", "26 August 1813, from four in the afternoon."),
    ("dresden-battle", "Dresden: the battle", "26 and 27 August 1813."),
)


def load(
    scenario: str, options: Mapping[str, str], folders: Folders | None = None, pack: Traversable | None = None
) -> NLC:
    """A scenario, set up with match options and perhaps an owner's data pack."""
    from adjudicator.rulesets.nlc.ruleset import make

    return make(scenario, options, data_folders(scenario) if folders is None else folders, pack)


def data_folders(scenario: str) -> Folders:
    """The tables of the rules, the maps, and the forces and numbers of a scenario."""
    home = files(__name__) / "data"
    return {"tables": home / "tables", "maps": home / "maps", "scenario": home / "scenarios" / scenario}


def order_types() -> tuple[type[Order], ...]:
    """The orders and choices of the rule system."""
    from adjudicator.rulesets.nlc.choices import CHOICES
    from adjudicator.rulesets.nlc.orders import ORDERS

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
    packs=PackForm(rooms={"maps": "maps", "tables": "tables"}),
)
