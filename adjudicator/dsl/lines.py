"""Reading one line, or several taken as one: an order, or what is in the way of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from lark import Token, UnexpectedInput

from adjudicator.core.language import Language, MistakeError
from adjudicator.core.orders import Conditional
from adjudicator.core.values import dataclass, replace
from adjudicator.dsl.build import Builder, Unresolved
from adjudicator.dsl.grammar import Grammar, grammar_of
from adjudicator.dsl.guarding import Guarded, guard_of
from adjudicator.dsl.names import Names
from adjudicator.dsl.normalizing import LONGEST
from adjudicator.dsl.rephrasing import Rephrasing, Several, taken_apart

Section = Literal["order", "standing", "change"]
_ANSWER = re.compile(r"answers?(?![a-z])|d\s*\d{1,6}\s*:")
_DECISION = re.compile(r"answers?[\s:]*d\s*\d{1,6}(?![a-z0-9])|d\s*\d{1,6}\s*:")
_WORDINGS = 2
"""Wordings that may follow on each other in one line."""
_PHRASE = 5
"""Words that belong together and may be broken apart: `stay and take the loss`."""
_OTHERWISE = re.compile(r"(?:otherwise|else)(?![a-z])")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of reading a text as one order."""

    text: str
    start: str
    made: Any = None
    unresolved: tuple[Unresolved, ...] = ()
    mistake: MistakeError | None = None
    error: UnexpectedInput | None = None
    comma: bool = False
    """A comma at its end was passed over."""
    stops_at: int = 0
    """Where it goes wrong, if it is not grammatical; its length if something is missing at the end."""

    @property
    def is_order(self) -> bool:
        """Whether it is an order, in grammar and names."""
        return self.made is not None

    @property
    def is_several(self) -> bool:
        """Whether several orders stand on the line."""
        return isinstance(self.made, Several)

    @property
    def is_grammatical(self) -> bool:
        """Whether only names or their sense are in the way."""
        return self.error is None

    @property
    def is_unfinished(self) -> bool:
        """Whether it is right as far as it goes, and something is missing."""
        return self.error is not None and self.stops_at >= len(self.text)

    @property
    def reach(self) -> tuple[bool, bool, int]:
        """How far reading came: to an order, to a whole sentence, to a place in the line."""
        return self.is_order, self.is_grammatical, self.stops_at

    @property
    def may_go_on(self) -> bool:
        """Whether words after its end may still make an order of it: it goes wrong in its last few words, if at all."""
        if len(self.text) > LONGEST:
            return False
        return self.error is None or len(self.text[self.stops_at :].split()) <= _PHRASE


def error_at(error: UnexpectedInput, text: str) -> int:
    """The place in the text where it stops being grammatical; its length if something is missing at the end."""
    token: Token | None = getattr(error, "token", None)
    if token is None:
        return getattr(error, "pos_in_stream", None) or 0
    return len(text) if token.type == "$END" or token.start_pos is None else token.start_pos


