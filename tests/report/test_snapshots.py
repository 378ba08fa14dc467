"""Whole reports of a scripted turn, as text: a change shows as a diff that a player could read.

To write the snapshots anew after a change that is meant: UPDATE_SNAPSHOTS=1 pytest tests/report/test_snapshots.py
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adjudicator.play.match import Match
from adjudicator.play.reporting import report
from adjudicator.report.context import Format

FOLDER = Path(__file__).resolve().parent.parent / "snapshots"


@pytest.mark.parametrize("side", ["French", "Coalition", "Umpire"])
@pytest.mark.parametrize("fmt", ["txt", "md", "bbcode"])
def test_the_report_of_the_scripted_turn(scripted: Match, side: str, fmt: Format) -> None:
    """Bombardment, Cossacks, combat, step losses, retreat, advance, refused orders, a side without a text."""
    made = report(scripted, side, fmt)
    kept = FOLDER / f"bautzen-turn-1-{side.lower()}.{fmt}"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        kept.write_text(made, "utf-8")
    assert made == kept.read_text("utf-8")


def test_the_middle_of_the_turn_is_told_too(scripted: Match) -> None:
    """After step 2 the French have moved and fought; the Coalition is awaited."""
    made = report(scripted, "Coalition", "txt", 2)
    kept = FOLDER / "bautzen-turn-1-coalition-step-2.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        kept.write_text(made, "utf-8")
    assert made == kept.read_text("utf-8")
