"""Folders that are exchanged whole."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from adjudicator.record.folders import clean, put_folder


def test_a_folder_is_made_and_put_in_the_place_of_another(tmp_path: Path) -> None:
    put_folder(tmp_path / "side" / "latest", {"a": b"1", "b": b"1"})
    put_folder(tmp_path / "side" / "latest", {"a": b"2"})
    assert [p.name for p in sorted((tmp_path / "side").rglob("*"))] == ["latest", "a"]
    assert (tmp_path / "side" / "latest" / "a").read_bytes() == b"2"


def test_a_system_that_cannot_exchange_names_moves_the_old_one_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adjudicator.record.folders.sys.platform", "elsewhere")
    for number in (b"1", b"2"):
        put_folder(tmp_path / "latest", {"a": number})
    assert [p.name for p in sorted(tmp_path.rglob("*"))] == ["latest", "a"]
    assert (tmp_path / "latest" / "a").read_bytes() == b"2"


def test_a_reader_finds_files_of_one_folder_only(tmp_path: Path) -> None:
    latest = tmp_path / "latest"
    put_folder(latest, {"a": b"0", "b": b"0"})
    seen: list[tuple[bytes, bytes]] = []
    over = threading.Event()

    def read() -> None:
        while not over.is_set():
            here = os.open(latest, os.O_RDONLY)
            try:
                handles = [os.open(name, os.O_RDONLY, dir_fd=here) for name in ("a", "b")]
            except FileNotFoundError:  # the folder that was opened is gone whole
                continue
            finally:
                os.close(here)
            seen.append((os.read(handles[0], 9), os.read(handles[1], 9)))
            for handle in handles:
                os.close(handle)

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(200):
        put_folder(latest, {"a": b"%d" % number, "b": b"%d" % number})
    over.set()
    reader.join()
    assert len({a for a, _ in seen}) > 1
    assert all(a == b for a, b in seen)


def test_what_cannot_be_written_leaves_the_old_folder_and_nothing_else(tmp_path: Path) -> None:
    put_folder(tmp_path / "latest", {"a": b"1"})
    with pytest.raises(OSError, match="too long"):
        put_folder(tmp_path / "latest", {"a": b"2", "x" * 300: b""})
    assert [p.name for p in sorted(tmp_path.rglob("*"))] == ["latest", "a"]
    assert (tmp_path / "latest" / "a").read_bytes() == b"1"


def test_folders_are_for_their_owner_only(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        put_folder(tmp_path / "umpire" / "latest", {"a": b"1"})
    finally:
        os.umask(before)
    for path in (tmp_path / "umpire", tmp_path / "umpire" / "latest", tmp_path / "umpire" / "latest" / "a"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_only_what_is_half_made_is_cleaned_away(tmp_path: Path) -> None:
    (tmp_path / ".latest.new").mkdir()
    (tmp_path / ".latest.new" / "a").write_bytes(b"1")
    (tmp_path / ".report.txt.x7_ab12c").write_bytes(b"half")
    (tmp_path / ".gitignore").write_bytes(b"*")
    (tmp_path / "report.txt").write_bytes(b"whole")
    clean(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == [".gitignore", "report.txt"]
    clean(tmp_path / "nowhere")


def test_a_file_may_lie_in_a_folder_of_its_own(tmp_path: Path) -> None:
    put_folder(tmp_path / "latest", {"a": b"1", "data/tables/b": b"2"})
    assert (tmp_path / "latest" / "data" / "tables" / "b").read_bytes() == b"2"
    put_folder(tmp_path / "latest", {"a": b"3"})
    assert [path.name for path in (tmp_path / "latest").iterdir()] == ["a"]
