"""The words of an HTML page in the lines that a reader sees; block quotes, strike-outs and hidden words apart.

A page is gone through once from its beginning to its end, however it is made: a mail may hold anything, and the parser
of the standard library takes a thousand times as long for a page of broken tags as for a whole one.
"""

from __future__ import annotations

import html
import re
from collections.abc import Generator, Iterator

from adjudicator.post.letter import Reason
from adjudicator.post.lines import Marked
from adjudicator.post.page_marks import BREAKS, VOID, Wrappings, alternative_of

_TAG = re.compile(r"<(/?)([a-z][a-z0-9]{0,30})", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\r\n]+")
_SILENT = frozenset({"head", "title"})
_RAW = frozenset({"style", "script", "textarea", "template"})
"""Tags whose contents are no words and no tags."""
_LONGEST_TAG = 1000
"""More of a tag's attributes is not looked at."""

Piece = tuple[str, str, str]
"""The words between two tags, "" and ""; or "", a tag ("p" where it opens, "/p" where it closes) and its attributes."""


def page_lines(page: str, *, keep_breaks: bool = False) -> list[Marked]:
    """The lines of a page; `keep_breaks` for a text with tags in it, whose own line breaks count as well."""
    reader = _Lines(keep_breaks)
    for words, tag, attributes in pieces(page):
        if tag:
            reader.take_tag(tag, attributes)
        else:
            reader.take_words(words)
    return [line.marked() for line in reader.lines]


def pieces(page: str) -> Iterator[Piece]:
    """A page cut at its tags; comments, scripts and styles are left out."""
    at = 0
    while True:
        start = page.find("<", at)
        end = len(page) if start < 0 else start
        if end > at:
            yield unescaped(page[at:end]), "", ""
        if start < 0:
            return
        at = yield from _piece_at(page, start)


def _piece_at(page: str, start: int) -> Generator[Piece, None, int]:
    """What begins with a `<`; gives back where it ends. What is never closed reaches to the end of the page."""
    tag = _TAG.match(page, start)
    if tag is None and page[start + 1 : start + 2] not in ("!", "?", "/"):
        yield "<", "", ""
        return start + 1
    end = _after(page, "-->" if page.startswith("<!--", start) else ">", start)
    if tag is None:
        return end
    name = tag.group(2).lower()
    yield "", tag.group(1) + name, page[tag.end() : min(end - 1, tag.end() + _LONGEST_TAG)]
    if name in _RAW and not tag.group(1):
        close = re.compile(rf"</{name}", re.IGNORECASE).search(page, end)
        return close.start() if close else len(page)
    return end


def _after(page: str, mark: str, start: int) -> int:
    found = page.find(mark, start)
    return len(page) if found < 0 else found + len(mark)


def unescaped(words: str) -> str:
    """Words with `&gt;` and its like undone; a number that no letter has stays as it is written."""
    try:
        return html.unescape(words) if "&" in words else words
    except ValueError:
        return words


class _Line:
    """A line being gathered."""

    def __init__(self) -> None:
        self.own: list[str] = []
        self.others: list[tuple[str, Reason]] = []
        self.verbatim = False

    def marked(self) -> Marked:
        """The line: the sender's own words if it has any, else the words that are not read."""
        own = _trimmed("".join(self.own), self.verbatim)
        rest = [(words, why) for words, why in self.others if words.strip()]
        if own.strip() or not rest:
            return Marked(own, None, tuple((words.strip(), why) for words, why in rest))
        return Marked(_trimmed("".join(words for words, _ in rest), self.verbatim), rest[0][1])


def _trimmed(words: str, verbatim: bool) -> str:
    """A line without blanks at its ends; the mark of a signature keeps its own."""
    plain = words.replace("\xa0", " ")
    if plain.strip() == "--" and plain.endswith(" "):
        return "-- "
    return plain.rstrip() if verbatim else plain.strip()


class _Lines:
    """Words and tags gathered into lines."""

    def __init__(self, keep_breaks: bool) -> None:
        self.lines: list[_Line] = []
        self._wrappings = Wrappings()
        self._depth = {"silent": 0, "pre": int(keep_breaks)}
        self._open = False
        """Whether the last line may still get words."""

    def take_tag(self, tag: str, attributes: str) -> None:
        """Line breaks where a reader sees them; what is silent, verbatim or not read from here on."""
        name = tag.lstrip("/")
        if tag == "br" and not self._open:
            self._add("")
        if name in BREAKS:
            self._open = False
        elif tag in ("td", "th") and self._open:
            self._add(" ")
        elif tag == "img":
            self.take_words(alternative_of(attributes))
        kind = "silent" if name in _SILENT else name
        if kind in self._depth:
            self._depth[kind] = max(0, self._depth[kind] + (-1 if tag.startswith("/") else 1))
        if name not in VOID:
            self._wrappings.take(tag, attributes)

    def take_words(self, words: str) -> None:
        """Words, their blanks folded as a browser does."""
        if self._depth["silent"] or not words:
            return
        first, *others = words.split("\n") if self._depth["pre"] else [_BLANKS.sub(" ", words)]
        if first.strip(" \t\r\n") or self._open:
            self._add(first)
        for line in others:
            self._open = False
            self._add(line)

    def _add(self, words: str) -> None:
        if not self._open:
            self.lines.append(_Line())
        line = self.lines[-1]
        line.verbatim |= self._depth["pre"] > 0
        why = self._wrappings.why
        if why is None:
            line.own.append(words)
        else:
            line.others.append((words, why))
        self._open = True
