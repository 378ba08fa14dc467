"""A match folder: the log, its secret, its copy of the data, the files as received, and what is to be sent."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.core.canon import digest, from_hexadecimal, hexadecimal, sha256
from adjudicator.core.errors import LogError, MatchError, UsageError
from adjudicator.play.match.history import History
from adjudicator.play.match.match_data import MatchData
from adjudicator.play.match.setup import Setup, Tools, check_options, default_tools, setup_of
from adjudicator.play.match.steps import Entry, Outcome
from adjudicator.play.match.versions import ENGINE, ruleset_version
from adjudicator.play.mutual.table import Table
from adjudicator.record.chain import Secrets, fresh_secrets, load_secrets, open_secrets, seed_text_secret
from adjudicator.record.export import misfit
from adjudicator.record.files import locked, make_folder, sync_folder, write_whole
from adjudicator.record.folders import clean
from adjudicator.record.log import Line, LogFile, Reading, batch
from adjudicator.record.parties import Keeping, load_keeping

LOG = "log.jsonl"
SECRET = "secret.json"
OUTBOX = "outbox"
"""The folder of what is to be sent; a match that has one keeps it up."""
_NAME = re.compile(r"[^\W_][\w .'-]{0,79}")


class Match:
    """A match on disk. Reading needs no lock; writers use `writing()`."""

    def __init__(self, folder: Path, tools: Tools | None = None) -> None:
        self.folder = folder
        self.tools = tools or default_tools()
        self.log = LogFile(folder / LOG)
        self.reading: Reading
        self.lines: list[Line] = []
        self.history: History
        self.reports: list[str] = []
        """Things that the writer should be told, such as a torn tail set aside."""
        self._secrets: Secrets | None = None
        self._keeping: Keeping | None = None
        self._holding = False
        self.load()

    # --- reading -----------------------------------------------------------------------------------------

    def load(self) -> None:
        """Read the log from disk and replay it."""
        self.reading = self.log.read()
        check_readable(self.reading, self.log.path, folder=True)
        self.lines = list(self.reading.lines)
        self.history = replayed(self.lines, setup_of(first_body(self.lines), self.tools, beside=self.folder))

    @property
    def setup(self) -> Setup:
        """The match as its first line describes it."""
        return self.history.setup

    def secrets(self) -> Secrets:
        """The chain's secret and the veil; only a writer needs them."""
        if self._secrets is None:
            self._secrets = load_secrets(self.folder / SECRET)
            promised = self.lines[0].body.get("veil")
            if hexadecimal(sha256(self._secrets.veil)) != promised:
                raise MatchError("secret.json belongs to another match.", "Put this match's own secret.json back.")
        return self._secrets

    @property
    def alone(self) -> bool:
        """Whether nobody umpires it: each player keeps the log, and both logs are to be equal byte for byte."""
        return self.setup.shared_veil is not None

    def keeping(self) -> Keeping:
        """Mode mutual: the veil, and chains in escrow."""
        if self._keeping is None:
            shared = self.setup.shared_veil
            self._keeping = Keeping(shared) if shared is not None else load_keeping(self.folder / SECRET)
            if hexadecimal(sha256(self._keeping.veil)) != self.lines[0].body.get("veil"):
                raise MatchError("secret.json belongs to another match.", "Put this match's own secret.json back.")
        return self._keeping

    def veil(self) -> bytes:
        """The veil over hidden dice, from which salts come too."""
        return self.keeping().veil if self.setup.mutual else self.secrets().veil

    def links(self, number: int) -> list[bytes]:
        """The links of a step: of the one chain, or those that the parties have shown, in their order."""
        if not self.setup.mutual:
            return [self.secrets().chain.link(number)]
        shown = self.history.promises.links[number]
        return [from_hexadecimal(shown[party.name]) for party in self.setup.parties]

    # --- writing -----------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def writing(self) -> Iterator[History]:
        """Hold the lock; read again what another writer may have added; put away what one that died left behind.

        Whoever holds the lock already goes on holding it: adjudicating and sending are one piece of work.
        """
        with self._hold() as first:
            if first:
                self._clean()
                self._read_again()
            yield self.history

    @contextlib.contextmanager
    def _hold(self) -> Iterator[bool]:
        """The lock; whether it was taken here."""
        if self._holding:
            yield False
            return
        with locked(self.folder):
            self._holding = True
            try:
                yield True
            finally:
                self._holding = False

    def _clean(self) -> None:
        clean(self.folder, self.log.path.name)
        for folder in (self.folder / "received", *_folders_in(self.folder / OUTBOX)):
            clean(folder)

    def _read_again(self) -> None:
        if self.log.is_whole(self.lines):
            refuse_strange(self.history)
            return
        reading = self.log.read()
        check_readable(reading, self.log.path, folder=True)
        if reading.tail is not None:
            kept = self.log.set_aside(reading.tail)
            self.reports.append(
                f"The end of the log was torn ({reading.why}); it was set aside as {kept.name} "
                "and the step is run again."
            )
        if [line.hash for line in reading.lines] != [line.hash for line in self.lines]:
            self._keeping = None
            self.lines = list(reading.lines)
            self.history = replayed(self.lines, self.setup)
        refuse_strange(self.history)

    def append(self, entries: Sequence[Entry], at: str = "") -> list[Line]:
        """Write lines together, and take them in. They are of now, or of a time that was agreed on."""
        lines = self._write(entries, at)
        for line in lines:
            self.history.feed(line)
        return lines

    def append_outcome(self, outcome: Outcome) -> list[Line]:
        """Write the lines of a step, and take them in without reading the events again."""
        lines = self._write(outcome.entries())
        take_in(self.history, lines, outcome)
        return lines

    def _write(self, entries: Sequence[Entry], at: str = "") -> list[Line]:
        if self.alone:
            at = at or max(line.at for line in self.lines)
        lines = batch(self.lines[-1], entries, self.veil(), at)
        self.log.append(lines)
        self.lines += lines
        return lines

    def keep_received(self, data: bytes) -> str:
        """Keep a file as it was received, under its own SHA-256; returns that digest."""
        name = hexadecimal(sha256(data))
        path = self.folder / "received" / name
        if not path.exists():
            with self._hold():
                write_whole(path, data)
        return name


