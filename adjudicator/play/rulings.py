"""An umpire's rulings: going back to a step, on record, to correct it or to have it played anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.core.engine import Step
from adjudicator.core.errors import MatchError, ProgramError
from adjudicator.core.events import Refused
from adjudicator.core.types import Decision
from adjudicator.play.drafting import Drafting, Wish
from adjudicator.play.history import History, StepRecord
from adjudicator.play.match import Match, replayed, take_in
from adjudicator.play.running import AfterStep, finish_correction
from adjudicator.play.sources import pick
from adjudicator.play.steps import adjudicate
from adjudicator.play.texts import gather
from adjudicator.record.log import Line, batch


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling as carried out."""

    line: Line
    replaced: tuple[StepRecord, ...]
    again: tuple[StepRecord, ...]
    """The steps that were adjudicated again with their own links."""
    left: tuple[StepRecord, ...]
    """Steps that were not: the match waits for something else now, or is to be played anew."""
    notes: tuple[str, ...] = ()


def rule(match: Match, wish: Wish, after_step: AfterStep | None = None) -> Ruled:
    """Put a ruling on record and, for a correction, adjudicate again what it touches."""
    with match.writing() as history:
        finish_correction(match, after_step)
        target = pick(history.steps, wish.step)
        body = Drafting(match, history, target, wish).body()
        step = _rehearsed(match, body)
        notes = _still_refused(body, step) if step else ()
        replaced = tuple(history.steps[history.steps.index(target) :])
        line = match.append([("ruling", body)])[0]
        again = tuple(finish_correction(match, after_step))
    numbers = {record.number for record in again}
    left = tuple(record for record in replaced if record.number not in numbers)
    return Ruled(line, replaced, again, left, notes)


def _rehearsed(match: Match, body: Mapping[str, Any]) -> Step[Any] | None:
    """Carry a ruling out on a copy first, for a log cannot be unwritten; returns the step that it names, run again."""
    history = replayed(match.lines, match.pack, match.tools)
    secrets = match.secrets()
    lines = batch(match.lines[-1], [("ruling", body)], secrets.veil)
    first: Step[Any] | None = None
    try:
        history.feed(lines[0])
        before = history.position.state
        while (again := history.due_again()) is not None:
            gathered = gather(history, again.limit)
            links = [secrets.chain.link(again.number)]
            outcome = adjudicate(history, again.number, links, gathered, gathered.missing, veil=secrets.veil)
            lines = batch(lines[-1], outcome.entries(), secrets.veil)
            take_in(history, lines, outcome)
            first = first or outcome.step
    except (AssertionError, LookupError, TypeError, ValueError, ProgramError) as trouble:
        raise MatchError(
            f"The rules cannot carry this ruling out ({type(trouble).__name__}).", "Nothing was written; word it anew."
        ) from trouble
    if first is not None:
        _check_answers(history, before, body, {r.decision.key: r.decision for r in first.resolved})
    return first


def _check_answers(history: History, before: Any, body: Mapping[str, Any], met: Mapping[str, Decision]) -> None:
    """An answer must be to a decision that arises in the step, and a legal one."""
    for item in body.get("answers", ()):
        decision = met.get(item["key"])
        if decision is None:
            raise MatchError(f"The decision {item['key']} does not arise in step {body['step']}.", _keys(met))
        legal = history.rules.allows(before, decision, history.rules.read_choice(item["choice"]))
        if not legal.value:
            raise MatchError(f"That is no legal answer to {item['key']}: {legal.because}", "Choose a legal one.")


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
