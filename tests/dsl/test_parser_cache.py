"""Parsers kept between runs: the same parser, whatever state the cache is in."""

from __future__ import annotations

import pickle
import stat
from pathlib import Path

import pytest
from lark import Lark

from adjudicator.dsl.parser_cache import FOLDER, kept_parser

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
    assert len(list((cache / FOLDER).iterdir())) == 2


def test_a_spoiled_file_is_replaced(cache: Path) -> None:
    kept_parser([GRAMMAR], make)
    (file,) = (cache / FOLDER).iterdir()
    file.write_bytes(b"spoiled")
    assert parsed(kept_parser([GRAMMAR], make)) == "ney"
    assert file.read_bytes() != b"spoiled"


class Bomb:
    """What a pickle of somebody else may hold: opening it writes a file."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, (str(self.trace), "w")


def planted(cache: Path, trace: Path) -> Path:
    """A kept parser whose file holds something else."""
    kept_parser([GRAMMAR], make)
    (file,) = (cache / FOLDER).iterdir()
    file.write_bytes(pickle.dumps({"data": Bomb(trace), "memo": {}}))
    return file


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_can_write_is_never_opened_as_a_parser(cache: Path, tmp_path: Path, mode: int) -> None:
    file = planted(cache, tmp_path / "trace")
    file.chmod(mode)
    assert parsed(kept_parser([GRAMMAR], make)) == "ney"
    assert not (tmp_path / "trace").exists()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    planted(cache, tmp_path / "trace")
    kept_parser([GRAMMAR], make)
    assert (tmp_path / "trace").exists(), "the planted file would have done its work where only the user can write"


def test_a_folder_that_others_can_write_is_not_used(cache: Path, tmp_path: Path) -> None:
    file = planted(cache, tmp_path / "trace")
    file.parent.chmod(0o770)
    before = file.read_bytes()
    assert parsed(kept_parser([GRAMMAR], make)) == "ney"
    assert not (tmp_path / "trace").exists()
    assert file.read_bytes() == before


def test_a_link_to_another_file_is_not_followed(cache: Path, tmp_path: Path) -> None:
    file = planted(cache, tmp_path / "trace")
    file.rename(tmp_path / "elsewhere")
    file.symlink_to(tmp_path / "elsewhere")
    assert parsed(kept_parser([GRAMMAR], make)) == "ney"
    assert not (tmp_path / "trace").exists()


def test_what_is_kept_is_closed_to_others(cache: Path) -> None:
    kept_parser([GRAMMAR], make)
    (file,) = (cache / FOLDER).iterdir()
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "file" / "below"))
    assert parsed(kept_parser([GRAMMAR], make)) == "ney"


def test_no_cache_if_none_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert parsed(kept_parser([GRAMMAR], make)) == "ney"
    assert list(tmp_path.iterdir()) == []
