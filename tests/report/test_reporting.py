"""From a match or an export to a report: which steps it covers, what it asks, the same at home and at the umpire's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from adjudicator.core.errors import UsageError
from adjudicator.core.events import MatchEnded, PhaseBegan, Refused
from adjudicator.core.types import UMPIRE, Decision, Ending, Event, Finding, RuleId, Side
from adjudicator.play.match.match import Match, create
from adjudicator.play.side.export_view import Home, open_source
from adjudicator.play.side.reporting import context, picture, report
from adjudicator.play.side.showing import export_lines
from adjudicator.play.side.situation import situation
from adjudicator.report.context import FORMATS
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.events import PositionAdjusted, StageReached
from adjudicator.rulesets.vv1813.games.bautzen.events import NeyMarkersLaid
from adjudicator.rulesets.vv1813.markers.events import LaidMarker, MarkersLaid
from adjudicator.rulesets.vv1813.movement.events import CommandChecked
from tests.support.scripted_turn import (
    COALITION,
    COALITION_SEQUENCE,
    FRENCH,
    FRENCH_SEQUENCE,
    NAME,
    SET_UP,
    begin,
    play_french,
    write_step,
)


@pytest.fixture(autouse=True)
def _same_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1368000000")


def at_home(match: Match, side: Side, folder: Path) -> Home:
    """The export of a side, opened as a player opens it."""
    path = folder / f"{side}.jsonl"
    lines = export_lines(match.lines, match.history, side)
    path.write_text("".join(line.written() + "\n" for line in lines), "utf-8")
    source = open_source(path)
    assert isinstance(source, Home)
    return source


# --- which steps a report covers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "step", "covered"),
    [
        (FRENCH, 1, [1]),
        (COALITION, 1, [1]),
        (FRENCH, 2, [2]),
        (COALITION, 2, [1, 2]),
        (FRENCH, 3, [2, 3]),
        (COALITION, 3, [3]),
        (UMPIRE, 3, [1, 2, 3]),
    ],
)
def test_a_report_covers_what_happened_since_the_side_last_wrote(
    scripted: Match, side: Side, step: int, covered: list[int]
) -> None:
    assert [one.number for one in situation(scripted, side, step).steps] == covered


def test_the_umpire_reads_the_whole_turn_and_not_the_one_before(tmp_path: Path) -> None:
    match = begin(tmp_path / "match")
    play_french(match)
    write_step(match, COALITION_SEQUENCE)
    again = tuple(
        event.model_copy(update={"turn": 2}) if event.kind == "texts_opened" else event
        for event in (FRENCH_SEQUENCE[0], StageReached(turn=2, stage="Coalition orders"))
    )
    write_step(match, again)
    assert [one.number for one in situation(match, UMPIRE).steps] == [4]


def test_events_carry_the_address_that_explain_takes(scripted: Match) -> None:
    happenings = context(scripted, "French").happenings
    step = situation(scripted, FRENCH, 2).step
    assert [address for address, _ in happenings][: len(step.events)] == [f"4.{n}" for n, _ in step.events]


def test_a_report_of_a_step_that_is_gone_by_is_the_report_of_that_time(tmp_path: Path) -> None:
    match = begin(tmp_path / "match")
    play_french(match)
    then = {(side, fmt): report(match, side, fmt) for side in ("French", "Coalition", "Umpire") for fmt in FORMATS}
    write_step(match, COALITION_SEQUENCE)
    for (side, fmt), words in then.items():
        assert report(match, side, fmt, 2) == words


def test_it_closes_with_the_last_line_of_its_step(scripted: Match) -> None:
    last = scripted.history.steps[-1]
    for fmt in FORMATS:
        made = report(scripted, "French", fmt)
        assert last.last_hash in made
        assert f"Line {last.last_seq} of the log closes this report" in made


def test_a_forum_post_can_point_to_a_map_on_the_net(scripted: Match) -> None:
    address = "https://example.org/map.png"
    assert f"[img]{address}[/img]" in report(scripted, "French", "bbcode", map_at=address)
    assert f"]({address})" in report(scripted, "French", "md", map_at=address)
    assert address not in report(scripted, "French", "txt", map_at=address)


# --- what is awaited ---------------------------------------------------------------------------------------


def test_each_reads_what_is_awaited_of_him_and_of_others_only_who_they_are(scripted: Match) -> None:
    assert context(scripted, "French", 1).waiting == "Your orders for turn 1 are awaited."
    assert context(scripted, "Coalition", 1).waiting == "Waiting for the French."
    assert context(scripted, "French", 2).waiting == "Waiting for the Coalition."
    assert context(scripted, "Umpire", 2).waiting == "Waiting for the Coalition: orders for turn 1."


HEAD = Decision(
    key="T1/combat/1204/head/French",
    kind="head",
    side=FRENCH,
    rule=RuleId("VV-8.4b1"),
    question="Who leads the attack on 1204?",
    default=od.HeadUnit(units=("compans",)),
    examples=(od.HeadUnit(units=("compans",)), od.HeadUnit(units=("friedrich",))),
    place="1204",
    units=("compans", "friedrich"),
    facts=(Finding[int](rule=RuleId("VV-8.4a1"), value=3, label="Strength ratio", because="12 against 4"),),
)


@pytest.fixture
def paused(tmp_path: Path) -> Match:
    """The French are asked who leads."""
    match = begin(tmp_path / "match")
    before = next(i for i, event in enumerate(FRENCH_SEQUENCE) if event.kind == "combat_resolved")
    write_step(match, FRENCH_SEQUENCE[:before], decisions=(HEAD,))
    return match


@pytest.mark.parametrize("fmt", FORMATS)
def test_an_open_decision_is_put_to_its_side_alone(paused: Match, fmt: str) -> None:
    mine = report(paused, "French", fmt)  # type: ignore[arg-type]
    for words in ("D1", "Who leads the attack on 1204?", "answer D1: head Friedrich", "Strength ratio"):
        assert words in mine
    assert "Your answer to D1 is awaited." in mine
    theirs = re.sub(r"<style>.*</style>", "", report(paused, "Coalition", fmt), flags=re.DOTALL)  # type: ignore[arg-type]
    assert "Waiting for the French." in theirs
    for words in ("D1", "Who leads", "answer"):
        assert words not in theirs
    assert "Who leads the attack on 1204?" in report(paused, "Umpire", fmt)  # type: ignore[arg-type]


def test_what_is_done_without_an_answer_is_said(paused: Match) -> None:
    assert context(paused, "French").decisions[0].default == "head Compans"


def test_the_end_of_the_match_is_told(tmp_path: Path) -> None:
    match = begin(tmp_path / "match")
    over = Ending(winner=FRENCH, level="strategic", reason="the Coalition broke", rule=RuleId("VV-10.V6"))
    write_step(match, (FRENCH_SEQUENCE[0], MatchEnded(rule=over.rule, ending=over)))
    made = report(match, "Coalition", "txt")
    assert "THE BATTLE IS OVER: French victory, strategic. The Coalition broke." in made
    assert "awaited" not in made
    assert "BEGIN ORDERS" not in made


# --- at home -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [FRENCH, COALITION])
def test_a_player_gets_the_same_bytes_from_his_export(scripted: Match, side: Side, tmp_path: Path) -> None:
    home = at_home(scripted, side, tmp_path)
    for step in (1, 2, 3):
        for fmt in FORMATS:
            assert report(home, side, fmt, step) == report(scripted, side, fmt, step)
        assert picture(home, side, "svg", step) == picture(scripted, side, "svg", step)


def test_an_open_decision_is_read_at_home_as_well(paused: Match, tmp_path: Path) -> None:
    for side in (FRENCH, COALITION):
        home = at_home(paused, side, tmp_path)
        for fmt in FORMATS:
            assert report(home, side, fmt) == report(paused, side, fmt)


def test_an_export_speaks_for_its_own_side_alone(scripted: Match, tmp_path: Path) -> None:
    home = at_home(scripted, FRENCH, tmp_path)
    for other in ("Coalition", "Umpire"):
        with pytest.raises(UsageError, match="French side's own log"):
            report(home, other, "txt")


# --- fog of war --------------------------------------------------------------------------------------------


def otherwise(folder: Path) -> Match:
    """The same match as far as the French can see: other units in unseen stacks, other markers face down, and orders
    of the Coalition that were refused."""
    match = create("bautzen", folder, name=NAME, seed="written by hand")
    changes: list[Event] = [PositionAdjusted(what="unit", id="sulima", place="1204", status="map")]
    swaps = {"rosen": "1005", "karpenkov": "0610", "lukov": "0906", "pitchnitzky": "1105"}
    changes += [PositionAdjusted(what="unit", id=unit, place=place) for unit, place in swaps.items()]
    changes.append(PositionAdjusted(what="unit", id="horn", place="1507", reduced=True))
    changes.append(PositionAdjusted(what="commander", id="blucher", place="1703"))
    write_step(match, (SET_UP[0], *changes, *(_laid_otherwise(event) for event in SET_UP[1:])))
    play_french(match)
    write_step(match, tuple(_told_otherwise(COALITION_SEQUENCE)), without=(COALITION,))
    return match


def _laid_otherwise(event: Event) -> Event:
    if isinstance(event, NeyMarkersLaid):
        return event.model_copy(update={"texts": event.texts[::-1]})
    if isinstance(event, MarkersLaid) and event.side == COALITION:
        names = [one.marker for one in event.laid][::-1]
        laid = tuple(LaidMarker(turn=one.turn, marker=name) for one, name in zip(event.laid, names, strict=True))
        return event.model_copy(update={"laid": laid})
    return event


def _told_otherwise(events: Sequence[Event]) -> list[Event]:
    told: list[Event] = []
    for event in events:
        if isinstance(event, CommandChecked):
            event = event.model_copy(update={"out_of_command": ("rosen",)})
        told.append(event)
        if isinstance(event, PhaseBegan):
            told.append(
                Refused(rule=RuleId("VV-8.1"), side=COALITION, line=1, text="attack 1203", reason="No unit is near.")
            )
    return told


def test_what_is_hidden_changes_no_byte_of_a_report_but_its_closing_hash(scripted: Match, tmp_path: Path) -> None:
    """VV-7.3a: reports, maps and forms are made from what a side knows alone."""
    other = otherwise(tmp_path / "match")
    assert other.history.rules.dump(other.history.position.state) != scripted.history.rules.dump(
        scripted.history.position.state
    )
    for step in (1, 2, 3):
        ours, theirs = (m.history.steps[step - 1].last_hash for m in (scripted, other))
        assert ours != theirs
        for fmt in FORMATS:
            here, there = report(scripted, "French", fmt, step), report(other, "French", fmt, step)
            assert here.replace(ours, "HASH") == there.replace(theirs, "HASH")
        assert picture(scripted, "French", "svg", step) == picture(other, "French", "svg", step)
        assert report(scripted, "Coalition", "txt", step) != report(other, "Coalition", "txt", step)


# --- rulings -----------------------------------------------------------------------------------------------


def test_a_ruling_is_told_with_before_after_and_why(tmp_path: Path) -> None:
    match = begin(tmp_path / "match")
    play_french(match)
    old = match.lines[-1].body
    with match.writing():
        ruling = {
            "step": 2,
            "sort": "correct",
            "reason": "Ledru may march: VV-4.2d was read wrongly.",
            "orders": [{"side": "French", "seat": "", "line": 8, "text": "move Ledru to 0605"}],
        }
        match.append([("ruling", ruling)])
        events = [event for event in old["events"] if event["kind"] != "refused"]
        moved = {
            "kind": "units_moved",
            "rule": "VV-7.1a",
            "side": "French",
            "units": ["ledru"],
            "origin": "0604",
            "path": ["0605"],
            "cost": {"rule": "VV-7.1a", "value": 1},
            "allowance": 2,
        }
        at = next(i for i, event in enumerate(events) if event["kind"] == "cossacks_played")
        body = {name: value for name, value in old.items() if name != "salt"}
        match.append([("turn", body | {"events": [*events[:at], moved, *events[at:]]})])
    home = at_home(match, FRENCH, tmp_path)
    for fmt in FORMATS:
        made = report(match, "French", fmt)
        assert "Step 2 was corrected." in made
        assert "VV-4.2d was read wrongly." in made
        assert "Line 8 of the French orders is read as: move Ledru to 0605" in " ".join(made.split())
        assert report(home, FRENCH, fmt) == made
    text = " ".join(report(match, "French", "txt").split())
    assert "After: Ledru moved from 0604 to Rieschen (0605) (1 of 2 MP)." in text
    theirs = " ".join(report(match, "Coalition", "txt").split())
    assert "After: A whole stack of the French moved from 0604 to Rieschen (0605)." in theirs
    assert "move Ledru" not in theirs
