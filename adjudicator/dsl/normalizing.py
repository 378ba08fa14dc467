"""A line as the grammar reads it: small plain letters, with the way back to what the player wrote.

Case, accents, smart quotes, dashes, arrows and odd spaces say nothing. Each plain letter remembers its column, so
that a caret points at the player's own words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache

from adjudicator.core.values import dataclass

_SPECIAL = {
    **dict.fromkeys("‘’‚‛′´`", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
    **dict.fromkeys("→⇒⇨➔➙➛➜➝➞➡⟶⟹►▶▸", "->"),
    **dict.fromkeys("≤⩽", "<="),
    **dict.fromkeys("≥⩾", ">="),
    "＜": "<",
    "＞": ">",
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),
    **dict.fromkeys("øØ", "o"),
    **dict.fromkeys("łŁ", "l"),
    **dict.fromkeys("đĐ", "d"),
    **dict.fromkeys("œŒ", "oe"),
    **dict.fromkeys("æÆ", "ae"),
    "×": "x",
}
_ENTITIES = {"&gt;": ">", "&lt;": "<", "&amp;": "&", "&quot;": '"', "&nbsp;": " "}
_ENTITY = re.compile("|".join(_ENTITIES))
_BULLET = re.compile(r"[ \t]*(?:[-*•·‣–][ \t]+|\d{1,2}[.)][ \t]+)(?=[^\W\d_])")
_CLOSING = " .;!"
"""What may stand at the end of a line and says nothing."""
LONGEST = 1000
"""Longer lines are no orders."""


@dataclass(frozen=True, slots=True)
class Plain:
    """A line: its number, as shown to the player, and as read."""

    number: int
    shown: str
    """As written, composed, each tab and odd space a blank; columns count here."""
    text: str
    columns: tuple[int, ...]
    """The column of each letter of `text`, from 1; one more for its end."""
    width: int
    """How far the line reached before its comment, as a mail program counts."""
    flowed: bool = False
    """It ends in the blank by which mail programs mark a soft break."""
    remark: bool = False
    """A comment follows the order."""

    @property
    def words(self) -> str:
        """The order as the player wrote it, without bullets and remarks."""
        return self.shown[self.columns[0] - 1 : self.columns[-1] - 1]

    def column(self, offset: int) -> int:
        """The column of a letter of `text`."""
        return self.columns[min(offset, len(self.columns) - 1)]


def read_line(number: int, raw: str) -> Plain:
    """A line of a text as the grammar reads it."""
    shown = showable(raw)
    order, mark, _ = shown.partition("#")
    bullet = _BULLET.match(order)
    start = bullet.end() if bullet else 0
    text, columns = _read_ascii(order, start) if _is_simple(order) else _read_letters(order, start)
    written = order.rstrip()
    flowed = not mark and bool(text) and order.endswith(" ") and written != "--"
    return Plain(number, shown, text, columns, len(written), flowed, bool(mark))


def _is_simple(order: str) -> bool:
    """Whether every letter stands for itself, or for its small form."""
    return order.isascii() and "&" not in order and "`" not in order


def _read_ascii(order: str, start: int) -> tuple[str, tuple[int, ...]]:
    """The plain text from a place on, and its columns, where each letter gives one."""
    rest = order[start:]
    text = rest.lstrip(" ")
    first = start + len(rest) - len(text) + 1
    text = text.lower().rstrip(_CLOSING)
    return text, tuple(range(first, first + len(text) + 1)) if text else (start + 1,)


def _read_letters(order: str, start: int) -> tuple[str, tuple[int, ...]]:
    """The plain text from a place on, and its columns, letter by letter."""
    letters = [(plain, column) for plain, column in _letters(order) if column > start]
    first = next((at for at, (plain, _) in enumerate(letters) if plain != " "), len(letters))
    text = "".join(plain for plain, _ in letters[first:]).rstrip(_CLOSING)
    columns = [column for _, column in letters[first : first + len(text)]]
    return text, (*columns, columns[-1] + 1 if columns else start + 1)


def behind_marks(quoted: str) -> str:
    """The words of a quoted line, without the marks by which mail programs quote."""
    return quoted.lstrip(" \t>")


def showable(raw: str) -> str:
    """A line as it is shown with a caret below it: composed letters, every odd space a blank."""
    raw = raw.rstrip("\r\n")
    if raw.isascii() and raw.isprintable():
        return raw
    composed = unicodedata.normalize("NFC", raw)
    return "".join(" " if c.isspace() or unicodedata.category(c) in ("Cc", "Zs") else c for c in composed)


def _letters(shown: str) -> Iterator[tuple[str, int]]:
    """The plain letters of a line, each with the column it comes from."""
    index = 0
    while index < len(shown):
        entity = _ENTITY.match(shown, index) if shown[index] == "&" else None
        length = len(entity.group()) if entity else 1
        for letter in _ENTITIES[entity.group()] if entity else plain_letter(shown[index]):
            yield letter, index + 1
        index += length


@lru_cache(maxsize=4096)
def plain_letter(letter: str) -> str:
    """One written letter as plain ones: "É" gives "e", "ß" gives "ss", "→" gives "->"."""
    if letter in _SPECIAL:
        return _SPECIAL[letter]
    parts = unicodedata.normalize("NFKD", letter).casefold()
    bare = "".join(part for part in unicodedata.normalize("NFKD", parts) if not unicodedata.combining(part))
    return " " if bare.isspace() or unicodedata.category(letter) in ("Cc", "Cf", "Zs") else bare


def plain_text(text: str) -> str:
    """A piece of text in plain letters, without the way back.

    >>> plain_text("Blücher → Groß-Görschen")
    'blucher -> gross-gorschen'
    """
    return "".join(letter for letter, _ in _letters(showable(text)))


# --- lines read together -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Joined:
    """One or more lines read as one; positions in `text` lead back to line and column."""

    lines: tuple[Plain, ...]
    text: str
    starts: tuple[int, ...]
    """Where in `text` each line begins."""

    @property
    def number(self) -> int:
        """The number of the first line."""
        return self.lines[0].number

    def at(self, offset: int) -> tuple[Plain, int]:
        """The line and the column of a letter; of the end, the column after the last letter."""
        index = max(i for i, start in enumerate(self.starts) if start <= offset)
        line = self.lines[index]
        return line, line.column(offset - self.starts[index])

    def span(self, start: int, end: int) -> tuple[Plain, int, int]:
        """The line, column and width of a stretch of `text`, cut off where its line ends."""
        line, column = self.at(start)
        index = self.lines.index(line)
        stop = min(max(end, start + 1) - self.starts[index], len(line.text))
        last = line.column(max(stop - 1, start - self.starts[index]))
        return line, column, max(1, last - column + 1)


def joined(lines: Sequence[Plain]) -> Joined:
    """Lines read as one, a blank between them."""
    starts: list[int] = []
    at = 0
    for line in lines:
        starts.append(at)
        at += len(line.text) + 1
    return Joined(tuple(lines), " ".join(line.text for line in lines), tuple(starts))
