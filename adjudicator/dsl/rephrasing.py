"""Other ways of saying a thing: a line that is no order as written may be one in the words of the language.

Beside each grammar lies a table of wordings (`[[wording]]` in `grammar/common.toml` and the rule systems' own): what a
player may write, and how the language says it. A wording counts only where it makes an order of a line that is none.
Several orders on one line are taken apart where that can be done in one way only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from adjudicator.core.language import Name
from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.dsl.grammar import Glossary
from adjudicator.dsl.normalizing import plain_text

_BETWEEN = re.compile(r"\s*(?:;|,(?:\s*and(?![a-z]))?(?:\s*then(?![a-z]))?|(?<![a-z])and(?:\s+then)?(?![a-z]))\s*")
"""What may stand between two orders on a line."""
_MOST = 8
"""Places at which a line is taken apart, at most."""
_CONDITION = re.compile(r"(?<![a-z])(if|unless|otherwise|else)(?![a-z])")


@dataclass(frozen=True, slots=True)
class Several:
    """Orders that stand on one line."""

    orders: tuple[Any, ...]


class Rephrasing:
    """The wordings of a grammar, with the names of the sides as one side may write them."""

    def __init__(self, glossary: Glossary, names: Sequence[Name], side: Side) -> None:
        mine = [name for name in names if name.kind == "side" and name.id == side]
        theirs = [name for name in names if name.kind == "side" and name.id != side]
        fill = {"{us}": rf"(?:we|{_ways(mine)})", "{them}": _ways(theirs)}
        self._wordings = [
            (wording.start, re.compile(_filled(wording.says, fill)), wording.means) for wording in glossary.wording
        ]

    def ways(self, text: str, start: str) -> Iterator[str]:
        """A line in the words of the language, as each wording that fits has it."""
        for where, pattern, means in self._wordings:
            found = pattern.fullmatch(text) if where in (start, "any") else None
            if found:
                yield " ".join(found.expand(means).split())


def _ways(names: Sequence[Name]) -> str:
    words = {plain_text(way) for name in names for way in (name.name, *name.aliases)}
    ways = "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
    return rf"(?:(?:the\s+)?(?:{ways}))" if ways else r"(?!)"


def _filled(pattern: str, fill: dict[str, str]) -> str:
    for mark, words in fill.items():
        pattern = pattern.replace(mark, words)
    return pattern


def taken_apart(text: str, read: Callable[[str], Any]) -> Several | None:
    """The orders of a line that holds several; None unless it can be divided in exactly one way.

    A part without a verb goes on with that of the part before. What stands under a condition is never taken apart.
    """
    gaps = [gap.span() for gap in _BETWEEN.finditer(text)]
    if not 0 < len(gaps) <= _MOST or _CONDITION.search(text) or '"' in text:
        return None
    starts = [0, *(end for _, end in gaps)]
    ends = [*(start for start, _ in gaps), len(text)]
    divisions: list[list[tuple[Any, ...]]] = [[()], *([] for _ in ends)]
    for start in range(len(starts)):
        for end in range(start, len(ends)) if divisions[start] else ():
            made = _order(text, starts, start, ends[end], read)
            if made is not None:
                divisions[end + 1] += [(*before, made) for before in divisions[start]][:2]
    found = divisions[-1]
    return Several(found[0]) if len(found) == 1 and len(found[0]) > 1 else None


def _order(text: str, starts: Sequence[int], part: int, end: int, read: Callable[[str], Any]) -> Any:
    words = text[starts[part] : end]
    made = read(words) if words else None
    verb = re.match(r"[a-z]+", text)
    if made is None and part and verb is not None and words:
        made = read(f"{verb.group()} {words}")
    return made
