"""What dealing with a mail comes to: its verdict, the mails that it causes, what changes in the ledger.

The log of a match is written before; all else stands in one transaction with the mark that the mail is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import Connection, update

from adjudicator.play.desk.room.desk import Desk
from adjudicator.play.desk.roster import Player
from adjudicator.post.composing import Draft, Enclosure, composed, one_line
from adjudicator.post.ledger.came import storable
from adjudicator.post.ledger.tables import STANDS, WENT
from adjudicator.post.ledger.went import answers_since, thread_of

_DAY = 86_400
Change = Callable[[Connection], None]


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail of ours that is to be written."""

    key: str
    """What it is; a second one with the key is not written."""
    recipient: str
    subject: str
    text: str
    kind: str = "answer"
    """`answer`, `report`, `reminder`, `umpire`, `public`."""
    player: Player | None = None
    match: str = ""
    html: str = ""
    enclosures: tuple[Enclosure, ...] = ()
    answers: str = ""
    turn: int | None = None
    phase: str = ""
    form: str = ""
    offer: str = ""


@dataclass
class Effects:
    """What a mail comes to."""

    verdict: str = "ignore"
    why: str = ""
    match: str = ""
    side: str = ""
    seat: str = ""
    mails: list[Mail] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    """Matches to look after."""
    texts: set[str] = field(default_factory=set)
    """Matches for which a text came in: their players have some time for a correction."""

    def join(self, other: Effects) -> Effects:
        """Those of a further letter of the same mail."""
        self.mails += other.mails
        self.changes += other.changes
        self.touched |= other.touched
        self.texts |= other.texts
        rank = ("accept", "query", "reject", "duplicate", "ignore")
        if rank.index(other.verdict) < rank.index(self.verdict):
            self.verdict, self.why = other.verdict, other.why
            self.match, self.side, self.seat = other.match, other.side, other.seat
        return self


def carry_out(desk: Desk, connection: Connection, effects: Effects, now: int) -> None:
    """Write all that a mail comes to, in the transaction in which it is marked as done."""
    write_mails(desk, connection, effects.mails, now)
    for change in effects.changes:
        change(connection)
    for match in sorted(effects.touched):
        came = {"text_at": now} if match in effects.texts else {}
        connection.execute(update(STANDS).where(STANDS.c.match == match).values(next_at=0, **came))


def write_mails(desk: Desk, connection: Connection, mails: Sequence[Mail], now: int) -> None:
    """Put mails on the way, each under its key, but for answers beyond what a person gets in a day."""
    for mail in mails:
        if mail.kind == "answer":
            limit = desk.settings.limits.answers_a_day
            count = answers_since(connection, mail.recipient, now - _DAY)
            if count >= limit:
                warning = _too_many(desk, mail, limit, now)
                _write(desk, connection, warning, now)
                continue
        _write(desk, connection, mail, now)


def _too_many(desk: Desk, mail: Mail, limit: int, now: int) -> Mail:
    """Word to the umpire, once a day, that somebody is not answered any more: two machines may be talking."""
    return to_umpire(
        desk,
        f"flood/{mail.recipient}/{now // _DAY}",
        f"No more answers today to {mail.recipient}",
        f"{mail.recipient} got {limit} answers within a day. Until tomorrow what comes from there is dealt with and "
        "recorded, but not answered: two machines may be answering each other.",
    )


def to_umpire(desk: Desk, key: str, subject: str, text: str, match: str = "", answers: str = "") -> Mail:
    """Word to the umpire."""
    tag = f"[{match}] " if match else ""
    return Mail(key, desk.settings.umpire, f"{tag}{subject}", text, kind="umpire", match=match, answers=answers)


def _write(desk: Desk, connection: Connection, mail: Mail, now: int) -> None:
    player = mail.player
    match = player.match if player else mail.match
    side, seat = (str(player.side), player.seat) if player else ("", "")
    thread = thread_of(connection, mail.recipient, match, side, seat) if match and mail.kind != "umpire" else ()
    draft = Draft(
        recipient=mail.recipient,
        subject=mail.subject,
        text=mail.text,
        html=mail.html,
        enclosures=mail.enclosures,
        answers=mail.answers,
        thread=tuple(thread[:1]) + tuple(thread[1:][-8:]),
        is_reply=bool(mail.answers) or mail.kind == "answer",
    )
    token = player.token if player else ""
    key = desk.message_id(mail.key)
    raw = composed(draft, desk.sender(token), key, datetime.fromtimestamp(now, UTC))
    desk.ledger.put(
        connection,
        WENT,
        {
            "key": mail.key[:200],
            "message_id": key,
            "recipient": mail.recipient,
            "subject": storable(one_line(mail.subject))[:300],
            "raw": raw,
            "kind": mail.kind,
            "match": match,
            "side": side,
            "seat": seat,
            "turn": mail.turn,
            "phase": mail.phase,
            "form": mail.form,
            "offer": storable(mail.offer),
            "at": now,
        },
    )


def tagged(player: Player, words: str, turn: int | None = None) -> str:
    """A subject whose tag says match, turn, side and seat, and has the seat's token."""
    about = [player.match, *([f"T{turn}"] if turn is not None else []), str(player.side)]
    about += [player.seat] if player.seat else []
    return f"[{' '.join(about)} {player.token}] {words}"
