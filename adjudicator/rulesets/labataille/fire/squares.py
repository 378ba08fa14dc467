"""LB 16.20 to 16.22, LB 25.3, D27, R-99: the fire of a carré."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from adjudicator.core.types import RuleId, Side
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.choices import SquareFires
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.fire.factors import Mode, shots
from adjudicator.rulesets.labataille.fire.targets import mean_loss, ranked
from adjudicator.rulesets.labataille.fire.volley import Fire, resolve
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.state import State, Unit

RULE = RuleId("LB-16.20")


def square_fires(run: Here, side: Side, mode: Mode, only: str = "", wish: Sequence[str] = ()) -> Asking[None]:
    """LB-16.20, LB-16.21: at cavalry in its own hex with all; else into up to three hexes that do not touch."""
    for name in [one.id for one in run.state.units.values() if _is_square(run.ctx, one, side)]:
        unit = run.state.unit(name)
        if (only and name != only) or unit.has(f"fired {mode}") or not _is_square(run.ctx, unit, side):
            continue
        places = enemies_near(run.ctx, run.state, unit)
        if not places:
            continue
        first = tuple(wish)
        if not first:
            choice = yield from decided_now(
                run,
                "square_fires",
                name,
                RULE,
                f"Into which hexes does the carré of {run.ctx.units[name].name} fire?",
                SquareFires(),
                place=unit.place,
            )
            first = choice.first if isinstance(choice, SquareFires) else ()
        for target in chosen_hexes(run.ctx, run.state, unit, places, first, mode):
            now = run.state.unit(name)
            found = tuple(shots(run.ctx, run.state, now, target, mode))
            if found and run.state.at(target) and _is_square(run.ctx, now, side):
                yield from resolve(run, Fire(mode, target, found))


def _is_square(ctx: Context, unit: Unit, side: Side) -> bool:
    good = unit.status == "map" and unit.morale == "good"
    return good and unit.formation == "carre" and ctx.units[unit.id].side == side


def enemies_near(ctx: Context, state: State, unit: Unit) -> tuple[str, ...]:
    """The carré's own hex if enemies are in it, else the hexes round it that hold some."""
    side = ctx.units[unit.id].side
    if any(ctx.units[one.id].side != side for one in state.at(unit.place)):
        return (unit.place,)
    around = ctx.board.neighbours[unit.place]
    return tuple(place for place in sorted(around) if any(ctx.units[one.id].side != side for one in state.at(place)))


def chosen_hexes(
    ctx: Context, state: State, unit: Unit, places: Sequence[str], wish: Sequence[str], mode: Mode
) -> tuple[str, ...]:
    """D27, R-99: no two that touch, at most three: as wished, else the best sum of expected losses, then lowest."""
    free = [place for place in places if place not in state.fired_on or mode == "opportunity"]
    most = ctx.tables.numbers.fire.square_hexes
    named = [place for place in wish if place in free]
    if named:
        found: list[str] = []
        for place in named:
            if len(found) < most and not any(place in ctx.board.neighbours[one] for one in found):
                found.append(place)
        return tuple(found)
    if wish and free:
        first = ranked(ctx, state, unit, free, wish, mode)
        rest = [place for place in free if place != first and place not in ctx.board.neighbours[first]]
        return (first, *chosen_hexes(ctx, state, unit, rest, (), mode)[: most - 1])
    options = [
        group
        for size in range(min(most, len(free)), 0, -1)
        for group in combinations(free, size)
        if not any(b in ctx.board.neighbours[a] for a, b in combinations(group, 2))
    ]
    if not options:
        return ()
    return min(options, key=lambda group: (-sum(mean_loss(ctx, state, unit, place, mode) for place in group), group))
