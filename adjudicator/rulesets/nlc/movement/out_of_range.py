"""NLC-20.1e: the quickest way back into command range."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.stacks import Stack, purses
from adjudicator.rulesets.nlc.movement.steps import Stepping
from adjudicator.rulesets.nlc.movement.ways import FAR, way_to
from adjudicator.rulesets.nlc.state import State


def leads_back(
    ctx: Context, state: State, stack: Stack, unit: str, path: tuple[str, ...], ranges: Mapping[str, bool]
) -> bool:
    """Whether a path lies on a quickest way of a unit into command range; beyond the range it may not go on."""
    piece = state.unit(unit)
    here = Stack(stack.side, stack.place, (unit,))
    before = _cost(ctx, state, here, unit, ranges)
    if before is None:
        return False
    end = path[-1]
    if in_range(ctx, state, piece, end):
        return not any(in_range(ctx, state, piece, place) for place in path[:-1])
    after = _cost(ctx, state, Stack(stack.side, end, (unit,)), unit, ranges)
    return after is not None and after < before


def _cost(ctx: Context, state: State, stack: Stack, unit: str, ranges: Mapping[str, bool]) -> int | None:
    piece = state.unit(unit)
    stepping = Stepping(ctx, state, stack, purses(ctx, state, stack), ranges)
    found = way_to(ctx, stepping, lambda place: in_range(ctx, state, piece, place), FAR)
    return None if found is None else found.cost
