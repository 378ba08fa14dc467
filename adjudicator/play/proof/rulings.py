"""An umpire's rulings: going back to a step, on record, to correct it or to have it played anew."""

from __future__ import annotations

from typing import Any

from adjudicator.core.errors import MatchError
from adjudicator.core.values import dataclass, replace
from adjudicator.play.match.history import StepRecord
from adjudicator.play.match.match import Match
from adjudicator.play.match.running import AfterStep, finish_correction
from adjudicator.play.proof.drafting import Drafting, Wish
from adjudicator.play.proof.rehearsing import Rehearsal, rehearse
from adjudicator.play.proof.touching import Touched, touched
from adjudicator.play.side.side_views import pick
from adjudicator.record.agreement import not_agreed, proposal, proposals
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
    proposed: int = 0
    """Mode mutual: the line that proposes it, while sides have yet to agree."""
    lacking: tuple[str, ...] = ()
    """Those sides."""

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
        lacking = _agreeing(match, tried)
        if lacking is not None:
            return lacking
        line = match.append([("ruling", tried.body)])[0]
        again = tuple(finish_correction(match, after_step))
    return Ruled(tried.body, tried.touched, rehearsal.replaced, again, rehearsal.left, rehearsal.notes, line)


def _agreeing(match: Match, tried: Ruled) -> Ruled | None:
    """Mode mutual: a correction waits until every side has agreed to it; None where it need not wait (any more)."""
    if not match.setup.mutual:
        return None
    if match.alone:
        raise MatchError(
            "Nobody umpires this match, so nobody rules in it.",
            "Play on, or agree on the position and begin a new match from what you both think right.",
        )
    if match.history.fixed is not None:
        raise MatchError(
            f"The texts of step {match.history.fixed.step} are fixed and its links are being shown.",
            "Rule when that step is over.",
        )
    if tried.body["sort"] == "replay":
        return None
    parties = [party.name for party in match.setup.parties]
    veil = match.veil()
    note = next(iter(proposals(match.lines, tried.body, veil)), None)
    if note is None:
        words = proposal(veil, len(match.lines) + 1, tried.body)
        note = match.append([("note", {"text": words})])[0]
    lacking = not_agreed(match.lines, parties, note.seq)
    return replace(tried, proposed=note.seq, lacking=lacking) if lacking else None


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
