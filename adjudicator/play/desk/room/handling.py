"""One mail from the ledger to all that it comes to.

    accept      recorded in the log; a receipt goes out at once
    query       its sender is asked
    duplicate   nothing changes; of the same mail twice nothing is said
    ignore      machines are never answered; the umpire hears who did not get what
    reject      the umpire hears; a stranger learns nothing

Some texts are not for the log alone: `COUNTERS` names who takes which, in this order.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.errors import MatchError
from adjudicator.play.desk.reading_mail import judge, not_heard
from adjudicator.play.desk.room.callers import Caller
from adjudicator.play.desk.room.desk import Desk
from adjudicator.play.desk.room.effects import Effects, Mail, to_umpire
from adjudicator.play.desk.room.forms import offer_taken
from adjudicator.play.desk.room.lines_for_desk import lines_for_desk
from adjudicator.play.desk.room.papers import paper_for_match
from adjudicator.play.desk.room.robots import robot_came
from adjudicator.play.desk.room.texts import text_for_match
from adjudicator.play.desk.room.umpires_words import umpires_words
from adjudicator.play.desk.roster import tokens_in
from adjudicator.post.composing import answered_subject
from adjudicator.post.headers import display_names, head_of
from adjudicator.post.ledger.came import Came, count_since, is_repeated
from adjudicator.post.ledger.went import referred_to
from adjudicator.post.letter import Letter
from adjudicator.post.source import is_mail, letters_of

_DAY = 86_400
Counter = Callable[[Caller], Effects | None]

COUNTERS: tuple[Counter, ...] = (umpires_words, offer_taken, lines_for_desk, paper_for_match, text_for_match)
"""Who takes a mail of somebody on the roster: the first that comes back with effects has taken it.

The last takes all that is left.
"""


def handled(desk: Desk, came: Came) -> Effects:
    """All that a mail comes to. Whatever it holds, there is a verdict."""
    with desk.ledger.read() as connection:
        count = count_since(connection, came, came.at - _DAY)
        repeated = is_repeated(connection, came)
    if count > desk.settings.limits.mails_a_day:
        return _flood(desk, came)
    try:
        letters = _letters(desk, came)
    except MatchError as trouble:
        return _unreadable(desk, came, trouble)
    effects = Effects()
    for number, letter in enumerate(letters):
        effects = effects.join(_letter(desk, came, letter, number, repeated=repeated))
    return effects


def _letters(desk: Desk, came: Came) -> tuple[Letter, ...]:
    if came.too_large:
        limit = desk.settings.limits.bytes
        raise MatchError(
            f"The mail has {came.too_large:,} bytes; at most {limit:,} are read.", "Send the orders as text alone."
        )
    if not is_mail(came.raw):
        raise MatchError("What came is no mail.", "")
    return letters_of(came.raw, "The mail")


def _letter(desk: Desk, came: Came, letter: Letter, number: int, *, repeated: bool) -> Effects:
    with desk.ledger.read() as connection:
        past = referred_to(connection, [*letter.in_reply_to, *([letter.robot.about] if letter.robot else [])])
    if letter.robot is not None:
        return robot_came(desk, came, letter, past)
    opened = desk.open_desk(letter, past, is_repeated=repeated)
    seats = opened.roster.of(letter)
    refused = not_heard(letter, opened.roster, seats)
    if refused is not None:
        return _stranger(desk, came, letter, refused.why)
    if repeated:
        return Effects("duplicate", "A mail with its Message-ID was dealt with before.")
    if desk.settings.tokens == "required" and not _has_token(letter, [seat.token for seat in seats]):
        return _without_token(desk, came, letter)
    caller = Caller(desk, came, letter, number, seats, past, opened)
    for counter in COUNTERS:
        effects = counter(caller)
        if effects is not None:
            return effects
    found = judge(letter, opened)
    return Effects(found.verdict, found.why)


def _has_token(letter: Letter, tokens: list[str]) -> bool:
    return bool(tokens_in(letter) & set(tokens))


# --- mail that is not heard --------------------------------------------------------------------------------------


def _stranger(desk: Desk, came: Came, letter: Letter, why: str) -> Effects:
    """A mail of nobody of ours: the umpire reads its head, its sender learns nothing."""
    from adjudicator.play.desk.room.readers import reader_asks

    reader = reader_asks(desk, came, letter)
    if reader is not None:
        return reader
    words = "\n".join(line.text for line in letter.lines if not line.quoted)[:1000]
    text = (
        f"A mail was not taken: {why}\n\nFrom: {came.sender or 'nobody'}\nSubject: {letter.subject}\n\n"
        "Its beginning (its sender got no answer):\n\n" + "".join(f"    {line}\n" for line in words.split("\n"))
    )
    return Effects("reject", why, mails=[to_umpire(desk, f"stranger/{came.sha256}", "A mail was not taken", text)])


def _without_token(desk: Desk, came: Came, letter: Letter) -> Effects:
    why = "It has no token of its sender's seat. Answer a mail of the desk: its subject has the token."
    text = f"{why}\n\nNothing of it is on record. If you did not write it, somebody used your address.\n"
    mail = Mail(
        f"token/{came.sha256}", letter.sender, answered_subject(letter.subject), text, answers=letter.message_id
    )
    return Effects("query", why, mails=[mail])


def _unreadable(desk: Desk, came: Came, trouble: MatchError) -> Effects:
    """A mail that cannot be opened: whoever is on the roster is told why, the umpire in any case."""
    why = f"{trouble.what} {trouble.remedy}".strip()
    head = head_of(came.raw)
    shown = ", ".join(display_names(head, "From"))[:80]
    told = to_umpire(
        desk,
        f"unreadable/{came.sha256}",
        "A mail could not be read",
        f"{why}\n\nFrom: {came.sender or shown or 'nobody'}\nSubject: {came.subject}\n\n"
        f"It is kept in the ledger as it came, number {came.id}.\n",
    )
    effects = Effects("reject", why, mails=[told])
    if desk.is_on_roster(came.sender) and "Auto-Submitted" not in head:
        mail = Mail(f"unreadable/to/{came.sha256}", came.sender, answered_subject(came.subject), f"{why}\n")
        effects.mails.append(mail)
    return effects


def _flood(desk: Desk, came: Came) -> Effects:
    limit = desk.settings.limits.mails_a_day
    why = f"Its sender sent more than {limit} mails within a day."
    told = to_umpire(
        desk,
        f"many/{came.sender}/{came.at // _DAY}",
        "Too many mails from one sender",
        f"{came.sender or 'A sender without an address'} sent more than {limit} mails within a day. What comes beyond "
        "that is kept in the ledger, but not read.\n",
    )
    return Effects("ignore", why, mails=[told])
