"""LB 37, LB 38.1: which charges may be designated."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.kit.verdicts import Verdict, first_no, no, yes
from adjudicator.rulesets.labataille.charge.events import ChargeDeclared
from adjudicator.rulesets.labataille.charge.targets import chargers_of, target_hex
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.orders import DeclareCharge
from adjudicator.rulesets.labataille.scenes import meant
from adjudicator.rulesets.labataille.state import State, Unit
from adjudicator.rulesets.labataille.texts import lines_about


def declare_charges(run: Here) -> Telling:
    """LB-38.1: all charges are designated before the first rides."""
    for written in lines_about(run, DeclareCharge):
        order = meant(run, written)
        if order is None:
            yield run.not_done(written)
            continue
        if not isinstance(order, DeclareCharge):
            continue
        units = chargers_of(run.ctx, run.state, run.side, order)
        verdict = may_charge(run.ctx, run.state, units, order)
        if not verdict.value:
            yield run.refused(order, verdict)
            continue
        yield ChargeDeclared(
            side=run.side,
            units=units,
            target=order.target,
            path=order.path,
            leader=order.leader,
            formation=order.formation,
            recalled=order.recalled,
            next_target=order.next_target,
            trample=order.trample,
            line=order.line,
        )


def may_charge(ctx: Context, state: State, units: Sequence[str], order: DeclareCharge) -> Verdict:
    """LB-37.1, LB-37.3, HEI-night-1, HEI-redoubt-7, HEI-fleche-2."""
    if ctx.light(state.turn) == "night":
        return no("HEI-night-1", "Nobody charges at night.", "March, and assault.")
    if not units:
        return no("LB-37.1", "Nobody who is named can charge.", "Name cavalry.")
    goal = target_hex(ctx, state, order.target, state.unit(units[0]))
    works = ctx.board.cells[goal].terrain if goal else ""
    if works == "redoubt":
        return no("HEI-redoubt-7", f"Nobody charges the redoubt in {goal}.", "Assault its rear.")
    if works == "fleche":
        return no("HEI-fleche-2", f"Nobody charges the flèche in {goal}.", "Assault its rear.")
    each = first_no(*(_able(ctx, state, state.unit(one)) for one in units))
    return _together(ctx, state, units) if each.value else each


def _able(ctx: Context, state: State, unit: Unit) -> Verdict:
    card = ctx.units[unit.id]
    if unit.status == "waiting":
        return no("LB-45.4", f"{card.name} has yet to arrive, and nobody charges onto the map.", "Let it enter first.")
    if card.arm != "cavalry" or unit.status != "map":
        return no("LB-37.1", f"{card.name} is no cavalry on the map.", "Name cavalry.")
    if unit.morale != "good" or unit.readiness != "fresh":
        return no("LB-37.1", f"{card.name} is not fresh and in good order.", "Let it rest.")
    if unit.formation not in ("column", "line"):
        return no("LB-37.1", f"{card.name} is in {unit.formation}.", "Only columns and lines charge.")
    if unit.has("off limits") or unit.has("held"):
        return no("LB-39.8", f"{card.name} may not move in this sequence.", "Charge next turn.")
    if any(unit.id in charge.units for charge in state.charges):
        return no("LB-38.1", f"{card.name} is designated already.", "Name it once.")
    return yes("LB-37.1")


def _together(ctx: Context, state: State, units: Sequence[str]) -> Verdict:
    """LB-37.3: a stack charges together only under a leader of its nationality with a cavalry number."""
    places = {state.unit(one).place for one in units}
    if len(units) == 1:
        return yes("LB-37.3")
    if len(places) > 1:
        return no("LB-37.3", "They do not stand in one hex.", "Give each an order of its own.")
    side = ctx.units[units[0]].side
    cards = [ctx.leaders[one.id] for one in state.leaders_at(next(iter(places)))]
    if any(card.side == side and card.cavalry > 0 for card in cards):
        return yes("LB-37.3")
    return no("LB-37.3", "No leader of cavalry is with them.", "Give each an order of its own.")
