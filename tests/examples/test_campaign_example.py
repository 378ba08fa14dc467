"""examples/campaign1813: six turns of a campaign that anybody can play again from its orders."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.core.types import Event
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.reporting import report
from adjudicator.play.side.side_views import Whole
from adjudicator.report.context import FORMATS
from scripts.make_example import differences, load, made

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "campaign1813"
LOG = EXAMPLE / "log.jsonl"
SIDES = ("French", "Allied")


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


@pytest.mark.parametrize("side", SIDES)
def test_each_export_is_what_the_whole_log_gives(side: str) -> None:
    export = EXAMPLE / "exports" / f"{side}.jsonl"
    verdict = verify_file(LOG, against=export)
    assert verdict.good, verdict.against
    assert verify_file(export).good


def test_its_orders_alone_give_every_file() -> None:
    assert differences(EXAMPLE, made(EXAMPLE)) == []


def test_two_reports_are_kept_in_all_forms() -> None:
    whole = [keep for keep in load(EXAMPLE).keep if set(keep.forms) == set(FORMATS)]
    assert len(whole) >= 2


@pytest.mark.parametrize("side", SIDES)
def test_a_player_reads_the_same_reports_at_home(whole: Whole, side: str) -> None:
    home = open_source(EXAMPLE / "exports" / f"{side}.jsonl")
    for step in (4, 8, whole.numbers()[-1]):
        assert report(home, side, "txt", step) == report(whole, side, "txt", step)


def test_the_story_has_what_a_campaign_can_have(events: list[Event]) -> None:
    """Six turns, a battle at the table, others by the simple resolution, a storm, an army without supply."""
    by_kind: dict[str, list[Event]] = {}
    for event in events:
        by_kind.setdefault(event.kind, []).append(event)
    assert len(by_kind["turn_began"]) >= 6
    fought = [event.model_dump() for event in by_kind["battle_fought"]]
    assert {event["addition"] for event in fought} == {True, False}
    assert any(event.model_dump()["success"] for event in by_kind["assault_made"])
    assert by_kind["fortress_fell"]
    assert {"march_tested", "attrition_tested", "depot_captured", "refused", "not_carried_out"} <= set(by_kind)
    assert {"stack_reconnoitred", "leader_revealed", "blocks_arrived", "draw_offered", "match_ended"} <= set(by_kind)


def test_a_whole_army_is_out_of_supply(whole: Whole, events: list[Event]) -> None:
    """CAM-supply-2: every block of the Army of Berlin is marked in one supply phase."""
    context = whole.history.rules.context  # type: ignore[attr-defined]
    berlin = {card.id for card in context.roster.values() if card.army == "OUD"}
    out = [set(event.model_dump()["out"]) for event in events if event.kind == "supply_checked"]
    assert [marked for marked in out if berlin <= marked]


def test_it_ends_in_an_armistice(whole: Whole) -> None:
    ending = whole.history.position.state.ending
    assert (ending.winner, ending.level) == (None, "draw")


def test_briefs_hide_what_their_reader_may_not_know() -> None:
    """CAM-unit-7: the French brief of Goldberg names no Prussian; the umpire's does."""
    french = (EXAMPLE / "reports" / "T02-French-battle-Goldberg.txt").read_text("utf-8")
    umpire = (EXAMPLE / "reports" / "T02-Umpire-battle-Goldberg.txt").read_text("utf-8")
    assert "Steinmetz" in umpire
    assert "Steinmetz" not in french


def test_its_readme_points_at_what_is_there() -> None:
    page = (EXAMPLE / "README.md").read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", page) if "://" not in link]
    assert len(links) > 20
    assert [link for link in links if not (EXAMPLE / link).exists()] == []


def test_its_readme_explains_the_dice_that_it_speaks_of(whole: Whole) -> None:
    page = (EXAMPLE / "README.md").read_text("utf-8")
    wanted = {"the assault on Wittenberg": "assault_made", "the two ones at Trebbin": "battle_fought"}
    for words, kind in wanted.items():
        found = re.search(rf"explain \S+ (\d+)\.(\d+) +# {words}", page)
        assert found is not None
        event = whole.history.by_seq[int(found.group(1))].events[int(found.group(2)) - 1]
        assert event.kind == kind
        assert event.rolls[0].faces == {"assault_made": (11,), "battle_fought": (1, 1)}[kind]


def test_it_is_small_and_holds_no_secret() -> None:
    files = [path for path in EXAMPLE.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 3_000_000
    assert not [path for path in files if path.name == "secret.json"]
