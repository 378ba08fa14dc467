"""Files that survive a kill."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.record.files import append_synced, locked, write_whole

HOLD = """
import sys
from pathlib import Path
from adjudicator.record.files import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_file_is_written_whole_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert [p.name for p in path.parent.iterdir()] == ["file"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, b"one")
    with pytest.raises(TypeError):
        write_whole(path, "no bytes")  # type: ignore[arg-type]
    assert path.read_bytes() == b"one"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error_of_the_system_not_silence() -> None:
    with pytest.raises(OSError, match="No space left"):
        append_synced(Path("/dev/full"), b"line\n")


def test_the_lock_is_held_against_another_process_and_freed_by_its_death(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(MatchError, match="Another program is writing"), locked(tmp_path, patience=0.1):
        pass
    holder.kill()
    holder.wait()
    with locked(tmp_path, patience=5):
        assert (tmp_path / "lock").exists()
    holder.stdout.close()
    assert holder.stdin is not None
    holder.stdin.close()
