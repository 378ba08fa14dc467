"""A file as it reached us, made into letters or source lines: a mail, or plain text of a file or a post."""

from __future__ import annotations

import re

from adjudicator.core.errors import MatchError
from adjudicator.core.source import SourceLine
from adjudicator.post.letter import Letter
from adjudicator.post.text import text_body

LARGEST_FILE = 8_000_000

_MAIL = re.compile(
    rb"\A(?:from |(?:return-path|received|delivered-to|from|to|subject|date|message-id|mime-version|dkim-signature"
    rb"|authentication-results|list-id|precedence|auto-submitted|in-reply-to|references|user-agent|x-[a-z-]+|arc-[a-z-]+"
    rb"|reply-to|sender|cc|content-type|content-transfer-encoding):)",
    re.IGNORECASE,
)
_MAIL_HEADER = re.compile(rb"^(?:from|to|subject|date|message-id|mime-version):", re.IGNORECASE | re.MULTILINE)


def letters_of(data: bytes, name: str = "The text") -> tuple[Letter, ...]:
    """The letters in a file: one, but for a digest. A plain text is a letter of which only the body is known."""
    if len(data) > LARGEST_FILE:
        raise MatchError(f"{name} has {len(data):,} bytes; nobody writes such orders.", "Send the orders alone.")
    if is_mail(data):
        from adjudicator.post.mail import letters_of_mail  # the readers of mail and HTML are seldom needed

        return letters_of_mail(data, name)
    return (Letter((text_body(decoded(data, name)),)),)


def source_of(data: bytes, name: str = "The text") -> tuple[SourceLine, ...]:
    """The lines of a file that holds one letter: each in the sender's own words or quoted."""
    return letters_of(data, name)[0].lines


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


def is_mail(data: bytes) -> bool:
    """Whether a file is a mail as it was delivered: header lines first, as mail has them."""
    head = data[:20000].lstrip(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").split(b"\n\n", 1)[0]
    return bool(_MAIL.match(head)) and len(_MAIL_HEADER.findall(head)) >= 2
