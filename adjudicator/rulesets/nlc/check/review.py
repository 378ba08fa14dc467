"""What `check` can say before any die is rolled: a side's orders tried on the position as that side knows it.

The orders are carried out by the same functions as in the turn itself, on a copy of the known position. Questions are
answered by their defaults; where dice would fall, the trial of that order ends there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from adjudicator.core.orders import Orders, Standing, flattened
from adjudicator.core.ruleset import Review, Ruleset, Telling
from adjudicator.core.types import Event, Order, Side
from adjudicator.kit.trial import Trial
from adjudicator.rulesets.nlc import orders as od
from adjudicator.rulesets.nlc.check import fighting
from adjudicator.rulesets.nlc.check.warnings import duties_left, forgotten, lapsed
from adjudicator.rulesets.nlc.command import command_phase
from adjudicator.rulesets.nlc.command.events import (
    CourierSent,
    FormationAssigned,
    LeaderMoved,
    OrderTookEffect,
    UnitReorganized,
)
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.events import PlayerTurnBegan
from adjudicator.rulesets.nlc.movement import entering, leading, segment
from adjudicator.rulesets.nlc.movement.events import StackMoved, UnitsLeftMap
from adjudicator.rulesets.nlc.movement.ground import HALVES
from adjudicator.rulesets.nlc.movement.marches import Marches, begun
from adjudicator.rulesets.nlc.movement.stacks import leader_points
from adjudicator.rulesets.nlc.state import FRENCH, State
from adjudicator.rulesets.nlc.texts import PLAYER_TURN, belongs

TEXTS = {"set-up": "set-up", "set-up orders": "set-up", "turn orders": "turn", "movement": "turn", "combat": "turn"}
"""By the stage at which a text is checked: what it is for; everywhere else a command text."""


def review(
    rules: Ruleset[State],
    ctx: Context,
    known: State,
    side: Side,
    orders: Sequence[Order],
    standing: Sequence[Standing],
) -> Review:
    """Everything that can be known of a side's orders: mistakes, warnings, and what each order will do."""
    text = TEXTS.get(known.stage, "command")
    if text == "turn" and side == FRENCH:
        text = "command"  # the French write no player turn of its own: it is for the next turn
    start = replace(known, active=side)
    trial: Trial[State, Context] = Trial(
        rules, ctx, start, side, Orders({side: tuple(orders)}), lambda event, before: note(ctx, event, before)
    )
    given = [order for order in orders if _stands_here(trial, order, text, side)]
    _command(trial, given)
    if text != "set-up":
        _player_turn(trial, known, given, text)
    trial.problems += forgotten(ctx, known, side, text, orders)
    trial.problems += lapsed(ctx, known, side, standing)
    trial.problems.sort(key=lambda found: (found.line == 0, found.line))
    return trial.review()


def _stands_here(trial: Trial[State, Context], written: Order, text: str, side: Side) -> bool:
    verdicts = (belongs(order, text, side) for order in flattened(written))
    wrong = next((one for one in verdicts if not one.value), None)
    return wrong is None or trial.judge(written, wrong)


# --- the parts of a text ----------------------------------------------------------------------------------------------


def _command(trial: Trial[State, Context], given: Sequence[Order]) -> None:
    for sorts in command_phase.PARTS:
        for written in given:
            if any(isinstance(order, sorts) for order in flattened(written)):
                order = trial.run.meant(written)
                if order is None:
                    trial.notes.append((written.line, "as things stand the condition does not hold: not carried out"))
                elif isinstance(order, sorts):
                    trial.tell(command_phase.carried_out(trial.run, order), order.line)


def _player_turn(trial: Trial[State, Context], known: State, given: Sequence[Order], text: str) -> None:
    """The player turn, as if the enemy did nothing until then."""
    mine = [one for one in given if any(isinstance(order, PLAYER_TURN) for order in flattened(one))]

    def opening() -> Telling:
        yield PlayerTurnBegan(side=trial.side)

    trial.tell(opening())
    fighting.bombardments(trial, mine)
    is_certain = not fighting.charges(trial, mine)
    marches = begun(trial.ctx, trial.state, trial.side)
    for written in fighting.about(mine, *segment.ORDERS):
        order = fighting.meant(trial, written)
        if order is not None:
            is_certain &= _try(trial, marches, order)
    trial.problems += duties_left(trial.ctx, trial.state, trial.side, marches, mine)
    fighting.attacks(trial, mine, is_certain)


def _try(trial: Trial[State, Context], marches: Marches, order: Order) -> bool:
    """An order of the movement segment; whether it can be foreseen to its end."""
    run = trial.run
    match order:
        case od.Move():
            return trial.tell(segment.move(run, marches, order), order.line)
        case od.MoveWith():
            return trial.tell(leading.with_unit(run, marches, order), order.line)
        case od.Enter():
            return trial.tell(entering.enter(run, marches, order), order.line)
        case od.Exit():
            return trial.tell(entering.leave(run, marches, order), order.line)
        case _:
            return True


# --- what an order will do --------------------------------------------------------------------------------------------


def note(ctx: Context, event: Event, before: State) -> str:
    """What `check` says of something that an order makes happen."""
    match event:
        case CourierSent():
            ride = "; ".join(f"{part.label} {part.value} ({part.because})" for part in event.delay.parts)
            when = "at once" if event.due == before.turn else f"on turn {event.due}, {ctx.turn_name(event.due)}"
            return f"{ctx.leaders[event.receiver].name} has it {when}: {ride}"
        case OrderTookEffect(number=0):
            return f"{event.formation} has {event.order.capitalize()} orders from now on"
        case FormationAssigned():
            return f"{event.formation} is under {ctx.leaders[event.leader].name} from the next Command Phase"
        case UnitReorganized():
            return f"{ctx.units[event.unit].name} comes back reduced in {event.place}"
        case StackMoved():
            return _way(ctx, event, before)
        case LeaderMoved(by_order=True):
            left = Fraction(leader_points(ctx, before.leader(event.leader)), HALVES)
            way = " -> ".join(event.path)
            return f"{ctx.leaders[event.leader].name}: {way}; {Fraction(event.spent, HALVES)} of {left} movement points"
        case UnitsLeftMap():
            said = f"{_names(ctx, event.units, event.leaders)} leaves the map at {event.place}"
            return f"{said} for {event.to}, due on {ctx.turn_name(event.due)}" if event.to else said
        case _:
            return ""


def _way(ctx: Context, event: StackMoved, before: State) -> str:
    who = _names(ctx, event.units, event.leaders)
    way = " -> ".join((event.origin or "enters", *event.path))
    points = [ctx.units[one].movement * HALVES for one in event.units]
    points += [leader_points(ctx, before.leader(one)) for one in event.leaders]
    return f"{who}: {way}; {Fraction(event.spent, HALVES)} of {Fraction(min(points), HALVES)} movement points"


def _names(ctx: Context, units: Sequence[str], leaders: Sequence[str]) -> str:
    return ", ".join((*(ctx.units[one].name for one in units), *(ctx.leaders[one].name for one in leaders)))
