"""Orders printed so that they are read back as they were: for order forms, reports and answers."""

from __future__ import annotations

import re
from typing import Any

from adjudicator.core.errors import ProgramError
from adjudicator.core.language import Language
from adjudicator.core.orders import (
    AcceptDraw,
    AllOf,
    Answer,
    AnyOf,
    AskMe,
    Compare,
    Condition,
    Conditional,
    Heading,
    Not,
    OfferDraw,
    Pass,
    PlaceIs,
    Resign,
    Standing,
    UnitAt,
    UnitIs,
    Within,
)
from adjudicator.core.types import UMPIRE, Choice, Order, Side
from adjudicator.core.view import HOURS
from adjudicator.dsl.lines import LineReader, Section
from adjudicator.dsl.names import Names
from adjudicator.dsl.normalizing import plain_text
from adjudicator.dsl.reading import placed
from adjudicator.dsl.wrapping import COLUMNS

_STATES = {"empty": "empty", "occupied": "occupied", "enemy": "held by the enemy", "friendly": "ours"}


def write(language: Language, known: Any, side: Side, order: Order) -> str:
    """An order, a standing order, an answer or a choice on one line, such that it is read back as the same.

    Names are quoted only where they would be taken for words of the language.
    """
    names = Names(language, tuple(language.names(known, side)), side)
    reader = LineReader(language, names)
    words = Writer(language, names).written(order)
    if _reads_back(reader, words, order, side):
        return words
    quoted = Writer(language, names, quoted=True).written(order)
    return quoted if _reads_back(reader, quoted, order, side) else words


def _reads_back(reader: LineReader, words: str, order: Order, side: Side) -> bool:
    text = plain_text(words)
    if isinstance(order, Choice):
        answer = reader.read(f"answer d1: {text}", "order").made
        return isinstance(answer, Answer) and answer.choice == order
    section: Section = "standing" if isinstance(order, Standing) else "change" if side == UMPIRE else "order"
    made = reader.read(text, section).made
    return made is not None and placed(made, order.side, order.seat, order.line) == order


class Writer:
    """Prints orders with the names that one side may use."""

    def __init__(self, language: Language, names: Names, *, quoted: bool = False) -> None:
        self._language = language
        self._names = names
        self._quoted = quoted

    def _name(self, rule: str, key: str) -> str:
        written = self._names.printed(rule, key) or key
        return f'"{written}"' if self._quoted and not written.isdigit() and '"' not in written else written

    def written(self, order: Order) -> str:
        """An order in the language, on one line."""
        match order:
            case Pass():
                held = ", ".join(self._name("some", unit) for unit in order.units)
                return f"hold {held}" if held else "pass"
            case Resign():
                return "resign confirm"
            case OfferDraw():
                return "offer draw"
            case AcceptDraw():
                return "accept draw confirm"
            case AskMe():
                return "ask me"
            case Heading():
                return order.phase
            case Conditional():
                return self._conditional(order)
            case Answer():
                return f"answer D{order.number}: {self.written(order.choice)}"
            case Standing() if order.condition is not None:
                rule = self._language.write(order.model_copy(update={"condition": None}), self._name)
                return f"if {self.condition(order.condition)}: {rule}"
            case _:
                return self._language.write(order, self._name)

    def _conditional(self, order: Conditional) -> str:
        if isinstance(order.then, Conditional):
            raise ProgramError("An order may not have one condition inside another.")
        words = f"if {self.condition(order.condition)}: {self.written(order.then)}"
        return f"{words} otherwise: {self.written(order.otherwise)}" if order.otherwise is not None else words

    # --- conditions ----------------------------------------------------------------------------------------

    def condition(self, condition: Condition) -> str:
        """A condition; parts that are themselves joined stand in brackets."""
        match condition:
            case PlaceIs():
                return f"{self._name('place', condition.place)} is {_STATES[condition.state]}"
            case UnitAt():
                return f"{self._name('piece', condition.unit)} is at {self._name('place', condition.place)}"
            case UnitIs():
                return f"{self._name('piece', condition.unit)} is {self._name('mark', condition.mark)}"
            case Compare():
                return f"{self._name('track', condition.track)} {condition.relation} {self._measure(condition)}"
            case Within():
                whose = {"enemy": "enemy", "friendly": "ours"}[condition.whose]
                return f"{whose} within {condition.number} of {self._name('target', condition.of)}"
            case Not():
                return self._negated(condition.condition)
            case AllOf():
                return " and ".join(self._part(part) for part in condition.conditions)
            case AnyOf():
                return " or ".join(self._part(part) for part in condition.conditions)

    def _measure(self, condition: Compare) -> str:
        return self._name("track", condition.than) if condition.than else _number(condition)

    def _part(self, condition: Condition) -> str:
        words = self.condition(condition)
        return f"({words})" if isinstance(condition, AllOf | AnyOf) else words

    def _negated(self, condition: Condition) -> str:
        if isinstance(condition, Compare | Within | Not):
            return f"not {self.condition(condition)}"
        if isinstance(condition, AllOf | AnyOf):
            return f"not ({self.condition(condition)})"
        return self.condition(condition).replace(" is ", " is not ", 1)


def _number(condition: Compare) -> str:
    """The number of a comparison: a clock time, a fraction, or as it is."""
    if condition.track == "clock" and condition.over == 1 and condition.number > HOURS:
        return f"{condition.number // 60:02}:{condition.number % 60:02}"
    return str(condition.number) if condition.over == 1 else f"{condition.number}/{condition.over}"


def wrapped(line: str, indent: str = "", rest: str | None = None) -> list[str]:
    """A printed order within 66 columns, its first line and the rest indented; broken lines are read back as one.

    A line is filled as far as it goes, so the next word would have passed the last column. Where the next line would
    look like a quoted one or an item of a list, the break comes earlier and leaves the blank of a soft break.
    """
    lines: list[list[str]] = [[]]
    margins = [indent]
    for word in line.split():
        here = lines[-1]
        if here and len(margins[-1]) + len(" ".join(here)) + 1 + len(word) > COLUMNS:
            lines.append([])
            margins.append(indent if rest is None else rest)
            first = word
            while _MARKED.match(first) and len(here) > 1:
                first = here.pop()
                lines[-1].insert(0, first)
            if lines[-1]:
                here.append("")
        lines[-1].append(word)
    return [margin + " ".join(words) for margin, words in zip(margins, lines, strict=True)]


_MARKED = re.compile(r">|\d{1,2}[.)]|[-*]$")
"""What looks like the mark of a quoted line or of an item at the beginning of a line."""
