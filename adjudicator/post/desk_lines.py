"""Lines of a mail that are for the desk and not for the match: `away 3 July to 9 July`, `wait`, `go`, `yes`.

They stand in the sender's own words and on lines of their own. They are taken out before orders are read, so that the
numbers of lines stay, and never reach the log.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from adjudicator.core.source import SourceLine
from adjudicator.post.dates import date_in
from adjudicator.post.deadlines import Away
from adjudicator.post.letter import Body, Letter
from adjudicator.post.marks import begins_orders

_AWAY = re.compile(r"away\s+(?:from\s+)?(.{3,40}?)\s*(?:\bto\b|\btill\b|\buntil\b|--?|–)\s*(.{3,40})", re.IGNORECASE)
_UNTIL = re.compile(r"away\s+(?:until|till)\s+(.{3,40})", re.IGNORECASE)
_ON = re.compile(r"away\s+(?:on\s+)?(.{3,40})", re.IGNORECASE)
_UMPIRE = re.compile(r"(?:to the umpire|umpire|dispute)\s*:\s*(.*)", re.IGNORECASE)
_PLAIN = {"wait": "wait", "go": "go", "go on": "go", "back": "back", "yes": "yes", "help": "help", "resend": "resend"}


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A line for the desk."""

    number: int
    word: str
    """`away`, `wait`, `go`, `back`, `yes`, `help`, `resend`, `umpire`; `away?` where its dates are not understood."""
    text: str
    away: Away | None = None


def desk_lines(letter: Letter, today: date) -> tuple[DeskLine, ...]:
    """The lines for the desk in the likeliest body of a letter, from the top."""
    found = []
    for body in letter.bodies[:1]:
        for line in _outside_marks(body):
            said = _desk_line(line, today)
            if said is not None:
                found.append(said)
    return tuple(found)


def without_lines(letter: Letter, lines: tuple[DeskLine, ...]) -> Letter:
    """A letter whose lines for the desk are left empty; below `to the umpire:` nothing is meant for the match."""
    numbers = {line.number for line in lines}
    return cleared(letter, lambda line: line.number in numbers)


def cleared(letter: Letter, which: Callable[[SourceLine], bool]) -> Letter:
    """A letter of whose likeliest body some lines are left empty."""
    if not letter.bodies:
        return letter
    first = letter.bodies[0]
    lines = tuple(replace(line, text="") if not line.quoted and which(line) else line for line in first.lines)
    return replace(letter, bodies=(replace(first, lines=lines), *letter.bodies[1:]))


def own_words(letter: Letter) -> str:
    """What a sender says in words of his own, as text."""
    body = letter.body
    lines = [line.text.rstrip() for line in body.lines if not line.quoted] if body else []
    return "\n".join(lines).strip()


def _outside_marks(body: Body) -> list[SourceLine]:
    """The sender's own lines, but for those between BEGIN ORDERS and END ORDERS."""
    found, inside = [], False
    for line in body.lines:
        if line.quoted:
            continue
        if begins_orders(line):
            inside = True
        if not inside:
            found.append(line)
        if line.text.strip().upper() == "END ORDERS":
            inside = False
    return found


def _desk_line(line: SourceLine, today: date) -> DeskLine | None:
    words = " ".join(line.text.split()).rstrip(" .!").strip()
    plain = _PLAIN.get(words.casefold())
    if plain is not None:
        return DeskLine(line.number, plain, words)
    if said := _UMPIRE.fullmatch(words):
        return DeskLine(line.number, "umpire", said[1])
    if words.casefold().startswith("away"):
        return _away(line.number, words, today)
    return None


def _away(number: int, words: str, today: date) -> DeskLine | None:
    if said := _UNTIL.fullmatch(words):
        ends = (today, date_in(said[1], today))
    elif said := _AWAY.fullmatch(words):
        first = date_in(said[1], today)
        ends = (first, date_in(said[2], first or today))  # type: ignore[assignment]
    elif said := _ON.fullmatch(words):
        ends = (date_in(said[1], today),) * 2  # type: ignore[assignment]
    else:
        return None
    first, last = ends
    if first is None or last is None or last < first or last - first > timedelta(days=366):
        return DeskLine(number, "away?", words)
    return DeskLine(number, "away", words, Away(first, last))
