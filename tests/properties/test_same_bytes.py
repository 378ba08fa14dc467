"""The same seed and orders give the same bytes, in a fresh process, whatever PYTHONHASHSEED says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

IN_MEMORY = """
import sys
from adjudicator.core.canon import canonical, digest
from tests.support.random_player import Match, RandomPlayer

match = Match.begin("same bytes")
for step in match.play_out(RandomPlayer("same bytes")):
    for event in step.events:
        sys.stdout.write(canonical(match.rules.write_event(event)) + "\\n")
    sys.stdout.write(digest(match.rules.dump(step.position.state)) + "\\n")
    for side in match.rules.sides:
        known = match.rules.known(step.position.state, side)
        sys.stdout.write(digest(match.rules.view(known, side).model_dump(mode="json")) + "\\n")
"""

ON_DISK = """
import sys
from pathlib import Path
from tests.support.written_match import play_by_mail

play_by_mail(Path(sys.argv[1]), "bytes", turns=2)
"""


def in_a_fresh_process(program: str, hash_seed: str, *arguments: str) -> bytes:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "SOURCE_DATE_EPOCH": "1368000000"},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_a_whole_match_tells_the_same_events_under_another_hash_seed() -> None:
    first = in_a_fresh_process(IN_MEMORY, "1")
    assert first.count(b"\n") > 300
    assert in_a_fresh_process(IN_MEMORY, "4711") == first


def test_log_reports_maps_and_exports_are_the_same_files(tmp_path: Path) -> None:
    folders = []
    for seed in ("2", "815"):
        folder = tmp_path / seed / "match"
        folder.parent.mkdir()
        in_a_fresh_process(ON_DISK, seed, str(folder))
        folders.append(folder)
    one, two = (
        {p.relative_to(f).as_posix(): p.read_bytes() for p in sorted(f.rglob("*")) if p.is_file()} for f in folders
    )
    assert "log.jsonl" in one
    assert sorted(one) == sorted(two)
    different = [name for name in one if one[name] != two[name]]
    assert different == []
