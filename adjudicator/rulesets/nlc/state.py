"""The position of a match: plain frozen values, changed only by events.

Strengths and places are open to both sides. Hidden are the orders in force and in transit: what a side knows of the
enemy's is told by `sight.known`, in this same form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypeVar

from adjudicator.core.types import Ending, Side
from adjudicator.core.values import dataclass, replace

FRENCH = Side("French")
ALLIED = Side("Allied")
SIDES = (FRENCH, ALLIED)

OrderState = Literal["attack", "defend", "reserve", ""]
"""NLC-3.2: what a formation's leader has been told; the state itself is kept, no marker (A-1). "" where a side does not
know it."""
Status = Literal["map", "waiting", "transit", "eliminated", "gone", "exited", "removed"]
"""On the map; not yet arrived; between two maps; lost and able to reorganize; lost for good (NLC-21.5); left the map
by movement (NLC-6.1); taken off by the umpire or before the first turn, counted for nobody."""
LeaderStatus = Literal["map", "waiting", "transit", "dead", "exited", "removed"]
Segment = Literal["bombardment", "charges", "movement", "combat"]
"""NLC-4.2: the four parts of a player turn."""

EMPTY: Mapping[str, Any] = MappingProxyType({})


def enemy_of(side: Side) -> Side:
    """The other camp."""
    return ALLIED if side == FRENCH else FRENCH


# --- pieces ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unit:
    """NLC-3.1, NLC-3.3: a combat unit's changing part; the printed part is its `UnitCard`."""

    KEY: ClassVar[str] = "id"
    id: str
    place: str | None
    status: Status = "map"
    reduced: bool = False
    disrupted: bool = False
    bombarded: bool = False
    """It bombarded in this player turn (NLC-8.1d)."""
    charged: bool = False
    """It charged or reacted in this player turn (A-36)."""
    formation: str = ""
    """The formation whose orders it takes, where it is not the printed one (A-5)."""
    in_reserve: bool = False
    """It is in Army Reserve (NLC-28.2a)."""
    lost_on: int | None = None
    """The turn of its elimination (NLC-21.1)."""
    due: int | None = None
    """The turn on which it may enter, while it waits or is between two maps."""
    entries: tuple[str, ...] = ()
    """The hexes where it may enter."""
    entered: str = ""
    """The hex where it entered, for as long as that matters for supply."""
    entered_on: int | None = None
    delayed: bool = False
    """Its owner keeps it off the map (D-17)."""
    was_in_zone: bool = False
    """It stood in an enemy zone when this player turn began (NLC-7.10, A-38)."""


@dataclass(frozen=True, slots=True)
class Leader:
    """NLC-19: a leader's changing part; the printed part is his `LeaderCard`."""

    KEY: ClassVar[str] = "id"
    id: str
    place: str | None
    status: LeaderStatus = "map"
    holds: tuple[str, ...] = ()
    """The formations that a wing commander, or an overall commander with a list of his own, may order."""
    wing: bool = False
    """He is a wing commander at present (NLC-26.1a, NLC-27.5b), or a corps commander (NLC-26.3b)."""
    rating: int | None = None
    """His rating after he was replaced (NLC-19.9)."""
    capacity: int | None = None
    """What was rolled for him in this Command Phase (NLC-27.6a)."""
    stance: str = ""
    """NLC-27.7."""
    ordered: int = 0
    """New orders that he has given this turn (NLC-20.5)."""
    moved: bool = False
    reorganizes: bool = False
    """He counts as absent this turn (NLC-21.3)."""
    back_on: int | None = None
    """The turn on which a dead leader returns (NLC-19.9)."""
    due: int | None = None
    entries: tuple[str, ...] = ()
    asleep: bool = False
    """NLC-24: he has not yet begun to move this morning."""


@dataclass(frozen=True, slots=True)
class Formation:
    """NLC-2.1a, NLC-3.2: a corps or division under one leader, its order (A-1) and what that looks back on."""

    KEY: ClassVar[str] = "id"
    id: str
    order: OrderState = "reserve"
    since: int = 0
    """The turn on which the order took effect."""
    ground: str = ""
    """NLC-20.2-D1, A-30: which of `State.grounds` was controlled when a Defend order took effect."""
    dated: int = 0
    """The number of the courier whose order is in force: an older one is void (A-75)."""
    hit: bool = False
    """A unit of it lost a step since the last Command Phase (NLC-20.3c, A-28)."""
    fought: bool = False
    """It attacked, charged or bombarded in this player turn (NLC-20.2-A2)."""
    fires: int = 0
    """Turns running in which bombardment alone stood for its attack (NLC-20.2-A3)."""
    released: bool = True
    """False while the whole corps is in Army Reserve (NLC-28.2), which is more than Reserve orders (NLC-28.2d)."""
    march: str = ""
    """The name of the column that d'Erlon must follow (NLC-26.9d)."""


