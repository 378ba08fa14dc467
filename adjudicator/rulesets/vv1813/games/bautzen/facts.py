"""The numbers of Bautzen 1813: the model of its game.toml."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from pydantic import Field

from adjudicator.core.types import Frozen, Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.facts import CommandFacts, ExitFacts, Fact, QuotaFacts, SeriesFacts, Source


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


class BautzenCommand(CommandFacts):
    """BAU-2.2b: command ranges; Napoleon and Wittgenstein command their whole armies."""

    range: int
    jomini_range: int


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


class RedoubtFacts(Fact):
    """The redoubts, and the side that may not come back into one it was driven from."""

    places: tuple[str, ...]
    expelled: Side


class BautzenExit(ExitFacts):
    """The row by which the side leaves the map."""

    row: int


class BautzenFacts(SeriesFacts):
    """game.toml of Bautzen."""

    turn: tuple[TurnFacts, ...] = Field(min_length=1)
    command: BautzenCommand
    ney: NeyFacts
    closed: PlacesFacts
    discord: DiscordFacts
    alexander: AlexanderFacts
    arapiles: ArapilesFacts
    redoubts: RedoubtFacts
    exit: BautzenExit
    quota_70: QuotaFacts

    @cached_property
    def turns(self) -> dict[int, TurnFacts]:
        """The turn track by number."""
        return {turn.turn: turn for turn in self.turn}


def facts(ctx: Context) -> BautzenFacts:
    """The numbers in force."""
    return cast(BautzenFacts, ctx.facts["game"])
