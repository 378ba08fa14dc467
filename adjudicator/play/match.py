"""A match folder: the log, its secret, the files as received, the owner's data pack, and what is to be sent."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.core.canon import hexadecimal, sha256
from adjudicator.core.errors import LogError, MatchError
from adjudicator.play.history import History
from adjudicator.play.setup import ENGINE, Setup, Tools, default_tools, ruleset_version, setup_of
from adjudicator.play.steps import Entry, Outcome
from adjudicator.record.chain import Secrets, fresh_secrets, load_secrets, open_secrets, seed_text_secret
from adjudicator.record.files import locked, sync_folder, write_whole
from adjudicator.record.log import Line, LogFile, Reading, batch, check_chain

_NAME = re.compile(r"[^\W_][\w .'-]{0,79}")


class Match:
    """A match on disk. Reading needs no lock; writers use `writing()`."""

    def __init__(self, folder: Path, tools: Tools | None = None) -> None:
        self.folder = folder
        self.tools = tools or default_tools()
        self.log = LogFile(folder / "log.jsonl")
        self.reading: Reading
        self.lines: list[Line] = []
        self.history: History
        self.reports: list[str] = []
        """Things that the writer should be told, such as a torn tail set aside."""
        self._secrets: Secrets | None = None
        self.load()

    # --- reading -----------------------------------------------------------------------------------------

    def load(self) -> None:
        """Read the log from disk and replay it."""
        self.reading = self.log.read()
        check_readable(self.reading, self.log.path)
        self.lines = list(self.reading.lines)
        self.history = replayed(self.lines, self.pack, self.tools)

    @property
    def pack(self) -> Path | None:
        """The match's copy of the owner's data pack, if it was begun with one."""
        return pack_beside(self.folder)

    @property
    def setup(self) -> Setup:
        """The match as its first line describes it."""
        return self.history.setup

    def secrets(self) -> Secrets:
        """The chain's secret and the veil; only a writer needs them."""
        if self._secrets is None:
            self._secrets = load_secrets(self.folder / "secret.json")
            promised = self.lines[0].body.get("veil")
            if hexadecimal(sha256(self._secrets.veil)) != promised:
                raise MatchError("secret.json belongs to another match.", "Put this match's own secret.json back.")
        return self._secrets

    # --- writing -----------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def writing(self) -> Iterator[History]:
        """Hold the lock; read again what another writer may have added; set a torn tail aside."""
        with locked(self.folder):
            reading = self.log.read()
            check_readable(reading, self.log.path)
            if reading.tail is not None:
                kept = self.log.set_aside(reading.tail)
                self.reports.append(
                    f"The end of the log was torn ({reading.tail.why}); it was set aside as {kept.name} "
                    "and the step is run again."
                )
            if [line.hash for line in reading.lines] != [line.hash for line in self.lines]:
                self.lines = list(reading.lines)
                self.history = replayed(self.lines, self.pack, self.tools)
            yield self.history

    def append(self, entries: Sequence[Entry]) -> list[Line]:
        """Write lines together, and take them in."""
        lines = self._write(entries)
        for line in lines:
            self.history.feed(line)
        return lines

    def append_outcome(self, outcome: Outcome) -> list[Line]:
        """Write the lines of a step, and take them in without reading the events again."""
        lines = self._write(outcome.entries())
        take_in(self.history, lines, outcome)
        return lines

    def _write(self, entries: Sequence[Entry]) -> list[Line]:
        lines = batch(self.lines[-1], entries, self.secrets().veil)
        self.log.append(lines)
        self.lines += lines
        return lines

    def keep_received(self, data: bytes) -> str:
        """Keep a file as it was received, under its own SHA-256; returns that digest."""
        name = hexadecimal(sha256(data))
        path = self.folder / "received" / name
        if not path.exists():
            write_whole(path, data)
        return name


def check_readable(reading: Reading, path: Path) -> None:
    """A log that can be gone on with: nothing damaged but perhaps its end, and an unbroken chain."""
    if reading.in_the_middle:
        raise LogError(
            f"Line {reading.bad_line} of {path.name} is damaged: {reading.tail.why if reading.tail else ''}.",
            f"Restore it from a back-up; `adjudicator verify {path}` says what is still good.",
        )
    broken = check_chain(reading.lines)
    if broken is not None:
        raise LogError(
            f"Line {broken[0].seq} of {path.name} does not fit: {broken[1]}.",
            f"Restore it from a back-up; see `adjudicator verify {path}`.",
        )


