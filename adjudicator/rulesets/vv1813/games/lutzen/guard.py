"""LUT-6.2a: the French Guard marches on Lützen until Napoleon comes: to 0701 and the places around it."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.ruleset import Telling
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import is_bound_guard
from adjudicator.rulesets.vv1813.movement.march import march, mover_of
from adjudicator.rulesets.vv1813.movement.paths import Mover, Way, ways
from adjudicator.rulesets.vv1813.movement.zones import stacking_limit
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import FRENCH, State, Unit


def bound_units(ctx: Context, state: State) -> tuple[Unit, ...]:
    """Units of the Guard on the map that are bound to Lützen, the nearest first."""
    goal = facts(ctx).guard_march.place
    found = [
        unit
        for unit in state.army(FRENCH).units.values()
        if unit.status == "map" and unit.place is not None and is_bound_guard(ctx, state, ctx.counters[unit.id])
    ]
    return tuple(sorted(found, key=lambda one: (distance(one.place or goal, goal), one.id)))


def may_end(ctx: Context, known: State, mover: Mover, goal: str) -> Verdict:
    """LUT-6.2a: whether Guard units may end a move here: near 0701, or as near as they can come this turn.

    The last Guard unit in 0701 stays there.
    """
    numbers = facts(ctx).guard_march
    bound = [unit for unit in mover.units if is_bound_guard(ctx, known, ctx.counters[unit])]
    if not bound:
        return yes(numbers.rule)
    if mover.origin == numbers.place and goal != numbers.place and _is_last(ctx, known, bound):
        return no(numbers.rule, f"a Guard unit must hold {numbers.place}")
    left = distance(goal, numbers.place)
    if left <= numbers.within or left <= _nearest(ctx, known, mover):
        return yes(numbers.rule)
    because = f"the Guard must march to within {numbers.within} places of {numbers.place} until Napoleon comes"
    return no(numbers.rule, because)


def _is_last(ctx: Context, state: State, leaving: Iterable[str]) -> bool:
    there = state.army(FRENCH).units_at.get(facts(ctx).guard_march.place, ())
    staying = [unit for unit in there if is_bound_guard(ctx, state, ctx.counters[unit.id]) and unit.id not in leaving]
    return not staying


def _nearest(ctx: Context, known: State, mover: Mover) -> int:
    """How near to 0701 a move can come this turn; never worse than standing still."""
    goal = facts(ctx).guard_march.place
    reached = [distance(way.path[-1], goal) for way in ways(ctx, known, mover)]
    return min([distance(mover.origin, goal), *reached])


# --- the compulsory march ----------------------------------------------------------------------------------


def march_on_lutzen(run: Run) -> Telling:
    """LUT-6.2a: at the end of the French movement: one unit into 0701 if any can, the others near it."""
    run = run.labelled(f"T{run.state.turn}", FRENCH, "guard")
    goal = facts(run.ctx).guard_march.place
    if not any(unit.place == goal for unit in bound_units(run.ctx, run.state)):
        for unit in _unmoved(run.ctx, run.state):
            way = _way_to(run, unit, goal)
            if way is not None:
                yield from march(run, _mover(run, unit), way, None)
                break
    for unit in _unmoved(run.ctx, run.state):
        assert unit.place is not None
        if distance(unit.place, goal) > facts(run.ctx).guard_march.within:
            way = _nearest_way(run, unit)
            if way is not None:
                yield from march(run, _mover(run, unit), way, None)


def _unmoved(ctx: Context, state: State) -> tuple[Unit, ...]:
    return tuple(unit for unit in bound_units(ctx, state) if unit.id not in state.sequence.moved)


def _mover(run: Run, unit: Unit) -> Mover:
    assert unit.place is not None
    return mover_of(run.ctx, run.state, FRENCH, (unit.id,), unit.place)


def _way_to(run: Run, unit: Unit, goal: str) -> Way | None:
    return next((way for way in ways(run.ctx, run.known(), _mover(run, unit)) if way.path[-1] == goal), None)


def _nearest_way(run: Run, unit: Unit) -> Way | None:
    """The way that brings a unit nearest, to a place with room for it; None if none is nearer than where it stands."""
    numbers = facts(run.ctx).guard_march
    assert unit.place is not None
    here = distance(unit.place, numbers.place)
    found = []
    for way in ways(run.ctx, run.known(), _mover(run, unit)):
        end = way.path[-1]
        left = distance(end, numbers.place)
        if left < here:
            found.append((max(0, left - numbers.within), _is_full(run, end), left, way.cost, way.path, way))
    return min(found, key=lambda one: one[:5])[5] if found else None


def _is_full(run: Run, place: str) -> bool:
    there = run.state.army(FRENCH).units_at.get(place, ())
    return len(there) >= stacking_limit(run.ctx, run.state, FRENCH, place).value
