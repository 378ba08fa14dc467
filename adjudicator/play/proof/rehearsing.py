"""A ruling carried out on a copy first: a log cannot be unwritten, and one that changes nothing is not written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.canon import canonical
from adjudicator.core.engine import Step
from adjudicator.core.errors import MatchError, ProgramError
from adjudicator.core.events import Refused
from adjudicator.core.types import Decision
from adjudicator.core.values import dataclass
from adjudicator.play.match.history import History, StepRecord
from adjudicator.play.match.match import Match, replayed, take_in
from adjudicator.play.match.steps import Outcome, adjudicate
from adjudicator.play.match.texts import gather, paused_orders
from adjudicator.record.log import batch

_RESULTS = ("events", "refused", "answers", "state", "without")
"""The members of a turn line that say how a step came out."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What a ruling would do."""

    history: History
    """The match as it would stand."""
    replaced: tuple[StepRecord, ...]
    again: tuple[StepRecord, ...]
    """The steps that are adjudicated again with their own links."""
    outcomes: tuple[Outcome, ...]
    notes: tuple[str, ...]

    @property
    def left(self) -> tuple[StepRecord, ...]:
        """Steps that are not: the match waits for something else then, or is to be played anew."""
        numbers = {record.number for record in self.again}
        return tuple(record for record in self.replaced if record.number not in numbers)


def rehearse(match: Match, target: StepRecord, body: Mapping[str, Any]) -> Rehearsal:
    """Carry a ruling out on a copy; says where it cannot be, or would change nothing."""
    history = replayed(match.lines, match.setup)
    replaced = tuple(step for step in match.history.steps if step.number >= target.number)
    try:
        before, outcomes = _carried_out(match, history, body)
    except (AssertionError, LookupError, TypeError, ValueError, ProgramError) as trouble:
        raise MatchError(
            f"The rules cannot carry this ruling out ({type(trouble).__name__}).", "Nothing was written; word it anew."
        ) from trouble
    first = outcomes[0].step if outcomes else None
    if first is not None:
        _check_answers(history, before, body, {r.decision.key: r.decision for r in first.resolved})
    again = tuple(history.steps[len(history.steps) - len(outcomes) :])
    notes = _still_refused(body, first) if first else ()
    rehearsal = Rehearsal(history, replaced, again, outcomes, notes)
    if not _has_effect(match, rehearsal, body):
        raise MatchError(
            " ".join(("The ruling would change nothing: step by step the match comes out as it did.", *notes)),
            "Nothing was written; look at the step, the side and the number of the line.",
        )
    return rehearsal


def _carried_out(match: Match, history: History, body: Mapping[str, Any]) -> tuple[Any, tuple[Outcome, ...]]:
    """The position that the ruling puts back, and the steps that follow from it."""
    veil = match.veil()
    lines = batch(match.lines[-1], [("ruling", body)], veil)
    history.feed(lines[0])
    before = history.position.state
    outcomes: list[Outcome] = []
    while (again := history.due_again()) is not None:
        gathered = gather(history, again.limit)
        links = match.links(again.number)
        outcomes.append(adjudicate(history, again.number, links, gathered, gathered.missing, veil=veil))
        lines = batch(lines[-1], outcomes[-1].entries(), veil)
        take_in(history, lines, outcomes[-1])
    return before, tuple(outcomes)


def _check_answers(history: History, before: Any, body: Mapping[str, Any], met: Mapping[str, Decision]) -> None:
    """An answer must be to a decision that arises in the step, and a legal one."""
    for item in body.get("answers", ()):
        decision = met.get(item["key"])
        if decision is None:
            raise MatchError(f"The decision {item['key']} does not arise in step {body['step']}.", _keys(met))
        legal = history.rules.allows(before, decision, history.rules.read_choice(item["choice"]))
        if not legal.value:
            raise MatchError(
                f"That is no legal answer to {item['key']}: {legal.because}", legal.remedy or "Choose a legal one."
            )


def _keys(met: Mapping[str, Decision]) -> str:
    return f"Decisions of the step: {', '.join(sorted(met)) or 'none'}."


def _still_refused(body: Mapping[str, Any], step: Step[Any]) -> tuple[str, ...]:
    refused = {(e.side, e.seat, e.line): e for e in step.events if isinstance(e, Refused)}
    found = []
    for item in (*body.get("allow", ()), *body.get("orders", ())):
        event = refused.get((item["side"], item["seat"], item["line"]))
        if event is not None:
            found.append(f"Line {item['line']} of the {item['side']} text is refused all the same: {event.reason}")
    return tuple(found)


# --- whether it would change anything ------------------------------------------------------------------------


def _has_effect(match: Match, rehearsal: Rehearsal, body: Mapping[str, Any]) -> bool:
    """A step put back, one that comes out otherwise, another option, or another reading that is yet to be played."""
    history = rehearsal.history
    if rehearsal.left or (history.rules is not match.history.rules and _options(history) != _options(match.history)):
        return True
    came_out = zip(rehearsal.replaced, rehearsal.outcomes, strict=True)
    if any(_results(match.lines[old.seq - 1].body) != _results(new.turn) for old, new in came_out):
        return True
    if history.position.paused is None:
        return False
    now, then = paused_orders(match.history), paused_orders(history)
    return (now.by_side, now.problems) != (then.by_side, then.problems)


def _options(history: History) -> dict[str, str]:
    return {**history.setup.options, **history.options}


def _results(body: Mapping[str, Any]) -> str:
    return canonical({name: body[name] for name in _RESULTS})
