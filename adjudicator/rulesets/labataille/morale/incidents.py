"""Section 2.4, R-85: one incident and its cascade: who fails makes others check, each of them once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from adjudicator.battle.checks import cascade, nearest_first
from adjudicator.core.types import Finding, RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.morale.breaking import Cause, Fled, disorder, passed_units
from adjudicator.rulesets.labataille.morale.checks import Call, check

PASSED = Call("LB-31.4", "passed")


def incident(run: Here, named: Iterable[str], call: Call, place: str, cause: Cause | None = None) -> Asking[None]:
    """The units that a cause names check; whoever fails breaks at once, and his neighbours check after him."""
    first = tuple(named)
    breaking = cause or Cause(call.rule)

    def one(unit: str) -> Asking[Iterable[str]]:
        now = call if unit in first else PASSED
        if (yield from check(run, unit, now)):
            return ()
        return (yield from broken(run, unit, breaking if unit in first else Cause("LB-31.4"), place))

    yield from cascade(_in_order(run, first, place), one, lambda unit: unit in first or _is_good(run, unit))


def fallout(run: Here, broken_units: Sequence[tuple[str, tuple[str, ...], Fled]], place: str) -> Asking[None]:
    """LB-31.4, LB-31.12: units that broke otherwise than by a check, and what their flight does to others.

    Each is named with the hexes where it stood and the way it took.
    """
    touched: list[str] = []
    trodden: set[str] = set()
    for unit, begin, way in broken_units:
        met = tuple(passed_units(run.ctx, run.state, unit, begin, way))
        touched += [one for one in met if one not in touched]
        trodden |= {one for one in met if way and jostles(run, unit, one)}
    if touched:
        yield from _passing(run, tuple(touched), place, tuple(unit for unit, _, _ in broken_units), trodden)


def jostles(run: Here, fled: str, passed: str) -> bool:
    """LB-10.4, LB-10.5: horse through foot in line or column, or such foot through horse that does not skirmish."""
    ctx, unit = run.ctx, run.state.unit(passed)
    arms = (ctx.units[fled].arm, ctx.units[passed].arm)
    if arms == ("cavalry", "infantry"):
        return unit.formation in ("line", "column")
    return arms == ("infantry", "cavalry") and unit.formation != "skirmish"


def _passing(
    run: Here, named: tuple[str, ...], place: str, had: tuple[str, ...], trodden: Collection[str] = ()
) -> Asking[None]:
    less = run.ctx.tables.numbers.stacking.passage
    part: Finding[int] = Finding(rule=RuleId("LB-10.4"), value=less, because="horse among foot", label="Passage")
    jostled = Call("LB-10.4", "passed", (part,))

    def one(unit: str) -> Asking[Iterable[str]]:
        if (yield from check(run, unit, jostled if unit in trodden else PASSED)):
            return ()
        return (yield from broken(run, unit, Cause("LB-31.4"), place))

    yield from cascade(_in_order(run, named, place), one, lambda unit: unit not in had and _is_good(run, unit))


def broken(run: Here, unit: str, cause: Cause, place: str) -> Asking[tuple[str, ...]]:
    """A unit that failed disorders or routs; those who must check because of it, in their order."""
    begin = run.state.unit(unit).places
    way = yield from disorder(run, unit, cause)
    after = dict.fromkeys(passed_units(run.ctx, run.state, unit, begin, way))
    return _in_order(run, after, place)


def _is_good(run: Here, unit: str) -> bool:
    now = run.state.unit(unit)
    return now.status == "map" and now.morale == "good"


def _in_order(run: Here, units: Iterable[str], place: str) -> tuple[str, ...]:
    """R-85: by distance from the cause, then from the top of the stack down, then by name."""
    state, far = run.state, run.ctx.board.distance
    there = [unit for unit in units if state.unit(unit).status == "map"]
    return nearest_first(
        there,
        lambda unit: min(far(place, one) for one in state.unit(unit).places),
        lambda unit: state.unit(unit).rank,
        str,
    )
