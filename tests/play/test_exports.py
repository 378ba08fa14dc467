"""A side's own log: what is in it, what it proves, and that it does at home what the match folder does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.canon import canonical
from adjudicator.core.errors import AdjudicatorError, LogError, MatchError
from adjudicator.core.types import UMPIRE, Side
from adjudicator.play.desk.status import status
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.received import as_read
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.checking import check
from adjudicator.play.side.export_view import Home, open_source
from adjudicator.play.side.exporting import export, position, side_meant
from adjudicator.play.side.reporting import picture, report
from adjudicator.play.side.side_views import Whole
from tests.support.logs import edit, first, forge, last, lines_of, rehash, write_lines
from tests.support.small_match import begin, hand_in, play

SIDES = (Side("French"), Side("Coalition"))


@pytest.fixture(params=SIDES)
def side(request: pytest.FixtureRequest) -> Side:
    return Side(request.param)


@pytest.fixture
def exported(match: Match, side: Side, tmp_path: Path) -> Path:
    """The side's export, in a folder of its own as at home."""
    path = tmp_path / "home" / "mine.jsonl"
    path.parent.mkdir()
    path.write_text(export(Whole(match.lines, match.history), side), "utf-8")
    return path


def test_every_line_keeps_its_true_place_and_shows_only_the_sides_part(log: Path, exported: Path, side: Side) -> None:
    other = next(s for s in SIDES if s != side)
    for whole, part in zip(lines_of(log), lines_of(exported), strict=True):
        for name in ("seq", "at", "kind", "prev", "hash"):
            assert part[name] == whole[name]
        if "cut" not in part:
            assert part == whole
            continue
        assert not {"salt", "state", "secret"} & part["body"].keys()
        match whole["kind"]:
            case "orders" | "answer":
                assert part["body"] == {"side": other, "sha256": whole["body"]["sha256"]}
            case "decision":
                assert part["body"] == {"side": other}
            case "turn":
                assert {"links", "seed", "step", "orders", "events", "view"} <= part["body"].keys()
                assert all(item["side"] == side for item in part["body"]["refused"])
                assert all(item["side"] == side for item in part["body"]["answers"])


def test_no_line_of_the_others_orders_is_in_it(match: Match, exported: Path, side: Side) -> None:
    text = exported.read_text("utf-8")
    for line in match.lines:
        if line.kind in ("orders", "answer") and line.body["side"] != side:
            assert canonical(line.body["text"]) not in text
            for order in line.body["text"].splitlines():
                if order.startswith("move "):
                    assert canonical(order)[1:-1] not in text


def test_it_is_consistent_never_intact_and_says_what_it_takes_on_trust(exported: Path, side: Side) -> None:
    verdict = verify_file(exported)
    assert verdict.good
    assert verdict.sort == "consistent"
    assert verdict.export == side
    assert f"{len(verdict.trusted)} lines of it are taken on trust" in verdict.what
    assert any("The whole log proves them" in detail for detail in verdict.details)
    assert verdict.dice.checked > 3


def test_it_says_so_in_its_first_line_and_exactly_these_lines_are_cut(exported: Path, side: Side) -> None:
    first_line, *others = lines_of(exported)
    assert first_line["export"] == side
    assert not [line for line in others if "export" in line]
    for line in (first_line, *others):
        mine = line["kind"] not in ("turn", "ruling", "match") and line["body"].get("side", side) == side
        assert ("cut" not in line) == mine


def test_where_the_whole_log_is_wanted_an_export_is_not_enough(exported: Path, side: Side) -> None:
    head = lines_of(exported)[3]["hash"]
    for question in ({"whole": True}, {"head": head}, {"against": exported}):
        verdict = verify_file(exported, **question)
        assert not verdict.good
        assert verdict.sort == "consistent"
        assert verdict.headline().startswith("consistent, but not what was asked for: ")


def test_an_export_can_be_made_and_read_before_the_first_step(tmp_path: Path, side: Side) -> None:
    match = create("bautzen", tmp_path / "m", name="m", seed="x")
    path = tmp_path / "mine.jsonl"
    path.write_text(export(Whole(match.lines, match.history), side), "utf-8")
    assert verify_file(path).sort == "consistent"
    assert open_source(path).side == side


