"""Mails of ours: text first, HTML and files beside it, and the header that keeps threads together and loops apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Literal

MAP_ID = "map"
"""The name by which the HTML of a mail shows the map that comes with it."""
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_LONGEST_SUBJECT = 200


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file that goes with a mail."""

    name: str
    kind: Literal["text/plain", "image/png", "application/json"]
    data: bytes
    shown: bool = False
    """Whether the HTML shows it (then it is a picture)."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A mail before it is written out."""

    recipient: str
    subject: str
    text: str
    html: str = ""
    enclosures: tuple[Enclosure, ...] = ()
    answers: str = ""
    """The Message-ID of the mail that it answers."""
    thread: tuple[str, ...] = ()
    """The Message-IDs of the mails before it, oldest first."""
    is_reply: bool = False
    """Whether somebody's mail caused it (RFC 3834: auto-replied), or the desk itself did (auto-generated)."""


@dataclass(frozen=True, slots=True)
class Sender:
    """From whom our mails are."""

    name: str
    address: str
    reply_to: str = ""


def composed(draft: Draft, sender: Sender, message_id: str, at: datetime) -> bytes:
    """The mail as it is handed to a server; the same draft, id and time give the same bytes."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address(one_line(sender.name), addr_spec=sender.address)
    mail["To"] = Address(addr_spec=draft.recipient)
    if sender.reply_to and sender.reply_to != sender.address:
        mail["Reply-To"] = Address(one_line(sender.name), addr_spec=sender.reply_to)
    mail["Subject"] = one_line(draft.subject)[:_LONGEST_SUBJECT]
    mail["Date"] = format_datetime(at)
    mail["Message-ID"] = f"<{message_id}>"
    if draft.answers:
        mail["In-Reply-To"] = f"<{draft.answers}>"
    before = [*draft.thread, *([draft.answers] if draft.answers and draft.answers not in draft.thread else [])]
    if before:
        mail["References"] = " ".join(f"<{key}>" for key in before)
    mail["Auto-Submitted"] = "auto-replied" if draft.is_reply else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "OOF, AutoReply"
    mail.set_content(draft.text, charset="utf-8", cte=_encoding(draft.text))
    if draft.html:
        _add_html(mail, draft)
    for file in draft.enclosures:
        if not (draft.html and file.shown):
            _attach(mail, file)
    return _fixed_boundaries(mail, message_id)


def _encoding(text: str) -> str:
    """Plain letters go as they are, so that the text can be read in any mail program; others are wrapped up."""
    return "7bit" if text.isascii() and max(map(len, text.split("\n")), default=0) < 900 else "quoted-printable"


def _add_html(mail: EmailMessage, draft: Draft) -> None:
    mail.add_alternative(draft.html, subtype="html", charset="utf-8", cte="quoted-printable")
    page = mail.get_payload()[1]  # type: ignore[index]
    assert isinstance(page, EmailMessage)
    for file in draft.enclosures:
        if file.shown:
            main, _, sub = file.kind.partition("/")
            page.add_related(file.data, main, sub, cid=f"<{MAP_ID}>", filename=file.name, disposition="inline")


def _attach(mail: EmailMessage, file: Enclosure) -> None:
    main, _, sub = file.kind.partition("/")
    if main == "text":
        text = file.data.decode("utf-8")
        mail.add_attachment(text, subtype=sub, charset="utf-8", cte="quoted-printable", filename=file.name)
    else:
        mail.add_attachment(file.data, main, sub, filename=file.name)


def _fixed_boundaries(mail: EmailMessage, message_id: str) -> bytes:
    """Boundaries come from the Message-ID, not from chance."""
    stem = re.sub(r"\W", "", message_id.partition("@")[0])[:40]
    for number, part in enumerate(part for part in mail.walk() if part.is_multipart()):
        part.set_boundary(f"={stem}-{number}=")
    return mail.as_bytes()


def one_line(words: str) -> str:
    """Words that can stand in a header: no line breaks, no control characters."""
    return " ".join(_UNSEEN.sub(" ", words).split())


def answered_subject(subject: str) -> str:
    """The subject of an answer: `Re:` once."""
    plain = one_line(subject)
    return plain if plain[:3].lower() == "re:" else f"Re: {plain}"


def threaded(earlier: Sequence[str], longest: int = 10) -> tuple[str, ...]:
    """The Message-IDs that a mail names as those before it: the first of the thread, and the last few."""
    if len(earlier) <= longest:
        return tuple(earlier)
    return (earlier[0], *earlier[-(longest - 1) :])