def _folders_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []


def is_match_log(given: Path) -> bool:
    """Whether what was named is a match folder, or the log in one: then the log must be whole."""
    return given.is_dir() or (given.name == LOG and (given.parent / SECRET).exists())


def check_readable(reading: Reading, path: Path, *, folder: bool = False) -> None:
    """A log that can be gone on with: nothing damaged but a torn end, an unbroken chain; whole in a match folder."""
    if reading.damaged:
        raise LogError(
            f"Line {reading.bad_line} of {path.name} is damaged: {reading.why}.",
            f"Restore it from a back-up; `adjudicator verify {path}` says what is still good.",
        )
    broken = misfit(reading.lines, folder=folder)
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


def first_body(lines: Sequence[Line]) -> Mapping[str, Any]:
    """What the first line of a log says of its match."""
    if not lines or lines[0].kind != "match":
        raise LogError("The log does not begin with a match line.", "Give the folder of a match.")
    return lines[0].body


def replayed(lines: Sequence[Line], setup: Setup) -> History:
    """The history that lines tell; the last position on record is compared with the one that was reached."""
    history = History(setup)
    last = max((line.seq for line in lines if line.kind == "turn"), default=0)
    try:
        for line in lines:
            history.feed(line)
            if line.seq == last:
                history.compare_state(line)
    except (KeyError, ValueError, TypeError, StopIteration) as trouble:
        raise LogError(
            f"Line {line.seq} of the log cannot be replayed: {type(trouble).__name__}.",
            "The log was written by another version or was changed; `adjudicator verify` says more.",
        ) from trouble
    return history


def refuse_strange(history: History) -> None:
    """Nobody writes on where the position or the data are not those on record."""
    for what in history.warnings():
        raise LogError(
            what,
            "Go on with the version and the data that the match was played with so far; "
            "`adjudicator verify` says from which line on they differ.",
        )


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
    table: Table | None = None,
) -> Match:
    """Start a match in a new folder: first line, secret, and a copy of all data that it is played with."""
    mode = mode or ("open" if seed is not None else "umpire")
    if mode not in ("open", "umpire", "mutual"):
        raise UsageError(f"There is no mode {mode!r}.", "Choose `open`, `umpire` or `mutual`.")
    if (mode == "mutual") != (table is not None):
        raise UsageError(
            "In mode mutual each side has a chain of its own; in the other modes there is one.",
            "Give the anchor of each side, and no seed: --mode mutual --anchor French=FILE --anchor Coalition=FILE.",
        )
    if seed is not None and mode != "open":
        raise UsageError(
            "A seed that is typed in is known to whoever typed it.", "Leave --seed out, or add --mode open."
        )
    if folder.exists() and any(folder.iterdir() if folder.is_dir() else [folder]):
        raise UsageError(f"{folder} is there already and is not empty.", "Choose another folder for the match.")
    name = name or folder.resolve().name
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot be a match's name.", "Use letters, digits, blanks, dots and dashes: --name first-steps."
        )
    if pack is not None and not pack.is_dir():
        raise UsageError(f"There is no data pack at {pack}.", "Give the folder that holds its files.")
    tools = tools or default_tools()
    data = MatchData(tools.folders(scenario), pack)
    rules = tools.load(scenario, check_options(options or {}, mode), data.pack, data.folders)
    keeper: Secrets | Keeping
    if table is not None:
        table.check(name, rules.sides, seats)
        keeper, parties = table.keeper, table.members(rules.sides)
    else:
        keeper = secrets = secrets or _make_secrets(mode, seed)
        parties = [secrets.to_party()]
    body: dict[str, Any] = {
        "name": name,
        "mode": mode,
        "parties": parties,
        "veil": hexadecimal(sha256(keeper.veil)),
        "engine": ENGINE,
        "ruleset": ruleset_version(rules),
        "scenario": scenario.strip().casefold(),
        "options": dict(options or {}),
        "data": data.digest,
        "start": digest(rules.dump(rules.start())),
    }
    if mode == "open" and secrets is not None:
        body["secret"] = hexadecimal(secrets.chain.secret)
    if seats:
        body["seats"] = {side: list(those) for side, those in sorted(_check_seats(rules.sides, seats).items())}
    lines = batch(None, [("match", body)], keeper.veil, table.at if table else "")
    made_here = not folder.exists()
    folder.parent.mkdir(parents=True, exist_ok=True)
    make_folder(folder)
    try:
        data.copy_to(folder)
        (table.own if table is not None and table.own is not None else keeper).save(folder / SECRET)
        LogFile(folder / LOG).append(lines)
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
            raise UsageError(f"There is no side called {side!r}.", f"The sides are: {', '.join(sides)}.")
    return seats
