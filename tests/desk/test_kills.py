"""A desk that is killed at any moment: nothing lost, nothing adjudicated twice, nothing answered twice but by one mail.

ADJUDICATOR_KILLS says how often; `make test-long` does it 200 times.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from adjudicator.play.match.match import Match
from adjudicator.play.proof.verifying import verify_file
from tests.support.post_office import COALITION, DESK, FRENCH, UMPIRE, desk_folder, parsed

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("ADJUDICATOR_KILLS", "4"))


@dataclass(frozen=True)
class Plan:
    """A desk with mail in its box, what one undisturbed round makes of it, and how long that takes."""

    begun: Path
    texts: tuple[str, ...]
    steps: int
    mails: frozenset[str]
    seconds: float


def mail(sender: str, number: int, text: str) -> bytes:
    head = f"From: {sender}\nTo: {DESK}\nSubject: Re: [our-match T1]\nMessage-ID: <k{number}@mail.example.org>\n"
    return f"{head}\n{text}".encode()


def round_at(folder: Path) -> subprocess.Popen[bytes]:
    call = [sys.executable, "-m", "adjudicator", "desk", "once", str(folder)]
    return subprocess.Popen(call, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def sent(folder: Path) -> Counter[str]:
    """The mails that went out, by Message-ID."""
    return Counter(str(parsed(file.read_bytes())["Message-ID"]) for file in (folder / "mail/out/new").glob("*"))


def texts(folder: Path) -> tuple[str, ...]:
    return tuple(text.text for text in Match(folder / "our-match").history.texts)


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    place = tmp_path_factory.mktemp("desk-kills")
    folder = desk_folder(place / "begun")
    assert round_at(folder).wait() == 0
    mails = (
        mail(COALITION, 1, "turn: 1\nmove Rosen to 0611\n"),
        mail(FRENCH, 2, "turn: 1\nmove Bonnet to 1104\n"),
        mail(COALITION, 3, "turn: 1\npass\n"),
        mail(UMPIRE, 4, "extend our-match by 2 days\n"),
        mail("stranger@example.net", 5, "pass\n"),
    )
    for number, data in enumerate(mails, 1):
        (folder / "mail/in/new" / f"{number}.test").write_bytes(data)
    shutil.copytree(folder, place / "done")
    begun = time.monotonic()
    assert round_at(place / "done").wait() == 0
    took = time.monotonic() - begun
    steps = len(Match(place / "done" / "our-match").history.steps)
    return Plan(folder, texts(place / "done"), steps, frozenset(sent(place / "done")), took)


@pytest.mark.parametrize("number", range(KILLS))
def test_a_desk_killed_at_a_moment_of_chance_loses_and_doubles_nothing(plan: Plan, tmp_path: Path, number: int) -> None:
    folder = Path(shutil.copytree(plan.begun, tmp_path / "desk"))
    chance = random.Random(number)
    process = round_at(folder)
    time.sleep(chance.uniform(0.25, 1.05) * plan.seconds)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert round_at(folder).wait() == 0
    assert round_at(folder).wait() == 0
    assert texts(folder) == plan.texts
    assert len(Match(folder / "our-match").history.steps) == plan.steps
    assert verify_file(folder / "our-match").good
    counted = sent(folder)
    assert len(counted) == len(plan.mails)
    assert sorted(counted.values(), reverse=True)[:2] in ([1, 1], [2, 1]), "one mail may go out a second time"
    assert not list((folder / "mail/in/new").iterdir())
