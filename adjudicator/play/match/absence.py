"""Going on without a side: for one wait only and, where a turn is named, for a wait of that turn.

So repeating a command is harmless: `run --without Coalition --turn 3`, given twice, plays the Coalition's turn 3
without its text once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from adjudicator.core.types import Ending, Side
from adjudicator.core.values import dataclass
from adjudicator.play.match.history import History, StepRecord


@dataclass
class Absence:
    """Sides that a wait need not wait for, each once."""

    sides: list[Side]
    turn: int | None = None
    notes: list[str] = field(default_factory=list)
    """Why a side is waited for all the same."""

    def drop_past(self, history: History) -> None:
        """For a turn that is over, or was played without the side already, there is nothing left to do."""
        kept = []
        for side in self.sides:
            why = _why_past(history, side, self.turn) if self.turn is not None else ""
            if why:
                self.notes.append(why)
            else:
                kept.append(side)
        self.sides = kept

    def now(self, history: History) -> Sequence[Side]:
        """The sides that the wait at which the match stands need not wait for."""
        return self.sides if self.turn in (None, history.turn()) else ()

    def spend(self, sides: Sequence[Side]) -> None:
        """A wait has gone on without these."""
        self.sides = [side for side in self.sides if side not in sides]

    def is_early(self, history: History) -> bool:
        """Whether the turn that is named has not come yet; says so."""
        early = self.turn is not None and bool(self.sides) and history.turn() < self.turn
        if early:
            self.notes.append(f"Turn {self.turn} has not come yet: the match is in turn {history.turn()}.")
        return early


def _why_past(history: History, side: Side, turn: int) -> str:
    step = played_without(history, side, turn)
    if step is not None:
        return f"Turn {turn} was played without {side} already, in step {step.number}."
    if isinstance(history.following(), Ending):
        return f"The match is over: nothing was played without {side}."
    if history.turn() > turn:
        return f"Turn {turn} is over, the match is in turn {history.turn()}: nothing was played without {side}."
    return ""


def played_without(history: History, side: Side, turn: int) -> StepRecord | None:
    """The step of a turn that went on without a side; None if none did."""
    for step in reversed(history.steps):
        if history.turn_of(step) < turn:
            break
        if side in step.without and history.turn_of(step) == turn:
            return step
    return None
