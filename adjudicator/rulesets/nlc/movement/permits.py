"""NLC-4.5, 8.1d, 19, 20, 28: whether a piece may move at all in this segment."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.couriers import capacity_when_moving
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.frozen import is_frozen
from adjudicator.rulesets.nlc.movement.marches import Marches
from adjudicator.rulesets.nlc.state import State, Unit


def may_move(ctx: Context, state: State, side: Side, piece: str, marches: Marches) -> Verdict:
    """Whether a unit or leader may move now; where to is for the rules of steps."""
    return _leader(ctx, state, side, piece) if piece in ctx.leaders else _unit(ctx, state, side, piece, marches)


def _unit(ctx: Context, state: State, side: Side, piece: str, marches: Marches) -> Verdict:
    card = ctx.units[piece]
    if card.side != side:
        return no("NLC-4.5", f"{card.name} is not yours.", "Move your own units.")
    unit = state.unit(piece)
    if unit.status != "map":
        return no("NLC-4.5", f"{card.name} is not on the map.", "Order a unit that is.")
    if unit.bombarded:
        return no("NLC-8.1d", f"{card.name} has bombarded.", "It may move next turn (A-7).")
    if piece in marches.over:
        return no("NLC-5.1", f"{card.name} has ended its movement this turn.", "It may move next turn.")
    halted = is_frozen(ctx, state, unit)
    return halted if not halted.value else ctx.game.may_march(ctx, state, unit)


def keeps_bounds(ctx: Context, unit: Unit, place: str) -> Verdict:
    """NLC-27.8b-5: no unit of a bound formation ends nearer to a place than another place is."""
    for bound in ctx.facts.bound:
        near = ctx.board.distance(place, bound.toward) < ctx.board.distance(bound.place, bound.toward)
        if near and bound.formation == formation_of(ctx, unit):
            name = ctx.units[unit.id].name
            return no("NLC-27.8b-5", f"{name} goes no farther than {bound.place}.", "Stay behind that line.")
    return yes("NLC-27.8b-5")


def _leader(ctx: Context, state: State, side: Side, piece: str) -> Verdict:
    """NLC-19, NLC-20.5, NLC-21.3: a leader who reorganizes is absent; one who gave too many orders stays."""
    card, leader = ctx.leaders[piece], state.leader(piece)
    if card.side != side:
        return no("NLC-19.2", f"{card.name} is not yours.", "Move your own leaders.")
    if leader.status != "map":
        return no("NLC-19.2", f"{card.name} is not on the map.", "Order a leader who is.")
    if leader.reorganizes:
        return no("NLC-21.3", f"{card.name} reorganizes his units this turn.", "He counts as absent until the next.")
    if leader.asleep:
        return no("NLC-24", f"{card.name} has not begun to move this morning.", "Try again next turn.")
    if leader.ordered > capacity_when_moving(ctx, leader):
        most = capacity_when_moving(ctx, leader)
        return no(
            "NLC-20.5",
            f"{card.name} has given {leader.ordered} new orders; who moves may give {most}.",
            "Leave out the move, or some of the orders (A-79).",
        )
    return _hold(ctx, state, card.name, leader.place)


def _hold(ctx: Context, state: State, name: str, place: str | None) -> Verdict:
    """NLC-27.8b-4, NLC-27.10c, NLC-27.10d: leaders whom the scenario keeps in a place for a time."""
    facts = ctx.facts.hold
    if (
        facts is not None
        and name == facts.leader
        and place == facts.place
        and state.turn < ctx.turn_number(facts.until)
    ):
        return no("NLC-27.8b-4", f"{name} stays in {facts.place} until {facts.until}.", "Move him later.")
    napoleon = ctx.facts.napoleon
    waits = napoleon is not None and napoleon.moves_from and name == "Napoleon"
    if waits and napoleon is not None and state.turn < ctx.turn_number(napoleon.moves_from):
        return no("NLC-27.10c", f"Napoleon cannot move before {napoleon.moves_from}.", "Move him later.")
    return yes("NLC-19.2")
