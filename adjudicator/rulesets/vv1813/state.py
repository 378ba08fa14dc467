"""The position of an 1813 battle: plain frozen values, changed only by events.

A State is also how a side's knowledge is written down: what it may not see is replaced by unknown pieces
(`UNKNOWN` ids such as "?Coalition/1205") and left-out markers, so that every rule can be asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypeVar

from adjudicator.core.types import Ending, Side
from adjudicator.core.values import dataclass

FRENCH = Side("French")
COALITION = Side("Coalition")

PieceStatus = Literal["map", "waiting", "away", "eliminated", "saved", "joined"]
"""On the map; a reinforcement to come; left by retreat, coming back; removed; exited and saved; a part of a unit that
stood in two places and has joined the other."""
Health = Literal["fit", "wounded", "killed"]
MarkerPlace = Literal["hand", "track", "aside", "gone"]

EMPTY: Mapping[str, Any] = MappingProxyType({})


BOTH = Side("both")
"""The owner of markers that either side may use."""


def enemy_of(side: Side) -> Side:
    """The other camp."""
    return COALITION if side == FRENCH else FRENCH


def part_of(unit: str) -> str:
    """The id of the second part of a unit that stands in two places."""
    return f"{unit}/2"


@dataclass(frozen=True, slots=True)
class Unit:
    """A combat unit's changing part; the printed part is its `Counter`."""

    KEY: ClassVar[str] = "id"
    id: str
    place: str | None
    status: PieceStatus = "map"
    reduced: bool = False
    back_on: int | None = None
    """The turn on which a unit that is away may come back."""
    left_at: str | None = None
    """The edge place by which it left the map."""
    points: int | None = None
    """The strength at this place of a unit that stands in two; None for the strength on the counter."""


@dataclass(frozen=True, slots=True)
class Commander:
    """VV-2.2c: a commander's changing part; killed means that his staff stands in for him."""

    KEY: ClassVar[str] = "id"
    id: str
    place: str | None
    status: PieceStatus = "map"
    health: Health = "fit"
    back_on: int | None = None
    left_at: str | None = None


@dataclass(frozen=True)
class Army:
    """One side's pieces. Indexes are computed once for each value, so moving one army keeps the other's."""

    units: Mapping[str, Unit] = field(default_factory=dict)
    commanders: Mapping[str, Commander] = field(default_factory=dict)

    @cached_property
    def units_at(self) -> Mapping[str, tuple[Unit, ...]]:
        """Combat units on the map by place, places and units in the order of their ids."""
        return _by_place(self.units.values())

    @cached_property
    def commanders_at(self) -> Mapping[str, tuple[Commander, ...]]:
        """Commanders on the map by place, places and commanders in the order of their ids."""
        return _by_place(self.commanders.values())

    def changed(self, units: Mapping[str, Unit] = EMPTY, commanders: Mapping[str, Commander] = EMPTY) -> Army:
        """The army with some pieces replaced; the indexes follow the change instead of being made anew."""
        after = Army({**self.units, **units} if units else self.units, {**self.commanders, **commanders})
        if "units_at" in self.__dict__:
            after.__dict__["units_at"] = _followed(self.units_at, self.units, units)
            if not units and "zone" in self.__dict__:
                after.__dict__["zone"] = self.__dict__["zone"]
        if "commanders_at" in self.__dict__:
            after.__dict__["commanders_at"] = _followed(self.commanders_at, self.commanders, commanders)
        return after


P = TypeVar("P", bound=Unit | Commander)


def _id(piece: Unit | Commander) -> str:
    return piece.id


def _by_place(pieces: Iterable[P]) -> dict[str, tuple[P, ...]]:
    found: dict[str, list[P]] = {}
    for piece in pieces:
        if piece.status == "map" and piece.place is not None:
            found.setdefault(piece.place, []).append(piece)
    return {place: tuple(sorted(found[place], key=_id)) for place in sorted(found)}


