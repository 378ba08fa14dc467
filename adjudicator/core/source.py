"""A text before it is read: lines with their numbers, each in the sender's own words or quoted from somebody."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.core.values import dataclass

_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
ADDRESS = "[address]"
"""What stands in the place of a mail address."""


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of a text as it was sent.

    `quoted` lines (behind `>`, below an attribution, in a quotation block) never carry marks, a header, an order or an
    answer; they keep their numbers, so that everybody counts alike.
    """

    number: int
    text: str
    quoted: bool = False


def source_lines(text: str) -> tuple[SourceLine, ...]:
    """The lines of a plain text, none of them quoted."""
    return tuple(SourceLine(number, line.rstrip("\r")) for number, line in enumerate(text.split("\n"), start=1))


def as_text(lines: Sequence[SourceLine]) -> str:
    """The text as the log keeps it: every line in its place, quoted ones left empty."""
    return "\n".join("" if line.quoted else line.text for line in lines)


def address_in(text: str) -> str:
    """The first mail address in a text; empty if there is none."""
    found = _ADDRESS.search(text) if "@" in text else None
    return found.group() if found is not None else ""


def without_addresses(text: str) -> str:
    """A text with every mail address taken out, for nobody's is ever in the log."""
    return _ADDRESS.sub(ADDRESS, text) if "@" in text else text
