"""The tables of the rules: models of the files in data/tables, checked when loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from adjudicator.core.types import Frozen, Ratio, RuleId
from adjudicator.core.values import dataclass

Source = Literal["text", "reconstruction"]


class HexEffect(Frozen):
    """NLC-T: what the ground of a hex does; None for fire that is not allowed into it."""

    kind: str
    rule: RuleId
    attack: int | None = Field(default=None, ge=0, le=100)
    bombard: int | None = Field(default=None, ge=0, le=100)
    charge: int | None = Field(default=None, ge=0, le=100)
    foot: int = Field(ge=1)
    mounted: int = Field(ge=1)
    blocks_sight: bool = False
    flanks: bool = True
    """Whether who stands there can be flanked (NLC-7.6a-3)."""


class SideEffect(Frozen):
    """NLC-T: what a hexside does; None for fire that is not allowed across it."""

    kind: str
    rule: RuleId
    attack: int | None = Field(default=None, ge=0, le=100)
    bombard: int | None = Field(default=None, ge=0, le=100)
    charge: int | None = Field(default=None, ge=0, le=100)
    extra: int = Field(default=0, ge=0)
    closed: bool = False
    """Nobody crosses it, and no zone reaches over it (A-10, A-68)."""


class TerrainTable(Frozen):
    """terrain.toml."""

    source: Source
    woods_reduce_own_fire: bool
    hex: tuple[HexEffect, ...]
    side: tuple[SideEffect, ...]

    def of(self, kind: str) -> HexEffect:
        """The effects of a kind of ground."""
        return next(one for one in self.hex if one.kind == kind)

    def across(self, kind: str) -> SideEffect:
        """The effects of a kind of hexside."""
        return next(one for one in self.side if one.kind == kind)


class SupplyTable(Frozen):
    """NLC-23.1."""

    rule: RuleId
    off_road: int = Field(ge=0)
    source: Source


class DutyTable(Frozen):
    """NLC-20.2-A1 to NLC-20.2-A4."""

    rule: RuleId
    near: int = Field(ge=1)
    bombardments: int = Field(ge=0)
    source: Source


class MovementTable(Frozen):
    """movement.toml."""

    source: Source
    road: Ratio
    trail: Ratio
    leaving_zone: int = Field(ge=0)
    demoralized_clear: int = Field(ge=1)
    stacking: int = Field(ge=1)
    chateau_stacking: int = Field(ge=1)
    command_range: int = Field(ge=1)
    leaving_map: int = Field(ge=1)
    supply: SupplyTable
    duties: DutyTable


class OrderNumbers(Frozen):
    """NLC-20.4b."""

    rule: RuleId
    attack: int
    defend: int
    reserve: int
    source: Source

    def of(self, order: str) -> int:
        """The number of an order."""
        return {"attack": self.attack, "defend": self.defend, "reserve": self.reserve}[order]


class CourierTable(Frozen):
    """NLC-20.4c."""

    rule: RuleId
    points_a_turn: int = Field(ge=1)
    source: Source


class ResolveTable(Frozen):
    """NLC-20.3c, NLC-20.3d."""

    rule: RuleId
    steady: int
    retreat: int = Field(ge=1)
    source: Source


class ReorganizationTable(Frozen):
    """NLC-21."""

    rule: RuleId
    turns: int = Field(ge=1)
    distance: int = Field(ge=0)
    units: int = Field(ge=1)
    demoralized_least: int = Field(ge=1, le=6)
    source: Source


class LeaderTable(Frozen):
    """NLC-19.8, NLC-19.9."""

    rule: RuleId
    killed_on: int = Field(ge=0, le=6)
    replaced_rating: int = Field(ge=0)
    source: Source


class WingHolder(Frozen):
    """NLC-26.1b: how many corps a wing commander may hold, and what a cavalry corps counts."""

    name: str
    corps: Ratio
    cavalry: Ratio
    source: Source


class WingTable(Frozen):
    """NLC-26.1b, NLC-26.3b, NLC-26.9g."""

    rule: RuleId
    william_range: int
    switch_distance: int
    holder: tuple[WingHolder, ...] = ()
    source: Source


class CommandTable(Frozen):
    """command.toml."""

    source: Source
    orders: OrderNumbers
    courier: CourierTable
    resolve: ResolveTable
    reorganization: ReorganizationTable
    leaders: LeaderTable
    wing: WingTable


class MoraleTable(Frozen):
    """NLC-2.2, NLC-M: base values and modifiers."""

    source: Source
    base: int
    weak_prussian: int
    weak_strength: int
    old_guard: int
    british_cavalry: int
    leipzig_elite: int
    step_lost: int
    steady_nations: tuple[str, ...]
    demoralized: int
    artillery_fire: int
    flanked: int
    old_guard_attack: int
    reserve: int
    garde_recule: int
    with_leader: int
    pursuit_british: int
    pursuit: int


class GardeTable(Frozen):
    """NLC-7.4-LG2, NLC-7.4-LG3."""

    rule: RuleId
    level: int
    prussian_flank: int
    source: Source


class CombatTable(Frozen):
    """combat.toml."""

    source: Source
    cavalry_in_combat: Ratio
    artillery_alone: Ratio
    one_advantage: int
    two_advantages: int
    no_square: int
    bombardment_range: int
    charge_range: int
    massed_target: Ratio
    stance_bonus: Ratio
    targets: tuple[str, ...]
    morale: MoraleTable
    garde_recule: GardeTable


class DerlonRow(Frozen):
    """NLC-26.9b, NLC-26.9c: results by die; "" is a die again next turn, "second" a second die now."""

    turn: str
    results: tuple[str, ...] = Field(min_length=6, max_length=6)
    second: tuple[str, ...] = ()


class WingValues(Frozen):
    """NLC-26.9e, NLC-26.9f."""

    rule: RuleId
    corps: int
    cavalry_corps: int
    guard: int
    allied_division: int
    small_division: int
    prussian_corps: int
    disintegration: Ratio
    small: tuple[str, ...]
    uncounted: tuple[str, ...]
    source: Source


class CapacityRow(Frozen):
    """NLC-27.6: capacity by die; `rating` says whether it is also the order rating."""

    leader: str
    values: tuple[int, ...] = Field(min_length=6, max_length=6)
    attack: int = 0
    rating: bool = True
    source: Source


class StanceRow(Frozen):
    """NLC-27.7: a stance and the totals of two dice that bring it."""

    name: str
    rule: RuleId
    murat: tuple[int, int]
    ney: tuple[int, int]
    source: Source


class ReleaseTable(Frozen):
    """NLC-28.2g to NLC-28.2i."""

    rule: RuleId
    artillery: int
    old_guard: int
    allied_roll: int
    doubled: tuple[str, ...]
    source: Source


class CampaignTable(Frozen):
    """campaigns.toml."""

    source: Source
    derlon: tuple[DerlonRow, ...]
    wing_values: WingValues
    capacity: tuple[CapacityRow, ...]
    stance: tuple[StanceRow, ...]
    release: ReleaseTable

    def capacity_of(self, leader: str) -> CapacityRow | None:
        """The capacities of a leader by name."""
        return next((row for row in self.capacity if row.leader == leader), None)


@dataclass(frozen=True, slots=True)
class FireTable:
    """NLC-F: hits by strength (1 to 24) and the total of two dice."""

    hits: Mapping[int, Mapping[int, int]]

    @property
    def highest(self) -> int:
        """The highest strength that is printed."""
        return max(self.hits)

    def read(self, strength: int, total: int) -> int:
        """NLC-7.1h, A-40: hits of a strength; above the highest the rest is read with the same dice and added."""
        found = 0
        while strength > self.highest:
            found += self.hits[self.highest][total]
            strength -= self.highest
        return found + (self.hits[strength][total] if strength > 0 else 0)


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables of the rules."""

    fire: FireTable
    terrain: TerrainTable
    movement: MovementTable
    command: CommandTable
    combat: CombatTable
    campaigns: CampaignTable
