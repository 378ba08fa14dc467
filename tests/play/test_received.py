"""Files as they reach an umpire: texts, mails, marks, and what is refused."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.core.source import source_lines
from adjudicator.play.match.received import as_read
from adjudicator.post.source import LARGEST_FILE, is_mail

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


def test_what_stands_outside_the_marks_is_ignored_and_lines_are_counted_from_the_mark() -> None:
    received = as_read(MARKED.encode())
    assert received.text == ORDERS
    assert [(line.number, line.text) for line in received.lines][:2] == [(1, "match: demo"), (2, "turn: 1")]
    assert MARKED.split("\n")[received.above] == "match: demo"
    assert "below BEGIN ORDERS (line 3 of the text)" in received.counting
    assert as_read(ORDERS.encode()).counting == ""


@pytest.mark.parametrize("text", [MARKED, ORDERS, f"> turn: 4\n{ORDERS}ney@example.org\n\n\n"])
def test_a_mail_and_a_file_and_the_record_number_lines_alike(text: str) -> None:
    """`check` on a file, `submit` of the mail, and whoever reads the log later count the same lines."""
    file, post = as_read(text.encode()), as_read(mail(text))
    assert file.lines == post.lines
    assert [line.number for line in file.lines] == list(range(1, len(file.lines) + 1))
    again = source_lines(file.text)
    assert [(line.number, line.text) for line in again] == [
        (line.number, "" if line.quoted else line.text) for line in file.lines
    ]


@pytest.mark.parametrize("begin", ["begin orders", "**BEGIN ORDERS**", "--- BEGIN ORDERS ---", "  Begin Orders\r"])
def test_marks_are_forgiving(begin: str) -> None:
    assert as_read(f"hello\n{begin}\n{ORDERS}end orders\nbye".encode()).text == ORDERS


def test_without_an_end_mark_everything_after_the_first_counts() -> None:
    assert as_read(f"hello\nBEGIN ORDERS\n{ORDERS}".encode()).text == ORDERS


def test_a_players_own_marks_go_before_quoted_ones() -> None:
    quoted = "> BEGIN ORDERS\n> match: old\n> END ORDERS\n"
    assert as_read(f"{quoted}\nBEGIN ORDERS\n{ORDERS}END ORDERS\n".encode()).text == ORDERS


def test_quoted_marks_are_no_marks() -> None:
    quoted = "> BEGIN ORDERS\n> match: old\n> END ORDERS\n"
    assert as_read(f"{ORDERS}{quoted}".encode()).text == f"{ORDERS}\n\n\n"
    with pytest.raises(MatchError, match="quoted text only"):
        as_read(quoted.encode())


@pytest.mark.parametrize("opening", ["[quote]", "Ney wrote:", "-----Original Message-----"])
def test_marks_in_a_block_or_below_an_attribution_are_no_marks(opening: str) -> None:
    quoted = f"{opening}\nBEGIN ORDERS\nmatch: old\nEND ORDERS\n"
    assert as_read(f"{ORDERS}{quoted}".encode()).text.rstrip() == ORDERS.rstrip()
    assert as_read(f"{MARKED}{quoted}".encode()).text == ORDERS


def test_quoted_lines_and_addresses_leave_their_places_empty() -> None:
    text = f"On 4 May, Ney wrote:\n> move Ney to 1104\n\n{ORDERS}\nmarshal <soult@example.org>\n"
    assert as_read(text.encode()).text == f"\n\n\n{ORDERS}\nmarshal <[address]>\n"


@pytest.mark.parametrize("charset", ["utf-8", "us-ascii", "klingon", "iso-8859-1", ""])
def test_a_wrong_charset_costs_no_letter(charset: str) -> None:
    head = f"From: a@b.c\nTo: d@e.f\nContent-Type: text/plain; charset={charset}\n\n".encode()
    assert as_read(head + "move Gérard to 1104 – now".encode("cp1252")).text == "move Gérard to 1104 – now"
    assert as_read(head + "move Gérard to 1104 – now".encode()).text == "move Gérard to 1104 – now"


def test_a_signature_leaves_its_place_empty() -> None:
    assert as_read(f"{ORDERS}-- \nmarshal of the empire\n".encode()).text == f"{ORDERS}\n\n\n".removesuffix("\n")


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
        (b"[quote=Ney]move Bonnet to 1104[/quote]\n", "quoted text only"),
        (b"BEGIN ORDERS\nEND ORDERS\n", "is empty"),
        (b"move Bonnet\xff", "not valid UTF-8 text .byte 12."),
        (b"\xff\xfe\x00", "not valid UTF-8"),
        (b"x" * (LARGEST_FILE + 1), "nobody writes such orders"),
        (b"x" * 300_000, "at most 200,000 are read"),
        (b"From: a@b.c\nTo: d@e.f\nContent-Type: image/png\n\nxyz", "mail without text"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(data: bytes, why: str) -> None:
    with pytest.raises(MatchError, match=why):
        as_read(data, "french.txt")


def test_an_order_text_is_not_taken_for_a_mail() -> None:
    assert not is_mail(ORDERS.encode())
    assert not is_mail(b"from 1403 attack 1504\n")
    assert not is_mail(b"Subject: my orders\n\nmove Bonnet to 1104\n")
