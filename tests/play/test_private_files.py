"""What holds both sides' plans is its owner's alone, whatever the umask."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.types import Side
from adjudicator.play.desk.outbox import deliver
from adjudicator.play.match.match import Match
from adjudicator.play.match.running import run
from adjudicator.play.side.exporting import export, write_file
from adjudicator.play.side.side_views import Whole
from tests.support.small_match import begin, hand_in


@pytest.fixture(params=[0o000, 0o022, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_every_file_and_folder_of_a_match_is_its_owners_alone(tmp_path: Path) -> None:
    match = begin(tmp_path / "deep" / "m", mode="umpire")
    hand_in(match, "French", "move Bonnet to 1104")
    run(match)
    deliver(match)
    log = match.folder / "log.jsonl"
    log.write_bytes(log.read_bytes()[:-5])
    hand_in(Match(match.folder), "Coalition", "pass")
    write_file(match.folder / "exports" / "french.jsonl", export(Whole(match.lines, match.history), Side("French")))
    found = sorted(path.relative_to(match.folder).as_posix() for path in match.folder.rglob("*"))
    names = {"log.jsonl", "secret.json", "lock", "log.jsonl.torn-1", "data/game/setup.csv", "exports/french.jsonl"}
    assert names | {"outbox/French/latest/export.jsonl", "outbox/Umpire/latest/summary.txt"} <= set(found)
    assert any(name.startswith("received/") for name in found)
    for path in (match.folder, *match.folder.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), f"{path.relative_to(match.folder)}: {mode:o}"
