"""The lines by which mail programs say whose words follow, in the languages of players.

`On 4 Feb, Ney wrote:` and its like, perhaps wrapped over up to three lines; `-----Original Message-----`; the header
of a mail that is quoted without marks. The words themselves are in `languages.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from adjudicator.core.values import dataclass
from adjudicator.post.languages import pattern

_LONGEST = 300

_WROTE = pattern(r"(?:^|[\s>,)])", "wrote", after=r"(?=[\s:])")
_WROTE_LAST = pattern(r"(?:^|[\s>,)])", "wrote", after=r"\s?:(?:\s*↑.*)?$")
_DATED = pattern(r"(?:(?:\w{2,12}[.,]{1,2} ?)?\d{1,4}[.\-/ ]|", "begins", after=r")(?![a-z])")
_CLOCK = re.compile(r"\b\d{1,2}[:.h]\d{2}\b")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}")
_SENDER = pattern("", "sender", after=r"\s?:")
_DATING = pattern("", "dated", after=r"\s?:")
_MEMBER = pattern("", "sender", "dated", "others", after=r"\s?:")
_ORIGINAL = pattern("", "original")
_FORWARDED_RULE = pattern("", "forwarded")
_FORWARDED = pattern("", "opening")
_RULES = "-_=*~— "


@dataclass(frozen=True, slots=True)
class Attribution:
    """Lines that say whose words follow."""

    length: int
    kind: Literal["quoted", "forwarded"]


def attribution(texts: Sequence[str], marked: Sequence[bool], at: int) -> Attribution | None:
    """What begins at a line and says whose words follow; None if nothing does. `marked` lines are quoted already."""
    line = texts[at].strip()
    if not line or line.startswith("#") or len(line) > _LONGEST:
        return None
    if _FORWARDED.fullmatch(line) or (line[0] in _RULES and _FORWARDED_RULE.fullmatch(line.strip(_RULES))):
        return Attribution(1, "forwarded")
    if line[0] in _RULES and _ORIGINAL.fullmatch(line.strip(_RULES)):
        return Attribution(1, "quoted")
    if _MEMBER.match(line.strip("* ")):
        length = _header_block(texts, marked, at)
        return Attribution(length, "quoted") if length else None
    for length in (1, 2, 3):
        together = [text.strip() for text in texts[at : at + length]]
        if len(together) < length or not all(together) or any(marked[at : at + length]):
            return None
        if _says_who(" ".join(together).strip(_RULES), length):
            return Attribution(length, "quoted")
    return None


def _says_who(words: str, lines: int) -> bool:
    """`Ney wrote:`, `Am 4.2.2026 schrieb Ney:`; over several lines only where it begins with a date."""
    if len(words) > _LONGEST or not (words.endswith(":") or "↑" in words):
        return False
    if _ADDRESS.search(words) and _CLOCK.search(words):
        return True
    dated = _DATED.match(words) is not None and any(letter.isdigit() for letter in words)
    return bool(_WROTE.search(words) if dated else lines == 1 and _WROTE_LAST.search(words))


def _header_block(texts: Sequence[str], marked: Sequence[bool], at: int) -> int:
    """How many lines the header of a mail has that is quoted without marks: sender and two members more.

    It begins with the sender, or with the date where a web mailer puts that first.
    """
    first = texts[at].strip("* \t")
    if not (_SENDER.match(first) or _DATING.match(first)):
        return 0
    end, senders, members = at, 0, 0
    while end < len(texts) and end - at < 12 and not marked[end]:
        words = texts[end].strip("* \t")
        if _MEMBER.match(words):
            members += 1
            senders += _SENDER.match(words) is not None
        elif not (words and texts[end][:1] in " \t" and members):
            break
        end += 1
    return end - at if members >= 3 and senders else 0
