"""7.2, D19, D22, D23: the players set up; whoever is not named stands where the default file says."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.rulesets.labataille.here import Here


def set_up(run: Here) -> Telling:
    """R-83: one side's set-up."""
    yield from ()