def test_it_proves_the_whole_log_and_the_whole_log_proves_it(log: Path, exported: Path) -> None:
    verdict = verify_file(log, against=exported)
    assert verdict.good
    assert verdict.against.endswith("lines are what the whole log gives.")


def test_an_export_of_an_earlier_moment_still_fits(tmp_path: Path, side: Side) -> None:
    match = begin(tmp_path / "m")
    early = tmp_path / "early.jsonl"
    play(match, "French", "move Bonnet to 1104")
    early.write_text(export(Whole(match.lines, match.history), side), "utf-8")
    play(match, "Coalition", "pass")
    assert verify_file(match.folder, against=early).good


def test_a_released_log_that_differs_from_what_a_player_was_told_is_found(log: Path, exported: Path) -> None:
    """The umpire forges the whole log, hashes and all: the player's export does not fit any more."""
    forge(log, first(log, "turn", after=3), lambda line: line["body"]["events"][0].update(turn=9))
    verdict = verify_file(log, against=exported)
    assert not verdict.good
    assert "of the export is not what the whole log gives for that side" in verdict.against


def test_a_log_with_lines_missing_at_its_end_is_found(log: Path, exported: Path) -> None:
    lines = lines_of(log)
    while lines[-1]["kind"] != "orders":
        lines.pop()
    write_lines(log, lines)
    assert verify_file(log).good
    verdict = verify_file(log, against=exported)
    assert "lines are missing from the log" in verdict.against
    assert not verdict.good


def test_what_a_head_says(log: Path) -> None:
    lines = lines_of(log)
    seq, head = lines[4]["seq"], lines[4]["hash"]
    assert verify_file(log, head=head).head == f"The report's line is in this log: line {seq} of {len(lines)}."
    assert verify_file(log, head=head[:12].upper()).good
    assert "at least the first 8" in verify_file(log, head="5f1c").head
    assert not verify_file(log, head="0" * 64).good


def test_against_wants_the_whole_log_first(log: Path, exported: Path) -> None:
    assert "give the whole log first" in verify_file(exported, against=exported).against
    exported.write_text("garbage\n", "utf-8")
    assert "The export is damaged at line 1" in verify_file(log, against=exported).against


# --- cuts where none may be ------------------------------------------------------------------------------------


def test_a_whole_log_with_a_line_marked_as_cut_is_tampered(log: Path) -> None:
    """The mark takes a line out of the hash: with it anything could be written into a whole log."""
    for line in lines_of(log):
        copy = log.with_name("copy.jsonl")
        shutil.copy(log, copy)
        edit(copy, line["seq"], lambda one: one.update(cut=True))
        assert verify_file(copy).sort in ("tampered", "damaged")
        shutil.copy(copy, log)
        with pytest.raises(LogError):
            Match(log.parent)
        edit(copy, line["seq"], lambda one: one.pop("cut"))
        shutil.copy(copy, log)
    assert verify_file(log).good


def forged_part(exported: Path, seq: int) -> dict[str, Any]:
    found: dict[str, Any] = lines_of(exported)[seq - 1]["body"]
    return found


def test_the_position_of_a_cut_turn_line_is_no_way_into_a_match_folder(match: Match, exported: Path) -> None:
    """The form that an export gives a turn line, with another position, put into the whole log."""
    log = match.folder / "log.jsonl"
    seq = last(log, "turn")
    part = forged_part(exported, seq)
    edit(log, seq, lambda line: line.update(cut=True, body=part))
    verdict = verify_file(log)
    assert (verdict.sort, verdict.line) == ("tampered", seq)
    assert "does not say that this is an export" in verdict.what
    with pytest.raises(LogError, match="does not fit"):
        Match(match.folder)


def test_an_export_in_the_place_of_a_match_folders_log_is_tampered(match: Match, exported: Path) -> None:
    shutil.copy(exported, match.folder / "log.jsonl")
    for given in (match.folder, match.folder / "log.jsonl"):
        verdict = verify_file(given)
        assert verdict.sort == "tampered"
        assert "the log of a match folder is whole" in verdict.what
        with pytest.raises(LogError, match="is whole"):
            open_source(given)
    with pytest.raises(LogError, match="is whole"):
        Match(match.folder)


