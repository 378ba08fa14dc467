"""Who is heard: the roster, tokens, the own server's word; strangers and machines learn nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.cli.app import run as cli
from tests.support.post_office import (
    COALITION,
    FRENCH,
    SPECTATOR,
    UMPIRE,
    Office,
    desk_folder,
    match_block,
    text_of,
    words_of,
)

STRANGER = "stranger@example.net"
PASS = "match: our-match\nturn: 1\nside: French\n\npass\n"


def counts(office: Office) -> dict[str, int]:
    return {who: len(office.to(who)) for who in (FRENCH, COALITION, UMPIRE, STRANGER)}


def test_a_stranger_gets_no_answer_and_the_umpire_hears(office: Office) -> None:
    office.round()
    office.write(STRANGER, PASS, "Re: [our-match T1 French]")
    office.round()
    assert office.to(STRANGER) == []
    assert "A mail was not taken: Its sender is on no roster" in words_of(office.last(UMPIRE))
    assert office.match().history.texts == []


def test_a_display_name_proves_nothing(office: Office) -> None:
    office.round()
    mail = office.written(STRANGER, PASS).replace(b"Stranger <", b'"french@example.org" <')
    office.post(mail)
    office.round()
    assert office.match().history.texts == []


def test_one_side_cannot_write_for_the_other_and_both_are_told_without_game_contents(office: Office) -> None:
    office.round()
    office.write(COALITION, PASS)
    office.round()
    told = words_of(office.last(COALITION))
    assert told.startswith("Your text was refused whole.")
    assert "A text of Coalition was refused" in words_of(office.last(UMPIRE))
    assert office.match().history.texts == []


def test_where_the_own_server_is_named_only_its_word_makes_a_sender_believed(tmp_path: Path) -> None:
    office = Office(desk_folder(tmp_path / "desk", top='own_server = "mx.example.org"'))
    try:
        office.round()
        office.write(FRENCH, PASS)
        good = "mx.example.org; dkim=pass header.d=example.org"
        theirs = "evil.example.net; dkim=pass header.d=example.org"
        office.write(FRENCH, PASS, headers={"Authentication-Results": theirs})
        office.round()
        assert office.match().history.texts == []
        assert "does not confirm its sender" in words_of(office.last(UMPIRE))
        before = counts(office)[FRENCH]
        assert before == 1
        office.write(FRENCH, PASS, headers={"Authentication-Results": good})
        office.round()
        assert len(office.match().history.texts) == 1
    finally:
        office.close()


def test_where_tokens_are_required_a_mail_without_one_is_asked_about(tmp_path: Path) -> None:
    top = 'tokens = "required"\nreply = "umpire+{token}@example.org"'
    office = Office(desk_folder(tmp_path / "desk", top=top))
    try:
        office.round()
        report = office.last(FRENCH)
        office.write(FRENCH, PASS, "Orders")
        office.round()
        assert "It has no token" in words_of(office.last(FRENCH))
        assert office.match().history.texts == []
        assert str(report["Reply-To"]).rpartition("+")[2].partition("@")[0] in str(report["Subject"])
        office.write(FRENCH, PASS, answers=report)
        office.round()
        assert len(office.match().history.texts) == 1
    finally:
        office.close()


def test_a_spectator_asks_confirms_and_gets_what_all_may_see(tmp_path: Path) -> None:
    folder = desk_folder(tmp_path / "desk", match_block("our-match", extra='spectators = "open"'))
    office = Office(folder)
    try:
        office.round()
        office.write(SPECTATOR, "subscribe our-match\n")
        office.round()
        asked = text_of(office.last(SPECTATOR))
        assert "confirm our-match" in asked
        word = asked.split()[-1]
        office.write(STRANGER, f"confirm our-match {word}\n")
        office.write(SPECTATOR, f"confirm our-match {word}\n", answers=office.last(SPECTATOR))
        office.write(FRENCH, "turn: 1\nmove Bonnet to 1104\n", "Re: [our-match T1]")
        office.round()
        report = office.last(SPECTATOR)
        assert "report for spectators" in text_of(report)
        assert "BEGIN ORDERS" not in text_of(report)
        assert not any("report for spectators" in text_of(mail) for mail in office.to(STRANGER))
        office.write(SPECTATOR, "unsubscribe our-match\n")
        office.write(COALITION, "turn: 1\npass\n", "Re: [our-match T1]")
        office.round()
        assert len(office.to(SPECTATOR)) == 4
    finally:
        office.close()


def test_a_closed_match_takes_no_spectators_by_mail(office: Office) -> None:
    office.round()
    office.write(SPECTATOR, "subscribe our-match\n")
    office.round()
    assert office.to(SPECTATOR) == []


AUTO = {"Auto-Submitted": "auto-replied"}


def test_automatic_replies_are_never_answered_and_the_umpire_hears_once_a_day(office: Office) -> None:
    office.round()
    before = counts(office)
    for _ in range(3):
        office.write(FRENCH, "I am on holiday. pass\n", "Out of office", headers=AUTO)
    office.round()
    after = counts(office)
    assert after[FRENCH] == before[FRENCH]
    assert after[UMPIRE] == before[UMPIRE] + 1
    assert office.match().history.texts == []


def bounce(office: Office) -> bytes:
    ours = office.last(COALITION)
    return (
        "From: MAILER-DAEMON@example.org\nTo: umpire@example.org\nSubject: Undelivered Mail\nReturn-Path: <>\n"
        'MIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nIt did not go.\n\n"
        "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; example.org\n\n"
        "Final-Recipient: rfc822; coalition@example.org\nAction: failed\nStatus: 5.1.1\n\n"
        f"--b\nContent-Type: message/rfc822\n\nMessage-ID: {ours['Message-ID']}\nSubject: x\n\nx\n--b--\n"
    ).encode()


def test_of_a_bounce_the_umpire_hears_who_did_not_get_what(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    office.round()
    office.post(bounce(office))
    office.round()
    told = words_of(office.last(UMPIRE))
    assert "coalition@example.org, Coalition in our-match" in told
    assert not office.to("MAILER-DAEMON@example.org")
    assert cli(["desk", "status", str(office.folder)]) == 0
    assert "bounced" in capsys.readouterr().out


def test_two_machines_that_answer_each_other_come_to_an_end(office: Office) -> None:
    """A machine without any of the headers by which machines are known answers each of our answers."""
    office.round()
    for _ in range(60):
        office.write(FRENCH, "Thank you for your mail. We shall look into it.\n", answers=office.last(FRENCH))
        office.round()
        office.later(minutes=1)
    answers = [mail for mail in office.to(FRENCH) if "nothing of it is on record yet" in words_of(mail)]
    assert len(answers) == 30
    assert sum("No more answers today" in str(mail["Subject"]) for mail in office.to(UMPIRE)) == 1


def test_more_mails_than_a_day_has_room_for_are_kept_but_not_read(tmp_path: Path) -> None:
    office = Office(desk_folder(tmp_path / "desk", deadlines="[limits]\nmails_a_day = 5"))
    try:
        office.round()
        for number in range(1, 10):
            office.write(COALITION, f"turn: 1\nmove Rosen to 060{number}\n", "Re: [our-match T1]")
        office.round()
        assert len(office.match().history.texts) == 5
        assert sum("Too many mails" in str(mail["Subject"]) for mail in office.to(UMPIRE)) == 1
        office.later(days=2)
        office.write(COALITION, "turn: 1\npass\n", "Re: [our-match T1]")
        office.round()
        assert len(office.match().history.texts) == 6
    finally:
        office.close()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"Subject: x\nFrom: french@example.org\n\n" + b"pass\n" * 500_000, "at most 2,000,000 are read"),
        (
            b"From: french@example.org\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
            + b"--b\nContent-Type: text/plain\n\npass\n" * 5000,
            "too many parts",
        ),
    ],
)
def test_a_bomb_is_refused_by_a_sentence_and_holds_up_nobody(office: Office, data: bytes, why: str) -> None:
    office.round()
    office.post(data)
    office.write(FRENCH, "turn: 1\nmove Bonnet to 1104\n", "Re: [our-match T1]")
    done = office.round()
    assert done.handled == 2
    assert any(why in words_of(mail) for mail in office.to(FRENCH))
    assert any(why in words_of(mail) for mail in office.to(UMPIRE))
    assert len(office.match().history.texts) == 1


def test_no_header_can_be_smuggled_into_an_answer(office: Office) -> None:
    office.round()
    evil = "=?utf-8?q?[our-match_T1]=0D=0ABcc:_everybody@example.org?="
    data = office.written(FRENCH, "hello\n").replace(b"Subject: Orders", f"Subject: {evil}".encode())
    office.post(data.replace(b"Message-ID: <", b"Message-ID: <evil>\n <"))
    office.round()
    answer = office.last(FRENCH)
    assert answer["Bcc"] is None
    assert "\n" not in str(answer["Subject"])


def test_script_in_names_stays_words_in_the_page_and_in_the_umpires_mail(office: Office, tmp_path: Path) -> None:
    office.round()
    office.write(FRENCH, "turn: 1\nmove <script>alert(1)</script> to 1104\n", "<script>alert(1)</script> our-match")
    office.round()
    page = tmp_path / "status.html"
    assert cli(["desk", "status", str(office.folder), "--html", str(page)]) == 0
    assert "<script>alert" not in page.read_text("utf-8")
    for mail in office.mails():
        for part in mail.walk():
            if part.get_content_type() == "text/html":
                assert "<script" not in str(part.get_content())


def test_a_replayed_mail_of_a_player_counts_once_even_when_somebody_sends_it_again(office: Office) -> None:
    office.round()
    mail = office.written(COALITION, "turn: 1\nmove Rosen to 0611\n", "Re: [our-match T1]")
    office.post(mail)
    office.write(COALITION, "turn: 1\npass\n", "Re: [our-match T1]")
    office.round()
    office.later(hours=1)
    office.post(b"Received: from evil.example.net\n" + mail)
    office.round()
    assert [text.text.strip().splitlines()[-1] for text in office.match().history.texts] == [
        "move Rosen to 0611",
        "pass",
    ]
