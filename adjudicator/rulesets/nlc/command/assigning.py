"""NLC-26.1b, 28.3a, A-71: formations that come under another commander."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.command.couriers import has_capacity
from adjudicator.rulesets.nlc.command.events import FormationAssigned
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.orders import Assign
from adjudicator.rulesets.nlc.state import Leader, State


def assign(run: Here, order: Assign) -> Telling:
    """A-71: an overall commander gives formations to a wing commander of his army, each for one of his orders."""
    for formation in order.formations:
        verdict = may_assign(run.ctx, run.state, run.side, formation, order.leader)
        if not verdict.value:
            yield run.refused(order, verdict)
            return
        chief = chief_of(run.ctx, run.state, order.leader)
        assert chief is not None
        yield FormationAssigned(
            side=run.side, issuer=chief.id, formation=formation, leader=order.leader, due=run.state.turn + 1
        )


def chief_of(ctx: Context, state: State, wing: str) -> Leader | None:
    """The overall commander on the map of a wing commander's army."""
    card = ctx.leaders[wing]
    chiefs = (one for one in state.force(card.side).leaders.values() if ctx.leaders[one.id].role == "OC")
    return next((one for one in chiefs if one.status == "map" and ctx.leaders[one.id].army == card.army), None)


def may_assign(ctx: Context, state: State, side: Side, formation: str, wing: str) -> Verdict:
    """NLC-26.1b: own formation, own army, a wing commander, and no more than he may hold."""
    card, name = ctx.leaders[wing], ctx.leaders[wing].name
    if card.side != side or ctx.formations[formation].side != side:
        return no("NLC-26.1b", f"{formation} or {name} is not yours.", "Assign your own formations.")
    if card.role != "WC":
        return no("NLC-26.1b", f"{name} is no wing commander.", "Assign formations to a wing commander.")
    if ctx.formations[formation].army != card.army:
        return no("NLC-26.1b", f"{formation} does not belong to {name}'s army.", "Assign one that does.")
    if formation in state.leader(wing).holds:
        return no("NLC-26.1b", f"{name} has {formation} already.", "Leave the line out.")
    chief = chief_of(ctx, state, wing)
    if chief is None:
        return no("NLC-26.1b", "No overall commander of that army is on the map.", "Wait for him.")
    room = _has_room(ctx, state, wing, formation)
    return room if not room.value else has_capacity(ctx, chief)


def _has_room(ctx: Context, state: State, wing: str, formation: str) -> Verdict:
    """NLC-26.1b: Ney holds up to five corps, Grouchy up to three, a cavalry corps counting half for him."""
    name = ctx.leaders[wing].name
    holder = next((one for one in ctx.tables.command.wing.holder if one.name == name), None)
    if holder is None or ctx.game.name != "1815":
        return yes("NLC-26.1b")
    coming = [one.formation for one in state.assignments if one.leader == wing]
    held = dict.fromkeys((*state.leader(wing).holds, *coming, formation))
    weight = sum((holder.cavalry if ctx.formations[one].is_cavalry else Fraction(1) for one in held), Fraction(0))
    if weight > holder.corps:
        return no("NLC-26.1b", f"{name} would hold {weight} corps; he may hold {holder.corps}.", "Give him fewer.")
    return yes("NLC-26.1b")
