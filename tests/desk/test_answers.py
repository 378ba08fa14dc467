"""What a player gets back at once, and after each step."""

from __future__ import annotations

import json

from adjudicator.play.proof.verifying import verify_file
from tests.support.post_office import COALITION, FRENCH, UMPIRE, Office, page_of, text_of, words_of

TWO = "turn: 1\nmove Bonnet to 1104\nmove Compans to 1302\n"


def begun(office: Office) -> None:
    office.round()


def test_at_the_beginning_everybody_gets_a_report_with_a_form_and_the_umpire_his_own(office: Office) -> None:
    begun(office)
    assert sorted(mail["To"] for mail in office.mails()) == sorted([FRENCH, COALITION, UMPIRE])
    mail = office.last(FRENCH)
    assert "BEGIN ORDERS\nmatch: our-match\nturn: 1\nside: French" in text_of(mail)
    assert "awaited by Saturday, 4 July 2026, 20:00 (UTC)" in words_of(mail)
    assert "BEGIN ORDERS" not in text_of(office.last(UMPIRE))


def test_a_report_has_text_first_then_a_page_with_the_map_and_the_side_s_own_log(office: Office) -> None:
    begun(office)
    mail = office.last(FRENCH)
    kinds = [part.get_content_type() for part in mail.walk() if not part.is_multipart()]
    assert kinds == ["text/plain", "text/html", "image/png", "application/json"]
    page = page_of(mail)
    assert 'src="cid:map"' in page
    assert "<svg" not in page
    assert "<script" not in page
    assert 'style="' in page
    (log,) = [part for part in mail.iter_attachments() if part.get_filename() == "our-match-French-export.jsonl"]
    first = json.loads(bytes(log.get_content()).splitlines()[0])
    assert first["export"] == "French"


def test_the_receipt_says_what_is_replaced_what_was_understood_and_until_when(office: Office) -> None:
    begun(office)
    report = office.last(COALITION)
    office.write(COALITION, "turn: 1\nmove Rosen to 0611\nmove Blücher to 2106\nmvoe Zieten to 1507\n", answers=report)
    office.round()
    first = office.last(COALITION)
    assert text_of(first).startswith("2 orders. It replaces nothing.\n")
    assert '"mvoe" begins no order' in words_of(first)
    office.write(COALITION, "turn: 1\nmove Blücher to 2106\n", answers=report)
    office.round()
    told = words_of(office.last(COALITION))
    assert told.startswith("2 orders before, 1 now: this text replaces that of line 3")
    assert "2 move Blücher to 2106" in told
    assert "No longer ordered: move Rosen to 0611" in told
    assert "Deadline: Saturday, 4 July 2026, 20:00 (UTC)." in told
    line = office.match().lines[-1]
    assert line.body["sha256"] in told
    assert line.hash in told


def test_replying_to_the_form_works_and_keeps_the_thread(office: Office) -> None:
    begun(office)
    report = office.last(FRENCH)
    form = text_of(report).partition("BEGIN ORDERS")[2].replace("# ORDERS:", "move Bonnet to 1104\n# ORDERS:")
    office.write(FRENCH, f"Here they are.\n\nBEGIN ORDERS{form}", answers=report)
    office.round()
    receipt = next(mail for mail in office.to(FRENCH) if text_of(mail).startswith("1 order. It replaces"))
    assert receipt["In-Reply-To"] == "<m1.french@mail.example.org>"
    assert str(report["Message-ID"]) in str(receipt["References"])
    assert receipt["Auto-Submitted"] == "auto-replied"
    following = office.last(FRENCH)
    assert following["Auto-Submitted"] == "auto-generated"
    assert str(report["Message-ID"]) in str(following["References"])
    assert [text.side for text in office.match().history.texts] == ["French"]


def test_a_form_filled_in_inside_the_quotation_is_asked_about_and_yes_takes_it(office: Office) -> None:
    begun(office)
    report = office.last(FRENCH)
    form = text_of(report).partition("BEGIN ORDERS")[2].replace("# ORDERS:", "move Bonnet to 1104\n# ORDERS:")
    quoted = "".join(f"> {line}\n" for line in f"BEGIN ORDERS{form}".splitlines())
    office.write(FRENCH, f"On Wednesday the desk wrote:\n{quoted}", answers=report)
    office.round()
    question = office.last(FRENCH)
    assert "added: move Bonnet to 1104" in words_of(question)
    assert office.match().history.texts == []
    office.write(FRENCH, "Yes.\n", answers=question)
    office.round()
    (text,) = office.match().history.texts
    assert "move Bonnet to 1104" in text.text
    assert verify_file(office.folder / "our-match").good


def test_yes_to_nothing_is_asked_about_and_another_s_question_cannot_be_answered(office: Office) -> None:
    begun(office)
    office.write(FRENCH, "yes\n", "Re: [our-match T1]")
    office.round()
    assert "no question of ours" in words_of(office.last(FRENCH))


def test_the_match_goes_on_when_all_is_in_and_a_late_text_is_told_so(office: Office) -> None:
    begun(office)
    office.write(FRENCH, TWO, "Re: [our-match T1]")
    office.round()
    assert "We wait for the Coalition until Saturday" in words_of(office.last(FRENCH))
    assert "awaited by Saturday" in words_of(office.last(COALITION))
    office.write(FRENCH, "turn: 1\npass\n", "Re: [our-match T1]")
    office.round()
    assert text_of(office.last(FRENCH)).startswith("Too late: that step has been adjudicated.")
    assert office.match().history.texts[-1].late


def test_time_for_a_correction_before_the_match_goes_on(office: Office) -> None:
    toml = office.folder / "desk.toml"
    toml.write_text(toml.read_text("utf-8").replace("0 minutes", "10 minutes"), "utf-8")
    again = Office(office.folder)
    try:
        again.round()
        again.write(FRENCH, TWO, "Re: [our-match T1]")
        again.round()
        assert "goes on in 10 minutes" in words_of(again.last(FRENCH))
        again.later(minutes=5)
        again.write(FRENCH, "turn: 1\nmove Bonnet to 1104\n", "Re: [our-match T1]")
        again.round()
        again.later(minutes=9)
        again.round()
        assert len(again.match().history.steps) == 1
        again.later(minutes=2)
        again.round()
        assert len(again.match().history.steps) == 2
    finally:
        again.close()


def test_the_same_mail_twice_is_dealt_with_once_and_the_same_words_change_nothing(office: Office) -> None:
    begun(office)
    mail = office.written(COALITION, "turn: 1\npass\n", "Re: [our-match T1]")
    for copy in (mail, b"Received: from elsewhere\n" + mail, mail):
        office.post(copy)
    office.round()
    before = len(office.to(COALITION))
    assert len(office.match().history.texts) == 1
    office.write(COALITION, "turn: 1\npass\n", "Re: [our-match T1]")
    office.round()
    assert len(office.match().history.texts) == 1
    assert "Nothing has changed." in words_of(office.last(COALITION))
    assert len(office.to(COALITION)) == before + 1


def test_what_the_umpire_adjudicates_by_hand_is_told_to_everybody(office: Office) -> None:
    from adjudicator.cli.app import run as cli

    begun(office)
    assert cli(["run", "--match", str(office.folder / "our-match"), "--no-outbox", "--without", "French"]) == 0
    office.round()
    assert "turn 1" in words_of(office.last(COALITION))
    assert len(office.to(COALITION)) == 2
    assert office.round().sent == 0
