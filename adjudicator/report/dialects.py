"""Dialects of forums: a report's form said as a forum wants it, and cut into posts that it takes.

What a dialect is stands in templates/dialects.toml; here is only how it is applied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache

from adjudicator.core.errors import DataError
from adjudicator.core.values import dataclass
from adjudicator.pictures.templates import settings
from adjudicator.report.forms import NO_TAG, grid
from adjudicator.report.posts import cut_post

_TAG = re.compile(r"\[(/?)([a-z]+)(=[^\[\]\n]*)?\]", re.IGNORECASE)
_PICTURE = re.compile(r"\[img\]([^\[\]\s]+)\[/img\]", re.IGNORECASE)
_MD_PICTURE = re.compile(r"!\[([^\]\n]*)\]\(([^)\s]+)\)")
_RULE = re.compile(r"^---\n", re.MULTILINE)
_ROW = re.compile(r"^([ \t]*)\|.*\|[ \t]*$")
_FENCE = re.compile(r"^[ \t]*(`{3,})")
_NAMES = {"bbcode": "phpbb"}
"""Forms that are dialects themselves."""


@dataclass(frozen=True)
class Dialect:
    """A forum's own way with a form; the fields are those of the data file."""

    name: str
    title: str
    form: str
    limit: int = 0
    bullets: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    tables: str = ""
    rules: bool = True
    pictures: bool = True
    mentions: bool = True
    columns: int = 0


@cache
def dialects() -> Mapping[str, Dialect]:
    """Every dialect by its name."""
    return {name: _read(name, plain) for name, plain in settings("dialects.toml").items()}


def _read(name: str, plain: Mapping[str, object]) -> Dialect:
    try:
        return Dialect(name, **plain)  # type: ignore[arg-type]
    except TypeError:
        raise DataError(f"The dialect {name!r} in dialects.toml says something unknown.", "See its head.") from None


def dialect_of(name: str) -> Dialect | None:
    """A dialect by its name, or by that of the form which it is; None for a form that is no forum's."""
    return dialects().get(_NAMES.get(name, name))


def translated(text: str, dialect: Dialect) -> str:
    """A report in its form, said as the forum wants it."""
    if dialect.form == "bbcode":
        text = _tags(text, dialect)
    elif dialect.form == "md":
        text = _markdown(text, dialect)
    for letters, stand_in in dialect.letters.items():
        text = text.replace(letters, stand_in)
    return text


def posts(text: str, dialect: Dialect) -> tuple[str, ...]:
    """A translated report in posts, none longer than the forum takes, each with its number where there are several."""
    return cut_post(text, dialect.limit, dialect.form)


def _tags(text: str, dialect: Dialect) -> str:
    if not dialect.pictures:
        text = _PICTURE.sub(r"[url=\1]map[/url]", text)

    def said(found: re.Match[str]) -> str:
        name = dialect.tags.get(found[2].lower())
        if name is None:
            return found[0]
        return f"[{found[1]}{name}{found[3] or ''}]" if name else ""

    text = _TAG.sub(said, text)
    if dialect.bullets:
        text = text.replace("[*]", dialect.bullets)
    closing = {name for name in dialect.tags.values() if name}
    return re.sub(rf"\[{NO_TAG}(/?)code", r"[\1code", text) if "code" not in closing and closing else text


def _markdown(text: str, dialect: Dialect) -> str:
    if not dialect.rules:
        text = _RULE.sub("", text)
    if not dialect.pictures:
        text = _MD_PICTURE.sub(r"\1: \2", text)
    if not dialect.mentions:
        text = re.sub(r"@(?=\w)", f"@{NO_TAG}", text)
    return "\n".join(_without_tables(text.split("\n"))) if dialect.tables == "code" else text


def _without_tables(lines: list[str]) -> Iterator[str]:
    """Lines whose tables have become columns between fences."""
    table: list[str] = []
    fence = ""
    for line in [*lines, ""]:
        opens = _FENCE.match(line)
        if opens and not fence:
            fence = opens[1]
        elif opens and fence and opens[1] == fence:
            fence = ""
        if not fence and _ROW.match(line):
            table.append(line)
            continue
        if table:
            yield from _columns(table)
            table = []
        yield line


def _columns(rows: list[str]) -> Iterator[str]:
    """A table of Markdown in columns of plain text."""
    cells = [[_plain(cell) for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))] for row in rows]
    head, *body = [row for row in cells if not all(re.fullmatch(r":?-{3,}:?", cell) for cell in row)]
    width = len(head)
    yield "```text"
    yield from str(grid(head, [(row + [""] * width)[:width] for row in body], width=64)).split("\n")
    yield "```"


def _plain(cell: str) -> str:
    return re.sub(r"\\([\\`*_{}\[\]()#+\-.!|>~<&$])", r"\1", cell.strip()).replace("**", "")
