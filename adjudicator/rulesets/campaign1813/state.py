"""The position of the campaign: plain frozen values, changed only by events.

A State is also how a side's knowledge is written down: an enemy block that it has not seen is replaced by an unknown
one, so that every rule can be asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import ClassVar, Literal

from adjudicator.core.types import Ending, Frozen, Order, Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.campaign1813.context import COMBAT, Context, Kind
from adjudicator.rulesets.campaign1813.tables import Location

FRENCH = Side("French")
ALLIED = Side("Allied")

BlockStatus = Literal["map", "away", "eliminated"]
"""On the map; a leader driven off, to return next turn; lost for the campaign."""
Disruption = Literal["", "retreat", "regroup", "rout"]
Supply = Literal["in", "out", "isolated"]
Rules = Literal["Blücher", "Lasalle 2"]
"""CAM-battle-3: the tabletop rules of a battle."""


def enemy_of(side: Side) -> Side:
    """The other camp."""
    return ALLIED if side == FRENCH else FRENCH


@dataclass(frozen=True, slots=True)
class Block:
    """CAM-map-1: a block's changing part; on the map it stands in a town. The printed part is its `Card`."""

    KEY: ClassVar[str] = "id"
    id: str
    side: Side
    kind: Kind = "unknown"
    place: str | None = None
    status: BlockStatus = "map"
    hits: int = 0
    """Elan points lost for good."""
    destroyed: int = 0
    """Blücher units destroyed."""
    disrupted: Disruption = ""
    routed_on: int = 0
    """The campaign turn of its last rout."""
    supply: Supply = "in"
    inside: bool = False
    """Behind the walls of a fortress."""
    back_on: int = 0
    """The turn on which a leader who is away returns."""
    nation: str = ""
    """The colour of a block whose face is hidden; of all others their card tells it."""

    @property
    def unseen(self) -> bool:
        """CAM-unit-7: whether it stands for a block whose face a side has not seen."""
        return self.kind == "unknown"

    @property
    def fights(self) -> bool:
        """Whether it is a combat block."""
        return self.kind in COMBAT

    @property
    def leads(self) -> bool:
        """Whether it is an Army Leader or a Corps HQ."""
        return self.kind in ("leader", "hq")


@dataclass(frozen=True)
class Pieces:
    """All blocks; indexes are computed once for each value."""

    blocks: Mapping[str, Block] = field(default_factory=dict)

    @cached_property
    def at(self) -> Mapping[str, tuple[Block, ...]]:
        """Blocks on the map by town, in the order of the roster."""
        found: dict[str, list[Block]] = {}
        for block in self.blocks.values():
            if block.status == "map" and block.place is not None:
                found.setdefault(block.place, []).append(block)
        return {place: tuple(blocks) for place, blocks in found.items()}

    @cached_property
    def holders(self) -> Mapping[str, frozenset[Side]]:
        """The sides that have combat blocks in each town, behind walls or not."""
        found: dict[str, set[Side]] = {}
        for block in self.blocks.values():
            if block.kind in COMBAT and block.status == "map" and block.place is not None:
                found.setdefault(block.place, set()).add(block.side)
        return {place: frozenset(sides) for place, sides in found.items()}

    def has_combat(self, place: str, side: Side) -> bool:
        """Whether a side has a combat block in a town, behind walls or not."""
        return side in self.holders.get(place, frozenset())

    def of(self, place: str, side: Side) -> tuple[Block, ...]:
        """A side's blocks in a town."""
        return tuple(block for block in self.at.get(place, ()) if block.side == side)

    def combat(self, place: str, side: Side) -> tuple[Block, ...]:
        """A side's combat blocks in a town, behind walls or not."""
        return tuple(block for block in self.at.get(place, ()) if block.side == side and block.fights)


@dataclass(frozen=True, slots=True)
class Depot:
    """CAM-supply-6: a supply depot, whose it is and of what type."""

    KEY: ClassVar[str] = "town"
    town: str
    owner: Side
    type: str
    """"A" to "D"."""


@dataclass(frozen=True, slots=True)
class Siege:
    """CAM-siege-2: defenders behind walls and the enemy before them; `laid` once the siege is laid."""

    KEY: ClassVar[str] = "town"
    town: str
    besieger: Side
    since: int
    """The campaign turn in which it began."""
    laid: bool = True


@dataclass(frozen=True, slots=True)
class Approach:
    """How an attacking block came: from where, by which towns, and whether by forced march."""

    block: str
    origin: str
    path: tuple[str, ...]
    """Every town entered; the last is the battle's."""
    forced: bool = False

    @property
    def gate(self) -> str:
        """The town from which it entered the last section."""
        return self.path[-2] if len(self.path) > 1 else self.origin


