"""A mail as source lines: decoded, plain text before HTML, quoted lines marked."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.post.source import source_of

OWN = "move Bonnet to 1104"
QUOTED = "move Ney to 0101"


def mail(text: str, html: str = "") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "french@example.org", "umpire@example.org", "Turn 1"
    message.set_content(text)
    if html:
        message.add_alternative(html, subtype="html")
    return message


def own(message: EmailMessage | bytes) -> list[str]:
    data = message if isinstance(message, bytes) else message.as_bytes()
    return [line.text for line in source_of(data) if not line.quoted and line.text.strip()]


def test_plain_text_goes_before_html() -> None:
    assert own(mail(OWN, f"<p>{QUOTED}</p>")) == [OWN]


def test_the_part_with_the_mark_goes_before_others() -> None:
    message = mail("See below.")
    message.add_attachment(f"BEGIN ORDERS\n{OWN}\nEND ORDERS\n", filename="orders.txt")
    assert OWN in own(message)


def test_a_quoted_mark_chooses_no_part() -> None:
    message = mail(OWN)
    message.add_attachment(f"> BEGIN ORDERS\n> {QUOTED}\n", filename="old.txt")
    assert own(message) == [OWN]


def html(page: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "french@example.org", "umpire@example.org"
    message.set_content(page, subtype="html")
    return message.as_bytes()


def test_block_quotes_of_html_are_quoted() -> None:
    quotation = f"<blockquote type=cite><p>{QUOTED}</p><blockquote>{QUOTED}</blockquote></blockquote>"
    page = f"<div>{OWN}</div>{quotation}<p>{OWN}"
    assert own(html(page)) == [OWN, OWN]


def test_an_attribution_in_html_quotes_what_follows() -> None:
    assert own(html(f"<p>{OWN}</p><p>On 4 Feb 2026, Ney wrote:</p><p>{QUOTED}</p>")) == [OWN]


def test_lines_of_html_are_those_that_a_reader_sees() -> None:
    page = f"<p>turn:\n 1</p>\n<p>side: French<br><br>{OWN}<br>pass</p><pre>\nif turn = 5:\n  pass</pre>"
    lines = [line.text.strip() for line in source_of(html(page))]
    assert lines == ["turn: 1", "side: French", "", OWN, "pass", "if turn = 5:", "pass"]


def test_a_mail_of_parts_within_parts_without_end_is_a_sentence() -> None:
    data = b"From: a@example.org\nTo: b@example.org\nMIME-Version: 1.0\n"
    for depth in range(2000):
        data += b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (depth, depth)
    with pytest.raises(MatchError):
        source_of(data, "deep.eml")
