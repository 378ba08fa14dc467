"""The numbers that every game of the series writes into its game.toml: models that check them when they are loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from pydantic import ConfigDict, Field

from adjudicator.core.types import Frozen, RuleId, Side
from adjudicator.rulesets.vv1813.context import Context

Source = Literal["text", "reconstruction"]


class Fact(Frozen):
    """A table of the file: the rule that it serves and where its values come from."""

    rule: RuleId
    source: Source


class FormationFacts(Frozen):
    """A formation: the coloured stripe of its counters."""

    id: str
    name: str
    side: Side | None = None
    aliases: tuple[str, ...] = ()


class MarkerFacts(Fact):
    """A kind of marker: how many each side has, how many begin in hand, what they are worth."""

    kind: str
    name: str
    divisor: int | None = Field(default=None, ge=1)
    support: int = 0
    returns: int | None = Field(default=None, ge=1)
    French: int = Field(default=0, ge=0)
    Coalition: int = Field(default=0, ge=0)
    shared: int = Field(default=0, ge=0)
    """Markers that either side may use."""
    hand: Mapping[Side, int] = {}
    takes: Mapping[str, int] = {}
    """What the drawer of a Losses marker may lose: kinds of markers, and how many of each."""
    marker_class: str = ""
    """What the back shows, where the game has classes of markers."""
    aliases: tuple[str, ...] = ()

    def count(self, side: Side) -> int:
        """How many of them a side has; those of both sides are asked for as `BOTH`."""
        return {"French": self.French, "Coalition": self.Coalition}.get(side, self.shared)


class ObjectiveFacts(Fact):
    """An objective: places, and the morale its loss costs; lost when the enemy holds all of them."""

    name: str
    places: tuple[str, ...] = Field(min_length=1)
    value: int = Field(ge=1)
    loser: Side
    commanded: bool = False
    """Only units in command take it, by a rule of the game's own."""


class MoraleFacts(Fact):
    """The morale that the armies begin with."""

    French: int = Field(ge=1)
    Coalition: int = Field(ge=1)


class CommandFacts(Fact):
    """Commanders in chief."""

    in_chief: tuple[str, ...]


class CommanderLossFacts(Fact):
    """Morale lost with a commander."""

    usual: int
    special: Mapping[str, int]
    """Commanders who cost more."""

    def of(self, commander: str) -> int:
        """VV-9D: what the loss of a commander costs."""
        return self.special.get(commander, self.usual)


class ChargeFacts(Fact):
    """French line cavalry that has a charge bonus."""

    French: tuple[str, ...]


class TacticalFacts(Fact):
    """Natural dice on which the French commander is hit when the tactical option is used."""

    hit_on: tuple[int, ...]


class OffMapFacts(Fact):
    """Turns until units that left the map by retreat may come back."""

    returns: int


class ExitFacts(Fact):
    """The side that leaves the map in the general retreat."""

    side: Side


class QuotaFacts(Fact):
    """Strength that must be saved in the general retreat."""

    total: int
    prussian: int
    guard: int
    guard_formation: str
    """The formation that counts as Russian Guard."""


class StrategicFacts(Fact):
    """Commanders whose loss makes the enemy's victory strategic."""

    commanders: tuple[str, ...]


class Alternative(Frozen):
    """Values of a counter under an option, in the place of those in units.csv."""

    model_config = ConfigDict(frozen=True, extra="allow")

    option: str
    value: str
    id: str


class MarkerAlternative(Fact):
    """What a kind of marker is worth under an option, in the place of the values of its own table."""

    option: str
    value: str
    kind: str
    divisor: int = Field(ge=1)


class LeftOut(Fact):
    """A counter that an option leaves out of the game."""

    option: str
    value: str
    id: str


class SeriesFacts(Frozen):
    """What every game of the series writes into its game.toml."""

    title: str
    sides: tuple[Side, ...] = Field(min_length=2, max_length=2)
    north: int | None = None
    north_source: Source = "reconstruction"
    formation: tuple[FormationFacts, ...]
    marker: tuple[MarkerFacts, ...]
    objective: tuple[ObjectiveFacts, ...]
    morale: MoraleFacts
    command: CommandFacts
    commander_loss: CommanderLossFacts
    charge: ChargeFacts
    tactical_option: TacticalFacts
    off_map: OffMapFacts
    exit: ExitFacts
    quota: QuotaFacts
    strategic: StrategicFacts
    alternative: tuple[Alternative, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    marker_alternative: tuple[MarkerAlternative, ...] = ()


def series_facts(ctx: Context) -> SeriesFacts:
    """The numbers in force that every game has."""
    return cast(SeriesFacts, ctx.facts["game"])
