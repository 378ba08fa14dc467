"""Parsers kept between runs: the same parser, whatever state the cache is in."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark import Lark

from adjudicator.dsl.kept import kept_parser

GRAMMAR = 'start: "move" NAME\nNAME: /[a-z]+/\n%ignore " "\n'


def make() -> Lark:
    return Lark(GRAMMAR, parser="lalr")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def parsed(parser: Lark) -> str:
    return str(parser.parse("move ney").children[0])


def test_a_parser_is_made_once_and_then_read_back(cache: Path) -> None:
    assert parsed(kept_parser([GRAMMAR], make)) == "ney"

    def never() -> Lark:
        raise AssertionError("made a second time")

    assert parsed(kept_parser([GRAMMAR], never)) == "ney"


def test_another_grammar_gets_a_parser_of_its_own(cache: Path) -> None:
    kept_parser([GRAMMAR], make)
    kept_parser([GRAMMAR, "more"], make)
    assert len(list(cache.iterdir())) == 2


def test_a_spoiled_file_is_replaced(cache: Path) -> None:
    kept_parser([GRAMMAR], make)
    (file,) = cache.iterdir()
    file.write_bytes(b"spoiled")
    assert parsed(kept_parser([GRAMMAR], make)) == "ney"
    assert file.read_bytes() != b"spoiled"


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "file" / "below"))
    assert parsed(kept_parser([GRAMMAR], make)) == "ney"


def test_no_cache_if_none_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert parsed(kept_parser([GRAMMAR], make)) == "ney"
    assert list(tmp_path.iterdir()) == []