def test_any_other_pattern_of_cuts_is_tampered(log: Path, exported: Path, side: Side) -> None:
    whole = lines_of(log)
    for number, line in enumerate(lines_of(exported)):
        lines = lines_of(exported)
        if "cut" in line:
            lines[number] = {**whole[number], **({"export": side} if number == 0 else {})}
        else:
            lines[number]["cut"] = True
        write_lines(exported, lines)
        assert verify_file(exported).sort in ("tampered", "damaged"), f"line {line['seq']}"
        lines[number] = line
        write_lines(exported, lines)
    assert verify_file(exported).good


def test_an_export_under_another_name_is_tampered(exported: Path, side: Side) -> None:
    other = next(s for s in SIDES if s != side)
    edit(exported, 1, lambda line: line.update(export=other))
    assert verify_file(exported).sort == "tampered"
    edit(exported, 1, lambda line: line.pop("export"))
    assert verify_file(exported).sort == "tampered"
    edit(exported, 1, lambda line: line.update(export=side))
    edit(exported, 3, lambda line: line.update(export=side))
    assert "only the first line says whose export it is" in verify_file(exported).what


# --- an export that somebody changed ---------------------------------------------------------------------------


def own_text(exported: Path) -> int:
    return next(int(line["seq"]) for line in lines_of(exported) if line["kind"] == "orders" and "cut" not in line)


def test_a_changed_text_of_ones_own(exported: Path) -> None:
    seq = own_text(exported)
    edit(exported, seq, lambda line: line["body"].update(text="pass"))
    verdict = verify_file(exported)
    assert (verdict.sort, verdict.line) == ("tampered", seq)


def test_a_changed_die(exported: Path) -> None:
    def change(line: dict[str, Any]) -> None:
        for event in line["body"]["events"]:
            for roll in event.get("rolls", ()):
                roll["faces"][0] = roll["faces"][0] % roll["sides"] + 1 if isinstance(roll["sides"], int) else 1

    seq = next(
        line["seq"]
        for line in lines_of(exported)
        if line["kind"] == "turn"
        and any(isinstance(r["sides"], int) for e in line["body"]["events"] for r in e.get("rolls", ()))
    )
    edit(exported, seq, change)
    verdict = verify_file(exported)
    assert verdict.sort == "diverges"
    assert "the step's seed gives" in verdict.what


def test_a_changed_link_or_a_line_taken_out(exported: Path) -> None:
    copy = exported.with_name("copy.jsonl")
    shutil.copy(exported, copy)
    edit(exported, last(exported, "turn"), lambda line: line["body"].update(links=["00" * 32]))
    assert verify_file(exported).sort == "tampered"
    lines = lines_of(copy)
    del lines[-2]
    write_lines(copy, lines)
    assert verify_file(copy).sort == "tampered"


# --- at home ---------------------------------------------------------------------------------------------------


@pytest.fixture
def home(exported: Path) -> Home:
    opened = open_source(exported)
    assert isinstance(opened, Home)
    return opened


def test_home_knows_what_the_side_knows(match: Match, home: Home, side: Side) -> None:
    whole = Whole(match.lines, match.history)
    assert home.numbers() == whole.numbers()
    assert home.turn() == whole.turn()
    assert home.following() == whole.following()
    assert home.awaiting() == whole.awaiting()
    assert home.waits() == whole.waits()
    assert home.texts(side) == whole.texts(side)
    assert home.standing(side) == whole.standing(side)
    assert canonical(position(home, side)) == canonical(position(whole, side))
    for number in home.numbers():
        mine, theirs = home.step(side, number), whole.step(side, number)
        assert mine.events == theirs.events
        assert home.rules.dump(mine.after) == whole.rules.dump(theirs.after)
        assert home.rules.dump(mine.before) == whole.rules.dump(theirs.before)
        assert (mine.last_seq, mine.last_hash) == (theirs.last_seq, theirs.last_hash)


