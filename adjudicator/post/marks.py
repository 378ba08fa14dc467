"""The part of a text that is meant: what stands between `BEGIN ORDERS` and `END ORDERS`, if anything does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.core.errors import MatchError
from adjudicator.core.source import SourceLine
from adjudicator.core.values import dataclass

_AROUND = " \t*_-=[]"
_BEGIN = re.compile(r"begin\s+orders", re.IGNORECASE)
_END = re.compile(r"end\s+orders", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Meant:
    """Lines that are meant as orders, numbered from 1, and how many lines of the whole text stand above them."""

    lines: tuple[SourceLine, ...]
    above: int = 0


def begins_orders(line: SourceLine) -> bool:
    """Whether the orders begin below a line; a quoted line is no mark."""
    return not line.quoted and _BEGIN.fullmatch(line.text.strip(_AROUND)) is not None


def _ends_orders(line: SourceLine) -> bool:
    return not line.quoted and _END.fullmatch(line.text.strip(_AROUND)) is not None


def between_marks(lines: Sequence[SourceLine], name: str) -> Meant:
    """The lines between the marks, all of them where no line begins the orders.

    They are counted from the line below `BEGIN ORDERS`; an empty line stands in the place of `END ORDERS`.
    """
    begins = [line for line in lines if begins_orders(line)]
    if not begins:
        return Meant(tuple(lines))
    if len(begins) > 1:
        numbers = ", ".join(str(line.number) for line in begins)
        raise MatchError(f"{name} says BEGIN ORDERS more than once (lines {numbers}).", "Leave one of them.")
    above = lines.index(begins[0]) + 1
    found: list[SourceLine] = []
    for number, line in enumerate(lines[above:], start=1):
        if _ends_orders(line):
            found.append(SourceLine(number, ""))
            break
        found.append(SourceLine(number, line.text, line.quoted))
    return Meant(tuple(found), above)
