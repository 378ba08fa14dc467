"""An umpire's rulings of both kinds: on record, provable, and no die changed that need not change."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.core.types import UMPIRE, Side
from adjudicator.play.match.history import StepRecord
from adjudicator.play.match.match import Match
from adjudicator.play.match.running import run
from adjudicator.play.match.texts import gather
from adjudicator.play.proof.drafting import Wish
from adjudicator.play.proof.rulings import rule
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.export_view import Home, open_source
from adjudicator.play.side.exporting import export
from adjudicator.play.side.reporting import report
from adjudicator.play.side.side_views import Whole
from tests.support.small_match import begin, hand_in, play

FRENCH = """move Morand to 1702
move Briche to 1602
move Bonnet to 1104
bombard 1105 with Artillery
attack 1703 from 1702, 1602 head Morand
attack 1105 from 1104 head Bonnet
"""
ASKING = """move Morand to 1702
move Briche to 1602
attack 1703 from 1702, 1602

standing orders
  ask me about head
"""
COALITION = """move von Mutius to 1602
move Uvarov to 1206
move von Dolffs to 1605
"""
BONNET, BOMBARD, ATTACK = "French:7", "French:8", "French:9"
MUTIUS = "Coalition:5"
"""Refused in step 3: the French stand there."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two turns: set-up is step 1, French and Coalition turns are steps 2 to 5."""
    match = begin(tmp_path_factory.mktemp("ruled") / "m")
    play(match, "French", FRENCH)
    play(match, "Coalition", COALITION)
    play(match, "French", "move Friant to 0903\nmove Friedrich to 1103", 2)
    play(match, "Coalition", "move Rosen to 0609", 2)
    assert [step.number for step in match.history.steps] == [1, 2, 3, 4, 5]
    return match.folder


@pytest.fixture
def match(played: Path, tmp_path: Path) -> Match:
    return Match(Path(shutil.copytree(played, tmp_path / "m")))


def correct(match: Match, step: int, **parts: Any) -> Any:
    return rule(match, Wish(step=step, sort="correct", reason="misread", **parts))


def dice(match: Match) -> dict[str, tuple[int, ...]]:
    return {r.label: r.faces for s in match.history.steps for e in s.events for r in e.rolls}


def turn_line(match: Match, number: int) -> dict[str, Any]:
    return dict([line for line in match.lines if line.kind == "turn" and line.body["step"] == number][-1].body)


def record(step: StepRecord, rules: Any) -> tuple[Any, ...]:
    """What a step is, apart from the texts of a paused phase, which are read again when they are needed."""
    said = (step.number, step.seq, step.limit, step.awaited, step.digests, step.events, step.last_seq, step.last_hash)
    return (*said, rules.dump(step.before.state), rules.dump(step.after.state))


def check_all(match: Match) -> None:
    """The log proves itself, from disk and to each side, whatever was ruled."""
    again = Match(match.folder)
    rules = match.history.rules
    assert rules.dump(again.history.position.state) == rules.dump(match.history.position.state)
    assert [record(step, rules) for step in again.history.steps] == [
        record(step, rules) for step in match.history.steps
    ]
    whole = Whole(match.lines, match.history)
    for side in match.history.rules.sides:
        path = match.folder.parent / f"{side}.jsonl"
        path.write_text(export(whole, side), "utf-8")
        assert verify_file(path).good
        assert side != "French" or verify_file(match.folder, against=path).good
        home = open_source(path)
        assert isinstance(home, Home)
        assert home.numbers() == whole.numbers()
        for number in home.numbers():
            assert home.step(side, number).events == whole.step(side, number).events
            assert home.step(side, number).ruling == whole.step(side, number).ruling
        assert report(home, side, "txt") == report(whole, side, "txt")


# --- correct -------------------------------------------------------------------------------------------------


