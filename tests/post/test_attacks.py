"""Mails made to do harm, each with the sentence or the silence that it gets.

There is no clock in these tests: where a mail bomb goes off, they take hours or all memory.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.play.desk.reading_mail import OpenDesk, Verdict, judge
from adjudicator.play.desk.roster import Player, Roster
from adjudicator.play.match.received import as_read
from adjudicator.post.letter import Letter
from adjudicator.post.parts import DEEPEST
from adjudicator.post.source import LARGEST_FILE, letters_of
from tests.post.desk import FRENCH, TOKEN

ORDERS = "match: small\nturn: 1\nside: French\n\nmove Bonnet to 1104\n"
HEAD = "From: French <french@example.org>\nTo: umpire@example.org\nSubject: Re: small\nMIME-Version: 1.0\n"


def letter(data: str | bytes) -> Letter:
    (found,) = letters_of(data.encode() if isinstance(data, str) else data, "mail.eml")
    return found


def verdict(data: str | bytes, desk: OpenDesk) -> Verdict:
    return judge(letter(data), desk)


def told(found: Verdict) -> list[str]:
    return [text for _, text in found.lines]


# --- bombs -----------------------------------------------------------------------------------------------------------


def test_a_mail_of_eight_million_bytes_is_refused_unread() -> None:
    with pytest.raises(MatchError, match="nobody writes such orders"):
        letters_of(HEAD.encode() + b"\n" + b"pass\n" * (LARGEST_FILE // 5), "bomb.eml")


@pytest.mark.parametrize("count", [300, 5_000])
def test_a_mail_of_many_parts_is_refused_by_a_sentence(count: int) -> None:
    parts = "".join(f"--b\nContent-Type: text/plain\n\npass {n}\n" for n in range(count))
    with pytest.raises(MatchError, match="too many parts") as refused:
        letters_of(f'{HEAD}Content-Type: multipart/mixed; boundary="b"\n\n{parts}--b--\n'.encode(), "bomb.eml")
    assert refused.value.remedy == "Send the orders as text in the mail itself."


@pytest.mark.parametrize("depth", [150, 2_000])
def test_parts_within_parts_without_end_are_refused_or_left(depth: int) -> None:
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(depth))
    data = f"{HEAD}{nested}Content-Type: text/plain\n\n{ORDERS}".encode()
    if depth > 200:
        with pytest.raises(MatchError, match="too many parts"):
            letters_of(data, "deep.eml")
    else:
        assert any(f"deeper than {DEEPEST}" in problem for problem in letter(data).problems)


def test_deep_parts_times_many_lines_are_refused_before_they_are_taken_apart() -> None:
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(150))
    with pytest.raises(MatchError, match="too many parts"):
        letters_of(f"{HEAD}{nested}\n".encode() + b"\n" * 4_000_000, "deep.eml")


def test_mails_within_mails_are_read_one_deep_and_quoted() -> None:
    inner = HEAD + "\n" + ORDERS
    for _ in range(30):
        inner = f"{HEAD}Content-Type: message/rfc822\n\n{inner}"
    found = letter(inner)
    assert all(line.quoted for body in found.bodies for line in body.lines if body.place != "subject")


def test_a_zip_bomb_is_named_and_never_unpacked(desk: OpenDesk) -> None:
    bomb = base64.encodebytes(zlib.compress(b"\0" * 50_000_000, 9)).decode()
    head = 'Content-Type: application/zip\nContent-Disposition: attachment; filename="turn1.vsav"\n'
    attached = f"--b\n{head}Content-Transfer-Encoding: base64\n\n{bomb}\n--b--\n"
    data = f'{HEAD}Content-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: text/plain\n\n{ORDERS}\n{attached}'
    (file,) = letter(data).attachments
    assert (file.name, file.kind) == ("turn1.vsav", "vassal")
    assert file.size < 100_000
    assert verdict(data, desk).verdict == "accept"


def test_a_subject_without_end_is_cut() -> None:
    assert len(letter(HEAD.replace("Re: small", "a" * 1_000_000) + "\npass\n").subject) <= 2000


def test_many_addresses_and_ids_are_read_in_one_go() -> None:
    many = ", ".join(f"p{n}@example.org" for n in range(50_000))
    ids = " ".join(f"<m{n}@example.org>" for n in range(50_000))
    found = letter(f"{HEAD}Cc: {many}\nReferences: {ids}\n\npass\n")
    assert len(found.recipients) < 200
    assert len(found.in_reply_to) < 200


# --- headers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "subject",
    [
        "=?utf-8?q?small=0D=0ABcc:_everybody@example.org?=",
        "=?utf-8?b?c21hbGwNCkJjYzogYWxsQGV4YW1wbGUub3Jn?=",
        "small\n Bcc: all@example.org",
        "small\rBcc: all@example.org",
    ],
)
def test_no_header_can_be_smuggled_into_an_answer_by_a_subject(subject: str) -> None:
    found = letter(HEAD.replace("Re: small", subject) + "\npass\n")
    assert "\n" not in found.subject
    assert "\r" not in found.subject


def test_names_of_files_and_ids_stay_on_one_line_and_have_no_folders() -> None:
    name = "=?utf-8?q?..=2F..=2Fetc=2Fpass=0D=0Awd.txt?="
    part = f'--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename="{name}"\n\npass\n--b--\n'
    found = letter(f'{HEAD}Message-ID: <a\n b>\nContent-Type: multipart/mixed; boundary="b"\n\n{part}')
    assert [file.name for file in found.attachments] == ["pass wd.txt"]
    assert found.message_id == ""


@pytest.mark.parametrize("name", ["From", "To", "Subject", "Content-Type", "Message-ID", "References", "Date"])
@pytest.mark.parametrize(
    "value", ["", "=?utf-8?b?!!!?=", "=?klingon?q?x?=", "((((", '"' * 300, "\xff\xfe", "<<<>>>@@@", "a@b@c, <", ";;;="]
)
def test_a_broken_header_is_no_reason_to_fall_over(name: str, value: str) -> None:
    lines = [line for line in HEAD.split("\n") if not line.startswith(f"{name}:")]
    data = ("\n".join([f"{name}: {value}", *lines]) + "\n" + ORDERS).encode("latin-1")
    for found in letters_of(data):
        assert "\n" not in found.subject


# --- words that do things --------------------------------------------------------------------------------------------


def test_script_in_a_page_is_no_words_and_script_in_an_order_is_only_words(desk: OpenDesk) -> None:
    page = (
        "<p>turn: 1</p><script>move Ney to 0101</script><p onclick='x()'>move Bonnet to 1104</p><img src=x onerror=y>"
    )
    assert told(verdict(f"{HEAD}Content-Type: text/html\n\n{page}", desk)) == ["turn: 1", "move Bonnet to 1104"]
    found = verdict(f"{HEAD}\n{ORDERS}move &lt;script&gt;alert(1)&lt;/script&gt; to 1104\n", desk)
    assert found.verdict == "accept"
    assert found.purpose is not None
    assert [problem.line for problem in found.purpose.read.problems] == [6]


@pytest.mark.parametrize(
    "hidden",
    [
        '<div style="display:none">{}</div>',
        '<span style="font-size:0px">{}</span>',
        "<p hidden>{}</p>",
        '<p style="visibility: hidden; color: red">{}</p>',
        '<div style="mso-hide:all">{}</div>',
    ],
)
def test_words_that_the_sender_does_not_see_are_not_read(hidden: str, desk: OpenDesk) -> None:
    page = f"<p>turn: 1</p><p>move Bonnet to 1104</p>{hidden.format('<b>resign confirm</b>')}"
    assert told(verdict(f"{HEAD}Content-Type: text/html\n\n{page}", desk)) == ["turn: 1", "move Bonnet to 1104"]


def test_marks_that_turn_the_direction_of_writing_are_taken_out() -> None:
    """`move Bonnet to \\u202e4011` looks like 1104 on a screen; it is read as it is recorded."""
    text = as_read(f"{HEAD}Content-Type: text/plain; charset=utf-8\n\nmove Bonnet to \u202e4011\u202c\n".encode()).text
    assert text.strip() == "move Bonnet to 4011"


def test_no_control_reaches_a_terminal() -> None:
    text = as_read(f"{HEAD}\nmove Bonnet to 1104\x1b[2J\x07 \x00# now\n".encode()).text
    assert text.strip() == "move Bonnet to 1104 [2J   # now"


def test_codecs_that_are_no_charsets_are_not_used() -> None:
    for charset in ("unicode_escape", "idna", "punycode", "utf-7", "rot13", "hex", "zlib"):
        data = f"{HEAD}Content-Type: text/plain; charset={charset}\n\n# +AGE- \\nmove Ney to 0101\n".encode()
        assert as_read(data).text == "# +AGE- \\nmove Ney to 0101\n"


def test_no_mail_address_reaches_the_text_or_what_is_told(desk: OpenDesk) -> None:
    found = verdict(f"{HEAD}\n{ORDERS}# ask ney@example.org, or <soult@example.org>\n", desk)
    assert found.received is not None
    assert "example.org" not in found.received.text
    assert "example.org" not in " ".join((found.why, *found.notes, *told(found)))


# --- forged, replayed, looping ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sender",
    [
        '"french@example.org" <thief@example.net>',
        "french@example.org <thief@example.net>",
        "=?utf-8?q?french=40example.org?= <thief@example.net>",
        "French <french@example.org.example.net>",
        "French <french@example.org>, Thief <thief@example.net>",
        "French <frеnch@example.org>",
        "",
    ],
)
def test_a_sender_who_only_looks_like_a_player_is_rejected_and_told_nothing(sender: str, desk: OpenDesk) -> None:
    found = verdict(HEAD.replace("French <french@example.org>", sender) + "\n" + ORDERS, desk)
    assert found.verdict == "reject"
    assert "the umpire is told" in found.why
    assert (found.match, found.side, found.lines, found.notes) == ("", "", (), ())


def test_reply_to_and_sender_prove_nothing(desk: OpenDesk) -> None:
    data = (
        HEAD.replace("From: French <french@example.org>", "From: thief@example.net") + "Reply-To: french@example.org\n"
    )
    assert verdict(f"{data}Sender: french@example.org\n\n{ORDERS}", desk).verdict == "reject"


def test_a_token_opens_no_door_to_a_stranger(desk: OpenDesk) -> None:
    data = HEAD.replace("french@", "thief@").replace("Re: small", f"[small {TOKEN}]")
    found = verdict(f"{data}\n{ORDERS}", desk)
    assert (found.verdict, found.lines) == ("reject", ())


SIGNED = "mx.example.org; dkim=pass header.d=example.org"


@pytest.mark.parametrize(
    ("results", "heard"),
    [
        ([SIGNED], True),
        (["mx.example.org; dmarc=pass header.from=example.org"], True),
        (["mx.example.org; dkim=fail header.d=example.org"], False),
        (["mx.example.org; dkim=pass header.d=example.net"], False),
        (["mx.example.net; dkim=pass header.d=example.org"], False),
        (["mx.example.org; dkim=none", SIGNED], False),
        ([], False),
    ],
    ids=["signed", "dmarc", "broken", "another's", "another server", "only the topmost counts", "nothing said"],
)
def test_where_the_own_server_is_named_its_word_on_the_sender_counts(
    results: list[str], heard: bool, desk: OpenDesk
) -> None:
    strict = replace(desk, roster=replace(desk.roster, server="mx.example.org"))
    lines = "".join(f"Authentication-Results: {result}\n" for result in results)
    assert (verdict(f"{lines}{HEAD}\n{ORDERS}", strict).verdict == "accept") is heard
    assert verdict(f"{lines}{HEAD}\n{ORDERS}", desk).verdict == "accept", "a desk that names no server asks none"


def test_a_mail_that_comes_again_is_known(desk: OpenDesk) -> None:
    data = f"{HEAD}Message-ID: <handled-1@mail.example.org>\n\n{ORDERS}"
    assert verdict(data, desk).verdict == "duplicate"


def test_two_programs_that_answer_each_other_stop_at_once(desk: OpenDesk) -> None:
    """Our own mails say `Auto-Submitted: auto-generated`; sent back to us, they get silence."""
    assert verdict(f"{HEAD}Auto-Submitted: auto-generated\n\n{ORDERS}", desk).verdict == "ignore"
    assert verdict(f"{HEAD}Auto-Submitted: auto-replied\n\n{ORDERS}", desk).verdict == "ignore"
    assert verdict(f"{HEAD}Auto-Submitted: no\n\n{ORDERS}", desk).verdict == "accept"


def test_a_bounce_says_whom_which_mail_did_not_reach() -> None:
    report = (
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\n"
        "Final-Recipient: rfc822; Coalition@example.org\nAction: failed\n\n"
        "--b\nContent-Type: text/rfc822-headers\n\nFrom: desk@example.org\nMessage-ID: <r2@desk.example.org>\n\n--b--\n"
    )
    head = HEAD + 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n'
    robot = letter(f"{head}\n{report}").robot
    assert robot is not None
    assert (robot.kind, robot.failed, robot.about) == ("bounce", ("coalition@example.org",), "r2@desk.example.org")


def test_one_player_cannot_write_for_another(desk: OpenDesk) -> None:
    found = verdict(f"{HEAD}\n{ORDERS.replace('French', 'Coalition')}", desk)
    assert found.verdict == "reject"
    two_seats = Roster((Player("french@example.org", "small", FRENCH, "left wing"),))
    assert judge(letter(f"{HEAD}\nseat: right wing\n{ORDERS}"), replace(desk, roster=two_seats)).verdict != "accept"


def test_of_a_part_without_end_the_beginning_is_read_and_its_sender_told(desk: OpenDesk) -> None:
    found = verdict(f"{HEAD}\n{ORDERS}" + "\n" * 1_000_000 + "pass\n", desk)
    assert told(found)[-1] == "move Bonnet to 1104"
    assert any("is too long" in note for note in found.notes)
