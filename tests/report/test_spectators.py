"""What spectators read: reports, maps, positions and status of a match whose sides keep their secrets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from adjudicator.core.errors import UsageError
from adjudicator.core.types import PUBLIC, UMPIRE, Event
from adjudicator.play.desk.status import status
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.submitting import submit
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.exporting import export, position, reader_meant, side_meant
from adjudicator.play.side.reporting import context, picture, report
from adjudicator.play.side.showing import export_lines
from adjudicator.play.side.side_views import Whole
from adjudicator.play.side.situation import situation
from adjudicator.report.context import FORMATS
from adjudicator.rulesets.vv1813.events import PositionAdjusted
from adjudicator.rulesets.vv1813.markers.events import LaidMarker, MarkersLaid
from tests.report.test_reporting import otherwise
from tests.support.scripted_turn import COALITION, COALITION_SEQUENCE, FRENCH, NAME, SET_UP, play_french, write_step


@pytest.fixture(autouse=True)
def _same_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1368000000")


def whole(match: Match) -> Whole:
    return Whole(match.lines, match.history, match.folder)


def french_otherwise(folder: Path) -> Match:
    """The same match as far as the Coalition can see: other French units in unseen stacks, worn, led by another, and
    other French markers face down."""
    match = create("bautzen", folder, name=NAME, seed="written by hand")
    places = {"lorentz": "0306", "raglovitch": "0405", "ledru": "0601", "ercoli": "0604"}
    changes: list[Event] = [PositionAdjusted(what="unit", id="sulima", place="1204", status="map")]
    changes += [PositionAdjusted(what="unit", id=unit, place=place) for unit, place in places.items()]
    changes += [
        PositionAdjusted(what="unit", id="morand", place="1701", reduced=True),
        PositionAdjusted(what="commander", id="oudinot", place="0406"),
    ]
    write_step(match, (SET_UP[0], *changes, *(_laid_otherwise(event) for event in SET_UP[1:])))
    play_french(match)
    write_step(match, COALITION_SEQUENCE, without=(COALITION,))
    return match


def _laid_otherwise(event: Event) -> Event:
    if not isinstance(event, MarkersLaid) or event.side != FRENCH:
        return event
    first, *hidden = event.laid  # the first is drawn on turn 1 and shown
    names = [one.marker for one in hidden][::-1]
    laid = (first, *(LaidMarker(turn=one.turn, marker=name) for one, name in zip(hidden, names, strict=True)))
    return event.model_copy(update={"laid": laid})


# --- fog of war --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("alike_to", "played_otherwise"), [("French", otherwise), ("Coalition", french_otherwise)])
def test_matches_alike_to_any_one_side_are_the_same_bytes_to_spectators(
    scripted: Match, alike_to: str, played_otherwise: object, tmp_path: Path
) -> None:
    """VV-7.3a: reports in every form, maps, positions and status; all but the closing hash."""
    assert callable(played_otherwise)
    other: Match = played_otherwise(tmp_path / "match")
    for step in (1, 2, 3):
        ours, theirs = (m.history.steps[step - 1].last_hash for m in (scripted, other))
        assert ours != theirs
        for fmt in FORMATS:
            for reader in (alike_to, "Public"):
                here, there = report(scripted, reader, fmt, step), report(other, reader, fmt, step)
                assert here.replace(ours, "HASH") == there.replace(theirs, "HASH"), (reader, fmt)
        assert picture(scripted, "Public", "svg", step) == picture(other, "Public", "svg", step)
        assert report(scripted, "Umpire", "txt", step) != report(other, "Umpire", "txt", step)
    positions = [json.dumps(position(whole(match), PUBLIC), sort_keys=True) for match in (scripted, other)]
    assert positions[0] == positions[1]
    glances = [status(whole(match), PUBLIC).to_json() | {"hash": ""} for match in (scripted, other)]
    assert glances[0] == glances[1]


def test_spectators_own_nothing_and_see_unseen_stacks_of_both_armies(scripted: Match) -> None:
    made = context(scripted, "Public")
    standing = [piece for piece in made.after.pieces if piece.place]
    assert {piece.knowledge for piece in standing} == {"unknown"}
    assert {piece.side for piece in standing} == {FRENCH, COALITION}
    assert made.order_form == ""
    assert made.matter["roster"] == ()


# --- what they read ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_report_for_spectators_tells_combats_whole_and_moves_as_stacks(scripted: Match, fmt: str) -> None:
    words = report(scripted, "public", fmt, 2)  # type: ignore[arg-type]
    assert "eport for spectators" in words
    assert "Compans led the attack" in words.replace("<b>", "").replace("</b>", "").replace("**", "").replace(
        "[b]", ""
    ).replace("[/b]", "").replace("\n    ", " ")
    seen = "What each side can be seen to do"
    assert (seen.upper() if fmt == "txt" else seen) in words
    assert "not looked into" in words
    assert "Ledru" not in words
    assert "Order form" not in words


def test_it_covers_the_turn_as_the_umpires_does(scripted: Match) -> None:
    for step in (1, 2, 3):
        covered = [[one.number for one in situation(scripted, who, step).steps] for who in (PUBLIC, UMPIRE)]
        assert covered[0] == covered[1]


def test_its_map_says_with_whose_eyes_it_is_seen(scripted: Match) -> None:
    assert "as spectators see it" in picture(scripted, "Public", "svg")


def test_what_is_asked_of_a_side_is_not_told(scripted: Match) -> None:
    """Of an open decision spectators read only whom the match waits for."""
    made = context(scripted, "Public")
    assert made.decisions == ()
    assert made.waiting == "Waiting for the French."


# --- what they have not ------------------------------------------------------------------------------------


def test_spectators_write_nothing_and_have_no_export(scripted: Match) -> None:
    with pytest.raises(UsageError, match="write nothing"):
        side_meant(whole(scripted), "Public")
    with pytest.raises(UsageError, match="no log of their own"):
        export(whole(scripted), PUBLIC)


def test_a_text_of_spectators_is_refused(scripted: Match) -> None:
    """The header names no side that the match has."""
    before = len(scripted.lines)
    with pytest.raises(Exception, match="no side called 'Public'"):
        submit(scripted, f"match: {NAME}\nturn: 2\nside: Public\n\npass\n".encode(), "public.txt")
    assert len(scripted.lines) == before


def test_a_sides_own_log_knows_nothing_of_what_spectators_see(scripted: Match, tmp_path: Path) -> None:
    path = tmp_path / "french.jsonl"
    path.write_text("".join(f"{line.written()}\n" for line in export_lines(scripted.lines, scripted.history, FRENCH)))
    with pytest.raises(UsageError, match="French side's own log"):
        reader_meant(open_source(path), "Public")


def test_events_that_a_match_tells_them_keep_their_order(scripted: Match) -> None:
    steps: Sequence[int] = [1, 2, 3]
    for step in steps:
        addresses = [address for address, _ in context(scripted, "Public", step).happenings]
        assert len(set(addresses)) == len(addresses)
