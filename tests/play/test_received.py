"""Files as they reach an umpire: texts, mails, marks, and what is refused."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.play.received import LARGEST_FILE, as_read, is_mail

ORDERS = "match: demo\nturn: 1\nside: French\n\nmove Bonnet to 1104\n"
MARKED = f"Dear umpire,\n\nBEGIN ORDERS\n{ORDERS}END ORDERS\n\n-- \nSoult\n"


def mail(text: str, subtype: str = "plain", cte: str = "8bit", charset: str = "utf-8") -> bytes:
    message = EmailMessage()
    message["From"] = "a@example.org"
    message["To"] = "b@example.org"
    message["Subject"] = "Turn 1"
    message.set_content(text, subtype=subtype, cte=cte, charset=charset)
    return message.as_bytes()


def test_a_plain_text_is_taken_as_it_is() -> None:
    assert as_read(ORDERS.encode()).text == ORDERS
    assert as_read(b"\xef\xbb\xbf" + ORDERS.encode()).text == ORDERS
    assert as_read(ORDERS.encode("utf-16")).text == ORDERS


def test_what_stands_outside_the_marks_is_ignored_and_lines_are_counted_as_in_the_file() -> None:
    received = as_read(MARKED.encode())
    assert received.text == ORDERS
    assert MARKED.split("\n")[received.before] == "match: demo"


@pytest.mark.parametrize("begin", ["begin orders", "**BEGIN ORDERS**", "--- BEGIN ORDERS ---", "  Begin Orders\r"])
def test_marks_are_forgiving(begin: str) -> None:
    assert as_read(f"hello\n{begin}\n{ORDERS}end orders\nbye".encode()).text == ORDERS


def test_without_an_end_mark_everything_after_the_first_counts() -> None:
    assert as_read(f"hello\nBEGIN ORDERS\n{ORDERS}".encode()).text == ORDERS


def test_a_players_own_marks_go_before_quoted_ones() -> None:
    quoted = "> BEGIN ORDERS\n> match: old\n> END ORDERS\n"
    assert as_read(f"{quoted}\nBEGIN ORDERS\n{ORDERS}END ORDERS\n".encode()).text == ORDERS
    assert "match: old" in as_read(quoted.encode()).text


def test_two_sets_of_orders_in_one_text_are_not_guessed_between() -> None:
    with pytest.raises(MatchError, match=r"more than once \(lines 3, 15\)"):
        as_read((MARKED + MARKED).encode())


@pytest.mark.parametrize("cte", ["8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("text", [MARKED, ORDERS.replace("Bonnet", "Gérard")])
def test_a_mail_is_decoded(text: str, cte: str) -> None:
    data = mail(text, cte=cte)
    assert is_mail(data)
    assert as_read(data).text == (ORDERS if text == MARKED else text)


def test_a_mail_in_another_charset_is_decoded() -> None:
    assert "Gérard" in as_read(mail(ORDERS.replace("Bonnet", "Gérard"), cte="8bit", charset="iso-8859-1")).text


def test_an_html_mail_loses_its_tags_and_keeps_its_lines() -> None:
    page = "<html><head><style>p {}</style></head><body><p>Hello</p>" + "".join(
        f"<div>{line.replace('>', '&gt;') or '<br>'}</div>" for line in MARKED.splitlines()
    )
    text = as_read(mail(page.replace("1104", "1104 -&gt; 1105"), subtype="html")).text
    assert "move Bonnet to 1104 -> 1105" in [line.strip() for line in text.splitlines()]
    assert "Hello" not in text


def test_the_part_with_the_marks_is_chosen() -> None:
    message = EmailMessage()
    message["From"], message["To"] = "a@example.org", "b@example.org"
    message.set_content("See the attachment.")
    message.add_attachment(MARKED, filename="orders.txt")
    assert as_read(message.as_bytes()).text.replace("\r\n", "\n") == ORDERS


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"move Bonnet to 1104\n-- \nsoult@example.org", "holds a mail address .soult@example.org."),
        (b"BEGIN ORDERS\nEND ORDERS\n", "is empty"),
        (b"move Bonnet\xff", "not valid UTF-8 text .byte 12."),
        (b"\xff\xfe\x00", "not valid UTF-8"),
        (b"x" * (LARGEST_FILE + 1), "nobody writes such orders"),
        (b"x" * 300_000, "at most 200,000 are read"),
        (b"From: a@b.c\nTo: d@e.f\nContent-Type: image/png\n\nxyz", "mail without text"),
        (b"From: a@b.c\nTo: d@e.f\nContent-Type: text/plain; charset=utf-8\n\n\xff\xff", "not the utf-8 text"),
        (b"From: a@b.c\nTo: d@e.f\nContent-Type: text/plain; charset=klingon\n\nhello", "not the klingon text"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(MatchError, match=why):
        as_read(data, "french.txt")


def test_an_order_text_is_not_taken_for_a_mail() -> None:
    assert not is_mail(ORDERS.encode())
    assert not is_mail(b"from 1403 attack 1504\n")
    assert not is_mail(b"Subject: my orders\n\nmove Bonnet to 1104\n")
