"""Plays an example match from its orders alone, and writes its log, the reports worth keeping and each side's export.

python scripts/make_example.py examples/bautzen            plays it and writes what is made
python scripts/make_example.py examples/bautzen --check    says what would change, and writes nothing

An example is a folder with match.toml (what is played, with which words for a seed, what the umpire did besides
running the turn, which reports to keep) and orders/: the texts as they were sent, in the order of their names.
Everything else in the folder but its README is made here. The secret of the dice stands in the log (mode open).

Each step of a log says by which code it was adjudicated, so digests and hashes are others after every change of the
program. --check therefore compares files with their digests left out: an example has to be made anew only when it
would tell something else. `adjudicator verify` proves the digests of the log that is there.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pydantic import Field, ValidationError  # noqa: E402

from adjudicator.core.errors import AdjudicatorError  # noqa: E402
from adjudicator.core.types import Ending, Frozen, Side  # noqa: E402
from adjudicator.play.desk.briefs import brief_files  # noqa: E402
from adjudicator.play.match.match import Match, create  # noqa: E402
from adjudicator.play.match.running import run  # noqa: E402
from adjudicator.play.match.submitting import submit  # noqa: E402
from adjudicator.play.proof.drafting import Sort, Wish  # noqa: E402
from adjudicator.play.proof.rulings import rule  # noqa: E402
from adjudicator.play.side.exporting import export  # noqa: E402
from adjudicator.play.side.reporting import picture, report  # noqa: E402
from adjudicator.play.side.side_views import Whole  # noqa: E402
from adjudicator.play.side.situation import situation  # noqa: E402

PNG = b"\x89PNG\r\n"
"""A PNG's first bytes; the others hang on the fonts of the machine that drew it."""
FOLDERS = ("reports", "exports")
DAY = 86_400
CLOCK = "SOURCE_DATE_EPOCH"


class Ruling(Frozen):
    """A ruling as the umpire typed it: see `adjudicator ruling --help`."""

    step: int
    reason: str
    kind: Sort = "correct"
    order: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    refuse: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    change: tuple[str, ...] = ()


class Act(Frozen):
    """What the umpire did once a text was in, where it was not simply `run`."""

    after: str
    waits: bool = False
    """He does not run yet: another text is on its way."""
    without: tuple[str, ...] = ()
    ruling: Ruling | None = None


class Keep(Frozen):
    """A report to keep: what a side was told when the texts up to this one had been played."""

    after: str
    side: str
    name: str
    forms: tuple[Literal["html", "md", "bbcode", "txt"], ...] = ("html", "md", "bbcode", "txt")
    maps: tuple[Literal["svg", "png"], ...] = ()
    briefs: bool = False
    """Also what it was handed for a battle fought at the table."""


class Example(Frozen):
    """match.toml."""

    scenario: str
    name: str
    seed: str
    begins: int
    """The time of the log's first line, in seconds since 1970; each text comes a day later."""
    options: Mapping[str, str] = Field(default_factory=dict)
    png_width: int = 1000
    umpire: tuple[Act, ...] = ()
    keep: tuple[Keep, ...] = ()


def load(folder: Path) -> Example:
    """An example's description."""
    return Example.model_validate(tomllib.loads((folder / "match.toml").read_text("utf-8")))


def texts(folder: Path) -> list[Path]:
    """The texts in the order in which they arrived."""
    return sorted(path for path in (folder / "orders").iterdir() if path.suffix in (".txt", ".eml"))


def play(example: Example, orders: Sequence[Path], folder: Path) -> Iterator[tuple[str, Match]]:
    """Play the match in a folder; gives the match back after each text and what the umpire did then.

    A text that is refused whole, and a text that leaves the match where it was, are mistakes in the example.
    """
    _clock(example, 0)
    match = create(example.scenario, folder, name=example.name, seed=example.seed, options=example.options)
    run(match)
    for day, path in enumerate(orders, start=1):
        _clock(example, day)
        submit(match, path.read_bytes(), path.name)
        for act in [act for act in example.umpire if act.after == path.name] or [Act(after=path.name)]:
            if act.ruling is not None:
                rule(match, _wish(act.ruling))
            if not act.waits:
                run(match, act.without)
        yield path.name, match


