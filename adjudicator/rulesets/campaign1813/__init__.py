"""CAM: the German Campaign of autumn 1813: point to point, hidden blocks, battles fought at the table."""

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
    from adjudicator.rulesets.campaign1813.ruleset import Campaign1813

NAME = "campaign1813"


def load(
    scenario: str, options: Mapping[str, str], folders: Folders | None = None, pack: Traversable | None = None
) -> Campaign1813:
    """The campaign, set up with match options and perhaps an owner's data pack."""
    from adjudicator.rulesets.campaign1813.ruleset import make

    return make(options, pack, data_folders(scenario) if folders is None else folders)


def data_folders(scenario: str) -> Folders:
    """The map, the blocks and the tables of the campaign."""
    return {"campaign": files(__name__) / "data"}


BY_ROW = (
    "towns.csv",
    "roads.csv",
    "units.csv",
    "corps.csv",
    "armies.csv",
    "depots.csv",
    "fortresses.csv",
    "fortress_capacity.csv",
    "calendar.csv",
    "nationalities.csv",
)
"""Files of which a row of a data pack replaces one of ours; of all others the pack's file takes the place of ours."""


def order_types() -> tuple[type[Order], ...]:
    """The orders and choices of the campaign."""
    from adjudicator.rulesets.campaign1813.orders import CHOICES, ORDERS

    return (*ORDERS, *CHOICES)


ENTRY = RulesetEntry(
    name=NAME,
    package=__name__,
    scenarios=(
        Scenario(
            name=NAME,
            ruleset=NAME,
            title="German Campaign 1813",
            about=(
                "From 16 August 1813, 22 turns of three days: hidden blocks from town to town, battles fought outside."
            ),
            sides=("French", "Allied"),
        ),
    ),
    load=load,
    orders=order_types,
    data_folders=data_folders,
    packs=PackForm(by_row=BY_ROW, secret={"units.csv": "side"}),
)
