"""The real command line, in processes of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
Cli = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of each process: a fixed clock, and compiled modules kept between them."""
    cache = str(tmp_path_factory.mktemp("compiled"))
    env = {**os.environ, "SOURCE_DATE_EPOCH": "1368000000", "PYTHONPYCACHEPREFIX": cache, "PYTHONPATH": str(ROOT)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    return env


@pytest.fixture(scope="session")
def cli(environment: dict[str, str]) -> Cli:
    """Run `adjudicator` with arguments; `code` is the exit code that is expected."""

    def call(*arguments: object, cwd: Path, code: int = 0, **more: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "adjudicator", *map(str, arguments)],
            cwd=cwd,
            env={**environment, **more},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, f"{arguments}\n{done.stdout}\n{done.stderr}"
        assert "Traceback" not in done.stderr
        return done

    return call
