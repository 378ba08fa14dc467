"""What a player may hand in that is no text of orders: a link, a seal, its opening, an agreement, a message.

Each is a line that its program printed, in the player's own words of a mail or a post; quoted lines say nothing. A
line that a mail program broke at a blank is read all the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.core.orders import Header
from adjudicator.core.source import SourceLine
from adjudicator.core.values import dataclass
from adjudicator.play.match.reading import read_header
from adjudicator.post.marks import begins_orders

_DIGITS = r"([0-9a-fA-F]{64})\b"
_LINK = re.compile(rf"^\W*link\s+(\d{{1,7}})\s*[:=]?\s+{_DIGITS}", re.IGNORECASE | re.MULTILINE)
_AFTER = re.compile(rf"^\W*after\s*[:=]?\s+line\s+(\d{{1,9}}),?\s+{_DIGITS}", re.IGNORECASE | re.MULTILINE)
_SEALED = re.compile(rf"^\W*sealed\s*[:=]\s+{_DIGITS}(?:\s+at\s+([0-9TZ:-]{{20}}))?", re.IGNORECASE | re.MULTILINE)
_NONCE = re.compile(rf"^\W*nonce\s*[:=]\s+{_DIGITS}", re.IGNORECASE | re.MULTILINE)
_OPENS = re.compile(r"^\W*nonce\b", re.IGNORECASE | re.MULTILINE)
_AGREED = re.compile(r"^\W*agree\s+(?:to\s+)?ruling\s+(\d{1,9})\b", re.IGNORECASE | re.MULTILINE)
_PRESS = re.compile(r"^[ \t]*press\s+to\s+([^:\n]{1,80}):[ \t]*(.*)", re.IGNORECASE | re.MULTILINE | re.DOTALL)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@dataclass(frozen=True, slots=True)
class LinkShown:
    """A link of a party's chain; `after` is the line (and hash) of the log that it was shown for."""

    number: int
    link: str
    after: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class SealSet:
    """A promise of a text that nobody may read yet, and when it was made."""

    commitment: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class SealOpened:
    """The nonce of a seal; the text stands below it, between BEGIN ORDERS and END ORDERS."""

    nonce: str
    seal: SealSet | None = None
    """The seal again, where the opening repeats it."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """Agreement to a ruling that was proposed in a line of the log."""

    number: int


@dataclass(frozen=True, slots=True)
class Said:
    """A message for others: `press to French: ...`."""

    to: str
    text: str


Form = LinkShown | SealSet | SealOpened | Agreed | Said


@dataclass(frozen=True, slots=True)
class Paper:
    """What was handed in, and what stands above it about match and side."""

    form: Form
    header: Header


def paper_in(lines: Sequence[SourceLine]) -> Paper | None:
    """The paper in the lines of a letter or a post; None if it is none, but a text of orders or mere words."""
    begins = next((line.number for line in lines if begins_orders(line)), None)
    above = [line for line in lines if not line.quoted and (begins is None or line.number < begins)]
    words = "\n".join(line.text for line in above)
    form: Form | None = _opening(words) if begins is not None else None
    if form is None:
        form = _form("\n".join(line.text for line in lines if not line.quoted))
    return Paper(form, read_header(lines)) if form is not None else None


def _opening(words: str) -> SealOpened | None:
    found = _NONCE.search(words)
    return SealOpened(found.group(1).lower(), _seal(words)) if found else None


def _seal(words: str) -> SealSet | None:
    found = _SEALED.search(words)
    if found is None:
        return None
    at = found.group(2) or ""
    return SealSet(found.group(1).lower(), at if _TIME.fullmatch(at) else "")


def _form(words: str) -> Form | None:
    press = _PRESS.search(words)
    if press:
        return Said(" ".join(press.group(1).split()), press.group(2).strip())
    link = _LINK.search(words)
    if link:
        after = _AFTER.search(words)
        line = (int(after.group(1)), after.group(2).lower()) if after else None
        return LinkShown(int(link.group(1)), link.group(2).lower(), line)
    seal = _seal(words)
    if seal and not _OPENS.search(words):
        return seal
    agreed = _AGREED.search(words)
    return Agreed(int(agreed.group(1))) if agreed else None
