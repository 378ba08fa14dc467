"""What every rule may look at besides the position: cards, map, tables, the scenario's facts, options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.maps.board import HexMap

if TYPE_CHECKING:
    from adjudicator.rulesets.nlc.games.rules import GameRules
    from adjudicator.rulesets.nlc.scenario import ScenarioFacts
    from adjudicator.rulesets.nlc.tables import Tables

Arm = Literal["infantry", "cavalry", "foot artillery", "horse artillery"]
Role = Literal["OC", "WC", "formation", "corps", "division", "trait"]
"""NLC-2.1b, NLC-26.3a: overall and wing commanders; leaders of a formation; William of Orange; the Austrian division
leaders of Dresden, who have no function until their division gets an order of its own (A-70); Miloradovitch."""


@dataclass(frozen=True, slots=True)
class UnitCard:
    """NLC-3.3, NLC-3.4: the printed part of a combat unit."""

    id: str
    name: str
    alias: str
    side: Side
    army: str
    """Whose level counts its loss: "French", "Anglo-Allied", "Prussian", "Allied"."""
    formation: str
    limit_group: str
    """Whose limit counts its loss (NLC-22.1, A-16)."""
    nation: str
    arm: Arm
    strength: int
    reduced_strength: int
    movement: int
    morale: int
    pursuit: int
    """NLC-2.2g; 0 for what is no cavalry."""
    guard: str = ""
    """ "old", "guard" or nothing."""
    division: str = ""
    reserve_roll: str = ""
    """The roll group of Army Reserve that it belongs to (NLC-28.2j)."""
    source: str = "reconstruction"

    @property
    def is_cavalry(self) -> bool:
        """Cavalry proper: horse artillery is not."""
        return self.arm == "cavalry"

    @property
    def is_artillery(self) -> bool:
        """Foot or horse artillery."""
        return self.arm in ("foot artillery", "horse artillery")

    @property
    def is_infantry(self) -> bool:
        """Infantry."""
        return self.arm == "infantry"

    @property
    def is_mounted(self) -> bool:
        """A-22: pays what mounted men pay."""
        return self.arm in ("cavalry", "horse artillery")

    @property
    def is_old_guard(self) -> bool:
        """NLC-2.2c: the 7-4 units."""
        return self.guard == "old"


@dataclass(frozen=True, slots=True)
class LeaderCard:
    """NLC-2.1c: the printed part of a leader."""

    id: str
    name: str
    side: Side
    army: str
    role: Role
    formation: str
    """The formation that he leads, if any."""
    rating_attack: int
    rating_other: int
    movement: int
    aliases: tuple[str, ...] = ()
    source: str = "reconstruction"


@dataclass(frozen=True, slots=True)
class FormationCard:
    """NLC-2.1a: a formation: who leads it, which units are printed with its name."""

    id: str
    side: Side
    army: str
    leader: str
    """The id of its leader."""
    units: tuple[str, ...]
    is_cavalry: bool
    """It has no infantry."""


@dataclass(frozen=True, slots=True)
class Link:
    """A way between two maps that do not touch (campaign of 1815)."""

    id: str
    a: str
    b: str
    half_points: int
    """Its length for couriers, in halves of a cavalry point."""
    turns_foot: int
    turns_mounted: int
    way: str

    def other(self, place: str) -> str:
        """The far end."""
        return self.b if place == self.a else self.a


@dataclass(frozen=True)
class Context:
    """Handed to rule functions: printed values, tables, facts, options, and where games of the series differ."""

    units: Mapping[str, UnitCard]
    leaders: Mapping[str, LeaderCard]
    formations: Mapping[str, FormationCard]
    board: HexMap
    tables: Tables
    facts: ScenarioFacts
    game: GameRules
    options: Mapping[str, str]
    links: tuple[Link, ...] = ()
    edges: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """North, south, east and west: the hexes of each edge of the map."""

    @cached_property
    def memo(self) -> dict[str, Any]:
        """Geometry that rules have computed once: costs, reach of zones, lines of sight."""
        return {}

    # --- the clock --------------------------------------------------------------------------------------------

    def turn_name(self, turn: int) -> str:
        """The name of a turn: "1300", "18-1300"."""
        turns = self.facts.clock.turns
        return turns[turn - 1] if 0 < turn <= len(turns) else f"after {turns[-1]}"

    def turn_number(self, name: str) -> int:
        """The number of a turn by its name; a plain hour means that of the only day."""
        return self.facts.clock.turns.index(name) + 1

    def hour(self, turn: int) -> int:
        """The hour of a turn as a number: 1300."""
        return int(self.turn_name(turn).rpartition("-")[2])

    def day(self, turn: int) -> str:
        """The day of a turn: "18"; nothing in a scenario of one day."""
        return self.turn_name(turn).rpartition("-")[0]

    @property
    def last_turn(self) -> int:
        """The number of the last turn."""
        return len(self.facts.clock.turns)

    def is_dark(self, turn: int) -> bool:
        """NLC-5.5: whether a turn is a night or a rain turn."""
        name = self.turn_name(turn)
        return name in self.facts.clock.night or name in self.facts.clock.rain

    # --- who is who -------------------------------------------------------------------------------------------

    @cached_property
    def leader_named(self) -> Mapping[str, str]:
        """Leaders by name."""
        return {card.name: card.id for card in self.leaders.values()}

    def formation_led_by(self, leader: str) -> str:
        """The formation of a leader, or nothing."""
        return self.leaders[leader].formation

    def strength(self, unit: str, reduced: bool) -> int:
        """NLC-3.3: the strength of the side showing."""
        card = self.units[unit]
        return card.reduced_strength if reduced else card.strength


def half_up(value: Fraction) -> int:
    """NLC-7.6a-5: round half up.

    >>> half_up(Fraction(9, 2)), half_up(Fraction(17, 4))
    (5, 4)
    """
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)