def take_in(history: History, lines: Sequence[Line], outcome: Outcome) -> None:
    """Let a history go on by a step whose events are at hand."""
    history.accept(lines[0], outcome.step.events, outcome.step.position)
    paused = outcome.step.position.paused
    for line, decision in zip(lines[1:], paused.open if paused else (), strict=False):
        history.ask(line, decision)


def replayed(lines: Sequence[Line], pack: Path | None, tools: Tools) -> History:
    """The history that lines tell."""
    if not lines or lines[0].kind != "match":
        raise LogError("The log does not begin with a match line.", "Give the folder of a match.")
    history = History(setup_of(lines[0].body, pack, tools))
    try:
        for line in lines:
            history.feed(line)
    except (KeyError, ValueError, TypeError, StopIteration) as trouble:
        raise LogError(
            f"Line {line.seq} of the log cannot be replayed: {type(trouble).__name__}.",
            "The log was written by another version or was changed; `adjudicator verify` says more.",
        ) from trouble
    return history


def pack_beside(folder: Path) -> Path | None:
    """A data pack kept beside a log or an export."""
    pack = folder / "data"
    return pack if pack.is_dir() else None


def create(
    scenario: str,
    folder: Path,
    *,
    name: str = "",
    seed: str | None = None,
    mode: str = "",
    options: Mapping[str, str] | None = None,
    pack: Path | None = None,
    seats: Mapping[str, Sequence[str]] | None = None,
    tools: Tools | None = None,
    secrets: Secrets | None = None,
) -> Match:
    """Start a match in a new folder: first line, secret, and a copy of the data pack."""
    mode = mode or ("open" if seed is not None else "umpire")
    if mode not in ("open", "umpire"):
        raise MatchError(f"There is no mode {mode!r}.", "Choose `open` or `umpire`.")
    if seed is not None and mode != "open":
        raise MatchError(
            "A seed that is typed in is known to whoever typed it.", "Leave --seed out, or add --mode open."
        )
    if folder.exists() and any(folder.iterdir() if folder.is_dir() else [folder]):
        raise MatchError(f"{folder} is there already and is not empty.", "Choose another folder for the match.")
    name = name or folder.resolve().name
    if not _NAME.fullmatch(name):
        raise MatchError(
            f"{name!r} cannot be a match's name.", "Use letters, digits, blanks, dots and dashes: --name first-steps."
        )
    if pack is not None and not pack.is_dir():
        raise MatchError(f"There is no data pack at {pack}.", "Give the folder that holds its files.")
    tools = tools or default_tools()
    rules = tools.load(scenario, options or {}, pack)
    secrets = secrets or _make_secrets(mode, seed)
    body: dict[str, Any] = {
        "name": name,
        "mode": mode,
        "parties": [secrets.to_party()],
        "veil": hexadecimal(sha256(secrets.veil)),
        "engine": ENGINE,
        "ruleset": ruleset_version(rules),
        "scenario": scenario.strip().casefold(),
        "options": dict(options or {}),
        "data": rules.data_digest(),
    }
    if mode == "open":
        body["secret"] = hexadecimal(secrets.chain.secret)
    if seats:
        body["seats"] = {side: list(those) for side, those in sorted(_check_seats(rules.sides, seats).items())}
    lines = batch(None, [("match", body)], secrets.veil)
    made_here = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        if pack is not None:
            shutil.copytree(pack, folder / "data")
        secrets.save(folder / "secret.json")
        LogFile(folder / "log.jsonl").append(lines)
        sync_folder(folder)
    except BaseException:
        if made_here:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return Match(folder, tools)


def _make_secrets(mode: str, seed: str | None) -> Secrets:
    if mode == "umpire":
        return fresh_secrets()
    return open_secrets(seed_text_secret(seed) if seed is not None else fresh_secrets().chain.secret)


def _check_seats(sides: Sequence[str], seats: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    for side in seats:
        if side not in sides:
            raise MatchError(f"There is no side called {side!r}.", f"The sides are: {', '.join(sides)}.")
    return seats
