"""examples/bautzen: a whole match that anybody can play again from its orders."""

from __future__ import annotations

import pytest

from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.reporting import report
from adjudicator.play.side.side_views import Whole
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

EXAMPLE = EXAMPLES / "bautzen"


@pytest.fixture(scope="module")
def whole() -> Whole:
    """The match on disk."""
    return opened(EXAMPLE)


def test_it_is_intact() -> None:
    assert_intact(EXAMPLE)


@pytest.mark.parametrize("side", ["French", "Coalition"])
def test_each_export_is_what_the_whole_log_gives(side: str) -> None:
    assert_export(EXAMPLE, side)


def test_its_orders_alone_give_every_file() -> None:
    assert differences(EXAMPLE, made(EXAMPLE)) == []


def test_a_changed_file_would_be_noticed() -> None:
    found = differences(EXAMPLE, {"log.jsonl": (EXAMPLE / "log.jsonl").read_bytes() + b" ", "reports/T99.txt": b""})
    assert found[:2] == ["log.jsonl would be another", "reports/T99.txt is missing"]
    assert "reports/T02-Coalition.txt is not made from the orders" in found


def test_two_reports_are_kept_in_all_forms() -> None:
    assert sum(set(keep.forms) == set(FORMATS) for keep in load(EXAMPLE).keep) >= 2


@pytest.mark.parametrize("side", ["French", "Coalition"])
def test_a_player_reads_the_same_reports_at_home(whole: Whole, side: str) -> None:
    home = open_source(EXAMPLE / "exports" / f"{side}.jsonl")
    for step in (4, 10, 13, whole.numbers()[-1]):
        assert report(home, side, "txt", step) == report(whole, side, "txt", step)


def test_the_story_has_what_a_match_can_have(whole: Whole) -> None:
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
    } <= {event.kind for event in events_of(whole)}


def test_its_texts_are_of_every_sort(whole: Whole) -> None:
    texts = [line.body for line in whole.lines if line.kind == "orders"]
    assert any(body.get("late") for body in texts)
    assert any(body.get("only") == "standing" for body in texts)
    assert sum(line.kind == "answer" for line in whole.lines) == 2
    assert any(step.without for step in whole.history.steps)


def test_it_was_fought_to_its_verdict(whole: Whole) -> None:
    ending = whole.history.position.state.ending
    assert (ending.winner, ending.level, ending.rule) == ("French", "major", "VV-10.V5")


def test_its_page_tells_what_is_there(whole: Whole) -> None:
    assert_page(EXAMPLE)
    assert explained(whole, EXAMPLE, "the two ones").rolls[0].faces == (1, 1)
