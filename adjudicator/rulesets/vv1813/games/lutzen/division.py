"""LUT-4.1e, LUT-4.1f: Souham 2 stands in both hexes of Groß-Görschen on turn 1, its points shared between them."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.core.values import replace
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.vv1813.combat.engagement import strength_of
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen.events import UnitDivided
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.orders import Split
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import FRENCH, State, Unit, part_of

RULE = RuleId("LUT-4.1e")


def parts(ctx: Context, state: State) -> tuple[Unit, ...]:
    """The parts of the divided unit on the map; empty if it stands in one place, or not at all."""
    unit = facts(ctx).split.unit
    army = state.army(FRENCH)
    found = tuple(army.units[name] for name in (unit, part_of(unit)) if name in army.units)
    on_map = tuple(one for one in found if one.status == "map")
    return on_map if len(on_map) > 1 else ()


def is_part(ctx: Context, state: State, unit: str) -> bool:
    """Whether a unit is one of the parts of the divided one."""
    return any(one.id == unit for one in parts(ctx, state))


def by_default(ctx: Context, state: State) -> UnitDivided | None:
    """D03: half of the points in each place, unless the French said otherwise."""
    numbers = facts(ctx).split
    unit = state.army(FRENCH).units[numbers.unit]
    if parts(ctx, state) or unit.status != "map":
        return None
    whole = strength_of(ctx, unit)
    return UnitDivided(side=FRENCH, unit=unit.id, places=numbers.places, points=(whole - whole // 2, whole // 2))


# --- orders ------------------------------------------------------------------------------------------------


def split(run: Run, order: Split) -> Telling:
    """`split Souham 2: 1309 = 1, 1408 = 3`; with one place the unit is gathered there."""
    verdict = _may_split(run.ctx, run.state, order, run.side)
    if not verdict.value:
        yield run.refused(order, verdict)
        return
    numbers = facts(run.ctx).split
    shares = dict(order.parts)
    places = tuple(place for place in numbers.places if shares.get(place))
    yield UnitDivided(side=run.side, unit=numbers.unit, places=places, points=tuple(shares[place] for place in places))


def _may_split(ctx: Context, state: State, order: Split, side: Side) -> Verdict:
    """Whether a unit may be shared out so, and what would do."""
    numbers = facts(ctx).split
    name, first, second = ctx.name(numbers.unit), *numbers.places
    whole = strength_of(ctx, replace(state.army(FRENCH).units[numbers.unit], points=None))
    halves = f"{first} = {whole - whole // 2}, {second} = {whole // 2}"
    remedy = f"Write `split {name}: {halves}`, each with {numbers.least} to {numbers.most} points."
    if side != FRENCH or order.unit != numbers.unit:
        return no(RULE, f"Only {name} may stand in two places.", "Leave the order out.")
    if state.turn > numbers.turn:
        return no(RULE, f"{name} stands in two places on turn {numbers.turn} only.", "Use `move`.")
    standing = parts(ctx, state)
    if state.turn and not standing:
        return no(RULE, f"{name} has been gathered and stays so.", "Use `move`.")
    if any(part.id in state.sequence.moved for part in standing):
        return no(RULE, f"{name} has already moved this turn.", "Leave the order out.")
    shares = dict(order.parts)
    strange = [place for place in shares if place not in numbers.places]
    if strange:
        return no(RULE, f"{name} may stand in {first} and {second}, not in {', '.join(strange)}.", remedy)
    if sum(shares.values()) != whole:
        return no(RULE, f"{name} has {whole} points to share, not {sum(shares.values())}.", remedy)
    if len(shares) > 1 and not all(numbers.least <= points <= numbers.most for points in shares.values()):
        return no(RULE, f"Each place gets {numbers.least} to {numbers.most} of the points of {name}.", remedy)
    return yes(RULE)


# --- gathering ---------------------------------------------------------------------------------------------


def gather(ctx: Context, state: State, place: str, *, driven: bool = False) -> UnitDivided:
    """The whole unit stands in one place again; `driven` from the other, which is closed to it this turn."""
    unit = facts(ctx).split.unit
    whole = strength_of(ctx, replace(state.army(FRENCH).units[unit], points=None))
    left = next(one.place for one in parts(ctx, state) if one.place != place)
    army = state.army(FRENCH)
    alone = len(army.units_at.get(left or "", ())) == 1
    return UnitDivided(
        rule=RuleId("LUT-4.1f"),
        side=FRENCH,
        unit=unit,
        places=(place,),
        points=(whole,),
        commanders=tuple(one.id for one in army.commanders_at.get(left or "", ())) if alone else (),
        driven=driven,
    )


def refuge_of_part(ctx: Context, state: State, unit: str) -> str | None:
    """LUT-4.1f: where a part goes that must retreat: to the other part; None for a unit that is no part."""
    standing = parts(ctx, state)
    if unit not in [one.id for one in standing]:
        return None
    return next(one.place for one in standing if one.id != unit)


def gather_before_retreat(run: Run, side: Side, place: str) -> Asking[None]:
    """LUT-4.1f: a retreat from one of its places gathers it in the other; a second one is an ordinary retreat."""
    for unit in run.state.army(side).units_at.get(place, ()):
        refuge = refuge_of_part(run.ctx, run.state, unit.id)
        if refuge is not None:
            yield gather(run.ctx, run.state, refuge, driven=True)
            return


def gather_by_itself(run: Run) -> Telling:
    """LUT-4.1f: from turn 2 it stands in one place: where it has more points, of two alike the first."""
    standing, numbers = parts(run.ctx, run.state), facts(run.ctx).split
    if not standing or run.state.turn <= numbers.turn:
        return
    most = max(standing, key=lambda one: (one.points or 0, one.id == numbers.unit))
    assert most.place is not None
    yield gather(run.ctx, run.state, most.place)


def shared_anew(points: Sequence[int], whole: int) -> tuple[int, ...]:
    """After a loss: the points of the back shared as before, at least one for each place where there are enough."""
    first = points[0] * whole // sum(points)
    if whole > 1:
        first = min(max(first, 1), whole - 1)
    return first, whole - first
