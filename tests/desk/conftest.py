"""A desk with one match, by Maildir and SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.post_office import Office, desk_folder


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    made = Office(desk_folder(tmp_path / "desk"))
    yield made
    made.close()
