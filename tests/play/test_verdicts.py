"""Each verdict of `verify`, on real logs that somebody spoiled, with the sentence it deserves."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator.core.canon import hexadecimal
from adjudicator.play.match import Match
from adjudicator.play.running import run
from adjudicator.play.verifying import verify_file
from adjudicator.record.chain import load_secrets
from adjudicator.record.verify import Verdict
from tests.support.logs import edit, first, forge, last, lines_of, make_good, rehash, write_lines
from tests.support.small_match import begin, hand_in, play


def of(log: Path, sort: str, says: str) -> Verdict:
    """The verdict, which must be of a sort and hold a sentence."""
    verdict = verify_file(log)
    told = "\n".join((verdict.what, *verdict.details))
    assert verdict.sort == sort, told
    assert says in told, told
    assert not verdict.good or sort == "intact"
    return verdict


def test_intact(log: Path) -> None:
    verdict = of(log, "intact", "steps and")
    assert verdict.good
    assert verdict.steps == len([line for line in lines_of(log) if line["kind"] == "turn"])
    assert verdict.dice.checked > 5
    assert verdict.dice.veiled == 0


def test_intact_with_a_shut_veil_says_how_many_dice_cannot_be_checked_yet(tmp_path: Path) -> None:
    match = begin(tmp_path / "m", mode="umpire")
    verdict = of(match.folder, "intact", "veiled rolls cannot be checked until the veil is opened")
    assert verdict.dice.veiled == 3
    play(match, "French", "resign")
    verdict = of(match.folder, "intact", "rolls fit")
    assert verdict.dice.veiled == 0


# --- tampered ------------------------------------------------------------------------------------------------


def change_text(line: dict[str, Any]) -> None:
    line["body"]["text"] += "\nmove Friant to 0903"


@pytest.mark.parametrize("kind", ["orders", "turn", "decision", "answer"])
def test_any_edit_of_a_line_is_seen_by_its_hash(log: Path, kind: str) -> None:
    seq = first(log, kind)
    edit(log, seq, lambda line: line["body"].update(salt="0" * 32))
    verdict = of(log, "tampered", "its hash does not fit what it says")
    assert verdict.line == seq


def test_a_line_taken_out(log: Path) -> None:
    lines = lines_of(log)
    del lines[3]
    write_lines(log, lines)
    assert of(log, "tampered", "a line was taken out or put in").line == 4


def test_a_line_taken_out_and_the_rest_numbered_anew(log: Path) -> None:
    lines = lines_of(log)
    del lines[-2]
    for number, line in enumerate(lines, start=1):
        line["seq"] = number
    write_lines(log, lines)
    of(log, "tampered", "does not follow on the line before")


def test_a_text_changed_with_hashes_that_fit(log: Path) -> None:
    forge(log, first(log, "orders"), change_text)
    of(log, "tampered", "the text is not the one whose digest stands beside it")


def test_a_salt_of_ones_own(log: Path) -> None:
    forge(log, first(log, "decision"), lambda line: line["body"].update(salt="0" * 32))
    of(log, "tampered", "its salt is not the one the veil gives")


def test_another_link(log: Path) -> None:
    seq = first(log, "turn", after=3)
    forge(log, seq, lambda line: line["body"].update(links=["ab" * 32]))
    of(log, "tampered", "the link of step 2 does not hash to that of step 1")


def test_another_seed(log: Path) -> None:
    forge(log, first(log, "turn", after=3), lambda line: line["body"].update(seed="cd" * 32))
    of(log, "tampered", "its seed is not the one that its links and texts give")


def test_a_text_left_out_of_a_step(log: Path) -> None:
    forge(log, first(log, "turn", after=3), lambda line: line["body"].update(orders=[]))
    of(log, "tampered", "its seed is not the one")


def test_a_step_without_the_one_before(log: Path) -> None:
    forge(log, first(log, "turn", after=3), lambda line: line["body"].update(step=7))
    of(log, "tampered", "step 7 comes without step 6")


def test_another_secret_in_the_first_line(log: Path) -> None:
    forge(log, 1, lambda line: line["body"].update(secret="ef" * 32))
    of(log, "tampered", "veil that was opened is not the one promised")


def test_a_veil_that_was_not_promised(tmp_path: Path) -> None:
    match = begin(tmp_path / "m", mode="umpire")
    play(match, "French", "resign")
    log = match.folder / "log.jsonl"
    forge(log, last(log, "reveal"), lambda line: line["body"].update(veil="ef" * 32))
    of(log, "tampered", "veil that was opened is not the one promised")


def test_a_member_that_is_missing(log: Path) -> None:
    forge(log, first(log, "turn"), lambda line: line["body"].pop("links"))
    of(log, "tampered", "a member that such a line must have is missing")


# --- diverges ------------------------------------------------------------------------------------------------


def event_of(line: dict[str, Any], fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    found: dict[str, Any] = next(event for event in line["body"]["events"] if fits(event))
    return found


def turn_with(log: Path, fits: Callable[[dict[str, Any]], bool]) -> int:
    return next(
        int(line["seq"]) for line in lines_of(log) if line["kind"] == "turn" and any(map(fits, line["body"]["events"]))
    )


def is_combat(event: dict[str, Any]) -> bool:
    return bool(event["kind"] == "combat_resolved")


def test_a_die_changed_with_hashes_that_fit(log: Path) -> None:
    seq = turn_with(log, is_combat)

    def change(line: dict[str, Any]) -> None:
        roll = event_of(line, is_combat)["rolls"][0]
        roll["faces"][0] = roll["faces"][0] % 6 + 1

    forge(log, seq, change)
    verdict = of(log, "diverges", "the step's seed gives")
    assert verdict.line == seq
    assert any("the dice T" in detail for detail in verdict.details)


def test_a_modifier_changed_names_the_modifier_and_both_values(log: Path) -> None:
    seq = turn_with(log, is_combat)
    forge(log, seq, lambda line: event_of(line, is_combat)["drm"]["parts"][0].update(value=9))
    verdict = of(log, "diverges", "is not what the rules give")
    assert "combat resolved" in verdict.what
    told = "\n".join(verdict.details)
    assert "the modifier VV-8.4a1" in told
    assert "the log says 9, the rules give" in told


def test_an_event_put_in_or_left_out(log: Path) -> None:
    seq = turn_with(log, is_combat)
    copy = log.parent / "copy.jsonl"
    shutil.copy(log, copy)
    forge(log, seq, lambda line: line["body"]["events"].append(dict(line["body"]["events"][-1])))
    of(log, "diverges", "that the rules do not give")
    forge(copy, seq, lambda line: line["body"]["events"].pop())
    of(copy, "diverges", "that the log does not tell")


def test_another_position_after_the_same_events(log: Path) -> None:
    forge(log, first(log, "turn"), lambda line: line["body"].update(state="0" * 64))
    of(log, "diverges", "the events are the same, but the position after them is not")


def test_a_decision_put_otherwise(log: Path) -> None:
    forge(log, first(log, "decision"), lambda line: line["body"].update(question="Do you yield?"))
    of(log, "diverges", "decision D1 was put otherwise")


def test_a_decision_settled_otherwise(log: Path) -> None:
    seq = next(
        line["seq"]
        for line in lines_of(log)
        if line["kind"] == "turn" and any(a["source"] == "default" for a in line["body"]["answers"])
    )

    def change(line: dict[str, Any]) -> None:
        answer = next(a for a in line["body"]["answers"] if a["source"] == "default")
        answer["source"] = "standing"

    forge(log, seq, change)
    of(log, "diverges", "the decisions of the step were settled otherwise")


def test_a_side_left_out_although_it_wrote(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    play(match, "French", "move Bonnet to 1104")
    log = match.folder / "log.jsonl"
    forge(log, last(log, "turn"), lambda line: line["body"].update(without=["French"]))
    of(log, "diverges", "the step was run without French, whose text is on record")


def test_a_step_run_although_nobody_had_written(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    run(match, ["French"])
    log = match.folder / "log.jsonl"
    forge(log, last(log, "turn"), lambda line: line["body"].update(without=[]))
    of(log, "diverges", "the step was run although French had not written")


def test_the_keeper_of_the_secret_cannot_record_a_text_as_too_late(tmp_path: Path) -> None:
    """Even with every hash, salt and seed made good, the rules find that the text came in time."""
    match = begin(tmp_path / "m")
    hand_in(match, "French", "move Bonnet to 1104")
    log = match.folder / "log.jsonl"
    lines = lines_of(log)
    lines[-1]["body"]["late"] = True
    secrets = load_secrets(match.folder / "secret.json")
    make_good(lines, secrets.veil, secrets.chain)
    write_lines(log, lines)
    of(log, "diverges", "the text was recorded as too late, but it came in time")


def test_the_keeper_of_the_secret_cannot_change_an_order_afterwards(tmp_path: Path) -> None:
    """The text and all that follows from it can be made good, but then the dice and events are others."""
    match = begin(tmp_path / "m")
    play(match, "French", "move Bonnet to 1104\nbombard 1105 with Artillery")
    log = match.folder / "log.jsonl"
    head = lines_of(log)[-1]["hash"]
    lines = lines_of(log)
    orders = next(line for line in lines if line["kind"] == "orders")
    orders["body"]["text"] = orders["body"]["text"].replace("bombard", "# bombard")
    secrets = load_secrets(match.folder / "secret.json")
    make_good(lines, secrets.veil, secrets.chain)
    write_lines(log, lines)
    of(log, "diverges", "the step's seed gives")
    assert verify_file(log, head=head).head.startswith("No line of this log has the hash")


def test_a_turn_out_of_order(log: Path) -> None:
    """A step told twice shows the same link, but comes at the wrong moment."""
    lines = lines_of(log)
    turn = next(line for line in lines if line["kind"] == "turn")
    lines.append({**turn, "body": dict(turn["body"])})
    match = Match(log.parent)
    make_good(lines, match.secrets().veil, match.secrets().chain)
    write_lines(log, lines)
    of(log, "diverges", "the line is of step 1, but step")


# --- other version, damaged ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("member", "value", "says"),
    [
        ("engine", "adjudicator 0.0.1", "The engine of the log is adjudicator 0.0.1"),
        ("ruleset", "vv1813 0", "The ruleset of the log is vv1813 0"),
        ("data", "ab" * 32, "The data of the log is abab"),
    ],
)
def test_other_version_says_what_differs_and_whether_the_results_are_the_same(
    log: Path, member: str, value: str, says: str
) -> None:
    forge(log, 1, lambda line: line["body"].update({member: value}))
    verdict = of(log, "other version", says)
    assert adjudicator.__version__ in verdict.details[0] or member != "engine"
    assert "The rules here give the same results all the same." in verdict.details


def test_other_version_with_other_results(log: Path) -> None:
    forge(log, 1, lambda line: line["body"].update(engine="adjudicator 0.0.1"))
    forge(log, first(log, "turn"), lambda line: line["body"].update(state="0" * 64))
    of(log, "other version", "The rules here give another result at line 2")


def test_a_game_that_is_not_known_here_is_another_version(log: Path) -> None:
    forge(log, 1, lambda line: line["body"].update(scenario="jena"))
    of(log, "other version", "There is no scenario called 'jena'")


@pytest.mark.parametrize("cut", [1, 40, 3000])
def test_a_log_cut_short_says_what_is_still_good(log: Path, cut: int) -> None:
    data = log.read_bytes()
    log.write_bytes(data[:-cut])
    verdict = of(log, "damaged", "are still good")
    assert verdict.lines == verdict.line - 1
    assert verdict.steps > 0


def test_a_garbled_line_in_the_middle(log: Path) -> None:
    lines = log.read_bytes().split(b"\n")
    lines[4] = lines[4][:50] + b"\x00" + lines[4][51:]
    log.write_bytes(b"\n".join(lines))
    assert of(log, "damaged", "Lines 1 to 4 are still good.").line == 5


@pytest.mark.parametrize("data", [b"", b"\n", b"hello\n", b"{}\n", b"\xff\xff", b'{"a":1', b"null\n"])
def test_a_file_that_is_no_log(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(data)
    assert verify_file(path).sort == "damaged"


def test_a_log_without_its_first_line(log: Path) -> None:
    lines = lines_of(log)[1:]
    rehash(lines)
    write_lines(log, lines)
    of(log, "damaged", "it does not begin with a match line")


def test_the_json_form_has_everything(log: Path) -> None:
    verdict = verify_file(log, head=hexadecimal(bytes(32)))
    plain = verdict.to_json()
    assert plain["verdict"] == "intact"
    assert plain["good"] is False
    assert plain["head"].startswith("No line of this log")
    assert plain["dice"] == {"checked": verdict.dice.checked, "veiled": 0}
