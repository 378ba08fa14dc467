"""`desk once` and `desk serve`: mail in, mails dealt with, matches looked after, mail out, in this order.

May be killed at any moment: mail is stored before it leaves its box, a mail and all it causes are one transaction, a
log decides what is on record, and what goes out has a fixed Message-ID.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from adjudicator.core.errors import AdjudicatorError, DataError
from adjudicator.play.desk.room.desk import Desk
from adjudicator.play.desk.room.effects import Effects, carry_out, to_umpire, write_mails
from adjudicator.play.desk.room.handling import handled
from adjudicator.play.desk.room.looking_after import look_after, to_look_after
from adjudicator.play.desk.room.settings import secret
from adjudicator.post.carriers.carrier import CarrierError, Inbox, Outbox, RefusedError
from adjudicator.post.carriers.imap import ImapInbox
from adjudicator.post.carriers.maildir import MaildirInbox, MaildirOutbox
from adjudicator.post.carriers.single import SingleInbox
from adjudicator.post.carriers.smtp import SmtpOutbox
from adjudicator.post.ledger import came, went

_DAY = 86_400
_TROUBLES_IN_A_ROW = 3
"""Mails in a row that could not be handed over, after which the rest is left for the next time."""


@dataclass
class Done:
    """What one round came to."""

    came: int = 0
    handled: int = 0
    matches: int = 0
    sent: int = 0
    troubles: list[str] = field(default_factory=list)

    def words(self) -> str:
        """In a line."""
        return (
            f"{self.came} mails came, {self.handled} dealt with, {self.matches} matches looked after, {self.sent} sent."
        )

    @property
    def anything(self) -> bool:
        """Whether there was anything to do."""
        return bool(self.came or self.handled or self.sent or self.troubles)


def inbox_of(desk: Desk, stream: BinaryIO | None = None) -> Inbox | None:
    """Where mail comes from; None if only what is handed over on standard input is read."""
    if stream is not None:
        return SingleInbox(stream)
    box = desk.settings.mail_in
    match box.kind:
        case "maildir":
            return MaildirInbox(_path(desk, box.path, "mail_in"))
        case "imap":
            password = secret(box.password, desk.folder)
            return ImapInbox(box.host, box.port, box.user, password, box.tls, box.folder, box.done)
        case _:
            return None


def outbox_of(desk: Desk) -> Outbox:
    """Where mail goes to."""
    box = desk.settings.mail_out
    if box.kind == "maildir":
        return MaildirOutbox(_path(desk, box.path, "mail_out"))
    return SmtpOutbox(
        box.host,
        box.port,
        sender=desk.settings.address,
        user=box.user,
        password=secret(box.password, desk.folder),
        security=box.security,
        lmtp=box.kind == "lmtp",
    )


def _path(desk: Desk, path: str, table: str) -> Path:
    if not path:
        raise DataError(f"The table {table} of desk.toml names no path.", f'Write path = "mail" in [{table}].')
    return desk.folder / path


def once(desk: Desk, stream: BinaryIO | None = None) -> Done:
    """All that is due now."""
    done = Done()
    desk.ledger.free_dead()
    _take_in(desk, stream, done)
    while deal_with_one(desk):
        done.handled += 1
    for name in to_look_after(desk, desk.now()):
        look_after(desk, name, desk.now())
        done.matches += 1
    _send(desk, done)
    went.drop_old(desk.ledger, desk.now() - desk.settings.limits.keep_days * _DAY)
    return done


def serve(desk: Desk, wait: Callable[[float], bool], tell: Callable[[str], None] = lambda _: None) -> None:
    """Round after round until `wait`, which is given the seconds to the next one, says that it is over."""
    while True:
        try:
            done = once(desk)
        except AdjudicatorError as trouble:
            tell(str(trouble))
        else:
            if done.anything:
                tell(done.words())
            for words in done.troubles:
                tell(words)
        if wait(desk.settings.every.total_seconds()):
            return


def _take_in(desk: Desk, stream: BinaryIO | None, done: Done) -> None:
    inbox = inbox_of(desk, stream)
    if inbox is None:
        return
    try:
        for delivery in inbox.fetch(desk.settings.limits.bytes):
            done.came += came.store(desk.ledger, delivery.data, desk.now(), delivery.too_large)
            delivery.stored()
    except CarrierError as trouble:
        done.troubles.append(str(trouble))


def deal_with_one(desk: Desk) -> bool:
    """Deal with the oldest mail that is free; False if there is none."""
    mail = came.claim(desk.ledger)
    if mail is None:
        return False
    now = desk.now()
    effects = _safely(desk, mail)
    with desk.ledger.write() as connection:
        carry_out(desk, connection, effects, now)
        came.done(connection, mail, effects.verdict, effects.why, effects.match, effects.side, effects.seat)
    return True


def _safely(desk: Desk, mail: came.Came) -> Effects:
    """What a mail comes to; one at which the program itself fails goes to the umpire and holds up nobody."""
    try:
        return handled(desk, mail)
    except OSError:
        raise  # a full disk is no fault of the mail: it is tried again
    except Exception as trouble:
        what = trouble.what if isinstance(trouble, AdjudicatorError) else f"{type(trouble).__name__}: {trouble}"
        why = f"It could not be dealt with ({what})."
        text = (
            f"{why}\n\nFrom: {mail.sender}\nSubject: {mail.subject}\n\nIt is kept in the ledger as it came, number "
            f"{mail.id}. Its sender got no answer: please look at it yourself.\n"
        )
        told = to_umpire(desk, f"failed/{mail.sha256}", "A mail could not be dealt with", text)
        return Effects("reject", why, mails=[told])


def _send(desk: Desk, done: Done) -> None:
    outbox: Outbox | None = None
    in_a_row = 0
    try:
        while in_a_row < _TROUBLES_IN_A_ROW and (going := went.claim(desk.ledger, desk.now())) is not None:
            try:
                outbox = outbox or outbox_of(desk)
                outbox.send(going.recipient, going.raw)
            except RefusedError as trouble:
                went.failed(desk.ledger, going, str(trouble))
                _not_sent(desk, going, str(trouble))
                done.troubles.append(str(trouble))
            except CarrierError as trouble:
                if not went.try_again(desk.ledger, going, desk.now(), str(trouble)):
                    _not_sent(desk, going, str(trouble))
                done.troubles.append(str(trouble))
                in_a_row += 1
            else:
                went.sent(desk.ledger, going, desk.now())
                done.sent += 1
                in_a_row = 0
    finally:
        if outbox is not None:
            outbox.close()


def _not_sent(desk: Desk, going: went.Going, why: str) -> None:
    """Word to the umpire that somebody did not get what; a mail to the umpire himself is only in `desk status`."""
    if going.recipient == desk.settings.umpire:
        return
    text = f"A mail could not be sent.\n\nTo:      {going.recipient}\nSubject: {going.subject}\nWhy:     {why}\n"
    mail = to_umpire(desk, f"unsent/{going.key}"[:200], f"{going.recipient} was not reached", text, going.match)
    with desk.ledger.write() as connection:
        write_mails(desk, connection, [mail], desk.now())
