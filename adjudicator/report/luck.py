"""Luck: each side's dice against what dice bring in the long run, kind by kind.

A side's page and report count the dice that it was shown, and no others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from functools import lru_cache
from typing import Any

from adjudicator.core.values import dataclass


@dataclass
class _Tally:
    """Dice of one side and one kind while they are counted."""

    rolls: int = 0
    faces: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Luck:
    """The dice of one side in one kind of roll."""

    side: str
    """Whose dice; "" where they belong to nobody."""
    title: str
    sides: int
    """Of each die."""
    rolls: int
    dice: int
    total: int
    expected: Fraction
    faces: tuple[int, ...]
    """How often each face came, from 1 up."""
    higher_than: int
    """Of a hundred fair throws of as many dice, how many come out lower (those that come out alike count half)."""
    better: str
    """"high" or "low" where the rules make one of them good for that side, else ""."""

    @property
    def mean(self) -> str:
        """The mean of a die."""
        return f"{self.total / self.dice:.2f}"

    @property
    def fair(self) -> str:
        """What the mean of fair dice is."""
        return f"{(self.sides + 1) / 2:.1f}"

    @property
    def over(self) -> str:
        """Pips above or below what was to be expected."""
        return f"{float(self.total - self.expected):+.1f}"

    @property
    def row(self) -> tuple[str, ...]:
        """As a row of a table, under `COLUMNS`."""
        return (
            self.title,
            self.side or "nobody",
            str(self.rolls),
            self.mean,
            self.fair,
            self.over,
            f"{self.beats} in 100",
        )

    @property
    def verdict(self) -> str:
        """How lucky that is, in words."""
        return f"{'luckier' if self.better else 'higher'} than {self.beats} in 100"

    @property
    def beats(self) -> int:
        """Of a hundred fair throws, how many bring that side less."""
        return 100 - self.higher_than if self.better == "low" else self.higher_than


COLUMNS = ("roll", "side", "rolls", "mean", "fair", "over", "beats")
NOTE = (
    "Mean: of a die; over: pips above those of fair dice; beats: of a hundred fair throws of as many dice, how many "
    "bring less, or where low dice are good for that side, more."
)


def luck(events: Iterable[Mapping[str, Any]], ways: Mapping[str, Any]) -> tuple[Luck, ...]:
    """The dice of all events, by side and kind; `ways` are the phrases' settings, whose `luck` names kinds.

    A kind that is not named there is counted under its own name. Shuffles and dice not shown are left out.
    """
    named: Mapping[str, Mapping[str, str]] = ways.get("luck", {})
    found: dict[tuple[str, str, int, str], _Tally] = {}
    for event in events:
        kind = str(event.get("kind", ""))
        way = named.get(kind, {})
        side = str(event.get(way.get("side", "side")) or "")
        title = way.get("title") or kind.replace("_", " ").capitalize()
        for roll in event.get("rolls") or ():
            if isinstance(roll.get("sides"), int) and roll.get("faces"):
                tally = found.setdefault((title, side, roll["sides"], way.get("better", "")), _Tally())
                tally.rolls += 1
                tally.faces += [int(face) for face in roll["faces"]]
    return tuple(_luck(*key, tally) for key, tally in sorted(found.items(), key=lambda item: _order(*item)))


def _order(key: tuple[str, str, int, str], tally: _Tally) -> tuple[Any, ...]:
    """Kinds that the rules judge come first, then those rolled most often by name."""
    title, side, sides, better = key
    return not better, title, sides, side


def _luck(title: str, side: str, sides: int, better: str, tally: _Tally) -> Luck:
    dice, total = len(tally.faces), sum(tally.faces)
    return Luck(
        side=side,
        title=title,
        sides=sides,
        rolls=tally.rolls,
        dice=dice,
        total=total,
        expected=Fraction(dice * (sides + 1), 2),
        faces=tuple(tally.faces.count(face) for face in range(1, sides + 1)),
        higher_than=higher_than(dice, sides, total),
        better=better,
    )


def higher_than(dice: int, sides: int, total: int) -> int:
    """Of a hundred fair throws, how many come out lower than this one; those alike count half.

    >>> higher_than(1, 6, 6), higher_than(2, 6, 7), higher_than(2, 6, 2)
    (92, 50, 1)
    """
    ways = sums(dice, sides)
    at = total - dice
    lower = 2 * sum(ways[:at]) + ways[at]
    return min(99, max(1, round(Fraction(100 * lower, 2 * sum(ways)))))


@lru_cache(maxsize=256)
def sums(dice: int, sides: int) -> tuple[int, ...]:
    """In how many ways so many dice make each total, from the least up.

    >>> sums(2, 3)
    (1, 2, 3, 2, 1)
    """
    ways = [1]
    for _ in range(dice):
        longer = [0] * (len(ways) + sides - 1)
        running = 0
        for index in range(len(longer)):
            running += ways[index] if index < len(ways) else 0
            running -= ways[index - sides] if 0 <= index - sides < len(ways) else 0
            longer[index] = running
        ways = longer
    return tuple(ways)
