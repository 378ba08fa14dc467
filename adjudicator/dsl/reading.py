"""A whole text: header, headings, orders, standing orders, answers; and all that is wrong with it, at once.

This is the one reader of texts. What a text is and what it is for is found here and nowhere else, from source lines:
lines that are quoted from somebody stand for nothing and keep their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adjudicator.core.language import Language
from adjudicator.core.orders import Answer, Conditional, Heading, Standing, Text, TextKind
from adjudicator.core.problems import Problem
from adjudicator.core.source import SourceLine
from adjudicator.core.types import UMPIRE, Order, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.dsl.header import EXAMPLES, HeaderLine, header_line, header_of, turn_in
from adjudicator.dsl.lines import LineReader, Section, is_answer, is_otherwise, names_decision
from adjudicator.dsl.names import Names
from adjudicator.dsl.normalizing import Plain, behind_marks, joined, read_line
from adjudicator.dsl.rephrasing import Several
from adjudicator.dsl.wrapping import MOST_LINES, Ambiguous, Run, Segment, may_continue

if TYPE_CHECKING:
    from adjudicator.dsl.explain import Explainer

_DECORATION = " *_=~|.:-"
"""What may stand around a heading."""
_STANDING = re.compile(r"standing\s+orders?(?:\s*:\s*(.*))?")
_NONE = ("none", "no", "nothing", "clear")
_KEEP = ("keep", "keep them", "unchanged", "as before")
_ORDERS = ("orders", "order", "orders for the turn")


def read(language: Language, known: Any, side: Side, seat: str, lines: Sequence[SourceLine]) -> Text:
    """A text as understood, by a side that knows a position so far."""
    names = Names(language, tuple(language.names(known, side)), side)
    return _TextReader(language, names, side, seat, lambda: language.examples(known, side)).read(lines)


@dataclass
class _Found:
    """What a text has shown so far."""

    header: dict[str, HeaderLine] = field(default_factory=dict)
    orders: list[Order] = field(default_factory=list)
    standing: list[Standing] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    lines: dict[int, str] = field(default_factory=dict)
    quoted: list[int] = field(default_factory=list)
    section_at: int = 0
    """The line of the `standing orders` section, if there is one."""
    kept: bool = False
    """The text says `standing orders: keep`."""
    cleared: bool = False
    """The text says `standing orders: none`."""
    begins_answer: bool = False
    """A line begins as answers do, right or wrong."""
    names_decision: bool = False
    """A line begins with the decision that it answers."""


class _TextReader:
    def __init__(
        self, language: Language, names: Names, side: Side, seat: str, examples: Callable[[], Mapping[str, str]]
    ) -> None:
        self._examples = examples
        self._language = language
        self._side = side
        self._seat = seat
        self._reader = LineReader(language, names)
        self._headings = _heading_words(language.headings)
        self._turn: Section = "change" if side == UMPIRE else "order"
        self._section: Section = self._turn
        self._run: list[Plain] = []
        self._found = _Found()

    @cached_property
    def _explainer(self) -> Explainer:
        """Says what is wrong with a line; a text without mistakes never needs it."""
        from adjudicator.dsl.explain import Explainer

        return Explainer(self._reader, self._examples)

    def read(self, lines: Sequence[SourceLine]) -> Text:
        broken = False
        top = True
        for source in lines:
            self._found.lines[source.number] = "" if source.quoted else source.text
            line = read_line(source.number, behind_marks(source.text) if source.quoted else source.text)
            if source.quoted and self._looks_like_an_order(line):
                self._found.quoted.append(line.number)
            if source.quoted or not _has_words(line):
                broken = True
                continue
            if broken and not is_otherwise(line.text):
                self._finish_run()
            broken = False
            top = top and header_line(line.words, line.number, at_top=True) is not None
            if not self._layout(line, at_top=top):
                self._run.append(line)
        self._finish_run()
        return self._text()

    def _looks_like_an_order(self, line: Plain) -> bool:
        """Whether a quoted line would say something if it were the sender's own."""
        if header_line(line.words, line.number) or _STANDING.match(line.text) or names_decision(line.text):
            return True
        sections: tuple[Section, ...] = (self._turn, "standing")
        return any(
            self._reader.has_verb(line.text, section) and self._reader.read(line.text, section).is_grammatical
            for section in sections
        )

    def _continues(self, line: Plain) -> bool:
        """Whether a line completes an unfinished order before it, even if it looks like a heading or a header."""
        if not self._run or not may_continue(self._run[-1], line):
            return False
        for start in range(max(0, len(self._run) - MOST_LINES), len(self._run)):
            before = self._run[start:]
            if self._reader.read(joined([*before, line]).text, self._section).is_order:
                return not self._reader.read(joined(before).text, self._section).is_order
        return False

    # --- layout: header, headings, sections ----------------------------------------------------------------

    def _layout(self, line: Plain, *, at_top: bool) -> bool:
        """Take in a line that is no order but says what the orders are; False if it is another."""
        header = header_line(line.words, line.number, at_top=at_top)
        title = line.text.strip(_DECORATION)
        standing = _STANDING.fullmatch(title)
        if not (header or standing or title in self._headings or title in _ORDERS):
            return False
        if (header is None or header.member == "turn") and self._continues(line):
            return False
        self._finish_run()
        if header:
            self._header(line, header)
        elif standing:
            rest = line.text.index(title) + standing.start(1) if standing.group(1) else len(line.text)
            self._standing_section(line, line.text[rest:], rest)
        else:
            self._section = self._turn
            if title in self._headings:
                self._add(Heading(phase=self._headings[title]), line.number)
        return True

    def _header(self, line: Plain, header: HeaderLine) -> None:
        member, value = header.member, header.value
        earlier = self._found.header.setdefault(member, header)
        if earlier.value.casefold() != value.casefold():
            reason = f"The {member} is named twice: {earlier.value} in line {earlier.number}, {value} here."
            self._report(line, reason, "Keep one of the two lines.", sort="ambiguous")
        elif not value:
            self._report(line, f"Nothing stands after `{member}:`.", f"Write for example: {EXAMPLES[member]}")
        elif member == "turn" and turn_in(value) is None:
            self._report(line, f'The turn is a number, not "{value}".', f"Write for example: {EXAMPLES[member]}")

    def _standing_section(self, line: Plain, value: str, at: int) -> None:
        self._section = "standing"
        if self._found.section_at:
            reason = f"The text has two sections of standing orders; the first is in line {self._found.section_at}."
            self._report(line, reason, "Write all standing orders in one section.")
        self._found.section_at = self._found.section_at or line.number
        if value in _NONE:
            self._found.cleared = True
        elif value in _KEEP:
            self._found.kept = True
        elif value:
            self._run.append(replace(line, text=value, columns=line.columns[at:]))

    def _report(self, line: Plain, reason: str, remedy: str, sort: Any = "not understood") -> None:
        column = line.column(0)
        width = max(1, line.column(len(line.text)) - column)
        problem = Problem(
            sort=sort, line=line.number, column=column, width=width, text=line.shown, reason=reason, remedy=remedy
        )
        self._found.problems.append(problem)

    # --- orders --------------------------------------------------------------------------------------------

    def _finish_run(self) -> None:
        """Divide the lines gathered so far into orders."""
        lines, self._run = self._run, []
        before: Segment | None = None
        for part in Run(self._reader, lines, self._section).divide() if lines else ():
            self._found.begins_answer |= is_answer(part.lines.text)
            self._found.names_decision |= names_decision(part.lines.text)
            if isinstance(part, Ambiguous):
                self._ambiguous(part)
                before = None
            else:
                self._segment(part, before)
                before = part

    def _segment(self, segment: Segment, before: Segment | None) -> None:
        lines, outcome = segment.lines, segment.outcome
        if not outcome.is_order:
            self._found.problems += self._wrong(segment, before)
            return
        if before is not None and before.outcome.is_unfinished and before.outcome.text.endswith(":"):
            reason = f"Line {before.lines.lines[-1].number} ends in a colon: does this order belong to it?"
            self._report(lines.lines[0], reason, "Write a condition and its order on one line.", sort="ambiguous")
            return
        if outcome.comma:
            self._dangling(lines.lines[-1])
        if len(lines.lines) > 1:
            self._found.lines[lines.number] = " ".join(line.words for line in lines.lines)
        for made in outcome.made.orders if isinstance(outcome.made, Several) else (outcome.made,):
            self._add(made, lines.number)

    def _wrong(self, segment: Segment, before: Segment | None) -> list[Problem]:
        """What is wrong with a line; one that seems to continue the line before is explained as its continuation."""
        if before is not None and not self._reader.has_verb(segment.outcome.text, self._section):
            last, first = before.lines.lines[-1], segment.lines.lines[0]
            together = joined((*before.lines.lines, *segment.lines.lines))
            outcome = self._reader.read(together.text, self._section)
            goes_on = outcome.error is not None and outcome.stops_at > together.starts[len(before.lines.lines)]
            is_open = not before.outcome.is_order or before.outcome.comma or last.flowed
            if goes_on and is_open and may_continue(last, first):
                return self._explainer.problems(together, outcome, self._section)
        return self._explainer.problems(segment.lines, segment.outcome, self._section)

    def _dangling(self, line: Plain) -> None:
        problem = Problem(
            severity="warning",
            sort="warning",
            line=line.number,
            column=line.column(len(line.text) - 1),
            text=line.shown,
            reason="The line ends in a comma, and what follows does not continue it; it is read as it stands.",
            remedy="Leave out the comma, or write the order on one line.",
        )
        self._found.problems.append(problem)

    def _ambiguous(self, part: Ambiguous) -> None:
        first, last = part.lines.lines[0], part.lines.lines[-1]
        reason = f"Lines {first.number} to {last.number} may be one order or several."
        remedy = "Put an empty line between orders, or write one order on one line."
        self._report(first, reason, remedy, sort="ambiguous")

    def _add(self, made: Order, line: int) -> None:
        order = placed(made, self._side, self._seat, line)
        match order:
            case Answer():
                self._found.answers.append(order)
            case Standing():
                self._found.standing.append(order)
            case _:
                self._found.orders.append(order)

    # --- the whole -----------------------------------------------------------------------------------------

    def _text(self) -> Text:
        found = self._found
        standing = self._standing_orders()
        answers = self._single_answers()
        return Text(
            header=header_of(found.header.values()),
            kind=self._kind(standing),
            orders=tuple(found.orders),
            standing=standing,
            answers=answers,
            problems=tuple(sorted(found.problems, key=lambda one: (one.line, one.column))),
            lines=found.lines,
            quoted=tuple(found.quoted),
        )

    def _kind(self, standing: tuple[Standing, ...] | None) -> TextKind:
        """What the text is; mistakes above the section show that standing orders were not all that was meant."""
        found = self._found
        orders = any(not isinstance(order, Heading) for order in found.orders)
        if found.names_decision or (found.begins_answer and not orders):
            return "answer"
        if self._side == UMPIRE:
            return "report"
        wrong = any(problem.severity == "error" and problem.line < found.section_at for problem in found.problems)
        section = standing is not None or found.kept
        return "standing" if section and not orders and not wrong else "orders"

    def _single_answers(self) -> tuple[Answer, ...]:
        """The answers; of two to one decision neither counts."""
        by_number: dict[int, list[Answer]] = {}
        for answer in self._found.answers:
            by_number.setdefault(answer.number, []).append(answer)
        for number, (first, *others) in by_number.items():
            for other in others:
                line = read_line(other.line, self._found.lines[other.line])
                reason = f"D{number} is answered twice, in line {first.line} and here; neither counts."
                self._report(line, reason, "Keep one of the two answers.", sort="ambiguous")
        return tuple(answer for answer in self._found.answers if len(by_number[answer.number]) == 1)

    def _standing_orders(self) -> tuple[Standing, ...] | None:
        found = self._found
        if found.cleared and found.standing:
            line = read_line(found.section_at, found.lines[found.section_at])
            self._report(line, "The text clears the standing orders and gives new ones.", "Leave out `none`.")
        if found.kept and found.standing:
            line = read_line(found.section_at, found.lines[found.section_at])
            self._report(line, "The text keeps the standing orders and gives new ones.", "Leave out `keep`.")
        if not found.section_at or (found.kept and not found.standing):
            return None
        if not found.cleared and not found.standing and not self._wrong_in_section():
            line = read_line(found.section_at, found.lines[found.section_at])
            problem = Problem(
                severity="warning",
                sort="warning",
                line=line.number,
                text=line.shown,
                reason="The section of standing orders is empty; what was in force stays in force.",
                remedy="Write `standing orders: none` to clear it.",
            )
            found.problems.append(problem)
            return None
        return tuple(found.standing)

    def _wrong_in_section(self) -> bool:
        return any(problem.line >= self._found.section_at for problem in self._found.problems)


def _has_words(line: Plain) -> bool:
    return any(letter.isalnum() for letter in line.text)


def placed(order: Any, side: Side, seat: str, line: int) -> Any:
    """An order with the side, seat and line that it was written by and on; the orders inside it too."""
    change: dict[str, Any] = {"side": side, "seat": seat, "line": line}
    if isinstance(order, Conditional):
        change["then"] = placed(order.then, side, seat, line)
        if order.otherwise is not None:
            change["otherwise"] = placed(order.otherwise, side, seat, line)
    return order.model_copy(update=change)


def _heading_words(headings: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The words that may stand for each phase, to the phase."""
    return {word.casefold(): phase for phase, words in headings.items() for word in (phase, *words)}