def _followed(index: Mapping[str, tuple[P, ...]], before: Mapping[str, P], changed: Mapping[str, P]) -> Any:
    """An index by place after some pieces have changed."""
    if not changed:
        return index
    found = dict(index)
    for name, piece in changed.items():
        old = before.get(name)
        if old is not None and old.place is not None and old.status == "map":
            left = tuple(one for one in found[old.place] if one.id != name)
            if left:
                found[old.place] = left
            else:
                del found[old.place]
        if piece.status == "map" and piece.place is not None:
            found[piece.place] = tuple(sorted((*found.get(piece.place, ()), piece), key=_id))
    return found if found.keys() == index.keys() else dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Marker:
    """A physical marker: where it is, and since or until which turn."""

    KEY: ClassVar[str] = "id"
    id: str
    kind: str
    """"artillery", "cossacks", "drouot" ...; "?" where a side may not know it."""
    owner: Side
    place: MarkerPlace
    turn: int = 0
    """On the track: its turn. Aside: the turn on which it is back in hand."""
    holder: Side | None = None
    """Whose hand it is in (Lützen: not always the owner's)."""
    marker_class: str = ""
    """What its back shows to everybody, where the game has classes of markers."""
    public: bool = False
    """Both sides know what it is: it began in a hand, or has been played."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a side remembers of an enemy piece that a combat disclosed."""

    KEY: ClassVar[str] = "unit"
    unit: str
    place: str
    turn: int
    reduced: bool = False
    current: bool = True
    """Still there as far as this side can tell; False once the piece has left unseen."""


@dataclass(frozen=True, slots=True)
class Morale:
    """An army's morale and what it has lost."""

    value: int
    ceiling: int
    eliminated: int = 0
    """Combat counters eliminated so far."""
    history: tuple[tuple[int, int], ...] = ()
    """(turn, value) at the end of each turn; turn 0 is the start."""
    zero_order: int | None = None
    """1 for the first army to reach 0, 2 for the second."""
    owed: int = 0
    """BAU-9.1: how far below 0 the count of gains and losses stands; what is regained pays this first."""
    pending: int = 0
    """Changes that count only at the end of the turn (option `morale_timing=end_of_turn`)."""


@dataclass(frozen=True, slots=True)
class Sequence:
    """What binds units for the rest of the current player sequence; emptied when the next one begins."""

    out_of_command: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    """Pieces that have used their movement phase."""
    cossacks: Mapping[str, str] = field(default_factory=dict)
    """Unit to effect: "one_place" or "no_zone"."""
    no_attack: frozenset[str] = frozenset()
    """Units that may not attack in this sequence, whatever the reason."""
    no_zone: frozenset[str] = frozenset()
    """Units that may not enter an enemy zone of control in this sequence."""
    one_place: frozenset[str] = frozenset()
    """Units limited to one place of movement in this sequence."""


@dataclass(frozen=True, slots=True)
class State:
    """A position of an 1813 battle game."""

    turn: int = 0
    stage: str = "set-up"
    """Where the sequence of play stands: a name from the game's list of stages."""
    armies: Mapping[Side, Army] = field(default_factory=dict)
    markers: Mapping[str, Marker] = field(default_factory=dict)
    morale: Mapping[Side, Morale] = field(default_factory=dict)
    held: Mapping[str, Side] = field(default_factory=dict)
    """Objective place to the side that holds it."""
    sequence: Sequence = Sequence()
    expelled: frozenset[tuple[str, str]] = frozenset()
    """(unit, place) pairs closed to that unit for the rest of the turn."""
    general_retreat: int | None = None
    """The turn from which the general retreat is on."""
    sightings: Mapping[Side, Mapping[str, Sighting]] = field(default_factory=dict)
    """What each side remembers of the other's pieces, by unit."""
    game: Any = None
    """What only one game of the series keeps: a frozen value of its own module."""
    draw_offers: tuple[Side, ...] = ()
    ending: Ending | None = None

    @property
    def retreating(self) -> bool:
        """VV-10.G1: whether the Coalition's general retreat is on."""
        return self.general_retreat is not None and self.turn >= self.general_retreat

    def army(self, side: Side) -> Army:
        """The pieces of a side."""
        return self.armies[side]

    def unit(self, unit: str) -> Unit:
        """A combat unit of either side."""
        for army in self.armies.values():
            if unit in army.units:
                return army.units[unit]
        raise KeyError(unit)

    def commander(self, commander: str) -> Commander:
        """A commander of either side."""
        for army in self.armies.values():
            if commander in army.commanders:
                return army.commanders[commander]
        raise KeyError(commander)

    def side_of(self, piece: str) -> Side:
        """The camp of a combat unit or commander."""
        for side, army in self.armies.items():
            if piece in army.units or piece in army.commanders:
                return side
        raise KeyError(piece)
