"""A side's own log: every line with its true place in the chain, and of its body what that side may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from adjudicator.core.types import Side
from adjudicator.record.log import Line


class Showing(Protocol):
    """Tells a side's part of what rules decide."""

    def turn(self, line: Line, side: Side) -> Mapping[str, Any]:
        """Of a turn line: the side's form of `events` and `refused`, its `answers`, and `view`."""
        ...

    def ruling(self, line: Line, side: Side) -> Mapping[str, Any]:
        """Of a ruling: what concerns the side."""
        ...


OPEN_MEMBERS = ("step", "links", "orders", "seed", "without", "follows")
"""What everybody may read in a turn line."""


def export(lines: Sequence[Line], side: Side, showing: Showing) -> Iterator[Line]:
    """The side's form of each line."""
    for line in lines:
        yield _part(line, side, showing)


def _part(line: Line, side: Side, shown: Showing) -> Line:
    body = line.body
    match line.kind:
        case "match":
            if "secret" not in body:
                return line
            return _cut(line, {name: value for name, value in body.items() if name != "secret"})
        case "orders" | "answer":
            return line if body["side"] == side else _cut(line, {"side": body["side"], "sha256": body["sha256"]})
        case "decision":
            return line if body["side"] == side else _cut(line, {"side": body["side"]})
        case "turn":
            part = {name: body[name] for name in OPEN_MEMBERS if name in body}
            return _cut(line, part | dict(shown.turn(line, side)) | {"side": side})
        case "ruling":
            return _cut(
                line, {name: body[name] for name in ("follows",) if name in body} | dict(shown.ruling(line, side))
            )
        case _:
            return line


def _cut(line: Line, body: Mapping[str, Any]) -> Line:
    return replace(line, body=body, cut=True, text="")


def side_of_export(lines: Sequence[Line]) -> str | None:
    """The side that an export was made for; None for a whole log."""
    for line in lines:
        if line.cut and line.kind == "turn":
            side = line.body.get("side")
            return side if isinstance(side, str) else None
    return None
