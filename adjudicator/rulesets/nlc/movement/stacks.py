"""Pieces that move together: what each of them can pay, and how many may end in a hex."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.context import Context, half_up
from adjudicator.rulesets.nlc.movement.ground import HALVES
from adjudicator.rulesets.nlc.state import Leader, State, Unit


@dataclass(frozen=True, slots=True)
class Stack:
    """Units and leaders of one side in one hex that go the same way."""

    side: Side
    place: str
    units: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()

    def is_cavalry(self, ctx: Context) -> bool:
        """NLC-5.4e: whether it ignores zones as cavalry does: it has no other units."""
        return bool(self.units) and all(ctx.units[unit].is_cavalry for unit in self.units)


@dataclass(frozen=True, slots=True)
class Purse:
    """What one kind of walker in a stack can still pay, in halves of a point."""

    mounted: bool
    demoralized: bool
    left: int


def purses(ctx: Context, state: State, stack: Stack, spent: int = 0) -> tuple[Purse, ...]:
    """NLC-5.1, NLC-19.2, NLC-22.3, NLC-28.0f, A-22: what a stack can pay: each kind of walker once, the poorest."""
    found: dict[tuple[bool, bool], int] = {}
    for one in stack.units:
        card = ctx.units[one]
        key = (card.is_mounted, card.limit_group in state.broken)
        found[key] = min(found.get(key, card.movement * HALVES), card.movement * HALVES)
    for one in stack.leaders:
        points = leader_points(ctx, state.leader(one))
        found[True, False] = min(found.get((True, False), points), points)
    return tuple(Purse(mounted, broken, left - spent) for (mounted, broken), left in sorted(found.items()))


def leader_points(ctx: Context, leader: Leader) -> int:
    """NLC-19.6, A-56: a leader who has given orders this turn has half his movement."""
    full = ctx.leaders[leader.id].movement * HALVES
    return half_up(Fraction(full, 2)) if leader.ordered else full


# --- stacking -------------------------------------------------------------------------------------------------------


def stacking_limit(ctx: Context, place: str, units: Sequence[Unit]) -> Finding[int]:
    """NLC-5.3, NLC-10.1, NLC-27.2: how many of these units may be in a hex together.

    Two; one in a chateau; at Leipzig three of one superior command. Leaders do not count (NLC-19.3).
    """
    if ctx.board.cells[place].terrain == "chateau":
        limit = ctx.tables.movement.chateau_stacking
        return Finding(rule=RuleId("NLC-10.1"), value=limit, because=f"{place} is a chateau")
    same = ctx.facts.stacking_same
    if same is not None and len({formation_of(ctx, unit) for unit in units}) == 1:
        return Finding(rule=RuleId("NLC-27.2"), value=same, because="units of one command")
    return Finding(rule=RuleId("NLC-5.3"), value=ctx.facts.stacking, because="two units a hex")


def fits(ctx: Context, state: State, side: Side, place: str, coming: Sequence[Unit]) -> bool:
    """Whether units may end in a hex beside those of their side that stand there."""
    names = {unit.id for unit in coming}
    there = [unit for unit in state.at(side, place) if unit.id not in names]
    together = [*there, *coming]
    return len(together) <= stacking_limit(ctx, place, together).value
