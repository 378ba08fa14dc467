"""What becomes of a mail: accepted, asked about, ignored, known already, or rejected; nothing is changed by asking.

accept      it would be recorded; lines that are not understood are refused one by one, as everywhere
query       its sender is asked: what could be orders is quoted, struck out, or for an unknown turn or match
ignore      a machine wrote it; it is never answered
duplicate   it was handled before, or says what the seat's text on record says
reject      its sender is nobody of ours, or not who he says; the umpire is told, and no game contents go out
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from adjudicator.core.errors import MatchError
from adjudicator.core.orders import Header, Heading, Text
from adjudicator.core.source import without_addresses
from adjudicator.core.values import dataclass, replace
from adjudicator.dsl.header import header_line
from adjudicator.dsl.likeness import Likeness
from adjudicator.dsl.normalizing import read_line
from adjudicator.play.desk.filled_form import Filled, filled_form
from adjudicator.play.desk.roster import Player, Roster, Sent, is_forged, names_match, said_around
from adjudicator.play.match.addressing import MissingError, Purpose, UnfitError, purpose_of
from adjudicator.play.match.history import TextLine
from adjudicator.play.match.match import Match
from adjudicator.play.match.reading import read_header
from adjudicator.play.match.received import Received, body_read, chosen_body
from adjudicator.play.match.submitting import text_replaced
from adjudicator.play.side.side_views import Whole
from adjudicator.post.letter import Body, Letter

Kind = Literal["accept", "query", "ignore", "duplicate", "reject"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a mail, and why; with what whoever carries it out needs."""

    verdict: Kind
    why: str
    match: str = ""
    side: str = ""
    seat: str = ""
    lines: tuple[tuple[int, str], ...] = ()
    """What would be understood: each order with the number of its first line, a wrapped one put together."""
    notes: tuple[str, ...] = ()
    """What the sender should be told besides."""
    received: Received | None = None
    purpose: Purpose | None = None
    around: Header | None = None
    """What its surroundings say that the text does not; `record` takes it."""
    offer: str = ""
    """Of a query: the text that the answer `yes` would have taken."""

    def to_json(self) -> dict[str, Any]:
        """For `desk read --json`."""
        return {
            "verdict": self.verdict,
            "why": self.why,
            "match": self.match or None,
            "side": self.side or None,
            "seat": self.seat or None,
            "lines": [{"number": number, "text": text} for number, text in self.lines],
        }


@dataclass(frozen=True, slots=True)
class OpenDesk:
    """What a desk knows when a mail comes."""

    roster: Roster
    matches: Mapping[str, Match]
    handled: frozenset[str] = field(default_factory=frozenset)
    """The Message-IDs of mails that were dealt with."""


def judge(letter: Letter, desk: OpenDesk) -> Verdict:
    """What becomes of a letter. Where it is certain, the match, side and seat are named, whatever the verdict."""
    if letter.robot is not None:
        return Verdict(
            "ignore", f"No person wrote it ({letter.robot.kind}: {letter.robot.told_by}); it is not answered."
        )
    seats = desk.roster.of(letter)
    stranger = not_heard(letter, desk.roster, seats)
    if stranger is not None:
        return stranger
    if letter.message_id and letter.message_id in desk.handled:
        return _of_seat(Verdict("duplicate", "A mail with its Message-ID was dealt with before."), seats)
    player = seat_meant(letter, desk, seats)
    if player is None:
        names = ", ".join(dict.fromkeys(seat.match for seat in seats))
        return Verdict("query", f"It does not say which match it is for. Write `match:` and one of: {names}.")
    found = _judged(letter, desk.matches[player.match], player, desk.roster.answered(letter))
    return replace(found, match=player.match, side=player.side, seat=player.seat)


def not_heard(letter: Letter, roster: Roster, seats: tuple[Player, ...]) -> Verdict | None:
    """Why a sender is not heard; None if he is."""
    owner = roster.owner_of_token(letter)
    if not letter.sender:
        return Verdict("reject", "It has no sender, or more than one; the umpire is told.")
    if not seats:
        token = " though it has a player's token," if owner else ""
        return Verdict("reject", f"Its sender is on no roster,{token} so nothing in it is read; the umpire is told.")
    if is_forged(letter, roster.server):
        return Verdict("reject", "The own mail server does not confirm its sender; the umpire is told.")
    if owner is not None and owner not in seats:
        return Verdict("reject", "It has the token of somebody else's seat; the umpire is told.")
    return None


def _of_seat(verdict: Verdict, seats: tuple[Player, ...]) -> Verdict:
    if len(seats) != 1:
        return verdict
    return replace(verdict, match=seats[0].match, side=seats[0].side, seat=seats[0].seat)


def seat_meant(letter: Letter, desk: OpenDesk, seats: tuple[Player, ...]) -> Player | None:
    """The seat that a letter is from, of those that its sender has in open matches; None if it cannot be told."""
    mine = [seat for seat in seats if seat.match in desk.matches]
    if len(mine) == 1:
        return mine[0]
    written = read_header(letter.lines)
    sent = desk.roster.answered(letter)
    ways = (
        [seat for seat in mine if seat.match.casefold() == written.match.strip().casefold()],
        [seat for seat in mine if sent and (seat.match, seat.side, seat.seat) == (sent.match, sent.side, sent.seat)],
        [seat for seat in mine if names_match(letter.subject, seat.match)],
    )
    for fitting in (*ways, mine):
        named = [seat for seat in fitting if _is_named(seat, written)]
        if len(named) == 1:
            return named[0]
    return None