def test_an_order_read_otherwise_changes_no_other_die(match: Match) -> None:
    before, seeds = dice(match), {n: turn_line(match, n)["seed"] for n in range(1, 6)}
    lines = len(match.lines)
    ruled = correct(match, 2, orders=(f"{BOMBARD}=# no bombardment",))
    assert [step.number for step in ruled.again] == [2, 3, 4, 5]
    assert ruled.left == ()
    after = dice(match)
    gone = before.keys() - after.keys()
    assert [label for label in gone if "bombard" in label]
    assert all(after[label] == before[label] for label in after.keys() & before.keys())
    assert {n: turn_line(match, n)["seed"] for n in range(1, 6)} == seeds
    assert len(match.lines) == lines + 5
    assert match.lines[lines].kind == "ruling"
    check_all(match)


def test_old_lines_stand_as_they_were(match: Match) -> None:
    before = (match.folder / "log.jsonl").read_bytes()
    correct(match, 3, orders=(f"{MUTIUS}=move von Mutius to 1605",))
    assert (match.folder / "log.jsonl").read_bytes().startswith(before)
    check_all(match)


def test_a_refused_order_is_allowed_as_the_umpires_change(match: Match) -> None:
    refused = turn_line(match, 3)["refused"]
    assert [item["text"] for item in refused] == ["move von Mutius to 1602"]
    ruled = correct(match, 3, allow=(MUTIUS,))
    assert ruled.notes == ()
    events = match.history.steps[2].events
    adjusted = [e for e in events if e.rule == "UMPIRE"]
    assert len(adjusted) == 1
    assert match.history.steps[2].after.state.army(Side("Coalition")).units["von_mutius"].place == "1602"
    check_all(match)


def test_an_order_is_refused_and_the_next_turn_goes_on_from_there(match: Match) -> None:
    ruled = correct(match, 2, refuse=(BONNET,))
    assert ruled.again[0].after.state.army(Side("French")).units["bonnet"].place == "1003"
    reasons = [item["reason"] for item in turn_line(match, 2)["refused"]]
    assert "Refused by the umpire: misread" in reasons
    assert any("1104" in reason or "No unit" in reason for reason in reasons[1:])
    check_all(match)


def test_an_option_is_changed_from_that_step_on(match: Match) -> None:
    correct(match, 4, options={"fog": "none"})
    assert match.history.options == {"fog": "none"}
    state = match.history.position.state
    known = match.history.rules.known(state, Side("French"))
    assert known.army(Side("Coalition")).units.keys() == state.army(Side("Coalition")).units.keys()
    check_all(match)


def test_the_position_is_changed_plainly(match: Match) -> None:
    ruled = correct(match, 4, changes=("put Compans at 1302", "set French morale to 7"))
    events = ruled.line.body["events"]
    assert {event["rule"] for event in events} == {"UMPIRE"}
    state = match.history.position.state
    assert state.army(Side("French")).units["compans"].place == "1302"
    assert state.morale["French"].value <= 7
    check_all(match)


def test_what_waits_for_something_else_is_put_back_and_gets_new_links(match: Match) -> None:
    """The French resign in step 2 after all: the later steps wait for nothing any more."""
    ruled = correct(match, 2, orders=(f"{ATTACK}=resign confirm",))
    assert [step.number for step in ruled.again] == [2]
    assert [step.number for step in ruled.left] == [3, 4, 5]
    assert run(match).ending is not None
    check_all(match)
    back = rule(match, Wish(step=2, sort="correct", reason="he did not mean it", refuse=(ATTACK,)))
    assert [step.number for step in back.again] == [2]
    ran = run(match)
    assert [step.number for step in ran.steps] == [6, 7, 8]
    assert [step.wait.sides for step in ran.steps if step.wait] == [("Coalition",), ("French",), ("Coalition",)]
    assert len({line.body["seed"] for line in match.lines if line.kind == "turn"}) == 8
    check_all(match)


def test_later_orders_that_no_longer_fit_are_refused(match: Match) -> None:
    correct(match, 2, changes=("put Friant at 0802", "put Friedrich at 2010"))
    refused = [item["text"] for item in turn_line(match, 4)["refused"]]
    assert "move Friedrich to 1103" in refused or any(
        e.model_dump().get("stopped") for e in match.history.steps[3].events if e.kind == "units_moved"
    )
    check_all(match)


