"""A file as it reached us, and the text in it: a mail or plain text, decoded, from between the marks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser

from adjudicator.core.errors import MatchError

LARGEST_FILE = 8_000_000
LARGEST_TEXT = 200_000

_BEGIN = re.compile(r"^([ \t>]*)[*_\-=\[\] \t]*begin[ \t]+orders[ \t*_\-=\]]*\r?$", re.IGNORECASE | re.MULTILINE)
_END = re.compile(r"^[ \t>]*[*_\-=\[\] \t]*end[ \t]+orders[ \t*_\-=\]]*\r?$", re.IGNORECASE | re.MULTILINE)
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
    whole = mail_text(data, name) if mail else decoded(data, name)
    start, end = between_marks(whole, name)
    text = whole[start:end]
    if len(text) > LARGEST_TEXT:
        raise MatchError(
            f"{name} has {len(text):,} characters of orders; at most {LARGEST_TEXT:,} are read.",
            "Put the orders between BEGIN ORDERS and END ORDERS.",
        )
    if not text.strip():
        raise MatchError(f"{name} is empty.", "Write the orders into it, or `pass`.")
    return Received(text, 0 if mail else whole.count("\n", 0, start))


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
    marks = list(_BEGIN.finditer(text))
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


def mail_text(data: bytes, name: str) -> str:
    """The words of a mail: the part that has the marks, else its plain text, else its HTML without the tags."""
    message = message_from_bytes(data, policy=policy.default)
    texts = [_part_text(part) for part in message.walk() if part.get_content_type() in ("text/plain", "text/html")]
    found = [text for text in texts if text.strip()]
    if not found:
        raise MatchError(f"{name} is a mail without text.", "Send the orders as text in the mail itself.")
    return next((text for text in found if _BEGIN.search(text)), found[0])


def _part_text(part: EmailMessage) -> str:
    raw = part.get_payload(decode=True)
    data = raw if isinstance(raw, bytes) else b""
    charset = part.get_content_charset() or "utf-8"
    try:
        text = data.decode(charset)
    except (LookupError, UnicodeDecodeError):
        raise MatchError(
            f"A part of the mail is not the {charset} text that it says it is.", "Send the orders as plain text."
        ) from None
    return _Words.of(text) if part.get_content_type() == "text/html" else text


class _Words(HTMLParser):
    """The words of an HTML mail, with its line breaks."""

    BREAKS = frozenset({"br", "p", "div", "li", "tr", "pre", "blockquote"})
    SILENT = frozenset({"style", "script", "head", "title"})

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._silent = 0
        self._verbatim = 0

    @classmethod
    def of(cls, text: str) -> str:
        """The words of a page."""
        reader = cls()
        reader.feed(text)
        reader.close()
        return "".join(reader.words).replace("\xa0", " ")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Line breaks where a reader sees them."""
        self._silent += tag in self.SILENT
        self._verbatim += tag == "pre"
        if tag == "br" or (tag in self.BREAKS and self.words and not self.words[-1].endswith("\n")):
            self.words.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """A block ends its line."""
        self._silent -= tag in self.SILENT and self._silent > 0
        self._verbatim -= tag == "pre" and self._verbatim > 0
        if tag in self.BREAKS and tag != "br" and self.words and not self.words[-1].endswith("\n"):
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        """Words, their blanks folded as a browser does."""
        if self._silent:
            return
        self.words.append(data if self._verbatim else re.sub(r"[ \t\r\n]+", " ", data))
