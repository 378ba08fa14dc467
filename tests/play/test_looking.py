"""Status, listings, schemas, check and the demo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.core.types import UMPIRE, Side
from adjudicator.play.desk.demo import play_demo
from adjudicator.play.desk.status import status
from adjudicator.play.match.match import Match
from adjudicator.play.match.received import as_read
from adjudicator.play.match.running import run
from adjudicator.play.proof.drafting import Wish
from adjudicator.play.proof.rulings import rule
from adjudicator.play.proof.schema import schemas
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.checking import check
from adjudicator.play.side.listing import catalogue_of, options_of, rules_found, ruleset_names, rulings_of, scenarios
from adjudicator.play.side.side_views import Whole
from tests.support.small_match import begin, hand_in, play

FRENCH, COALITION = Side("French"), Side("Coalition")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """Before turn 1; the Coalition has written already."""
    match = begin(tmp_path_factory.mktemp("looking") / "m")
    hand_in(match, "Coalition", "pass")
    hand_in(match, "French", "pass", 2)
    return match


def test_status_marks_texts_that_were_replaced_or_put_back(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    for words in ("pass", "move Bonnet to 1104"):
        hand_in(match, "French", words)
    here = status(Whole(match.lines, match.history)).here
    assert [one.sentence() for one in here] == [
        "French, turn 1, line 3, replaced by line 4",
        "French, turn 1, line 4",
    ]
    run(match)
    play(match, "Coalition", "pass")
    rule(match, Wish(step=2, sort="replay", reason="wrong report was sent"))
    run(match)
    assert match.history.turn() == 1
    now = status(Whole(match.lines, match.history))
    assert [one.sentence() for one in now.here] == [
        "Coalition, turn 1, line 6, put back by a ruling: it counts no more"
    ]
    assert now.to_json()["texts"][0]["void"] is True
    assert [owed.sentence() for owed in now.owed] == ["Coalition: orders"]


def test_status_says_who_owes_what(small: Match) -> None:
    now = status(Whole(small.lines, small.history))
    assert [owed.sentence() for owed in now.owed] == ["French: orders"]
    assert not now.ready
    assert [(one.text.side, one.text.turn) for one in now.later] == [("French", 2)]
    plain = now.to_json()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["turn"] == 1
    assert plain["waiting"] == [{"side": "French", "what": "orders", "seats": [], "decisions": []}]
    assert {track["name"] for track in plain["tracks"]} >= {"French morale", "Coalition losses"}
    assert (plain["line"], plain["hash"]) == (small.lines[-1].seq, small.lines[-1].hash)


def test_a_side_does_not_learn_from_status_whether_the_other_has_written(small: Match, tmp_path: Path) -> None:
    silent = begin(tmp_path / "m")
    hand_in(silent, "French", "pass", 2)
    one, two = (status(Whole(m.lines, m.history), FRENCH).to_json() for m in (small, silent))
    for plain in (one, two):
        for name in ("line", "hash", "later"):
            plain.pop(name)
    assert one == two


def test_open_decisions_are_the_askeds_own(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    orders = "move Morand to 1702\nmove Briche to 1602\nattack 1703 from 1702, 1602"
    play(match, "French", f"{orders}\n\nstanding orders\n  ask me about head")
    source = Whole(match.lines, match.history)
    assert [owed.sentence() for owed in status(source).owed] == ["French: an answer to D1"]
    mine, theirs = status(source, FRENCH), status(source, COALITION)
    assert [a.name for a in mine.asked] == ["D1"]
    assert theirs.asked == ()
    assert [owed.sentence() for owed in theirs.owed] == ["French: an answer"]
    assert status(source, UMPIRE).to_json()["decisions"][0]["number"] == "D1"


def test_status_of_a_match_that_is_over(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    play(match, "French", "resign confirm")
    plain = status(Whole(match.lines, match.history)).to_json()
    assert plain["ending"]["winner"] == "Coalition"
    assert plain["waiting"] == []
    assert plain["ready"] is False


# --- check ---------------------------------------------------------------------------------------------------


def test_check_finds_everything_at_once_in_the_order_of_the_lines(small: Match) -> None:
    text = "\n".join(
        [
            "match: small",
            "turn: 1",
            "side: French",
            "mvoe Bonnet to 1104",
            "move Blenheim to 1104",
            "attack 1504 from 1403",
            "bombard 0101 with Artillery",
        ]
    )
    found = check(Whole(small.lines, small.history), as_read(text.encode()))
    assert not found.good
    errors = [problem for problem in found.problems if problem.severity == "error"]
    assert [problem.line for problem in errors] == [4, 5, 6, 7]
    assert all(problem.reason and problem.text for problem in errors)
    assert errors[0].column == 1
    assert errors[2].rule is not None


def test_check_is_clean_where_nothing_is_wrong(small: Match) -> None:
    found = check(Whole(small.lines, small.history), as_read(b"match: small\nturn: 1\nside: French\n\npass"))
    assert found.good
    assert found.to_json("x.txt")["errors"] == 0


@pytest.mark.parametrize(
    ("header", "line", "why"),
    [
        ("match: other\nturn: 1\nside: French", 1, "for the match 'other'"),
        ("match: small\nturn: 1\nside: Austrian", 3, "no side called"),
        ("match: small\nside: French", 0, "which turn"),
    ],
)
def test_check_points_at_a_wrong_header(small: Match, header: str, line: int, why: str) -> None:
    found = check(Whole(small.lines, small.history), as_read(f"{header}\n\npass".encode()))
    (problem,) = found.problems
    assert problem.line == line
    assert why in problem.reason
    assert problem.remedy


def test_check_says_when_a_text_would_be_too_late(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    play(match, "French", "pass")
    found = check(Whole(match.lines, match.history), as_read(b"match: small\nturn: 1\nside: French\n\npass"))
    assert any("too late" in problem.reason for problem in found.problems)
    assert not found.good


def test_check_reads_answers_as_run_does(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    orders = "move Morand to 1702\nmove Briche to 1602\nattack 1703 from 1702, 1602"
    play(match, "French", f"{orders}\n\nstanding orders\n  ask me about head")
    source = Whole(match.lines, match.history)
    header = "match: small\nturn: 1\nside: French\n\n"
    assert check(source, as_read(f"{header}answer D1: head Morand".encode())).good
    assert not check(source, as_read(f"{header}answer D1: head Friant".encode())).good
    assert not check(source, as_read(f"{header}answer D9: head Morand".encode())).good
    assert not check(source, as_read(f"{header}answer D1: dance".encode())).good


# --- what there is -------------------------------------------------------------------------------------------


def test_scenarios_and_their_options() -> None:
    names = [scenario.name for scenario in scenarios()]
    assert "bautzen" in names
    assert names == sorted(names)
    bautzen = next(scenario for scenario in scenarios() if scenario.name == "bautzen")
    options = {option["option"]: option for option in options_of(bautzen)}
    assert options["fog"]["values"][0] != "none"


def test_a_catalogue_is_found_by_ruleset_or_scenario() -> None:
    assert "vv1813" in ruleset_names()
    assert catalogue_of("vv1813") == catalogue_of("Bautzen")
    with pytest.raises(MatchError, match="no rule system called 'chess'"):
        catalogue_of("chess")


def test_rules_are_found_by_id_and_by_chapter() -> None:
    catalogue = catalogue_of("vv1813")
    (rule,) = rules_found(catalogue, "vv-8.4E")
    assert rule.id == "VV-8.4e"
    assert rulings_of(catalogue, rule)
    assert len(rules_found(catalogue, "VV-8.4")) > 5
    with pytest.raises(MatchError, match="no rule 'VV-99'"):
        rules_found(catalogue, "VV-99")


def test_schemas_name_every_order_event_and_kind_of_line() -> None:
    found = schemas()
    assert json.loads(json.dumps(found)) == found
    orders, events = found["orders"]["vv1813"], found["events"]["vv1813"]
    assert {"Move", "Attack", "Bombard", "Standing", "Answer", "Conditional"} <= orders["$defs"].keys()
    assert {"UnitsMoved", "CombatResolved", "Refused", "MatchEnded"} <= events["$defs"].keys()
    assert len(events["oneOf"]) >= 30
    assert set(found["log"]["properties"]["kind"]["enum"]) == {
        "match",
        "orders",
        "answer",
        "sealed",
        "opened",
        "fixed",
        "link",
        "turn",
        "decision",
        "ruling",
        "reveal",
        "press",
        "note",
    }


def test_the_schema_of_the_log_names_what_lines_hold(small: Match) -> None:
    from adjudicator.record.schema import BODIES

    for line in small.lines:
        assert BODIES[line.kind].fault(line.body) is None


# --- demo ----------------------------------------------------------------------------------------------------


def test_the_demo_plays_a_turn_and_can_be_played_over(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    told = "\n".join(play_demo(folder))
    assert "Proof: intact." in told
    for line in told.splitlines():
        if line.startswith("  /"):
            assert Path(line.split("   ")[0].strip()).exists(), line
    assert verify_file(folder).good
    assert "adjudicator explain" in told


def test_the_demo_touches_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", "utf-8")
    with pytest.raises(MatchError, match="is no demo"):
        list(play_demo(tmp_path))
    begin(tmp_path / "m")
    with pytest.raises(MatchError, match="is no demo"):
        list(play_demo(tmp_path / "m"))
