"""LB 18, section 2: the movement phase: orders in the order written, then arrivals, then crowded hexes."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, Order, RuleId
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.labataille.bodies import members
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.movement import arriving, bridges, changes, forced, guns, organising, riding
from adjudicator.rulesets.labataille.movement.allowance import may_move
from adjudicator.rulesets.labataille.movement.crowds import settle_crowds
from adjudicator.rulesets.labataille.movement.events import PhaseOpened
from adjudicator.rulesets.labataille.movement.march import March as Walk
from adjudicator.rulesets.labataille.movement.ways import cheapest_way
from adjudicator.rulesets.labataille.orders import (
    MOVEMENT,
    ArrangeStack,
    Deploy,
    DestroyPontoon,
    Enter,
    ForcedMarch,
    Form,
    Join,
    Limber,
    March,
    MarchWith,
    Prolong,
    Split,
    Spread,
    Turn,
    Unlimber,
)
from adjudicator.rulesets.labataille.texts import lines_about


def movement(run: Here) -> Telling:
    """LB-2.4: the movement of the phasing side."""
    yield PhaseOpened(side=run.side, phase="movement")
    for written in lines_about(run, *MOVEMENT):
        order = run.meant(written)
        if order is None:
            yield run.not_done(written)
            continue
        if not isinstance(order, MOVEMENT):
            continue
        verdict = yield from carried_out(run, order)
        if not verdict.value:
            yield run.refused(order, verdict)
    yield from arriving.the_rest(run)
    yield from settle_crowds(run)
    yield from organising.by_policy(run)


def carried_out(run: Here, order: Order) -> Asking[Verdict]:
    """One order of the movement phase."""
    match order:
        case March():
            return (yield from march(run, order))
        case MarchWith():
            return (yield from riding.with_unit(run, order))
        case Form():
            return (yield from form(run, order))
        case Turn():
            return (yield from guns.turn(run, order))
        case Deploy():
            skirmish = Form(unit=order.unit, formation="skirmish", places=order.places, facing=order.facing)
            return (yield from form(run, skirmish))
        case Spread():
            return (yield from spread(run, order))
        case Limber():
            return (yield from guns.limber(run, order))
        case Unlimber():
            return (yield from guns.unlimber(run, order))
        case Prolong():
            return (yield from guns.prolong(run, order))
        case Split():
            return (yield from organising.split(run, order))
        case Join():
            return (yield from organising.join(run, order))
        case ArrangeStack():
            return (yield from organising.arrange(run, order))
        case ForcedMarch():
            return (yield from forced.forced_march(run, order))
        case Enter():
            return (yield from arriving.enter(run, order))
        case DestroyPontoon():
            return (yield from bridges.destroy(run, order.name))
        case _:
            return yes("GENERAL")


# --- marches ---


def march(run: Here, order: March) -> Asking[Verdict]:
    """LB-18.1: units one after the other; those of a stack or a body each by its own cheapest way."""
    state = run.state
    if order.stack:
        pieces = tuple(unit.id for unit in state.at(order.stack) if run.ctx.units[unit.id].side == run.side)
        leaders = tuple(one.id for one in state.leaders_at(order.stack) if run.ctx.leaders[one.id].side == run.side)
        if not pieces and not leaders:
            return no("LB-18.1", f"Nobody of yours stands in {order.stack}.", "Name another hex.")
        pieces = pieces or leaders
    else:
        pieces = tuple(one for name in order.who for one in members(run.ctx, state, run.side, name))
        leaders = ()
    worst = yes("LB-18.1")
    for number, one in enumerate(pieces):
        if one in run.ctx.leaders:
            verdict = yield from riding.ride(run, one, order.path, order.destination)
        else:
            with_it = leaders if number == 0 else ()
            verdict = yield from _march_one(run, order, one, with_it)
        worst = verdict if not verdict.value else worst
    return worst


def _march_one(run: Here, order: March, name: str, leaders: tuple[str, ...]) -> Asking[Verdict]:
    ctx, unit = run.ctx, run.state.unit(name)
    verdict = may_move(ctx, unit)
    if not verdict.value:
        return verdict
    if order.start and order.start not in unit.places:
        where = " and ".join(unit.places)
        return no("LB-18.1", f"{ctx.units[name].name} stands in {where}, not in {order.start}.", "Mend the way.")
    if order.formation and order.formation != unit.formation:
        formed = yield from form(run, Form(unit=name, formation=order.formation))
        if not formed.value:
            return formed
        unit = run.state.unit(name)
    path = order.path
    if not path and order.destination and order.destination not in unit.places:
        found = cheapest_way(ctx, run.known(), unit, order.destination)
        if isinstance(found, Finding):
            return found
        path = found
    if path:
        way = yield from Walk(run, name, leaders).walked(path)
        if way.halted is not None and (way.ahead or not way.path):
            if not way.path:
                return way.halted
            words = f"{ctx.units[name].name} stops in {way.here}: {way.halted.because}"
            yield run.not_done(order, words, way.halted.rule)
            return yes("LB-18.1")
        if order.destination and not order.path and path[-1] != order.destination:
            words = f"{ctx.units[name].name} comes to {path[-1]} this turn, on its way to {order.destination}."
            yield run.not_done(order, words, "LB-18.1")
    yield from changes.spread_by_policy(run, name)
    return (yield from _final_facing(run, order, name, path))


def _final_facing(run: Here, order: March, name: str, path: tuple[str, ...]) -> Asking[Verdict]:
    """LB-18.3: the facing as ordered at the end of the march."""
    unit = run.state.unit(name)
    if not order.facing or unit.status != "map" or unit.facing == order.facing or unit.morale != "good":
        return yes("LB-18.3")
    return (yield from guns.turn(run, Turn(unit=name, facing=order.facing)))


# --- formations ---


def form(run: Here, order: Form) -> Asking[Verdict]:
    """LB-16.5: a change of formation."""
    ctx, unit = run.ctx, run.state.unit(order.unit)
    verdict = may_move(ctx, unit)
    if not verdict.value:
        return verdict
    if ctx.units[unit.id].arm == "artillery" and order.formation in ("limbered", "unlimbered"):
        if order.formation == "limbered":
            return (yield from guns.limber(run, Limber(unit=unit.id)))
        return (yield from guns.unlimber(run, Unlimber(unit=unit.id, facing=order.facing)))
    if unit.morale != "good":
        return no("LB-30.3", f"{ctx.units[unit.id].name} is not in good order.", "Wait for its recovery.")
    if unit.has("force marched"):
        return no("LB-44.3", f"{ctx.units[unit.id].name} is on a forced march.", "It keeps its formation.")
    if unit.has("contacted"):
        return no("LB-40.3", f"{ctx.units[unit.id].name} has been contacted by cavalry.", "It stands as it is.")
    after = changes.shaped(ctx, run.state, unit, order.formation, order.places, order.facing)
    if isinstance(after, Finding):
        return after
    return (yield from changes.change(run, order, unit, after))


def spread(run: Here, order: Spread) -> Asking[Verdict]:
    """D31, HEI-jaeger-1: jaegers over the hexes of a village, free of cost."""
    return (yield from changes.spread_jaegers(run, run.state.unit(order.unit), order.places))


RULE = RuleId("LB-18.1")
