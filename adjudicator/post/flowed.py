"""Text that is sent `format=flowed` (RFC 3676): lines that end in a blank go on in the next one.

Only such text says by itself where its lines were broken, so it is put together here, before anything is read; with
`DelSp=yes` the blank itself was added by the mail program and goes too.
"""

from __future__ import annotations

from adjudicator.core.values import dataclass


@dataclass(frozen=True, slots=True)
class _Line:
    depth: int
    words: str
    goes_on: bool


def unflowed(text: str, *, delsp: bool = False) -> str:
    """A flowed text with its paragraphs on one line each; quoted lines keep their marks.

    >>> unflowed("move Compans 1302 -> \\n1402 -> 1503\\n-- \\nNey")
    'move Compans 1302 -> 1402 -> 1503\\n-- \\nNey'
    """
    found: list[str] = []
    paragraph: list[str] = []
    depth = 0
    for raw in text.replace("\r\n", "\n").split("\n"):
        line = _line(raw, delsp)
        if paragraph and (line.depth != depth or line.words == "-- "):
            found.append(_quoted(depth, "".join(paragraph)))
            paragraph = []
        depth = line.depth
        paragraph.append(line.words)
        if not line.goes_on:
            found.append(_quoted(depth, "".join(paragraph)))
            paragraph = []
    if paragraph:
        found.append(_quoted(depth, "".join(paragraph)))
    return "\n".join(found)


def _line(raw: str, delsp: bool) -> _Line:
    words = raw.lstrip(">")
    depth = len(raw) - len(words)
    words = words.removeprefix(" ")
    if words == "-- " or not words.endswith(" "):
        return _Line(depth, words, False)
    return _Line(depth, words[:-1] if delsp else words, True)


def _quoted(depth: int, words: str) -> str:
    return f"{'>' * depth} {words}" if depth else words
