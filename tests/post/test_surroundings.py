"""What stands around orders: the sender's seat, the subject, the mail that is answered, and the answer `yes`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adjudicator.core.canon import hexadecimal, sha256
from adjudicator.play.desk.reading_mail import OpenDesk, judge, says_yes
from adjudicator.play.desk.roster import Player, Roster
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import record, submit
from adjudicator.play.proof.verifying import verify_file
from adjudicator.post.letter import Letter
from adjudicator.post.source import letters_of
from tests.post.desk import COALITION, FRENCH, MAILS, begun

HEAD = "From: French <french@example.org>\nTo: umpire@example.org\nSubject: {}\nMIME-Version: 1.0\n\n"


def letter(subject: str, text: str) -> Letter:
    (found,) = letters_of((HEAD.format(subject) + text).encode())
    return found


def test_a_text_whose_subject_says_the_turn_is_recorded_for_it_and_verifies(tmp_path: Path) -> None:
    match = begun(tmp_path / "small", "small")
    desk = OpenDesk(Roster((Player("french@example.org", "small", FRENCH),)), {"small": match})
    found = judge(letter("Re: [small T1]", "move Bonnet to 1104\n"), desk)
    assert found.received is not None
    kept = match.keep_received(b"the mail")
    assert kept == hexadecimal(sha256(b"the mail"))
    receipt = record(match, found.received, kept, found.side, found.seat, found.around)
    assert receipt.line.body["turn"] == 1
    assert receipt.line.body["text"] == "move Bonnet to 1104\n"
    run(match)
    assert verify_file(match.folder).good


def test_the_text_itself_goes_before_the_subject(desk: OpenDesk) -> None:
    found = judge(letter("Re: [small T2]", "turn: 1\nmove Bonnet to 1104\n"), desk)
    assert found.purpose is not None
    assert (found.verdict, found.purpose.turn) == ("accept", 1)


def test_a_subject_of_another_match_says_nothing(desk: OpenDesk) -> None:
    found = judge(letter("Re: smaller, turn 1", "move Bonnet to 1104\n"), desk)
    assert (found.verdict, "which turn" in found.why) == ("query", True)


def test_who_plays_both_sides_is_told_apart_by_the_header(desk: OpenDesk) -> None:
    both = Roster(tuple(Player("french@example.org", "small", side) for side in (FRENCH, COALITION)))
    found = judge(letter("orders", "turn: 1\nside: Coalition\npass\n"), replace(desk, roster=both))
    assert (found.verdict, found.side) == ("accept", "Coalition")


def test_what_a_query_offers_can_be_taken_as_it_is(tmp_path: Path, desk: OpenDesk) -> None:
    (mail,) = letters_of((MAILS / "filled-quoted-form.eml").read_bytes())
    query = judge(mail, desk)
    assert says_yes(letter("Re: your orders", "Yes.\n\n> Answer `yes` to have it taken so.\n"))
    assert not says_yes(letter("Re: your orders", "Yes, but move Bonnet to 1105.\n"))
    match = begun(tmp_path / "small", "small")
    receipt = submit(match, query.offer.encode(), "the form", "French")
    assert [order.kind for order in receipt.purpose.read.orders] == ["move", "move"]


def test_files_that_may_hold_orders_and_are_not_read_are_named(desk: OpenDesk) -> None:
    files = ("other orders.txt", "orders.docx", "turn1.vlog", "logo.png")
    parts = [f'Content-Disposition: attachment; filename="{name}"\n\nmove Souham to 2304\n' for name in files]
    whole = "".join(f"--b\n{part}" for part in ("\nturn: 1\npass\n", *parts))
    head = HEAD.format("small").rstrip("\n") + '\nContent-Type: multipart/mixed; boundary="b"\n\n'
    (mail,) = letters_of((head + whole + "--b--\n").encode())
    found = judge(mail, desk)
    assert [text for _, text in found.lines] == ["turn: 1", "pass"]
    assert [note.split(" came with it")[0] for note in found.notes] == list(files[:3])


def test_a_verdict_in_json_has_what_the_contract_names(desk: OpenDesk) -> None:
    told = judge(letter("small turn 1", "pass\n"), desk).to_json()
    assert list(told) == ["verdict", "why", "match", "side", "seat", "lines"]
    assert (told["match"], told["side"], told["seat"]) == ("small", "French", None)
    assert told["lines"] == [{"number": 1, "text": "pass"}]
