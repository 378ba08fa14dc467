"""examples/bautzen: a whole match that anybody can play again from its orders."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.core.types import Event
from adjudicator.play.home import open_source
from adjudicator.play.reporting import report
from adjudicator.play.sources import Whole
from adjudicator.play.verifying import verify_file
from adjudicator.report.context import FORMATS
from scripts.make_example import differences, load, made

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "bautzen"
LOG = EXAMPLE / "log.jsonl"


@pytest.fixture(scope="module")
def whole() -> Whole:
    """The match on disk."""
    source = open_source(LOG)
    assert isinstance(source, Whole)
    return source


@pytest.fixture(scope="module")
def events(whole: Whole) -> list[Event]:
    """Everything that happened."""
    return [event for step in whole.history.steps for event in step.events]


def test_it_is_intact() -> None:
    verdict = verify_file(LOG)
    assert verdict.good, verdict.what


def test_the_script_without_the_package_agrees() -> None:
    script = [sys.executable, str(ROOT / "scripts" / "check_log.py"), str(LOG)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("side", ["French", "Coalition"])
def test_each_export_is_what_the_whole_log_gives(side: str) -> None:
    export = EXAMPLE / "exports" / f"{side}.jsonl"
    verdict = verify_file(LOG, against=export)
    assert verdict.good, verdict.against
    assert verify_file(export).good


def test_its_orders_alone_give_every_file() -> None:
    assert differences(EXAMPLE, made(EXAMPLE)) == []


def test_a_changed_file_would_be_noticed() -> None:
    files = {path.name: path.read_bytes() + b" " for path in [LOG]}
    assert "log.jsonl would be another" in differences(EXAMPLE, files)


def test_two_reports_are_kept_in_all_forms() -> None:
    whole = [keep for keep in load(EXAMPLE).keep if set(keep.forms) == set(FORMATS)]
    assert len(whole) >= 2


@pytest.mark.parametrize("side", ["French", "Coalition"])
def test_a_player_reads_the_same_reports_at_home(whole: Whole, side: str) -> None:
    home = open_source(EXAMPLE / "exports" / f"{side}.jsonl")
    for step in (4, 10, 13, whole.numbers()[-1]):
        assert report(home, side, "txt", step) == report(whole, side, "txt", step)


def test_the_story_has_what_a_match_can_have(whole: Whole, events: list[Event]) -> None:
    kinds = {event.kind for event in events}
    assert {
        "marker_played",
        "markers_cancelled",
        "cossacks_played",
        "bombarded",
        "combat_resolved",
        "combat_refused",
        "place_occupied",
        "napoleon_option_used",
        "ground_held",
        "commander_hit",
        "units_entered",
        "ney_revealed",
        "general_retreat_ordered",
        "refused",
        "random_end_tested",
        "match_ended",
    } <= kinds
    texts = [line.body for line in whole.lines if line.kind == "orders"]
    assert any(body.get("late") for body in texts)
    assert any(body.get("only") == "standing" for body in texts)
    assert sum(line.kind == "answer" for line in whole.lines) == 2
    assert any(step.without for step in whole.history.steps)


def test_it_was_fought_to_its_verdict(whole: Whole) -> None:
    ending = whole.history.position.state.ending
    assert (ending.winner, ending.level, ending.rule) == ("French", "major", "VV-10.V5")


def test_its_readme_points_at_what_is_there() -> None:
    page = (EXAMPLE / "README.md").read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", page) if "://" not in link]
    assert len(links) > 10
    assert [link for link in links if not (EXAMPLE / link).exists()] == []


def test_its_readme_explains_the_dice_that_it_speaks_of(whole: Whole) -> None:
    found = re.search(r"explain \S+ (\d+)\.(\d+) +# the two ones", (EXAMPLE / "README.md").read_text("utf-8"))
    assert found is not None
    event = whole.history.by_seq[int(found.group(1))].events[int(found.group(2)) - 1]
    assert event.kind == "combat_resolved"
    assert event.rolls[0].faces == (1, 1)


def test_no_secret_beside_the_log() -> None:
    assert not list(EXAMPLE.rglob("secret.json"))
