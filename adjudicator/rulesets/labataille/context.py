"""What every rule may look at besides the position: cards, map, tables, the scenario's facts, options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.maps.board import HexMap

if TYPE_CHECKING:
    from adjudicator.rulesets.labataille.scenario import ScenarioFacts
    from adjudicator.rulesets.labataille.state import Unit
    from adjudicator.rulesets.labataille.tables import Tables

Arm = Literal["infantry", "cavalry", "artillery"]
Level = Literal["regiment", "battalion", "battery"]
Nation = Literal["French", "French allies", "Saxon", "Russian", "Prussian"]
Branch = Literal["infantry", "light cavalry", "heavy cavalry", "artillery"]
"""LB-6.7: how formations divide the arms."""


@dataclass(frozen=True, slots=True)
class UnitCard:
    """LB-6.1: the printed part of a combat unit; `fire` to `lance` are on its specific side (LB-6.2, R-102)."""

    id: str
    name: str
    side: Side
    corps: str
    division: str
    arm: Arm
    type: str
    level: Level
    parent: str
    """The id of the regiment whose battalion it is."""
    nation: Nation
    increments: int
    movement: int
    fire: int
    """Of foot and horse; of a battery at short range."""
    fire_medium: int
    fire_long: int
    melee: int
    morale: int
    """As printed: two dice read as tens and units."""
    skirmishes: bool
    range: int
    lance: int
    aliases: tuple[str, ...] = ()
    printed: str = ""
    source: str = "reconstruction"

    @property
    def is_cossack(self) -> bool:
        """R-23: the Guard's Cossacks are regular light cavalry."""
        return self.type == "cossack"

    @property
    def is_guard(self) -> bool:
        """Guard and Life Guard."""
        return self.type.startswith("guard")

    @property
    def is_licorne(self) -> bool:
        """HEI-redoubt-2: the guns of a redoubt, which never move."""
        return self.type == "licorne"


@dataclass(frozen=True, slots=True)
class LeaderCard:
    """LB-7.1: the printed part of a leader; his numbers are hidden from the enemy (R-102)."""

    id: str
    name: str
    side: Side
    command: str
    role: str
    artillery: int
    melee: int
    morale: int
    cavalry: int
    special: bool
    """LB-25.6, HEI-art-3: of special ability."""
    limber: int
    movement: int
    aliases: tuple[str, ...] = ()
    source: str = "reconstruction"


@dataclass(frozen=True, slots=True)
class Place:
    """A named place of the map: village, redoubt, bridge, zone."""

    name: str
    kind: str
    hexes: tuple[str, ...]
    reference: str = ""
    """R-82: the hex from which distances are counted."""


@dataclass(frozen=True)
class Context:
    """Handed to rule functions."""

    units: Mapping[str, UnitCard]
    leaders: Mapping[str, LeaderCard]
    board: HexMap
    places: Mapping[str, Place]
    tables: Tables
    facts: ScenarioFacts
    options: Mapping[str, str]
    banks: Mapping[str, str] = field(default_factory=dict)
    """HEI-level-2: the bank of the Alle ("N", "S") on which each unit begins or arrives."""

    areas: Mapping[str, str] = field(default_factory=dict)
    """R-82: where the scenario's list puts each unit and leader, in its words."""
    defaults: Mapping[str, str] = field(default_factory=dict)
    """The first hex of each in the default set-up."""
    arrivals: tuple[str, ...] = ()
    """Units and leaders that arrive, in the order of the list."""

    @cached_property
    def memo(self) -> dict[str, Any]:
        """Geometry that rules have computed once: costs, lines of sight."""
        return {}

    @cached_property
    def battalions(self) -> Mapping[str, tuple[str, ...]]:
        """LB-6.3: the battalions of each regiment that may break down."""
        found: dict[str, list[str]] = {}
        for card in self.units.values():
            if card.parent:
                found.setdefault(card.parent, []).append(card.id)
        return {parent: tuple(sorted(those)) for parent, those in sorted(found.items())}

    def redoubt_of(self, unit: str) -> str:
        """HEI-redoubt-2: the hex of the redoubt whose licornes these are: "Licorne Battery A" is Redoubt A's."""
        place = self.places.get(f"Redoubt {self.units[unit].name[-1]}")
        return place.hexes[0] if place is not None else ""

    @cached_property
    def unit_named(self) -> Mapping[str, str]:
        """Units by name."""
        return {card.name: card.id for card in self.units.values()}

    @cached_property
    def leader_named(self) -> Mapping[str, str]:
        """Leaders by name."""
        return {card.name: card.id for card in self.leaders.values()}

    def side_of(self, piece: str) -> Side:
        """The camp of a unit or leader."""
        return self.units[piece].side if piece in self.units else self.leaders[piece].side

    def theirs(self, units: Iterable[Unit], side: Side) -> tuple[Unit, ...]:
        """Those of some units that are the enemies of a side: a carré may share its hex with some."""
        return tuple(unit for unit in units if self.units[unit.id].side != side)

    def branch(self, unit: str) -> Branch:
        """LB-6.7: heavy cavalry moves 12 or less, light 13 or more."""
        card = self.units[unit]
        if card.arm != "cavalry":
            return card.arm
        return "heavy cavalry" if card.movement <= self.tables.numbers.movement.heavy_up_to else "light cavalry"

    def is_heavy(self, unit: str) -> bool:
        """LB-6.7: heavy cavalry."""
        return self.branch(unit) == "heavy cavalry"

    # --- the clock --------------------------------------------------------------------------------------------

    def time(self, turn: int) -> str:
        """LB-3.1: the clock time of a turn: "18:20"."""
        first = self.facts.first_minute
        minute = first + (turn - 1) * self.tables.numbers.scale.minutes
        return f"{minute // 60:02d}:{minute % 60:02d}"

    def turn_at(self, time: str) -> int:
        """The number of the turn at a clock time."""
        hours, _, minutes = time.partition(":")
        return (int(hours) * 60 + int(minutes) - self.facts.first_minute) // self.tables.numbers.scale.minutes + 1

    @property
    def last_turn(self) -> int:
        """The number of the last turn."""
        return self.turn_at(self.facts.last)

    def light(self, turn: int) -> Literal["day", "dusk", "night"]:
        """HEI-dusk-1, HEI-night-1: daylight, dusk or night."""
        dusk, night = self.tables.numbers.dusk, self.tables.numbers.night
        now = self.time(turn)
        if night.first <= now <= night.last:
            return "night"
        return "dusk" if dusk.first <= now <= dusk.last else "day"


def share(value: int, left: int, of: int) -> Fraction:
    """LB-12.1: a value in proportion to the increments that are left.

    >>> share(15, 4, 5)
    Fraction(12, 1)
    """
    return Fraction(value * left, of)
