"""Lützen 1813: what only this game of the series has."""

from __future__ import annotations

from adjudicator.rulesets.vv1813.games.lutzen.facts import LutzenFacts
from adjudicator.rulesets.vv1813.games.lutzen.rules import Lutzen

GAME = Lutzen()
FACTS = LutzenFacts

__all__ = ["FACTS", "GAME"]
