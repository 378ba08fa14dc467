"""`run`: as far as the texts allow, without a side, after a torn write."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.core.errors import LogError, MatchError
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.running import run
from adjudicator.play.proof.verifying import verify_file
from tests.support.logs import edit, first, lines_of
from tests.support.small_match import begin, hand_in, play

ASKING = "attack 1703 from 1702, 1602\nmove Morand to 1702\nmove Briche to 1602\n\nstanding orders\n  ask me about head"


def test_a_run_stops_where_a_text_is_needed(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    ran = run(match)
    assert ran.steps == []
    assert ran.gathered is not None
    assert ran.gathered.missing == ("French",)
    assert len(play(match, "French", "pass").steps) == 1
    assert verify_file(match.folder).good


def test_a_side_is_played_without_its_text_once(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    hand_in(match, "French", "pass")
    ran = run(match, ["coal"])
    assert [step.without for step in ran.steps] == [(), ("Coalition",)]
    assert ran.gathered is not None
    assert ran.gathered.missing == ("French",)
    opened = match.history.steps[-1].events[0].model_dump()
    assert opened["missing"] == ("Coalition",)
    with pytest.raises(MatchError, match="no side called 'Austria'"):
        run(match, ["Austria"])
    assert verify_file(match.folder).good


def test_without_holds_for_one_wait_only(tmp_path: Path) -> None:
    """The French are asked in their own turn and do not answer: the default decides; their next orders are awaited."""
    match = begin(tmp_path / "m")
    play(match, "French", ASKING)
    assert [a.decision.side for a in match.history.open] == ["French"]
    hand_in(match, "Coalition", "pass")
    ran = run(match, ["French"])
    assert [step.without for step in ran.steps] == [("French",), ()]
    assert ran.gathered is not None
    assert ran.gathered.missing == ("French",)
    assert [step.without for step in run(match, ["French"]).steps] == [("French",)]
    assert verify_file(match.folder).good


def test_with_a_turn_going_on_without_a_side_may_be_repeated(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    hand_in(match, "French", "pass")
    hand_in(match, "French", "pass", 2)
    ran = run(match, ["Coalition"], turn=1)
    assert [step.without for step in ran.steps] == [(), ("Coalition",), ()]
    for turn, why in ((1, "Turn 1 was played without Coalition already, in step 3."), (2, "")):
        again = run(match, ["Coalition"], turn=turn)
        assert len(again.steps) == (turn == 2)
        assert "".join(again.notes) == why
        assert not again.too_early
    assert verify_file(match.folder).good


def test_a_turn_that_is_over_or_has_not_come_is_said(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    play(match, "French", "pass")
    play(match, "Coalition", "pass")
    past = run(match, ["Coalition"], turn=1)
    assert past.steps == []
    assert past.notes == ("Turn 1 is over, the match is in turn 2: nothing was played without Coalition.",)
    assert not past.too_early
    early = run(match, ["French"], turn=5)
    assert early.steps == []
    assert early.notes == ("Turn 5 has not come yet: the match is in turn 2.",)
    assert early.too_early


def test_a_text_that_is_there_is_used_whatever_without_says(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    hand_in(match, "French", "move Bonnet to 1104")
    ran = run(match, ["French"])
    assert ran.steps[0].without == ()
    assert [e.kind for e in ran.steps[0].events].count("units_moved") == 1
    assert verify_file(match.folder).good


def test_answers_that_are_not_legal_are_told_and_the_decision_stays_open(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    play(match, "French", ASKING)
    hand_in(match, "French", "answer D1: head Friant")
    ran = run(match)
    assert ran.steps == []
    assert ran.gathered is not None
    assert [a.number for a in ran.gathered.unanswered] == [1]
    assert len(ran.gathered.problems) == 1
    hand_in(match, "French", "answer D1: head Briche")
    assert len(run(match).steps) == 1
    assert verify_file(match.folder).good


# --- writers -------------------------------------------------------------------------------------------------


def test_two_writers_see_each_others_lines(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    other = Match(match.folder)
    hand_in(match, "French", "pass")
    assert len(run(other).steps) == 1
    hand_in(match, "Coalition", "pass")
    assert len(run(other).steps) == 1
    assert verify_file(match.folder).good


def test_a_torn_tail_is_set_aside_reported_and_the_step_run_again(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    play(match, "French", ASKING)
    log = match.folder / "log.jsonl"
    whole = log.read_bytes()
    for cut in (1, 100, len(lines_of(log)[-1]["hash"]) * 40):
        log.write_bytes(whole[:-cut])
        torn = Match(match.folder)
        ran = run(torn)
        assert [step.number for step in ran.steps] == [2]
        assert "the step is run again" in torn.reports[0]
        assert log.read_bytes() == whole
        assert verify_file(log).good
    assert len(list(match.folder.glob("log.jsonl.torn-*"))) == 3


def test_a_damaged_or_edited_log_is_never_written_to(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    play(match, "French", "pass")
    log = match.folder / "log.jsonl"
    good = log.read_bytes()
    edit(log, first(log, "orders"), lambda line: line["body"].update(text="resign"))
    edited = log.read_bytes()
    with pytest.raises(LogError, match=r"Line 3 of log.jsonl does not fit"):
        Match(match.folder)
    with pytest.raises(LogError, match="does not fit"):
        hand_in(match, "Coalition", "pass")
    assert log.read_bytes() == edited
    lines = good.split(b"\n")
    lines[1] = b"{}"
    log.write_bytes(b"\n".join(lines))
    with pytest.raises(LogError, match=r"Line 2 of log.jsonl is damaged"):
        Match(match.folder)


def test_without_its_own_secret_a_match_can_be_read_but_not_run(tmp_path: Path) -> None:
    match = begin(tmp_path / "m", mode="umpire")
    secret = match.folder / "secret.json"
    kept = secret.read_bytes()
    secret.unlink()
    opened = Match(match.folder)
    with pytest.raises(MatchError, match="secret is missing"):
        hand_in(opened, "French", "pass")
    begin(tmp_path / "other", mode="umpire")
    shutil.copy(tmp_path / "other" / "secret.json", secret)
    with pytest.raises(MatchError, match="belongs to another match"):
        hand_in(Match(match.folder), "French", "pass")
    secret.write_bytes(kept)
    assert hand_in(Match(match.folder), "French", "pass").line.seq == 3


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"scenario": "jena"}, "no scenario called 'jena'"),
        ({"mode": "sealed"}, "no mode 'sealed'"),
        ({"mode": "umpire", "seed": "x"}, "known to whoever typed it"),
        ({"name": "a\nb"}, "cannot be a match's name"),
        ({"options": {"weather": "fine"}}, "no option 'weather'"),
        ({"options": {"fog": "thick"}}, "cannot be 'thick'"),
        ({"pack": Path("nowhere")}, "no data pack"),
    ],
)
def test_a_match_that_cannot_be_begun_is_a_sentence_and_leaves_nothing(
    tmp_path: Path, settings: dict[str, object], why: str
) -> None:
    folder = tmp_path / "m"
    scenario = str(settings.pop("scenario", "bautzen"))
    with pytest.raises(MatchError, match=why):
        create(scenario, folder, **settings)  # type: ignore[arg-type]
    assert not folder.exists()


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", "utf-8")
    with pytest.raises(MatchError, match="is not empty"):
        create("bautzen", tmp_path)
    with pytest.raises(MatchError, match="is not empty"):
        create("bautzen", tmp_path / "letter.txt")
