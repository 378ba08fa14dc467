"""What every rule of the campaign may look at besides the position: the roster, the map, the tables, the options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.maps.network import Network

if TYPE_CHECKING:
    from adjudicator.rulesets.campaign1813.state import Block
    from adjudicator.rulesets.campaign1813.tables import Tables

Kind = Literal["infantry", "cavalry", "artillery", "garrison", "leader", "hq", "unknown"]
"""CAM-unit-5, CAM-unit-6: the types of block; "unknown" is a block whose face a side has not seen."""

COMBAT: frozenset[str] = frozenset({"infantry", "cavalry", "artillery", "garrison", "unknown"})
"""Kinds of block that fight, hold towns and count for road limits; an unseen one is taken for such."""

T = TypeVar("T")

INDEPENDENT = "IND"
GARRISON = "GAR"


@dataclass(frozen=True, slots=True)
class Card:
    """The printed part of a block: what its roster says of it."""

    id: str
    name: str
    side: Side
    nation: str
    army: str
    corps: str
    kind: Kind
    units: int = 0
    """Blücher units: brigades on the tabletop."""
    elan: int = 0
    """CAM-assault-2: the majority elan of its units, 4 to 8."""
    points: int = 0
    men: int = 0
    start: str = ""
    traits: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    source: str = "reconstruction"

    @property
    def full(self) -> int:
        """Elan points at full strength: units times elan."""
        return self.units * self.elan

    @property
    def fights(self) -> bool:
        """Whether it is a combat block."""
        return self.kind in COMBAT

    @property
    def leads(self) -> bool:
        """CAM-lead-2, CAM-lead-8: an Army Leader or a Corps HQ, free of every limit."""
        return self.kind in ("leader", "hq")


BLANK = Card("", "unknown block", Side(""), "", "", "", "unknown")
"""The card of a block whose face is hidden; no part of the roster, which is the printed one."""


@dataclass(frozen=True, slots=True)
class Corps:
    """CAM-unit-2: a corps of an army and the block of its headquarters."""

    id: str
    name: str
    side: Side
    army: str
    hq: str
    blocks: tuple[str, ...] = ()
    """Its combat blocks at the start."""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Army:
    """CAM-lead-1, CAM-break-1: an army, its leader and how many Blücher units it can lose."""

    id: str
    name: str
    side: Side
    leader: str
    break_point: int
    blocks: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Day:
    """CAM-gen-1: a campaign turn of the calendar."""

    turn: int
    first_day: str
    last_day: str
    assault: bool
    note: str = ""


@dataclass(frozen=True)
class Context:
    """Handed to rule functions."""

    roster: Mapping[str, Card]
    """The printed part of every block, in the order of the data file."""
    network: Network
    corps: Mapping[str, Corps]
    armies: Mapping[str, Army]
    """In the order of the data file."""
    capacity: Mapping[str, int]
    """CAM-map-5: Blücher units that each fortress holds."""
    calendar: Mapping[int, Day]
    tables: Tables
    options: Mapping[str, str]
    sides: tuple[Side, ...]

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {block: number for number, block in enumerate(self.roster)}

    def in_order(self, blocks: Mapping[str, T]) -> dict[str, T]:
        """Blocks in the order of the roster, unseen ones last: the same for a position and for what was made of it."""
        last = len(self._order)
        return dict(sorted(blocks.items(), key=lambda item: (self._order.get(item[0], last), item[0])))

    def card(self, block: Block) -> Card:
        """The printed part of a block; blank where a side has not seen its face."""
        return BLANK if block.unseen else self.roster[block.id]

    def name(self, block: str) -> str:
        """The printed name of a block."""
        return self.roster[block].name

    def is_meant(self, name: str, block: str) -> bool:
        """Whether a name (a block, a corps or an army) stands for a block."""
        card = self.roster[block]
        return name in (block, card.corps, card.army)

    def called(self, name: str) -> str:
        """The printed name of a block, a corps or an army."""
        if name in self.corps:
            return self.corps[name].name
        return self.armies[name].name if name in self.armies else self.name(name)

    def town(self, place: str) -> str:
        """The printed name of a town."""
        return self.network.towns[place].name

    def names(self, blocks: tuple[str, ...]) -> str:
        """Printed names in a row."""
        return ", ".join(self.roster[block].name for block in blocks)

    def armies_of(self, side: Side) -> tuple[Army, ...]:
        """The armies of a side, in the order of the data file."""
        return tuple(army for army in self.armies.values() if army.side == side)

    def army_name(self, army: str) -> str:
        """The name of an army; of those outside one, what they are."""
        if army in self.armies:
            return self.armies[army].name
        return "independent" if army == INDEPENDENT else "garrison"
