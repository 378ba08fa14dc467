"""Matches that the tests of `play` look at; each test gets a copy of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.play.match.match import Match
from tests.support.written_match import play_by_mail


@pytest.fixture(autouse=True)
def fixed_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1368000000")


@pytest.fixture(scope="session")
def two_turns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two turns of Bautzen in mode open, with several pauses for answers."""
    return play_by_mail(tmp_path_factory.mktemp("two") / "match", "one", turns=2, asks=30, send=False).folder


@pytest.fixture
def folder(two_turns: Path, tmp_path: Path) -> Path:
    """A copy of the two turns that a test may spoil."""
    return Path(shutil.copytree(two_turns, tmp_path / "match"))


@pytest.fixture
def log(folder: Path) -> Path:
    """The log of that copy."""
    return folder / "log.jsonl"


@pytest.fixture
def match(folder: Path) -> Match:
    """That copy, opened."""
    return Match(folder)
