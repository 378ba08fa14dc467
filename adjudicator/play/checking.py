"""`check`: everything that can be said of a text before any die is rolled, from what its side knows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.core.orders import Standing
from adjudicator.core.problems import Problem
from adjudicator.play.purpose import Purpose, UnfitError, purpose_of
from adjudicator.play.sources import Source
from adjudicator.play.texts import match_answers


@dataclass(frozen=True, slots=True)
class Checked:
    """What `check` found."""

    problems: tuple[Problem, ...]
    notes: tuple[tuple[int, str], ...]
    """By line: what an order will do as far as can be seen; line 0 is about the whole text."""
    purpose: Purpose | None = None

    @property
    def good(self) -> bool:
        """Whether nothing would be refused as far as can be told."""
        return not any(problem.severity == "error" for problem in self.problems)

    def count(self, severity: str) -> int:
        """How many problems of a severity there are."""
        return sum(problem.severity == severity for problem in self.problems)

    def to_json(self, name: str) -> dict[str, Any]:
        """For `check --json`."""
        purpose = self.purpose
        return {
            "file": name,
            "ok": self.good,
            "side": purpose.side if purpose else None,
            "turn": purpose.turn if purpose else None,
            "for": purpose.when if purpose else None,
            "errors": self.count("error"),
            "warnings": self.count("warning"),
            "problems": [
                problem.model_dump(mode="json", include=set(Problem.model_fields) - {"seat"})
                for problem in self.problems
            ],
            "notes": [{"line": line, "text": text} for line, text in self.notes],
        }


def check(source: Source, words: str, sender: str = "", seat: str = "", before: int = 0) -> Checked:
    """All that is wrong with a text, or worth a warning; `before` lines of the file stand above it."""
    try:
        purpose = purpose_of(source, words, sender, seat)
    except UnfitError as refused:
        return Checked((_unfit(refused, words, before),), ())
    read, side = purpose.read, purpose.side
    known = source.known(side)
    problems = list(read.problems)
    notes = [(0, note) for note in purpose.notes]
    if purpose.when == "late":
        problems.append(_late(purpose))
    if purpose.kind == "answer":
        _, wrong = match_answers(source.rules, known, source.asked(side), side, read)
        problems += [p for p in wrong if p not in problems]
    elif purpose.when != "late":
        review = source.rules.review(known, side, read.orders, _standing(source, purpose))
        problems += [
            p for p in review.problems if not (purpose.only_standing and p.severity == "warning" and not p.line)
        ]
        notes += review.notes
        if purpose.when == "later":
            notes.append((0, f"The text waits for turn {purpose.turn}; it was checked in the position of now."))
    told = sorted((_placed(p, read.lines, before) for p in problems), key=lambda p: (p.line, p.column))
    return Checked(tuple(told), tuple((line + before if line else 0, text) for line, text in notes), purpose)


def _standing(source: Source, purpose: Purpose) -> Sequence[Standing]:
    """The standing orders that would be in force: the text's own section, or those on record (line 0)."""
    if purpose.read.standing is not None:
        return purpose.read.standing
    known = source.known(purpose.side)
    found: list[Standing] = []
    for text in source.standing(purpose.side):
        if text.seat == purpose.seat:
            found += source.setup.tools.read(source.rules, known, text.side, text.seat, text.text).standing or ()
    return [one.model_copy(update={"line": 0}) for one in found]


def _placed(problem: Problem, lines: Any, before: int) -> Problem:
    """A problem with the words of its line, numbered as the file is; of a refused order the whole of it is marked."""
    if not problem.line:
        return problem
    text = problem.text or lines.get(problem.line, "")
    change: dict[str, Any] = {"text": text, "line": problem.line + before}
    order = text.partition("#")[0].rstrip()
    if problem.severity == "error" and not problem.column and order:
        start = len(order) - len(order.lstrip())
        change |= {"column": start + 1, "width": len(order) - start}
    return problem.model_copy(update=change)


def _unfit(refused: UnfitError, words: str, before: int) -> Problem:
    member = re.compile(rf"^[ \t>]*{refused.member}[ \t]*[:=]", re.IGNORECASE)
    lines = words.split("\n")
    line = next((number for number, text in enumerate(lines, start=1) if member.match(text)), 0)
    return Problem(
        sort="refused",
        line=line + before if line else 0,
        text=lines[line - 1].rstrip("\r") if line else "",
        reason=refused.what,
        remedy=refused.remedy,
    )


def _late(purpose: Purpose) -> Problem:
    what = "What it answers is not open any more" if purpose.kind == "answer" else "That step has been adjudicated"
    return Problem(sort="refused", reason=f"{what}: the text would be recorded as too late.", remedy="Mend its header.")
