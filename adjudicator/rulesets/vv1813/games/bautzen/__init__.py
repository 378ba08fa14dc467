"""Bautzen 1813: what only this game of the series has."""

from __future__ import annotations

from adjudicator.rulesets.vv1813.games.bautzen.facts import BautzenFacts
from adjudicator.rulesets.vv1813.games.bautzen.rules import Bautzen

GAME = Bautzen()
FACTS = BautzenFacts

__all__ = ["FACTS", "GAME"]
