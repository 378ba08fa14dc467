"""Going on as far as the texts on record allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field

from adjudicator.core.canon import hexadecimal
from adjudicator.core.engine import DivergedError
from adjudicator.core.errors import AdjudicatorError, MatchError, UsageError
from adjudicator.core.types import UMPIRE, Ending, Side
from adjudicator.core.values import dataclass
from adjudicator.play.match.absence import Absence
from adjudicator.play.match.history import History, StepRecord
from adjudicator.play.match.match import Match
from adjudicator.play.match.promises import Fixed
from adjudicator.play.match.steps import adjudicate
from adjudicator.play.match.texts import Gathered, find_side, gather
from adjudicator.play.mutual.linking import fix
from adjudicator.record.versions import briefly

AfterStep = Callable[[StepRecord], None]


@dataclass
class Ran:
    """What a run did, and why it stopped."""

    steps: list[StepRecord] = field(default_factory=list)
    gathered: Gathered | None = None
    ending: Ending | None = None
    notes: tuple[str, ...] = ()
    """Why a side that the run should not have waited for was waited for all the same."""
    fixed: Fixed | None = None
    """The step whose texts were fixed, in mode mutual, and which waits for links."""
    too_early: bool = False
    """Whether that was because the turn that was named has not come yet."""


def ready(gathered: Gathered, without: Sequence[Side]) -> bool:
    """Whether the next step lacks nothing, or only sides that are to be played without."""
    return not set(gathered.missing) - set(without)


def run(
    match: Match, without: Sequence[str] = (), after_step: AfterStep | None = None, *, turn: int | None = None
) -> Ran:
    """Adjudicate step after step.

    Each side in `without` is played without its text or its answers at one wait, the first that lacks them; with
    `turn`, the first of that turn, unless the turn was played without the side before.
    """
    if without and match.alone:
        raise MatchError(
            "Nobody umpires this match, so nobody can go on without a side: its link is needed too.",
            "The side sends `pass`; its standing orders hold.",
        )
    absence = Absence([side_named(match.history, word) for word in dict.fromkeys(without)], turn)
    ran = Ran()
    with match.writing() as history:
        ran.steps += finish_correction(match, after_step)
        absence.drop_past(history)
        while not _stops(match, ran, absence):
            assert ran.gathered is not None
            absent = tuple(side for side in absence.now(history) if side in ran.gathered.missing)
            if match.setup.mutual and history.fixed is None:
                ran.fixed = fix(match, ran.gathered)
                absence.spend(absent)
                continue
            if history.fixed is not None:
                absent = ran.gathered.missing
            ran.steps.append(_step(match, history.next_number(), ran.gathered, absent, after_step))
            absence.spend(absent)
        ran.too_early = ran.ending is None and absence.is_early(history)
        ran.notes = tuple(absence.notes)
        ran.fixed = history.fixed
    return ran


def _stops(match: Match, ran: Ran, absence: Absence) -> bool:
    """Whether the match is over, or waits for somebody; what is on record for the next step is kept in `ran`."""
    history = match.history
    following = history.following()
    if isinstance(following, Ending):
        if not history.revealed:
            match.append([("reveal", {"veil": hexadecimal(match.veil())})])
        ran.ending, ran.gathered = following, None
        return True
    ran.gathered = gather(history)
    if history.fixed is not None:
        return bool(history.promises.without_link())
    return not ready(ran.gathered, absence.now(history))


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
    history = match.history
    try:
        outcome = adjudicate(history, number, match.links(number), gathered, absent, veil=match.veil())
    except DivergedError as trouble:
        raise told_otherwise(match, trouble) from trouble
    match.append_outcome(outcome)
    record = history.steps[-1]
    if after_step is not None:
        after_step(record)
    return record


def told_otherwise(match: Match, trouble: DivergedError) -> AdjudicatorError:
    """Why a paused phase cannot go on: another version began it, or it is a mistake of ours."""
    history = match.history
    begun = history.told_elsewhere()
    opening = history.opening()
    if begun is None or opening is None:
        return trouble
    parts = ("engine", "ruleset")
    theirs, ours = (", ".join(briefly(by[part]) for part in parts) for by in (begun.by, history.setup.by()))
    return MatchError(
        f"The phase that waits for an answer was begun by {theirs}; {ours} tell it otherwise "
        f"from its event {trouble.index + 1} on ({trouble.recorded.kind.replace('_', ' ')}). Nothing was written.",
        "Go on with the version that began it until the phase is over, or have the step played anew: "
        f"adjudicator ruling --match {match.folder} --step {opening.number} --kind replay --reason TEXT",
    )


def side_named(history: History, word: str) -> Side:
    """The side that a word on the command line means."""
    if word.casefold() == UMPIRE.casefold():
        return UMPIRE
    side = find_side(history.rules, word)
    if side is None:
        known = ", ".join(history.rules.sides)
        raise UsageError(f"There is no side called {word!r} in this match.", f"The sides are: {known}.")
    return side
