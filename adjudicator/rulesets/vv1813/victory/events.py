"""VV 10: the general retreat, the battle's sudden end, the final account. All past tense, and seen by everybody."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Finding, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.state import State


class GeneralRetreatOrdered(Event, seen_by=everybody):
    """The Coalition's general retreat was ordered; it begins with the turn named."""

    kind: Literal["general_retreat_ordered"] = "general_retreat_ordered"
    rule: RuleId = RuleId("VV-10.G1")
    side: Side
    turn: int

    def apply(self, state: State, rules: Context) -> State:
        """The turn from which it is on."""
        return replace(state, general_retreat=self.turn)


class RandomEndTested(Event, seen_by=everybody):
    """Dice for the battle's sudden end."""

    kind: Literal["random_end_tested"] = "random_end_tested"
    total: int
    ends: bool
    up_to: int


class VictoryReckoned(Event, seen_by=everybody):
    """The final account: saved units, quotas, morale."""

    kind: Literal["victory_reckoned"] = "victory_reckoned"
    account: tuple[Finding[int], ...] = ()
    saved_on_map: tuple[str, ...] = ()
    """Units still on the map that count as saved."""


EVENTS: tuple[type[Event], ...] = (GeneralRetreatOrdered, RandomEndTested, VictoryReckoned)
