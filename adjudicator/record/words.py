"""What in a result is an explanation in words: another version may say it otherwise and mean the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WORDS = frozenset({"because", "label", "title", "remedy", "question", "words"})
"""Members that explain in words; in dice `label` is no explanation but what they were rolled for."""
REASONED = frozenset({"refused", "not_carried_out"})
"""Events whose `reason` is such an explanation."""


def without_words(value: Any) -> Any:
    """A JSON value without its explanations in words: what is left are results."""
    if isinstance(value, Mapping):
        spoken = WORDS - {"label"} if "faces" in value else WORDS
        if value.get("kind") in REASONED or {"level", "winner"} <= value.keys() or {"line", "text"} <= value.keys():
            spoken = spoken | {"reason"}
        return {name: without_words(part) for name, part in value.items() if name not in spoken}
    if isinstance(value, list | tuple):
        return [without_words(part) for part in value]
    return value
