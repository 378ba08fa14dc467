"""Short answers: `D1: none`, `D1: yes`, `D1: 2`, `D1: Compans`, read as the question that they answer means them.

Beside each grammar stands what `yes`, `no` and a bare name or number mean for each kind of decision (`[answers.head]`
in its table). Where the table says nothing, a number is that of one of the choices that the report lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from adjudicator.core.language import Language
from adjudicator.core.orders import Answer
from adjudicator.core.types import Decision, Side
from adjudicator.dsl.grammar import Grammar, ShortAnswer, grammar_of
from adjudicator.dsl.lines import LineReader
from adjudicator.dsl.names import Names
from adjudicator.dsl.normalizing import plain_text, read_line
from adjudicator.dsl.printing import write
from adjudicator.dsl.reading import placed

_ANSWER = re.compile(r"(?:answers?\s+)?d\s*(\d{1,6})\s*[:=]\s*(.*)|answers?\s+d\s*(\d{1,6})\s+(.*)")
_YES = ("yes", "y", "ja", "oui", "ok", "yes please", "do it")
_NO = ("no", "n", "none", "nobody", "nothing", "neither", "nein", "non", "no thanks", "0")
_MOST = 6
"""Choices that are listed to a player whose answer was not understood."""


def answered_number(text: str) -> int | None:
    """The number of the decision that a line answers, right or wrong; None if it is no answer."""
    found = _ANSWER.fullmatch(read_line(0, text).text)
    return int(found.group(1) or found.group(3)) if found else None


def short_answer(language: Language, known: Any, side: Side, decision: Decision, line: int, text: str) -> Answer | None:
    """The answer that a short line gives to a decision; None if it gives none."""
    found = _ANSWER.fullmatch(read_line(line, text).text)
    if found is None:
        return None
    number, words = int(found.group(1) or found.group(3)), (found.group(2) or found.group(4) or "").strip()
    names = Names(language, tuple(language.names(known, side)), side)
    reader = LineReader(language, names)
    for way in _ways(grammar_of(language.grammar), language, known, side, decision, words):
        made = reader.read(f"answer d{number}: {plain_text(way)}", "order").made
        if isinstance(made, Answer):
            answer: Answer = placed(made, side, "", line)
            return answer
    return None


def _ways(
    grammar: Grammar, language: Language, known: Any, side: Side, decision: Decision, words: str
) -> Iterator[str]:
    """What a short answer may be in full, likeliest first."""
    short = grammar.glossary.answers.get(decision.kind, ShortAnswer())
    if words in _YES and short.yes:
        yield short.yes
    if words in _NO and short.no:
        yield short.no
    for pattern in short.each if words not in (*_YES, *_NO) else ():
        yield pattern.replace("{}", words)
    if words.isdigit() and 0 < int(words) <= len(decision.examples):
        yield write(language, known, side, decision.examples[int(words) - 1])


def possible(language: Language, known: Any, side: Side, decision: Decision) -> str:
    """What a decision may be answered with, as a sentence for a player whose answer was not understood."""
    choices = decision.examples or (decision.default,)
    ways = list(dict.fromkeys(write(language, known, side, choice) for choice in choices))
    shown = [f"`{way}`" for way in ways[:_MOST]]
    more = " and others" if len(ways) > _MOST else ""
    return f"{'Possible' if decision.examples else 'For example'}: {', '.join(shown)}{more}."
