"""Zones of control and influence: how far single places reach, and who holds which place under his eye.

What a zone does is for the rules. `Reach` answers, once for each place, over which neighbours a zone extends; `Zone`
counts for every place the pieces that cover it, so that a piece that moves changes a few numbers and not a whole map.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Generic, TypeVar

from adjudicator.core.values import dataclass

P = TypeVar("P", bound=Hashable)


class Reach(Generic[P]):
    """The places over which a zone extends from each place, asked for when they are first needed.

    >>> street = {1: (2,), 2: (1, 3), 3: (2,)}
    >>> reach = Reach(street.__getitem__, lambda here, there: there == 3)
    >>> reach[2], reach[1]
    ((1,), (2,))
    """

    __slots__ = ("_around", "_found", "_is_blocked")

    def __init__(self, around: Callable[[P], Sequence[P]], is_blocked: Callable[[P, P], bool]) -> None:
        """`around` gives the neighbours of a place, `is_blocked` whether the zone stops between two of them."""
        self._around = around
        self._is_blocked = is_blocked
        self._found: dict[P, tuple[P, ...]] = {}

    def __getitem__(self, place: P) -> tuple[P, ...]:
        found = self._found.get(place)
        if found is None:
            found = tuple(there for there in self._around(place) if not self._is_blocked(place, there))
            self._found[place] = found
        return found

    def toward(self, place: P, places: Iterable[P]) -> tuple[P, ...]:
        """The part of the reach that lies in these places: the front hexes of a piece that faces somewhere."""
        reached = self[place]
        return tuple(there for there in places if there in reached)


@dataclass(frozen=True)
class Zone(Generic[P]):
    """How many pieces of a side cover each place.

    >>> zone = Zone[str]().changed(come=["0404", "0405"]).changed(come=["0405"])
    >>> zone.changed(gone=["0405"]).over("0405"), "0404" in zone, "0406" in zone
    (1, True, False)
    """

    counts: Mapping[P, int] = field(default_factory=dict)

    def __contains__(self, place: object) -> bool:
        return place in self.counts

    def over(self, place: P) -> int:
        """How many pieces cover a place."""
        return self.counts.get(place, 0)

    def changed(self, gone: Iterable[P] = (), come: Iterable[P] = ()) -> Zone[P]:
        """The zone after pieces that covered `gone`, one entry for each piece and place, now cover `come`."""
        counts = dict(self.counts)
        for place in come:
            counts[place] = counts.get(place, 0) + 1
        for place in gone:
            left = counts.get(place, 0) - 1
            if left < 0:
                raise ValueError(f"nobody covers {place}")
            if left:
                counts[place] = left
            else:
                del counts[place]
        return Zone(counts)


def zone_of(covered: Iterable[Iterable[P]]) -> Zone[P]:
    """The zone of pieces, each with the places that it covers."""
    counts: dict[P, int] = {}
    for places in covered:
        for place in places:
            counts[place] = counts.get(place, 0) + 1
    return Zone(counts)


def controllers(reach: Reach[P], around: Iterable[P], is_held: Callable[[P], bool], place: P) -> tuple[P, ...]:
    """The neighbouring places, in the order given, that are held and whose zone extends over a place."""
    return tuple(there for there in around if is_held(there) and place in reach[there])
