"""Whether words could be an order, asked before it is known whose they are: their grammar alone, without any name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from adjudicator.core.language import Language
from adjudicator.core.source import SourceLine
from adjudicator.core.types import Side
from adjudicator.dsl.header import header_line
from adjudicator.dsl.lines import LineReader, Section, names_decision
from adjudicator.dsl.names import Names
from adjudicator.dsl.normalizing import behind_marks, read_line

_STANDING = re.compile(r"standing\s+orders?(?:\s*:.*)?")
_SECTIONS: tuple[Section, ...] = ("order", "standing")


class Likeness:
    """Tells words that could be orders of a rule system from others."""

    def __init__(self, language: Language) -> None:
        self._reader = LineReader(language, Names(language, (), Side("")))

    def of_orders(self, lines: Iterable[SourceLine]) -> tuple[int, ...]:
        """The numbers of the lines that could be orders, answers, standing orders or a header; quoted or not."""
        return tuple(line.number for line in lines if self.is_like(line))

    def is_like(self, source: SourceLine) -> bool:
        """Whether a line could be read, if it were the sender's own."""
        line = read_line(source.number, behind_marks(source.text) if source.quoted else source.text)
        return header_line(line.words, line.number) is not None or self.is_like_order(line.text)

    def is_like_order(self, text: str) -> bool:
        """Whether the plain words of a line have the grammar of an order, a standing order or an answer."""
        if not text:
            return False
        if _STANDING.fullmatch(text) or names_decision(text):
            return True
        return any(
            self._reader.has_verb(text, section) and self._reader.read(text, section).is_grammatical
            for section in _SECTIONS
        )