def test_rulings_on_rulings(match: Match) -> None:
    correct(match, 2, refuse=(BOMBARD,))
    correct(match, 3, allow=(MUTIUS,))
    correct(match, 2, refuse=(BONNET,))
    step = match.history.steps[1]
    refused = [item["line"] for item in turn_line(match, 2)["refused"]]
    assert {7, 8} <= set(refused)
    assert any(e.rule == "UMPIRE" for e in match.history.steps[2].events)
    source = Whole(match.lines, match.history)
    told = source.step(UMPIRE, step.number)
    assert told.ruling is not None
    assert told.ruling.seq == max(match.history.rulings)
    old = source.replaced(told)
    assert old is not None
    assert old.ruling is not None
    assert old.ruling.seq == min(match.history.rulings)
    check_all(match)


def test_a_correction_that_was_cut_off_is_finished_by_the_next_writer(match: Match, tmp_path: Path) -> None:
    """Killed between the ruling's line and the steps that it has adjudicated again: the same log comes out."""
    copy = Path(shutil.copytree(match.folder, tmp_path / "copy"))
    ruled = correct(match, 2, refuse=(BOMBARD,))
    cut_off = Match(copy)
    body = {name: value for name, value in ruled.line.body.items() if name != "salt"}
    with cut_off.writing():
        cut_off.append([("ruling", body)])
    reopened = Match(copy)
    assert reopened.history.due_again() is not None
    run(reopened)
    assert (copy / "log.jsonl").read_bytes() == (match.folder / "log.jsonl").read_bytes()
    check_all(reopened)


def test_a_text_is_recorded_only_when_a_correction_is_finished(match: Match, tmp_path: Path) -> None:
    body = {"step": 2, "sort": "correct", "reason": "x", "refuse": [{"side": "French", "seat": "", "line": 8}]}
    with match.writing():
        match.append([("ruling", body)])
    receipt = hand_in(match, "French", "pass", 3)
    assert receipt.purpose.when == "now"
    assert [line.kind for line in match.lines[-6:]] == ["ruling", "turn", "turn", "turn", "turn", "orders"]
    check_all(match)


# --- answers -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Step 2 asks the French who leads the attack (D1), step 3 goes on with the answer, step 4 is the Coalition's."""
    match = begin(tmp_path_factory.mktemp("asked") / "m")
    play(match, "French", ASKING)
    assert [(a.number, a.decision.kind) for a in match.history.open] == [(1, "head")]
    play(match, "French", "answer D1: head Morand")
    play(match, "Coalition", COALITION)
    assert [step.number for step in match.history.steps] == [1, 2, 3, 4]
    return match.folder


@pytest.fixture
def asked(answered: Path, tmp_path: Path) -> Match:
    return Match(Path(shutil.copytree(answered, tmp_path / "asked")))


def leader(match: Match) -> list[str]:
    return [
        e.model_dump()["attacking_head"] for s in match.history.steps for e in s.events if e.kind == "combat_resolved"
    ]


def test_another_answer_to_a_decision(asked: Match) -> None:
    assert leader(asked) == ["morand"]
    links, result = turn_line(asked, 3)["links"], dice(asked)
    ruled = correct(asked, 3, answers=("D1=head Briche",))
    assert [step.number for step in ruled.again] == [3, 4]
    assert leader(asked) == ["briche"]
    assert turn_line(asked, 3)["links"] == links
    assert all(faces == result[label] for label, faces in dice(asked).items() if label in result)
    check_all(asked)


def test_answers_stay_with_the_decision_that_is_asked_again(asked: Match) -> None:
    """The step that asked is corrected: the same question keeps its number, and its answer counts again."""
    ruled = correct(asked, 2, changes=("put Compans at 1302",))
    assert [step.number for step in ruled.again] == [2, 3, 4]
    assert [a.number for a in asked.history.asked] == [1, 1]
    assert len({a.since for a in asked.history.asked}) == 1
    assert leader(asked) == ["morand"]
    check_all(asked)


