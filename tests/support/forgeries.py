"""A match whose log has every member that a match writes today, and a forger who changes them one by one."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from adjudicator.play.match.match import Match
from adjudicator.play.match.running import run
from adjudicator.play.proof.drafting import Wish
from adjudicator.play.proof.rulings import rule
from tests.support.small_match import begin, hand_in

ATTACK = """attack 1703 from 1702, 1602
move Morand to 1702
move Briche to 1602

standing orders
  ask me about head
"""
COALITION = "move von Mutius to 1602\nmove Uvarov to 1206\nmove von Dolffs to 1605"
DIGEST = re.compile("[0-9a-f]{32,64}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
Path_ = tuple[Any, ...]


def every_member(folder: Path) -> Match:
    """Seats, a question, an answer, a late text, standing orders alone, rulings, press, a note, and the end."""
    match = begin(folder, seats={"French": ["Soult", "Oudinot"]}, options={"fog": "none"})
    hand_in(match, "French", ATTACK, seat="Soult")
    hand_in(match, "French", "move Ledru to 0504\nmvoe Lorentz", seat="Oudinot")
    run(match)
    with match.writing():
        match.append([("press", {"side": "French", "to": "Coalition", "text": "Surrender."})])
        match.append([("note", {"text": "Soult telephoned."})])
    hand_in(match, "French", "answer D1: head Briche", seat="Soult")
    run(match)
    hand_in(match, "French", "pass", seat="Soult")
    hand_in(match, "Coalition", "standing orders\n  losses: weakest first", turn=None)
    hand_in(match, "Coalition", COALITION)
    run(match)
    last = match.history.steps[-1].number
    rule(match, Wish(step=last, sort="correct", reason="Uvarov was tired", refuse=("Coalition:6",)))
    rule(match, Wish(step=last, sort="correct", reason="a fresh horse", changes=("put Uvarov at 1206",)))
    hand_in(match, "French", "resign confirm", 2, seat="Soult")
    hand_in(match, "French", "pass", 2, seat="Oudinot")
    run(match)
    return match


def places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Where something could be changed in a JSON value."""
    if path:
        yield path
    if isinstance(value, dict):
        for name, part in value.items():
            yield from places(part, (*path, name))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from places(part, (*path, number))


def changes(value: Any) -> Iterator[Any]:
    """What a forger who knows the form of the log would write instead."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str() if TIME.fullmatch(value):
            yield value[:-3] + ("01Z" if value[-3:] != "01Z" else "02Z")
        case str() if DIGEST.fullmatch(value):
            yield ("0" if value[0] != "0" else "1") + value[1:]
        case str():
            yield re.sub("[0-9a-f]{64}$", "0" * 64, value) if re.search("[0-9a-f]{64}$", value) else value + "x"
        case list() if value:
            yield value[:-1]
            yield [*value, value[-1]]
        case None:
            yield "French"
        case _:
            return


def forged(lines: list[dict[str, Any]], number: int, path: Path_, new: Any) -> list[dict[str, Any]]:
    """The lines with one place changed; a member may also be taken out."""
    found = copy.deepcopy(lines)
    inside: Any = found[number]
    for part in path[:-1]:
        inside = inside[part]
    if new is GONE:
        del inside[path[-1]]
    else:
        inside[path[-1]] = new
    return found


GONE = object()


def single_forgeries(lines: list[dict[str, Any]]) -> list[tuple[int, Path_, Any]]:
    """Every single change: the line, the place, and what is put there."""
    found: list[tuple[int, Path_, Any]] = []
    for number, line in enumerate(lines):
        for path in [("at",), ("kind",), *(("body", *path) for path in places(line["body"]))]:
            value: Any = line
            for part in path:
                value = value[part]
            found += [(number, path, new) for new in changes(value)]
            if path[0] == "body" and isinstance(path[-1], str):
                found.append((number, path, GONE))
    return found


def name_of(line: dict[str, Any], path: Path_) -> str:
    """A place in words: `turn.events.rolls.faces`."""
    return ".".join([line["kind"], *(str(part) for part in path if isinstance(part, str) and part != "body")])
