"""Banded charts: a column by odds or strength, a row by the dice, and the result, with a record of how it was read.

Bands begin at exact fractions: odds of 14 to 9 fall into the column 3-2, because 14/9 is at least 3/2. What lies below
the first band is read there, and shifts stop at the ends. Dice are read as a total, or two of them as tens and units
(11 to 66, the digits 1 to 6 only), which are reckoned with as numbers from 0 to 35.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Generic, TypeVar

from adjudicator.core.datafiles import Row
from adjudicator.core.errors import DataError
from adjudicator.core.types import Finding, RuleId
from adjudicator.core.values import dataclass

T = TypeVar("T")


# --- two dice as tens and units ------------------------------------------------------------------------------


def index_of(dice: int) -> int:
    """Two dice read as tens and units, as a number from 0 to 35.

    >>> index_of(11), index_of(43), index_of(66)
    (0, 20, 35)
    """
    tens, units = divmod(dice, 10)
    if not (1 <= tens <= 6 and 1 <= units <= 6):
        raise ValueError(f"{dice} are no two dice read as tens and units")
    return 6 * (tens - 1) + units - 1


def dice_of(index: int) -> int:
    """The reading of a number from 0 to 35; what lies outside is read as 11 or 66.

    >>> dice_of(index_of(43) + 4), dice_of(-4), dice_of(43)
    (51, 11, 66)
    """
    held = min(max(index, 0), 35)
    return 10 * (held // 6 + 1) + held % 6 + 1


def dice_read(faces: Sequence[int]) -> int:
    """Two faces, the tens first.

    >>> dice_read((4, 3))
    43
    """
    tens, units = faces
    return 10 * tens + units


# --- bands ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Band:
    """One column: its name, and the least value that falls into it."""

    name: str
    least: Fraction


@dataclass(frozen=True)
class Bands:
    """Columns from the lowest to the highest."""

    bands: tuple[Band, ...]

    @cached_property
    def _least(self) -> tuple[Fraction, ...]:
        return tuple(band.least for band in self.bands)

    def find(self, value: Fraction | int) -> int:
        """The number of the column of a value: the highest that it reaches, the lowest if it reaches none.

        >>> bands([("1-1", Fraction(1)), ("3-2", Fraction(3, 2)), ("2-1", Fraction(2))]).find(Fraction(14, 9))
        1
        """
        return max(0, bisect_right(self._least, value) - 1)

    def shifted(self, column: int, by: int) -> int:
        """The column so many further right, or left of it if negative, held at the ends."""
        return min(max(column + by, 0), len(self.bands) - 1)

    def named(self, name: str) -> int:
        """The number of the column of that name."""
        return next(number for number, band in enumerate(self.bands) if band.name == name)


def bands(named: Iterable[tuple[str, Fraction]], where: str = "The chart") -> Bands:
    """Columns by name and least value; they must rise."""
    found = tuple(Band(name, least) for name, least in named)
    if not found:
        raise DataError(f"{where} has no columns.", "Add its rows.")
    for one, two in pairwise(found):
        if two.least <= one.least:
            raise DataError(
                f"{where}: the column {two.name} does not lie above {one.name}.", "List the columns from low to high."
            )
    return Bands(found)


def odds(text: str) -> Fraction:
    """Odds as they are printed, exactly: "3-2", "1-2.5", "2/1", "1.5:1", "4"; "under 1-2" begins at nothing.

    >>> odds("1-2.5"), odds("1.5-1"), odds("under 1-2"), odds("7")
    (Fraction(2, 5), Fraction(3, 2), Fraction(0, 1), Fraction(7, 1))
    """
    words = text.strip().casefold()
    if words.startswith("under "):
        odds(words.removeprefix("under "))
        return Fraction(0)
    for sign in "-:/":
        if sign in words:
            one, _, two = words.partition(sign)
            return Fraction(one.strip()) / Fraction(two.strip())
    return Fraction(words)


# --- charts --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line(Generic[T]):
    """One row of a column: the readings it holds, and the result."""

    low: int
    high: int
    result: T


@dataclass(frozen=True)
class Reading(Generic[T]):
    """How a chart was read: what was asked, which column and row that led to, and the result."""

    column: str
    reached: str
    """The column before shifts."""
    shift: int
    """By how many columns it was really shifted."""
    roll: int
    """The reading of the dice, held within the chart."""
    row: str
    result: T

    @property
    def because(self) -> str:
        """The reading as a fact: "column 3-2, 2 to the left of 3-1, roll 43"."""
        side = "left" if self.shift < 0 else "right"
        shifted = f", {abs(self.shift)} to the {side} of {self.reached}" if self.shift else ""
        return f"column {self.column}{shifted}, roll {self.roll}"

    def finding(self, rule: str, label: str = "") -> Finding[T]:
        """The result with its explanation."""
        return Finding(rule=RuleId(rule), value=self.result, because=self.because, label=label)


@dataclass(frozen=True)
class Chart(Generic[T]):
    """Columns in bands, and in each column lines that follow one another without a gap."""

    columns: Bands
    lines: tuple[tuple[Line[T], ...], ...]

    def read(self, value: Fraction | int, roll: int, shift: int = 0) -> Reading[T]:
        """The result for odds (or strength) and dice; dice beyond the chart are read at its ends."""
        return self.read_at(self.columns.find(value), roll, shift)

    def read_at(self, column: int, roll: int, shift: int = 0) -> Reading[T]:
        """The result in a column that the rules name."""
        now = self.columns.shifted(column, shift)
        lines = self.lines[now]
        held = min(max(roll, lines[0].low), lines[-1].high)
        line = next(one for one in lines if held <= one.high)
        row = str(line.low) if line.low == line.high else f"{line.low}-{line.high}"
        names = self.columns.bands
        return Reading(names[now].name, names[column].name, now - column, held, row, line.result)


def chart_of_rows(
    rows: Iterable[Row],
    result: Callable[[Row], T],
    *,
    column: str = "column",
    low: str = "dice_lo",
    high: str = "dice_hi",
    tens: bool = False,
    value: Callable[[str], Fraction] = odds,
) -> Chart[T]:
    """A chart from rows of column, lowest and highest roll and result. `tens`: rolls are two dice, tens and units.

    Every column must cover the same rolls, from its first line to its last, without gap or overlap.
    """
    found: dict[str, list[tuple[Row, Line[T]]]] = {}
    least: dict[str, Fraction] = {}
    for row in rows:
        name = row.values[column]
        if name not in least:
            least[name] = _value(row, name, value)
        found.setdefault(name, []).append((row, Line(_roll(row, low, tens), _roll(row, high, tens), result(row))))
    lines = tuple(_followed(those, tens) for those in found.values())
    _check_alike([those[0][0] for those in found.values()], lines)
    return Chart(bands(least.items()), lines)


def chart_of_table(rows: Iterable[Row], key: str, result: Callable[[str], T]) -> Chart[T]:
    """A chart printed as a table: a row for each strength, under `key`, and a column for each total of the dice."""
    named: list[tuple[str, Fraction]] = []
    lines: list[tuple[Line[T], ...]] = []
    first: list[Row] = []
    for row in rows:
        name = row.values[key]
        named.append((name, _value(row, name, odds)))
        totals = sorted(int(total) for total in row.values if total != key and total.isdecimal())
        those = [(row, Line(total, total, _result(row, str(total), result))) for total in totals]
        lines.append(_followed(those, tens=False))
        first.append(row)
    _check_alike(first, lines)
    return Chart(bands(named), tuple(lines))


def scale_of(entries: Mapping[str, T], value: Callable[[str], Fraction] = odds) -> tuple[Bands, tuple[T, ...]]:
    """Bands with one value each, such as a modifier by odds.

    >>> steps, modifiers = scale_of({"1/2": -6, "1/1": -3, "2/1": 0})
    >>> modifiers[steps.find(Fraction(7, 4))]
    -3
    """
    return bands((name, value(name)) for name in entries), tuple(entries.values())


def _value(row: Row, text: str, value: Callable[[str], Fraction]) -> Fraction:
    try:
        return value(text)
    except (ValueError, ZeroDivisionError) as error:
        raise row.wrong(f'"{text}" is no column of odds or numbers.', 'Write it like "3-2", "1-2.5" or "7".') from error


def _result(row: Row, column: str, result: Callable[[str], T]) -> T:
    try:
        return result(row.values[column])
    except ValueError as error:
        raise row.wrong(
            f'"{row.values[column]}" under {column} is no result of this chart.', "Compare it with its neighbours."
        ) from error


def _roll(row: Row, column: str, tens: bool) -> int:
    text = row.values[column]
    try:
        roll = int(text)
        if tens:
            index_of(roll)
    except ValueError as error:
        kind = "two dice, tens and units, from 11 to 66" if tens else "a whole number"
        raise row.wrong(f'{column} is "{text}".', f"It must be {kind}.") from error
    return roll


def _followed(those: Sequence[tuple[Row, Line[T]]], tens: bool) -> tuple[Line[T], ...]:
    """The lines of a column, which must follow one another."""
    before: Line[T] | None = None
    for row, line in those:
        if line.high < line.low:
            raise row.wrong(f"The rolls {line.low} to {line.high} run backwards.", "Put the lower one first.")
        if before is not None:
            following = dice_of(index_of(before.high) + 1) if tens else before.high + 1
            if line.low != following or (tens and before.high == 66):
                raise row.wrong(
                    f"After {before.high} comes {line.low}.", f"It should be {following}: no roll left out or twice."
                )
        before = line
    return tuple(line for _, line in those)


def _check_alike(rows: Sequence[Row], lines: Sequence[Sequence[Line[T]]]) -> None:
    for row, column in zip(rows, lines, strict=True):
        ends, first = (column[0].low, column[-1].high), (lines[0][0].low, lines[0][-1].high)
        if ends != first:
            raise row.wrong(
                f"This column covers the rolls {ends[0]} to {ends[1]}.",
                f"The first one covers {first[0]} to {first[1]}.",
            )
