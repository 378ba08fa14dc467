"""The same seed and orders give the same campaign in a fresh process, whatever PYTHONHASHSEED says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

IN_MEMORY = """
import sys
from adjudicator.core.canon import canonical, digest
from tests.campaign1813.random_campaign import RandomGeneral, campaign, played

match = campaign("bytes")
for step in played(match, RandomGeneral("bytes")):
    for event in step.events:
        sys.stdout.write(canonical(match.rules.write_event(event)) + "\\n")
    sys.stdout.write(digest(match.rules.dump(step.position.state)) + "\\n")
    for side in match.rules.sides:
        known = match.rules.known(step.position.state, side)
        sys.stdout.write(digest(match.rules.view(known, side).model_dump(mode="json")) + "\\n")
"""


def in_a_fresh_process(hash_seed: str) -> bytes:
    """The whole campaign as bytes."""
    done = subprocess.run(
        [sys.executable, "-c", IN_MEMORY],
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_a_whole_campaign_tells_the_same_events_under_another_hash_seed() -> None:
    """CAM-turn-1: nothing depends on the order of a set."""
    first = in_a_fresh_process("1")
    assert first.count(b"\n") > 500
    assert in_a_fresh_process("4711") == first
