"""`check --odds`: what each attack of a text can bring, as notes at its line."""

from __future__ import annotations

from adjudicator.core.errors import MatchError
from adjudicator.core.values import replace
from adjudicator.play.odds.odds import Amount, odds_by_line
from adjudicator.play.odds.odds_words import in_brief
from adjudicator.play.side.checking import Checked
from adjudicator.play.side.side_views import Source

QUICK = Amount(limit=1000, samples=200)
"""A whole text is weighed while somebody waits."""


def noted(source: Source, checked: Checked) -> Checked:
    """What was found, and odds where the text is for the step that is awaited."""
    purpose = checked.purpose
    if purpose is None or purpose.kind != "orders" or purpose.when != "now":
        return checked
    wrong = {problem.line for problem in checked.problems if problem.severity == "error"}
    notes = list(checked.notes)
    for line, found in odds_by_line(source, purpose.side, purpose.read, QUICK):
        if line in wrong:
            continue
        said = [found.what] if isinstance(found, MatchError) else in_brief(found)
        notes += [(line, one) for one in said]
    return replace(checked, notes=tuple(notes))
