"""NLC-5.3, 20.1c: the end of the movement segment: hexes too full, units too far from their leaders."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import SentBack, StackMoved, UnitsDelayed
from adjudicator.rulesets.nlc.movement.marches import Marches, Trail
from adjudicator.rulesets.nlc.movement.stacks import fits, stacking_limit


def unstack(run: Here, marches: Marches) -> Telling:
    """NLC-5.3, A-61: of a hex that is too full the unit that came last goes back along its way.

    It goes to the first hex where it is legal, at worst where it began; whoever moved in there meanwhile goes first.
    """
    while (late := _latest_too_many(run, marches)) is not None:
        unit, rule = late
        trail = marches.trails[unit]
        back = [*reversed(trail.path[:-1]), trail.start]
        place = next((one for one in back if one and _is_free(run, unit, one)), trail.start)
        yield from _go_back(run, marches, unit, place, rule, "too many units in a hex")


def _latest_too_many(run: Here, marches: Marches) -> tuple[str, str] | None:
    """The unit that came last into a hex that is too full, and the rule of its limit."""
    crowded: dict[str, str] = {}
    for place, units in run.state.force(run.side).units_at.items():
        limit = stacking_limit(run.ctx, place, units)
        if len(units) > limit.value:
            crowded[place] = limit.rule
    for unit in reversed(marches.arrivals):
        where = run.state.unit(unit).place or ""
        if where in crowded and marches.trails[unit].path:
            return unit, crowded[where]
    return None


def _is_free(run: Here, unit: str, place: str) -> bool:
    return fits(run.ctx, run.state, run.side, place, (run.state.unit(unit),))


def return_to_range(run: Here, marches: Marches) -> Telling:
    """NLC-20.1c, A-62: a unit that moved out of command range goes back to the last hex in range on its way.

    If no hex of its way is in range, its leader has left it: it stays.
    """
    for unit in [one for one in marches.arrivals if marches.in_range.get(one, False)]:
        piece = run.state.unit(unit)
        if piece.status != "map" or in_range(run.ctx, run.state, piece):
            continue
        trail = marches.trails[unit]
        back = [*reversed(trail.path[:-1]), trail.start]
        fitting = (one for one in back if one and _is_free(run, unit, one))
        place = next((one for one in fitting if in_range(run.ctx, run.state, piece, one)), None)
        if place is not None:
            yield from _go_back(run, marches, unit, place, "NLC-20.1c", "out of command range")


def _go_back(run: Here, marches: Marches, unit: str, place: str, rule: str, because: str) -> Telling:
    """A unit goes back along its way; points are not given back. Who came from off the map goes there again."""
    trail = marches.trails[unit]
    yield SentBack(rule=RuleId(rule), side=run.side, unit=unit, place=place, because=because)
    marches.over.add(unit)
    if not place:
        marches.trails[unit] = Trail("", (), trail.spent)
        marches.arrivals.remove(unit)
        yield UnitsDelayed(rule=RuleId(rule), side=run.side, units=(unit,), due=run.state.turn + 1)
        return
    origin = run.state.unit(unit).place or ""
    kept = trail.path[: trail.path.index(place) + 1] if place in trail.path else ()
    path = tuple(reversed(trail.path[len(kept) : -1]))
    path = (*path, place) if place not in path else path
    marches.trails[unit] = Trail(trail.start, kept, trail.spent)
    yield StackMoved(rule=RuleId(rule), side=run.side, units=(unit,), origin=origin, path=path, manner="back")
