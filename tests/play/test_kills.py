"""Commands that are killed, or find the disk full: nothing is lost, nothing stays stale, nothing is left lying about.

ADJUDICATOR_KILLS says how often `run` and `submit` are killed at moments of chance; `make test-long` does it 200 times.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from adjudicator.cli.app import run as cli
from adjudicator.play.desk.latest import behind
from adjudicator.play.match.match import Match, create
from adjudicator.play.proof.verifying import verify_file
from tests.support.full_disk import room_for

ROOT = Path(__file__).resolve().parents[2]
CLOCK = "1368000000"
KILLS = int(os.environ.get("ADJUDICATOR_KILLS", "6"))
FRENCH = (
    "match: small\nturn: 1\nside: French\n\nmove Morand to 1702\nmove Briche to 1602\nattack 1703 from 1702, 1602\n"
)
COALITION = "match: small\nturn: 1\nside: Coalition\n\npass\n"


@dataclass(frozen=True)
class Plan:
    """A match as it stood, as it would stand if nobody had been killed, and how long each command takes."""

    begun: Path
    """Set up, and the French orders submitted."""
    done: Path
    """Then run, the Coalition's orders submitted, and run again."""
    texts: Path
    cache: Path
    seconds: dict[str, float]

    def start(self, folder: Path, command: str) -> subprocess.Popen[bytes]:
        env = {**os.environ, "SOURCE_DATE_EPOCH": CLOCK, "PYTHONPYCACHEPREFIX": str(self.cache)}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        words = ["submit", str(self.texts / "coalition.txt")] if command == "submit" else ["run"]
        call = [sys.executable, "-m", "adjudicator", *words, "--match", str(folder)]
        return subprocess.Popen(call, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def finish(self, folder: Path) -> None:
        """What an umpire does after a power cut: the same commands again."""
        assert cli(["run", "--match", str(folder)]) == 0
        recorded = [t.side for t in Match(folder).history.texts]
        if "Coalition" not in recorded:
            assert cli(["submit", str(self.texts / "coalition.txt"), "--match", str(folder)]) == 0
        assert cli(["run", "--match", str(folder)]) == 0


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plan]:
    place = tmp_path_factory.mktemp("kills")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", CLOCK)
        match = create("bautzen", place / "begun", name="small", seed="small")
        for name, text in (("french", FRENCH), ("coalition", COALITION)):
            (place / f"{name}.txt").write_text(text, "utf-8")
        assert cli(["submit", str(place / "french.txt"), "--match", str(match.folder)]) == 0
        made = Plan(match.folder, place / "done", place, place / "cache", {})
        shutil.copytree(made.begun, made.done)
        for command in ("run", "submit", "run"):
            begun = time.monotonic()
            assert made.start(made.done, command).wait() == 0
            made.seconds[command] = time.monotonic() - begun
        yield made


def contents(folder: Path) -> dict[str, bytes]:
    """All files of a folder but the lock, which is empty; half-written ones would be seen."""
    files = (p for p in sorted(folder.rglob("*")) if p.is_file() and p.name != "lock")
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in files}


def same(one: Path, other: Path) -> None:
    mine, theirs = contents(one), contents(other)
    assert sorted(mine) == sorted(theirs)
    assert [name for name in mine if mine[name] != theirs[name]] == []


def killed(process: subprocess.Popen[bytes], when: Callable[[], bool], limit: float) -> None:
    """Kill a process as soon as something is so, or after some seconds, unless it has ended by itself."""
    give_up = time.monotonic() + limit
    while not when() and process.poll() is None and time.monotonic() < give_up:
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()


def is_whole(folder: Path) -> None:
    """Nothing is behind and nothing is half made."""
    match = Match(folder)
    assert behind(folder, match.history, match.lines) == {}
    assert list(folder.rglob(".*")) == []
    assert verify_file(folder).good