class LineReader:
    """Reads lines in the language of one rule system, with the names that one side may use."""

    def __init__(self, language: Language, names: Names) -> None:
        self.language = language
        self.names = names
        self.grammar: Grammar = grammar_of(language.grammar)
        self._guard = guard_of(names.known, language.grammar)
        self._rephrasing = Rephrasing(self.grammar.glossary, names.known, names.side)
        self._read: dict[tuple[str, str], Outcome] = {}

    def read(self, text: str, section: Section) -> Outcome:
        """A text as one order of a section; a comma at its end may be passed over."""
        start = "answer" if is_answer(text) else section
        known = self._read.get((start, text))
        if known is None:
            known = self._attempt(text, start)
            if not known.is_order and len(text) <= LONGEST:
                known = self._otherwise_said(known)
            if not known.is_order and text.endswith(","):
                shorter = self._attempt(text[:-1].rstrip(), start)
                if shorter.is_order:
                    known = Outcome(text, start, shorter.made, comma=True)
            self._read[start, text] = known
        return known

    def _attempt(self, text: str, start: str) -> Outcome:
        if len(text) > LONGEST:
            too_long = MistakeError(f"The line is longer than {LONGEST} letters.", "Write several orders.")
            return Outcome(text, start, mistake=too_long)
        best = self._parsed(Guarded(text), text, start)
        for guarded in () if best.is_order else self._guard.ways(text):
            other = self._parsed(guarded, text, start)
            if other.reach > best.reach:
                best = other
        return best

    def _otherwise_said(self, plain: Outcome) -> Outcome:
        """A line that is no order, in other words: one order, or the several that stand on it."""
        for other in self._said_otherwise(plain.text, plain.start, _WORDINGS):
            if other.is_order:
                return Outcome(plain.text, plain.start, other.made)
            if other.unresolved and not plain.is_grammatical:
                plain = replace(plain, error=None, unresolved=tuple(_found_in(plain.text, other.unresolved)))
        if plain.start in ("order", "standing") and self.has_verb(plain.text, plain.start):  # type: ignore[arg-type]
            several = taken_apart(plain.text, lambda part: self._alone(part, plain.start))
            if several is not None:
                return Outcome(plain.text, plain.start, several)
        return plain

    def _said_otherwise(self, text: str, start: str, depth: int) -> Iterator[Outcome]:
        """What comes of a text in other words; one wording may follow on another."""
        for words in self._rephrasing.ways(text, start):
            other = self._attempt(words, start)
            yield other
            if depth > 1 and not other.is_order:
                yield from self._said_otherwise(words, start, depth - 1)

    def _alone(self, text: str, start: str) -> Any:
        """The order that a part of a line is; None if it is none, or one with a condition."""
        plain = self._attempt(text, start)
        others = () if plain.is_order else self._said_otherwise(text, start, 1)
        made = next((other.made for other in others if other.is_order), plain.made)
        return None if isinstance(made, Conditional) else made

    def _parsed(self, guarded: Guarded, text: str, start: str) -> Outcome:
        try:
            tree = self.grammar.parse(guarded.text, start)
        except UnexpectedInput as error:
            stops_at = min(guarded.at(error_at(error, guarded.text)), len(text))
            return Outcome(text, start, error=error, stops_at=stops_at)
        builder = Builder(self.language, self.names)
        mistake: MistakeError | None = None
        made = None
        try:
            made = builder.build(tree)
        except MistakeError as raised:
            mistake = raised
        unresolved = tuple(
            replace(one, start=guarded.at(one.start), end=guarded.at(one.end)) for one in builder.unresolved
        )
        return Outcome(text, start, None if unresolved else made, unresolved, mistake)

    def has_verb(self, text: str, section: Section) -> bool:
        """Whether a line begins as an order may begin."""
        word = re.match(r"[a-z]+", text)
        if is_answer(text):
            return True
        return word is not None and word.group() in self.grammar.verbs(section)


def _found_in(text: str, unresolved: Iterable[Unresolved]) -> Iterator[Unresolved]:
    """Names that could not be told, where the player wrote them."""
    for name in unresolved:
        at = max(text.find(name.written), 0)
        yield replace(name, start=at, end=at + len(name.written))


def is_answer(text: str) -> bool:
    """Whether a line begins as an answer to a decision does, right or wrong."""
    return _ANSWER.match(text) is not None


def names_decision(text: str) -> bool:
    """Whether a line begins with the decision that it answers: `answer D7`, `D7:`."""
    return _DECISION.match(text) is not None


def is_otherwise(text: str) -> bool:
    """Whether a line is the `otherwise:` of the order before it."""
    return _OTHERWISE.match(text) is not None


def last_token(error: UnexpectedInput) -> str:
    """The words on which a line goes wrong; empty where it ends too early."""
    token: Token | None = getattr(error, "token", None)
    if token is None:
        return str(getattr(error, "char", ""))
    return "" if token.type == "$END" else str(token)