def test_an_answer_that_no_longer_fits_gives_way_to_the_default(asked: Match) -> None:
    """Nobody writes anew after a correction: where the answer has become illegal, the documented default stands."""
    ruled = correct(asked, 2, orders=("French:5=# Morand stays",), changes=("put Friedrich at 1702",))
    assert [step.number for step in ruled.again] == [2, 3, 4]
    assert turn_line(asked, 3)["without"] == ["French"]
    assert {a["kind"]: a["source"] for a in turn_line(asked, 3)["answers"]}["head"] == "default"
    assert leader(asked) == ["friedrich"]
    check_all(asked)


def test_an_answer_to_an_open_question_survives_a_correction(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    play(match, "French", ASKING)
    receipt = hand_in(match, "French", "answer D1: head Briche")
    assert receipt.purpose.when == "now"
    correct(match, 2, changes=("put Compans at 1302",))
    assert not gather(match.history).missing
    assert run(match).steps[0].number == 3
    assert leader(match) == ["briche"]
    check_all(match)


# --- replay --------------------------------------------------------------------------------------------------


def test_a_replay_puts_the_position_back_and_rolls_new_dice(match: Match) -> None:
    before, state = dice(match), match.history.steps[1].before.state
    ruled = rule(match, Wish(step=2, sort="replay", reason="the report was sent to the wrong side"))
    assert ruled.again == ()
    assert match.history.position.state == state
    assert run(match, []).steps[0].number == 6
    after = dice(match)
    assert set(after) & set(before) != set()
    assert any(after[label] != before[label] for label in after.keys() & before.keys())
    check_all(match)


def test_texts_of_the_step_stand_until_their_side_writes_anew_and_later_ones_count_no_more(match: Match) -> None:
    rule(match, Wish(step=2, sort="replay", reason="x"))
    gathered = gather(match.history)
    assert [text.side for text in gathered.fresh] == ["French"]
    receipt = hand_in(match, "French", "move Bonnet to 1104")
    assert receipt.purpose.when == "now"
    assert receipt.replaces is not None
    ran = run(match)
    assert [step.number for step in ran.steps] == [6]
    assert ran.gathered is not None
    assert ran.gathered.missing == ("Coalition",)
    check_all(match)
    play(match, "Coalition", "pass")
    assert match.history.turn() == 2
    assert gather(match.history).missing == ("French",)
    check_all(match)


def test_a_replay_with_an_option_and_a_change(match: Match) -> None:
    wish = Wish(step=4, sort="replay", reason="x", options={"fog": "none"}, changes=("put Compans at 1302",))
    rule(match, wish)
    assert match.history.position.state.army(Side("French")).units["compans"].place == "1302"
    source = Whole(match.lines, match.history)
    assert [r.step for r in source.pending(UMPIRE)] == [4]
    run(match)
    assert source.pending(UMPIRE) == ()
    check_all(match)


def test_a_replay_in_the_middle_of_a_phase_asks_again(asked: Match) -> None:
    """The old answer stands until the player sends another; what was fixed before the pause stays so."""
    rule(asked, Wish(step=3, sort="replay", reason="x"))
    assert [a.number for a in asked.history.open] == [1]
    assert not gather(asked.history).missing
    assert hand_in(asked, "French", "answer D1: head Briche").replaces is not None
    ran = run(asked)
    assert [step.number for step in ran.steps] == [5]
    assert leader(asked) == ["briche"]
    assert turn_line(asked, 5)["links"] != turn_line(asked, 3)["links"]
    check_all(asked)


# --- what a ruling may not do --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"step": 2, "sort": "correct", "reason": " "}, "needs its reason"),
        ({"step": 2, "sort": "correct", "reason": "x"}, "does not say what to put right"),
        ({"step": 2, "sort": "replay", "reason": "ney@example.org asked"}, "holds a mail address"),
        ({"step": 9, "sort": "correct", "reason": "x", "refuse": (BONNET,)}, "no step 9"),
        ({"step": 2, "sort": "replay", "reason": "x", "refuse": (BONNET,)}, "players write anew"),
        ({"step": 2, "sort": "correct", "reason": "x", "refuse": ("French",)}, "does not name a line"),
        ({"step": 2, "sort": "correct", "reason": "x", "refuse": ("Austrian:3",)}, "no side called"),
        ({"step": 2, "sort": "correct", "reason": "x", "refuse": (MUTIUS,)}, "opened no orders of Coalition"),
        ({"step": 2, "sort": "correct", "reason": "x", "refuse": ("French:99",)}, "no line 99"),
        ({"step": 2, "sort": "correct", "reason": "x", "refuse": ("French:1",)}, "holds no order"),
        ({"step": 2, "sort": "correct", "reason": "x", "allow": (BONNET,)}, "was not refused in step 2"),
        ({"step": 2, "sort": "correct", "reason": "x", "orders": ("French:7",)}, "does not say how to read"),
        ({"step": 2, "sort": "correct", "reason": "x", "orders": ("French:7=mvoe x",)}, "is not understood"),
        ({"step": 2, "sort": "correct", "reason": "x", "answers": ("D1=stand",)}, "No decision D1 was ever asked"),
        ({"step": 2, "sort": "correct", "reason": "x", "answers": ("T1/x=stand",)}, "settled no decision"),
        ({"step": 2, "sort": "correct", "reason": "x", "answers": ("D1",)}, "is no answer"),
        ({"step": 2, "sort": "correct", "reason": "x", "options": {"weather": "fine"}}, "no option 'weather'"),
        ({"step": 2, "sort": "correct", "reason": "x", "changes": ("make it rain",)}, "is not understood"),
        ({"step": 2, "sort": "correct", "reason": "x", "changes": ("pass",)}, "no plain change"),
        ({"step": 2, "sort": "correct", "reason": "x", "changes": ("put Blenheim at 0101",)}, "not understood"),
    ],
)
def test_a_ruling_that_cannot_be_carried_out_is_a_sentence_and_writes_nothing(
    match: Match, parts: dict[str, Any], why: str
) -> None:
    before = (match.folder / "log.jsonl").read_bytes()
    with pytest.raises(MatchError, match=why):
        rule(match, Wish(**parts))
    assert (match.folder / "log.jsonl").read_bytes() == before
    assert verify_file(match.folder).good


