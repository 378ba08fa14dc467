"""The campaign's printed tables: one model for each row, and the questions that rules put to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import lcm
from typing import Literal, TypeVar, get_args, get_type_hints

from pydantic import Field, field_validator

from adjudicator.core.types import Frozen, Ratio, RuleId, Side
from adjudicator.core.values import dataclass

Source = Literal["text", "reconstruction", "addition"]
"""Given by the rulebook's text; reconstructed; or an addition of ours to the rules."""
Limit = Literal["movement", "attack", "reinforcement", "retreat", "rout", "regroup"]
Location = Literal["major_river", "minor_river", "high_ground", "town", "open"]
Outcome = Literal["attacker_routed", "attacker_beaten", "stalemate", "defender_beaten", "defender_routed"]
DepotType = Literal["A", "B", "C", "D"]
FightingKind = Literal["infantry", "cavalry", "artillery", "garrison"]
AnyKind = Literal["infantry", "cavalry", "artillery", "garrison", "leader", "hq"]


def _listed(value: object) -> object:
    return tuple(part.strip() for part in value.split(";") if part.strip()) if isinstance(value, str) else value


class Printed(Frozen):
    """A row of a table: the rule it belongs to and where its values come from."""

    rule: RuleId
    source: Source


class Band(Printed):
    """A row for a range of results; an open end is left empty."""

    low: int | None = None
    high: int | None = None

    def covers(self, number: int) -> bool:
        """Whether a result falls into this row."""
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)


B = TypeVar("B", bound=Band)


def band_of(rows: Sequence[B], number: int) -> B:
    """The row that a result falls into."""
    return next(row for row in rows if row.covers(number))


class NumberRow(Printed):
    """One number of the rules."""

    key: str
    value: int


class RateRow(Printed):
    """CAM-move-9, CAM-move-10: towns that a kind of block moves; `forced` is empty where it may not force-march."""

    kind: AnyKind
    towns: int = Field(ge=0)
    forced: int | None = None
    hampered: int = Field(ge=0)
    """Towns while disrupted or out of supply."""


class LimitRow(Printed):
    """How many units may use a section: by its kind, and whether it crosses a river."""

    context: Limit
    major: int = Field(ge=0)
    minor: int = Field(ge=0)
    major_river: int = Field(ge=0)
    minor_river: int = Field(ge=0)

    def most(self, kind: str, crosses: bool) -> int:
        """The limit of a section."""
        if kind == "major":
            return self.major_river if crosses else self.major
        return self.minor_river if crosses else self.minor


class ReconRow(Band):
    """CAM-recon-4: whether a block is shown."""

    shown: bool


class IndependentRow(Band):
    """CAM-move-8: whether a die allows an independent group to move."""

    moves: bool


class LossRow(Band):
    """CAM-fm-3, CAM-attr-2: the share of its strength that a block loses; or the leader's bonus to the die."""

    row: Literal["loss", "leader"]
    value: int = Field(ge=0)


class RallyRow(Band):
    """CAM-rally-4: whether a disrupted block recovers."""

    recovers: bool


class ModifierRow(Printed):
    """A modifier and what it is for."""

    key: str
    modifier: int


class GradeRow(Printed):
    """What an elan is called."""

    elan: int
    grade: Literal["militia", "conscript", "regular", "veteran", "elite"]


class LocationRow(Printed):
    """CAM-loc-1: where a battle is fought."""

    die: int = Field(ge=1, le=6)
    location: Location


class FeatureRow(Printed):
    """CAM-loc-3, CAM-loc-4, CAM-loc-5: what a location puts on the table."""

    feature: Literal["major_river", "minor_river", "high_ground", "town", "city", "open"]
    name: str
    size: str = ""
    effect: str = ""


class FieldRow(Printed):
    """CAM-hist-1: a field that players may agree on."""

    field: str


class TableRow(Printed):
    """CAM-table-1, CAM-cards-1: table and terrain cards for so many corps a side."""

    below: int | None = None
    or_equal: bool = False
    size: str
    metric: str
    cards: int = Field(ge=1)
    or_more: bool = False


class ObjectiveRow(Band):
    """CAM-obj-3, CAM-obj-4: what an objective is worth."""

    objective: Literal["village", "town", "city", "crossing"]
    vp: int = Field(ge=1)


class ArrivalRow(Printed):
    """CAM-reinf-9: the first battle turn on which a die brings a group of a factor."""

    factor: int = Field(ge=1)
    die: int = Field(ge=1, le=6)
    turn: int = Field(ge=1)


class RoutRow(Printed):
    """CAM-rout-3: what a routed block loses."""

    kind: AnyKind
    percent: int = Field(ge=0, le=100)
    only_if_engaged: bool = False
    """Only if enemy cavalry engaged it."""


class SiegeEventRow(Band):
    """CAM-siege-10, CAM-siege-11: what a double brings."""

    double: Literal[1, 6]
    event: Literal["sally", "ammunition", "camp_disease", "arsenal", "bad_food", "town_disease"]
    name: str
    modifier: int = 0
    no_assault: bool = False
    surrender: bool = False
    sick: Literal["", "besiegers", "besieged"] = ""

    @field_validator("double", mode="before")
    @classmethod
    def _number(cls, value: object) -> object:
        return int(value) if isinstance(value, str) and value.isdigit() else value


class CasualtyRow(Band):
    """CAM-assault-6, CAM-assault-7: dice of hits on the lead unit; `dice_from` is the die that says how many."""

    success: bool
    dice: int | None = None
    dice_from: int | None = None


