"""Whole commands, each a process of its own, beside bare Python: `check`, `run` with its outbox, `status`, `verify`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clocks import ROOT, Figures, command, environment, program
from order_measures import ORDERS, fresh_match

PYTHON = (sys.executable, "-c", "pass")
LOGS = 20
SHORT, LONG = 20, 500
_VERIFY = """\
import sys
from pathlib import Path
from adjudicator.play.proof.verifying import verify_file
for name in sys.argv[1:]:
    assert verify_file(Path(name)).good, name
"""


def start() -> Figures:
    """Bare Python, the command line's help, and `check` of a 40-line text."""
    from adjudicator.play.match.running import run

    with fresh_match() as match:
        run(match)
        text = match.folder / "orders.txt"
        text.write_text(ORDERS, "utf-8")
        check = command(program("check", str(text), "--match", str(match.folder)), 9)
    return {
        "python": command(PYTHON, 15)["wall"],
        "help": command(program("--help"), 9)["wall"],
        "check": check["wall"],
        "check cpu": check["cpu"],
        "python cpu": command(PYTHON, 15)["cpu"],
    }


def outbox() -> Figures:
    """`run` of a French turn of Bautzen and all that is to be sent after it; with the kept board, and without."""
    from adjudicator.play.desk.outbox import deliver
    from adjudicator.play.match.running import run
    from adjudicator.play.match.submitting import submit

    with fresh_match() as match, tempfile.TemporaryDirectory() as place:
        run(match)
        deliver(match)
        submit(match, ORDERS.encode(), "orders.txt")
        folder, cache = Path(place) / "match", Path(place) / "cache"

        def anew() -> None:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(match.folder, folder)

        def cold() -> None:
            anew()
            shutil.rmtree(cache, ignore_errors=True)

        words = program("run", "--match", str(folder))
        warm = command(words, 3, anew, ADJUDICATOR_CACHE=str(cache))["wall"]
        first = command(words, 3, cold, ADJUDICATOR_CACHE=str(cache))["wall"]
    return {"python": command(PYTHON, 15)["wall"], "warm": warm, "cold": first}


def status() -> Figures:
    """`status` of a match of 20 steps and of one of 500."""
    found = {}
    with tempfile.TemporaryDirectory() as place:
        for steps in (SHORT, LONG):
            folder = _long_match(Path(place) / str(steps), steps)
            found[str(steps)] = command(program("status", "--match", str(folder)), 3)["wall"]
    return found


def _long_match(folder: Path, steps: int) -> Path:
    """A French turn of 33 orders that is replayed again and again: a match of that many steps."""
    from adjudicator.play.match.match import create
    from adjudicator.play.match.running import run
    from adjudicator.play.match.submitting import submit

    match = create("bautzen", folder, name="bench", seed="long")
    run(match)
    submit(match, ORDERS.encode(), "orders.txt")
    run(match)
    while len(match.history.by_seq) < steps:
        ruling: dict[str, Any] = {"step": match.history.steps[-1].number, "sort": "replay", "reason": "once more"}
        with match.writing():
            match.append([("ruling", ruling)])
            run(match)
    return folder


def many() -> Figures:
    """`verify` of 20 logs by one process, and by two that share them."""
    with tempfile.TemporaryDirectory() as place:
        logs = []
        for number in range(LOGS):
            log = Path(place) / f"{number}.jsonl"
            shutil.copy(ROOT / "examples" / "lutzen" / "log.jsonl", log)
            logs.append(str(log))
        _verified([logs[:1]])
        return {
            "one": _verified([logs]),
            "two": _verified([logs[::2], logs[1::2]]),
            "cores": float(os.cpu_count() or 1),
        }


def _verified(shares: Sequence[Sequence[str]]) -> float:
    start, env = time.perf_counter(), environment({})
    running = [subprocess.Popen([sys.executable, "-c", _VERIFY, *share], cwd=ROOT, env=env) for share in shares]
    assert all(process.wait() == 0 for process in running)
    return time.perf_counter() - start