def test_in_the_middle_of_a_phase_only_answers_can_be_put_right(asked: Match) -> None:
    with pytest.raises(MatchError, match="only an answer can be put right there") as told:
        correct(asked, 3, options={"hold": "no"})
    assert "--step 2" in told.value.remedy
    with pytest.raises(MatchError, match="D1 was answered in step 3"):
        correct(asked, 2, answers=("D1=head Briche",))
    with pytest.raises(MatchError, match="is not understood"):
        correct(asked, 3, answers=("D1=dance",))
    with pytest.raises(MatchError, match="no legal answer"):
        correct(asked, 3, answers=("D1=head Friant",))


def test_a_decision_that_a_default_settled_goes_by_its_key(asked: Match) -> None:
    """Every decision of a step stands in its turn line with its key, also where nobody was asked aloud."""
    settled = turn_line(asked, 3)["answers"]
    answer = next(a for a in settled if a["source"] == "default")
    rules, side = asked.history.rules, Side(answer["side"])
    known = rules.known(asked.history.steps[2].before.state, side)
    words = asked.tools.write(rules, known, side, rules.read_choice(answer["choice"]))
    correct(asked, 3, answers=(f"{answer['key']}={words}",))
    assert {a["key"]: a["source"] for a in turn_line(asked, 3)["answers"]}[answer["key"]] == "answer"
    check_all(asked)


def test_reports_show_before_after_and_why(match: Match) -> None:
    correct(match, 2, refuse=(BOMBARD,))
    source = Whole(match.lines, match.history)
    for side in ("Umpire", "French"):
        text = " ".join(report(source, side, "txt", 2).split())
        assert "Step 2 was corrected. Why: misread" in text
        assert "Line 8 of the French orders is refused." in text
        assert "Before: The French bombarded Redoubt (1105)" in text
    seen = " ".join(report(source, "Coalition", "txt", 2).split())
    assert "Why: misread" in seen
    assert "Line 8 of the French orders" not in seen
