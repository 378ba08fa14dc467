"""The counters of a scenario as VASSAL pieces: the same ids, names and pictures in module, save and log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from adjudicator import rulesets
from adjudicator.core.errors import MatchError
from adjudicator.core.ruleset import Ruleset, TwoFaced
from adjudicator.core.types import PUBLIC, UMPIRE, Side
from adjudicator.core.values import replace
from adjudicator.core.view import Piece, View
from adjudicator.pictures.boards import draw, place_label
from adjudicator.pictures.fragments import Picture
from adjudicator.pictures.templates import drawing_of
from adjudicator.vassal.numbering import Names, grid_of
from adjudicator.vassal.pieces import Counter

FIRST_ID = 1_000_000
"""Ids of pieces in a save: this, and the number of the counter's slot."""
UNSEEN_ID = 2_000_000
STACK_ID = 3_000_000


class Box:
    """What is in the box of a scenario: its board on a picture, its counters, where they begin.

    All of it is the scenario's own and the same for everybody: nothing of a match is in it.
    """

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules
        self.title = rulesets.find(rules.scenario).title
        self.sides = rules.sides
        self.drawing = drawing_of(rules.name, getattr(rules, "templates", None))

    @cached_property
    def opening(self) -> View:
        """The position before set-up."""
        return self.rules.view(self.rules.start(), UMPIRE)

    @cached_property
    def picture(self) -> Picture:
        """The board with nothing on it."""
        bare = View(ruleset=self.rules.name, scenario=self.rules.scenario, side=PUBLIC, turn=0)
        drawn = draw(self.rules.board, bare, (), self.title, {}, None, getattr(self.rules, "templates", None))
        if drawn is None:
            raise MatchError(f"{self.title} has no map that could be drawn.", "VASSAL needs one.")
        return drawn

    @cached_property
    def grid(self) -> Names:
        """Where places lie on the picture, and what VASSAL calls them."""
        size = (round(self.picture.board.width), round(self.picture.height))
        spots = {self.label(place): spot for place, spot in self.picture.spots.items()}
        return grid_of(self.rules.board, spots, size)

    @cached_property
    def places(self) -> Mapping[str, str]:
        """What VASSAL calls a place, and the place."""
        return {self.label(place): place for place in self.picture.spots}

    def label(self, place: str) -> str:
        """What VASSAL calls a place."""
        return place_label(self.rules.board, place)

    def spot(self, place: str) -> tuple[int, int] | None:
        """Where a place lies; None if it is not on the map."""
        return self.grid.by_name.get(self.label(place))

    @cached_property
    def counters(self) -> Mapping[str, Counter]:
        """The counters of all sides by the ids of their units."""
        return {counter.unit: counter for counter in self._counters()}

    def _counters(self) -> Iterator[Counter]:
        reverses = self.reverses
        for number, piece in enumerate(sorted(self.opening.pieces, key=lambda one: (one.side, one.id)), start=1):
            yield Counter(
                unit=piece.id,
                name=piece.name,
                side=piece.side,
                face=f"u{number:03d}.png",
                back=back_of(piece.side, piece.kind),
                reverse=f"u{number:03d}r.png" if piece.id in reverses else "",
                gpid=str(number),
            )

    @cached_property
    def _plain(self) -> Mapping[str, Piece]:
        return {piece.id: piece for piece in self.opening.pieces}

    @cached_property
    def reverses(self) -> Mapping[str, Piece]:
        """The other faces of counters that have one: what a unit is when it has lost steps."""
        if not isinstance(self.rules, TwoFaced):
            return {}
        return {piece.id: fresh(piece) for piece in self.rules.turned_over(self.rules.start())}

    @cached_property
    def unseen(self) -> Mapping[str, Counter]:
        """What stands for a stack of a side, or for a lone commander, that nobody has looked into; by its picture."""
        made: dict[str, Counter] = {}
        for side in self.sides:
            for kind, name in (("stack", "unseen stack"), ("commander", "unseen commander")):
                face = back_of(side, kind)
                gpid = str(len(self.counters) + len(made) + 1)
                made[face] = Counter(unit="", name=f"{side}, {name}", side=side, face=face, gpid=gpid)
        return made

    def all_counters(self) -> tuple[Counter, ...]:
        """Every counter of the module."""
        return (*self.counters.values(), *self.unseen.values())

    def counter_of(self, piece: Piece) -> Counter:
        """The counter of a piece as a side knows it; one that was made in play wears the back of its side."""
        if piece.knowledge == "unknown":
            return self.unseen[back_of(piece.side, piece.kind)]
        known = self.counters.get(piece.id)
        if known is not None:
            return known
        stands_in = self.unseen[back_of(piece.side, piece.kind)]
        return replace(stands_in, unit=piece.id, name=piece.name)

    def printed(self, piece: Piece) -> tuple[str, ...]:
        """The values that the face of a piece shows which is up."""
        counter = self.counters.get(piece.id)
        if counter is None:
            return ()
        if counter.reverse and "reduced" in piece.marks:
            return self.reverses[piece.id].values
        return self._plain[piece.id].values

    def drawn_pieces(self) -> Iterable[tuple[str, Piece]]:
        """Every picture of a counter: its file, and the piece that it shows."""
        for unit, counter in self.counters.items():
            yield counter.face, fresh(self._plain[unit])
            if counter.reverse:
                yield counter.reverse, self.reverses[unit]
        for counter in self.unseen.values():
            kind = "commander" if counter.face == back_of(counter.side, "commander") else "stack"
            yield (
                counter.face,
                Piece(id="", name=counter.name, side=Side(counter.side), place=None, kind=kind, knowledge="unknown"),
            )


def back_of(side: str, kind: str) -> str:
    """The file of what others see of a piece."""
    word = "".join(sign for sign in side if sign.isalnum())
    return f"back-{word}-leader.png" if kind == "commander" else f"back-{word}.png"


PRINTED = ("guard", "reduced")
"""Marks that are printed on a counter; all others are of the moment."""


def fresh(piece: Piece) -> Piece:
    """A piece without the marks of the moment."""
    return piece.model_copy(update={"marks": tuple(mark for mark in piece.marks if mark in PRINTED)})