def test_reports_and_maps_at_home_are_the_same_bytes(match: Match, home: Home, side: Side) -> None:
    whole = Whole(match.lines, match.history)
    for form in ("txt", "md", "bbcode", "html"):
        assert report(home, side, form) == report(whole, side, form)
    assert picture(home, side, "svg") == picture(whole, side, "svg")


def test_check_and_status_at_home_say_the_same(match: Match, home: Home, side: Side) -> None:
    whole = Whole(match.lines, match.history)
    header = f"match: by-mail\nturn: 3\nside: {side}\n\n"
    text = f"{header}move Bonnet to 1105\nattack 1504\nmvoe x\nbombard 0101 with Artillery"
    assert check(home, as_read(text.encode())) == check(whole, as_read(text.encode()))
    assert status(home, side).to_json() == status(whole, side).to_json()


def test_an_export_cannot_speak_for_another_side(home: Home, side: Side) -> None:
    other = next(s for s in SIDES if s != side)
    with pytest.raises(MatchError, match="own log"):
        home.known(other)
    with pytest.raises(MatchError, match="own log"):
        side_meant(home, other)
    assert side_meant(home, "") == side
    found = check(home, as_read(f"match: by-mail\nturn: 3\nside: {other}\n\npass".encode()))
    assert "given as the" in found.problems[0].reason
    with pytest.raises(MatchError, match="an export already"):
        export(home, side)


def test_the_umpire_has_no_export(match: Match) -> None:
    with pytest.raises(MatchError, match="has the whole log"):
        export(Whole(match.lines, match.history), UMPIRE)


def test_an_export_with_other_data_says_what_to_ask_for(exported: Path) -> None:
    edit(exported, 1, lambda line: line["body"].update(data="ab" * 32))
    said: list[str] = []
    assert open_source(exported, warn=said.append).numbers()
    assert "played with other data" in said[0]
    assert "Ask for the match's copy of its data" in said[0]
    lines = lines_of(exported)
    for line in lines:
        if line["kind"] == "turn":
            line["body"]["view"] = {"weather": "fine"}
    write_lines(exported, lines)
    with pytest.raises(MatchError, match="played with other data") as told:
        open_source(exported)
    assert "copy of its data" in told.value.remedy


def test_garbled_exports_are_sentences(exported: Path) -> None:
    for member in ("view", "events", "orders", "without", "by"):
        lines = lines_of(exported)
        for line in lines:
            if line["kind"] == "turn":
                line["body"].pop(member, None)
        path = exported.with_name("bad.jsonl")
        write_lines(path, lines)
        with pytest.raises(AdjudicatorError):
            _look_at(path)


def _look_at(path: Path) -> None:
    source = open_source(path)
    assert source.side is not None
    source.step(source.side)
    source.standing(source.side)


def test_a_folder_or_file_that_is_no_match(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="not a match folder"):
        open_source(tmp_path)
    with pytest.raises(LogError, match="no log"):
        open_source(tmp_path / "nothing.jsonl")
    (tmp_path / "x.jsonl").write_text(json.dumps({"a": 1}) + "\n", "utf-8")
    with pytest.raises(LogError):
        open_source(tmp_path / "x.jsonl")


def test_in_mode_umpire_the_secret_never_leaves_the_folder(tmp_path: Path) -> None:
    match = begin(tmp_path / "m", mode="umpire")
    hand_in(match, "French", "move Bonnet to 1104")
    secrets = json.loads((match.folder / "secret.json").read_text("utf-8"))
    whole = (match.folder / "log.jsonl").read_text("utf-8")
    for side in SIDES:
        text = export(Whole(match.lines, match.history), side)
        for secret in (secrets["secret"], secrets["veil"]):
            assert secret not in text
            assert secret not in whole


def test_rehashing_is_what_the_log_does(log: Path) -> None:
    """The forger of these tests knows how hashes are made: without a change the log stays the same."""
    before = log.read_bytes()
    lines = lines_of(log)
    rehash(lines)
    write_lines(log, lines)
    assert log.read_bytes() == before
    assert first(log, "match") == 1
