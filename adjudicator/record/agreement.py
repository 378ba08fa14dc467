"""Mode mutual: a correction is written with its step's dice known, so every party agrees to it first.

It is proposed in a note, whose digest binds what it will say; each party answers `agree ruling N`, N being the note's
number; then the ruling is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.canon import canonical, hexadecimal, mac
from adjudicator.record.export import EVERYBODY
from adjudicator.record.log import Line

_PROPOSED = re.compile(r"proposed ruling ([0-9a-f]{64}) on step (\d+): ")


def proposal(veil: bytes, number: int, body: Mapping[str, Any]) -> str:
    """The words of the note, as line `number`, that proposes a ruling."""
    return f"proposed ruling {ruling_digest(veil, number, body)} on step {body['step']}: {body['reason']}"


def ruling_digest(veil: bytes, number: int, body: Mapping[str, Any]) -> str:
    """What binds a proposal to the ruling; nobody can guess the ruling from it while the veil is shut."""
    bare = {name: part for name, part in body.items() if name != "salt"}
    return hexadecimal(mac(veil, f"ruling/{number}/{canonical(bare)}".encode()))


def agreement(number: int) -> str:
    """What a party says to agree to the proposal of a line."""
    return f"agree ruling {number}"


def proposals(lines: Sequence[Line], body: Mapping[str, Any], veil: bytes | None) -> list[Line]:
    """The notes that propose a ruling; while the veil is shut, those that propose any of the same step.

    One from before the last step or ruling is stale: it was about a match that stood otherwise.
    """
    since = max((line.seq for line in lines if line.kind in ("turn", "ruling")), default=0)
    found = []
    for line in lines[since:]:
        said = _PROPOSED.match(line.body["text"]) if line.kind == "note" else None
        if said is None or int(said.group(2)) != body["step"]:
            continue
        if veil is None or said.group(1) == ruling_digest(veil, line.seq, body):
            found.append(line)
    return found


def open_proposal(lines: Sequence[Line], number: int) -> bool:
    """Whether a line proposes a ruling."""
    line = lines[number - 1] if 1 <= number <= len(lines) else None
    return line is not None and line.kind == "note" and _PROPOSED.match(line.body["text"]) is not None


def not_agreed(lines: Sequence[Line], parties: Sequence[str], number: int) -> tuple[str, ...]:
    """The parties that have not agreed to the proposal of a line."""
    said = {
        line.body["side"]
        for line in lines[number:]
        if line.kind == "press" and line.body.get("to") == EVERYBODY and line.body.get("text") == agreement(number)
    }
    return tuple(party for party in parties if party not in said)


def agreed_to(lines: Sequence[Line], parties: Sequence[str], ruling: Line, veil: bytes | None) -> tuple[str, ...]:
    """The parties that did not agree to a ruling before it was written; all of them where nobody proposed it."""
    lacking = [
        not_agreed(lines, parties, note.seq) for note in proposals(lines, ruling.body, None if ruling.cut else veil)
    ]
    return min(lacking, key=len, default=tuple(parties))
