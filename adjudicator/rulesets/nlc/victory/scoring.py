"""NLC-13.3, 25: victory points at the end, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.core.types import Ending, Finding, RuleId, Side
from adjudicator.maps.search import Leads, Outward
from adjudicator.rulesets.nlc.changes import army_losses
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.ground import HALVES, leads
from adjudicator.rulesets.nlc.movement.zones import enemy_zone
from adjudicator.rulesets.nlc.state import SIDES, State, enemy_of

RULE = RuleId("NLC-13.3")
WAY_OUT = 10
"""NLC-26.9m: movement points of the way to an exit."""


def points(ctx: Context, state: State, side: Side) -> Finding[int]:
    """NLC-13.3: a side's points: enemy strength off the map, hexes held (NLC-13.1), units that left, releases."""
    parts = tuple(part for part in _parts(ctx, state, side) if part.value)
    return Finding(rule=RULE, value=sum(part.value for part in parts), parts=parts, label=str(side))


def _parts(ctx: Context, state: State, side: Side) -> Iterator[Finding[int]]:
    losses = army_losses(ctx, state)
    for army in ctx.facts.army:
        if army.side == enemy_of(side):
            lost = losses.get(army.name, 0)
            fact = f"{lost} strength points of the {army.name} army"
            yield Finding(rule=RULE, value=lost * ctx.facts.victory.per_strength, because=fact, label="losses")
    for prize in ctx.facts.prize:
        if prize.side == side and state.holders.get(prize.place) == side:
            yield Finding(rule=RuleId("NLC-13.1"), value=prize.points, because=f"{prize.name} ({prize.place})")
    way_out = open_way_points(ctx, state, side)
    if way_out:
        yield Finding(rule=RuleId("NLC-26.9m"), value=way_out, because="units with an open way off the map")
    own = state.points.get(side, 0)
    yield Finding(rule=RuleId("NLC-6.1"), value=own, because="units that left the map, and what was paid")


def open_way_points(ctx: Context, state: State, side: Side) -> int:
    """NLC-26.9m: units that at the end have a way of so many points to an exit, free of the enemy and his zones."""
    facts = ctx.facts.exit
    if ctx.facts.wings is None or facts is None or facts.side != side:
        return 0
    ids = ctx.board.grid.ids
    closed = frozenset(ids[place] for place in (*enemy_zone(ctx, state, side), *state.force(enemy_of(side)).units_at))
    goals = frozenset(ids[place] for place in facts.places) - closed
    total = 0
    for place, units in state.force(side).units_at.items():
        for mounted in {ctx.units[unit.id].is_mounted for unit in units}:
            ground = leads(ctx, mounted=mounted)

            def free(node: int, cost: int, steps: int, ground: Leads = ground) -> list[tuple[int, int]]:
                return [step for step in ground(node, cost, steps) if step[0] not in closed]

            if any(node in goals for node in Outward([ids[place]], free, WAY_OUT * HALVES)):
                total += facts.points * sum(ctx.units[unit.id].is_mounted == mounted for unit in units)
    return total


def verdict(ctx: Context, state: State) -> Ending:
    """NLC-25: the higher total wins; at one and a half times the other it is decisive; equal totals are a draw.

    A total below nothing counts as nothing for the ratio.
    """
    totals = {side: points(ctx, state, side).value for side in SIDES}
    best = max(SIDES, key=lambda side: totals[side])
    other = enemy_of(best)
    reason = f"victory points: {', '.join(f'{side} {totals[side]}' for side in SIDES)}"
    if totals[best] == totals[other]:
        return Ending(winner=None, level="draw", reason=reason, rule=RULE)
    high, low = max(0, totals[best]), max(0, totals[other])
    decisive = low == 0 or Fraction(high, low) >= ctx.facts.victory.decisive
    return Ending(winner=best, level="decisive" if decisive else "marginal", reason=reason, rule=RULE)
