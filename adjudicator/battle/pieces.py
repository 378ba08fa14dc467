"""Which pieces stand where, and in what order: an index that is never changed, only followed by a new one.

A piece stands in one place or in several. A stack is told from the top down. Each change copies only what it touches
and one table of occupied places, so that keeping the index is cheaper than making it anew.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Generic, TypeVar

from adjudicator.core.values import dataclass

P = TypeVar("P", bound=Hashable)
"""A place: its number or its id."""


@dataclass(frozen=True)
class Pieces(Generic[P]):
    """Pieces by place and places by piece.

    >>> start = Pieces[str]().put("Friant", "0405").put("line", "0505", "0506").put("Gudin", "0405", top=True)
    >>> start.at("0405"), start.places("line"), start.moved("line", "0506", "0507").at("0505")
    (('Gudin', 'Friant'), ('0505', '0506'), ())
    """

    stacks: Mapping[P, tuple[str, ...]] = field(default_factory=dict)
    """The pieces of each occupied place, from the top down."""
    where: Mapping[str, tuple[P, ...]] = field(default_factory=dict)
    """The places of each piece that stands somewhere."""

    def at(self, place: P) -> tuple[str, ...]:
        """The pieces in a place, from the top down."""
        return self.stacks.get(place, ())

    def top(self, place: P) -> str | None:
        """The uppermost piece of a place."""
        stack = self.stacks.get(place)
        return stack[0] if stack else None

    def places(self, piece: str) -> tuple[P, ...]:
        """The places of a piece, none if it stands nowhere."""
        return self.where.get(piece, ())

    def put(self, piece: str, *places: P, top: bool = False) -> Pieces[P]:
        """With a piece that comes in, at the bottom of its stacks or at the top."""
        if piece in self.where:
            raise ValueError(f"{piece} stands somewhere already")
        stacks = dict(self.stacks)
        for place in places:
            there = stacks.get(place, ())
            stacks[place] = (piece, *there) if top else (*there, piece)
        return Pieces(stacks, {**self.where, piece: places} if places else self.where)

    def taken(self, *pieces: str) -> Pieces[P]:
        """Without these pieces."""
        stacks, where = dict(self.stacks), dict(self.where)
        for piece in pieces:
            for place in where.pop(piece, ()):
                left = tuple(one for one in stacks[place] if one != piece)
                if left:
                    stacks[place] = left
                else:
                    del stacks[place]
        return Pieces(stacks, where)

    def moved(self, piece: str, *places: P, top: bool = False) -> Pieces[P]:
        """With a piece in other places; where it stood before and stands still, its level in the stack is kept."""
        before = self.where.get(piece, ())
        stacks = dict(self.stacks)
        for place in before:
            if place not in places:
                left = tuple(one for one in stacks[place] if one != piece)
                if left:
                    stacks[place] = left
                else:
                    del stacks[place]
        for place in places:
            if place not in before:
                there = stacks.get(place, ())
                stacks[place] = (piece, *there) if top else (*there, piece)
        where = {name: spots for name, spots in self.where.items() if name != piece or places}
        if places:
            where[piece] = places
        return Pieces(stacks, where)

    def arranged(self, place: P, order: Sequence[str]) -> Pieces[P]:
        """With the stack of a place in another order, from the top down."""
        if sorted(order) != sorted(self.at(place)):
            raise ValueError(f"{', '.join(order)} are not the pieces in {place}")
        return Pieces({**self.stacks, place: tuple(order)}, self.where)

    def together(self, pieces: Iterable[str]) -> tuple[str, ...]:
        """All pieces that share a place with one of these, themselves included, in the order of their names."""
        found = {other for piece in pieces for place in self.places(piece) for other in self.stacks[place]}
        return tuple(sorted(found))


def pieces_of(standing: Iterable[tuple[str, Sequence[P]]]) -> Pieces[P]:
    """The index of pieces with their places, each under those listed before it.

    >>> pieces_of([("a", ["0101"]), ("b", ["0101", "0102"])]).at("0101")
    ('a', 'b')
    """
    stacks: dict[P, list[str]] = {}
    where: dict[str, tuple[P, ...]] = {}
    for piece, places in standing:
        if places:
            where[piece] = tuple(places)
        for place in places:
            stacks.setdefault(place, []).append(piece)
    return Pieces({place: tuple(stack) for place, stack in stacks.items()}, where)
