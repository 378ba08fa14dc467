"""NLC-7.6a-2, NLC-20.2-R4: who is flanked in normal combat."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.types import Finding, RuleId
from adjudicator.rulesets.nlc.combat.terrain import can_be_flanked
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.ground import is_on_way
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of

EVENLY = 3
"""NLC-7.6a-2: so many attacking units, spread evenly round the hex, flank as well."""


def flanking(ctx: Context, state: State, attackers: Sequence[Unit], target: str) -> Finding[bool]:
    """NLC-7.6a-2, NLC-7.6a-3: whether attackers flank those in a hex; in towns and chateaux nobody is flanked."""
    because = ""
    if can_be_flanked(ctx, target):
        because = _from_two_sides(ctx, attackers, target) or _on_the_road(ctx, state, attackers, target)
    return Finding(rule=RuleId("NLC-7.6a-2"), value=bool(because), label="Flanking", because=because)


def _from_two_sides(ctx: Context, attackers: Sequence[Unit], target: str) -> str:
    """A-25: attackers in two opposite hexes, or at least three of them at alternate hexsides."""
    grid = ctx.board.grid
    here = grid.ids[target]
    sides: dict[int, int] = {}
    for unit in attackers:
        toward = grid.direction(here, grid.ids[unit.place or ""])
        if toward is not None:
            sides[toward] = sides.get(toward, 0) + 1
    if any((toward + 3) % 6 in sides for toward in sides):
        return "they come from two opposite sides"
    around = any(all((start + step) % 6 in sides for step in (0, 2, 4)) for start in (0, 1))
    return "they stand all round it" if around and sum(sides.values()) >= EVENLY else ""


def _on_the_road(ctx: Context, state: State, attackers: Sequence[Unit], target: str) -> str:
    """NLC-20.2-R4, A-31, A-63: a stack all of whose units have Reserve orders is flanked on a road or trail."""
    side = enemy_of(state.sides[attackers[0].id])
    defenders = state.at(side, target)
    if not defenders or not is_on_way(ctx, target):
        return ""
    if any(order_for(ctx, state, unit) != "reserve" for unit in defenders):
        return ""
    return "all of them have Reserve orders and stand on a road"
