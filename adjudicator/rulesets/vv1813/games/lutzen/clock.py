"""LUT 5, LUT-2.B1: turns and hours: the battle begins at 12.00, or at 10.00 after Bridge on the Elster."""

from __future__ import annotations

from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.state import State


def hour(ctx: Context, state: State, turn: int | None = None) -> int:
    """LUT-2.B1, LUT-2.B3: the hour of a turn (the current one unless another is named)."""
    numbers = facts(ctx).clock
    first = numbers.early_start if lutzen(state).early else numbers.start
    return first + (state.turn if turn is None else turn) - 1


def as_clock(number: int) -> str:
    """An hour as the track prints it."""
    return f"{number:02d}.00"


def last_turn(ctx: Context, state: State) -> int:
    """LUT-10.6: the turn of 21.00; until turn 1 is over Bridge on the Elster may still put two turns before it."""
    numbers = facts(ctx).clock
    first = numbers.early_start if state.turn <= 1 else hour(ctx, state, 1)
    return numbers.last - first + 1


def is_night(ctx: Context, state: State) -> bool:
    """LUT-8.2g: from 20.00 it is night."""
    return hour(ctx, state) >= facts(ctx).clock.night


def ends_up_to(ctx: Context, state: State) -> int | None:
    """LUT-10.6: from 19.00 two dice of so much end the battle."""
    numbers = facts(ctx).clock
    return numbers.ends_up_to if hour(ctx, state) >= numbers.ends_from else None


# --- the track ---------------------------------------------------------------------------------------------


def slot_clock(ctx: Context, slot: int) -> str:
    """LUT-2.4b: the hour printed on a space of the track."""
    return as_clock(facts(ctx).clock.start + slot - 1)


def slot_of(ctx: Context, clock: str) -> int | None:
    """The space of the track that bears an hour ("16.00", "16:00"); None if there is none."""
    word = clock.replace(":", ".").partition(".")[0]
    slot = int(word) - facts(ctx).clock.start + 1 if word.isdigit() else 0
    return slot if 1 <= slot <= facts(ctx).track.slots else None
