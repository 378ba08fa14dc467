"""Long reports in several posts: cut between blocks or at line ends; what is open is closed and opened again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.core.values import dataclass

_MARK = len("\n# (999 of 999)")
_FENCE = re.compile(r"^[ \t]*(`{3,})([\w+-]*)[ \t]*$")
_TAG = re.compile(r"\[(/?)(code|c|quote|q|list|size|b|i)(=[^\[\]\n]*)?\]", re.IGNORECASE)
_CODE = ("code", "c")


@dataclass(frozen=True)
class _Open:
    """What is open after a line: how it is opened, how it is closed, and whether words are shown as they are in it."""

    opens: tuple[str, ...] = ()
    closes: tuple[str, ...] = ()
    verbatim: bool = False

    def after(self, line: str, form: str) -> _Open:
        """What is open after one more line."""
        if form == "md":
            return self._fences(line)
        return self._tags(line) if form == "bbcode" else self

    def _fences(self, line: str) -> _Open:
        found = _FENCE.match(line)
        if found is None:
            return self
        if not self.verbatim:
            return _Open((f"{found[1]}{found[2]}",), (found[1],), True)
        return _Open() if found[1] == self.closes[0] and not found[2] else self

    def _tags(self, line: str) -> _Open:
        now = self
        for found in _TAG.finditer(line):
            name = found[2].lower()
            if now.verbatim and not (found[1] and now.closes[0] == f"[/{name}]"):
                continue
            if not found[1]:
                now = _Open((*now.opens, found[0]), (f"[/{name}]", *now.closes), name in _CODE)
            elif now.closes and now.closes[0] == f"[/{name}]":
                now = _Open(now.opens[:-1], now.closes[1:])
        return now


class _Cutting:
    """Posts being filled, line by line."""

    def __init__(self, limit: int, form: str) -> None:
        self.room = limit - _MARK
        self.form = form
        self.done: list[tuple[list[str], _Open]] = []
        self.lines: list[str] = []
        self.open = _Open()

    def length(self, lines: Sequence[str]) -> int:
        """The length of the post with these lines added."""
        now = self.open
        for line in lines:
            now = now.after(line, self.form)
        return sum(len(line) + 1 for line in (*self.lines, *lines, *now.closes))

    def add(self, lines: Sequence[str]) -> None:
        """Put lines into the post."""
        for line in lines:
            self.lines.append(line)
            self.open = self.open.after(line, self.form)

    def end(self) -> None:
        """Close the post, and open in the next one what was open in it."""
        self.done.append((self.lines, self.open))
        self.lines = list(self.open.opens)

    @property
    def is_empty(self) -> bool:
        """Whether nothing but what was open before stands in the post."""
        return len(self.lines) <= len(self.open.opens)

    def block(self, lines: Sequence[str]) -> None:
        """Put in a block whole, in the next post if it fits there alone, else line by line."""
        if self.length(lines) > self.room and not self.is_empty:
            kept = self.lines
            self.lines = list(self.open.opens)
            alone = self.length(lines) <= self.room
            self.lines = kept
            if alone:
                self.end()
        if self.length(lines) <= self.room:
            self.add(lines)
            return
        for line in lines:
            for part in self._parts(line):
                if self.length([part]) > self.room and not self.is_empty:
                    self.end()
                self.add([part])

    def _parts(self, line: str) -> Iterator[str]:
        """A line that fits; one longer than a post is cut at a blank, or anywhere in need."""
        most = self.room - sum(len(word) + 1 for word in (*self.open.opens, *self.open.closes)) - 20
        while len(line) > most:
            at = line.rfind(" ", most // 2, most) + 1 or most
            yield line[:at].rstrip()
            line = line[at:]
        yield line


def cut_post(text: str, limit: int, form: str) -> tuple[str, ...]:
    """A text in posts of at most so many characters; 0 is no limit."""
    if not limit or len(text) <= limit:
        return (text,)
    cutting = _Cutting(limit, form)
    for block in _blocks(text.rstrip("\n").split("\n"), form):
        cutting.block(block)
    cutting.end()
    count = len(cutting.done)
    return tuple(_post(lines, left, number, count) for number, (lines, left) in enumerate(cutting.done, start=1))


def _post(lines: list[str], left: _Open, number: int, count: int) -> str:
    """A post with its number: a remark where orders may go on in the next one."""
    mark = f"# ({number} of {count})" if left.verbatim else f"({number} of {count})"
    inside, outside = ([mark], []) if left.verbatim else ([], [mark])
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return "\n".join([*lines, *inside, *left.closes, *outside]) + "\n"


def _blocks(lines: Sequence[str], form: str) -> Iterator[list[str]]:
    """Paragraphs with the empty line below them; what is shown as it is stands in one block."""
    now, block = _Open(), list[str]()
    for line in lines:
        opening = now.after(line, form)
        if opening.verbatim and not now.verbatim and block:
            yield block
            block = []
        block.append(line)
        closed = now.verbatim and not opening.verbatim
        now = opening
        if not now.verbatim and (closed or not line.strip()):
            yield block
            block = []
    if block:
        yield block
