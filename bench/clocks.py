"""Seconds of a piece of work: on the processor, and on the wall."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
Figures = dict[str, float]


def timed(work: Callable[[], Any], times: int = 1) -> float:
    """Seconds on the wall of one call, the mean of several."""
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def both(work: Callable[[], Any]) -> tuple[float, float]:
    """Seconds on the processor and on the wall of one call."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - wall


def program(*words: str) -> list[str]:
    """A call of our command line by this Python, whichever of it is installed."""
    return [sys.executable, "-m", "adjudicator", *words]


def command(words: Sequence[str], times: int = 5, before: Callable[[], Any] = lambda: None, **more: str) -> Figures:
    """The least seconds that a command takes from start to end, once its bytecode is there; `before` is not counted."""
    env = environment(more)
    walls, cpus = [], []
    for number in range(times + 1):
        before()
        spent, start = children(), time.perf_counter()
        subprocess.run(words, check=False, capture_output=True, cwd=ROOT, env=env)
        if number:
            walls.append(time.perf_counter() - start)
            cpus.append(children() - spent)
    return {"wall": min(walls), "cpu": min(cpus)}


def environment(more: Mapping[str, str]) -> dict[str, str]:
    """The environment of a command: this source tree, and compiled modules kept."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**env, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, [env.get("PYTHONPATH")])]), **more}


def children() -> float:
    """Seconds that the processes which were waited for have spent on the processor."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
