"""Single bytes changed, and every member of every line forged with all hashes made good: what is found, and what not.

A sample in `make test`; with ADJUDICATOR_FUZZ=2000 (`make test-long`) 3,000 bytes and every single forgery.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.types import Side
from adjudicator.play.match.match import Match
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.exporting import export
from adjudicator.play.side.side_views import Whole
from adjudicator.record import check_log
from adjudicator.record.verdict import Verdict
from tests.support.forgeries import Path_, every_member, forged, name_of, single_forgeries
from tests.support.logs import lines_of, rehash, write_lines
from tests.support.small_match import SEED, begin, play

ROUNDS = int(os.environ.get("ADJUDICATOR_FUZZ", "0"))
BYTES = 3000 if ROUNDS >= 2000 else 240
SHARES = 8
"""In how many tests the work is cut, so that they can run beside each other."""
SAMPLE = None if ROUNDS >= 2000 else 10
UNSEEN = {"received", "note.text", "press.side", "press.to", "press.text", "ruling.reason"}
"""Members from which nothing in a log follows: only `--head` and `--against` show that they were changed."""
NO_EFFECT = {"match.options.fog", "ruling.events.status"}
"""Members that had no effect in this match, and would be found in one where they had."""


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match in which every member is written that a match writes today."""
    return every_member(tmp_path_factory.mktemp("honest") / "m").folder


def is_unseen(name: str) -> bool:
    return name in UNSEEN | NO_EFFECT or name.rpartition(".")[2] in ("at", "received")


def is_told(verdict: Verdict) -> bool:
    """Whether the verdict speaks of a version that is not here, as it must of a `by` that it cannot prove."""
    return any("another version" in detail for detail in verdict.details)


@pytest.mark.parametrize("share", range(SHARES))
def test_no_changed_byte_goes_unseen(honest: Path, tmp_path: Path, share: int) -> None:
    chance = random.Random(f"byte/{share}")
    good = (honest / "log.jsonl").read_bytes()
    folder = Path(shutil.copytree(honest, tmp_path / "m"))
    log = folder / "log.jsonl"
    for _ in range(BYTES // SHARES):
        place = chance.randrange(len(good))
        spoiled = bytearray(good)
        spoiled[place] ^= chance.randrange(1, 256)
        log.write_bytes(bytes(spoiled))
        verdict = verify_file(log)
        assert verdict.sort in ("damaged", "tampered"), f"byte {place}"
        assert check_log.main([str(log)]) == 1, f"byte {place}"
        if place == len(good) - 1:
            continue
        with pytest.raises(AdjudicatorError):
            Match(folder)


@pytest.mark.parametrize("share", range(SHARES))
def test_every_forged_member_is_found_but_those_on_the_list(honest: Path, tmp_path: Path, share: int) -> None:
    """Hashes made good; and where it needs no rules, the program that stands alone finds it too."""
    lines = lines_of(honest / "log.jsonl")
    mine = single_forgeries(lines)[share::SHARES]
    if SAMPLE is not None:
        mine = random.Random(f"forge/{share}").sample(mine, SAMPLE)
    for number, path, new in mine:
        log = write_forged(lines, number, path, new, tmp_path)
        verdict = verify_file(log)
        name = name_of(lines[number], path)
        assert not verdict.good or is_told(verdict) or is_unseen(name), f"line {number + 1}, {name}: {new!r}"
        alone = check_log.main([str(log)])
        assert alone == 1 or verdict.sort not in ("damaged", "tampered"), f"line {number + 1}, {name}: {new!r}"
        assert alone == 0 or not verdict.good, f"line {number + 1}, {name}: {new!r}"


def write_forged(lines: list[dict[str, Any]], number: int, path: Path_, new: Any, folder: Path) -> Path:
    made = forged(lines, number, path, new)
    rehash(made)
    log = folder / "forged.jsonl"
    write_lines(log, made)
    return log


def test_what_no_check_can_see_is_found_by_head_and_by_against(honest: Path, tmp_path: Path) -> None:
    match = Match(honest)
    mine = tmp_path / "mine.jsonl"
    mine.write_text(export(Whole(match.lines, match.history), Side("French")), "utf-8")
    head = match.lines[-1].hash
    assert verify_file(honest, head=head, against=mine).good
    lines = lines_of(honest / "log.jsonl")
    seen = set()
    for number, path, new in single_forgeries(lines):
        name = name_of(lines[number], path)
        if not is_unseen(name) or name in seen:
            continue
        log = write_forged(lines, number, path, new, tmp_path)
        if verify_file(log).good:
            seen.add(name)
            assert_found(log, head, mine)
    assert {"press.text", "note.text", "ruling.reason", "turn.at", "orders.received", "match.options.fog"} <= seen


def assert_found(log: Path, head: str, mine: Path) -> None:
    """The log is good by itself, and is not what the player was told."""
    assert verify_file(log).good
    assert not verify_file(log, head=head).good
    assert not verify_file(log, against=mine).good


def test_an_end_cut_off_at_a_batch_and_a_log_made_anew_are_found_by_head_and_by_against(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    play(match, "French", "move Bonnet to 1104")
    mine = tmp_path / "mine.jsonl"
    mine.write_text(export(Whole(match.lines, match.history), Side("French")), "utf-8")
    head = match.lines[-1].hash
    shorter = tmp_path / "shorter.jsonl"
    write_lines(shorter, lines_of(match.folder / "log.jsonl")[:-1])
    assert_found(shorter, head, mine)
    anew = begin(tmp_path / "anew", seed=f"{SEED} again")
    play(anew, "French", "move Bonnet to 1104")
    assert_found(anew.folder / "log.jsonl", head, mine)
    noted = tmp_path / "noted.jsonl"
    lines = lines_of(match.folder / "log.jsonl")
    lines.append({**lines[-1], "kind": "note", "body": {"text": "x", "salt": salt(match, len(lines) + 1)}})
    rehash(lines)
    write_lines(noted, lines)
    assert verify_file(noted).good
    assert not verify_file(noted, head="0" * 64).good


def salt(match: Match, seq: int) -> str:
    from adjudicator.record.chain import salt_of

    return salt_of(match.secrets().veil, seq)


def test_the_list_stands_in_the_documentation() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "disputes.md").read_text("utf-8")
    for word in ("`at`", "`received`", "`note`", "`press`", "`reason`", "made anew", "cut off", "`by`", "`length`"):
        assert word in page.partition("## What no check can see")[2], word
