"""A report in brief: what came of the turn, and nothing that only a patient reader looks at."""

from __future__ import annotations

import pytest

from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import report
from adjudicator.report.context import FORMATS
from adjudicator.report.forms import FORMS


@pytest.mark.parametrize("side", ["French", "Coalition", "Umpire", "Public"])
@pytest.mark.parametrize("fmt", FORMATS)
def test_it_keeps_combats_and_losses_and_leaves_out_marches_reckonings_and_forms(
    scripted: Match, fmt: str, side: str
) -> None:
    assert fmt in FORMS
    brief = report(scripted, side, fmt, brief=True)  # type: ignore[arg-type]
    whole = report(scripted, side, fmt)  # type: ignore[arg-type]
    assert len(brief) < len(whole)
    words = " ".join(brief.split())
    assert "In brief: the whole report has the marches" in words
    assert "Strength ratio" not in brief
    assert "BEGIN ORDERS" not in brief
    assert "can be seen to do" not in brief
    assert "French units eliminated" in words


def test_a_combat_is_told_with_what_came_of_it(scripted: Match) -> None:
    words = " ".join(report(scripted, "French", "txt", 2, brief=True).split())
    assert "Compans led the attack" in words
    assert "the defender" in words
    assert "both sides showed their forces" not in words
    assert "Ledru moved" not in words


def test_orders_that_were_refused_are_told(scripted: Match) -> None:
    assert "ORDERS NOT CARRIED OUT" in report(scripted, "French", "txt", 2, brief=True)
