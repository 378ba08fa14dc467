"""NLC-20.2-D1, A-30: the ground that a Defend order lets its formation hold and win back."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.core.values import replace
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.zones import zone
from adjudicator.rulesets.nlc.state import State, enemy_of


def controlled(ctx: Context, state: State, side: Side) -> tuple[str, ...]:
    """A-30: hexes that a side's units occupy, or that lie in their zone and neither under the enemy nor in his."""
    own, other = state.force(side).units_at, state.force(enemy_of(side)).units_at
    open_ground = zone(ctx, state, side) - zone(ctx, state, enemy_of(side)) - other.keys()
    return tuple(sorted(open_ground | own.keys()))


def with_ground(ctx: Context, state: State, formation: str) -> State:
    """The position with the ground of this moment noted for a formation that defends; grounds of nobody are dropped."""
    side = ctx.formations[formation].side
    key = f"{side}/{state.turn}"
    grounds = dict(state.grounds)
    if key not in grounds:
        grounds[key] = controlled(ctx, state, side)
    after = state.with_formations(replace(state.formations[formation], ground=key))
    used = {one.ground for one in after.formations.values() if one.ground}
    return replace(after, grounds={name: grounds[name] for name in sorted(grounds) if name in used})


def is_own_ground(state: State, formation: str, place: str) -> bool:
    """NLC-20.2-D1: whether a hex was controlled when the Defend order took effect."""
    return place in state.grounds.get(state.formations[formation].ground, ())
