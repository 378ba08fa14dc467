"""Whole reports of a scripted turn, as text: a change shows as a diff that a player could read.

The hash that a report ends with is written as noughts: it is another for every version of the program.

To write the snapshots anew after a change that is meant: UPDATE_SNAPSHOTS=1 pytest tests/report/test_snapshots.py
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import report
from adjudicator.report.context import Format

FOLDER = Path(__file__).resolve().parent.parent / "snapshots"


def without_hashes(text: str) -> str:
    return re.sub("[0-9a-f]{64}", "0" * 64, text)


@pytest.mark.parametrize("side", ["French", "Coalition", "Umpire"])
@pytest.mark.parametrize("fmt", ["txt", "md", "bbcode"])
def test_the_report_of_the_scripted_turn(scripted: Match, side: str, fmt: Format) -> None:
    """Bombardment, Cossacks, combat, step losses, retreat, advance, refused orders, a side without a text."""
    made = without_hashes(report(scripted, side, fmt))
    kept = FOLDER / f"bautzen-turn-1-{side.lower()}.{fmt}"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        kept.write_text(made, "utf-8")
    assert made == kept.read_text("utf-8")


def test_the_middle_of_the_turn_is_told_too(scripted: Match) -> None:
    """After step 2 the French have moved and fought; the Coalition is awaited."""
    made = without_hashes(report(scripted, "Coalition", "txt", 2))
    kept = FOLDER / "bautzen-turn-1-coalition-step-2.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        kept.write_text(made, "utf-8")
    assert made == kept.read_text("utf-8")