@dataclass(frozen=True, slots=True)
class Courier:
    """NLC-20.4: an order under way. Couriers are dated by their number, the earliest first (A-75)."""

    number: int
    side: Side
    issuer: str
    receiver: str
    """The leader it is for."""
    formation: str
    order: OrderState
    sent: int
    due: int


@dataclass(frozen=True, slots=True)
class Assignment:
    """A-71: a formation that comes under another commander with the next Command Phase."""

    formation: str
    leader: str
    due: int


# --- what is declared and not yet fought --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Charge:
    """NLC-7.6b-10: a stack that has ridden to its target; all ride before the first is fought."""

    target: str
    units: tuple[str, ...]
    origin: str
    """The hex where it began, to which a losing charger goes back."""
    came_from: str
    """The hex from which it enters the target hex."""
    then: Literal["", "stay", "return", "pursue"] = ""
    """D-7 as written with the order."""
    pursue_to: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Attack:
    """NLC-7.3: one combat as declared: a defending hex and all who attack it."""

    target: str
    units: tuple[str, ...]
    advance: tuple[str, ...] | None = None
    """D-16 as written: units that advance, nobody if empty, None if nothing was written."""
    forced: bool = False
    line: int = 0


# --- the whole --------------------------------------------------------------------------------------------------

P = TypeVar("P", Unit, Leader)


@dataclass(frozen=True)
class Force:
    """One side's pieces. Indexes are computed once for each value, so moving one force keeps the other's."""

    units: Mapping[str, Unit] = field(default_factory=dict)
    leaders: Mapping[str, Leader] = field(default_factory=dict)

    @cached_property
    def units_at(self) -> Mapping[str, tuple[Unit, ...]]:
        """Combat units on the map by hex, hexes and units in the order of their ids."""
        return _by_place(self.units.values())

    @cached_property
    def leaders_at(self) -> Mapping[str, tuple[Leader, ...]]:
        """Leaders on the map by hex."""
        return _by_place(self.leaders.values())

    @cached_property
    def memo(self) -> dict[str, Any]:
        """What rules have computed of this force, such as its zone of control; lives as long as the value."""
        return {}

    def changed(self, units: Iterable[Unit] = (), leaders: Iterable[Leader] = ()) -> Force:
        """The force with some pieces replaced; what concerns the others is kept."""
        new_units, new_leaders = {one.id: one for one in units}, {one.id: one for one in leaders}
        after = Force(
            {**self.units, **new_units} if new_units else self.units,
            {**self.leaders, **new_leaders} if new_leaders else self.leaders,
        )
        if not new_leaders and "leaders_at" in self.__dict__:
            after.__dict__["leaders_at"] = self.leaders_at
        if not _moved(self.units, new_units):
            if "memo" in self.__dict__:
                after.__dict__["memo"] = self.memo
            if not new_units and "units_at" in self.__dict__:
                after.__dict__["units_at"] = self.units_at
        return after


def _moved(before: Mapping[str, Unit], after: Mapping[str, Unit]) -> bool:
    """Whether any unit stands elsewhere than before, or has come or gone."""
    return any(
        name not in before or (before[name].place, before[name].status) != (unit.place, unit.status)
        for name, unit in after.items()
    )


def _by_place(pieces: Iterable[P]) -> dict[str, tuple[P, ...]]:
    found: dict[str, list[P]] = {}
    for piece in pieces:
        if piece.status == "map" and piece.place is not None:
            found.setdefault(piece.place, []).append(piece)
    return {place: tuple(sorted(found[place], key=lambda piece: piece.id)) for place in sorted(found)}


