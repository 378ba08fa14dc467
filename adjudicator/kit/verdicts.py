"""One shape of "no": a finding that says whether something is legal, by which rule, why not, and what would be."""

from __future__ import annotations

from functools import cache
from typing import NoReturn

from adjudicator.core.problems import Problem
from adjudicator.core.types import Finding, RuleId

Verdict = Finding[bool]
"""Asked by `check` before the turn and by the phase at its moment; printed by the report."""


def yes(rule: str, because: str = "") -> Verdict:
    """It is legal."""
    return Finding(rule=RuleId(rule), value=True, because=because) if because else _plain_yes(rule)


@cache
def _plain_yes(rule: str) -> Verdict:
    """The "yes" of a rule without more words: a search for a way asks for it thousands of times."""
    return Finding(rule=RuleId(rule), value=True)


def no(rule: str, because: str, remedy: str = "") -> Verdict:
    """It is not legal: `because` is a sentence, `remedy` the way out."""
    return Finding(rule=RuleId(rule), value=False, because=because, remedy=remedy)


def problem(verdict: Verdict, line: int = 0) -> Problem:
    """A "no" as `check` tells it, at the line that it is about."""
    return Problem(sort="refused", line=line, rule=verdict.rule, reason=verdict.because, remedy=verdict.remedy)


def warning(verdict: Verdict, line: int = 0) -> Problem:
    """What `check` warns of at a line."""
    told = {"rule": verdict.rule, "reason": verdict.because, "remedy": verdict.remedy}
    return Problem.model_validate({"severity": "warning", "sort": "warning", "line": line, **told})


def first_no(*verdicts: Verdict) -> Verdict:
    """The first "no" of several verdicts, or the last "yes"."""
    return next((verdict for verdict in verdicts if not verdict.value), verdicts[-1])


class NoError(Exception):
    """A "no" on its way out of nested calls; whoever asked catches it and has its verdict."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.because)
        self.verdict = verdict


def refuse(rule: str, because: str, remedy: str = "") -> NoReturn:
    """Leave a calculation with a "no"."""
    raise NoError(no(rule, because, remedy))
