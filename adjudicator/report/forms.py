"""The four forms of a report: how each escapes words and dresses marked spans."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from html import escape
from typing import Protocol

from markupsafe import Markup

from adjudicator.core.values import dataclass
from adjudicator.report.spans import spans

WIDTH = 72
"""Columns of plain text."""

NO_TAG = "\u200b"
"""A space of no width after an opening bracket: no forum takes it for a tag."""

_MD_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~&{}$])")
_MD_START = re.compile(r"^(\s*)([-+=]|\d+[.)])(?=\s|$)")


def escape_markdown(text: str) -> str:
    r"""Words that Markdown shows as they are.

    >>> escape_markdown("*St-Priest* [7th]")
    '\\*St-Priest\\* \\[7th\\]'
    """
    return _MD_START.sub(lambda found: f"{found[1]}{found[2][:-1]}\\{found[2][-1]}", _inner_markdown(text))


def _inner_markdown(text: str) -> str:
    """Words in the middle of a line."""
    return _MD_SPECIAL.sub(r"\\\1", " ".join(text.split("\n")))


def escape_bbcode(text: str) -> str:
    """Words in which no forum finds a tag."""
    return text.replace("[", "[" + NO_TAG)


def _same(text: str) -> str:
    return text


@dataclass(frozen=True)
class Form:
    """An output form: its folder of templates, its escaping, and the dress of each kind of span."""

    name: str
    escape: Callable[[str], str]
    inner: Callable[[str], str]
    """How words in the middle of a line are escaped."""
    dress: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def words(self, value: object) -> Markup:
        """Any value as safe words of this form."""
        return value if isinstance(value, Markup) else Markup(self.escape(str(value)))

    def say(self, sentence: str, plain: bool = False) -> Markup:
        """A marked sentence as words of this form, `plain` without its dress."""
        parts: list[str] = []
        for kind, text in spans(sentence):
            before, after = ("", "") if plain else self.dress.get(kind, ("", ""))
            safe = self.inner(text) if parts else self.escape(text)
            parts.append(f"{before}{safe}{after}" if text.strip() else text)
        return Markup("".join(parts))


FORMS: Mapping[str, Form] = {
    "html": Form(
        "html",
        escape,
        escape,
        {
            "unit": ("<b>", "</b>"),
            "place": ('<span class="p">', "</span>"),
            "number": ('<span class="n">', "</span>"),
            "rule": ('<span class="r">', "</span>"),
            "side": ('<span class="s">', "</span>"),
            "marker": ("<i>", "</i>"),
        },
    ),
    "md": Form(
        "md", escape_markdown, _inner_markdown, {"unit": ("**", "**"), "marker": ("*", "*"), "rule": ("*", "*")}
    ),
    "bbcode": Form(
        "bbcode",
        escape_bbcode,
        escape_bbcode,
        {"unit": ("[b]", "[/b]"), "marker": ("[i]", "[/i]"), "rule": ("[i]", "[/i]")},
    ),
    "txt": Form("txt", _same, _same),
}


TIE = "\xa0"
"""A blank at which no line is broken."""


def fill(text: str, first: str = "", rest: str | None = None, width: int = WIDTH) -> Markup:
    """Words in lines of plain text; `rest` opens every line after the first, a tie keeps two words together."""
    lines = textwrap.wrap(
        str(text),
        width,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_on_hyphens=False,
    )
    return Markup("\n".join(lines).replace(TIE, " "))


def fence(text: str) -> Markup:
    """Verbatim text between backticks, more of them than the text holds in a row."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return Markup(f"{ticks}text\n{text.rstrip()}\n{ticks}")


def verbatim(text: str) -> Markup:
    """Words within a line of Markdown exactly as they are: an order, an answer.

    >>> str(verbatim("answer D7: stand")), str(verbatim("a `tick`"))
    ('`answer D7: stand`', '`` a `tick` ``')
    """
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    if not longest:
        return Markup(f"`{text}`") if text.strip() else Markup("")
    ticks = "`" * (longest + 1)
    return Markup(f"{ticks} {text} {ticks}")


def code(text: str) -> Markup:
    """Verbatim text between code tags that it cannot close by itself."""
    inner = re.sub(r"\[(?=/?code)", "[" + NO_TAG, text.rstrip(), flags=re.IGNORECASE)
    return Markup(f"[code]\n{inner}\n[/code]")


class Counted(Protocol):
    """A line of a reckoning."""

    @property
    def label(self) -> str: ...

    @property
    def value(self) -> str: ...

    @property
    def because(self) -> str: ...

    @property
    def rule(self) -> str: ...

    @property
    def depth(self) -> int: ...

    @property
    def total(self) -> bool: ...


def ledger(rows: Iterable[Counted], indent: str = "", width: int = WIDTH) -> Markup:
    """A reckoning in columns of plain text: what counted, how much, by which rule, and why."""
    room = width - len(indent)
    words = room - 40
    bar = indent + "-" * room
    lines = [bar]
    for row in rows:
        if row.total:
            lines.append(bar)
        labels = textwrap.wrap("  " * row.depth + row.label, 22, subsequent_indent="  ") or [""]
        why = textwrap.wrap(row.because, words, break_on_hyphens=False) or [""]
        for number in range(max(len(labels), len(why))):
            label = labels[number] if number < len(labels) else ""
            value, rule = (row.value, row.rule) if number == 0 else ("", "")
            reason = why[number] if number < len(why) else ""
            lines.append(f"{indent}{label:<22} {value:>4}  {rule:<10} {reason}".rstrip())
    return Markup("\n".join([*lines, bar]))


def grid(columns: Sequence[str], rows: Sequence[Sequence[str]], indent: str = "", width: int = WIDTH) -> Markup:
    """A small table in columns of plain text, as wide as its words; where that is too wide, words go on below."""
    table = [list(columns), *(list(row) for row in rows)]
    wide = _narrowed(table, width - len(indent))
    lines: list[str] = []
    for row in table:
        cells = [textwrap.wrap(word, max(1, w)) or [""] for word, w in zip(row, wide, strict=True)]
        for number in range(max(len(cell) for cell in cells)):
            words = [cell[number] if number < len(cell) else "" for cell in cells]
            lines.append(indent + "  ".join(f"{word:<{w}}" for word, w in zip(words, wide, strict=True)).rstrip())
    return Markup("\n".join(lines))


def _narrowed(table: Sequence[Sequence[str]], room: int) -> list[int]:
    """Widths of columns that fit side by side: the widest give way first, words are broken only in need."""
    columns = list(zip(*table, strict=True))
    found = [max(len(words) for words in column) for column in columns]
    whole = [max((len(word) for words in column for word in words.split()), default=1) for column in columns]
    for least in (whole, [4] * len(columns)):
        while sum(found) + 2 * (len(found) - 1) > room:
            loose = [i for i in range(len(found)) if found[i] > least[i]]
            if not loose:
                break
            found[max(loose, key=lambda i: found[i])] -= 1
    return found


def within(text: str, width: int = WIDTH) -> str:
    """Plain text in which no line is longer than the width; longer ones are folded under their own indent."""
    lines = []
    for line in text.split("\n"):
        if len(line) <= width:
            lines.append(line.rstrip())
            continue
        indent = line[: len(line) - len(line.lstrip())][: width // 2]
        lines += textwrap.wrap(line.strip(), width, initial_indent=indent, subsequent_indent=indent + "  ")
    return "\n".join(lines)
