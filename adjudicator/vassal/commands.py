"""The commands of a saved game: text to values and back.

Passwords stand in these files in clear, as the ids of players. Nothing here keeps one: of a player only the side is
read, of a mask only that it is on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import NamedTuple

from adjudicator.core.errors import MatchError
from adjudicator.core.values import dataclass
from adjudicator.vassal.obfuscation import SAVE_AGAIN
from adjudicator.vassal.sequences import joined, parts

ESC = "\x1b"
BEGIN, END = "begin_save", "end_save"
LOG, CHAT = "LOG\t", "CHAT"
MOST = 400_000
"""Commands in a file: a long match at many pieces has a tenth of them."""


@dataclass(frozen=True, slots=True)
class Add:
    """A piece or a stack comes into the game."""

    id: str
    type: str
    state: str


@dataclass(frozen=True, slots=True)
class Remove:
    """A piece goes out of the game."""

    id: str


@dataclass(frozen=True, slots=True)
class Change:
    """A piece is turned over, marked, masked: all of that is in its state."""

    id: str
    state: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """A piece or a stack goes to a point of a map; `map` is empty for none."""

    id: str
    map: str
    x: int
    y: int
    old_map: str = ""
    old_x: int = 0
    old_y: int = 0


@dataclass(frozen=True, slots=True)
class Chat:
    """A line of the chat, as it was written there."""

    text: str


@dataclass(frozen=True, slots=True)
class Property:
    """A value that the module keeps: dice leave their results so."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards that lie on a map, each with the point of its corner in boards' own terms."""

    map: str
    boards: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """The commands up to the next of these take back what was done before."""

    on: bool


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody plays a side. Who it is is not read."""

    side: str


@dataclass(frozen=True, slots=True)
class Sign:
    """Where the saved position begins and ends."""

    word: str


@dataclass(frozen=True, slots=True)
class Other:
    """A command that says nothing to us."""


Command = Add | Remove | Change | Move | Chat | Property | Boards | Undo | Seat | Sign | Other


class Told(NamedTuple):
    """A command in its place: how deep it hangs below others, and whether it was logged."""

    command: Command
    depth: int = 0
    logged: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What one click of VASSAL's step button does."""

    commands: tuple[Command, ...] = field(default_factory=tuple)


_SEPARATOR = re.compile(r"(\\*)" + ESC)


def read(text: str) -> Iterator[Told]:
    """The commands in the order in which VASSAL carries them out."""
    if text.count(ESC) > MOST:
        raise MatchError(f"The file has more than {MOST:,} commands: it is not read.", SAVE_AGAIN)
    found = _SEPARATOR.split(text)
    depths = [0, *(len(signs) for signs in found[1::2])]
    for said, depth in zip(found[0::2], depths, strict=True):
        logged = said.startswith(LOG)
        yield Told(command_of(said.removeprefix(LOG)), depth, logged)


def command_of(text: str) -> Command:
    """One command; what cannot be made out says nothing."""
    try:
        return _command(text)
    except (ValueError, IndexError):
        return Other()


def _command(text: str) -> Command:
    if text in (BEGIN, END):
        return Sign(text)
    if text.startswith(CHAT):
        return Chat(text[len(CHAT) :])
    if text[:2] in ("+/", "-/", "D/", "M/"):
        return _of_piece(parts(text, "/"))
    words = parts(text, "\t")
    head = words[0]
    if head == "MutableProperty":
        return Property(words[1], words[3])
    if head == "PLAYER":
        return Seat(words[3])
    if head == "UNDO":
        return Undo(words[1] == "true")
    if head.endswith("BoardPicker"):
        placed = zip(words[1::3], words[2::3], words[3::3], strict=False)
        return Boards(head.removesuffix("BoardPicker"), tuple((name, int(x), int(y)) for name, x, y in placed))
    return Other()


def _of_piece(words: list[str]) -> Command:
    match words:
        case ["+", piece, sort, state, *_]:
            return Add(piece, sort, state)
        case ["-", piece, *_]:
            return Remove(piece)
        case ["D", piece, state, *before]:
            return Change(piece, state, before[0] if before else "")
        case ["M", piece, place, x, y, *old]:
            now = ("" if place == "null" else place, _number(x), _number(y))
            if len(old) < 4:
                return Move(piece, *now)
            return Move(piece, *now, "" if old[1] == "null" else old[1], _number(old[2]), _number(old[3]))
        case _:
            return Other()


def _number(text: str) -> int:
    """A coordinate; what is far outside of any board is none."""
    value = int(text)
    if abs(value) > 1_000_000:
        raise ValueError(text)
    return value


def text_of(command: Command) -> str:
    """A command as VASSAL reads it."""
    match command:
        case Add(piece, sort, state):
            return joined(("+", piece, sort, state), "/")
        case Remove(piece):
            return joined(("-", piece), "/")
        case Change(piece, state, before):
            return joined(("D", piece, state, *((before,) if before else ())), "/")
        case Move():
            return _move(command)
        case Chat(text):
            return CHAT + text
        case Property(name, value):
            return joined(("MutableProperty", name, "", value, "Module"), "\t")
        case Boards(name, boards):
            return joined((f"{name}BoardPicker", *(str(word) for board in boards for word in board)), "\t")
        case Sign(word):
            return word
        case Undo(on):
            return joined(("UNDO", "true" if on else "false"), "\t")
        case _:
            raise ValueError(f"{command} is never written")


def _move(move: Move) -> str:
    now = (move.map or "null", str(move.x), str(move.y), "null")
    old = (move.old_map or "null", str(move.old_x), str(move.old_y), "null")
    return joined(("M", move.id, *now, *old, "null"), "/")


def saved(position: Iterable[Command], steps: Iterable[Step] = ()) -> str:
    """A position, and what is stepped through from there."""
    texts = [text_of(command) for command in (Sign(BEGIN), *position, Sign(END))]
    for step in steps:
        first, *more = (LOG + text_of(command) for command in step.commands)
        texts.append(("\\" + ESC).join((first, *more)))
    return ESC.join(texts)
