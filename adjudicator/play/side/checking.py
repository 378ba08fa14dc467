"""`check`: everything that can be said of a text before any die is rolled, from what its side knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from adjudicator.core.orders import Header, Standing
from adjudicator.core.problems import Problem
from adjudicator.core.source import SourceLine, source_lines
from adjudicator.core.values import dataclass
from adjudicator.play.match.addressing import Purpose, UnfitError, purpose_of
from adjudicator.play.match.answering import match_answers
from adjudicator.play.match.reading import header_places
from adjudicator.play.match.received import Received
from adjudicator.play.side.side_views import Source


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

    def tally(self) -> str:
        """How many errors and warnings, in words."""
        errors, warnings = self.count("error"), self.count("warning")
        words = "error" if errors == 1 else "errors", "warning" if warnings == 1 else "warnings"
        return f"{errors} {words[0]}, {warnings} {words[1]}."

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


def check(
    source: Source, received: Received, sender: str = "", seat: str = "", around: Header | None = None
) -> Checked:
    """All that is wrong with a text, or worth a warning; its lines are counted as everywhere.

    `around` is what else says what it is for, as `purpose_of` has it.
    """
    try:
        purpose = purpose_of(source, received.lines, sender, seat, around)
    except UnfitError as refused:
        told = tuple((0, note) for note in received.notes)
        return Checked((_unfit(refused, received.lines), *refused.problems), told)
    return looked_through(source, purpose, received.notes, received.not_read(purpose.read.quoted))


def looked_through(source: Source, purpose: Purpose, before: Iterable[str] = (), after: Iterable[str] = ()) -> Checked:
    """What is wrong with a text that was read already; `before` and `after` are what is noted of its reading."""
    return looking(source, purpose, before, after)()


def looking(
    source: Source, purpose: Purpose, before: Iterable[str] = (), after: Iterable[str] = ()
) -> Callable[[], Checked]:
    """`looked_through` in the position of this moment, for whoever wants to know it: only then it is worked out."""
    side, rules, setup = purpose.side, source.rules, source.setup
    known = source.known(side)
    notes = [(0, note) for note in (*before, *purpose.notes, *after)]
    asked = source.asked(side) if purpose.kind == "answer" else ()
    mine = (
        [text for text in source.standing(side) if text.seat == purpose.seat] if purpose.read.standing is None else []
    )

    def standing() -> Sequence[Standing]:
        """The standing orders that would be in force: the text's own section, or those on record (line 0)."""
        if purpose.read.standing is not None:
            return purpose.read.standing
        read = (setup.tools.read(rules, known, text.side, text.seat, source_lines(text.text)) for text in mine)
        return [order.model_copy(update={"line": 0}) for text in read for order in text.standing or ()]

    @cache
    def look() -> Checked:
        read = purpose.read
        problems, found = list(read.problems), list(notes)
        if purpose.when == "late":
            problems.append(_late(purpose))
        if purpose.kind == "answer":
            _, wrong = match_answers(rules, known, asked, side, read)
            problems += [p for p in wrong if p not in problems]
        elif purpose.when != "late":
            review = rules.review(known, side, read.orders, standing())
            problems += [
                p for p in review.problems if not (purpose.only_standing and p.severity == "warning" and not p.line)
            ]
            found += review.notes
            if purpose.when == "later":
                found.append((0, f"The text waits for turn {purpose.turn}; it was checked in the position of now."))
        placed = sorted((_placed(p, read.lines) for p in problems), key=lambda p: (p.line, p.column))
        return Checked(tuple(placed), tuple(found), purpose)

    return look


def _placed(problem: Problem, lines: Mapping[int, str]) -> Problem:
    """A problem with the words of its line; of a refused order the whole of it is marked."""
    if not problem.line:
        return problem
    text = problem.text or lines.get(problem.line, "")
    change: dict[str, Any] = {"text": text}
    order = text.partition("#")[0].rstrip()
    if problem.severity == "error" and not problem.column and order:
        start = len(order) - len(order.lstrip())
        change |= {"column": start + 1, "width": len(order) - start}
    return problem.model_copy(update=change)


def _unfit(refused: UnfitError, lines: Sequence[SourceLine]) -> Problem:
    number = header_places(lines).get(refused.member, 0)
    text = next((line.text for line in lines if line.number == number), "")
    return Problem(sort="refused", line=number, text=text, reason=refused.what, remedy=refused.remedy)


def _late(purpose: Purpose) -> Problem:
    what = "What it answers is not open any more" if purpose.kind == "answer" else "That step has been adjudicated"
    return Problem(sort="refused", reason=f"{what}: the text would be recorded as too late.", remedy="Mend its header.")
