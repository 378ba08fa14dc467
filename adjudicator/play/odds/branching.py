"""Dice that fall in every way: a throw is split no further than the rules look at it.

A rule that reads only the sum of two dice makes eleven branches and not thirty-six; dice that nobody reads make none.
Each look is a choice; a path of choices can be gone again to its end, and the next path is known from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, TypeVar

from adjudicator.core.dice import shuffle_sides, shuffled
from adjudicator.core.types import Roll

T = TypeVar("T")
Path = tuple[int, ...]


@cache
def ways(sides: tuple[int, ...]) -> dict[int, int]:
    """In how many ways dice make each sum.

    >>> ways((6, 6))[7]
    6
    """
    found = {0: 1}
    for s in sides:
        more: dict[int, int] = {}
        for total, many in found.items():
            for face in range(1, s + 1):
                more[total + face] = more.get(total + face, 0) + many
        found = more
    return found


class Branching:
    """Dice that follow a path of choices, and beyond its end take the first of each."""

    def __init__(self, path: Path = ()) -> None:
        self._path = path
        self.taken: list[int] = []
        self._open: list[int] = []
        self.weight = Fraction(1)
        """How likely the path is that has been taken."""

    def roll(self, label: str, count: int = 1, sides: int = 6, *, veiled: bool = False) -> Roll:
        """A throw that has not been looked at."""
        given: dict[str, Any] = {"label": label, "sides": sides, "veiled": veiled}
        roll = LookedAt.model_construct(set(given), **given)
        roll.__dict__["thrown"] = Thrown(self, (sides,) * count)
        return roll

    def shuffle(self, label: str, things: Sequence[T], *, veiled: bool = False) -> tuple[tuple[T, ...], Roll]:
        """Things in one of their orders: each is as likely."""
        sides = shuffle_sides(len(things))
        shown = tuple(self.choose([Fraction(1, s)] * s) + 1 for s in sides)
        return shuffled(things, shown), Roll(label=label, sides=tuple(sides), faces=shown, veiled=veiled)

    def reseed(self, seed: bytes) -> None:
        """There is no seed."""

    def choose(self, chances: Sequence[Fraction]) -> int:
        """Which of some possibilities comes about."""
        at = len(self.taken)
        index = self._path[at] if at < len(self._path) else 0
        self.taken.append(index)
        self._open.append(len(chances))
        self.weight *= chances[index]
        return index

    def following(self) -> Path | None:
        """The next path in order; None after the last."""
        for at in range(len(self.taken) - 1, -1, -1):
            if self.taken[at] + 1 < self._open[at]:
                return (*self.taken[:at], self.taken[at] + 1)
        return None


class Thrown:
    """Dice that lie under a cup: lifted as far as somebody looks."""

    __slots__ = ("_branching", "_faces", "_sides", "_total")

    def __init__(self, branching: Branching, sides: tuple[int, ...]) -> None:
        self._branching = branching
        self._sides = sides
        self._total: int | None = None
        self._faces: tuple[int, ...] | None = None

    def total(self) -> int:
        """The sum, without a look at single dice."""
        if self._total is None:
            every = ways(self._sides)
            sums = list(every)
            many = sum(every.values())
            self._total = sums[self._branching.choose([Fraction(every[one], many) for one in sums])]
        return self._total

    def faces(self) -> tuple[int, ...]:
        """Die by die; where the sum is known already, only those that make it."""
        if self._faces is None:
            self._faces = tuple(self._lifted())
            self._total = sum(self._faces)
        return self._faces

    def _lifted(self) -> Iterator[int]:
        left = self._total
        for at, sides in enumerate(self._sides):
            rest = ways(self._sides[at + 1 :])
            can = {
                face: rest.get(left - face, 0) if left is not None else 1
                for face in range(1, sides + 1)
                if left is None or left - face in rest
            }
            many = sum(can.values())
            face = list(can)[self._branching.choose([Fraction(one, many) for one in can.values()])]
            left = left - face if left is not None else None
            yield face


class LookedAt(Roll):
    """A throw as rules see it, whose dice are decided when somebody looks."""

    @property
    def total(self) -> int:
        """The sum of the faces."""
        thrown: Thrown = self.__dict__["thrown"]
        return thrown.total()

    def __getattr__(self, name: str) -> Any:
        """The faces, which are no plain field here."""
        if name != "faces":
            raise AttributeError(name)
        thrown: Thrown = self.__dict__["thrown"]
        return thrown.faces()
