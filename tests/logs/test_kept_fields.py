"""What an earlier version left out, a later one does without: added fields have defaults, written ones stay."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import adjudicator
from adjudicator.core.types import Frozen
from scripts.kept_fields import FILE, Fields, faults, fields_now, fields_of, written

HERE = Path(__file__).resolve().parent
RELEASES = sorted(path.parent.name for path in HERE.glob(f"*/{FILE}"))


def kept(version: str) -> Fields:
    """The fields as a version had them."""
    plain = tomllib.loads((HERE / version / FILE).read_text("utf-8"))
    return {name: tuple(mine) for name, mine in plain.items()}


@pytest.fixture(scope="module")
def now() -> Fields:
    return fields_now()


def test_this_version_is_kept() -> None:
    assert adjudicator.__version__ in RELEASES


@pytest.mark.parametrize("version", RELEASES)
def test_what_a_version_wrote_can_still_be_read(version: str, now: Fields) -> None:
    """Give the field a default; in an unreleased version `scripts/keep_logs.py` keeps the fields anew."""
    assert list(faults(kept(version), now)) == []


@pytest.mark.parametrize("version", RELEASES)
def test_nearly_all_classes_are_found_again(version: str, now: Fields) -> None:
    """A class under a new name is not compared: where many are, the names should be put right in the kept file."""
    then = kept(version)
    assert len(then.keys() & now.keys()) > 0.9 * len(then)
    assert {"core.Decision", "core.Roll", "vv1813.UnitRow", "vv1813.State", "vv1813.Move"} <= then.keys()


class Town(Frozen):
    """A row of data as a later version has it: `walls` and `port` are new, `port` without a default."""

    name: str
    walls: int = 0
    port: bool


@dataclass(frozen=True)
class Standing:
    """A position as a later version has it."""

    turn: int = 1
    towns: tuple[str, ...] = field(default_factory=tuple)


def test_a_field_without_a_default_and_a_field_that_is_gone_are_faults() -> None:
    then = {"x.Town": ("mayor?", "name"), "x.Standing": ("turn?",), "x.Gone": ("name",)}
    now = {"x.Town": fields_of(Town), "x.Standing": fields_of(Standing), "x.New": ("name",)}
    assert list(faults(then, now)) == [
        "x.Town.port has no default, and may be missing in what an earlier version wrote",
        "x.Town.mayor is gone, and may stand in what an earlier version wrote",
    ]


def test_a_default_that_is_taken_away_is_a_fault() -> None:
    assert len(list(faults({"x.Town": ("name", "walls?")}, {"x.Town": ("name", "walls")}))) == 1
    assert list(faults({"x.Town": ("name", "walls")}, {"x.Town": ("name", "walls?")})) == []


def test_the_fields_are_written_as_toml(now: Fields) -> None:
    plain = tomllib.loads(written(now))
    assert {name: tuple(mine) for name, mine in plain.items()} == now
