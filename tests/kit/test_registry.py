"""Rule systems by entry point: ours, somebody else's, and what a broken one is told."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.kit.registry import Registry
from adjudicator.rulesets import OURS, REGISTRY

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages that Python looks into."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("strange"):
            del sys.modules[name]


def install(folder: Path, name: str, code: str, value: str = "") -> None:
    """A package with an entry point, as an installer lays it down."""
    (folder / f"{name}.py").write_text(code, "utf-8")
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[test.rulesets]\n{name} = {value or name + ':ENTRY'}\n", "utf-8")


GOOD = """
from adjudicator.kit.registry import RulesetEntry, Scenario
def load(scenario, options, folders=None, pack=None):
    raise ZeroDivisionError("no such thing")
SCENARIO = Scenario("{scenario}", "{name}", "Strange", "A strange game.", ("A", "B"))
ENTRY = RulesetEntry("{name}", "adjudicator.rulesets", (SCENARIO,), load, tuple)
"""


def test_another_package_is_found_by_its_entry_point(installed: Path) -> None:
    install(installed, "strange", GOOD.format(name="strange", scenario="oddity"))
    registry = Registry(OURS, "test.rulesets")
    assert registry.find("Oddity").ruleset == "strange"
    ours = [scenario.name for scenario in Registry(OURS, "no.such.group").catalogue()]
    assert {"bautzen", "campaign1813", "la-belle-alliance", "lutzen"} < set(ours)
    assert [scenario.name for scenario in registry.catalogue()] == sorted([*ours, "oddity"])
    assert registry.broken == []


def test_one_that_does_not_start_costs_the_others_nothing(installed: Path) -> None:
    install(installed, "strange", "raise RuntimeError('out of order')")
    registry = Registry(OURS, "test.rulesets")
    assert [entry.name for entry in registry.entries()] == ["campaign1813", "labataille", "nlc", "vv1813"]
    assert [broken.what for broken in registry.broken] == [
        "The rule system 'strange' cannot be used: it does not start (RuntimeError: out of order)."
    ]
    with pytest.raises(MatchError, match="out of order") as trouble:
        registry.find("oddity")
    assert "uninstall it" in trouble.value.remedy


def test_one_that_announces_nothing_is_told_so(installed: Path) -> None:
    install(installed, "strange", "ENTRY = 7")
    registry = Registry(OURS, "test.rulesets")
    registry.entries()
    assert [broken.what for broken in registry.broken] == [
        "The rule system 'strange' cannot be used: strange:ENTRY is no RulesetEntry."
    ]


def test_a_name_belongs_to_whoever_had_it_first(installed: Path) -> None:
    install(installed, "strange", GOOD.format(name="strange", scenario="bautzen"))
    registry = Registry(OURS, "test.rulesets")
    assert registry.find("bautzen").ruleset == "vv1813"
    registry.entries()
    assert "bautzen" in registry.broken[0].what
    assert "vv1813" in registry.broken[0].what


def test_one_that_fails_when_it_is_set_up_gives_a_sentence(installed: Path) -> None:
    install(installed, "strange", GOOD.format(name="strange", scenario="oddity"))
    with pytest.raises(MatchError, match="cannot set up 'oddity' \\(ZeroDivisionError: no such thing\\)"):
        Registry(OURS, "test.rulesets").load("oddity", {})


def test_our_rule_systems_are_entry_points_too() -> None:
    """Whoever lists the group finds ours beside the others'."""
    plain = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    points = plain["project"]["entry-points"]["adjudicator.rulesets"]
    assert sorted(points.values()) == [f"{module}:ENTRY" for module in sorted(OURS)]
    assert sorted(points) == sorted(module.rpartition(".")[2] for module in OURS)
    assert {scenario.ruleset for scenario in REGISTRY.catalogue()} >= set(points)
