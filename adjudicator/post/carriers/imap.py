"""A mail box on an IMAP server."""

from __future__ import annotations

import imaplib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from adjudicator.post.carriers.carrier import HEAD, CarrierError, Delivery

if TYPE_CHECKING:
    from imap_tools.mailbox import BaseMailBox

PATIENCE = 60
"""Seconds that a server may take for an answer."""


@dataclass(frozen=True, slots=True)
class ImapInbox:
    """A folder of an IMAP account; mail that is stored goes to another of its folders."""

    host: str
    port: int
    user: str
    password: str
    tls: bool = True
    folder: str = "INBOX"
    done: str = "adjudicator-read"

    def fetch(self, largest: int) -> Iterator[Delivery]:
        """The mails that are there now, oldest first."""
        from imap_tools.errors import ImapToolsError

        try:
            with self._open() as box:
                if not box.folder.exists(self.done):
                    box.folder.create(self.done)
                for uid, size in _sizes(box):
                    what = f"(BODY.PEEK[]<0.{HEAD}>)" if size > largest else "(BODY.PEEK[])"
                    data = _fetched(box, uid, what)
                    if data is not None:
                        yield Delivery(data, partial(self._put_away, box, uid), size if size > largest else 0)
        except (OSError, imaplib.IMAP4.error, ImapToolsError) as trouble:
            raise CarrierError(
                f"The IMAP server {self.host} cannot be used: {trouble}.",
                "Look at host, port, user and password in desk.toml; the desk tries again by itself.",
            ) from trouble

    def _open(self) -> BaseMailBox:
        from imap_tools import MailBox, MailBoxUnencrypted

        kind = MailBox if self.tls else MailBoxUnencrypted
        return kind(self.host, self.port, timeout=PATIENCE).login(self.user, self.password, self.folder)

    def _put_away(self, box: BaseMailBox, uid: str) -> None:
        box.move(uid, self.done)


def _sizes(box: BaseMailBox) -> list[tuple[str, int]]:
    """The mails by uid, each with its size, oldest first."""
    uids = box.uids()
    if not uids:
        return []
    _, answers = box.client.uid("fetch", ",".join(uids), "(RFC822.SIZE)")
    found: list[tuple[str, int]] = []
    for answer in answers:
        words = (answer if isinstance(answer, bytes) else b"").replace(b"(", b" ").replace(b")", b" ").split()
        if b"UID" in words and b"RFC822.SIZE" in words:
            uid = words[words.index(b"UID") + 1].decode()
            found.append((uid, int(words[words.index(b"RFC822.SIZE") + 1])))
    return sorted(found, key=lambda mail: int(mail[0]))


def _fetched(box: BaseMailBox, uid: str, what: str) -> bytes | None:
    """A mail's bytes; None if another worker has taken it."""
    answers: list[Any] = box.client.uid("fetch", uid, what)[1]
    return next((bytes(answer[1]) for answer in answers if isinstance(answer, tuple)), None)
