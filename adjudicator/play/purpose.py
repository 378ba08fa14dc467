"""What a text is for: whose it is, which turn, and whether its moment is now, later or past."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from adjudicator.core.errors import MatchError
from adjudicator.core.orders import Header, Heading, Text
from adjudicator.core.types import UMPIRE, Ending, Side, Wait
from adjudicator.play.sources import Source
from adjudicator.play.texts import find_side, peek_header

When = Literal["now", "later", "late"]
_ANSWER = re.compile(r"^[ \t>]*(?:answer[ \t]+)?D[ \t]*\d{1,6}[ \t]*:", re.IGNORECASE | re.MULTILINE)
_STANDING = re.compile(r"^[ \t>]*standing[ \t]+orders\b", re.IGNORECASE)


class UnfitError(MatchError):
    """A text that is refused whole; `member` is the header line that is wrong or missing."""

    def __init__(self, member: str, what: str, remedy: str) -> None:
        super().__init__(what, remedy)
        self.member = member


@dataclass(frozen=True, slots=True)
class Purpose:
    """A text as understood, and what it is for."""

    kind: Literal["orders", "answer"]
    side: Side
    seat: str
    turn: int | None
    phase: str
    when: When
    only_standing: bool
    read: Text
    notes: tuple[str, ...] = ()
    """What its sender should be told about the text as a whole."""

    def body(self, words: str) -> dict[str, Any]:
        """The body of its line in the log, without salt and digest."""
        body: dict[str, Any] = {"side": self.side, "text": words}
        if self.turn is not None:
            body["turn"] = self.turn
        if self.phase:
            body["phase"] = self.phase
        if self.seat:
            body["seat"] = self.seat
        if self.when == "late":
            body["late"] = True
        if self.read.standing is not None:
            body["standing"] = len(self.read.standing)
        if self.only_standing:
            body["only"] = "standing"
        return body

    def sentence(self) -> str:
        """What the text is for, in words."""
        whose = f"{self.side}{f' ({self.seat})' if self.seat else ''}"
        when = "" if self.turn is None else f", turn {self.turn}{f', {self.phase}' if self.phase else ''}"
        if self.kind == "answer":
            numbers = ", ".join(f"D{answer.number}" for answer in self.read.answers)
            return f"{whose}: answer to {numbers or 'an open decision'}{when}"
        what = "report" if self.side == UMPIRE else "standing orders" if self.only_standing else "orders"
        return f"{whose}: {what}{when}"


def purpose_of(source: Source, words: str, sender: str = "", seat: str = "") -> Purpose:
    """What a text is for. One for another match or side is refused whole."""
    header = peek_header(words)
    _check_match(source, header)
    side = _side(source, header, sender)
    seat = _seat(source, side, header, seat)
    known = source.known(side) if side != UMPIRE or source.side is None else None
    read = source.setup.tools.read(source.rules, known, side, seat, words)
    if _ANSWER.search(words):
        return _answer(source, header, side, seat, read)
    return _orders(source, header, side, seat, read, words)


# --- the header --------------------------------------------------------------------------------------------


def _plain(name: str) -> str:
    return " ".join(name.casefold().strip(" '\"").split())


def _check_match(source: Source, header: Header) -> None:
    if header.match and _plain(header.match) != _plain(source.setup.name):
        raise UnfitError(
            "match",
            f"The text is for the match {header.match!r}; this is {source.setup.name!r}.",
            f"If it is meant for this one, write `match: {source.setup.name}` at its top.",
        )


def _side(source: Source, header: Header, sender: str) -> Side:
    sides = source.rules.sides
    named = header.side or sender
    if not named:
        raise UnfitError("side", "The text does not say whose it is.", f"Write `side: {sides[0]}` at its top.")
    side = UMPIRE if named.casefold() == UMPIRE.casefold() else find_side(source.rules, named)
    if side is None:
        raise UnfitError("side", f"There is no side called {named!r} in this match.", f"Sides: {', '.join(sides)}.")
    meant = source.side or (find_side(source.rules, sender) if sender else None)
    if sender and meant is None and sender.casefold() != UMPIRE.casefold():
        raise UnfitError("side", f"There is no side called {sender!r} in this match.", f"Sides: {', '.join(sides)}.")
    if meant is not None and meant != side:
        raise UnfitError(
            "side", f"The text is for the {side} side, but it is given as the {meant} side's.", "Mend its line `side:`."
        )
    return side


def _seat(source: Source, side: Side, header: Header, given: str) -> str:
    seats = source.setup.seats_of(side)
    named = header.seat or given
    if seats == ("",):
        if named:
            raise UnfitError("seat", f"The {side} side has one player in this match.", "Leave the line `seat:` out.")
        return ""
    wanted = named.strip().casefold()
    found = [seat for seat in seats if seat.casefold() == wanted]
    if not found:
        what = f"The {side} side has no seat {named!r}." if named else f"The text does not say which {side} player."
        raise UnfitError("seat", what, f"Write `seat:` and one of: {', '.join(seats)}.")
    return found[0]


# --- answers -----------------------------------------------------------------------------------------------


def _answer(source: Source, header: Header, side: Side, seat: str, read: Text) -> Purpose:
    asked = {a.number for a in source.asked(side) if a.decision.side == side}
    meant = {answer.number for answer in read.answers}
    in_time = bool(asked) and (not meant or bool(meant & asked))
    notes: list[str] = []
    if not in_time:
        names = ", ".join(f"D{number}" for number in sorted(asked))
        notes.append(f"What it answers is not open. Open for {side}: {names or 'nothing'}.")
    elif asked - meant:
        left = ", ".join(f"D{number}" for number in sorted(asked - meant))
        notes.append(f"Still open after it: {left}. A later text replaces this one whole, so repeat its answers there.")
    if any(not isinstance(order, Heading) for order in read.orders):
        notes.append("It answers a decision, so the orders in it are not read: send them in a text of their own.")
    when: When = "now" if in_time else "late"
    return Purpose("answer", side, seat, header.turn, header.phase, when, False, read, tuple(notes))


# --- orders ------------------------------------------------------------------------------------------------


def _orders(source: Source, header: Header, side: Side, seat: str, read: Text, words: str) -> Purpose:
    if side == UMPIRE and not any(UMPIRE in wait.sides for wait in _waits(source)):
        raise UnfitError(
            "side",
            "The umpire sends answers, and reports when they are awaited; no orders.",
            "Use `adjudicator ruling` for a change.",
        )
    phase, notes = _phase(source, header, side)
    only = _only_standing(read, words)
    if header.turn is None and not only:
        following = source.following()
        turn = following.turn if isinstance(following, Wait) else max(1, source.turn())
        raise UnfitError(
            "turn", "The text does not say which turn it is for.", f"Write `turn: {turn}` at its top, or the right one."
        )
    when = _when_standing(source, header) if only else _when(source, header, side, phase)
    if only and when != "late" and side in source.awaiting() and source.following() is not None:
        notes.append(f"It holds standing orders only; the {side} orders are still awaited (`pass` orders nothing).")
    return Purpose("orders", side, seat, header.turn, phase, when, only, read, tuple(notes))


def _waits(source: Source) -> list[Wait]:
    """What the sequence of play has waited for so far, and what it waits for now."""
    following = source.following()
    return [*source.waits(), *([following] if isinstance(following, Wait) else [])]


def _phase(source: Source, header: Header, side: Side) -> tuple[str, list[str]]:
    following = source.following()
    phases = sorted({wait.phase for wait in _waits(source) if side in wait.sides and wait.phase})
    if header.phase and not phases:
        return "", [f"The line `phase: {header.phase}` says nothing here: a side sends one text a turn."]
    if not header.phase and isinstance(following, Wait) and following.phase and side in following.sides:
        raise UnfitError("phase", "The text does not say which phase it is for.", f"Write `phase: {following.phase}`.")
    named = next((phase for phase in phases if phase.casefold() == header.phase.casefold()), header.phase)
    return named, []


def _only_standing(read: Text, words: str) -> bool:
    if read.standing is None or any(not isinstance(order, Heading) for order in read.orders):
        return False
    lines = words.split("\n")
    start = next((number for number, line in enumerate(lines, start=1) if _STANDING.match(line)), 0)
    return all(problem.severity != "error" or problem.line >= start for problem in read.problems)


def _when_standing(source: Source, header: Header) -> When:
    if isinstance(source.following(), Ending):
        return "late"
    return "later" if header.turn is not None and header.turn > source.turn() else "now"


def _when(source: Source, header: Header, side: Side, phase: str) -> When:
    assert header.turn is not None
    following = source.following()

    def fits(wait: Wait) -> bool:
        return wait.turn == header.turn and wait.phase == phase and side in wait.sides

    if isinstance(following, Wait) and fits(following):
        return "now"
    past = isinstance(following, Ending) or header.turn < source.turn() or any(fits(w) for w in source.waits())
    return "late" if past else "later"
