"""A whole text: header, headings, orders, standing orders, answers; and all that is wrong with it, at once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adjudicator.core.language import Language
from adjudicator.core.orders import Answer, Conditional, Header, Heading, Standing, Text
from adjudicator.core.problems import Problem
from adjudicator.core.types import UMPIRE, Order, Side
from adjudicator.dsl.lines import LineReader, Section, is_otherwise
from adjudicator.dsl.names import Names
from adjudicator.dsl.plain import Plain, joined, read_line
from adjudicator.dsl.wrapping import MOST_LINES, Ambiguous, Run, Segment, may_continue

if TYPE_CHECKING:
    from adjudicator.dsl.explain import Explainer

HEADERS = ("match", "turn", "side", "phase", "seat")
_HEADER = re.compile(rf"\s*({'|'.join(HEADERS)})\s*[:=]\s*(?![:=<>])(.*?)\s*$", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,6}")
_DECORATION = re.compile(r"^[\s*_=~|.:-]+|[\s*_=~|.:-]+$")
_STANDING = re.compile(r"standing orders?(?:\s*:\s*(.*))?")
_NONE = ("none", "no", "nothing", "clear")
_ORDERS = ("orders", "order", "orders for the turn")


def read(language: Language, known: Any, side: Side, seat: str, text: str) -> Text:
    """A text as understood, by a side that knows a position so far."""
    names = Names(language, tuple(language.names(known, side)), side)
    return _TextReader(language, names, side, seat).read(text)


@dataclass
class _Found:
    """What a text has shown so far."""

    header: dict[str, tuple[str, int]] = field(default_factory=dict)
    orders: list[Order] = field(default_factory=list)
    standing: list[Standing] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    lines: dict[int, str] = field(default_factory=dict)
    section_at: int = 0
    """The line of the `standing orders` section, if there is one."""
    cleared: bool = False
    """The text says `standing orders: none`."""


class _TextReader:
    def __init__(self, language: Language, names: Names, side: Side, seat: str) -> None:
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

        return Explainer(self._reader)

    def read(self, text: str) -> Text:
        broken = False
        for number, raw in enumerate(text.split("\n"), start=1):
            self._found.lines[number] = raw.rstrip("\r")
            line = read_line(number, raw)
            if not any(letter.isalnum() for letter in line.text):
                broken = True
                continue
            if broken and not is_otherwise(line.text):
                self._finish_run()
            broken = False
            if not self._layout(line):
                self._run.append(line)
        self._finish_run()
        return self._text()

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

    def _layout(self, line: Plain) -> bool:
        """Take in a line that is no order but says what the orders are; False if it is another."""
        header = _HEADER.match(line.words)
        title = _DECORATION.sub("", line.text)
        standing = _STANDING.fullmatch(title)
        if not (header or standing or title in self._headings or title in _ORDERS) or self._continues(line):
            return False
        self._finish_run()
        if header:
            self._header(line, header.group(1).casefold(), header.group(2))
        elif standing:
            rest = line.text.index(title) + standing.start(1) if standing.group(1) else len(line.text)
            self._standing_section(line, line.text[rest:], rest)
        else:
            self._section = self._turn
            if title in self._headings:
                self._add(Heading(phase=self._headings[title]), line.number)
        return True

    def _header(self, line: Plain, key: str, value: str) -> None:
        earlier = self._found.header.setdefault(key, (value, line.number))
        if earlier[0].casefold() != value.casefold():
            reason = f"The {key} is named twice: {earlier[0]} in line {earlier[1]}, {value} here."
            self._report(line, reason, "Keep one of the two lines.", sort="ambiguous")
        elif not value:
            self._report(line, f"Nothing stands after `{key}:`.", f"Write for example: {_EXAMPLES[key]}")
        elif key == "turn" and not _NUMBER.search(value):
            self._report(line, f'The turn is a number, not "{value}".', f"Write for example: {_EXAMPLES[key]}")

    def _standing_section(self, line: Plain, value: str, at: int) -> None:
        self._section = "standing"
        if self._found.section_at:
            reason = f"The text has two sections of standing orders; the first is in line {self._found.section_at}."
            self._report(line, reason, "Write all standing orders in one section.")
        self._found.section_at = self._found.section_at or line.number
        if value in _NONE:
            self._found.cleared = True
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
        self._add(outcome.made, lines.number)

    def _wrong(self, segment: Segment, before: Segment | None) -> list[Problem]:
        """What is wrong with a line; one that seems to continue the line before is explained as its continuation."""
        if before is not None and not self._reader.has_verb(segment.outcome.text, self._section):
            last, first = before.lines.lines[-1], segment.lines.lines[0]
            together = joined((*before.lines.lines, *segment.lines.lines))
            outcome = self._reader.read(together.text, self._section)
            goes_on = outcome.error is not None and outcome.stops_at > together.starts[len(before.lines.lines)]
            if goes_on and may_continue(last, first):
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
        header = {key: value for key, (value, _) in found.header.items()}
        turn = _NUMBER.search(header.pop("turn", ""))
        return Text(
            header=Header(turn=int(turn.group()) if turn else None, **header),
            orders=tuple(found.orders),
            standing=self._standing_orders(),
            answers=tuple(found.answers),
            problems=tuple(sorted(found.problems, key=lambda one: (one.line, one.column))),
            lines=found.lines,
        )

    def _standing_orders(self) -> tuple[Standing, ...] | None:
        found = self._found
        if found.cleared and found.standing:
            line = read_line(found.section_at, found.lines[found.section_at])
            self._report(line, "The text clears the standing orders and gives new ones.", "Leave out `none`.")
        if not found.section_at:
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


_EXAMPLES = {
    "match": "match: first-steps",
    "turn": "turn: 3",
    "side": "side: French",
    "phase": "phase: movement",
    "seat": "seat: left wing",
}


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
