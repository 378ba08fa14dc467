"""Whatever a player hands in: orders and answers, or a link, a seal, its opening, an agreement, a message."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.errors import MatchError
from adjudicator.core.orders import Header
from adjudicator.core.problems import Problem
from adjudicator.core.source import SourceLine
from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.values import dataclass
from adjudicator.play.match.history import TextLine
from adjudicator.play.match.match import Match
from adjudicator.play.match.received import body_read, chosen_body
from adjudicator.play.match.running import finish_correction
from adjudicator.play.match.submitting import Receipt, submit, text_replaced
from adjudicator.play.match.texts import find_side, keep_reading
from adjudicator.play.mutual.exchange import Exchange, check_head
from adjudicator.play.mutual.linking import keep_link
from adjudicator.play.mutual.messages import message, record_message
from adjudicator.play.mutual.papers import Agreed, LinkShown, Paper, Said, SealOpened, SealSet, paper_in
from adjudicator.play.mutual.sealing import opened_body, plainest, purpose_of_opened, seal_for, sealed_body
from adjudicator.play.side.checking import looking
from adjudicator.play.side.side_views import Whole
from adjudicator.post.letter import Letter
from adjudicator.post.source import letters_of
from adjudicator.record.agreement import agreement, not_agreed, open_proposal
from adjudicator.record.export import EVERYBODY
from adjudicator.record.log import Line


@dataclass(frozen=True, slots=True)
class Slip:
    """What a player gets for a paper that is no text: what it is, and what proves that it was received."""

    match: str
    what: str
    line: Line | None = None
    notes: tuple[str, ...] = ()
    to: str = ""
    """Of a message: whom it is to be passed on to; `All` for everybody."""
    message: str = ""
    sender: str = ""
    """Of a message: the side that it is from; `Public` if it is not signed."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """A paper is taken whole or not at all."""
        return ()

    def words(self) -> list[str]:
        """The slip, line by line."""
        lines = [f"Received for {self.match}: {self.what}"]
        if self.line is not None:
            lines.append(f"  log                 line {self.line.seq}, {self.line.hash}")
        return lines + [f"Note: {note}" for note in self.notes]


def hand_in(match: Match, data: bytes, name: str, sender: str = "", seat: str = "") -> Receipt | Slip:
    """Put on record what a file holds. The file is kept as it was received even where it is refused."""
    letters = letters_of(data, name)
    paper = paper_in(letters[0].lines) if len(letters) == 1 else None
    if paper is None:
        _check_sealed(match)
        return submit(match, data, name, sender, seat)
    received = match.keep_received(data)
    return take(match, paper, letters[0], name, received, sender, seat)


def _check_sealed(match: Match) -> None:
    if match.alone:
        raise MatchError(
            "Without an umpire orders are sealed first, so that neither player sees the other's before his own stand.",
            f"Seal them: adjudicator seal ORDERS --match {match.folder}",
        )


def take(
    match: Match,
    paper: Paper,
    letter: Letter,
    name: str = "The text",
    received: str = "",
    sender: str = "",
    seat: str = "",
    around: Header | None = None,
) -> Receipt | Slip:
    """Put a paper on record that was found in a letter; `around` is what else says whose it is."""
    header = paper.header
    _check_match(match, header)
    side = _side(match, paper, sender or header.side or (around.side if around else ""))
    seat = seat or header.seat or (around.seat if around else "")
    match paper.form:
        case LinkShown():
            return _link(match, side, paper.form)
        case SealSet():
            return _seal(match, side, seat, header.turn or (around.turn if around else None), paper.form)
        case SealOpened():
            return _opened(match, side, seat, paper.form, letter, name, received)
        case Agreed():
            return _agree(match, side, paper.form)
        case Said():
            said = message(match, side, paper.form.to, paper.form.text)
            line = record_message(match, said)
            kept = "" if line else " It is off the record: nothing of it is kept."
            what = f"a message of {said.side} to {said.readers}.{kept}"
            return Slip(match.setup.name, what, line, to=said.to, message=said.text, sender=said.side)


def _check_match(match: Match, header: Header) -> None:
    if header.match and header.match.strip().casefold() != match.setup.name.casefold():
        raise MatchError(
            f"It is for the match {header.match!r}; this is {match.setup.name!r}.",
            f"If it is meant for this one, write `match: {match.setup.name}` at its top.",
        )


def _side(match: Match, paper: Paper, word: str) -> Side:
    written, rules = paper.header.side, match.history.rules
    if not word:
        raise MatchError("It does not say whose it is.", f"Write `side: {rules.sides[0]}` at its top.")
    side = UMPIRE if word.casefold() == UMPIRE.casefold() else find_side(rules, word)
    if side is None or (side == UMPIRE and not isinstance(paper.form, Said)):
        raise MatchError(f"There is no side called {word!r} in this match.", f"Sides: {', '.join(rules.sides)}.")
    if written and find_side(rules, written) not in (side, None):
        raise MatchError(f"It is of {written}, but it is given as the {side} side's.", "Mend its line `side:`.")
    return side


# --- links -------------------------------------------------------------------------------------------------


def _link(match: Match, side: Side, form: LinkShown) -> Slip:
    if not match.setup.mutual:
        raise MatchError("Links are shown in mode mutual only.", "Nothing is to be done.")
    with match.writing() as history:
        line = None
        if match.alone:
            table = Exchange(match)
            table.take_link(side, form)
            told = table.settle().words()
        else:
            check_head(match, form)
            keep_link(match, side, form.number, form.link)
            line = match.lines[-1]
            lacking = history.promises.without_link()
            told = [f"Awaited is the link of {' and '.join(lacking)}."] if lacking else ["All links are here."]
    return Slip(match.setup.name, f"link {form.number} of {side}. It is the right one.", line, tuple(told))


# --- seals -------------------------------------------------------------------------------------------------


def _seal(match: Match, side: Side, seat: str, turn: int | None, form: SealSet) -> Slip:
    with match.writing() as history:
        if match.alone:
            table = Exchange(match)
            table.take_seal(side, turn, form)
            return Slip(match.setup.name, f"the sealed orders of {side}.", None, tuple(table.settle().words()))
        _check_seat(match, side, seat)
        if turn is None:
            raise MatchError("The seal does not say its turn.", f"Write `turn: {history.turn()}` at its top.")
        if any(one.commitment == form.commitment for one in history.promises.seals.values()):
            raise MatchError("This seal is on record already.", "Nothing is to be done.")
        line = match.append([("sealed", sealed_body(side, seat, turn, form))])[0]
    whose = f"{side}{f' ({seat})' if seat else ''}"
    what = f"sealed orders of {whose}, turn {turn}. They count when they are opened."
    return Slip(match.setup.name, what, line)


def _check_seat(match: Match, side: Side, seat: str) -> None:
    seats = match.setup.seats_of(side)
    if seat not in seats:
        known = ", ".join(seats) if seats != ("",) else "one player, without a name"
        raise MatchError(f"The {side} side has no seat {seat!r}.", f"It has: {known}.")


def _opened(
    match: Match, side: Side, seat: str, form: SealOpened, letter: Letter, name: str, received: str
) -> Receipt | Slip:
    lines = _lines(letter, name, match)
    with match.writing() as history:
        if match.alone:
            table = Exchange(match)
            table.take_opening(side, form, lines)
            return Slip(match.setup.name, f"the opened orders of {side}.", None, tuple(table.settle().words()))
        finish_correction(match)
        text = plainest(lines)
        seal = seal_for(history, side, seat, form, text)
        source = Whole(match.lines, history)
        purpose = purpose_of_opened(source, text, side, seat)
        if purpose.turn != seal.turn:
            raise MatchError(
                f"The text is for turn {purpose.turn}, its seal for turn {seal.turn}.", "It cannot be recorded."
            )
        replaces: TextLine | None = text_replaced(history, purpose)
        look = looking(source, purpose)
        body = opened_body(purpose, text, form, seal.seq)
        line = match.append([("opened", {**body, "received": received} if received else body)])[0]
        keep_reading(history, line.seq, text, purpose.read)
    note = f"It is what was sealed in line {seal.seq}."
    return Receipt(purpose, line, replaces, received, match.setup.name, look, (*purpose.notes, note))


def _lines(letter: Letter, name: str, match: Match) -> Sequence[SourceLine]:
    body = chosen_body(letter, match.history.rules.language)
    assert body is not None, "a paper was found in it"
    read = body_read(body, name, letter)
    return read.lines


# --- agreements --------------------------------------------------------------------------------------------


def _agree(match: Match, side: Side, form: Agreed) -> Slip:
    with match.writing():
        if not match.setup.mutual or not open_proposal(match.lines, form.number):
            raise MatchError(f"No ruling is proposed in line {form.number}.", "The umpire names the line.")
        parties = [party.name for party in match.setup.parties]
        if side not in not_agreed(match.lines, parties, form.number):
            raise MatchError(f"{side} has agreed to it already.", "Nothing is to be done.")
        line = match.append([("press", {"side": side, "to": EVERYBODY, "text": agreement(form.number)})])[0]
        lacking = not_agreed(match.lines, parties, form.number)
    more = f"Awaited is that of {' and '.join(lacking)}." if lacking else "All have agreed: the ruling can be given."
    return Slip(match.setup.name, f"agreement of {side} to the ruling of line {form.number}.", line, (more,))
