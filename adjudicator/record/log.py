"""The log: one canonical JSON object a line, each bound to the one before by its hash.

A line is what its parse prints. One that ends in a newline was written whole: if it does not fit, it is damaged.
Only a last line without an end, or a batch that is not complete, is a torn tail.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, NoReturn

from adjudicator.core.canon import ZERO_HASH, canonical, sha256_text
from adjudicator.core.errors import LogError, ProgramError, UsageError
from adjudicator.core.values import dataclass
from adjudicator.record.chain import salt_of, text_digest
from adjudicator.record.files import append_synced, cut_to, write_whole
from adjudicator.record.schema import ENVELOPE, body_fault, sentence

TEXTS = ("orders", "answer", "opened")
"""Kinds of lines that hold a text of a player, with its digest."""


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
    export: str = ""
    """In the first line of an export: the side that it was made for."""
    text: str = field(default="", compare=False, repr=False)
    fault: str = field(default="", compare=False)
    """What its body lacks, or has otherwise than its kind says; found when it was read."""

    def written(self) -> str:
        """The line as it stands in the file, without its end."""
        return self.text or canonical(self.plain())

    def plain(self) -> dict[str, Any]:
        """The line's members."""
        plain: dict[str, Any] = {"at": self.at, "body": self.body, "hash": self.hash, "kind": self.kind}
        plain |= {"prev": self.prev, "seq": self.seq}
        if self.cut:
            plain["cut"] = True
        if self.export:
            plain["export"] = self.export
        return plain

    def true_hash(self) -> str:
        """The hash that the line should have: over itself without `hash`, `cut` and `export`."""
        end = f',"kind":"{self.kind}","prev":"{self.prev}","seq":{self.seq}}}'
        marks = (',"cut":true' if self.cut else "") + (f',"export":{canonical(self.export)}' if self.export else "")
        tail = f'{marks},"hash":"{self.hash}"{end}'
        return sha256_text(self.written()[: -len(tail)] + end)


def make_line(seq: int, at: str, kind: str, body: Mapping[str, Any], prev: str) -> Line:
    """A new line with its hash."""
    refuse_floats(body)
    fault = body_fault(kind, body)
    if fault is not None:
        raise ProgramError(f"A {kind} line was about to be written, but {sentence(fault, kind)}.")
    bare = canonical({"at": at, "body": body, "kind": kind, "prev": prev, "seq": seq})
    hashed = sha256_text(bare)
    end = f',"kind":"{kind}","prev":"{prev}","seq":{seq}}}'
    return Line(seq, at, kind, body, prev, hashed, text=f'{bare[: -len(end)]},"hash":"{hashed}"{end}')


def refuse_floats(value: Any) -> None:
    """Numbers in the log are integers or exact fractions written as text."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            continue
        if isinstance(item, Mapping):
            waiting.extend(item.values())
        elif isinstance(item, list | tuple):
            waiting.extend(item)
        elif isinstance(item, float):
            raise ProgramError(f"A number with a decimal point was about to be written to the log: {item}.")


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
    """A torn end: a write that did not come to its end."""

    start: int
    """The byte at which what is good ends."""
    data: bytes


@dataclass(frozen=True, slots=True)
class Reading:
    """The good lines of a file, and what follows them if that is not good."""

    lines: tuple[Line, ...]
    bad_line: int = 0
    """The number of the first line that is not good; 0 if all are."""
    why: str = ""
    tail: Tail | None = None
    """The bad end, where it is only torn: the next writer may set it aside."""

    @property
    def damaged(self) -> bool:
        """Whether a line that was written whole does not fit: nobody may go on from there."""
        return bool(self.bad_line) and self.tail is None


def parse_line(text: str) -> Line:
    """One line of a file; raises ValueError with a reason if it is not one of ours, letter for letter."""
    plain = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
    fault = ENVELOPE.fault(plain)
    if fault is not None:
        raise ValueError(sentence(fault))
    if canonical(plain) != text:
        raise ValueError(_spelling(text))
    kind, cut = plain["kind"], "cut" in plain
    found = body_fault(kind, plain["body"], cut=cut)
    if found is not None and found.trouble == "unknown":
        raise ValueError(sentence(found, kind))
    return Line(**plain, text=text, fault=sentence(found, kind) if found else "")


def _spelling(text: str) -> str:
    if text.endswith("\r"):
        return "it ends in CR LF, but lines end in LF alone"
    return "it is not written in the one canonical way: keys once and in order, no blanks, letters as themselves"


def _no_float(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a whole number")


def read_bytes(data: bytes) -> Reading:
    """Read a log as far as it can be read. Lines end at a newline byte only."""
    lines: list[Line] = []
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        if end < 0:
            torn = Reading(tuple(lines), len(lines) + 1, "the last line has no end", Tail(start, data[start:]))
            return _incomplete(lines, data) or torn
        try:
            lines.append(parse_line(data[start:end].decode("utf-8")))
        except (ValueError, RecursionError) as trouble:
            return Reading(tuple(lines), len(lines) + 1, _words(trouble))
        start = end + 1
    return _incomplete(lines, data) or Reading(tuple(lines))


def _words(trouble: Exception) -> str:
    if isinstance(trouble, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(trouble, json.JSONDecodeError):
        return f"it is not JSON (column {trouble.colno})"
    return str(trouble) if isinstance(trouble, ValueError) else "it is nested too deeply"


def _incomplete(lines: Sequence[Line], data: bytes) -> Reading | None:
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
            return Reading(tuple(lines[:index]), index + 1, why, Tail(start, data[start:]))
    return None


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
        if line.fault:
            return line, line.fault
        prev = line.hash
    return None


class NoLogError(LogError, UsageError):
    """There is no log where one was named."""


class LogFile:
    """A log on disk, for reading and for appending; the caller holds the match's lock while it writes."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Reading:
        """All good lines, and what is not good."""
        try:
            return read_bytes(self.path.read_bytes())
        except FileNotFoundError:
            raise NoLogError(f"There is no log at {self.path}.", "Start a match with `adjudicator new`.") from None
        except (IsADirectoryError, PermissionError) as trouble:
            raise LogError(f"The log {self.path} cannot be read: {trouble.strerror}.", "Give the log's file.") from None

    def is_whole(self, lines: Sequence[Line]) -> bool:
        """Whether the file is what these lines are, letter for letter: then nothing in it is new."""
        try:
            return self.path.read_bytes() == _bytes(lines)
        except OSError:
            return False

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
        append_synced(self.path, _bytes(lines))


def _bytes(lines: Sequence[Line]) -> bytes:
    return "".join(line.written() + "\n" for line in lines).encode("utf-8")


def batch(last: Line | None, entries: Sequence[tuple[str, Mapping[str, Any]]], veil: bytes, at: str = "") -> list[Line]:
    """Lines that are written together, salted; the first says how many follow, so that a torn write can be told.

    They are of this moment, or of one that was agreed on.
    """
    at = at or stamp()
    seq, prev = (last.seq, last.hash) if last else (0, ZERO_HASH)
    lines: list[Line] = []
    for kind, body in entries:
        seq += 1
        full = dict(body)
        if kind != "match":
            full["salt"] = salt_of(veil, seq)
        if kind in TEXTS:
            full["sha256"] = text_digest(full["salt"], full["text"])
        if not lines and len(entries) > 1:
            full["follows"] = len(entries) - 1
        lines.append(make_line(seq, at, kind, full, prev))
        prev = lines[-1].hash
    return lines
