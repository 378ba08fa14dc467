"""Marches as orders of our language, each in the words that the language reads back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from adjudicator.core.orders import Pass
from adjudicator.core.source import source_lines
from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.play.side.side_views import Source
from adjudicator.play.vassal.locating import Locator
from adjudicator.play.vassal.marches import Way


@dataclass(frozen=True, slots=True)
class Written:
    """An order for some pieces, or none, and what is to be said of it."""

    order: str
    remark: str = ""


class OrderWriter:
    """Writes marches for one side."""

    def __init__(self, source: Source, locator: Locator) -> None:
        self.source, self.locator = source, locator
        self.side: Side = locator.view.side
        self.known = source.known(self.side)

    def written(self, ways: Iterable[Way]) -> Iterator[Written]:
        """An order for each way; those who went the same way one after the other share one."""
        groups: list[list[Way]] = []
        for way in sorted((one for one in ways if one.moved), key=lambda one: one.turn):
            if groups and groups[-1][0].places == way.places:
                groups[-1].append(way)
            else:
                groups.append([way])
        for group in groups:
            yield self._order(group)

    def _order(self, group: Sequence[Way]) -> Written:
        way = group[0].places
        names = ", ".join(way.piece.name for way in group)
        units = self._units([one.piece.id for one in group])
        for words in self._candidates(units, way):
            if self._is_read(words):
                return Written(words, self._remark(names, way, words))
        label = self.locator.box.label(way[-1] or "")
        return Written("", f"{names} went to {label}: no order could be made of it")

    def _candidates(self, units: str, way: Sequence[str | None]) -> Iterator[str]:
        """The order in the words of every game, the most exact first."""
        steps = [self._place(place) for place in way if place is not None]
        if way[0] is None:
            yield f"enter {units} at {steps[0]}" + (f" to {steps[-1]}" if len(steps) > 1 else "")
            yield f"enter {units} at {steps[-1]}"
            return
        if self._is_walk(way):
            yield f"move {units} {' -> '.join(steps)}"
            yield f"move {units} -> {' -> '.join(steps[1:])}"
        yield f"move {units} to {steps[-1]}"

    def _is_walk(self, way: Sequence[str | None]) -> bool:
        neighbours = self.source.rules.board.neighbours
        return all(b in neighbours.get(a, ()) for a, b in pairwise(way))

    def _remark(self, names: str, way: Sequence[str | None], words: str) -> str:
        if len(way) > 2 and way[0] is not None and "->" not in words:
            by = ", ".join(self.locator.box.label(place) for place in way[1:-1] if place)
            return f"{names} went by way of {by}; write the whole path if that matters"
        there = [piece for piece in self.locator.view.at(way[-1] or "") if piece.side != self.side]
        if there:
            return f"{names}: the enemy stands at {self.locator.box.label(way[-1] or '')}; an attack is another order"
        return ""

    def _units(self, units: Sequence[str]) -> str:
        """The names of pieces as the language reads them."""
        order = Pass(side=self.side, line=0, units=tuple(units))
        words = self.source.setup.tools.write(self.source.rules, self.known, self.side, order)
        return words.removeprefix("hold ")

    def _place(self, place: str) -> str:
        label = self.locator.box.label(place)
        return label if label.isalnum() else f'"{label}"'

    def _is_read(self, words: str) -> bool:
        """Whether the language makes an order of a line, without asking whether it is legal."""
        source = self.source
        text = source.setup.tools.read(source.rules, self.known, self.side, "", source_lines(words))
        return len(text.orders) == 1 and not any(one.severity == "error" for one in text.problems)
