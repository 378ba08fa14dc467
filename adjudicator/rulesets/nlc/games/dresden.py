"""NLC 28: Dresden, August 1813."""

from __future__ import annotations

from adjudicator.rulesets.nlc.games.rules import GameRules

GAME = GameRules(name="dresden", zones_cost=False)