@dataclass(frozen=True, slots=True)
class Contest:
    """CAM-battle-1: a town entered against the enemy, to be fought over or besieged in this player turn."""

    KEY: ClassVar[str] = "town"
    town: str
    approaches: tuple[Approach, ...] = ()
    origins: tuple[str, ...] = ()
    """Departure towns of the groups, in the order of their coming."""
    gates: tuple[str, ...] = ()
    """The towns at the other end of the sections by which it was entered."""


class Sent(Frozen):
    """CAM-reinf-2: blocks that a side sends to a battle from a neighbouring town."""

    side: Side
    origin: str
    blocks: tuple[str, ...]


class Wish(Frozen):
    """D-8b: a side's percentage of losses at which it breaks off."""

    side: Side
    percent: int


class CardValues(Frozen):
    """CAM-obj-4: what each of a side's cards is worth on a crossing or crossroads."""

    side: Side
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that is being fought, from the brief to the report."""

    town: str
    attacker: Side
    approaches: tuple[Approach, ...]
    location: Location
    die: int
    rules: Rules = "Blücher"
    size: str = ""
    cards: int = 0
    or_more: bool = False
    relief: tuple[str, ...] = ()
    """CAM-siege-1: besieged blocks that come out to fight on the attacker's side."""
    sent: tuple[Sent, ...] = ()
    break_off: tuple[Wish, ...] = ()
    field: str = ""
    """CAM-hist-1: the historical field that both sides named."""
    table: str = ""
    """CAM-table-2: the table that both sides named."""
    objectives: tuple[CardValues, ...] = ()
    attempt: int = 1
    """Which report on it is awaited."""


@dataclass(frozen=True, slots=True)
class Laid:
    """An order put aside for a later phase, with its words."""

    order: Order
    words: str = ""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a side remembers of an enemy block that it has seen."""

    KEY: ClassVar[str] = "block"
    block: str
    place: str
    turn: int
    hits: int | None = None
    """How worn it was, if that was seen."""
    current: bool = True
    """Still named on the map; False once it has been hidden again."""


@dataclass(frozen=True, slots=True)
class Moves:
    """What the active side has done in its movement phase; emptied when the next player turn begins."""

    paid: tuple[tuple[str, str], ...] = ()
    """CAM-move-7: (army, town) for each group move that an army has paid for."""
    independent: int = 0
    """CAM-move-8: group moves that the dice allow independent groups."""
    moved: frozenset[str] = frozenset()
    forced: tuple[tuple[str, str], ...] = ()
    """(block, departure town) of forced marchers whose dice are still to come."""
    leaders_at: Mapping[str, str] = field(default_factory=dict)
    """Army Leaders and where they stood when the phase began."""


@dataclass(frozen=True, slots=True)
class State:
    """A position of the campaign."""

    turn: int = 0
    stage: str = "set-up"
    """Where the sequence of play stands: a name from `sequence.STAGES`."""
    first: Side | None = None
    """Who has the first player turn of this campaign turn."""
    active: Side | None = None
    pieces: Pieces = Pieces()
    held: Mapping[str, Side] = field(default_factory=dict)
    """CAM-vic-3: town to the side that holds it."""
    depots: Mapping[str, Depot] = field(default_factory=dict)
    roads: Mapping[str, Mapping[Side, int]] = field(default_factory=dict)
    """CAM-road-1: units that used each section, by side."""
    traffic: Mapping[str, Mapping[Side, int]] = field(default_factory=dict)
    """Blocks that were seen to pass each section, by side: CAM-lead-2, leaders pass unseen among units."""
    moves: Moves = Moves()
    plans: tuple[Laid, ...] = ()
    """What the active side's text says for the phases after movement."""
    contests: Mapping[str, Contest] = field(default_factory=dict)
    battle: Battle | None = None
    fought: frozenset[str] = frozenset()
    """Blocks that have been in a battle of this player turn."""
    sieges: Mapping[str, Siege] = field(default_factory=dict)
    sightings: Mapping[Side, Mapping[str, Sighting]] = field(default_factory=dict)
    broken: tuple[str, ...] = ()
    """CAM-break-3: armies that are no more."""
    history: tuple[tuple[int, Mapping[str, int]], ...] = ()
    """Blücher units lost by each army at the end of each turn."""
    draw_offers: tuple[Side, ...] = ()
    ending: Ending | None = None

    def block(self, block: str) -> Block:
        """A block of either side."""
        return self.pieces.blocks[block]

    def passive(self) -> Side:
        """The side whose player turn it is not."""
        assert self.active is not None
        return enemy_of(self.active)


def starting_position(ctx: Context, held: Mapping[str, Side], depots: Iterable[tuple[str, Side, str]]) -> State:
    """CAM-unit-4, CAM-map-4: blocks and garrisons as the scenario has them; depots by town, owner and type."""
    return State(
        pieces=Pieces({card.id: Block(card.id, card.side, card.kind, card.start) for card in ctx.roster.values()}),
        held=dict(held),
        depots={town: Depot(town, owner, type_) for town, owner, type_ in depots},
    )
