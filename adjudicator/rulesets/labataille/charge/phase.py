"""LB 37, LB 38: the charge phase: charges are designated together, then ridden one after the other."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.rulesets.labataille.here import Here


def declare_charges(run: Here) -> Telling:
    """LB-38.1: all charges are designated before the first rides."""
    yield from ()


def charge_phase(run: Here) -> Telling:
    """LB-38.2: the first of the charges that are left."""
    yield from ()
