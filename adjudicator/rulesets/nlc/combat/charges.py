"""NLC-2.0c, NLC-4.4, NLC-7.6b: the cavalry charge segment: all ride, then all fight, one target hex after the other."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from adjudicator.core.orders import flattened
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Order, RuleId
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.combat import hits
from adjudicator.rulesets.nlc.combat.aftermath import Wish, ride_back, settled
from adjudicator.rulesets.nlc.combat.bombardment import dark
from adjudicator.rulesets.nlc.combat.charge_fight import Riders, Target, fight, in_square_ratio, units_of
from adjudicator.rulesets.nlc.combat.events import ChargeBegan, ChargeReady, ChargesMet
from adjudicator.rulesets.nlc.combat.reacting import Entry
from adjudicator.rulesets.nlc.combat.reactions import UNANSWERED, on_entry
from adjudicator.rulesets.nlc.combat.strengths import by_place
from adjudicator.rulesets.nlc.combat.terrain import charge_way, hex_effect
from adjudicator.rulesets.nlc.combat.to_reserve import after_hits, at_segment
from adjudicator.rulesets.nlc.command.ground import is_own_ground
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import StackMoved
from adjudicator.rulesets.nlc.movement.frozen import is_frozen
from adjudicator.rulesets.nlc.orders import DeclareCharge
from adjudicator.rulesets.nlc.state import Charge, State, Unit, enemy_of
from adjudicator.rulesets.nlc.texts import lines_about, meant_with
from adjudicator.rulesets.nlc.victory.breaking import reckon


def charges(run: Here) -> Telling:
    """II, NLC-2.0c, NLC-4.4: first all charges ride; then each target hex is a phase of its own, by its number."""
    run = run.labelled(f"T{run.state.turn}", run.side, "charge")
    if run.state.charges:
        yield from _met(run, min(charge.target for charge in run.state.charges))
        return
    if not run.ctx.is_dark(run.state.turn):
        yield from at_segment(run)
    for written in lines_about(run, DeclareCharge):
        order = meant_with(run, written, facts_of(run, written))
        if not isinstance(order, DeclareCharge):
            yield run.not_done(written)
            continue
        verdict = may_charge(run.ctx, run.state, order)
        if verdict.value:
            yield from _ride(run, order)
        else:
            yield run.refused(order, verdict)


def facts_of(run: Here, written: Order) -> Mapping[str, int | Fraction]:
    """A-66: `ratio` as it stands before the charge."""
    order = next((one for one in flattened(written) if isinstance(one, DeclareCharge)), None)
    if order is None or not may_charge(run.ctx, run.state, order.model_copy(update={"side": run.side})).value:
        return {}
    there = tuple(unit.id for unit in run.state.at(enemy_of(run.side), order.target))
    ratio = in_square_ratio(run.ctx, run.state, stacks_of(run.ctx, run.state, order), Target(order.target, there))
    return {"ratio": Fraction(UNANSWERED) if ratio is None else ratio}


# --- legality -------------------------------------------------------------------------------------------------------


def may_charge(ctx: Context, state: State, order: DeclareCharge) -> Verdict:
    """NLC-7.6b-1, NLC-7.6b-2, NLC-10.3, A-57: whether units may charge a hex."""
    side, target = order.side, order.target
    if ctx.is_dark(state.turn):
        return dark()
    if not state.at(enemy_of(side), target):
        return no("NLC-7.6b-1", f"No enemy unit stands in {target}.", "Charge a hex that holds an enemy stack.")
    if hex_effect(ctx, target).charge is None:
        return no("NLC-10.3", f"{target} is a chateau.", "Units in a chateau cannot be charged.")
    for one in order.units:
        verdict = _may_ride(ctx, state, order, one)
        if not verdict.value:
            return verdict
    return yes("NLC-7.6b-1")


def _may_ride(ctx: Context, state: State, order: DeclareCharge, one: str) -> Verdict:
    card, unit = ctx.units[one], state.unit(one)
    if card.side != order.side or unit.status != "map" or unit.place is None:
        return no("NLC-7.6b-1", f"{card.name} is not yours on the map.", "Name your own cavalry.")
    if not card.is_cavalry:
        return no("NLC-7.6b-1", f"{card.name} is no cavalry.", "Only cavalry charges.")
    if unit.charged:
        return no("NLC-7.6b-1", f"{card.name} has charged in this player turn.", "A unit charges once.")
    verdict = is_frozen(ctx, state, unit)
    if not verdict.value:
        return verdict
    verdict = _order_allows(ctx, state, unit, order.target)
    if not verdict.value:
        return verdict
    way = way_of(ctx, state, order, unit.place)
    if isinstance(way, str):
        return no("NLC-7.6b-2", f"{card.name} cannot charge {order.target}: {way}.", "Choose another way or target.")
    return yes("NLC-7.6b-1")


def _order_allows(ctx: Context, state: State, unit: Unit, target: str) -> Verdict:
    name = ctx.units[unit.id].name
    if not in_range(ctx, state, unit):
        return no("NLC-20.1d", f"{name} is out of command range.", "It may not attack (A-62).")
    match order_for(ctx, state, unit):
        case "reserve":
            return no("NLC-20.2-R3", f"{name} has Reserve orders.", "It may not attack.")
        case "defend" if not is_own_ground(state, formation_of(ctx, unit), target):
            return no(
                "NLC-20.2-D1",
                f"{name} has Defend orders, and {target} was not held when they took effect.",
                "It may charge only on the ground that it defends.",
            )
        case _:
            return yes("NLC-20.2")


def way_of(ctx: Context, state: State, order: DeclareCharge, origin: str) -> tuple[str, ...] | str:
    """The way of one stack of an order; a stack next to the target goes straight where `via` is not for it."""
    way = charge_way(ctx, state, order.side, origin, order.target, order.via)
    if isinstance(way, str) and order.via and order.via not in ctx.board.neighbours[origin]:
        return charge_way(ctx, state, order.side, origin, order.target)
    return way


def stacks_of(ctx: Context, state: State, order: DeclareCharge) -> list[Riders]:
    """The stacks of a charge that have a way."""
    found = []
    for origin, units in by_place(state.unit(one) for one in order.units).items():
        way = way_of(ctx, state, order, origin)
        if not isinstance(way, str):
            found.append(Riders(tuple(unit.id for unit in units), origin, way))
    return found


# --- riding ---------------------------------------------------------------------------------------------------------


def _ride(run: Here, order: DeclareCharge) -> Telling:
    """II.1: each stack rides, leg by leg; cavalry near each hex may fall on it before its target does (A-72)."""
    for riders in stacks_of(run.ctx, run.state, order):
        yield ChargeBegan(side=run.side, units=riders.units, target=order.target)
        units, here = riders.units, riders.origin
        for place in riders.way:
            yield StackMoved(
                rule=RuleId("NLC-7.6b-3"), side=run.side, units=units, origin=here, path=(place,), manner="charge"
            )
            entry = Entry(run.side, units, (), place, here, "charge", origin=riders.origin)
            outcome = yield from on_entry(run, entry)
            units, here = outcome.units, place
            if not outcome.goes_on or not units:
                break
        else:
            yield ChargeReady(
                side=run.side,
                target=order.target,
                units=units,
                origin=riders.origin,
                came_from=riders.came_from,
                then=order.then,
                pursue_to=order.pursue_to,
                line=order.line,
            )


# --- fighting -------------------------------------------------------------------------------------------------------


def _met(run: Here, place: str) -> Telling:
    """II.2 to II.5: all charges on one hex together."""
    run = run.under(place)
    mine = [charge for charge in run.state.charges if charge.target == place]
    riders = [_riders(charge) for charge in mine if _has_come(run.state, charge)]
    units = units_of(run.state, riders)
    yield ChargesMet(side=run.side, target=place, units=tuple(unit.id for unit in units))
    there = tuple(unit.id for unit in run.state.at(enemy_of(run.side), place))
    if not riders:
        return
    if not there:
        for one in riders:
            yield from ride_back(run, one, "return", on_entry)
        return
    target = Target(place, there)
    winner = yield from fight(run, riders, target)
    strongest = hits.by_weight(run.ctx, units)[0].id
    wish = next((Wish(one.then, one.pursue_to) for one in mine if strongest in one.units), Wish())
    yield from settled(run, riders, target, winner == "chargers", wish, on_entry)
    yield from reckon(run)
    yield from after_hits(run, (*there, *(unit.id for unit in units)))


def _riders(charge: Charge) -> Riders:
    way = (charge.target,) if charge.came_from == charge.origin else (charge.came_from, charge.target)
    return Riders(charge.units, charge.origin, way)


def _has_come(state: State, charge: Charge) -> bool:
    return any(unit.place == charge.target for unit in hits.alive(state, charge.units))
