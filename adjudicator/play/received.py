"""A file as it reached us, and the text in it: a mail or plain text, decoded, from between the marks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.core.errors import MatchError

LARGEST_FILE = 8_000_000
LARGEST_TEXT = 200_000

BEGIN = re.compile(r"^([ \t>]*)[*_\-=\[\] \t]*begin[ \t]+orders[ \t*_\-=\]]*\r?$", re.IGNORECASE | re.MULTILINE)
_END = re.compile(r"^[ \t>]*[*_\-=\[\] \t]*end[ \t]+orders[ \t*_\-=\]]*\r?$", re.IGNORECASE | re.MULTILINE)
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
_MAIL = re.compile(
    rb"\A(?:from |(?:return-path|received|delivered-to|from|to|subject|date|message-id|mime-version|dkim-signature"
    rb"|x-[a-z-]+|arc-[a-z-]+|reply-to|content-type):)",
    re.IGNORECASE,
)
_MAIL_HEADER = re.compile(rb"^(?:from|to|subject|date|message-id|mime-version):", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Received:
    """The text of a file, and how many lines of the file stand before it."""

    text: str
    before: int = 0


def as_read(data: bytes, name: str = "The text") -> Received:
    """A file as the log keeps it: decoded, and from between the marks if there are any."""
    if len(data) > LARGEST_FILE:
        raise MatchError(f"{name} has {len(data):,} bytes; nobody writes such orders.", "Send the orders alone.")
    mail = is_mail(data)
    whole = _mail_text(data, name) if mail else decoded(data, name)
    start, end = between_marks(whole, name)
    text = whole[start:end]
    if len(text) > LARGEST_TEXT:
        raise MatchError(
            f"{name} has {len(text):,} characters of orders; at most {LARGEST_TEXT:,} are read.",
            "Put the orders between BEGIN ORDERS and END ORDERS.",
        )
    if not text.strip():
        raise MatchError(f"{name} is empty.", "Write the orders into it, or `pass`.")
    refuse_addresses(text, name)
    return Received(text, 0 if mail else whole.count("\n", 0, start))


def refuse_addresses(text: str, name: str) -> None:
    """Nobody's mail address gets into the log, where it could never be taken out again."""
    found = _ADDRESS.search(text)
    if found is not None:
        raise MatchError(
            f"{name} holds a mail address ({found.group()}), and the log never does.",
            "Take it out, or put the orders between BEGIN ORDERS and END ORDERS.",
        )


def decoded(data: bytes, name: str) -> str:
    """Plain text: UTF-8, or UTF-16 where the file says so itself."""
    try:
        if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return data.decode("utf-16")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as trouble:
        raise MatchError(
            f"{name} is not valid UTF-8 text (byte {trouble.start + 1}).", "Save it as UTF-8 and send it again."
        ) from None


def between_marks(text: str, name: str = "The text") -> tuple[int, int]:
    """Where the part between `BEGIN ORDERS` and `END ORDERS` is; all of it where no line begins the orders.

    Marks in a quoted reply (`> BEGIN ORDERS`) count only where there are no others.
    """
    marks = list(BEGIN.finditer(text))
    own = [mark for mark in marks if ">" not in mark.group(1)]
    begins = own or marks
    if not begins:
        return 0, len(text)
    if len(begins) > 1:
        lines = ", ".join(str(text.count("\n", 0, mark.start()) + 1) for mark in begins)
        raise MatchError(f"{name} says BEGIN ORDERS more than once (lines {lines}).", "Leave one of them.")
    start = min(begins[0].end() + 1, len(text))
    end = _END.search(text, start)
    return start, end.start() if end else len(text)


# --- mail --------------------------------------------------------------------------------------------------


def is_mail(data: bytes) -> bool:
    """Whether a file is a mail as it was delivered: header lines first, as mail has them."""
    head = data[:20000].lstrip(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").split(b"\n\n", 1)[0]
    return bool(_MAIL.match(head)) and len(_MAIL_HEADER.findall(head)) >= 2


def _mail_text(data: bytes, name: str) -> str:
    from adjudicator.play.mail import mail_text  # the readers of mail and HTML are seldom needed

    return mail_text(data, name, BEGIN)
