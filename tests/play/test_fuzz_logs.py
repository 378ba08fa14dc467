"""Logs with random damage: a verdict or a sentence, never a traceback."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.types import Side
from adjudicator.play.desk.status import status
from adjudicator.play.match.log_faults import sense_of
from adjudicator.play.match.match import Match
from adjudicator.play.proof.explaining import explain
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.exporting import export
from adjudicator.play.side.reporting import report
from adjudicator.play.side.side_views import Whole
from tests.support.logs import lines_of, rehash, write_lines

ROUNDS = int(os.environ.get("ADJUDICATOR_FUZZ", "192")) // 8
JUNK: tuple[Any, ...] = (None, True, -1, 0, 10**30, "", "x", "0" * 64, [], {}, [None], {"kind": "x"}, "\u0000", 1.5)


def some_bytes(data: bytes, chance: random.Random) -> bytes:
    spoiled = bytearray(data)
    for _ in range(chance.randint(1, 5)):
        spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
    return bytes(spoiled)


def some_digits(data: bytes, chance: random.Random) -> bytes:
    digits = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
    spoiled = bytearray(data)
    for place in chance.sample(digits, 3):
        spoiled[place] = 48 + chance.randrange(10)
    return bytes(spoiled)


def cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def cut_out(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data))
    return data[:start] + data[start + chance.randint(1, 3000) :]


def lines_shuffled(data: bytes, chance: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"".join(lines)


DAMAGE: tuple[Callable[[bytes, random.Random], bytes], ...] = (some_bytes, some_digits, cut, cut_out, lines_shuffled)


def look_everywhere(path: Path, chance: random.Random) -> None:
    """Do with a log whatever a person might; every refusal must be one of ours."""
    verdict = verify_file(path)
    assert verdict.what
    with contextlib.suppress(AdjudicatorError), sense_of(path):
        source = open_source(path)
        side = source.side or chance.choice(("French", "Coalition", "Umpire"))
        status(source, Side(side)).to_json()
        report(source, side, "txt")
        explain(path, f"{chance.randint(1, 12)}.{chance.randint(1, 9)}")
        if isinstance(source, Whole):
            export(source, source.rules.sides[0])


@pytest.mark.parametrize("number", range(ROUNDS))
def test_a_spoiled_log_is_a_verdict_and_a_sentence(two_turns: Path, tmp_path: Path, number: int) -> None:
    chance = random.Random(f"spoil/{number}")
    path = tmp_path / "log.jsonl"
    path.write_bytes(DAMAGE[number % len(DAMAGE)]((two_turns / "log.jsonl").read_bytes(), chance))
    look_everywhere(path, chance)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something could be changed in a JSON value."""
    found = [path] if path else []
    if isinstance(value, dict):
        for name, part in value.items():
            found += places_in(part, (*path, name))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            found += places_in(part, (*path, number))
    return found


def put(value: Any, path: tuple[Any, ...], junk: Any) -> None:
    for part in path[:-1]:
        value = value[part]
    value[path[-1]] = junk


@pytest.mark.parametrize("number", range(ROUNDS))
def test_junk_with_hashes_that_fit_is_a_verdict_and_a_sentence(two_turns: Path, tmp_path: Path, number: int) -> None:
    """A forger who writes nonsense into any member of any body, and chains the log anew."""
    chance = random.Random(f"junk/{number}")
    lines = lines_of(two_turns / "log.jsonl")
    for _ in range(chance.randint(1, 2)):
        line = chance.choice(lines)
        put(line["body"], chance.choice(places_in(line["body"])), chance.choice(JUNK))
    try:
        rehash(lines)
    except ValueError:
        pytest.skip("this junk cannot be written as canonical JSON")
    path = tmp_path / "log.jsonl"
    write_lines(path, lines)
    look_everywhere(path, chance)


@pytest.mark.parametrize("number", range(ROUNDS // 2))
def test_junk_in_an_export_is_a_verdict_and_a_sentence(two_turns: Path, tmp_path: Path, number: int) -> None:
    chance = random.Random(f"export/{number}")
    match = Match(two_turns)
    side = chance.choice(match.history.rules.sides)
    lines = [json.loads(line) for line in export(Whole(match.lines, match.history), side).splitlines()]
    for _ in range(chance.randint(1, 3)):
        line = chance.choice(lines)
        put(line["body"], chance.choice(places_in(line["body"])), chance.choice(JUNK))
    path = tmp_path / "export.jsonl"
    write_lines(path, lines)
    look_everywhere(path, chance)


def test_a_match_folder_with_a_spoiled_log_is_not_written_to(two_turns: Path, tmp_path: Path) -> None:
    for number in range(6):
        chance = random.Random(f"folder/{number}")
        folder = Path(shutil.copytree(two_turns, tmp_path / str(number)))
        log = folder / "log.jsonl"
        log.write_bytes(some_digits(log.read_bytes(), chance))
        before = log.read_bytes()
        with pytest.raises(AdjudicatorError):
            Match(folder)
        assert log.read_bytes() == before
