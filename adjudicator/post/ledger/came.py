"""What came: stored first, claimed by one worker, done once; mails of one sender in the order in which they came."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, exists, func, select, update

from adjudicator.core.canon import hexadecimal, sha256
from adjudicator.post.headers import addresses, head_of, header_text, message_ids
from adjudicator.post.ledger.ledger import Ledger
from adjudicator.post.ledger.tables import CAME


@dataclass(frozen=True, slots=True)
class Came:
    """A mail that is to be dealt with."""

    id: int
    sha256: str
    message_id: str
    sender: str
    subject: str
    raw: bytes
    too_large: int
    at: int


def store(ledger: Ledger, data: bytes, at: int, too_large: int = 0) -> bool:
    """Keep a mail as it came; False if these bytes are there already."""
    head = head_of(data)
    senders = addresses(head, "From")
    row: dict[str, object] = {
        "sha256": hexadecimal(sha256(data)),
        "message_id": storable(next(iter(message_ids(head, "Message-ID")), "")),
        "sender": (senders[0] if len(set(senders)) == 1 else "")[:320],
        "subject": storable(header_text(head, "Subject"))[:300],
        "raw": data,
        "too_large": too_large,
        "at": at,
    }
    with ledger.write() as connection:
        return ledger.put(connection, CAME, row)


def claim(ledger: Ledger) -> Came | None:
    """The oldest mail that nobody works at and of whose sender no earlier one is open."""
    earlier = CAME.alias("earlier")
    blocked = exists().where(earlier.c.state == "new", earlier.c.sender == CAME.c.sender, earlier.c.id < CAME.c.id)
    free = select(CAME.c.id).where(CAME.c.state == "new", CAME.c.worker == "", ~blocked).order_by(CAME.c.id).limit(1)
    with ledger.write() as connection:
        key = connection.execute(free.with_for_update(skip_locked=True)).scalar()
        if key is None:
            return None
        connection.execute(update(CAME).where(CAME.c.id == key).values(worker=ledger.worker))
        row = connection.execute(
            select(
                CAME.c.id,
                CAME.c.sha256,
                CAME.c.message_id,
                CAME.c.sender,
                CAME.c.subject,
                CAME.c.raw,
                CAME.c.too_large,
                CAME.c.at,
            ).where(CAME.c.id == key)
        ).one()
    return Came(*row)


def done(
    connection: Connection, came: Came, verdict: str, why: str, match: str = "", side: str = "", seat: str = ""
) -> None:
    """A mail is dealt with; written together with all that it causes."""
    values = {
        "state": "done",
        "worker": "",
        "verdict": verdict,
        "why": storable(why),
        "match": match,
        "side": side,
        "seat": seat,
    }
    connection.execute(update(CAME).where(CAME.c.id == came.id).values(**values))


def is_repeated(connection: Connection, came: Came) -> bool:
    """Whether an earlier mail of the same sender has its Message-ID; another's proves nothing."""
    if not came.message_id:
        return False
    same = (CAME.c.message_id == came.message_id, CAME.c.sender == came.sender, CAME.c.id < came.id)
    return bool(connection.execute(select(exists().where(*same))).scalar())


def is_known(connection: Connection, message_id: str, sender: str, data: bytes) -> bool:
    """Whether a mail that is not in the ledger would be a repeated one: its sender's Message-ID came before."""
    if not message_id:
        return False
    other = CAME.c.sha256 != hexadecimal(sha256(data))
    same = (CAME.c.message_id == message_id, CAME.c.sender == sender, CAME.c.state == "done", other)
    return bool(connection.execute(select(exists().where(*same))).scalar())


def count_since(connection: Connection, came: Came, since: int) -> int:
    """How many mails of its sender came since a moment, up to this one."""
    mine = (CAME.c.sender == came.sender, CAME.c.at >= since, CAME.c.id <= came.id)
    return int(connection.execute(select(func.count()).select_from(CAME).where(*mine)).scalar_one())


def open_count(connection: Connection) -> int:
    """How many mails are not dealt with yet."""
    return int(connection.execute(select(func.count()).select_from(CAME).where(CAME.c.state == "new")).scalar_one())


def storable(words: str) -> str:
    """Words as every database takes them: without nulls, and valid Unicode."""
    return words.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
