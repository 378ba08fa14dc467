"""The picture of the architecture shows the arrows that the imports have."""

from __future__ import annotations

from scripts import draw_architecture


def test_the_picture_is_current() -> None:
    assert draw_architecture.main(["--check"]) == 0


def test_it_shows_who_imports_whom_without_detours() -> None:
    found = draw_architecture.arrows()
    assert ("cli", "play") in found
    assert ("rulesets", "battle") in found
    assert ("play", "maps") not in found
