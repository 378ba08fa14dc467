"""Each verdict of `verify`, on real logs that somebody spoiled, with the sentence it deserves."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.canon import hexadecimal
from adjudicator.core.errors import LogError, MatchError
from adjudicator.play.match.match import Match
from adjudicator.play.match.running import run
from adjudicator.play.match.setup import Tools, default_tools
from adjudicator.play.proof.verifying import verify_file
from adjudicator.record.chain import load_secrets
from adjudicator.record.verdict import Verdict
from adjudicator.record.versions import Release, Releases
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
    play(match, "French", "resign confirm")
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
    play(match, "French", "resign confirm")
    log = match.folder / "log.jsonl"
    forge(log, last(log, "reveal"), lambda line: line["body"].update(veil="ef" * 32))
    of(log, "tampered", "veil that was opened is not the one promised")


def test_a_member_that_is_missing(log: Path) -> None:
    forge(log, first(log, "turn"), lambda line: line["body"].pop("links"))
    of(log, "tampered", "its member 'links' is missing")


def test_a_member_of_the_wrong_sort(log: Path) -> None:
    forge(log, first(log, "turn"), lambda line: line["body"].update(links="none"))
    of(log, "tampered", "its member 'links' is not what it should be")


def test_a_member_that_such_a_line_does_not_have_is_damage(log: Path) -> None:
    forge(log, first(log, "turn"), lambda line: line["body"].update(weather="fine"))
    of(log, "damaged", "it has a member that no turn line has: 'weather'")


def test_a_batch_with_another_number_of_lines(log: Path) -> None:
    seq = first(log, "decision") - 1
    forge(log, seq, lambda line: line["body"].pop("follows"))
    of(log, "tampered", "0 lines should follow it, but")


def test_other_data_in_a_step_than_in_the_first_line(log: Path) -> None:
    forge(log, first(log, "turn"), lambda line: line["body"]["by"].update(data="ab" * 32))
    of(log, "tampered", "it was adjudicated with other data than the first line names")


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


OLD = f"adjudicator 0.0.9 {'ab' * 32}"
GET = "pip install adjudicator==0.0.9"


def by_another(lines: list[dict[str, Any]], engine: str = OLD) -> None:
    """The log as an older engine would have written it."""
    for line in lines:
        if line["kind"] == "turn":
            line["body"]["by"]["engine"] = engine


def as_another(log: Path, *changes: Callable[[list[dict[str, Any]]], None]) -> None:
    lines = lines_of(log)
    by_another(lines)
    for change in changes:
        change(lines)
    rehash(lines)
    write_lines(log, lines)


def knowing(*releases: Release) -> Tools:
    """An installation whose list of releases is this."""
    return replace(default_tools(), releases=lambda scenario: Releases(releases))


def other_words(lines: list[dict[str, Any]]) -> None:
    for line in lines:
        if line["kind"] == "decision":
            line["body"]["question"] += " Well?"
        for event in line["body"].get("events", ()):
            if "title" in event:
                event["title"] = event["title"].upper()
            for part in event.get("drm", {}).get("parts", ()):
                part["because"] = "so it is"


def other_state(lines: list[dict[str, Any]]) -> None:
    next(line for line in lines if line["kind"] == "turn")["body"]["state"] = "0" * 64


def test_a_log_of_another_version_with_the_same_results_is_intact(log: Path) -> None:
    as_another(log)
    verdict = of(log, "intact", "were adjudicated by another version: adjudicator 0.0.9 (abababab…), here adjudicator")
    assert any("That is in no list of releases." in detail for detail in verdict.details)
    assert verdict.good


def test_under_another_version_other_words_are_no_divergence(log: Path) -> None:
    as_another(log, other_words)
    assert of(log, "intact", "Explanations are in other words here at lines").good


@pytest.mark.parametrize("where", ["question", "title", "because"])
def test_where_the_version_is_the_one_here_words_must_be_equal_too(log: Path, where: str) -> None:
    lines = lines_of(log)
    other_words(lines)
    good = lines_of(log)
    for line, right in zip(lines, good, strict=True):
        if (line["kind"] == "decision") != (where == "question"):
            line["body"] = right["body"]
    rehash(lines)
    write_lines(log, lines)
    assert verify_file(log).sort == "diverges"


def test_an_unknown_version_with_another_result_diverges(log: Path) -> None:
    as_another(log, other_state)
    verdict = of(log, "diverges", "the events are the same, but the position after them is not")
    assert "in no list of releases" in "\n".join(verdict.details)


def test_a_known_release_with_another_result_is_another_version_and_says_how_to_get_it(log: Path) -> None:
    as_another(log, other_state)
    release = Release("0.0.9", OLD, (), (), GET)
    verdict = verify_file(log, tools=knowing(release))
    assert (verdict.sort, verdict.line) == ("other version", first(log, "turn"))
    assert f"adjudicator 0.0.9 (abababab…), release 0.0.9: {GET}." in verdict.details[0]
    assert not verdict.good
    assert verify_file(log, tools=knowing(replace(release, engine=f"adjudicator 0.0.9 {'cd' * 32}"))).sort == "diverges"


def test_a_known_release_excuses_its_own_steps_alone(log: Path) -> None:
    as_another(log, other_state)
    here = Match(log.parent).setup.by()
    forge(log, last(log, "turn"), lambda line: line["body"].update(by=dict(here), state="0" * 64))
    verdict = verify_file(log, tools=knowing(Release("0.0.9", OLD, (), (), GET)))
    assert (verdict.sort, verdict.line) == ("diverges", last(log, "turn"))
    assert [found.line for found in verdict.found] == [first(log, "turn"), last(log, "turn")]


def test_one_divergence_hides_none_after_it(log: Path) -> None:
    """Each step is recomputed from the position on record."""
    seq = turn_with(log, is_combat)

    def change(line: dict[str, Any]) -> None:
        event_of(line, is_combat)["drm"]["parts"][0].update(value=9)

    forge(log, seq, change)
    forge(log, first(log, "turn"), lambda line: line["body"].update(state="0" * 64))
    forge(log, last(log, "turn"), lambda line: line["body"].update(state="0" * 64))
    verdict = of(log, "diverges", f"at more lines too: {seq}, {last(log, 'turn')}")
    assert [found.line for found in verdict.found] == [first(log, "turn"), seq, last(log, "turn")]


def test_another_position_before_set_up(log: Path) -> None:
    forge(log, 1, lambda line: line["body"].update(start="0" * 64))
    of(log, "diverges", "the position before set-up is not the one on record")


def test_a_game_that_the_rule_system_here_does_not_know_diverges(log: Path) -> None:
    forge(log, 1, lambda line: line["body"].update(scenario="jena"))
    of(log, "diverges", "There is no scenario called 'jena'")


def test_a_rule_system_that_is_not_here_is_another_version(log: Path) -> None:
    forge(log, 1, lambda line: line["body"].update(scenario="jena", ruleset="jena1806 1"))
    of(log, "other version", "The match was begun with jena1806 1, which is not here.")


def test_a_game_under_the_name_of_another_rule_system(log: Path) -> None:
    forge(log, 1, lambda line: line["body"].update(ruleset="campaign1813 1"))
    of(log, "diverges", "bautzen is a game of vv1813, not of campaign1813 1")


def test_data_beside_a_log_that_are_not_those_of_the_match_are_refused(log: Path) -> None:
    table = log.parent / "data" / "game" / "setup.csv"
    table.write_text(table.read_text("utf-8").replace("map,", "map ,", 1), "utf-8")
    with pytest.raises(LogError, match="are not those that the match was begun with"):
        verify_file(log)
    with pytest.raises(LogError, match="are not those that the match was begun with"):
        Match(log.parent)
    shutil.rmtree(table.parent)
    with pytest.raises(MatchError, match="is not complete: there is no folder game"):
        verify_file(log)


def test_a_log_alone_is_verified_with_the_data_that_are_installed(log: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.jsonl"
    shutil.copy(log, alone)
    assert of(alone, "intact", "steps and").good
    assert verify_file(alone, data=log.parent / "data").good


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
