"""Wrapped lines: which lines of a text are one order.

Each line is first read alone. It is joined to the one before only if that one ends in a comma, an arrow or a flowed
blank, or would have passed column 66 with this line's first word, and if both together make exactly one order. If
they are also two orders singly, that is ambiguous. A line that cannot be joined costs no neighbour its order.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cached_property

from adjudicator.core.values import dataclass
from adjudicator.dsl.lines import LineReader, Outcome, Section, is_otherwise
from adjudicator.dsl.normalizing import Joined, Plain, joined

COLUMNS = 66
"""What we print for editing keeps to this width, and mail programs break beyond it."""
MOST_LINES = 12
"""Lines that one order may be spread over."""

_COMMA, _SEVERAL, _NAMES, _BAD, _BAD_TOGETHER = 1, 3, 9, 10, 12
"""What a reading costs: of all ways to divide lines into orders the cheapest is meant."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Lines that are read as one order, and what came of it."""

    lines: Joined
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Lines that may be divided into orders in more than one way."""

    lines: Joined


def may_continue(before: Plain, line: Plain) -> bool:
    """Whether the layout allows that a line continues the one before."""
    if is_otherwise(line.text) or before.flowed or before.text.endswith((",", ">", "-")):
        return True
    first = line.words.split(maxsplit=1)[0]
    return not before.remark and before.width + 1 + len(first) > COLUMNS


class Run:
    """Lines that follow each other without a break, to be divided into orders."""

    def __init__(self, reader: LineReader, lines: Sequence[Plain], section: Section) -> None:
        self._reader = reader
        self._lines = lines
        self._section: Section = section
        self._outcomes: dict[tuple[int, int], tuple[Joined, Outcome]] = {}

    def divide(self) -> list[Segment | Ambiguous]:
        """The orders of the run, in order; lines that may be read in two ways as such."""
        found: list[Segment | Ambiguous] = []
        cuts = self._certain_cuts()
        for start, end in itertools.pairwise(cuts):
            stretches = self._stretches(start, end)
            if len(stretches) > 1 and any(self._outcome(*stretch).is_order for stretch in stretches):
                found.append(Ambiguous(joined(self._lines[start:end])))
            elif len(stretches) > 1:
                found += [Segment(*self._together(at, at + 1)) for at in range(start, end)]
            else:
                found.append(Segment(*self._together(start, end)))
        return found

    # --- readings ------------------------------------------------------------------------------------------

    def _together(self, start: int, end: int) -> tuple[Joined, Outcome]:
        known = self._outcomes.get((start, end))
        if known is None:
            lines = joined(self._lines[start:end])
            known = self._outcomes[start, end] = (lines, self._reader.read(lines.text, self._section))
        return known

    def _outcome(self, start: int, end: int) -> Outcome:
        return self._together(start, end)[1]

    def _cost(self, start: int, end: int) -> int | None:
        """What reading these lines as one order costs; None if they may not be."""
        outcome = self._outcome(start, end)
        if end - start == 1:
            if is_otherwise(outcome.text):
                return _BAD_TOGETHER
            return int(outcome.comma) if outcome.is_order else _NAMES if outcome.is_grammatical else _BAD
        if outcome.is_order and not outcome.comma:
            return _SEVERAL if outcome.is_several else 0
        before = self._outcome(start, end - 1)
        last = self._lines[end - 1].text
        if is_otherwise(last):
            under_condition = self._lines[start].text.startswith("if ")
            return _NAMES if outcome.is_grammatical else _BAD_TOGETHER if under_condition else None
        if before.is_order or self._reader.has_verb(last, self._section):
            return None
        if outcome.is_grammatical:
            return _NAMES
        return _BAD_TOGETHER if outcome.stops_at > self._together(start, end)[0].starts[-1] else None

    @cached_property
    def _costs(self) -> dict[tuple[int, int], int]:
        """Every stretch of lines that may be one order, and its cost."""
        found: dict[tuple[int, int], int] = {}
        count = len(self._lines)
        for start in range(count):
            for end in range(start + 1, min(count, start + MOST_LINES) + 1):
                if end - start > 1 and not may_continue(self._lines[end - 2], self._lines[end - 1]):
                    break
                cost = self._cost(start, end)
                if cost is not None:
                    found[start, end] = cost
                if not self._outcome(start, end).may_go_on:
                    break
        return found

    # --- dividing ------------------------------------------------------------------------------------------

    @cached_property
    def _best(self) -> list[int]:
        """The least cost of dividing the lines from each one to the end."""
        count = len(self._lines)
        best = [0] * (count + 1)
        for start in range(count - 1, -1, -1):
            best[start] = min(cost + best[end] for (a, end), cost in self._from(start))
        return best

    @cached_property
    def _by_start(self) -> dict[int, list[tuple[tuple[int, int], int]]]:
        found: dict[int, list[tuple[tuple[int, int], int]]] = {}
        for stretch, cost in self._costs.items():
            found.setdefault(stretch[0], []).append((stretch, cost))
        return found

    def _from(self, start: int) -> list[tuple[tuple[int, int], int]]:
        return self._by_start[start]

    def _steps(self, start: int) -> list[int]:
        """Where an order beginning at a line may end, if the division is to be the cheapest."""
        return [end for (_, end), cost in self._from(start) if cost + self._best[end] == self._best[start]]

    def _certain_cuts(self) -> list[int]:
        """The boundaries that every cheapest division has."""
        cuts, reach = [0], 0
        at = {0}
        for line in range(len(self._lines)):
            if line not in at:
                continue
            if line >= reach and line > 0:
                cuts.append(line)
            for end in self._steps(line):
                at.add(end)
                reach = max(reach, end)
        return [*cuts, len(self._lines)]

    def _stretches(self, start: int, end: int) -> list[tuple[int, int]]:
        """The orders of all cheapest divisions between two certain boundaries: one, or the parts of several."""
        found = []
        at = {start}
        for line in range(start, end):
            if line in at:
                found += [(line, stop) for stop in self._steps(line)]
                at |= set(self._steps(line))
        return found
