"""The words of a mail as it was delivered: decoded, plain text before HTML."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser

from adjudicator.core.errors import MatchError


def mail_text(data: bytes, name: str, mark: re.Pattern[str]) -> str:
    """The words of a mail: the part that has the mark, else its plain text, else its HTML without the tags."""
    message = message_from_bytes(data, policy=policy.default)
    texts = [_part_text(part) for part in message.walk() if part.get_content_type() in ("text/plain", "text/html")]
    found = [text for text in texts if text.strip()]
    if not found:
        raise MatchError(f"{name} is a mail without text.", "Send the orders as text in the mail itself.")
    return next((text for text in found if mark.search(text)), found[0])


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
