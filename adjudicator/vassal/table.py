"""What lies on the table, step by step: the commands of a save or a log carried out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from adjudicator.core.errors import MatchError
from adjudicator.core.values import dataclass, replace
from adjudicator.vassal import commands as said
from adjudicator.vassal.commands import Told
from adjudicator.vassal.obfuscation import SAVE_AGAIN
from adjudicator.vassal.pieces import Kind, Lie, members_of, read_kind, read_lie

MOST_PIECES = 50_000


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece on the table."""

    id: str
    kind: Kind
    lie: Lie

    @property
    def is_secret(self) -> bool:
        """Whether somebody has masked or hidden it: nothing of it is to be told."""
        return self.lie.masked or self.lie.unseen

    def went(self, place: str, x: int, y: int) -> Thing:
        """The piece at another point."""
        return replace(self, lie=replace(self.lie, map=place, x=x, y=y))


Sort = str
"""What happened to a piece: "moved", "changed", "added", "removed"."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What a step did with one piece."""

    sort: Sort
    piece: str
    before: Thing | None
    after: Thing | None
    undone: bool = False
    """It took back what an earlier step had done."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll as the module kept it: a claim and nothing more."""

    button: str
    result: str


@dataclass(frozen=True, slots=True)
class Step:
    """What one logged step did."""

    number: int
    happened: tuple[Happened, ...] = ()
    chat: tuple[str, ...] = ()
    dice: tuple[Dice, ...] = ()


@dataclass
class Table:
    """The pieces of a game, as far as the commands were carried out."""

    things: dict[str, Thing] = field(default_factory=dict)
    boards: dict[str, tuple[tuple[str, int, int], ...]] = field(default_factory=dict)
    sides: set[str] = field(default_factory=set)
    """Sides that somebody had taken."""
    _stacks: dict[str, dict[str, None]] = field(default_factory=dict)
    """The members of each stack, the lowest first."""
    _within: dict[str, str] = field(default_factory=dict)
    """The stack of each piece that lies in one."""
    _undoing: bool = False

    def do(self, command: said.Command) -> Iterator[Happened]:
        """Carry out one command; says what became of pieces."""
        match command:
            case said.Add():
                yield from self._add(command)
            case said.Remove(piece):
                gone = self.things.pop(piece, None)
                self._leaves(piece)
                for member in self._stacks.pop(piece, {}):
                    self._within.pop(member, None)
                if gone is not None:
                    yield Happened("removed", piece, gone, None, self._undoing)
            case said.Change(piece, state):
                yield from self._change(piece, state)
            case said.Move(piece):
                for one in tuple(self._stacks.get(piece, (piece,))):
                    yield from self._move(one, command)
            case said.Undo(on):
                self._undoing = on
            case said.Boards(name, boards):
                self.boards[name] = boards
            case said.Seat(side):
                self.sides.add(side)
            case _:
                return

    def _add(self, command: said.Add) -> Iterator[Happened]:
        if command.type == "stack":
            self._stacked(command.id, command.state)
            return
        if len(self.things) >= MOST_PIECES:
            raise MatchError(f"The file has more than {MOST_PIECES:,} pieces: it is not read.", SAVE_AGAIN)
        kind = read_kind(command.type)
        self.things[command.id] = thing = Thing(command.id, kind, read_lie(kind, command.state))
        yield Happened("added", command.id, None, thing, self._undoing)

    def _stacked(self, stack: str, state: str) -> None:
        _, _, _, members = members_of(state)
        for member in (*self._stacks.pop(stack, {}), *members):
            self._leaves(member)
        self._stacks[stack] = dict.fromkeys(members)
        self._within.update(dict.fromkeys(members, stack))

    def _leaves(self, piece: str) -> None:
        """A piece is no longer in the stack that it lay in."""
        self._stacks.get(self._within.pop(piece, ""), {}).pop(piece, None)

    def _change(self, piece: str, state: str) -> Iterator[Happened]:
        if piece in self._stacks:
            self._stacked(piece, state)
            return
        before = self.things.get(piece)
        if before is None:
            return
        lie = read_lie(before.kind, state)
        self.things[piece] = after = replace(before, lie=lie)
        if (lie.map, lie.x, lie.y) != (before.lie.map, before.lie.x, before.lie.y):
            yield Happened("moved", piece, before, after, self._undoing)
        if replace(lie, map="", x=0, y=0) != replace(before.lie, map="", x=0, y=0):
            yield Happened("changed", piece, before, after, self._undoing)

    def _move(self, piece: str, move: said.Move) -> Iterator[Happened]:
        before = self.things.get(piece)
        if before is None:
            return
        if piece == move.id:
            self._leaves(piece)
        self.things[piece] = after = before.went(move.map, move.x, move.y)
        yield Happened("moved", piece, before, after, self._undoing)


@dataclass(frozen=True)
class Story:
    """A file read to its end."""

    opening: Table
    """The position that it begins with."""
    steps: tuple[Step, ...]
    closing: Table


def story_of(told: Iterable[Told]) -> Story:
    """The position of a file and what was logged after it."""
    opening, closing = Table(), Table()
    steps: list[Step] = []
    logged: list[said.Command] = []
    top = 0
    begun = False
    for one in told:
        if not one.logged:
            begun = begun or isinstance(one.command, said.Sign)
            for table in (opening, closing):
                for _ in table.do(one.command):
                    pass
            continue
        if logged and one.depth <= top:
            steps.append(_step(closing, len(steps) + 1, logged))
            logged = []
        if not logged:
            top = one.depth
        logged.append(one.command)
    if logged:
        steps.append(_step(closing, len(steps) + 1, logged))
    if not begun:
        raise MatchError("The file holds no saved game.", SAVE_AGAIN)
    return Story(opening, tuple(steps), closing)


def _step(table: Table, number: int, commands: Iterable[said.Command]) -> Step:
    happened: list[Happened] = []
    chat: list[str] = []
    dice: list[Dice] = []
    for command in commands:
        happened += table.do(command)
        match command:
            case said.Chat(text):
                chat.append(text)
            case said.Property(name, value) if name.endswith("_result"):
                dice.append(Dice(name.removesuffix("_result"), value))
    return Step(number, tuple(happened), tuple(chat), tuple(dice))
