"""CAM: what happens to blocks without a fight: supply lost and restored, attrition, rally."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Finding, Frozen, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import owner
from adjudicator.rulesets.campaign1813.changes import changed
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.events import Tested, wasted
from adjudicator.rulesets.campaign1813.state import State


class SupplyChecked(Event, seen_by=owner):
    """CAM-supply-1: a side traced supply for all its blocks: who lost it, who is isolated, who has it again."""

    kind: Literal["supply_checked"] = "supply_checked"
    rule: RuleId = RuleId("CAM-supply-1")
    side: Side
    out: tuple[str, ...] = ()
    isolated: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()

    def apply(self, state: State, rules: Context) -> State:
        """Every block has its mark."""
        after = {
            **{block: replace(state.block(block), supply="out") for block in self.out},
            **{block: replace(state.block(block), supply="isolated") for block in self.isolated},
            **{block: replace(state.block(block), supply="in") for block in self.restored},
        }
        return changed(state, after.values())


class AttritionTested(Event, seen_by=owner):
    """CAM-attr-2: isolated blocks rolled for attrition."""

    kind: Literal["attrition_tested"] = "attrition_tested"
    rule: RuleId = RuleId("CAM-attr-2")
    side: Side
    tests: tuple[Tested, ...]

    def apply(self, state: State, rules: Context) -> State:
        """What they lost is lost for good."""
        return wasted(rules, state, self.tests)


class BlocksRallied(Event, seen_by=owner):
    """CAM-rally-1: disrupted blocks in supply recovered by themselves."""

    kind: Literal["blocks_rallied"] = "blocks_rallied"
    rule: RuleId = RuleId("CAM-rally-1")
    side: Side
    blocks: tuple[str, ...]

    def apply(self, state: State, rules: Context) -> State:
        """They are disrupted no longer."""
        return changed(state, (replace(state.block(block), disrupted="") for block in self.blocks))


class RallyTest(Frozen):
    """A disrupted block's rally test."""

    block: str
    score: Finding[int]
    recovers: bool


class RallyTested(Event, seen_by=owner):
    """CAM-rally-4: disrupted blocks that routed or are out of supply took a rally test."""

    kind: Literal["rally_tested"] = "rally_tested"
    rule: RuleId = RuleId("CAM-rally-4")
    side: Side
    tests: tuple[RallyTest, ...]

    def apply(self, state: State, rules: Context) -> State:
        """Those who passed are disrupted no longer."""
        back = [test.block for test in self.tests if test.recovers]
        return changed(state, (replace(state.block(block), disrupted="") for block in back))


EVENTS: tuple[type[Event], ...] = (SupplyChecked, AttritionTested, BlocksRallied, RallyTested)
