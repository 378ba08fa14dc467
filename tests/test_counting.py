"""Lines of rules and of plumbing are told apart by what docstrings say."""

from __future__ import annotations

from pathlib import Path

from scripts.count_lines import ROOT, counted, row, table

SAMPLE = '''"""Odds and ends."""

X = 1  # a line of plumbing


def odds(a: int) -> int:
    """VV-8.4: how the odds are found.

    A second paragraph.
    """
    # why
    return a + X


class Moved(Event, seen_by=everybody):
    """A unit was moved."""

    unit: str


def shown(a: int) -> str:
    """A number in words."""
    return f"""
{a}"""
'''


def test_rules_are_what_says_so_and_events(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    file.write_text(SAMPLE, "utf-8")
    assert counted(file) == (8, 4)


def test_a_module_that_is_a_chapter_is_rules_throughout(tmp_path: Path) -> None:
    file = tmp_path / "chapter.py"
    file.write_text(SAMPLE.replace("Odds and ends", "VV 8: Combat"), "utf-8")
    assert counted(file) == (8, 8)


def test_every_rule_system_has_its_row() -> None:
    rows = list(table(ROOT / "adjudicator"))
    assert [
        name for name in ("vv1813", "campaign1813", "kit", "battle") if not any(r.startswith(name) for r in rows)
    ] == []
    assert row("x", (200, 150)).split() == ["x", "200", "150", "50", "25", "%"]
