"""The desk that mails are judged at; nothing that is judged changes it."""

from __future__ import annotations

import pytest

from adjudicator.play.desk.reading_mail import OpenDesk
from tests.post.desk import open_desk


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> OpenDesk:
    """A desk with two matches."""
    return open_desk(tmp_path_factory.mktemp("desk"))
