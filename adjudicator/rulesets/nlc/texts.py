"""Which lines of a text belong to a segment: by what they order, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.core.orders import Conditional, flattened
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Order, Side
from adjudicator.core.view import holds
from adjudicator.kit.scenes import WithNumbers, scene_of
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc import orders
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import FRENCH, State

SET_UP = (orders.Start, orders.Assign, orders.Attach)
"""D-19: what a set-up text may say."""
COMMAND = (
    orders.GiveOrder,
    orders.ToReserve,
    orders.Reorganise,
    orders.Assign,
    orders.Attach,
    orders.Release,
    orders.ArrivalOrders,
)
"""1.4 to 1.6 of a turn."""
PLAYER_TURN = (
    orders.Bombard,
    orders.DeclareCharge,
    orders.Move,
    orders.MoveWith,
    orders.Enter,
    orders.Delay,
    orders.Exit,
    orders.DeclareAttack,
)
"""I to IV of a player turn."""


def lines_about(run: Here, *sorts: type[Order]) -> Iterator[Order]:
    """The active side's orders of these sorts as they are written, conditions included, in the order of the text."""
    for written in run.written():
        if any(isinstance(order, sorts) for order in flattened(written)):
            yield written


def belongs(order: Order, text: str, side: Side) -> Verdict:
    """NLC-4.1: whether an order may stand in a side's set-up, command or turn text.

    The French write their player turn with the command orders; the Allies in a text of its own, once they have seen
    the French one.
    """
    match order:
        case _ if text == "set-up" and isinstance(order, (*COMMAND, *PLAYER_TURN)) and not isinstance(order, SET_UP):
            return no("NLC-4.1", "The game has not begun: only the set-up is written now.", "Write it for turn 1.")
        case orders.Start() if text != "set-up":
            return no("NLC-14.1", "The set-up is over.", "Give orders by courier: `Napoleon orders Lobau: attack`.")
        case _ if text == "turn" and isinstance(order, COMMAND):
            return no("NLC-4.1", "The Command Phase of this turn is over.", "Write it with `phase: command` next turn.")
        case _ if text == "command" and isinstance(order, PLAYER_TURN) and side != FRENCH:
            reason = "The Allies write their player turn when they have seen the French one."
            return no("NLC-4.1", reason, "Send it with `phase: turn`.")
        case _:
            return yes("NLC-4.1")


def misplaced(run: Here, text: str, sides: tuple[Side, ...]) -> Telling:
    """NLC-4.1: orders that stand in a text where they can come to nothing are refused, once."""
    for side in sides:
        mine = run.of(side)
        for written in mine.written():
            verdicts = [belongs(order, text, side) for order in flattened(written)]
            wrong = next((one for one in verdicts if not one.value), None)
            if wrong is not None:
                yield mine.refused(written, wrong)


def units_named(state: State, side: Side, written: Order) -> Iterator[str]:
    """The units of a side that a line names, conditions or not; a stack stands for its units."""
    for order in flattened(written):
        match order:
            case orders.Move(pieces=pieces, stack=stack):
                yield from pieces
                yield from (unit.id for unit in state.at(side, stack))
            case orders.Exit(pieces=pieces):
                yield from pieces
            case orders.DeclareAttack(units=units) | orders.DeclareCharge(units=units):
                yield from units
            case _:
                continue


def meant_with(run: Here, written: Order, facts: Mapping[str, int | Fraction]) -> Order | None:
    """What a conditional order comes to where facts of the moment count too: `ratio`, `odds` (A-66)."""
    order: Order | None = written
    while isinstance(order, Conditional):
        scene = WithNumbers(scene_of(run.game.ruleset, run.state, run.side), facts)
        order = order.then if holds(scene, order.condition) else order.otherwise
    if order is None or order.line:
        return order
    return order.model_copy(update={"side": written.side, "seat": written.seat, "line": written.line})
