"""The examples keep their results: each event and each die is the one that was told when the example was made."""

from __future__ import annotations

import pytest

from tests.examples.oracle import EXAMPLES, FROZEN, NAMES, told


@pytest.mark.parametrize("name", NAMES)
def test_an_example_tells_the_same_events_and_dice_as_ever(name: str) -> None:
    assert told(EXAMPLES / name / "log.jsonl") == (FROZEN / f"{name}.txt").read_text("utf-8")
