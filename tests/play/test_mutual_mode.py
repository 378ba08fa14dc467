"""Mode mutual with an umpire: texts fixed before links are asked for, links in any order, no link at all."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.canon import hexadecimal
from adjudicator.core.errors import MatchError, UsageError
from adjudicator.core.types import Ending, Side
from adjudicator.play.desk.status import status
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.running import run
from adjudicator.play.mutual.handing_in import hand_in
from adjudicator.play.mutual.linking import fixed_words, without_its_link
from adjudicator.play.proof.drafting import Wish
from adjudicator.play.proof.rulings import rule
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.exporting import export
from adjudicator.play.side.side_views import Whole
from adjudicator.record import check_log
from adjudicator.record.parties import fresh_chain, load_chain
from tests.support.logs import lines_of, rehash, write_lines
from tests.support.mutual_match import (
    CHAINS,
    NAME,
    SIDES,
    hand,
    link_text,
    own_chain,
    set_up,
    show_links,
    table,
    text_of,
    umpired,
)


def kinds(match: Match) -> list[str]:
    return [line.kind for line in match.lines]


def whole(match: Match) -> Whole:
    return Whole(match.lines, match.history, match.folder)


@pytest.fixture
def match(tmp_path: Path) -> Match:
    return set_up(umpired(tmp_path / "m"))


@pytest.fixture
def fixed(match: Match) -> Match:
    """The French have written, and their step is fixed."""
    hand(match, "French", "pass")
    ran = run(match)
    assert ran.fixed is not None
    assert not ran.steps
    return match


def assert_proved(match: Match, sort: str = "intact") -> None:
    log = match.folder / "log.jsonl"
    assert verify_file(log).sort == sort
    assert check_log.main([str(log)]) == 0


def test_a_step_is_fixed_then_linked_then_adjudicated(fixed: Match) -> None:
    assert kinds(fixed)[5:] == ["orders", "fixed"]
    assert fixed.lines[-1].body["orders"] == [fixed.lines[-2].body["sha256"]]
    assert not run(fixed).steps
    ran = show_links(fixed, ("Coalition", "French"))
    assert [step.number for step in ran.steps] == [2]
    assert kinds(fixed)[5:] == ["orders", "fixed", "link", "link", "turn"]
    links = [line.body["link"] for line in fixed.lines if line.kind == "link"][2:]
    assert fixed.lines[-1].body["links"] == links[::-1]
    assert_proved(fixed)


def test_the_umpire_never_has_a_seed_before_all_links_are_in(fixed: Match) -> None:
    show_links(fixed, ("French",))
    assert kinds(fixed)[-1] == "link"
    (owed,) = status(whole(fixed)).owed
    assert owed.sentence() == "Coalition: the link of step 2"
    assert not status(whole(fixed)).ready


def test_the_notice_quotes_what_was_fixed(fixed: Match) -> None:
    assert fixed.history.fixed is not None
    words = "\n".join(fixed_words(fixed.history.fixed))
    line = fixed.lines[-1]
    assert line.body["orders"][0] in words
    assert f"line {line.seq}, {line.hash}" in words
    assert "adjudicator chain link 2" in words


def test_a_text_after_that_is_too_late_and_changes_nothing(fixed: Match) -> None:
    receipt = hand_in(fixed, text_of("French", 1, "move Compans to 1203").encode(), "late.txt")
    assert "Too late" in "\n".join(receipt.words())
    assert "The texts of step 2 were fixed before it came" in "\n".join(receipt.words())
    assert receipt.line is not None
    assert receipt.line.body["late"] is True
    show_links(fixed)
    assert fixed.lines[-1].body["orders"] == [fixed.lines[5].body["sha256"]]
    assert_proved(fixed)


def test_standing_orders_after_that_count_from_the_next_step_on(fixed: Match) -> None:
    hand(fixed, "Coalition", "standing orders\n  losses: weakest first", None)
    show_links(fixed)
    late = next(line for line in fixed.lines if line.body.get("only") == "standing").body["sha256"]
    assert late not in fixed.lines[-1].body["orders"]
    hand(fixed, "Coalition", "pass")
    run(fixed)
    assert late in fixed.lines[-1].body["orders"]
    show_links(fixed)
    assert_proved(fixed)


REFUSED = [
    ("Coalition", 3, "not asked for yet; it is not kept"),
    ("Coalition", 1, "Step 1 is over"),
]


@pytest.mark.parametrize(("side", "number", "says"), REFUSED)
def test_another_link_is_refused_and_not_kept(fixed: Match, side: str, number: int, says: str) -> None:
    before = fixed.log.path.read_bytes()
    with pytest.raises(MatchError, match=says):
        hand_in(fixed, link_text(side, number).encode(), "link.txt")
    assert fixed.log.path.read_bytes() == before


def test_a_link_of_the_other_chain_and_a_second_one_are_refused(fixed: Match) -> None:
    mine = link_text("French", 2)
    with pytest.raises(MatchError, match="does not hash to the one before"):
        hand_in(fixed, mine.replace("side: French", "side: Coalition").encode(), "link.txt")
    hand_in(fixed, mine.encode(), "link.txt")
    with pytest.raises(MatchError, match=r"already\. It is the same"):
        hand_in(fixed, mine.encode(), "link.txt")


def test_nobody_is_asked_before_texts_are_fixed(match: Match) -> None:
    with pytest.raises(MatchError, match="not asked for yet"):
        hand_in(match, link_text("French", 2).encode(), "link.txt")


def test_a_link_that_was_shown_for_another_log_is_refused(fixed: Match) -> None:
    with pytest.raises(MatchError, match="another log"):
        hand_in(fixed, f"{link_text('French', 2)}after: line 7, {'ab' * 32}\n".encode(), "link.txt")


def test_an_export_shows_no_link_before_all_are_in(fixed: Match, tmp_path: Path) -> None:
    show_links(fixed, ("French",))
    early = tmp_path / "early.jsonl"
    early.write_text(export(whole(fixed), Side("Coalition")), "utf-8")
    assert [line["kind"] for line in lines_of(early)][-1] == "fixed"
    assert CHAINS["French"].chain.link(2).hex() not in early.read_text("utf-8")
    home = open_source(early)
    assert home.fixed() == 2
    assert verify_file(early).sort == "consistent"
    show_links(fixed, ("Coalition",))
    late = tmp_path / "late.jsonl"
    late.write_text(export(whole(fixed), Side("Coalition")), "utf-8")
    for kept in (early, late):
        assert verify_file(fixed.folder, against=kept).good
        assert check_log.main([str(kept)]) == 0


def test_what_a_side_may_not_see_of_a_link_says_status(fixed: Match) -> None:
    before = status(whole(fixed), Side("Coalition")).owed
    show_links(fixed, ("French",))
    assert status(whole(fixed), Side("Coalition")).owed == before
    assert [one.side for one in before] == list(SIDES)


# --- who does not show a link --------------------------------------------------------------------------------


def test_a_link_comes_from_escrow_that_one_and_no_other(tmp_path: Path) -> None:
    match = set_up(umpired(tmp_path / "m", escrow=["Coalition"]))
    assert match.lines[0].body["parties"][1]["escrow"] is True
    assert "escrow" not in match.lines[0].body["parties"][0]
    hand(match, "French", "pass")
    run(match)
    show_links(match, ("French",))
    assert "from escrow" in without_its_link(match, "Coalition")[0]
    assert run(match).steps
    assert hexadecimal(CHAINS["Coalition"].chain.link(3)) not in match.log.path.read_text("utf-8")
    assert_proved(match)


@pytest.mark.parametrize(("outcome", "verdict"), [("lost", "French victory, by default"), ("unfinished", "unfinished")])
def test_without_a_link_the_match_ends(tmp_path: Path, outcome: str, verdict: str) -> None:
    match = set_up(umpired(tmp_path / "m", options={"no_link": outcome}))
    hand(match, "French", "pass")
    run(match)
    show_links(match, ("French",))
    with pytest.raises(MatchError, match="No link of French is awaited"):
        without_its_link(match, "French")
    without_its_link(match, "Coalition")
    again = Match(match.folder)
    ending = run(again).ending
    assert isinstance(ending, Ending)
    assert ending.verdict == verdict
    assert kinds(match)[-2:] == ["note", "reveal"]
    assert_proved(again)


def test_a_side_that_writes_nothing_still_shows_its_link(match: Match) -> None:
    run(match, ["French"])
    assert kinds(match)[-1] == "fixed"
    assert show_links(match).steps[-1].without == ("French",)
    assert_proved(match)


# --- the table -----------------------------------------------------------------------------------------------


def test_two_sides_with_one_anchor_are_refused(tmp_path: Path) -> None:
    same = {"French": CHAINS["French"], "Coalition": own_chain("French")}
    with pytest.raises(UsageError, match="same anchor"):
        create("bautzen", tmp_path / "m", name=NAME, mode="mutual", table=table(chains=same))
    assert not (tmp_path / "m").exists()


def test_every_side_gives_an_anchor_and_modes_are_not_mixed(tmp_path: Path) -> None:
    one = {"French": CHAINS["French"]}
    with pytest.raises(UsageError, match="each side gives an anchor"):
        create("bautzen", tmp_path / "m", name=NAME, mode="mutual", table=table(chains=one))
    with pytest.raises(UsageError, match="each side has a chain of its own"):
        create("bautzen", tmp_path / "m", mode="mutual")
    with pytest.raises(UsageError, match="known to whoever typed it"):
        create("bautzen", tmp_path / "m", mode="mutual", seed="x", table=table())
    with pytest.raises(UsageError, match="mode mutual only"):
        create("bautzen", tmp_path / "m", seed="x", options={"no_link": "lost"})


def path_anchor(path: Path) -> str:
    return str(json.loads(path.read_text("utf-8"))["anchor"])


def test_a_chain_in_its_file_shows_one_link_after_the_other(tmp_path: Path) -> None:
    own = fresh_chain(NAME, "French", 20)
    path = tmp_path / "fair.chain.json"
    own.save(path)
    assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(MatchError, match="would give link 1 away"):
        load_chain(path).link(2)
    link, shown = load_chain(path).link(1)
    shown.save(path)
    assert load_chain(path).link(2)[0] != link
    assert load_chain(path).link(1)[0] == link
    path.write_text(path.read_text("utf-8").replace(path_anchor(path), "ab" * 32), "utf-8")
    with pytest.raises(MatchError, match="does not lead"):
        load_chain(path)


# --- rulings -------------------------------------------------------------------------------------------------


@pytest.fixture
def corrected(match: Match) -> tuple[Match, Wish]:
    hand(match, "French", "move Compans to 1203\nmove Bonnet to 1104")
    run(match)
    show_links(match)
    return match, Wish(step=2, sort="correct", reason="line 5 meant 1202", orders=("French:5=move Compans to 1202",))


def test_a_correction_waits_until_each_side_has_agreed(corrected: tuple[Match, Wish]) -> None:
    match, wish = corrected
    told = rule(match, wish)
    assert told.written is None
    assert told.lacking == SIDES
    assert kinds(match)[-1] == "note"
    for number, side in enumerate(SIDES):
        agreed = f"side: {side}\nagree ruling {told.proposed}\n"
        hand_in(match, agreed.encode(), "agree.txt")
        with pytest.raises(MatchError, match="agreed to it already"):
            hand_in(match, agreed.encode(), "agree.txt")
        if number == 0:
            assert rule(match, wish).lacking == ("Coalition",)
    assert rule(match, wish).written is not None
    assert kinds(match)[-5:] == ["note", "press", "press", "ruling", "turn"]
    assert_proved(match)


def test_another_correction_than_was_agreed_to_is_tampering(corrected: tuple[Match, Wish]) -> None:
    match, wish = corrected
    told = rule(match, wish)
    for side in SIDES:
        hand_in(match, f"side: {side}\nagree ruling {told.proposed}\n".encode(), "agree.txt")
    rule(match, wish)
    log = match.folder / "log.jsonl"
    forged = [line for line in lines_of(log) if line["body"].get("side") != "Coalition"]
    rehash(forged)
    write_lines(log, forged)
    assert verify_file(log).sort == "tampered"
    assert "Coalition did not agree" in verify_file(log).what
    assert check_log.main([str(log)]) == 1


def test_a_replay_needs_no_agreement(corrected: tuple[Match, Wish]) -> None:
    match, _ = corrected
    assert rule(match, Wish(step=2, sort="replay", reason="wrong report was sent")).written is not None
    run(match)
    assert match.history.fixed is not None
    assert match.history.fixed.step == 3
    show_links(match)
    assert_proved(match)


def test_no_ruling_while_links_are_shown(fixed: Match) -> None:
    with pytest.raises(MatchError, match="links are being shown"):
        rule(fixed, Wish(step=1, sort="replay", reason="why not"))


# --- forgeries -----------------------------------------------------------------------------------------------


def _refix(lines: list[dict[str, Any]]) -> None:
    at = next(n for n, line in enumerate(lines) if line["kind"] == "fixed" and line["body"]["step"] == 2)
    lines.insert(at + 2, copy.deepcopy(lines[at]))


def _leave_out(lines: list[dict[str, Any]]) -> None:
    next(line for line in lines if line["kind"] == "fixed" and line["body"]["step"] == 2)["body"]["orders"] = []


def _other_step(lines: list[dict[str, Any]]) -> None:
    next(line for line in lines if line["kind"] == "link" and line["body"]["step"] == 2)["body"]["step"] = 1


def _no_link(lines: list[dict[str, Any]]) -> None:
    del lines[next(n for n, line in enumerate(lines) if line["kind"] == "link" and line["body"]["step"] == 2)]


def _links_first(lines: list[dict[str, Any]]) -> None:
    at = next(n for n, line in enumerate(lines) if line["kind"] == "fixed" and line["body"]["step"] == 2)
    lines.insert(at, lines.pop(at + 1))


def _not_fixed(lines: list[dict[str, Any]]) -> None:
    del lines[next(n for n, line in enumerate(lines) if line["kind"] == "fixed" and line["body"]["step"] == 2)]


@pytest.mark.parametrize("forge", [_refix, _leave_out, _other_step, _no_link, _links_first, _not_fixed])
def test_what_was_promised_cannot_be_changed_afterwards(fixed: Match, forge: Any) -> None:
    show_links(fixed)
    assert_proved(fixed)
    log = fixed.folder / "log.jsonl"
    lines = lines_of(log)
    forge(lines)
    rehash(lines)
    write_lines(log, lines)
    assert verify_file(log).sort in ("tampered", "diverges")
    assert check_log.main([str(log)]) == 1


def test_every_forged_member_of_the_promises_is_found(fixed: Match) -> None:
    show_links(fixed)
    log = fixed.folder / "log.jsonl"
    good = lines_of(log)
    strange = {"step": 3, "orders": ["ab" * 32], "party": "French", "link": "cd" * 32}
    for number, line in enumerate(good):
        if line["kind"] not in ("fixed", "link") or line["body"]["step"] != 2:
            continue
        for member, value in strange.items():
            if member not in line["body"] or line["body"][member] == value:
                continue
            lines = copy.deepcopy(good)
            lines[number]["body"][member] = value
            rehash(lines)
            write_lines(log, lines)
            assert verify_file(log).sort in ("tampered", "diverges"), (line["kind"], member)
            assert check_log.main([str(log)]) == 1, (line["kind"], member)


def test_the_secret_folder_of_the_umpire_holds_no_chain_but_those_in_escrow(match: Match) -> None:
    kept = json.loads((match.folder / "secret.json").read_text("utf-8"))
    assert kept["escrow"] == {}
    assert set(kept) == {"escrow", "name", "veil"}
