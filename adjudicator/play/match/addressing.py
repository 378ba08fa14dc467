"""What a text is for: whose it is, which turn, and whether its moment is now, later or past."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from adjudicator.core.errors import MatchError
from adjudicator.core.orders import Header, Heading, Text
from adjudicator.core.problems import Problem
from adjudicator.core.source import SourceLine
from adjudicator.core.types import UMPIRE, Ending, Side, Wait
from adjudicator.core.values import dataclass, replace
from adjudicator.play.match.answering import with_short_answers
from adjudicator.play.match.reading import is_quoted, read_header
from adjudicator.play.match.texts import find_side
from adjudicator.play.side.side_views import Source
from adjudicator.record.verdict import spans

When = Literal["now", "later", "late"]


class UnfitError(MatchError):
    """A text that is refused whole; `member` is the header line that is wrong or missing."""

    def __init__(self, member: str, what: str, remedy: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(what, remedy)
        self.member = member
        self.problems = problems
        """What is wrong with its lines besides."""


class MissingError(UnfitError):
    """A text whose header lacks a line that it needs."""


@dataclass(frozen=True, slots=True)
class Purpose:
    """A text as understood, and what it is for."""

    side: Side
    seat: str
    turn: int | None
    phase: str
    when: When
    read: Text
    notes: tuple[str, ...] = ()
    """What its sender should be told about the text as a whole."""

    @property
    def kind(self) -> Literal["orders", "answer"]:
        """The kind of its line in the log."""
        return "answer" if self.read.kind == "answer" else "orders"

    @property
    def only_standing(self) -> bool:
        """Whether it holds standing orders and nothing else."""
        return self.read.kind == "standing"

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
        what = "standing orders" if self.only_standing else self.read.kind
        return f"{whose}: {what}{when}"


def purpose_of(
    source: Source, lines: Sequence[SourceLine], sender: str = "", seat: str = "", around: Header | None = None
) -> Purpose:
    """What a text is for. One for another match or side is refused whole.

    `around` is what else says it, where the text does not: the subject of its mail, or the mail that it answers.
    """
    try:
        return _purpose_of(source, lines, sender, seat, around or Header())
    except MissingError as missing:
        if is_quoted(lines, missing.member):
            what = f"{missing.what} Its line `{missing.member}:` is quoted, and quoted text is not read."
            raise MissingError(missing.member, what, missing.remedy) from None
        raise


def _purpose_of(source: Source, lines: Sequence[SourceLine], sender: str, seat: str, around: Header) -> Purpose:
    header = _completed(read_header(lines), around)
    _check_match(source, header)
    side = _side(source, header, sender)
    seat = _seat(source, side, header, seat)
    known = source.known(side) if side != UMPIRE or source.side is None else None
    written = source.setup.tools.read(source.rules, known, side, seat, lines)
    if written.kind == "answer":
        written = with_short_answers(source.rules, known, source.asked(side), side, written)
    read = replace(written, header=_completed(written.header, around))
    _check_words(read)
    _check_turn(source, known, read.header)
    return _answer(source, side, seat, read) if read.kind == "answer" else _orders(source, side, seat, read)


def _completed(header: Header, around: Header) -> Header:
    """A header with what it lacks; another turn's phase is not taken over."""
    same_turn = header.turn is None or header.turn == around.turn
    return Header(
        match=header.match or around.match,
        turn=around.turn if header.turn is None else header.turn,
        side=header.side or around.side,
        phase=header.phase or (around.phase if same_turn else ""),
        seat=header.seat or around.seat,
    )


def _check_words(read: Text) -> None:
    """A text whose orders are all quoted is sent back: whether they are meant, only their sender knows."""
    own = read.answers or read.standing is not None or any(not isinstance(order, Heading) for order in read.orders)
    if read.quoted and not own:
        raise UnfitError(
            "",
            f"All that could be read as orders is quoted ({_numbered(read.quoted)}), and quoted text is not read.",
            "Write the orders in lines of your own: without `>`, above any quoted mail, outside of [quote].",
            read.problems,
        )


def _numbered(numbers: Sequence[int]) -> str:
    return f"{'line' if len(numbers) == 1 else 'lines'} {spans(numbers)}"


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


def _check_turn(source: Source, known: Any, header: Header) -> None:
    """A turn that the match cannot have is a slip of the pen, and nothing to wait for."""
    if header.turn is None:
        return
    asked = getattr(source.rules, "last_turn", None)
    last = asked(known) if asked is not None and known is not None else None
    first = min((wait.turn for wait in _waits(source)), default=header.turn)
    if header.turn < first or (last is not None and header.turn > last):
        bound = f"the first turn of the match is {first}" if header.turn < first else f"its last turn is {last}"
        raise UnfitError(
            "turn",
            f"The text is for turn {header.turn}, which the match cannot have: {bound}.",
            f"Mend its line `turn:`; it is turn {source.turn()} now.",
        )


