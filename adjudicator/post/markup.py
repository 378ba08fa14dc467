"""What forums and mail programs put around words: BBCode and Markdown undone, quotations and strike-outs told apart.

A text is gone through once. `[quote]` blocks may stand within each other; `[code]` blocks are kept as they are; of
all other tags only the words between them stay. Smileys become again what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.post.letter import Reason
from adjudicator.post.lines import Marked

_QUOTES = frozenset({"quote", "q"})
_STRIKES = frozenset({"s", "strike", "del"})
_CODES = frozenset({"code", "c", "pre"})
_PLAIN = (
    "b|i|u|em|strong|small|sub|sup|center|left|right|justify|indent|list|ul|ol|li|o|spoiler|hide|hidden|details|fieldset"
    "|color|colour|size|font|url|geekurl|email|align|table|tr|td|th|tt|mono|heading|h[1-6]|hr|br|floatleft|floatright"
    "|noparse|inline|ispoiler|wrap"
)
_TAG = re.compile(
    rf"\[(?:(\*)|(/?)({'|'.join(sorted(_QUOTES | _STRIKES | _CODES, key=len, reverse=True))}|img|attach|{_PLAIN})"
    r"(?:[= ][^\[\]\n]{0,200})?)\]",
    re.IGNORECASE,
)
_LONGEST = 2000
"""Longer lines are no orders, and are left as they are."""


def unmarked(texts: Sequence[str]) -> list[Marked]:
    """The lines of a text without its tags; what stands in quotation blocks or is struck out is marked so."""
    return [_undone(line, verbatim) for line, verbatim in _without_tags(texts)]


# --- BBCode ----------------------------------------------------------------------------------------------------------


class _Line:
    """A line being gathered: words of the sender, words struck out, words of a quotation."""

    def __init__(self) -> None:
        self.own: list[str] = []
        self.struck: list[str] = []
        self.quoted: list[str] = []
        self.verbatim = False


def _without_tags(texts: Sequence[str]) -> Iterator[tuple[Marked, bool]]:
    """Each line without its tags, and whether all its words stand in a code block."""
    if not any("[" in text for text in texts):
        yield from ((Marked(text), False) for text in texts)
        return
    lines = [_Line() for _ in texts]
    at = 0
    for words, why, verbatim in _pieces("\n".join(texts)):
        for number, part in enumerate(words.split("\n")):
            at += number > 0
            line = lines[at]
            if why == "quoted":
                line.quoted.append(part)
            elif why == "struck out":
                line.struck.append(part)
            else:
                line.own.append(part)
                line.verbatim |= verbatim
    for text, line in zip(texts, lines, strict=True):
        own, struck, quoted = ("".join(words).strip(" ") for words in (line.own, line.struck, line.quoted))
        if line.quoted and not own.strip():
            yield Marked(quoted if quoted.strip() else text, "quoted"), False
        elif struck and not own.strip():
            yield Marked(struck, "struck out"), False
        else:
            found: list[tuple[str, Reason]] = [(struck, "struck out"), (quoted, "quoted")]
            beside = tuple((words, why) for words, why in found if words.strip())
            yield Marked("".join(line.own), None, beside), line.verbatim


def _pieces(text: str) -> Iterator[tuple[str, Reason | None, bool]]:
    """The text between its tags, each piece with why it is not read, and whether it is to be kept as it is."""
    quotes = strikes = at = 0
    closed = True
    """Whether a code block that begins may still end: once one does not, none does."""
    while tag := _TAG.search(text, at):
        why: Reason | None = "quoted" if quotes else "struck out" if strikes else None
        yield text[at : tag.start()], why, False
        at = tag.end()
        name, closing = (tag.group(3) or "*").lower(), bool(tag.group(2))
        if name in _QUOTES:
            quotes = max(0, quotes - 1) if closing else quotes + 1
            yield "", "quoted", False
        elif name in _STRIKES:
            strikes = max(0, strikes - 1) if closing else strikes + 1
        elif name in _CODES and not closing and closed:
            end = re.compile(rf"\[/{name}\]", re.IGNORECASE).search(text, at)
            closed = end is not None
            if end is not None:
                yield text[at : end.start()], why, True
                at = end.end()
        elif name in ("img", "attach") and not closing and closed:
            end = re.compile(rf"\[/{name}\]", re.IGNORECASE).search(text, at, at + 500)
            at = end.end() if end is not None else at
    yield text[at:], "quoted" if quotes else "struck out" if strikes else None, False


# --- Markdown, bullets and smileys -----------------------------------------------------------------------------------

_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})[ \t]*[\w+-]{0,20}[ \t]*")
_STRUCK = re.compile(r"(?<!~)~~(?=[^\s~])([^~]{1,500})(?<=[^\s~])~~(?!~)")
_AROUND = (
    re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*]{1,500})(?<=[^\s*])\1(?![\w*])"),
    re.compile(r"(?<![\w_])(_{1,3})(?=[^\s_])([^_]{1,500})(?<=[^\s_])\1(?![\w_])"),
    re.compile(r"(?<!`)(`{1,2})([^`]{1,500})\1(?!`)"),
    re.compile(r"(?<!\|)(\|\|)([^|]{1,500})\1(?!\|)"),
)
_HALF = re.compile(r"^(\s*(?:> ?)*)[*_]{1,3}(?=\w)|(?<=[\w.])[*_]{1,3}$")
"""Emphasis that goes on in another line."""
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|>~])")
_BULLET = re.compile(
    r"([ \t]*)(?:[◦▪▫●○■□◆◇➢❖✓✔⁃∙\uf0b7\uf0a7+][ \t]*|[•·‣][ \t]*|o[ \t]{2,}|\(\d{1,2}\)[ \t]+|\d{1,2}\.\)[ \t]+"
    r"|[a-hA-H]\)[ \t]+)(?=[^\W\d_])"
)
_SMILEYS = {
    **dict.fromkeys("😎🕶", "8)"),
    **dict.fromkeys("😀😃😄😁", ":D"),
    **dict.fromkeys("🙂☺😊", ":)"),
    **dict.fromkeys("🙁☹😞", ":("),
    "😉": ";)",
    "😛": ":P",
    "😮": ":o",
    "😕": ":/",
    "😐": ":|",
    ":sunglasses:": "8)",
    ":cool:": "8)",
    ":grinning:": ":D",
    ":smiley:": ":D",
    ":slight_smile:": ":)",
}
_SMILEY = re.compile("|".join(map(re.escape, _SMILEYS)) + "|\ufe0f")


def _undone(line: Marked, verbatim: bool) -> Marked:
    """A line without the marks of Markdown, odd bullets and smileys; code is left alone."""
    text = line.text
    if verbatim or not text or len(text) > _LONGEST or line.why == "quoted":
        return line
    if _FENCE.fullmatch(text):
        return Marked("", line.why, line.beside)
    text = _SMILEY.sub(lambda found: _SMILEYS.get(found.group(), ""), text)
    struck = " ".join(found.group(1) for found in _STRUCK.finditer(text)) if "~~" in text else ""
    text = _STRUCK.sub("", text) if struck else text
    if struck and not text.strip(" \t>*-+.,;"):
        return Marked(struck, line.why or "struck out")
    return Marked(_plain(text), line.why, (*line.beside, (struck, "struck out")) if struck else line.beside)


def _plain(text: str) -> str:
    for pattern in _AROUND:
        text = pattern.sub(r"\2", text)
    text = _HALF.sub(lambda found: found.group(1) or "", text)
    text = _ESCAPED.sub(r"\1", text) if "\\" in text else text
    return _BULLET.sub(r"\1", text, count=1) if _BULLET.match(text) else text
