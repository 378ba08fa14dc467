"""A battle report while it is being read: its lines by sort, who was there, and the faults found so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from functools import cached_property
from typing import TypeVar

from adjudicator.core.types import Order
from adjudicator.core.values import dataclass
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.maps.network import Road
from adjudicator.rulesets.campaign1813.battle.reinforcing import Column, columns
from adjudicator.rulesets.campaign1813.battle.result import Departure, on_the_field
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.rates import limit
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from adjudicator.rulesets.campaign1813.state import Battle, Block, State
from adjudicator.rulesets.campaign1813.supply.strength import after_hits

L = TypeVar("L", bound=Order)
Named = ro.LeaderLost | ro.Engaged | ro.Seen | ro.Unhurt
"""Lines that are a list of blocks."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What does not fit: the line (0: the whole report), and the "no"."""

    line: int
    verdict: Verdict


@dataclass
class Reading:
    """The lines of a report, and what has been found of them."""

    ctx: Context
    state: State
    battle: Battle
    lines: tuple[Order, ...]
    faults: list[Fault] = field(default_factory=list)
    losses: dict[str, tuple[ro.Hits, Order]] = field(default_factory=dict)
    """Block to its losses and the line that tells them."""
    told: set[str] = field(default_factory=set)
    arrivals: dict[str, tuple[Column, ro.Arrived]] = field(default_factory=dict)
    departures: dict[str, Departure] = field(default_factory=dict)
    regroup_out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    regroup_in: dict[str, str] = field(default_factory=dict)

    def of(self, sort: type[L]) -> list[L]:
        """The lines of a sort, as written."""
        return [line for line in self.lines if isinstance(line, sort)]

    def named(self, *sorts: type[Named]) -> list[tuple[Named, str]]:
        """The lines of some sorts with each block that they name."""
        return [(line, unit) for sort in sorts for line in self.of(sort) for unit in self.meant(line.units)]

    @cached_property
    def there(self) -> dict[str, Block]:
        """The blocks that began the battle."""
        return {b.id: b for side in self.ctx.sides for b in on_the_field(self.state, self.battle, side)}

    @cached_property
    def _columns(self) -> tuple[Column, ...]:
        town = self.battle.town
        return tuple(column for side in self.ctx.sides for column in columns(self.ctx, self.state, town, side))

    @property
    def could_come(self) -> tuple[str, ...]:
        """The blocks that may reinforce the battle."""
        return tuple(block.id for column in self._columns for block in column.blocks)

    @property
    def last_turn(self) -> int:
        """The battle turn on which it ended."""
        return self.of(ro.LastTurn)[0].turn

    def column_of(self, unit: str) -> Column | None:
        """The group of neighbours that a block belongs to; None if it could not come."""
        return next((c for c in self._columns if any(block.id == unit for block in c.blocks)), None)

    def per_phase(self, road: Road) -> int:
        """CAM-reinf-4: what a section brings in one phase."""
        return limit(self.ctx, road, "reinforcement")

    def name(self, unit: str) -> str:
        """The printed name of a block."""
        return self.ctx.name(unit)

    def names(self, units: Iterable[str]) -> str:
        """Printed names in a row."""
        return ", ".join(self.ctx.name(unit) for unit in units)

    def destroyed(self, unit: str) -> int:
        """Blücher units that a block has lost after this battle, all causes together."""
        block, told = self.state.block(unit), self.losses.get(unit)
        if told is None:
            return block.destroyed
        return after_hits(self.ctx.roster[unit], block, told[0].hits, told[0].destroyed).destroyed

    def is_gone(self, unit: str) -> bool:
        """Whether nothing is left of a block after its losses."""
        told = self.losses.get(unit)
        if told is None or not self.ctx.roster[unit].fights:
            return any(unit in self.meant(lost.units) for lost in self.of(ro.LeaderLost))
        return after_hits(self.ctx.roster[unit], self.state.block(unit), told[0].hits).eliminated

    def meant(self, names: Iterable[str]) -> tuple[str, ...]:
        """The blocks that names stand for: a block by itself, of a corps or an army those who fought."""
        return self._expanded(names, (*self.there, *self.coming))

    @cached_property
    def coming(self) -> tuple[str, ...]:
        """The blocks that the report lets arrive; read when all its lines are in."""
        return tuple(unit for order in self.of(ro.Arrived) for unit in self.sent(order.units))

    def sent(self, names: Iterable[str]) -> tuple[str, ...]:
        """The blocks that names stand for among those who could come."""
        return self._expanded(names, self.could_come)

    def _expanded(self, names: Iterable[str], among: Iterable[str]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for name in names:
            if name in self.ctx.corps or name in self.ctx.armies:
                found |= dict.fromkeys(block for block in among if self.ctx.is_meant(name, block))
            else:
                found[name] = None
        return tuple(found)

    def made(self, order: Order | None, rule: str, reason: str, remedy: str = "") -> Fault:
        """A fault of a line, or of the whole report."""
        return Fault(order.line if order is not None else 0, no(rule, reason, remedy))

    def fault(self, order: Order | None, rule: str, reason: str, remedy: str = "") -> None:
        """Note a fault."""
        self.faults.append(self.made(order, rule, reason, remedy))