@pytest.mark.parametrize("number", range(KILLS))
def test_what_was_killed_at_a_moment_of_chance_is_made_good(plan: Plan, tmp_path: Path, number: int) -> None:
    """Of three kills one is of a submit and two of a run; after every other run the next writer is a submit."""
    chance = random.Random(number)
    folder = Path(shutil.copytree(plan.begun, tmp_path / "m"))
    command = ("run", "submit", "run")[number % 3]
    if command == "submit":
        assert cli(["run", "--match", str(folder)]) == 0
    killed(plan.start(folder, command), lambda: False, chance.uniform(0.1, 1.1) * plan.seconds[command])
    if number % 6 >= 3 and Match(folder).history.steps:
        assert cli(["submit", str(plan.texts / "coalition.txt"), "--match", str(folder)]) == 0
        is_whole(folder)
        return
    plan.finish(folder)
    is_whole(folder)
    same(folder, plan.done)


@pytest.mark.parametrize("moment", ["a step is on disk", "the outbox is begun", "one side's folder is whole"])
def test_a_run_killed_at_a_chosen_moment_is_made_good(plan: Plan, tmp_path: Path, moment: str) -> None:
    folder = Path(shutil.copytree(plan.begun, tmp_path / "m"))
    size = (folder / "log.jsonl").stat().st_size
    moments = {
        "a step is on disk": lambda: (folder / "log.jsonl").stat().st_size > size,
        "the outbox is begun": lambda: (folder / "outbox" / "French").is_dir(),
        "one side's folder is whole": lambda: (folder / "outbox" / "French" / "latest").is_dir(),
    }
    killed(plan.start(folder, "run"), moments[moment], 60)
    match = Match(folder)
    assert behind(folder, match.history, match.lines), "killed too late to show anything"
    plan.finish(folder)
    is_whole(folder)
    same(folder, plan.done)


def test_status_says_that_the_outbox_is_behind_and_a_submit_brings_it_up(
    plan: Plan, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(shutil.copytree(plan.begun, tmp_path / "m"))
    assert cli(["run", "--match", str(folder), "--no-outbox"]) == 0
    assert cli(["status", "--match", str(folder)]) == 0
    assert "outbox" not in capsys.readouterr().out, "a match that has no outbox is not behind"
    (folder / "outbox").mkdir()
    assert cli(["status", "--match", str(folder)]) == 0
    told = "the outbox is behind: French (not there), Coalition (not there), Umpire (not there)"
    assert told in capsys.readouterr().out
    assert cli(["submit", str(plan.texts / "coalition.txt"), "--match", str(folder)]) == 0
    assert "The outbox was behind" in capsys.readouterr().out
    is_whole(folder)
    assert cli(["status", "--match", str(folder)]) == 0
    assert "outbox" not in capsys.readouterr().out


def test_a_full_disk_leaves_the_match_as_it_was_and_the_next_run_goes_on(
    plan: Plan, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """First there is no room for a line of the log, then none for any report, then none for the longest of them."""
    folder = Path(shutil.copytree(plan.begun, tmp_path / "m"))
    unhindered = Path(shutil.copytree(plan.begun, tmp_path / "unhindered"))
    assert cli(["run", "--match", str(unhindered)]) == 0
    capsys.readouterr()
    reports = contents(unhindered / "outbox")
    report = max(len(data) for name, data in reports.items() if name.endswith("report.html"))
    largest = max(len(data) for data in reports.values())
    for room in ((folder / "log.jsonl").stat().st_size + 100, report // 2, largest - 1):
        with room_for(room):
            assert cli(["run", "--match", str(folder)]) == 1
        told = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("note: ")]
        assert told == ["error: The disk is full.", "Free some space, then give the command again."] or (
            "bytes could be written" in told[0]
        )
        assert list(folder.rglob(".*")) == []
        assert cli(["status", "--match", str(folder)]) == 0
    assert "outbox is behind" in capsys.readouterr().out
    plan.finish(folder)
    for torn in folder.glob("log.jsonl.torn-*"):
        torn.unlink()
    is_whole(folder)
    same(folder, plan.done)
