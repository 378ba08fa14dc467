"""The log: one canonical JSON object a line, each bound to the one before by its hash."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from adjudicator.core.canon import ZERO_HASH, canonical, sha256_text
from adjudicator.core.errors import LogError, ProgramError
from adjudicator.record.chain import salt_of, text_digest
from adjudicator.record.files import append_synced, cut_to, write_whole

KINDS = ("match", "orders", "answer", "turn", "decision", "ruling", "reveal", "note")
_HASH_MEMBER = re.compile(r',"hash":"([0-9a-f]{64})"(,"kind":"[a-z]+","prev":"[0-9a-f]{64}","seq":[0-9]+\})\Z')
_MEMBERS = {"at": str, "body": dict, "hash": str, "kind": str, "prev": str, "seq": int}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a log or of an export; `cut` where an export shows only a side's part."""

    seq: int
    at: str
    kind: str
    body: Mapping[str, Any]
    prev: str
    hash: str
    cut: bool = False
    text: str = field(default="", compare=False, repr=False)

    def written(self) -> str:
        """The line as it stands in the file, without its end."""
        return self.text or canonical(self.plain())

    def plain(self) -> dict[str, Any]:
        """The line's members."""
        plain: dict[str, Any] = {"at": self.at, "body": self.body, "hash": self.hash, "kind": self.kind}
        plain |= {"prev": self.prev, "seq": self.seq}
        return plain | {"cut": True} if self.cut else plain

    def true_hash(self) -> str:
        """The hash that the line should have."""
        text = self.written()
        found = _HASH_MEMBER.search(text)
        if found is None:
            plain = self.plain()
            del plain["hash"]
            return sha256_text(canonical(plain))
        return sha256_text(text[: found.start()] + found.group(2))


def make_line(seq: int, at: str, kind: str, body: Mapping[str, Any], prev: str) -> Line:
    """A new line with its hash."""
    refuse_floats(body)
    bare = canonical({"at": at, "body": body, "kind": kind, "prev": prev, "seq": seq})
    hashed = sha256_text(bare)
    end = f',"kind":"{kind}","prev":"{prev}","seq":{seq}}}'
    return Line(seq, at, kind, body, prev, hashed, text=f'{bare[: -len(end)]},"hash":"{hashed}"{end}')


def refuse_floats(value: Any) -> None:
    """Numbers in the log are integers or exact fractions written as text."""
    if isinstance(value, float):
        raise ProgramError(f"A number with a decimal point was about to be written to the log: {value}.")
    if isinstance(value, Mapping):
        for item in value.values():
            refuse_floats(item)
    elif isinstance(value, list | tuple):
        for item in value:
            refuse_floats(item)


def stamp() -> str:
    """The time of a line: from SOURCE_DATE_EPOCH where that is set, otherwise from the clock."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        moment = time.gmtime(int(fixed) if fixed else None)
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", moment)
    except (ValueError, OverflowError, OSError):
        raise LogError(
            "SOURCE_DATE_EPOCH is not a number of seconds.", "Unset it, or set it to whole seconds."
        ) from None


@dataclass(frozen=True, slots=True)
class Tail:
    """What could not be read at the end of a log, and why."""

    start: int
    """The byte at which what is good ends."""
    data: bytes
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The good lines of a file, and what follows them if that is not good."""

    lines: tuple[Line, ...]
    tail: Tail | None = None
    bad_line: int = 0
    """The number of the first line that cannot be read; 0 if all can."""
    in_the_middle: bool = False
    """Whether readable lines follow the bad one: then it is no torn end."""


def parse_line(text: str) -> Line:
    """One line of a file; raises ValueError with a reason."""
    plain = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
    if not isinstance(plain, dict):
        raise ValueError("it is not a JSON object")
    for name, sort in _MEMBERS.items():
        if not isinstance(plain.get(name), sort) or isinstance(plain[name], bool):
            raise ValueError(f"its member {name!r} is missing or of the wrong sort")
    others = sorted(set(plain) - set(_MEMBERS) - {"cut"})
    if others:
        raise ValueError(f"it has a member that no line has: {others[0]!r}")
    if plain["kind"] not in KINDS:
        raise ValueError(f"its kind {plain['kind']!r} is not one of ours")
    cut = plain.pop("cut", False) is True
    return Line(**plain, cut=cut, text=text)


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a whole number")


