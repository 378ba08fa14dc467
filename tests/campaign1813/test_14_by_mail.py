"""A campaign by mail: texts, a battle at the table, its report, and the log that proves it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.types import UMPIRE, Wait
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.received import as_read
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import FaultyReportError, submit
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.checking import check
from adjudicator.play.side.side_views import Whole
from adjudicator.rulesets.campaign1813.battle.events import BattleFought
from tests.campaign1813.field import ALLIED, FRENCH

ALLIED_TEXT = """match: autumn
turn: 1
side: Allied

recon Dahme by Bernadotte
move Thümen to Lubben
move Borstell to Trebbin -> Juterbog
standing orders
  initiative: first
"""
ATTACK = """match: autumn
turn: 1
side: Allied

group Jauer: 7th Div (VI Corps), 18th Div (VI Corps), Korff 1st Cavalry -> Goldberg
"""
REPORT = """match: autumn
turn: 1
side: Umpire
phase: Allied battle at Goldberg

result: defender wins by points
last turn 18
losses 7th Div (VI Corps): 5 hits, Maison: 3 hits
others no losses
points French: 5, Allied: 3
objective "Wolfsberg" 3 points French
objective "the mill" 2 points French
objective "the ford" 3 points Allied
"""


@pytest.fixture
def match(tmp_path: Path) -> Match:
    """A campaign in which the Allies have attacked Goldberg."""
    begun = create("campaign1813", tmp_path / "autumn", seed="autumn")
    run(begun)
    submit(begun, ATTACK.encode(), "allied.txt")
    run(begun)
    return begun


def head(match: Match) -> str:
    """The hash of the last line of the log."""
    return match.lines[-1].hash


def test_the_turn_stops_at_a_battle_and_goes_on_with_the_report(match: Match) -> None:
    """CAM-turn-3, CAM-battle-2: a brief for each reader; the umpire's report; then the French player turn."""
    history = match.history
    wait = history.following()
    assert isinstance(wait, Wait)
    assert (wait.what, wait.sides, wait.phase) == ("report", (UMPIRE,), "Allied battle at Goldberg")
    for side in (FRENCH, ALLIED, UMPIRE):
        known = history.rules.known(history.position.state, side)
        (brief,) = history.rules.briefs(known, side)  # type: ignore[attr-defined]
        assert (brief.key, brief.side) == ("battle-Goldberg", side)
    submit(match, REPORT.encode(), "report.txt")
    run(match)
    state = match.history.position.state
    assert state.block("R002").place == "Jauer"
    assert state.block("R002").hits == 5
    assert state.active == FRENCH
    following = match.history.following()
    assert isinstance(following, Wait)
    assert following.sides == (FRENCH,)
    events = [event for step in match.history.steps for event in step.events]
    fought = next(event for event in events if isinstance(event, BattleFought))
    assert fought.objectives == ("Wolfsberg: 3 for French", "the mill: 2 for French", "the ford: 3 for Allied")
    verdict = verify_file(match.log.path)
    assert verdict.good, verdict


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("7th Div (VI Corps): 5 hits", "Yorck Reserve: 5 hits", "not understood"),
        ("7th Div (VI Corps): 5 hits", "10th Div Lieven: 5 hits", "was not in the battle"),
        ("7th Div (VI Corps): 5 hits", "7th Div (VI Corps): 13 hits", "12 elan points left"),
        ("others no losses", "others no losses\\nretreated 18th Div to Liegnitz", "the enemy is there"),
        ("result: defender wins by points", "result: nobody wins", "The report has no result"),
        ("points French: 5, Allied: 3", "points French: 5, Allied: 6", "no French victory by points"),
    ],
)
def test_a_faulty_report_is_explained_and_leaves_the_match_unchanged(
    match: Match, old: str, new: str, why: str
) -> None:
    """CAM-battle-2: a unit that was not there, too many losses, a retreat to the enemy: nothing is recorded."""
    before = head(match)
    bad = REPORT.replace(old, new.replace("\\n", "\n"))
    with pytest.raises(FaultyReportError, match="is not recorded") as caught:
        submit(match, bad.encode(), "report.txt")
    assert why in caught.value.what
    assert head(match) == before
    assert Match(match.folder).lines[-1].hash == before
    checked = check(Whole(match.lines, match.history), as_read(bad.encode()))
    assert not checked.good
    submit(match, REPORT.encode(), "report.txt")
    run(match)
    assert match.history.position.state.battle is None


def test_a_text_of_the_umpire_without_a_battle_is_refused(tmp_path: Path) -> None:
    """CAM-battle-1: there is nothing to report."""
    begun = create("campaign1813", tmp_path / "autumn", seed="autumn")
    run(begun)
    with pytest.raises(Exception, match="umpire"):
        submit(begun, REPORT.encode(), "report.txt")


def test_check_finds_nothing_wrong_with_good_orders(tmp_path: Path) -> None:
    """CAM-move-6: orders as a player writes them, with umlauts and brackets."""
    begun = create("campaign1813", tmp_path / "autumn", seed="autumn")
    run(begun)
    found = check(Whole(begun.lines, begun.history), as_read(ALLIED_TEXT.encode()))
    assert not [problem for problem in found.problems if problem.severity == "error"], found.problems
    assert any("10 dice for Dahme" in note for _, note in found.notes)
