"""An umpire's rulings: going back to a step, on record, to correct it or to have it played anew."""

from __future__ import annotations

from typing import Any

from adjudicator.core.errors import MatchError
from adjudicator.core.values import dataclass
from adjudicator.play.match.history import StepRecord
from adjudicator.play.match.match import Match
from adjudicator.play.match.running import AfterStep, finish_correction
from adjudicator.play.proof.drafting import Drafting, Wish
from adjudicator.play.proof.rehearsing import Rehearsal, rehearse
from adjudicator.play.proof.touching import Touched, touched
from adjudicator.play.side.side_views import pick
from adjudicator.record.log import Line


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling as carried out or, without a line, as it would be."""

    body: dict[str, Any]
    touched: tuple[Touched, ...]
    replaced: tuple[StepRecord, ...]
    again: tuple[StepRecord, ...]
    """The steps that were adjudicated again with their own links."""
    left: tuple[StepRecord, ...]
    """Steps that were not: the match waits for something else now, or is to be played anew."""
    notes: tuple[str, ...] = ()
    written: Line | None = None

    @property
    def line(self) -> Line:
        """The ruling's line in the log."""
        assert self.written is not None, "this ruling was only tried"
        return self.written


def rule(match: Match, wish: Wish, after_step: AfterStep | None = None) -> Ruled:
    """Put a ruling on record and, for a correction, adjudicate again what it touches."""
    with match.writing():
        finish_correction(match, after_step)
        tried, rehearsal = _tried(match, wish)
        line = match.append([("ruling", tried.body)])[0]
        again = tuple(finish_correction(match, after_step))
    return Ruled(tried.body, tried.touched, rehearsal.replaced, again, rehearsal.left, rehearsal.notes, line)


def try_ruling(match: Match, wish: Wish) -> Ruled:
    """What a ruling would do. Nothing is written."""
    if match.history.due_again() is not None:
        raise MatchError("An earlier correction was cut off.", "Finish it with `adjudicator run`, then try again.")
    return _tried(match, wish)[0]


def _tried(match: Match, wish: Wish) -> tuple[Ruled, Rehearsal]:
    target = pick(match.history.steps, wish.step)
    body = Drafting(match, match.history, target, wish).body()
    would = rehearse(match, target, body)
    tried = Ruled(body, touched(match, target, body), would.replaced, would.again, would.left, would.notes)
    return tried, would