def read_bytes(data: bytes) -> Reading:
    """Read a log as far as it can be read. Lines end at a newline byte only."""
    lines: list[Line] = []
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        number = len(lines) + 1
        if end < 0:
            return _unfinished(lines, data, Tail(start, data[start:], "the last line has no end"))
        try:
            lines.append(parse_line(data[start:end].decode("utf-8")))
        except (ValueError, RecursionError) as trouble:
            why = "it is not UTF-8 text" if isinstance(trouble, UnicodeDecodeError) else _words(trouble)
            tail = Tail(start, data[start:], why)
            if end + 1 < len(data):
                return Reading(tuple(lines), tail, number, in_the_middle=True)
            return _unfinished(lines, data, tail)
        start = end + 1
    return _unfinished(lines, data, None)


def _words(trouble: Exception) -> str:
    if isinstance(trouble, json.JSONDecodeError):
        return f"it is not JSON (column {trouble.colno})"
    return str(trouble) if isinstance(trouble, ValueError) else "it is nested too deeply"


def _unfinished(lines: list[Line], data: bytes, tail: Tail | None) -> Reading:
    """Lines written together are good together: a batch that is not complete belongs to the tail.

    How many follow is believed only where the line's own hash fits: a changed line is no torn one.
    """
    for index, line in enumerate(lines):
        follows = line.body.get("follows", 0)
        if not isinstance(follows, int) or index + follows < len(lines):
            continue
        if line.cut or line.true_hash() == line.hash:
            start = sum(len(earlier.text.encode("utf-8")) + 1 for earlier in lines[:index])
            why = f"line {line.seq} was written together with {follows} more, which are not all there"
            return Reading(tuple(lines[:index]), Tail(start, data[start:], why), index + 1)
    return Reading(tuple(lines), tail, len(lines) + 1 if tail else 0)


def check_chain(lines: Sequence[Line]) -> tuple[Line, str] | None:
    """The first line whose number, predecessor or hash does not fit, and what does not; None if all fit."""
    prev = ZERO_HASH
    for number, line in enumerate(lines, start=1):
        if line.seq != number:
            return line, f"line {number} of the file carries the number {line.seq}: a line was taken out or put in"
        if line.prev != prev:
            return line, "it does not follow on the line before: one of the two was changed, taken out or put in"
        if not line.cut and line.true_hash() != line.hash:
            return line, "its hash does not fit what it says: it was changed after it was written"
        prev = line.hash
    return None


class LogFile:
    """A log on disk, for reading and for appending; the caller holds the match's lock while it writes."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Reading:
        """All good lines, and what is not good."""
        try:
            return read_bytes(self.path.read_bytes())
        except FileNotFoundError:
            raise LogError(f"There is no log at {self.path}.", "Start a match with `adjudicator new`.") from None
        except (IsADirectoryError, PermissionError) as trouble:
            raise LogError(f"The log {self.path} cannot be read: {trouble.strerror}.", "Give the log's file.") from None

    def set_aside(self, tail: Tail) -> Path:
        """Move a torn tail into a file of its own beside the log, and shorten the log to what is good."""
        number = 1
        while (kept := self.path.with_name(f"{self.path.name}.torn-{number}")).exists():
            number += 1
        write_whole(kept, tail.data)
        cut_to(self.path, tail.start)
        return kept

    def append(self, lines: Sequence[Line]) -> None:
        """Write lines in one go; they are on disk when this returns."""
        append_synced(self.path, "".join(line.written() + "\n" for line in lines).encode("utf-8"))


def batch(last: Line | None, entries: Sequence[tuple[str, Mapping[str, Any]]], veil: bytes) -> list[Line]:
    """Lines that are written together, salted; the first says how many follow, so that a torn write can be told."""
    at = stamp()
    seq, prev = (last.seq, last.hash) if last else (0, ZERO_HASH)
    lines: list[Line] = []
    for kind, body in entries:
        seq += 1
        full = dict(body)
        if kind != "match":
            full["salt"] = salt_of(veil, seq)
        if kind in ("orders", "answer"):
            full["sha256"] = text_digest(full["salt"], full["text"])
        if not lines and len(entries) > 1:
            full["follows"] = len(entries) - 1
        lines.append(make_line(seq, at, kind, full, prev))
        prev = lines[-1].hash
    return lines
