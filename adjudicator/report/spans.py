"""Sentences with marked spans: written once, rendered by every form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

OPEN, BAR, CLOSE = "\x02", "\x1f", "\x03"
"""Control characters that no text of a player can contain (`events.clean` takes them out)."""

_MARKED = re.compile(f"{OPEN}([a-z]+){BAR}([^{OPEN}{CLOSE}]*){CLOSE}")


class Span(NamedTuple):
    """A stretch of a sentence: "" for plain words, else unit, place, number, rule, side or marker."""

    kind: str
    text: str


def mark(kind: str, text: object) -> str:
    """A marked span inside a sentence."""
    return f"{OPEN}{kind}{BAR}{text}{CLOSE}"


def spans(sentence: str) -> Iterator[Span]:
    """A sentence cut into its spans.

    >>> list(spans("Then " + mark("unit", "Compans") + " moved."))
    [Span(kind='', text='Then '), Span(kind='unit', text='Compans'), Span(kind='', text=' moved.')]
    """
    at = 0
    for found in _MARKED.finditer(sentence):
        if found.start() > at:
            yield Span("", sentence[at : found.start()])
        yield Span(found[1], found[2])
        at = found.end()
    if at < len(sentence):
        yield Span("", sentence[at:])


def bare(sentence: str) -> str:
    """A sentence without its marks."""
    return "".join(span.text for span in spans(sentence))
