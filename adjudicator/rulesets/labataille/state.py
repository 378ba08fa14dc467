"""The position of a match: plain frozen values, changed only by events.

Where units stand, how they are formed, which way they look and what they have lost is open to both sides (R-102). What
is printed on a counter's specific side is no part of the position: it is on its card, and hidden from the enemy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, ClassVar, Literal

from adjudicator.core.types import Ending, Side
from adjudicator.core.values import dataclass, replace

FRENCH = Side("French")
COALITION = Side("Coalition")
SIDES = (FRENCH, COALITION)
"""LB-2.2: the order in which the player sequences follow one another."""

Status = Literal["map", "waiting", "broken", "joined", "eliminated", "surrendered", "captured", "off"]
"""On the map; not yet arrived; a regiment that is on the map as its battalions, a battalion that is part of its
regiment (LB-6.3); lost; lost by surrender; guns taken in a redoubt (HEI-redoubt-6); not in this scenario, or gone from
the map for good."""
Formation = Literal["column", "line", "carre", "general order", "skirmish", "road march", "limbered", "unlimbered"]
Morale = Literal["good", "disordered", "routed"]
"""LB-30.1: good order, DD, PGD."""
Readiness = Literal["fresh", "tired", "exhausted"]
LeaderStatus = Literal["map", "waiting", "wounded", "dead", "captured", "off"]
Sequence = Literal["charge", "movement", "defensive fire", "offensive fire", "melee", "recovery"]
"""LB-2.4: the phases of a player sequence."""


def enemy_of(side: Side) -> Side:
    """The other camp."""
    return COALITION if side == FRENCH else FRENCH


@dataclass(frozen=True, slots=True)
class Unit:
    """LB-5.1, LB-5.2: a combat unit's changing part; the printed part is its `UnitCard`."""

    KEY: ClassVar[str] = "id"
    id: str
    status: Status = "off"
    places: tuple[str, ...] = ()
    """Its hexes, the one it is named by first; several for lines, skirmishers and columns of march."""
    rank: int = 0
    """Its level in the stack: the lowest number lies on top (LB-11.1, R-101)."""
    formation: Formation = "column"
    facing: str = ""
    """A hexside ("E") or, in line and in skirmish order, a corner ("NE"); nothing for a carré or a routed unit."""
    losses: int = 0
    morale: Morale = "good"
    readiness: Readiness = "fresh"
    worn_in: Side | None = None
    """LB-36.4: in whose sequence it lost its readiness."""
    rest_from: int = 0
    """The turn in which it did, or in which its rest was broken."""
    rest: Literal["still", "half", "broken"] = "still"
    """LB-36.5, LB-36.6: what it has done since."""
    spent: int = 0
    """Half points used in this movement or charge phase."""
    was_in_line: bool = False
    """LB-16.12: it stood in line when the movement phase began."""
    acts: tuple[str, ...] = ()
    """What it has done or suffered in this player sequence, in order of the alphabet: "charged", "fired" ..."""
    bound: tuple[str, ...] = ()
    """What holds it beyond this sequence: "off limits" (R-103), "held" (HEI-s3-5), "assaults 2534" ..."""
    marches: int = 0
    """LB-44.4: turns of forced march in a row."""
    due: int | None = None
    """The turn on which it may arrive."""
    entry: str = ""
    """Where it arrives."""
    held_back: bool = False
    """Its owner delays it (LB-45.4)."""

    @property
    def is_on_map(self) -> bool:
        """Whether it stands on the map."""
        return self.status == "map"

    @property
    def place(self) -> str:
        """The hex that it is named by."""
        return self.places[0]

    def did(self, *acts: str) -> Unit:
        """The unit with something noted that it did in this sequence."""
        return replace(self, acts=tuple(sorted({*self.acts, *acts})))

    def has(self, act: str) -> bool:
        """Whether something is noted of it, for this sequence or beyond."""
        return act in self.acts or act in self.bound


@dataclass(frozen=True, slots=True)
class Leader:
    """LB-7: a leader's changing part; the printed part is his `LeaderCard`."""

    KEY: ClassVar[str] = "id"
    id: str
    status: LeaderStatus = "off"
    place: str = ""
    spent: int = 0
    due: int | None = None
    """The turn on which he arrives, or is back from a wound (LB-7.7)."""
    entry: str = ""
    boot_lost: bool = False
    """HEI-s2-4."""


@dataclass(frozen=True, slots=True)
class Charge:
    """LB-38.1: a charge as designated, before it rides."""

    units: tuple[str, ...]
    target: str
    """The hex, or the enemy unit that it goes for."""
    path: tuple[str, ...] = ()
    leader: str = ""
    formation: str = ""
    recalled: Literal["", "follow", "halt", "charge"] = ""
    next_target: str = ""
    trample: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Volley:
    """A fire of this player sequence that cost its target something: what checks before melee look back on."""

    side: Side
    """Who fired."""
    offensive: bool
    losses: tuple[tuple[str, int], ...]
    elite: int = 0
    """HEI-elite-2: the printed morale of the top firing unit if it is elite, else 0."""


