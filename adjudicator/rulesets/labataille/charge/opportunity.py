"""LB 40: opportunity charges in the enemy's movement."""

from __future__ import annotations

from adjudicator.core.types import RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.charge.events import ChargeMet, ReactionTried, Trampled
from adjudicator.rulesets.labataille.charge.riding import ride_cost
from adjudicator.rulesets.labataille.charge.skirmishers import (
    dragoons_met,
    is_dragoon_skirmisher,
    refuges,
    run_for_cover,
)
from adjudicator.rulesets.labataille.charge.stand import stands
from adjudicator.rulesets.labataille.choices import NoOpportunity, TakeOpportunity, Trample
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.fire.hurt import after_losses
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.melee.values import through
from adjudicator.rulesets.labataille.morale.breaking import Cause, lose, rout
from adjudicator.rulesets.labataille.morale.checks import Call, check
from adjudicator.rulesets.labataille.morale.events import ReadinessChanged
from adjudicator.rulesets.labataille.morale.incidents import fallout
from adjudicator.rulesets.labataille.movement.allowance import left
from adjudicator.rulesets.labataille.movement.events import UnitMarched
from adjudicator.rulesets.labataille.shapes import front_hexes
from adjudicator.rulesets.labataille.state import State, Unit, enemy_of

DEFAULT = ("skirmishers", "limbered", "road march", "disordered")
"""D7: whom cavalry falls on if its owner says nothing."""


def meets_opportunity(run: Here, unit: str) -> Asking[bool]:
    """LB-40.1: cavalry two hexes from a unit that has just entered a hex; says whether there was contact."""
    ctx = run.ctx
    if ctx.light(run.state.turn) == "night":
        return False
    for rider in _candidates(ctx, run.state, run.state.unit(unit)):
        if not (yield from _wish(run, rider, unit)):
            continue
        passed = yield from check(run, rider.id, Call("LB-40.2", "opportunity"))
        yield ReactionTried(
            rule=RuleId("LB-40.2"), side=ctx.units[rider.id].side, unit=rider.id, sort="opportunity", succeeded=passed
        )
        if passed and (yield from _fall_on(run, rider.id, unit)):
            return True
    return False


def _candidates(ctx: Context, state: State, unit: Unit) -> list[Unit]:
    """LB-40.1: cavalry in order, not exhausted, once a segment, to whose zone a hex of the unit is adjacent."""
    enemy = enemy_of(ctx.units[unit.id].side)
    found = []
    for rider in state.units.values():
        if ctx.units[rider.id].side != enemy or not _may(ctx, rider) or unit.status != "map":
            continue
        if (
            min(ctx.board.distance(a, b) for a in rider.places for b in unit.places)
            != ctx.tables.numbers.opportunity.away
        ):
            continue
        if _hex_between(ctx, state, rider, unit) and may_fall_on(ctx, state, rider, unit):
            found.append(rider)
    return sorted(found, key=lambda rider: rider.id)


def _may(ctx: Context, rider: Unit) -> bool:
    if rider.status != "map" or rider.morale != "good" or ctx.units[rider.id].arm != "cavalry":
        return False
    if rider.readiness == "exhausted" or rider.formation not in ("column", "line"):
        return False
    return not (rider.has("tried opportunity") or rider.has("contacted") or rider.has("held"))


def _hex_between(ctx: Context, state: State, rider: Unit, unit: Unit) -> str:
    """LB-40.2: the hex before its front, next to the enemy, into which it would ride."""
    options = [
        place
        for place in front_hexes(ctx, rider)
        if any(place in ctx.board.neighbours[one] for one in unit.places)
        and not state.at(place)
        and ride_cost(ctx, state, rider, rider.place, place) is not None
    ]
    return min(options, default="")


def may_fall_on(ctx: Context, state: State, rider: Unit, unit: Unit) -> bool:
    """HEI-cossack-4, LB-37.5: Cossacks spare infantry in order and guns in front; nobody charges works or woods."""
    ground = {ctx.board.cells[place].terrain for place in unit.places}
    if ground & {"redoubt", "fleche", "pine_forest", "village", "town", "hamlet", "bischof_schloss", "swamp"}:
        return False
    if not ctx.units[rider.id].is_cossack:
        return True
    card = ctx.units[unit.id]
    if card.arm == "infantry":
        return unit.morale != "good"
    return card.arm == "cavalry" or unit.formation == "limbered"


def classes(ctx: Context, unit: Unit) -> set[str]:
    """What an enemy on the march is, in the words of D7."""
    found: set[str] = {ctx.units[unit.id].arm}
    if unit.formation == "skirmish":
        found.add("skirmishers")
    if unit.formation in ("limbered", "road march"):
        found.add(unit.formation)
    if unit.morale != "good":
        found.add("disordered")
    return found


