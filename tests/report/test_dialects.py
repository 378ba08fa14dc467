"""Dialects of forums: each proved by reading back what it wrote, and by its limits, over all examples' reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from adjudicator.core.source import source_lines
from adjudicator.dsl.normalizing import read_line
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.reporting import report, report_posts
from adjudicator.post.source import letters_of
from adjudicator.report.dialects import Dialect, dialect_of, dialects, posts, translated
from adjudicator.report.posts import cut_post

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = sorted(path.parent.name for path in EXAMPLES.glob("*/log.jsonl"))
SOURCES = {game: open_source(EXAMPLES / game / "log.jsonl") for game in GAMES}
WORDS = re.compile(r"[^\W_]+")
_MARK = re.compile(r"^(?:# )?\(\d+ of \d+\)$", re.MULTILINE)


def cases() -> Iterator[tuple[str, str, int]]:
    """Every example, a few of its steps, everybody who reads."""
    for game, source in SOURCES.items():
        numbers = source.numbers()
        for step in sorted({numbers[1], numbers[len(numbers) // 2], numbers[-2], numbers[-1]}):
            for reader in (*source.rules.sides, "Umpire", "Public"):
                yield game, reader, step


CASES = list(cases())
NAMES = list(dialects())


def words(text: str, form: str) -> list[str]:
    """The words that a reader sees, in order."""
    text = _MARK.sub("", text)
    if form == "bbcode":
        text = re.sub(r"\[img\][^\[]*\[/img\]|\[/?(?:[a-z]+)(?:=[^\]\n]*)?\]", " ", text)
    return WORDS.findall(re.sub(r"\\(?=\W)|```text", "", text))


def seen_as(text: str, dialect: Dialect) -> list[str]:
    """The same, of a report in a dialect."""
    if dialect.form == "bbcode":
        text = re.sub(r"\[url=[^\]]*\]map\[/url\]", " ", text)
    return words(text, dialect.form)


@pytest.mark.parametrize("name", NAMES)
def test_every_report_keeps_its_words_and_the_forums_limits(name: str) -> None:
    dialect = dialects()[name]
    for game, reader, step in CASES:
        source = SOURCES[game]
        base = report(source, reader, dialect.form, step)  # type: ignore[arg-type]
        found = report_posts(source, reader, name, step)
        where = f"{game}, {reader}, step {step}"
        if dialect.limit:
            assert max(map(len, found)) <= dialect.limit, where
        for letters in dialect.letters:
            assert not any(letters in post for post in found), where
        if dialect.columns:
            assert max(len(line) for post in found for line in post.split("\n")) <= dialect.columns, where
        assert_balanced(found, dialect)
        told = [word for post in found for word in seen_as(post, dialect)]
        kept = words(base, dialect.form)
        if dialect.tables:  # columns of a table break words otherwise, and their order is another
            told, kept = sorted("".join(told)), sorted("".join(kept))
        assert told == kept, where


def assert_balanced(found: tuple[str, ...], dialect: Dialect) -> None:
    """Each post closes what it opens."""
    for post in found:
        if dialect.form == "md":
            fences = re.findall(r"^[ \t]*```", post, re.MULTILINE)
            assert len(fences) % 2 == 0
            assert not any(token.type == "html_block" for token in MarkdownIt("commonmark").parse(post))
        if dialect.form == "bbcode":
            bare = re.sub(r"\[(code|c)\].*?\[/\1\]", "", post, flags=re.DOTALL)
            for tag in ("list", "quote", "q", "size", "b", "i", "code", "c"):
                assert len(re.findall(rf"\[{tag}[=\]]", bare)) == bare.count(f"[/{tag}]"), tag


def form_lines(text: str) -> list[str]:
    """The lines of an order form that say something, as the grammar reads them."""
    lines = [read_line(line.number, line.text) for line in source_lines(text)]
    return [line.text for line in lines if line.text.strip()]


@pytest.mark.parametrize("name", [*NAMES, "md", "bbcode"])
def test_the_order_form_comes_back_as_it_was_posted(name: str) -> None:
    """Copied from the posts, one below the other, into a mail or a file."""
    from adjudicator.play.match.received import as_read

    compared = 0
    for game, source in SOURCES.items():
        for side in source.rules.sides:
            step = source.numbers()[1]
            plain = report(source, side, "txt", step)
            if "BEGIN ORDERS" not in plain:
                continue
            post = "\n".join(report_posts(source, side, name, step))
            (letter,) = letters_of(post.encode())
            assert letter.body is not None
            again = as_read(post.encode(), "post", source.rules.language).text
            assert form_lines(again) == form_lines(as_read(plain.encode(), "form").text), (game, side)
            compared += 1
    assert compared >= len(GAMES)


def test_every_dialect_that_players_know_is_there() -> None:
    assert {"phpbb", "bgg", "discourse", "reddit", "discord", "txt"} == set(dialects())
    assert dialect_of("bbcode") is dialect_of("phpbb")
    assert dialect_of("html") is None
    assert dialects()["discord"].limit == 1900
    assert dialects()["txt"].columns == 72


def test_bgg_never_gets_a_less_than_and_has_its_own_tags() -> None:
    text = "[size=150][b]A[/b][/size]\n[list]\n[*]if clock <= 20:40\n[/list]\n[code]\na < b\n[/code]\n"
    said = translated(text, dialects()["bgg"])
    assert said == "[b]A[/b]\n\n- if clock ≤ 20:40\n\n[c]\na ＜ b\n[/c]\n"
    assert [read_line(1, line).text for line in ("if clock ≤ 20:40", "a ＜ b")] == ["if clock <= 20:40", "a < b"]


def test_discord_calls_nobody_and_has_tables_in_columns() -> None:
    said = translated("@everyone\n\n| a | b |\n| --- | --- |\n| **1** | 2 |\n\n---\n", dialects()["discord"])
    assert "@everyone" not in said
    assert "```text\na  b\n1  2\n```" in said
    assert "---" not in said


def test_a_fence_is_closed_and_opened_again() -> None:
    text = "# Head\n\n```text\n" + "\n".join(f"move Bonnet to {n:04d}" for n in range(400)) + "\n```\n\nend\n"
    found = cut_post(text, 1900, "md")
    assert len(found) > 4
    assert all(len(post) <= 1900 for post in found)
    assert all(post.count("```") == 2 for post in found[:-1])
    inside = [line for post in found for line in post.split("\n") if line.startswith("move")]
    assert inside == [f"move Bonnet to {n:04d}" for n in range(400)]
    assert found[1].startswith("```text\n")
    assert "# (2 of " in found[1]


def test_tags_are_closed_from_the_inside_and_opened_again() -> None:
    text = "[quote][list]\n" + "\n".join(f"[*][b]{n}[/b] told" for n in range(300)) + "\n[/list][/quote]\n"
    first, second, *_ = cut_post(text, 1000, "bbcode")
    assert "[/list]\n[/quote]" in first
    assert second.startswith("[quote]\n[list]\n[*]")


def test_a_word_longer_than_a_post_is_cut_in_need() -> None:
    found = cut_post("x" * 5000, 1000, "txt")
    assert all(len(post) <= 1000 for post in found)
    assert "".join(found).count("x") == 5000


def test_a_short_text_is_one_post_as_it_is() -> None:
    assert cut_post("as it is\n", 1900, "md") == ("as it is\n",)
    assert posts("as it is\n", dialects()["discord"]) == ("as it is\n",)
