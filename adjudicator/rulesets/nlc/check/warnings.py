"""What was probably forgotten or will come out otherwise: formations without a word, duties, lapsed standing orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.core.orders import Pass, Standing, flattened
from adjudicator.core.problems import Problem
from adjudicator.core.types import GENERAL, Order, Side
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.nlc import orders as od
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.duties import attackers, enemy_distance, must_close
from adjudicator.rulesets.nlc.movement.entering import is_due
from adjudicator.rulesets.nlc.movement.marches import Marches
from adjudicator.rulesets.nlc.state import FRENCH, State, enemy_of


def warning(verdict: Verdict, line: int = 0) -> Problem:
    """A "no" that is no mistake, as a warning."""
    said = {"rule": verdict.rule, "reason": verdict.because, "remedy": verdict.remedy}
    return Problem.model_validate({"severity": "warning", "sort": "warning", "line": line, **said})


def forgotten(ctx: Context, known: State, side: Side, text: str, orders: Sequence[Order]) -> Iterator[Problem]:
    """NLC-20.2, NLC-9.1: formations under Attack orders and arrivals of which a player turn says nothing."""
    inner = [one for order in orders for one in flattened(order)]
    if any(isinstance(one, Pass) for one in inner) or not (text == "turn" or (text == "command" and side == FRENCH)):
        return
    named = _named(known, side, inner)
    silent: dict[str, None] = {}
    spoken: set[str] = set()
    for unit in attackers(ctx, known, side):
        (spoken.add if unit.id in named else lambda one: silent.update({one: None}))(formation_of(ctx, unit))
    left = [formation for formation in silent if formation not in spoken]
    if left:
        remedy = "What they owe is done for them by the nearest legal way; write `pass` if that is meant."
        yield warning(no("NLC-20.2-A1", f"Attack orders, but no unit is named of: {', '.join(left)}.", remedy))
    force = known.force(side)
    due = [ctx.units[one.id].name for one in force.units.values() if is_due(known, one) and one.id not in named]
    if due and not any(isinstance(one, od.Enter) and not one.pieces for one in inner):
        remedy = "They enter at the first hex listed as long as there is room; `delay` keeps them off."
        yield warning(no("NLC-9.1", f"Due, and not named: {', '.join(due)}.", remedy))


def _named(state: State, side: Side, orders: Iterable[Order]) -> set[str]:
    """The pieces that some order speaks of."""
    named: set[str] = set()
    for order in orders:
        match order:
            case od.Move(pieces=pieces, stack=stack):
                named.update(pieces)
                named.update(unit.id for unit in state.at(side, stack))
            case od.Enter(pieces=pieces) | od.Delay(pieces=pieces) | od.Exit(pieces=pieces):
                named.update(pieces)
            case od.Bombard(units=units) | od.DeclareCharge(units=units) | od.DeclareAttack(units=units):
                named.update(units)
            case _:
                continue
    return named


def duties_left(ctx: Context, state: State, side: Side, marches: Marches, orders: Sequence[Order]) -> Iterator[Problem]:
    """NLC-20.2-A1: units whose own move does not bring them near enough: what they owe is added to it."""
    if not state.force(enemy_of(side)).units_at:
        return
    far = enemy_distance(ctx, state, side)
    lines = {piece: order.line for order in orders for one in flattened(order) for piece in _named(state, side, [one])}
    for name, trail in sorted(marches.trails.items()):
        unit = state.unit(name)
        if unit.status != "map" or unit.place is None or order_for(ctx, state, unit) != "attack" or not trail.start:
            continue
        if must_close(ctx, state, unit, trail.start, unit.place):
            reason = f"{ctx.units[name].name} has Attack orders and ends {far(unit.place)} hexes from the enemy."
            remedy = f"It must come nearer than {far(trail.start)}; otherwise the rest is done for it."
            yield warning(no("NLC-20.2-A1", reason, remedy), lines.get(name, 0))


def lapsed(ctx: Context, known: State, side: Side, standing: Sequence[Standing]) -> Iterator[Problem]:
    """Standing orders about own pieces that are gone for good."""
    force = known.force(side)
    for order in standing:
        unit, leader = force.units.get(order.unit), force.leaders.get(order.unit)
        name = ""
        if unit is not None and unit.status in ("gone", "exited", "removed"):
            name = ctx.units[unit.id].name
        if leader is not None and leader.status in ("exited", "removed"):
            name = ctx.leaders[leader.id].name
        if name:
            yield warning(no(GENERAL, f"{name} is gone: this standing order lapses.", "Leave it out."), order.line)
