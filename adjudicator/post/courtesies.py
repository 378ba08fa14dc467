"""What belongs to a letter and not to its orders: signatures, "Sent from my phone", greetings and the sender's name.

Such lines are left out like quoted ones, so that they are not refused as orders that nobody understands. They keep
their places, and one that could be read as an order all the same is told to the sender.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.core.source import SourceLine
from adjudicator.post.languages import pattern
from adjudicator.post.lines import Marked
from adjudicator.post.marks import begins_orders

_SIGNATURE = "-- "
_SENT_FROM = pattern("", "device")
_GREETING = pattern("", "greeting", after=r"(?:[ ,][^\d:;#]{0,40})?[,.!]?")
_CLOSING = pattern("", "closing", after=r"[,.! ]*")
_OPENING_LINES = 3
"""A greeting stands in one of the first lines of one's own."""
_CLOSING_LINES = 6
"""A closing and a name stand in one of the last."""


def courtesies_told(lines: Sequence[Marked], names: frozenset[str] = frozenset()) -> list[Marked]:
    """The lines with signatures, greetings and closings left out; `names` are the words of the sender's name."""
    found = _without_signatures(lines)
    own = [number for number, line in enumerate(found) if line.why is None and line.text.strip()]
    for number in own[:_OPENING_LINES]:
        if _GREETING.fullmatch(found[number].text.strip()):
            found[number] = found[number].left_out("courtesy")
    for number in own[-_CLOSING_LINES:]:
        words = found[number].text.strip()
        if _CLOSING.fullmatch(words) or _is_name(words, names):
            found[number] = found[number].left_out("courtesy")
    return found


def _without_signatures(lines: Sequence[Marked]) -> list[Marked]:
    """A signature goes from its mark to the end, or to what is quoted below it, or to orders between marks."""
    found: list[Marked] = []
    inside = False
    for line in lines:
        if line.why is not None:
            inside = False
        elif line.text == _SIGNATURE or inside:
            inside = not begins_orders(SourceLine(1, line.text))
        sent = line.why is None and len(line.text) < 200 and _SENT_FROM.fullmatch(line.text.strip(" -—*\t\xa0."))
        found.append(line.left_out("signature") if inside or sent else line)
    return found


def _is_name(words: str, names: frozenset[str]) -> bool:
    """Whether a line holds words of the sender's name and nothing else."""
    said = re.findall(r"\w+", words.casefold())
    return bool(said) and len(words) < 60 and set(said) <= names and not any(word.isdigit() for word in said)
