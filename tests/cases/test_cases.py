"""Golden cases: worked examples of the rulebooks first, then what follows from them, each as a small file of text."""

from __future__ import annotations

import pytest

from tests.cases.expecting import faults, message
from tests.cases.files import CASES, CaseError, Story, case_files, stories

PLUG_IN = CASES.parent.parent / "examples" / "plugin" / "cases"
STORIES = [story for folder in (CASES, PLUG_IN) for path in case_files(folder) for story in stories(path)]


@pytest.mark.parametrize("case", STORIES, ids=lambda case: f"{case.case.game}-{case.title}")
def test_case(case: Story) -> None:
    """Each case: its position, its texts and dice, and what must follow; nothing else is refused or left open."""
    try:
        found = faults(case)
    except CaseError as error:
        found = [str(error)]
    if found:
        pytest.fail(message(case.title, case.case.source, found), pytrace=False)
