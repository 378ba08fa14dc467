"""Reading and printing orders in the language of the rule system that is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.orders import Header, Text
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.source import SourceLine, source_lines
from adjudicator.core.types import Order, Side
from adjudicator.dsl import header, printing, reading


def read_lines(rules: Ruleset[Any], known: Any, side: Side, seat: str, lines: Sequence[SourceLine]) -> Text:
    """A text as understood by a side that knows the position so far; every mistake is in its problems."""
    return reading.read(rules.language, known, side, seat, lines)


def read_text(rules: Ruleset[Any], known: Any, side: Side, seat: str, text: str) -> Text:
    """A text of which nothing is quoted, as understood: one on record, or what an umpire typed."""
    return read_lines(rules, known, side, seat, source_lines(text))


def read_header(lines: Sequence[SourceLine]) -> Header:
    """The header of a text, as far as it can be told before its side is known."""
    return header.header_of(header.header_lines(lines).values())


def header_places(lines: Sequence[SourceLine]) -> Mapping[str, int]:
    """The number of the line that names each member of the header."""
    return {member: line.number for member, line in header.header_lines(lines).items()}


def is_quoted(lines: Sequence[SourceLine], member: str) -> bool:
    """Whether a quoted line names a member of the header."""
    return member in header.quoted_header(lines)


def write_order(rules: Ruleset[Any], known: Any, side: Side, order: Order) -> str:
    """An order, a standing order, an answer or a choice in the order language, on one line."""
    return printing.write(rules.language, known, side, order)


def wrapped(line: str, indent: str = "", rest: str | None = None) -> list[str]:
    """A printed order within 66 columns, broken so that it is read back as one; `rest` indents the further lines."""
    return printing.wrapped(line, indent, rest)
