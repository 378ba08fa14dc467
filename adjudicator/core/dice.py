"""Dice that belong to labels: seeded in play, scripted in golden cases.

The bytes of a roll are HMAC-SHA256(seed, label + "#" + k) for k = 0, 1, 2, ...; a byte b gives a die of s
sides if b < 256 - 256 % s, and then shows b % s + 1. Anyone can check a die with openssl alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

from adjudicator.core.canon import mac
from adjudicator.core.errors import ProgramError
from adjudicator.core.types import Roll

T = TypeVar("T")


class Dice(Protocol):
    """The only source of chance."""

    def roll(self, label: str, count: int = 1, sides: int = 6, *, veiled: bool = False) -> Roll: ...

    def shuffle(self, label: str, things: Sequence[T], *, veiled: bool = False) -> tuple[tuple[T, ...], Roll]: ...


def byte_stream(seed: bytes, label: str) -> Iterator[int]:
    """The bytes that belong to a label, block after block."""
    k = 0
    while True:
        yield from mac(seed, f"{label}#{k}".encode())
        k += 1


def faces(seed: bytes, label: str, sides: Sequence[int]) -> tuple[int, ...]:
    """The dice of a label, one for each number of sides, in order.

    >>> faces(bytes(32), "T1/demo", [6, 6])
    (1, 2)
    """
    shown: list[int] = []
    stream = byte_stream(seed, label)
    for s in sides:
        if not 1 <= s <= 256:
            raise ProgramError(f"A die with {s} sides was asked for at {label}.")
        limit = 256 - 256 % s
        byte = next(b for b in stream if b < limit)
        shown.append(byte % s + 1)
    return tuple(shown)


def shuffle_sides(count: int) -> list[int]:
    """Dice of a Fisher-Yates shuffle from the end: n, n-1, ... 2 sides."""
    return list(range(count, 1, -1))


def shuffled(things: Sequence[T], dice: Sequence[int]) -> tuple[T, ...]:
    """Things in the order that the dice of a shuffle give."""
    order = list(things)
    for last, die in zip(range(len(order) - 1, 0, -1), dice, strict=True):
        order[last], order[die - 1] = order[die - 1], order[last]
    return tuple(order)


def check_label(label: str) -> None:
    """A label is printable ASCII without "#": it says what the roll is for."""
    if not label or not label.isascii() or not label.isprintable() or "#" in label:
        raise ProgramError(f"The dice label {label!r} is not printable ASCII without '#'.")


class SeededDice:
    """Dice of one step: labels to faces, each label once.

    `used` holds the labels rolled earlier in the match. While a paused phase is run again, `reseed` moves to the
    next step's seed at the moment the answer is handed in, so a die belongs to the step that first rolled it.
    """

    def __init__(self, seed: bytes, veil: bytes | None, used: frozenset[str] = frozenset()) -> None:
        self._seed = seed
        self._veil = veil
        self._earlier = used
        self.rolled: list[str] = []
        self._mine: set[str] = set()

    def reseed(self, seed: bytes) -> None:
        """Go on with the seed of a later step."""
        self._seed = seed

    def roll(self, label: str, count: int = 1, sides: int = 6, *, veiled: bool = False) -> Roll:
        """Throw `count` dice of `sides` sides for a label."""
        shown = self._throw(label, [sides] * count, veiled)
        return Roll(label=label, sides=sides, faces=shown, veiled=veiled)

    def shuffle(self, label: str, things: Sequence[T], *, veiled: bool = False) -> tuple[tuple[T, ...], Roll]:
        """Put things in random order; returns the order and the roll that made it."""
        sides = shuffle_sides(len(things))
        shown = self._throw(label, sides, veiled)
        return shuffled(things, shown), Roll(label=label, sides=tuple(sides), faces=shown, veiled=veiled)

    def _throw(self, label: str, sides: Sequence[int], veiled: bool) -> tuple[int, ...]:
        check_label(label)
        if label in self._mine or label in self._earlier:
            raise ProgramError(f"The dice label {label} was rolled twice.")
        self._mine.add(label)
        self.rolled.append(label)
        return faces(self._seed if not veiled else self._veiled_seed(), label, sides)

    def _veiled_seed(self) -> bytes:
        if self._veil is None:
            raise ProgramError("A veiled die cannot be rolled without the veil.")
        return mac(self._veil, self._seed)


class ScriptedDice:
    """Dice for golden cases: faces by label; the end of a label is enough ("combat/1504/result").

    A label that is not in the script is an error, so a case says every die that it uses.
    """

    def __init__(self, script: Mapping[str, Sequence[int]], otherwise: int | None = None) -> None:
        self._script = {label: tuple(shown) for label, shown in script.items()}
        self._otherwise = otherwise
        self.rolled: list[str] = []

    def reseed(self, seed: bytes) -> None:
        """The script stays as it is."""

    def roll(self, label: str, count: int = 1, sides: int = 6, *, veiled: bool = False) -> Roll:
        """Show the scripted faces."""
        shown = self._find(label, [sides] * count)
        return Roll(label=label, sides=sides, faces=shown, veiled=veiled)

    def shuffle(self, label: str, things: Sequence[T], *, veiled: bool = False) -> tuple[tuple[T, ...], Roll]:
        """Shuffle by scripted faces; without a script the order stays as it is."""
        sides = shuffle_sides(len(things))
        shown = self._find(label, sides, keep=True)
        return shuffled(things, shown), Roll(label=label, sides=tuple(sides), faces=shown, veiled=veiled)

    def _find(self, label: str, sides: Sequence[int], *, keep: bool = False) -> tuple[int, ...]:
        check_label(label)
        if label in self.rolled:
            raise ProgramError(f"The dice label {label} was rolled twice.")
        self.rolled.append(label)
        for end, shown in self._script.items():
            if label == end or label.endswith("/" + end):
                if len(shown) != len(sides):
                    raise ProgramError(f"The script gives {len(shown)} dice for {label}, {len(sides)} are needed.")
                return shown
        if keep:
            return tuple(sides)
        if self._otherwise is None:
            raise ProgramError(f"The script has no dice for {label}.")
        return tuple(self._otherwise for _ in sides)
