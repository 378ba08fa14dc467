"""The parts of a mail: those that may hold orders as bodies, the others as files that came with it.

A mail is opened with caps on what it may be, before it is taken apart: a bomb is refused by a sentence, not by the
machine's memory. Attachments are named and measured; nothing is ever unpacked or fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from email import message_from_bytes
from email.message import Message

from adjudicator.core.errors import MatchError
from adjudicator.core.values import dataclass
from adjudicator.post.charsets import text_of
from adjudicator.post.flowed import unflowed
from adjudicator.post.headers import header_text
from adjudicator.post.letter import Attachment, Body
from adjudicator.post.lines import Marked, body_of
from adjudicator.post.marks import begins_orders
from adjudicator.post.page import page_lines
from adjudicator.post.text import text_body, told, unseamed

MOST_PARTS = 200
DEEPEST = 12
_MOST_WORK = 20_000_000
"""Lines times parts within parts: what taking a mail apart costs."""
_MOST_RULES = 5_000
"""Lines that begin like the boundary of a part."""
LONGEST_PART = 1_500_000
MOST_LINES = 50_000
_MOST_ATTACHMENTS = 50
_MULTIPART = re.compile(rb"multipart/", re.IGNORECASE)
_META = re.compile(rb"<meta[^<>]{0,200}charset\s*=\s*[\"']?([\w-]{1,40})", re.IGNORECASE)
_TEXT_FILES = (".txt", ".text", ".md", ".asc", ".ord")
_VASSAL_FILES = (".vlog", ".vsav")
_NO_WORDS = ("text/calendar", "text/vcard", "text/x-vcard", "text/css", "text/csv", "text/rtf", "text/directory")


@dataclass
class Found:
    """What the parts of a mail hold, as they are gone through."""

    bodies: list[Body] = field(default_factory=list)
    attached: list[Body] = field(default_factory=list)
    forwarded: list[Body] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def in_order(self) -> tuple[Body, ...]:
        """The places where orders may stand, the likeliest first: with marks, with words of one's own, the rest."""
        return (*sorted([*self.bodies, *self.attached], key=_unlikely), *self.forwarded)


def _unlikely(body: Body) -> int:
    return 0 if any(map(begins_orders, body.lines)) else 1 if body.has_words else 2


def opened(data: bytes, name: str) -> Message:
    """A mail taken apart, if it is one that can be."""
    refused = MatchError(f"{name} is a mail of too many parts.", "Send the orders as text in the mail itself.")
    nested = len(_MULTIPART.findall(data))
    if nested > MOST_PARTS or nested * data.count(b"\n") > _MOST_WORK or data.count(b"\n--") > _MOST_RULES:
        raise refused
    try:
        mail = message_from_bytes(data)
        if sum(1 for _ in mail.walk()) > MOST_PARTS:
            raise refused
    except RecursionError:
        raise refused from None
    return mail


def parts_of(mail: Message, names: frozenset[str] = frozenset()) -> Found:
    """What the parts of a mail hold; `names` are the words of its sender's name."""
    found = Found()
    for part, depth in _leaves(mail, 0):
        if depth > DEEPEST:
            found.problems.append(f"Parts of the mail deeper than {DEEPEST} within each other are not read.")
            break
        _take(found, part, names, top=part is mail)
    if len(found.attachments) > _MOST_ATTACHMENTS:
        found.problems.append(f"It has {len(found.attachments)} files; {_MOST_ATTACHMENTS} are noted.")
        del found.attachments[_MOST_ATTACHMENTS:]
    return found


def _leaves(part: Message, depth: int) -> Iterator[tuple[Message, int]]:
    """The parts that hold something, mails within the mail whole; of alternatives the one to be read first."""
    inside = part.get_payload()
    if part.get_content_maintype() != "multipart" or not isinstance(inside, list) or depth > DEEPEST:
        yield part, depth
        return
    for inner in _best_first(part, [inner for inner in inside if isinstance(inner, Message)]):
        yield from _leaves(inner, depth + 1)


def _best_first(part: Message, inside: list[Message]) -> list[Message]:
    """Plain text goes before HTML, unless words are struck out in it: plain text cannot show that."""
    if part.get_content_subtype() != "alternative":
        return inside
    pages = [
        inner for inner in inside for leaf in inner.walk() if leaf.get_content_type() == "text/html" and _strikes(leaf)
    ]
    return [*pages[:1], *(inner for inner in inside if inner not in pages[:1])]


