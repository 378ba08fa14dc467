"""Matches and reports that several tests look at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.play.match.match import Match
from tests.support.scripted_turn import scripted_match


@pytest.fixture(scope="session")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Match]:
    """The match whose first turn was written by hand, with a fixed clock."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1368000000")
        yield scripted_match(Path(tmp_path_factory.mktemp("scripted")) / "match")
