"""Going on as far as the texts on record allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from adjudicator.core.canon import hexadecimal
from adjudicator.core.errors import MatchError
from adjudicator.core.types import UMPIRE, Ending, Side
from adjudicator.play.history import History, StepRecord
from adjudicator.play.match import Match
from adjudicator.play.steps import adjudicate
from adjudicator.play.texts import Gathered, find_side, gather

AfterStep = Callable[[StepRecord], None]


@dataclass
class Ran:
    """What a run did, and why it stopped."""

    steps: list[StepRecord] = field(default_factory=list)
    gathered: Gathered | None = None
    ending: Ending | None = None


def ready(gathered: Gathered, without: Sequence[Side]) -> bool:
    """Whether the next step lacks nothing, or only sides that are to be played without."""
    return not set(gathered.missing) - set(without)


def run(match: Match, without: Sequence[str] = (), after_step: AfterStep | None = None) -> Ran:
    """Adjudicate step after step.

    A side in `without` is played without text and answers until a step that waited for its orders has been run.
    """
    sides = [side_named(match.history, word) for word in without]
    ran = Ran()
    with match.writing() as history:
        ran.steps += finish_correction(match, after_step)
        while True:
            following = history.following()
            if isinstance(following, Ending):
                if not history.revealed:
                    match.append([("reveal", {"veil": hexadecimal(match.secrets().veil)})])
                ran.ending = following
                return ran
            gathered = gather(history)
            if not ready(gathered, sides):
                ran.gathered = gathered
                return ran
            absent = tuple(side for side in sides if side in gathered.missing)
            ran.steps.append(_step(match, history.next_number(), gathered, absent, after_step))
            if gathered.wait is not None:
                sides = [side for side in sides if side not in absent]


def finish_correction(match: Match, after_step: AfterStep | None = None) -> list[StepRecord]:
    """Adjudicate again what a correction has put back, each step with its own links; the caller is writing."""
    history, found = match.history, []
    while (again := history.due_again()) is not None:
        gathered = gather(history, again.limit)
        found.append(_step(match, again.number, gathered, gathered.missing, after_step))
    return found


def _step(
    match: Match, number: int, gathered: Gathered, absent: Sequence[Side], after_step: AfterStep | None
) -> StepRecord:
    secrets = match.secrets()
    history = match.history
    outcome = adjudicate(history, number, [secrets.chain.link(number)], gathered, absent, veil=secrets.veil)
    match.append_outcome(outcome)
    record = history.steps[-1]
    if after_step is not None:
        after_step(record)
    return record


def side_named(history: History, word: str) -> Side:
    """The side that a word on the command line means."""
    if word.casefold() == UMPIRE.casefold():
        return UMPIRE
    side = find_side(history.rules, word)
    if side is None:
        known = ", ".join(history.rules.sides)
        raise MatchError(f"There is no side called {word!r} in this match.", f"The sides are: {known}.")
    return side
