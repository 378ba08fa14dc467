"""Lines on their way from a mail or a post to the reader of orders: the sender's own words, and the rest."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.source import SourceLine
from adjudicator.core.values import dataclass, replace
from adjudicator.post.letter import Body, LeftOut, Place, Reason


@dataclass(frozen=True, slots=True)
class Marked:
    """A line: its words, and why it is not read, if it is not.

    `beside` are words of a line that is read otherwise: struck out or quoted within it, they are told but not read.
    """

    text: str
    why: Reason | None = None
    beside: tuple[tuple[str, Reason], ...] = ()

    def left_out(self, why: Reason) -> Marked:
        """The line as one that is not read; what was known before stays."""
        return self if self.why is not None else replace(self, why=why)


def body_of(lines: Sequence[Marked], place: Place = "text", name: str = "") -> Body:
    """The lines with their numbers, and the list of what is left out."""
    numbered = list(enumerate(lines, start=1))
    left: list[LeftOut] = []
    for number, line in numbered:
        if line.why is not None:
            left += [LeftOut(number, line.text, line.why)] if line.text.strip() else []
        else:
            left += [LeftOut(number, words, why) for words, why in line.beside]
    found = tuple(SourceLine(number, line.text, line.why is not None) for number, line in numbered)
    return Body(place, found, tuple(left), name)