def _is_named(player: Player, written: Header) -> bool:
    """Whether nothing in a header speaks against a seat."""
    said = ((written.match, player.match), (written.side, player.side), (written.seat, player.seat))
    return all(not word or word.strip().casefold() == name.casefold() for word, name in said)


# --- a letter of a player --------------------------------------------------------------------------------------------


def _judged(letter: Letter, match: Match, player: Player, sent: Sent | None) -> Verdict:
    language = match.history.rules.language
    body = chosen_body(letter, language)
    if body is None or not any(line.text.strip() for line in body.lines):
        return Verdict("query", " ".join(letter.problems or ("It holds no text.",)))
    around = said_around(letter, player, sent)
    try:
        received = body_read(body, "The mail", letter)
        purpose = purpose_of(Whole(match.lines, match.history), received.lines, player.side, player.seat, around)
    except MatchError as trouble:
        if isinstance(trouble, UnfitError) and trouble.member in ("match", "side"):
            return Verdict("reject", f"{trouble.what} {trouble.remedy}")
        return _asked(letter, body, filled_form(match, player, sent, body), Likeness(language), trouble)
    if not _says_something(purpose.read):
        return _asked(letter, body, filled_form(match, player, sent, body), Likeness(language))
    return _accepted(match, received, purpose, around)


def _says_something(read: Text) -> bool:
    orders = any(not isinstance(order, Heading) for order in read.orders)
    return orders or bool(read.answers) or read.standing is not None


def _accepted(match: Match, received: Received, purpose: Purpose, around: Header) -> Verdict:
    notes = (*received.not_read(purpose.read.quoted), *purpose.notes, *received.notes)
    lines = understood(received, purpose.read)
    on_record = _same_on_record(match, received, purpose)
    if on_record is not None:
        why = f"It says what the text on record says (line {on_record.seq} of the log)."
        return Verdict("duplicate", why, lines=lines, notes=notes, received=received, purpose=purpose, around=around)
    late = " Too late: that step has been adjudicated, so it would change nothing." if purpose.when == "late" else ""
    why = " ".join([f"{purpose.sentence()}.{late}", *received.not_read(purpose.read.quoted)])
    return Verdict("accept", why, lines=lines, notes=notes, received=received, purpose=purpose, around=around)


def understood(received: Received, read: Text) -> tuple[tuple[int, str], ...]:
    """The lines of a text as they were read, with their numbers; the parts of a wrapped order are put together."""
    found: list[tuple[int, str]] = []
    rest = ""
    for line in received.lines:
        words = " ".join(read_line(line.number, line.text).words.split())
        if line.quoted or not any(letter.isalnum() for letter in words):
            continue
        if rest.startswith(words):
            rest = rest.removeprefix(words).strip()
            continue
        written = " ".join(line.text.split())
        whole = " ".join(read.lines.get(line.number, line.text).split())
        rest = whole.removeprefix(words).strip() if whole != written else ""
        found.append((line.number, whole))
    return tuple(found)


def _same_on_record(match: Match, received: Received, purpose: Purpose) -> TextLine | None:
    """The seat's text for this moment, if it says the same."""
    history = match.history
    earlier = text_replaced(history, purpose)
    if purpose.when == "late":
        moment = (purpose.side, purpose.seat, purpose.turn, purpose.phase)
        same = [text for text in history.texts if (text.side, text.seat, text.turn, text.phase) == moment]
        earlier = same[-1] if same else None
    return earlier if earlier is not None and _says(earlier.text) == _says(received.text) else None


def _says(text: str) -> list[str]:
    """The words of a text in plain letters, without remarks, the header and what stands around them."""
    lines = [read_line(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    plain = [" ".join(line.text.split()) for line in lines if header_line(line.words, line.number) is None]
    return [words for words in plain if any(letter.isalnum() for letter in words)]


# --- asking back -----------------------------------------------------------------------------------------------------


def _asked(
    letter: Letter, body: Body, filled: Filled | None, likeness: Likeness, trouble: MatchError | None = None
) -> Verdict:
    """A query: about a form filled in inside a quotation, about what is left out, or about what is missing."""
    own = [line for line in body.lines if not line.quoted and likeness.is_like(line)]
    if filled is not None and not own:
        return Verdict("query", filled.question(), offer=filled.text, notes=letter.problems)
    left = body_left_out(body, likeness)
    if left and (trouble is None or not isinstance(trouble, MissingError)):
        remedy = "Write the orders in lines of your own: without `>`, above any quoted mail, outside of [quote]."
        why = f"Nothing in it is read as orders: {' '.join(left)} {remedy}"
    elif own and trouble is not None:
        why = f"{trouble.what} {trouble.remedy}"
    else:
        why = "No line of it could be read as an order or as an answer."
    return Verdict("query", without_addresses(" ".join([why, *letter.problems])), notes=letter.problems)


def body_left_out(body: Body, likeness: Likeness) -> tuple[str, ...]:
    """What a body has that looks like orders and is not read, and why."""
    reasons = {left.number: left.why for left in body.left_out}
    quoted = [line for line in body.lines if line.quoted]
    return Received(body.lines, reasons=reasons).not_read(likeness.of_orders(quoted))


def says_yes(letter: Letter) -> bool:
    """Whether a letter is the plain `yes` that takes what a query offered."""
    own = [line.text for line in letter.lines if not line.quoted and line.text.strip()]
    return len(own) == 1 and own[0].strip(" .!,*").casefold() == "yes"
