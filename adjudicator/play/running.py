"""Going on as far as the texts on record allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from adjudicator.core.canon import hexadecimal
from adjudicator.core.errors import MatchError
from adjudicator.core.types import UMPIRE, Ending, Side
from adjudicator.play.history import StepRecord
from adjudicator.play.match import Match
from adjudicator.play.steps import adjudicate
from adjudicator.play.texts import Gathered, find_side, gather


@dataclass
class Ran:
    """What a run did, and why it stopped."""

    steps: list[StepRecord] = field(default_factory=list)
    gathered: Gathered | None = None
    ending: Ending | None = None


def ready(gathered: Gathered, without: Sequence[Side]) -> bool:
    """Whether the next step lacks nothing, or only sides that are to be played without."""
    return not set(gathered.missing) - set(without)


def run(match: Match, without: Sequence[str] = (), progress: Callable[[StepRecord], None] | None = None) -> Ran:
    """Adjudicate step after step; a side in `without` is played without text or answer once."""
    sides = [_side(match, word) for word in without]
    ran = Ran()
    with match.writing() as history:
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
            number = history.next_number()
            secrets = match.secrets()
            outcome = adjudicate(history, number, [secrets.chain.link(number)], gathered, absent, veil=secrets.veil)
            match.append_outcome(outcome)
            sides = [side for side in sides if side not in absent]
            ran.steps.append(history.steps[-1])
            if progress is not None:
                progress(history.steps[-1])


def _side(match: Match, word: str) -> Side:
    if word.casefold() == UMPIRE.casefold():
        return UMPIRE
    side = find_side(match.history.rules, word)
    if side is None:
        known = ", ".join(match.history.rules.sides)
        raise MatchError(f"There is no side called {word!r} in this match.", f"The sides are: {known}.")
    return side
