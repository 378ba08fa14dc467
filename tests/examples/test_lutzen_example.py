"""examples/lutzen and lutzen-noon: the early start to its verdict, and a short match from noon with a ruling."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.reporting import report
from adjudicator.report.context import FORMATS
from scripts.make_example import differences, load, made
from tests.examples.whole_match import (
    EXAMPLES,
    assert_export,
    assert_intact,
    assert_page,
    events_of,
    explained,
    opened,
)

EARLY, NOON = EXAMPLES / "lutzen", EXAMPLES / "lutzen-noon"
BOTH = pytest.mark.parametrize("example", [EARLY, NOON], ids=lambda path: path.name)


@BOTH
def test_it_is_intact(example: Path) -> None:
    assert_intact(example)


@BOTH
@pytest.mark.parametrize("side", ["Coalition", "French"])
def test_each_export_is_what_the_whole_log_gives(example: Path, side: str) -> None:
    assert_export(example, side)


@BOTH
def test_its_orders_alone_give_every_file(example: Path) -> None:
    assert differences(example, made(example)) == []


@BOTH
def test_a_report_is_kept_in_all_forms(example: Path) -> None:
    assert any(set(keep.forms) == set(FORMATS) for keep in load(example).keep)


@BOTH
def test_a_player_reads_the_same_reports_at_home(example: Path) -> None:
    whole = opened(example)
    for side in ("Coalition", "French"):
        home = open_source(example / "exports" / f"{side}.jsonl")
        for step in (3, 5, whole.numbers()[-1]):
            assert report(home, side, "txt", step) == report(whole, side, "txt", step)


@BOTH
def test_its_page_tells_what_is_there(example: Path) -> None:
    assert_page(example)


# --- the early start ---------------------------------------------------------------------------------------


def test_the_battle_began_at_ten() -> None:
    """Bridge on the Elster is played on turn 1, and the clock goes back two hours."""
    whole = opened(EARLY)
    moved = next(event for event in events_of(whole) if event.kind == "clock_moved")
    assert moved.model_dump()["clock"] == "10.00"


def test_the_early_start_has_its_markers_and_arrivals() -> None:
    assert {
        "marker_laid",
        "marker_drawn",
        "marker_played",
        "lines_freed",
        "entry_tested",
        "commander_appeared",
        "cossacks_played",
        "combat_resolved",
        "commander_hit",
        "refused",
        "match_ended",
    } <= {event.kind for event in events_of(opened(EARLY))}


def test_the_early_start_was_fought_to_its_verdict() -> None:
    ending = opened(EARLY).history.position.state.ending
    assert (ending.winner, ending.level, ending.rule) == ("Coalition", "major", "VV-10.V3")


# --- from noon ---------------------------------------------------------------------------------------------


def test_the_ruling_changed_no_die() -> None:
    whole = opened(NOON)
    before, after = (explained(whole, NOON, remark) for remark in ("before the ruling", "after it"))
    assert before.rolls == after.rolls
    assert before.model_dump()["result"] != after.model_dump()["result"]


def test_nothing_of_the_mail_but_its_orders_is_in_the_log() -> None:
    log = (NOON / "log.jsonl").read_text("utf-8")
    assert "@" not in log
    assert "temper" not in log
    assert "move Blücher to 1310" in log


def test_it_ended_by_agreement() -> None:
    ending = opened(NOON).history.position.state.ending
    assert (ending.winner, ending.level) == (None, "draw")