@dataclass(frozen=True, slots=True)
class Melee:
    """A melee that must be fought: the phasing side attacks, whoever made the contact (LB-38.10, LB-39.6, LB-40.5)."""

    attackers: tuple[str, ...]
    target: str
    """The hex attacked."""
    cause: Literal["charge", "reaction", "opportunity", "carre", "recall", "assault", "again"]
    straight: bool = False
    """LB-37.6, LB-38.7: the last three hexes were straight and head on."""
    passed: bool = False
    """LB-38.9: the target has stood, which counts as its check before melee."""
    leader: str = ""
    """D26: the leader whose melee number the attacker uses."""
    countered: tuple[str, ...] = ()
    """LB-39.6: defenders who met the charge with a reaction charge."""


@dataclass(frozen=True)
class State:
    """Where a match stands."""

    turn: int = 0
    """The number of the turn; its name is its clock time. 0 before the first."""
    stage: str = "set-up orders"
    """A step of the sequence of play: see `sequence.py`."""
    active: Side | None = None
    """The phasing side of a player sequence."""
    units: Mapping[str, Unit] = field(default_factory=dict)
    leaders: Mapping[str, Leader] = field(default_factory=dict)
    abatis: Mapping[str, str] = field(default_factory=dict)
    """R-98: the hex of each abatis, by its name: "A1"."""
    pontoons: Mapping[str, int] = field(default_factory=dict)
    """HEI-pontoon-2: damage of each pontoon that stands, by its name."""
    holders: Mapping[str, Side] = field(default_factory=dict)
    """HEI-hold-1: who was last alone in a hex that counts."""
    levels: Mapping[str, int] = field(default_factory=dict)
    """LB-43.3: the morale level of each organisation in this hour."""
    charges: tuple[Charge, ...] = ()
    melees: tuple[Melee, ...] = ()
    released: Mapping[Side, int] = field(default_factory=dict)
    """HEI-s3-2: the turn on which a side released its Guard."""
    guard_near: Mapping[Side, int] = field(default_factory=dict)
    """HEI-s3-2: the turn of the trigger that costs victory levels."""
    redoubts_taken: Mapping[str, int] = field(default_factory=dict)
    """HEI-redoubt-6: by redoubt, the turn on which its guns were captured and may still be won back."""
    fired_on: tuple[str, ...] = ()
    """LB-21.1: hexes that were a target in this fire segment."""
    volleys: tuple[Volley, ...] = ()
    """The fires of this player sequence that cost something."""
    notes: Mapping[str, int] = field(default_factory=dict)
    """What was counted at the end of a turn and matters for the verdict: "Bewernick 12:20"."""
    bodies: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Groups that a player has named: "group Left: 57e, 46e"."""
    draw_offers: tuple[Side, ...] = ()
    ending: Ending | None = None

    # --- looking ----------------------------------------------------------------------------------------------

    @cached_property
    def stacks(self) -> Mapping[str, tuple[str, ...]]:
        """Units of each occupied hex, from the top down."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.status == "map":
                for place in unit.places:
                    found.setdefault(place, []).append(unit)
        ordered = {place: sorted(those, key=lambda unit: (unit.rank, unit.id)) for place, those in found.items()}
        return {place: tuple(unit.id for unit in ordered[place]) for place in sorted(ordered)}

    @cached_property
    def memo(self) -> dict[str, Any]:
        """What rules have computed of this position, such as zones; lives as long as the value."""
        return {}

    def unit(self, unit: str) -> Unit:
        """A unit by its id."""
        return self.units[unit]

    def leader(self, leader: str) -> Leader:
        """A leader by his id."""
        return self.leaders[leader]

    def at(self, place: str) -> tuple[Unit, ...]:
        """The combat units in a hex, from the top down."""
        return tuple(self.units[one] for one in self.stacks.get(place, ()))

    @cached_property
    def leaders_by_place(self) -> Mapping[str, tuple[str, ...]]:
        """Leaders on the map by hex."""
        found: dict[str, list[str]] = {}
        for leader in self.leaders.values():
            if leader.status == "map":
                found.setdefault(leader.place, []).append(leader.id)
        return {place: tuple(sorted(found[place])) for place in sorted(found)}

    def leaders_at(self, place: str) -> tuple[Leader, ...]:
        """The leaders in a hex."""
        return tuple(self.leaders[one] for one in self.leaders_by_place.get(place, ()))

    # --- changing: for the `apply` of events ------------------------------------------------------------------

    def with_units(self, *units: Unit) -> State:
        """The position with some units replaced; where nobody moves the stacks are kept."""
        after = replace(self, units={**self.units, **{unit.id: unit for unit in units}})
        if "stacks" in self.__dict__ and not any(_stands_elsewhere(self.units.get(unit.id), unit) for unit in units):
            after.__dict__["stacks"] = self.stacks
        if "leaders_by_place" in self.__dict__:
            after.__dict__["leaders_by_place"] = self.leaders_by_place
        return after

    def with_leaders(self, *leaders: Leader) -> State:
        """The position with some leaders replaced."""
        after = replace(self, leaders={**self.leaders, **{one.id: one for one in leaders}})
        if "stacks" in self.__dict__:
            after.__dict__["stacks"] = self.stacks
        return after

    def bottom(self, places: Iterable[str]) -> int:
        """R-101: the rank of a newcomer, which goes under everybody in these hexes."""
        return 1 + max((unit.rank for place in places for unit in self.at(place)), default=0)


def _stands_elsewhere(before: Unit | None, after: Unit) -> bool:
    return before is None or (before.status, before.places, before.rank) != (after.status, after.places, after.rank)
