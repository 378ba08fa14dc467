"""What goes out: written once under a key that says what it is, sent until it is taken, always with one Message-ID."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select, update

from adjudicator.post.ledger.ledger import Ledger
from adjudicator.post.ledger.tables import WENT

_PAUSES = (60, 300, 900, 3600, 4 * 3600)
"""Seconds until a mail is tried again, the last from then on."""
GIVEN_UP = 20
"""Tries after which the umpire is told instead."""


@dataclass(frozen=True, slots=True)
class Going:
    """A mail that is to be sent."""

    id: int
    key: str
    message_id: str
    recipient: str
    subject: str
    raw: bytes
    kind: str
    match: str
    side: str
    seat: str
    tries: int


@dataclass(frozen=True, slots=True)
class Past:
    """A mail of ours to which somebody refers."""

    message_id: str
    recipient: str
    subject: str
    kind: str
    match: str
    side: str
    seat: str
    turn: int | None
    phase: str
    form: str
    offer: str


_PAST = ("message_id", "recipient", "subject", "kind", "match", "side", "seat", "turn", "phase", "form", "offer")
_GOING = ("id", "key", "message_id", "recipient", "subject", "raw", "kind", "match", "side", "seat", "tries")


def claim(ledger: Ledger, now: int) -> Going | None:
    """The oldest mail that is due and that nobody sends; those of one match are sent in their order."""
    due = (WENT.c.state == "due", WENT.c.worker == "", WENT.c.next_at <= now)
    free = select(WENT.c.id).where(*due).order_by(WENT.c.id).limit(1).with_for_update(skip_locked=True)
    with ledger.write() as connection:
        key = connection.execute(free).scalar()
        if key is None:
            return None
        connection.execute(update(WENT).where(WENT.c.id == key).values(worker=ledger.worker))
        row = connection.execute(select(*(WENT.c[name] for name in _GOING)).where(WENT.c.id == key)).one()
    return Going(*row)


def sent(ledger: Ledger, going: Going, now: int) -> None:
    """A mail has been taken by the server."""
    _mark(ledger, going, state="sent", sent_at=now, tries=going.tries + 1)


def try_again(ledger: Ledger, going: Going, now: int, why: str) -> bool:
    """A mail was not taken; whether it is tried again."""
    tries = going.tries + 1
    pause = _PAUSES[min(going.tries, len(_PAUSES) - 1)]
    _mark(
        ledger,
        going,
        tries=tries,
        next_at=now + pause,
        why=why,
        state="failed" if tries >= GIVEN_UP else "due",
    )
    return tries < GIVEN_UP


def failed(ledger: Ledger, going: Going, why: str) -> None:
    """A mail will never be taken."""
    _mark(ledger, going, state="failed", why=why, tries=going.tries + 1)


def _mark(ledger: Ledger, going: Going, **values: Any) -> None:
    with ledger.write() as connection:
        connection.execute(update(WENT).where(WENT.c.id == going.id).values(worker="", **values))


def referred_to(connection: Connection, ids: Iterable[str]) -> dict[str, Past]:
    """The mails of ours among some Message-IDs."""
    wanted = list(ids)[:50]
    if not wanted:
        return {}
    rows = connection.execute(select(*(WENT.c[name] for name in _PAST)).where(WENT.c.message_id.in_(wanted)))
    return {row[0]: Past(*row) for row in rows}


def thread_of(connection: Connection, recipient: str, match: str, side: str, seat: str) -> Sequence[str]:
    """The Message-IDs of the reports that somebody got of a match, oldest first: a thread for mail programs."""
    mine = (WENT.c.match == match, WENT.c.side == side, WENT.c.seat == seat)
    rows = connection.execute(
        select(WENT.c.message_id, WENT.c.recipient).where(*mine, WENT.c.kind == "report").order_by(WENT.c.id)
    )
    return [key for key, to in rows if to == recipient]


def last_report(connection: Connection, recipient: str, match: str) -> bytes | None:
    """The last report that somebody got of a match, as it was sent."""
    mine = (WENT.c.match == match, WENT.c.recipient == recipient, WENT.c.kind == "report", WENT.c.raw.is_not(None))
    return connection.execute(select(WENT.c.raw).where(*mine).order_by(WENT.c.id.desc()).limit(1)).scalar()


def answers_since(connection: Connection, recipient: str, since: int) -> int:
    """How many answers somebody got since a moment."""
    mine = (WENT.c.recipient == recipient, WENT.c.at >= since, WENT.c.kind == "answer")
    return int(connection.execute(select(func.count()).select_from(WENT).where(*mine)).scalar_one())


def bounced(connection: Connection, message_id: str, why: str) -> None:
    """A mail came back."""
    connection.execute(update(WENT).where(WENT.c.message_id == message_id).values(state="bounced", why=why))


def drop_old(ledger: Ledger, before: int) -> None:
    """The bytes of mails that were sent long ago; that they were sent stays on record."""
    with ledger.write() as connection:
        old = (WENT.c.state == "sent", WENT.c.at < before, WENT.c.raw.is_not(None))
        connection.execute(update(WENT).where(*old).values(raw=None))


def counts(connection: Connection) -> dict[str, int]:
    """How many mails are due, sent, failed and bounced."""
    rows = connection.execute(select(WENT.c.state, func.count()).group_by(WENT.c.state))
    return {str(state): int(count) for state, count in rows}


def troubles(connection: Connection) -> list[tuple[str, str, str, str, str, str]]:
    """Mails that did not arrive: match, side, seat, subject, state, why; the newest first."""
    bad = WENT.c.state.in_(("failed", "bounced")) | ((WENT.c.state == "due") & (WENT.c.tries > 0))
    wanted = (WENT.c.match, WENT.c.side, WENT.c.seat, WENT.c.subject, WENT.c.state, WENT.c.why)
    rows = connection.execute(select(*wanted).where(bad).order_by(WENT.c.id.desc()).limit(50))
    return [(r[0], r[1], r[2], r[3], r[4], r[5]) for r in rows]