def _strikes(part: Message) -> bool:
    return any(line.why in ("struck out", "hidden") or line.beside for line in page_lines(_decoded(part)))


def _take(found: Found, part: Message, names: frozenset[str], *, top: bool) -> None:
    kind, file = str(part.get_content_type()), _file_name(part)
    if kind == "message/rfc822":
        _take_mail(found, part)
    elif kind in ("multipart/encrypted", "application/pkcs7-mime", "application/pgp-encrypted"):
        found.problems.append("The mail is encrypted, and the desk has no key: send it unencrypted.")
    elif part.get_content_maintype() == "text" and kind not in _NO_WORDS and not _is_file(part, file):
        if len(_bytes(part)) > LONGEST_PART or _bytes(part).count(b"\n") > MOST_LINES:
            found.problems.append(f"A part of it is too long: {MOST_LINES:,} lines of it are read, and no more.")
        found.bodies.append(_body(part, kind, names))
    elif top and part.get_content_maintype() == "multipart":
        found.bodies.append(text_body(_decoded(part), names=names))
    else:
        _take_file(found, part, kind, file)


def _is_file(part: Message, file: str) -> bool:
    attached = str(part.get_content_disposition() or "") == "attachment"
    return attached or (bool(file) and part.get_content_type() != "text/html" and not file.lower().endswith(".html"))


def _take_file(found: Found, part: Message, kind: str, file: str) -> None:
    data = _bytes(part)
    ending = f".{file.lower().rpartition('.')[2]}" if "." in file else ""
    if ending in _TEXT_FILES or (kind == "text/plain" and ending not in _VASSAL_FILES):
        found.attachments.append(Attachment(file, "text", len(data)))
        found.attached.append(text_body(_decoded(part), "attached", file))
    elif ending in _VASSAL_FILES:
        found.attachments.append(Attachment(file, "vassal", len(data)))
    elif kind in ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"):
        found.attachments.append(Attachment(file, "signature", len(data)))
    elif file or str(part.get_content_disposition() or "") == "attachment":
        found.attachments.append(Attachment(file, "other", len(data)))


def _take_mail(found: Found, part: Message) -> None:
    """A mail that came as a file: somebody else's words, whoever wrote it."""
    inside = part.get_payload()
    mail = inside[0] if isinstance(inside, list) and inside else None
    if not isinstance(mail, Message):
        return
    found.attachments.append(Attachment(header_text(mail, "Subject")[:80] or "a mail", "mail", 0))
    for leaf in mail.walk():
        if leaf.get_content_type() in ("text/plain", "text/html"):
            lines = [Marked(line.text, "forwarded") for line in _body(leaf, leaf.get_content_type(), frozenset()).lines]
            found.forwarded.append(body_of(lines, "forwarded"))
            return


# --- one part --------------------------------------------------------------------------------------------------------


def _body(part: Message, kind: str, names: frozenset[str]) -> Body:
    if kind == "text/html":
        return body_of(told(unseamed(page_lines(_decoded(part))), names), "html")
    return text_body(_decoded(part), names=names)


def _decoded(part: Message) -> str:
    data = _shortened(_bytes(part))
    declared = str(part.get_param("charset", "") or "")
    if not declared and part.get_content_type() == "text/html":
        meta = _META.search(data[:4000])
        declared = meta.group(1).decode("ascii") if meta else ""
    text = text_of(data, declared)
    if str(part.get_param("format", "")).lower() == "flowed":
        return unflowed(text, delsp=str(part.get_param("delsp", "")).lower() == "yes")
    return text


def _shortened(data: bytes) -> bytes:
    """What is read of a part that no person wrote by hand."""
    if len(data) <= LONGEST_PART and data.count(b"\n") <= MOST_LINES:
        return data
    return b"\n".join(data[:LONGEST_PART].split(b"\n", MOST_LINES)[:MOST_LINES])


def _bytes(part: Message) -> bytes:
    try:
        raw = part.get_payload(decode=True)
    except (ValueError, LookupError, RecursionError):
        raw = None
    if isinstance(raw, bytes):
        return raw
    inside = part.get_payload()
    return inside.encode("utf-8", "surrogateescape") if isinstance(inside, str) else b""


def _file_name(part: Message) -> str:
    """The name of a file, on one line and without folders: it is shown, and never opened."""
    try:
        written = part.get_filename("") or ""
    except (ValueError, LookupError, TypeError):
        return ""
    shown = Message()
    shown["Subject"] = " ".join(written.split())
    return header_text(shown, "Subject").replace("\\", "/").rpartition("/")[2][:120]