class RangeRow(Printed):
    """CAM-supply-5, CAM-supply-10: how far a depot or a headquarters reaches, in movement points."""

    type: Literal["A", "B", "C", "D", "HQ"]
    mp: int = Field(ge=0)


class SupplyRateRow(Printed):
    """CAM-supply-9: what a section costs a supply route, in movement points."""

    kind: Literal["major", "minor"]
    mp: Ratio


class CaptureRow(Printed):
    """CAM-supply-6, CAM-supply-7: what a depot becomes when it is taken; nothing if it is destroyed."""

    before: DepotType
    after: DepotType | Literal[""] = ""


class VictoryRow(Printed):
    """CAM-vic-2 to CAM-vic-7: a condition of victory; all that it names must be so."""

    side: Side
    level: Literal["major", "minor"]
    broken: int = Field(ge=0)
    """Enemy armies that must be broken."""
    keep: tuple[str, ...] = ()
    capture: tuple[str, ...] = ()
    capture_count: int = Field(default=0, ge=0)
    when: Literal["any", "end"]

    _split = field_validator("keep", "capture", mode="before")(_listed)


class TableRuleRow(Printed):
    """What is settled at the table, in a sentence for the brief."""

    section: Literal["battle", "terrain", "objectives", "reinforcements"]
    text: str


class WeightRow(Printed):
    """CAM-auto-1: what a kind of block is worth in the simple resolution."""

    kind: FightingKind
    weight: Ratio
    sheltered_weight: Ratio
    """When attacking a sheltered location."""


class AutoLocationRow(Printed):
    """CAM-auto-3: what a location is worth to the defender."""

    location: Literal["major_river", "minor_river", "high_ground", "town", "city", "open"]
    factor: Ratio
    shelter: bool


class AutoResultRow(Band):
    """CAM-auto-4: the result of a score; losses in percent of the elan points left."""

    outcome: Outcome
    attacker_loss: int = Field(ge=0, le=100)
    defender_loss: int = Field(ge=0, le=100)


@dataclass(frozen=True)
class Tables:
    """Every table as loaded, by the name of its file."""

    movement_rates: tuple[RateRow, ...]
    road_limits: tuple[LimitRow, ...]
    recon: tuple[ReconRow, ...]
    independent_groups: tuple[IndependentRow, ...]
    forced_march: tuple[LossRow, ...]
    attrition: tuple[LossRow, ...]
    rally: tuple[RallyRow, ...]
    rally_modifiers: tuple[ModifierRow, ...]
    grades: tuple[GradeRow, ...]
    battle_location: tuple[LocationRow, ...]
    battle_features: tuple[FeatureRow, ...]
    historical_fields: tuple[FieldRow, ...]
    table_size: tuple[TableRow, ...]
    objectives: tuple[ObjectiveRow, ...]
    reinforcement_arrival: tuple[ArrivalRow, ...]
    rout_attrition: tuple[RoutRow, ...]
    siege_events: tuple[SiegeEventRow, ...]
    assault_modifiers: tuple[ModifierRow, ...]
    assault_casualties: tuple[CasualtyRow, ...]
    supply_range: tuple[RangeRow, ...]
    supply_rates: tuple[SupplyRateRow, ...]
    depot_capture: tuple[CaptureRow, ...]
    victory: tuple[VictoryRow, ...]
    numbers: tuple[NumberRow, ...]
    table_rules: tuple[TableRuleRow, ...]
    auto_weights: tuple[WeightRow, ...]
    auto_locations: tuple[AutoLocationRow, ...]
    auto_results: tuple[AutoResultRow, ...]

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The numbers of the rules by key."""
        return {row.key: row.value for row in self.numbers}

    @cached_property
    def rates(self) -> Mapping[str, RateRow]:
        """Movement rates by kind of block."""
        return {row.kind: row for row in self.movement_rates}

    @cached_property
    def limits(self) -> Mapping[str, LimitRow]:
        """Road limits by what the road is used for."""
        return {row.context: row for row in self.road_limits}

    @cached_property
    def grade(self) -> Mapping[int, str]:
        """What an elan is called."""
        return {row.elan: row.grade for row in self.grades}

    @cached_property
    def assault_modifier(self) -> Mapping[str, ModifierRow]:
        """Modifiers of an assault by key."""
        return {row.key: row for row in self.assault_modifiers}

    @cached_property
    def rally_modifier(self) -> Mapping[str, ModifierRow]:
        """Modifiers of a rally test by key."""
        return {row.key: row for row in self.rally_modifiers}

    @cached_property
    def feature(self) -> Mapping[str, FeatureRow]:
        """What locations put on the table, by name."""
        return {row.feature: row for row in self.battle_features}

    @cached_property
    def _scale(self) -> int:
        return lcm(*(row.mp.denominator for row in self.supply_rates))

    @cached_property
    def supply_price(self) -> Mapping[str, int]:
        """CAM-supply-9: the cost of a section by its kind, in whole parts of a movement point."""
        return {row.kind: int(row.mp * self._scale) for row in self.supply_rates}

    @cached_property
    def supply_reach(self) -> Mapping[str, int]:
        """CAM-supply-5: the range of each depot type and of headquarters, in the same parts."""
        return {row.type: row.mp * self._scale for row in self.supply_range}

    @property
    def supply_parts(self) -> int:
        """How many of those parts make a movement point."""
        return self._scale

    @cached_property
    def captured(self) -> Mapping[str, str]:
        """CAM-supply-6: the type of a depot after its capture."""
        return {row.before: row.after for row in self.depot_capture}


TABLES: Mapping[str, type[Printed]] = {name: get_args(rows)[0] for name, rows in get_type_hints(Tables).items()}
"""Tables by file name; a data pack's file takes the place of the whole table."""
