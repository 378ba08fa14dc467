"""What a text is for, what it replaces, and the receipt."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.canon import hexadecimal, sha256
from adjudicator.core.errors import MatchError
from adjudicator.play.match.match import Match
from adjudicator.play.match.received import as_read
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import submit
from adjudicator.play.match.texts import gather
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.checking import check
from adjudicator.play.side.side_views import Whole
from tests.support.small_match import begin, hand_in, play


@pytest.fixture
def small(tmp_path: Path) -> Match:
    return begin(tmp_path / "small")


def test_a_receipt_says_what_the_text_is_for_and_proves_that_it_was_received(small: Match) -> None:
    receipt = hand_in(small, "French", "move Bonnet to 1104")
    words = "\n".join(receipt.words())
    line = small.lines[-1]
    assert "French: orders, turn 1." in words
    assert "It replaces nothing." in words
    assert line.body["sha256"] in words
    assert line.hash in words
    kept = small.folder / "received" / receipt.received
    assert hexadecimal(sha256(kept.read_bytes())) == receipt.received == line.body["received"]
    assert kept.read_text("utf-8") == line.body["text"]


def test_the_latest_text_of_a_side_replaces_its_earlier_one_whole(small: Match) -> None:
    first = hand_in(small, "French", "move Bonnet to 1104")
    second = hand_in(small, "French", "move Compans to 1302")
    assert second.replaces is not None
    assert second.replaces.seq == first.line.seq
    assert f"It replaces the text of line {first.line.seq}" in "\n".join(second.words())
    assert second.change() == "1 order before, 1 now"
    assert [text.seq for text in gather(small.history).fresh] == [second.line.seq]
    run(small)
    told = {e.kind: e for e in small.history.steps[-1].events}
    assert "units_moved" in told
    moved = [e for e in small.history.steps[-1].events if e.kind == "units_moved"]
    assert [e.model_dump()["units"] for e in moved] == [("compans",)]
    assert verify_file(small.folder).good


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("match: other\nturn: 1\nside: French\n\npass", "for the match 'other'; this is 'small'"),
        ("match: small\nturn: 1\nside: Austrian\n\npass", "no side called 'Austrian'"),
        ("match: small\nturn: 1\n\npass", "does not say whose it is"),
        ("match: small\nside: French\n\npass", "does not say which turn"),
        ("match: small\nturn: 1\nside: French\nseat: Ney\n\npass", "has one player"),
        ("match: small\nturn: 1\nside: Umpire\n\npass", "The umpire sends answers"),
    ],
)
def test_a_text_for_another_match_or_side_is_refused_whole_but_kept(small: Match, text: str, why: str) -> None:
    before = len(small.lines)
    with pytest.raises(MatchError, match=why):
        submit(small, text.encode(), "text.txt")
    assert len(Match(small.folder).lines) == before
    assert (small.folder / "received" / hexadecimal(sha256(text.encode()))).exists()


def test_a_text_that_is_handed_in_as_another_sides_is_refused(small: Match) -> None:
    text = b"match: small\nturn: 1\nside: Coalition\n\npass"
    with pytest.raises(MatchError, match="for the Coalition side, but it is given as the French side's"):
        submit(small, text, "text.txt", "French")
    assert submit(small, text, "text.txt", "coal").purpose.side == "Coalition"


def test_the_name_of_the_match_is_forgiving_and_may_be_left_out(small: Match) -> None:
    assert submit(small, b'match: "SMALL "\nturn: 1\nside: fr\n\npass', "text.txt").purpose.side == "French"
    assert submit(small, b"turn 1\nturn: 1\nside: French\n\npass", "text.txt").replaces is not None


def test_a_text_for_a_step_already_adjudicated_is_too_late_and_changes_nothing(small: Match) -> None:
    play(small, "French", "pass")
    receipt = hand_in(small, "French", "move Bonnet to 1104")
    assert receipt.purpose.when == "late"
    assert "Too late" in "\n".join(receipt.words())
    assert small.lines[-1].body["late"] is True
    assert run(small).steps == []
    play(small, "Coalition", "pass")
    assert [e.kind for s in small.history.steps for e in s.events].count("units_moved") == 0
    assert verify_file(small.folder).good


def test_a_text_for_a_later_step_waits(small: Match) -> None:
    receipt = hand_in(small, "Coalition", "move Uvarov to 1206")
    assert receipt.purpose.when == "later"
    assert "It waits for its turn." in "\n".join(receipt.words())
    assert hand_in(small, "French", "move Compans to 1302", turn=2).purpose.when == "later"
    ran = play(small, "French", "pass")
    assert [step.wait.sides for step in ran.steps if step.wait] == [("French",), ("Coalition",), ("French",)]
    moved = [e.model_dump()["units"] for s in ran.steps for e in s.events if e.kind == "units_moved"]
    assert moved == [("uvarov",), ("compans",)]
    assert verify_file(small.folder).good


def test_standing_orders_alone_leave_the_turns_orders_awaited(small: Match) -> None:
    receipt = hand_in(small, "French", "standing orders\n  losses: weakest first, never Guard")
    assert receipt.purpose.only_standing
    assert "still awaited" in "\n".join(receipt.words())
    assert run(small).steps == []
    play(small, "French", "pass")
    turn = next(line for line in reversed(small.lines) if line.kind == "turn")
    assert receipt.line.body["sha256"] in turn.body["orders"]
    assert verify_file(small.folder).good


def test_standing_orders_stay_in_force_until_they_are_replaced(small: Match) -> None:
    first = hand_in(small, "French", "pass\n\nstanding orders\n  losses: weakest first")
    run(small, ["Coalition"])
    play(small, "French", "pass", 2, "Coalition")
    last = [line for line in small.lines if line.kind == "turn"][-1]
    assert first.line.body["sha256"] in last.body["orders"]
    hand_in(small, "French", "pass\n\nstanding orders: none", 3)
    run(small, ["Coalition"])
    last = [line for line in small.lines if line.kind == "turn"][-1]
    assert first.line.body["sha256"] not in last.body["orders"]
    assert verify_file(small.folder).good


def test_lines_that_are_not_understood_are_named_in_the_receipt(small: Match) -> None:
    receipt = hand_in(small, "French", "move Bonnet to 1104\nmvoe Compans to 1302")
    assert [p.reason for p in receipt.problems if p.severity == "error"] == ['"mvoe" begins no order: move?']
    assert any(words.startswith("Checked: 1 error, ") for words in receipt.words())
    run(small)
    refused = [line for line in small.lines if line.kind == "turn"][-1].body["refused"]
    assert [(item["side"], item["text"]) for item in refused] == [("French", "mvoe Compans to 1302")]


def test_a_receipt_carries_the_whole_check(small: Match) -> None:
    """What orders will do, what would be refused and what may have been forgotten, as `check` says it."""
    text = "match: small\nturn: 1\nside: French\n\nmove Bonnet to 1104\nmove Souham to 0101\n"
    found = check(Whole(small.lines, small.history), as_read(text.encode(), "orders.txt", small.history.rules.language))
    receipt = submit(small, text.encode(), "orders.txt")
    assert receipt.problems == found.problems
    assert {problem.severity for problem in found.problems} == {"error", "warning"}
    assert any(words.startswith("  line 5: Bonnet: 1003 -> 1104") for words in receipt.words())


def test_a_receipt_counts_orders_before_and_now(small: Match) -> None:
    """Who replaces a long text by a short one should see it."""
    six = "\n".join(
        f"move {name} to 1104" for name in ("Bonnet", "Compans", "Friedrich", "Bordesoulle", "Ledru", "Normann")
    )
    assert hand_in(small, "French", six).change() == ""
    receipt = hand_in(small, "French", "movement\nmove Bonnet to 1104\nmove Compans to 1302")
    assert "on record: 6 orders before, 2 now." in "\n".join(receipt.words())


def test_an_answer_to_nothing_is_recorded_as_too_late(small: Match) -> None:
    receipt = hand_in(small, "French", "answer D7: stand")
    assert (receipt.purpose.kind, receipt.purpose.when) == ("answer", "late")
    assert "Open for French: nothing" in "\n".join(receipt.words())
    assert verify_file(small.folder).good


def test_a_phase_that_says_nothing_is_noted(small: Match) -> None:
    receipt = hand_in(small, "French", "pass", phase="movement")
    assert receipt.purpose.when == "now"
    assert any("phase: movement" in note for note in receipt.purpose.notes)


def test_texts_may_come_before_the_first_run(tmp_path: Path) -> None:
    from adjudicator.play.match.match import create

    match = create("bautzen", tmp_path / "early", name="small", seed="x")
    assert hand_in(match, "French", "pass").purpose.when == "later"
    assert len(run(match).steps) == 2


# --- seats ---------------------------------------------------------------------------------------------------


@pytest.fixture
def seated(tmp_path: Path) -> Match:
    return begin(tmp_path / "seated", seats={"French": ["Soult", "Oudinot"]})


def test_a_side_of_several_players_waits_for_each(seated: Match) -> None:
    hand_in(seated, "French", "move Bonnet to 1104", seat="Soult")
    ran = run(seated)
    assert ran.steps == []
    assert ran.gathered is not None
    assert ran.gathered.missing == ("French",)
    hand_in(seated, "French", "move Ledru to 0504\nmvoe Lorentz", seat="oudinot")
    assert len(run(seated).steps) == 1
    moved = [e.model_dump()["units"] for e in seated.history.steps[-1].events if e.kind == "units_moved"]
    assert moved == [("bonnet",), ("ledru",)]
    refused = [line for line in seated.lines if line.kind == "turn"][-1].body["refused"]
    assert [(item["seat"], item["line"]) for item in refused] == [("Oudinot", 7)]
    assert verify_file(seated.folder).good


def test_a_text_without_a_seat_or_for_another_is_refused(seated: Match) -> None:
    with pytest.raises(MatchError, match="does not say which French player"):
        hand_in(seated, "French", "pass")
    with pytest.raises(MatchError, match="no seat 'Ney'"):
        hand_in(seated, "French", "pass", seat="Ney")


def test_a_seats_text_replaces_only_its_own(seated: Match) -> None:
    hand_in(seated, "French", "pass", seat="Soult")
    assert hand_in(seated, "French", "pass", seat="Oudinot").replaces is None
    assert hand_in(seated, "French", "pass", seat="Soult").replaces is not None


def test_a_match_cannot_have_a_seat_of_a_side_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="no side called 'Austrian'"):
        begin(tmp_path / "x", seats={"Austrian": ["Karl"]})


# --- ends ----------------------------------------------------------------------------------------------------


def test_resigning_ends_the_match_and_opens_the_veil(small: Match) -> None:
    ran = play(small, "French", "resign confirm")
    assert ran.ending is not None
    assert (ran.ending.winner, ran.ending.level) == ("Coalition", "resignation")
    assert small.lines[-1].kind == "reveal"
    assert hand_in(small, "Coalition", "pass").purpose.when == "late"
    assert run(small).ending is not None
    assert verify_file(small.folder).good


def test_a_draw_is_offered_and_accepted(small: Match) -> None:
    play(small, "French", "offer draw\nmove Bonnet to 1104")
    ran = play(small, "Coalition", "accept draw confirm")
    assert ran.ending is not None
    assert ran.ending.winner is None
    assert verify_file(small.folder).good


def test_an_offer_lapses_when_the_other_side_plays_on(small: Match) -> None:
    play(small, "French", "offer draw")
    play(small, "Coalition", "pass")
    assert "draw_lapsed" in [e.kind for e in small.history.steps[-1].events]
    ran = play(small, "French", "accept draw confirm", 2)
    assert ran.ending is None
    refused = [line for line in small.lines if line.kind == "turn"][-1].body["refused"]
    assert refused[0]["reason"].startswith("No draw has been offered")
    assert verify_file(small.folder).good