@dataclass(frozen=True)
class State:
    """Where a match stands."""

    turn: int = 0
    """The number of the game turn; its name is in the clock. 0 before the first."""
    stage: str = "set-up"
    """A step of the sequence of play: see `sequence.py`."""
    active: Side | None = None
    """The phasing side of a player turn."""
    forces: Mapping[Side, Force] = field(default_factory=dict)
    formations: Mapping[str, Formation] = field(default_factory=dict)
    couriers: tuple[Courier, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    grounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """A-30: the hexes that a side controlled at some Command Phase, as long as a Defend order looks back on them."""
    holders: Mapping[str, Side] = field(default_factory=dict)
    """NLC-13.1: who was last to have a unit in a hex that counts for victory or supply."""
    broken: tuple[str, ...] = ()
    """NLC-22.1: the limit groups that are demoralized."""
    demoralized: tuple[str, ...] = ()
    """NLC-11.1: the armies (in the campaign of 1815 also the wings) that have reached their level."""
    disintegrated: tuple[str, ...] = ()
    shifts: Mapping[str, int] = field(default_factory=dict)
    """By army or wing: what its level has been lowered by (NLC-7.4-LG2, NLC-26.9h)."""
    shifted: tuple[str, ...] = ()
    """The causes of shifts that have happened and happen once."""
    points: Mapping[Side, int] = field(default_factory=dict)
    """Victory points won or paid so far; those of the end are reckoned then."""
    charges: tuple[Charge, ...] = ()
    attacks: tuple[Attack, ...] = ()
    wing_of: Mapping[str, str] = field(default_factory=dict)
    """NLC-26.9g: by formation, the wing leader's name, where it is not the one that the scenario gives it."""
    wings: Mapping[str, int] = field(default_factory=dict)
    """NLC-26.9e: the demoralization value of each army group."""
    cut_off: Mapping[str, int] = field(default_factory=dict)
    """NLC-26.9h, NLC-26.9i: for how many turns running a group could not trace its line."""
    muted_until: int = 0
    """NLC-28.4b-5: no Allied overall commander sends orders before this turn."""
    arrival: int = 0
    """The die of Napoleon's arrival at Dresden, while its orders may be given (D-23)."""
    arrival_orders: int = 0
    """How many Austrian divisions may still be ordered by it."""
    waits: Mapping[str, int] = field(default_factory=dict)
    """NLC-28.2f: by roll group, the first turn of the next release."""
    draw_offers: tuple[Side, ...] = ()
    ending: Ending | None = None

    # --- looking ----------------------------------------------------------------------------------------------

    def force(self, side: Side) -> Force:
        """A side's pieces."""
        return self.forces[side]

    @cached_property
    def sides(self) -> Mapping[str, Side]:
        """The camp of every unit and leader."""
        return {piece: side for side, force in self.forces.items() for piece in (*force.units, *force.leaders)}

    def unit(self, unit: str) -> Unit:
        """A unit by its id."""
        return self.forces[self.sides[unit]].units[unit]

    def leader(self, leader: str) -> Leader:
        """A leader by his id."""
        return self.forces[self.sides[leader]].leaders[leader]

    def at(self, side: Side, place: str) -> tuple[Unit, ...]:
        """A side's combat units in a hex, in the order of their ids."""
        return self.forces[side].units_at.get(place, ())

    def leaders_at(self, side: Side, place: str) -> tuple[Leader, ...]:
        """A side's leaders in a hex."""
        return self.forces[side].leaders_at.get(place, ())

    def order_of(self, formation: str) -> OrderState:
        """The order of a formation."""
        return self.formations[formation].order

    # --- changing: for the `apply` of events ------------------------------------------------------------------

    def with_units(self, *units: Unit) -> State:
        """The position with some units replaced."""
        after = dict(self.forces)
        for side in SIDES:
            mine = [unit for unit in units if self.sides[unit.id] == side]
            if mine:
                after[side] = after[side].changed(units=mine)
        return self._with(forces=after)

    def with_leaders(self, *leaders: Leader) -> State:
        """The position with some leaders replaced."""
        after = dict(self.forces)
        for side in SIDES:
            mine = [leader for leader in leaders if self.sides[leader.id] == side]
            if mine:
                after[side] = after[side].changed(leaders=mine)
        return self._with(forces=after)

    def with_formations(self, *formations: Formation) -> State:
        """The position with some formations replaced."""
        return self._with(formations={**self.formations, **{one.id: one for one in formations}})

    def _with(self, **fields: Any) -> State:
        """A changed copy; which piece belongs to whom never changes."""
        after = replace(self, **fields)
        if "sides" in self.__dict__:
            after.__dict__["sides"] = self.sides
        return after