def _side(source: Source, header: Header, sender: str) -> Side:
    sides = source.rules.sides
    named = header.side or sender
    if not named:
        raise MissingError("side", "The text does not say whose it is.", f"Write `side: {sides[0]}` at its top.")
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
        remedy = f"Write `seat:` and one of: {', '.join(seats)}."
        if not named:
            raise MissingError("seat", f"The text does not say which {side} player.", remedy)
        raise UnfitError("seat", f"The {side} side has no seat {named!r}.", remedy)
    return found[0]


# --- answers -----------------------------------------------------------------------------------------------


def _answer(source: Source, side: Side, seat: str, read: Text) -> Purpose:
    asked = {a.number for a in source.asked(side) if a.decision.side == side}
    meant = {answer.number for answer in read.answers}
    in_time = bool(asked) and (not meant or bool(meant & asked)) and not source.fixed()
    notes: list[str] = []
    if source.fixed() and asked:
        notes.append(_fixed_before(source))
    elif not in_time:
        names = ", ".join(f"D{number}" for number in sorted(asked))
        notes.append(f"What it answers is not open. Open for {side}: {names or 'nothing'}.")
    elif asked - meant:
        left = ", ".join(f"D{number}" for number in sorted(asked - meant))
        notes.append(f"Still open after it: {left}. A later text replaces this one whole, so repeat its answers there.")
    if any(not isinstance(order, Heading) for order in read.orders):
        notes.append("It answers a decision, so the orders in it are not read: send them in a text of their own.")
    when: When = "now" if in_time else "late"
    return Purpose(side, seat, read.header.turn, read.header.phase, when, read, tuple(notes))


# --- orders ------------------------------------------------------------------------------------------------


def _orders(source: Source, side: Side, seat: str, read: Text) -> Purpose:
    header = read.header
    if side == UMPIRE and not any(UMPIRE in wait.sides for wait in _waits(source)):
        raise UnfitError(
            "side",
            "The umpire sends answers, and reports when they are awaited; no orders.",
            "Use `adjudicator ruling` for a change.",
        )
    following = source.following()
    only = read.kind == "standing"
    phase, notes = _phase(source, header, side, only)
    if header.turn is None and not only:
        turn = following.turn if isinstance(following, Wait) else max(1, source.turn())
        raise MissingError(
            "turn", "The text does not say which turn it is for.", f"Write `turn: {turn}` at its top, or the right one."
        )
    when = _when_standing(source, header) if only else _when(source, header, side, phase)
    if when == "now" and not only and source.fixed():
        when, notes = "late", [*notes, _fixed_before(source)]
    if only and when != "late" and isinstance(following, Wait) and side in following.sides:
        notes.append(f"It holds standing orders only; the {side} orders are still awaited (`pass` orders nothing).")
    return Purpose(side, seat, header.turn, phase, when, read, tuple(notes))


def _fixed_before(source: Source) -> str:
    return f"The texts of step {source.fixed()} were fixed before it came, and links are being shown."


def _waits(source: Source) -> list[Wait]:
    """What the sequence of play has waited for so far, and what it waits for now."""
    following = source.following()
    return [*source.waits(), *([following] if isinstance(following, Wait) else [])]


def _phase(source: Source, header: Header, side: Side, only_standing: bool) -> tuple[str, list[str]]:
    following = source.following()
    phases = sorted({wait.phase for wait in _waits(source) if side in wait.everybody and wait.phase})
    if header.phase and not phases and not any(side in wait.everybody for wait in _waits(source)):
        return header.phase.casefold(), []  # nothing was awaited of it yet: nobody knows whether its texts name a phase
    if header.phase and not phases:
        return "", [f"The line `phase: {header.phase}` says nothing here: a side sends one text a turn."]
    if not header.phase and isinstance(following, Wait) and following.phase and side in following.everybody:
        remedy = f"Write `phase: {following.phase}`."
        if only_standing:
            heard = (
                f"For the match to go on with it, write `turn: {following.turn}` and `phase: {following.phase}` too."
            )
            return "", [heard] if side in following.hears else []
        raise MissingError("phase", "The text does not say which phase it is for.", remedy)
    named = next((phase for phase in phases if phase.casefold() == header.phase.casefold()), header.phase)
    return named, []


def _when_standing(source: Source, header: Header) -> When:
    if isinstance(source.following(), Ending):
        return "late"
    return "later" if header.turn is not None and header.turn > source.turn() else "now"


def _when(source: Source, header: Header, side: Side, phase: str) -> When:
    assert header.turn is not None
    following = source.following()

    def fits(wait: Wait) -> bool:
        return wait.turn == header.turn and wait.phase == phase and side in wait.everybody

    if isinstance(following, Wait) and fits(following):
        return "now"
    past = isinstance(following, Ending) or header.turn < source.turn() or any(fits(w) for w in source.waits())
    return "late" if past else "later"
