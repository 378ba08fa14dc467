"""Digests: several mails in one, as a list sends them; by MIME (RFC 2046, 5.1.5) or as plain text (RFC 1153)."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import Message

from adjudicator.post.headers import header_text

_SEPARATOR = re.compile(rb"\n\n-{30}\r?\n\r?\n|\n\n-{70}\r?\n\r?\n")
_MEMBER = re.compile(rb"(?:date|from|to|subject|message-id|message|cc|content-type):", re.IGNORECASE)
MOST_MAILS = 100


def mails_of_digest(mail: Message) -> list[Message]:
    """The mails that a digest holds; none if it is no digest."""
    for part in mail.walk():
        if part.get_content_type() == "multipart/digest":
            return [inner for inner in map(_inside, _parts(part)) if inner is not None][:MOST_MAILS]
    if "digest" in header_text(mail, "Subject").lower() and not mail.is_multipart():
        return _plain(mail)
    return []


def _parts(part: Message) -> list[Message]:
    inside = part.get_payload()
    return [inner for inner in inside if isinstance(inner, Message)] if isinstance(inside, list) else []


def _inside(part: Message) -> Message | None:
    """The mail in a part of a digest, where a part is a mail unless it says otherwise."""
    if part.get_content_type() != "message/rfc822":
        return None
    return next(iter(_parts(part)), None)


def _plain(mail: Message) -> list[Message]:
    """The mails of a digest in plain text: each begins with a header of its own below a rule."""
    raw = mail.get_payload(decode=True)
    data = raw.replace(b"\r\n", b"\n") if isinstance(raw, bytes) else b""
    pieces = [piece.lstrip(b"\n") for piece in _SEPARATOR.split(data)[1:]]
    found = [piece for piece in pieces if _MEMBER.match(piece) and re.search(rb"^from:", piece, re.I | re.M)]
    declared = header_text(mail, "Content-Type")
    for number, piece in enumerate(found[:MOST_MAILS]):
        if declared and not re.match(rb"(?:.+\n)*?content-type:", piece, re.I):
            found[number] = b"Content-Type: " + declared.encode("ascii", "ignore") + b"\n" + piece
    return [message_from_bytes(piece) for piece in found[:MOST_MAILS]]
