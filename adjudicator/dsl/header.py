"""The header of a text: the lines that say which match, turn, side, phase and seat it is for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from adjudicator.core.orders import Header
from adjudicator.core.source import SourceLine
from adjudicator.core.values import dataclass
from adjudicator.dsl.normalizing import behind_marks, read_line

EXAMPLES = {
    "match": "match: first-steps",
    "turn": "turn: 3",
    "side": "side: French",
    "phase": "phase: movement",
    "seat": "seat: left wing",
}
"""The members of a header, each with a line that works."""
_MEMBER = re.compile(rf"({'|'.join(EXAMPLES)})\s*[:=]", re.IGNORECASE)
_WITHOUT_COLON = re.compile(r"turn\s+t?\d{1,6}|(?:match|side|phase|seat)\s+\S+", re.IGNORECASE)
"""A line of the header without its colon, as it may stand at the top of a text."""
_NUMBER = re.compile(r"\d{1,6}")


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """A line of the header: what it names, what it says, and where it stands."""

    member: str
    value: str
    number: int


def header_line(words: str, number: int, *, at_top: bool = False) -> HeaderLine | None:
    """A line of the header, from the words of a line; None if it is none.

    At the top of a text, before anything else, it needs no colon.
    """
    if at_top and _WITHOUT_COLON.fullmatch(words.strip()):
        member, value = words.split()
        return HeaderLine(member.casefold(), value, number)
    found = _MEMBER.match(words)
    value = words[found.end() :].strip() if found else ""
    if found is None or value.startswith((":", "=", "<", ">")):
        return None
    return HeaderLine(found.group(1).casefold(), value, number)


def header_lines(lines: Sequence[SourceLine]) -> Mapping[str, HeaderLine]:
    """The first line of a text for each member of its header; quoted lines have none.

    This is what can be told before the side is known. Whether a line `turn = 5: ...` goes on with the condition of the
    order above, only the whole reading can tell.
    """
    return _first_of_each((line.number, line.text) for line in lines if not line.quoted)


def quoted_header(lines: Sequence[SourceLine]) -> Mapping[str, HeaderLine]:
    """What quoted lines would say if they were the sender's own: it counts for nothing, but he can be told."""
    return _first_of_each((line.number, behind_marks(line.text)) for line in lines if line.quoted)


def _first_of_each(lines: Iterable[tuple[int, str]]) -> dict[str, HeaderLine]:
    found: dict[str, HeaderLine] = {}
    top = True
    for number, text in lines:
        if top or ":" in text or "=" in text:
            line = read_line(number, text)
            member = header_line(line.words, number, at_top=top)
            top = top and (member is not None or not any(letter.isalnum() for letter in line.text))
            if member is not None:
                found.setdefault(member.member, member)
    return found


def header_of(lines: Iterable[HeaderLine]) -> Header:
    """The header that its lines make."""
    said = {line.member: line.value for line in lines}
    return Header(turn=turn_in(said.pop("turn", "")), **said)


def turn_in(value: str) -> int | None:
    """The number of a turn as a header names it ("3", "T3"); None if it names none."""
    found = _NUMBER.search(value)
    return int(found.group()) if found else None
