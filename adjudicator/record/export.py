"""A side's own log: every line with its true place in the chain, and of its body what that side may see.

An export says so in its first line. Exactly these lines are cut in it: every turn and ruling, others' texts and
decisions, press that is not for the side, and in mode `open` the first line, which holds the secret of the dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.values import replace
from adjudicator.record.log import TEXTS, Line, check_chain

EVERYBODY = "All"
"""Whom press is to that anybody may read. Press to one seat of a side is to `SIDE/SEAT`, and its side reads it."""
OPEN_MEMBERS = ("step", "links", "orders", "seed", "without", "follows", "by")
"""What everybody may read in a turn line."""


class Showing(Protocol):
    """Tells a side's part of what rules decide."""

    def turn(self, line: Line, side: Side) -> Mapping[str, Any]:
        """Of a turn line: the side's form of `events` and `refused`, its `answers`, and `view`."""
        ...

    def ruling(self, line: Line, side: Side) -> Mapping[str, Any]:
        """Of a ruling: what concerns the side."""
        ...


def export(lines: Sequence[Line], side: Side, showing: Showing) -> Iterator[Line]:
    """The side's form of each line; the first says whose export it is."""
    for number, line in enumerate(until_links(lines)):
        part = _part(line, side, showing) if is_cut(line.kind, line.body, side) else line
        yield replace(part, export=side, text="") if number == 0 else part


def is_read_by(body: Mapping[str, Any], side: str) -> bool:
    """Whether a message on the record is for a side, for the public, or for the umpire, who reads all."""
    to = str(body["to"])
    return side in (UMPIRE, body["side"], to.split("/")[0]) or to == EVERYBODY


def until_links(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines that may be shown: links of a step are nobody's business until every party has shown its own."""
    fixed = next((number for number in range(len(lines) - 1, -1, -1) if lines[number].kind == "fixed"), None)
    if fixed is None:
        return lines
    parties = len(lines[0].body["parties"])
    links = [number for number in range(fixed, len(lines)) if lines[number].kind == "link"]
    return lines[: links[0]] if 0 < len(links) < parties else lines


def is_cut(kind: str, body: Mapping[str, Any], side: str) -> bool:
    """Whether an export for a side shows only a part of a line."""
    match kind:
        case "turn" | "ruling":
            return True
        case "match":
            return body.get("mode") == "open"
        case "decision":
            return body.get("side") != side
        case "press":
            to = str(body.get("to", ""))
            return side not in (body.get("side"), to.split("/")[0]) and to != EVERYBODY
        case _:
            return kind in TEXTS and body.get("side") != side


def _part(line: Line, side: Side, shown: Showing) -> Line:
    body = line.body
    match line.kind:
        case "match":
            return _cut(line, {name: value for name, value in body.items() if name != "secret"})
        case "turn":
            part = {name: body[name] for name in OPEN_MEMBERS if name in body}
            return _cut(line, part | dict(shown.turn(line, side)))
        case "ruling":
            return _cut(line, shown.ruling(line, side))
        case _:
            return _cut(line, {name: body[name] for name in ("side", "sha256") if name in body})


def _cut(line: Line, body: Mapping[str, Any]) -> Line:
    return replace(line, body=dict(body), cut=True, text="")


def side_of_export(lines: Sequence[Line]) -> str | None:
    """The side that an export was made for; None for a whole log."""
    return lines[0].export or None if lines else None


def wrong_cut(lines: Sequence[Line]) -> tuple[Line, str] | None:
    """The first line that is cut where it must be whole, or whole where it must be cut; None if there is none."""
    side = side_of_export(lines)
    for number, line in enumerate(lines):
        if number and line.export:
            return line, "only the first line says whose export it is"
        if line.cut and side is None:
            return line, "it is marked as cut, but the first line does not say that this is an export"
        if side is None:
            continue
        cut = is_cut(line.kind, line.body, side)
        if line.cut and not cut:
            return line, f"it is marked as cut, but an export for {side} has it whole"
        if cut and not line.cut:
            return line, f"an export for {side} has only a part of it, but here it stands whole"
    return None


def misfit(lines: Sequence[Line], *, folder: bool = False) -> tuple[Line, str] | None:
    """The first line that does not fit by its place, its hash or its cuts; the log of a match folder must be whole."""
    broken = check_chain(lines)
    if broken is not None:
        return broken
    if folder and lines and lines[0].export:
        return lines[0], f"the log of a match folder is whole, and this is an export for {lines[0].export}"
    return wrong_cut(lines)
