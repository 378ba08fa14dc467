"""Units that left the map by retreat and may come back: when, and by which places."""

from __future__ import annotations

from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import Entry
from adjudicator.rulesets.vv1813.state import State, enemy_of


def returning(ctx: Context, state: State, side: Side, rule: RuleId) -> tuple[Entry, ...]:
    """Each unit whose turn has come, by the place it left from or a neighbour of it on the edge; with its commander."""
    found = []
    for unit in sorted(state.army(side).units.values(), key=lambda one: one.id):
        if unit.status == "away" and unit.back_on is not None and unit.left_at and state.turn >= unit.back_on:
            found.append(Entry(rule=rule, queue=(unit.id,), places=_places(ctx, state, side, unit.left_at)))
    for commander in sorted(state.army(side).commanders.values(), key=lambda one: one.id):
        if commander.status == "away" and commander.back_on is not None and state.turn >= commander.back_on:
            assert commander.left_at is not None
            found.append(Entry(rule=rule, queue=(commander.id,), places=_places(ctx, state, side, commander.left_at)))
    return tuple(found)


def _places(ctx: Context, state: State, side: Side, left_at: str) -> tuple[str, ...]:
    held = state.army(enemy_of(side)).units_at
    near = (left_at, *(place for place in sorted(ctx.board.neighbours[left_at]) if ctx.board.is_edge(place)))
    return tuple(place for place in near if place not in held)
