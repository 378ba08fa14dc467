"""The words of standing orders: when they apply, and what a player may ask to be asked about."""

from __future__ import annotations

from collections.abc import Mapping

_AT, _FROM = "[ at {place:place}]", "[ from {place:place}]"
_ENEMY = "[{unit:enemy}][!unit:the enemy]"

WHEN: Mapping[str, str] = {
    "attacked": f"when [{{unit:piece}} is ]attacked{_AT}",
    "bombarded": f"when [{{unit:piece}} is ]bombarded{_AT}",
    "attacking": "when attacking[ {place:place}]",
    "must_retreat": f"when [{{unit:piece}}][!unit:we] must retreat{_FROM}",
    "enemy_moves": f"when {_ENEMY} moves{_FROM}",
    "enemy_enters": f"when {_ENEMY} enters our zone{_FROM}",
    "met": f"when [{{unit:piece}} is ]met by Cossacks{_AT}",
    "refuses": f"when the enemy refuses combat{_AT}",
    "losses_drawn": "when the enemy draws Losses",
    "displaced": "when [{unit:piece}][!unit:a commander] is displaced",
    "after_combat": f"after combat{_AT}",
    "enemy_phase": "in the enemy movement",
    "taking": "when taking markers",
    "laying": "when laying [{unit}][!unit:markers]",
}
"""Each moment as it is printed."""

TOPICS: Mapping[str, str] = {
    "retreat_before_combat": "retreat before combat",
    "cossacks_forbid": "forbidding retreat",
    "head": "head",
    "excess": "excess",
    "support": "support",
    "napoleon_option": "Napoleon's option",
    "losses": "losses",
    "hold": "holding",
    "retreat": "retreat",
    "advance": "advance",
    "occupy": "occupation",
    "cossacks": "Cossacks",
    "cossack_effect": "Cossack effect",
    "displaced": "displacement",
    "lose_markers": "markers lost",
    "reveal": "revealing",
    "take_marker": "taking markers",
    "lay_on": "laying markers",
}
"""What a player may ask to be asked about: the kind of decision and its words."""
