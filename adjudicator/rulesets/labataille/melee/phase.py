"""LB 32, LB 33: the melee phase: mandatory melees first, then assaults as ordered, one after the other."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.rulesets.labataille.here import Here


def declare_assaults(run: Here) -> Telling:
    """LB-33.1: the assaults of the phasing side join the melees that must be fought."""
    yield from ()


def one_melee(run: Here) -> Telling:
    """LB-33: the first of the melees that are left."""
    yield from ()


def after_melees(run: Here) -> Telling:
    """Section 2, phase 5: what follows when all melees have been fought."""
    yield from ()