def _wish(run: Here, rider: Unit, unit: str) -> Asking[bool]:
    ctx, target = run.ctx, run.state.unit(unit)
    fits = bool(classes(ctx, target) & set(DEFAULT))
    choice = yield from decided_now(
        run,
        "opportunity_charge",
        rider.id,
        "LB-40.1",
        f"Does {ctx.units[rider.id].name} fall on {ctx.units[unit].name}?",
        TakeOpportunity() if fits else NoOpportunity(),
        others=(unit,),
        place=target.place,
    )
    if not isinstance(choice, TakeOpportunity):
        return False
    return not choice.against or bool(classes(ctx, target) & set(choice.against))


def _fall_on(run: Here, rider: str, unit: str) -> Asking[bool]:
    """LB-40.2 to LB-40.5, LB-40.8: it rides next to the enemy, who stands, shelters or runs."""
    ctx = run.ctx
    place = _hex_between(ctx, run.state, run.state.unit(rider), run.state.unit(unit))
    if not place:
        return False
    grid = ctx.board.grid
    before = run.state.unit(rider)
    near = min(run.state.unit(unit).places, key=lambda one: (ctx.board.distance(one, place), one))
    toward = grid.direction(grid.ids[place], grid.ids[near])
    yield UnitMarched(
        rule=RuleId("LB-40.2"),
        side=ctx.units[rider].side,
        unit=rider,
        path=(place,),
        places=(place,),
        formation="column",
        facing=grid.side_names[toward] if toward is not None else before.facing,
        spent=0,
        manner="opportunity",
    )
    target = run.state.unit(unit)
    card = ctx.units[unit]
    if is_dragoon_skirmisher(ctx, target):
        yield from dragoons_met(run, unit)
        return True
    if card.arm == "infantry" and target.formation == "skirmish" and target.morale == "good":
        yield from _skirmishers(run, rider, unit)
        return True
    if card.arm != "cavalry":
        arc = through(ctx, run.state, run.state.unit(rider), near)
        if not (yield from stands(run, unit, (rider,), place, arc)):
            yield from _runs(run, rider, unit)
            return True
    yield ChargeMet(
        rule=RuleId("LB-40.5"),
        side=run.side,
        attackers=(unit,),
        target=place,
        cause="opportunity",
        passed=True,
    )
    return True


def _tired(run: Here, rider: str) -> Asking[None]:
    """LB-40.10, R-106: cavalry whose opportunity charge led to no melee is tired."""
    if run.state.unit(rider).readiness == "fresh":
        side = run.ctx.units[rider].side
        yield ReadinessChanged(rule=RuleId("LB-40.10"), side=side, unit=rider, readiness="tired", worn_in=run.side)


def _runs(run: Here, rider: str, unit: str) -> Asking[None]:
    """LB-40.3, R-78: it loses an increment for leaving the zone and goes back what movement it has left, routed."""
    ctx, begin = run.ctx, run.state.unit(unit).places
    hexes = left(ctx, run.state, run.state.unit(unit)) // 2
    yield from lose(run, unit, ctx.tables.numbers.opportunity.loss, "LB-40.3")
    if run.state.unit(unit).status == "map":
        way = yield from rout(run, unit, Cause("LB-40.3", hexes=hexes))
        yield from fallout(run, [(unit, begin, way)], begin[0])
    yield from _tired(run, rider)


def _skirmishers(run: Here, rider: str, unit: str) -> Asking[None]:
    """LB-40.8 to LB-40.10: into a refuge if they pass, else ridden down and away their full movement."""
    ctx = run.ctx
    begin = run.state.unit(unit).places
    if refuges(ctx, run.state, run.state.unit(unit)) and (yield from check(run, unit, Call("LB-40.8", "shelter"))):
        yield from run_for_cover(run, unit)
        yield from _tired(run, rider)
        return
    most = (ctx.units[rider].movement - 1) // ctx.tables.numbers.charge.trample_routed
    choice = yield from decided_now(run, "trample", rider, "LB-40.8", "How many increments are ridden down?", Trample())
    wish = choice.most if isinstance(choice, Trample) else 99
    lost = min(most, wish, increments(ctx, run.state.unit(unit)))
    if lost:
        yield Trampled(rule=RuleId("LB-40.8"), side=ctx.units[unit].side, by=(rider,), unit=unit, lost=lost, spent=0)
        yield from after_losses(run, begin[0], {unit: lost})
    if run.state.unit(unit).status == "map":
        way = yield from rout(run, unit, Cause("LB-40.10", hexes=ctx.units[unit].movement))
        yield from fallout(run, [(unit, begin, way)], begin[0])
    yield from _occupies(run, rider, begin[0])
    yield from _tired(run, rider)


def _occupies(run: Here, rider: str, place: str) -> Asking[None]:
    """LB-40.10: the cavalry takes their hex."""
    ctx, unit = run.ctx, run.state.unit(rider)
    if run.state.at(place) or ride_cost(ctx, run.state, unit, unit.place, place) is None:
        return
    grid = ctx.board.grid
    toward = grid.direction(grid.ids[unit.place], grid.ids[place])
    yield UnitMarched(
        rule=RuleId("LB-40.10"),
        side=ctx.units[rider].side,
        unit=rider,
        path=(place,),
        places=(place,),
        formation=unit.formation,
        facing=grid.side_names[toward] if toward is not None else unit.facing,
        spent=0,
        manner="opportunity",
    )
