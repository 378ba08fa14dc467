"""Names that contain words of the language itself, such as "Bridge on the Elster", are read as if they were quoted."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from functools import lru_cache

from adjudicator.core.language import Name
from adjudicator.core.values import dataclass
from adjudicator.dsl.grammar import grammar_of
from adjudicator.dsl.normalizing import plain_text

_WORD = re.compile(r"[a-z0-9']+")
_MOST = 4
"""Such names in one line, at most."""
_ARTICLE = r"(?:\s+(?:the|an|a))?[\s-]+"


@dataclass(frozen=True, slots=True)
class Guarded:
    """A line in which such names are quoted, and the way back to where its letters stood."""

    text: str
    back: tuple[int, ...] | None = None

    def at(self, offset: int) -> int:
        """Where a letter stood in the line as written."""
        if self.back is None:
            return offset
        return self.back[min(offset, len(self.back) - 1)]


class Guard:
    """Finds such names in a line."""

    def __init__(self, names: tuple[Name, ...], keywords: frozenset[str]) -> None:
        found: dict[str, None] = {}
        for name in names:
            for written in (name.name, *name.aliases):
                words = [word for word in _WORD.findall(plain_text(written)) if word not in ("the", "an", "a")]
                if any(word in keywords for word in words[1:]):
                    found[_ARTICLE.join(re.escape(word) for word in words)] = None
        ways = "|".join(sorted(found, key=lambda way: (-len(way), way)))
        self._pattern = re.compile(rf'(?<![\w"-])(?:{ways})(?![\w"-])') if ways else None

    def ways(self, text: str) -> Iterator[Guarded]:
        """A line with such names in quotes, all of them or only some; nothing where the player wrote quotes."""
        if self._pattern is None or '"' in text:
            return
        spans = [match.span() for match in self._pattern.finditer(text)][:_MOST]
        for count in range(len(spans), 0, -1):
            for some in itertools.combinations(spans, count):
                yield _quoted(text, some)


def _quoted(text: str, spans: tuple[tuple[int, int], ...]) -> Guarded:
    letters: list[str] = []
    back: list[int] = []
    at = 0
    for start, end in spans:
        letters += [text[at:start], '"', text[start:end], '"']
        back += [*range(at, start), start, *range(start, end), end]
        at = end
    return Guarded("".join([*letters, text[at:]]), (*back, *range(at, len(text) + 1)))


@lru_cache(maxsize=16)
def guard_of(names: tuple[Name, ...], grammar: str) -> Guard:
    """The guard of a side's names in a grammar."""
    return Guard(names, grammar_of(grammar).keywords)