def _clock(example: Example, day: int) -> None:
    os.environ[CLOCK] = str(example.begins + day * DAY)


@contextlib.contextmanager
def own_clock() -> Iterator[None]:
    """Lines are dated by the example; afterwards the clock is what it was."""
    before = os.environ.get(CLOCK)
    try:
        yield
    finally:
        os.environ.pop(CLOCK, None)
        if before is not None:
            os.environ[CLOCK] = before


def _wish(ruling: Ruling) -> Wish:
    return Wish(
        step=ruling.step,
        sort=ruling.kind,
        reason=ruling.reason,
        orders=ruling.order,
        allow=ruling.allow,
        refuse=ruling.refuse,
        answers=ruling.answer,
        changes=ruling.change,
    )


def made(folder: Path) -> dict[str, bytes]:
    """Every file that is made from an example's orders, by its path in the example."""
    example, orders = load(folder), texts(folder)
    files: dict[str, bytes] = {}
    named = {act.after for act in example.umpire} | {keep.after for keep in example.keep}
    strangers = named - {path.name for path in orders}
    if strangers:
        raise ValueError(f"match.toml names texts that are not there: {', '.join(sorted(strangers))}")
    with own_clock(), tempfile.TemporaryDirectory() as scratch:
        for text, match in play(example, orders, Path(scratch) / "match"):
            for keep in [keep for keep in example.keep if keep.after == text]:
                files |= _kept(match, keep, example.png_width)
        if not isinstance(match.history.following(), Ending):
            raise ValueError("the match is not over when the texts are")
        files["log.jsonl"] = (match.folder / "log.jsonl").read_bytes()
        for side in match.history.rules.sides:
            files[f"exports/{side}.jsonl"] = export(Whole(match.lines, match.history), Side(side)).encode()
    return files


def _kept(match: Match, keep: Keep, width: int) -> dict[str, bytes]:
    files = {f"reports/{keep.name}.{form}": report(match, keep.side, form).encode() for form in keep.forms}
    if keep.maps:
        drawn = {"svg": picture(match, keep.side, "svg").encode()}
        if "png" in keep.maps:
            drawn["png"] = picture(match, keep.side, "png", width=width)
        files |= {f"reports/{keep.name}-map.{kind}": drawn[kind] for kind in keep.maps}
    if keep.briefs:
        handed = brief_files(situation(match, Side(keep.side)))
        files |= {f"reports/{keep.name}-{name}": data for name, data in handed.items()}
    return files


def differences(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """What is on disk otherwise than it would be made, in words."""
    found = []
    for name, data in sorted(files.items()):
        path = folder / name
        if not path.is_file():
            found.append(f"{name} is missing")
        elif not _same(name, path.read_bytes(), data):
            found.append(f"{name} would be another")
    return found + [f"{name} is not made from the orders" for name in on_disk(folder) if name not in files]


def on_disk(folder: Path) -> list[str]:
    """The files in the folders that are filled here."""
    paths = [path for part in FOLDERS for path in (folder / part).glob("*")]
    return sorted(path.relative_to(folder).as_posix() for path in paths)


def _same(name: str, ours: bytes, theirs: bytes) -> bool:
    return ours.startswith(PNG) if name.endswith(".png") else without_digests(ours) == without_digests(theirs)


def without_digests(data: bytes) -> bytes:
    """A file with every digest of 64 digits left out."""
    return re.sub(rb"\b[0-9a-f]{64}\b", b"", data)


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files, and take away what an earlier making left."""
    for part in FOLDERS:
        (folder / part).mkdir(exist_ok=True)
    for name in on_disk(folder):
        if name not in files:
            (folder / name).unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def main(arguments: list[str]) -> int:
    """Make an example, or with --check say whether it is as it would be made."""
    named = [argument for argument in arguments if argument != "--check"]
    if len(named) != 1:
        sys.stderr.write(__doc__ or "")
        return 2
    folder = Path(named[0])
    try:
        files = made(folder)
    except (AdjudicatorError, ValidationError, ValueError, OSError) as trouble:
        sys.stderr.write(f"{folder}: {trouble}\n")
        return 1
    if "--check" not in arguments:
        write(folder, files)
        return 0
    found = differences(folder, files)
    for sentence in found:
        sys.stderr.write(f"{folder}: {sentence}\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
