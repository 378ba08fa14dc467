"""LB 40: opportunity charges in the enemy's movement."""

from __future__ import annotations

from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.here import Here


def meets_opportunity(run: Here, unit: str) -> Asking[bool]:
    """LB-40.1: cavalry two hexes from a unit that has just entered a hex; says whether there was contact."""
    yield from ()
    return False
