"""The words of mail programs and letter writers in the languages of players, from `languages.toml`."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

from adjudicator.core.datafiles import read_toml
from adjudicator.core.types import Frozen


class Words(Frozen):
    """What is written around orders in one language; each a pattern."""

    wrote: tuple[str, ...]
    begins: tuple[str, ...]
    sender: tuple[str, ...]
    dated: tuple[str, ...]
    others: tuple[str, ...]
    original: tuple[str, ...]
    forwarded: tuple[str, ...]
    opening: tuple[str, ...]
    reply: tuple[str, ...]
    forward: tuple[str, ...]
    device: tuple[str, ...]
    greeting: tuple[str, ...]
    closing: tuple[str, ...]
    absent: tuple[str, ...]


@lru_cache(maxsize=1)
def languages() -> tuple[Words, ...]:
    """The words of every language that is known."""
    table = read_toml(files("adjudicator.post"), "languages.toml")
    return tuple(Words.model_validate(words) for words in table.values())


def any_of(*kinds: str) -> str:
    """A pattern for any word of some kinds in any language: `any_of("sender", "dated")`."""
    found = dict.fromkeys(word for words in languages() for kind in kinds for word in getattr(words, kind))
    return f"(?:{'|'.join(found)})"


def pattern(before: str, *kinds: str, after: str = "") -> re.Pattern[str]:
    """That pattern with something before and behind it, compiled; case says nothing."""
    return re.compile(f"{before}{any_of(*kinds)}{after}", re.IGNORECASE)
