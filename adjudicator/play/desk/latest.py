"""Which step `outbox/<side>/latest` is of: a small file in it says so, and whether the match has gone on since."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.values import dataclass
from adjudicator.play.match.history import History
from adjudicator.play.match.match import OUTBOX
from adjudicator.record.files import make_folder
from adjudicator.record.log import Line

LATEST = "latest"
MARK = "step.txt"
_TOLD = ("turn", "decision", "ruling", "reveal")
_WORDS = re.compile(r"step (\d+), line (\d+) of the log, hash ([0-9a-f]{64})\n")


@dataclass(frozen=True, slots=True)
class Mark:
    """The step that a folder tells, and the last line of the log that it knows of, texts apart."""

    step: int
    line: int
    hash: str

    def words(self) -> str:
        """As the small file holds it."""
        return f"step {self.step}, line {self.line} of the log, hash {self.hash}\n"


def mark_of(history: History, lines: Sequence[Line]) -> Mark | None:
    """What `latest` should be of: the last step that stands; None if none does."""
    if not history.steps:
        return None
    line = next(line for line in reversed(lines) if line.kind in _TOLD)
    return Mark(history.steps[-1].number, line.seq, line.hash)


def mark_in(folder: Path) -> Mark | None:
    """What a `latest` says that it is of; None where it does not say."""
    try:
        found = _WORDS.fullmatch((folder / MARK).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return Mark(int(found.group(1)), int(found.group(2)), found.group(3)) if found else None


def everybody(history: History) -> tuple[Side, ...]:
    """Whose folders the outbox has: the umpire's is the last to be written."""
    return (*history.rules.sides, UMPIRE)


def behind(folder: Path, history: History, lines: Sequence[Line]) -> dict[Side, int]:
    """Whose `latest` in a match folder is not of the last step, and of which it is; 0 where it does not say.

    A match without an outbox has nothing that could be behind.
    """
    wanted = mark_of(history, lines)
    box = folder / OUTBOX
    if wanted is None or not box.is_dir():
        return {}
    marks = {side: mark_in(box / side / LATEST) for side in everybody(history)}
    return {side: mark.step if mark else 0 for side, mark in marks.items() if mark != wanted}


def begin_outbox(folder: Path) -> None:
    """A match that has this folder wants it kept up, whoever writes next."""
    make_folder(folder / OUTBOX)
