"""The numbers of Bautzen 1813: the model of its game.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import cast

from pydantic import Field

from adjudicator.core.types import Frozen, RuleId, Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.data import SeriesFacts, Source


class Fact(Frozen):
    """A table of the file: the rule that it serves and where its values come from."""

    rule: RuleId
    source: Source


class TurnFacts(Frozen):
    """A space of the turn track."""

    turn: int = Field(ge=1)
    clock: str
    markers: tuple[Side, ...] = ()
    """The sides whose markers lie here, one each."""
    ney_space: int | None = None
    ney_up_to: int | None = None
    """A die of so much reveals the Ney marker; 6 means without a roll."""
    ends_up_to: int | None = None
    """Two dice of so much end the battle at the start of the Coalition sequence."""
    source: Source


class CommandFacts(Fact):
    """Command ranges and commanders in chief."""

    range: int
    jomini_range: int
    in_chief: tuple[str, ...]


class CommanderLossFacts(Fact):
    """Morale lost with a commander."""

    usual: int
    special: Mapping[str, int]
    """Commanders who cost more."""

    def of(self, commander: str) -> int:
        """VV-9D: what the loss of a commander costs."""
        return self.special.get(commander, self.usual)


class NeyFacts(Fact):
    """Ney's markers and the order in which his corps enter."""

    commander: str
    formation: str
    texts: tuple[str, ...]
    order_357: tuple[str, ...]
    order_537: tuple[str, ...]
    present: tuple[str, ...]
    """His units that are on the map from the start."""


class PlacesFacts(Fact):
    """Places closed to a side."""

    side: Side
    places: tuple[str, ...]


class DiscordFacts(Fact):
    """The formations that Discord binds."""

    formations: tuple[str, ...]


class AlexanderFacts(Fact):
    """The line that Alexander directs, and how far back."""

    line: str
    rows_back: int


class ArapilesFacts(Fact):
    """Whom The Prussian Arapiles bind, where, and for how many turns."""

    nation: str
    places: tuple[str, ...]
    turns: int


class ChargeFacts(Fact):
    """French line cavalry that has a charge bonus."""

    French: tuple[str, ...]


class RedoubtFacts(Fact):
    """The redoubts, and the side that may not come back into one it was driven from."""

    places: tuple[str, ...]
    expelled: Side


class ExitFacts(Fact):
    """The row by which a side leaves the map."""

    side: Side
    row: int


class QuotaFacts(Fact):
    """Strength to be saved."""

    total: int
    prussian: int
    guard: int
    guard_formation: str
    """The formation that counts as Russian Guard."""


class TacticalFacts(Fact):
    """Natural dice on which the French commander is hit when the tactical option is used."""

    hit_on: tuple[int, ...]


class StrategicFacts(Fact):
    """Commanders whose loss makes the enemy's victory strategic."""

    commanders: tuple[str, ...]


class BautzenFacts(SeriesFacts):
    """game.toml of Bautzen."""

    turn: tuple[TurnFacts, ...] = Field(min_length=1)
    command: CommandFacts
    commander_loss: CommanderLossFacts
    ney: NeyFacts
    closed: PlacesFacts
    discord: DiscordFacts
    alexander: AlexanderFacts
    arapiles: ArapilesFacts
    charge: ChargeFacts
    redoubts: RedoubtFacts
    exit: ExitFacts
    quota: QuotaFacts
    quota_70: QuotaFacts
    tactical: TacticalFacts
    strategic: StrategicFacts

    @cached_property
    def turns(self) -> dict[int, TurnFacts]:
        """The turn track by number."""
        return {turn.turn: turn for turn in self.turn}


def facts(ctx: Context) -> BautzenFacts:
    """The numbers in force."""
    return cast(BautzenFacts, ctx.facts["game"])
