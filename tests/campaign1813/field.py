"""Positions of the campaign small enough to follow by eye, and phases run on them with scripted dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from adjudicator.core.dice import Dice, ScriptedDice
from adjudicator.core.events import Refused
from adjudicator.core.orders import Orders, Standing
from adjudicator.core.ruleset import Game, Phase
from adjudicator.core.types import UMPIRE, Choice, Decision, Event, Order, Side
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.orders import March, Move
from adjudicator.rulesets.campaign1813.ruleset import Campaign1813, make
from adjudicator.rulesets.campaign1813.state import Block, Pieces, State

FRENCH = Side("French")
ALLIED = Side("Allied")
E = TypeVar("E", bound=Event)


@lru_cache(maxsize=16)
def _loaded(options: tuple[tuple[str, str], ...]) -> Campaign1813:
    return make(dict(options))


def rules(**options: str) -> Campaign1813:
    """The campaign with its options; loaded once for each set of them."""
    return _loaded(tuple(sorted(options.items())))


class Field:
    """A position with only the blocks that are named, and what happens on it.

    `places` gives blocks by town: {"Dresden": "F016 F017"}. Everybody else is out of the campaign.
    """

    def __init__(
        self,
        places: Mapping[str, str] | None = None,
        *,
        active: Side = FRENCH,
        turn: int = 3,
        first: Side | None = None,
        stage: str = "movement",
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.rules = rules(**(options or {}))
        self.ctx: Context = self.rules.context
        where = {block: town for town, blocks in (places or {}).items() for block in blocks.split()}
        start = self.rules.start()
        pieces = {
            b.id: replace(b, place=where[b.id])
            if b.id in where
            else (b if places is None else replace(b, place=None, status="eliminated"))
            for b in start.pieces.blocks.values()
        }
        self.state: State = replace(
            start, turn=turn, stage=stage, active=active, first=first or active, pieces=Pieces(pieces)
        )
        self.events: list[Event] = []
        self.asked: list[Decision] = []

    # --- the position ------------------------------------------------------------------------------------------

    def block(self, block: str) -> Block:
        """A block as it stands now."""
        return self.state.block(block)

    def change(self, blocks: str, **change: Any) -> Field:
        """Change some blocks."""
        pieces = dict(self.state.pieces.blocks)
        for block in blocks.split():
            pieces[block] = replace(pieces[block], **change)
        self.state = replace(self.state, pieces=Pieces(pieces))
        return self

    def having(self, **change: Any) -> Field:
        """Change the position itself."""
        self.state = replace(self.state, **change)
        return self

    # --- letting things happen -----------------------------------------------------------------------------------

    def happen(self, *events: Event) -> Field:
        """Apply events."""
        for event in events:
            self.state = self.rules.apply(self.state, event)
            self.events.append(event)
        return self

    def run(
        self,
        stage: str = "",
        orders: Sequence[Order] = (),
        dice: Mapping[str, Sequence[int]] | Dice | None = None,
        *,
        otherwise: int | None = None,
        standing: Sequence[Standing] = (),
        answers: Mapping[str, Choice] | None = None,
        side: Side | None = None,
    ) -> list[Event]:
        """Run the phase of a stage to its end; decisions by answers (by kind), standing orders, then defaults."""
        if stage:
            self.state = replace(self.state, stage=stage)
        phase = self.rules.next(self.state)
        assert isinstance(phase, Phase), phase
        writer = side or (UMPIRE if self.state.stage == "result" else self.state.active or FRENCH)
        mine = tuple(o.model_copy(update={"side": writer, "line": n}) for n, o in enumerate(orders, start=1))
        given = Orders(by_side={writer: mine})
        scripted = ScriptedDice(dice or {}, otherwise) if dice is None or isinstance(dice, Mapping) else dice
        return self._tell(phase, given, scripted, standing, answers or {})

    def _tell(
        self,
        phase: Phase[State],
        orders: Orders,
        dice: Dice,
        standing: Sequence[Standing],
        answers: Mapping[str, Choice],
    ) -> list[Event]:
        game = Game(self.rules, self.state)
        telling = phase.run(game, orders, dice)
        told: list[Event] = []
        reply: dict[str, Choice] | None = None
        while True:
            try:
                said = telling.send(reply) if reply is not None else next(telling)
            except StopIteration:
                break
            reply = None
            if isinstance(said, Event):
                told.append(said)
                game.state = self.rules.apply(game.state, said)
                if game.state.ending is not None:
                    telling.close()
            else:
                self.asked += said.decisions
                reply = {d.key: self._choice(game.state, d, standing, answers) for d in said.decisions}
        self.state = game.state
        self.events += told
        return told

    def _choice(
        self, state: State, decision: Decision, standing: Sequence[Standing], answers: Mapping[str, Choice]
    ) -> Choice:
        key = f"{decision.kind}/{decision.side}"
        for name in (key, decision.kind):
            if name in answers and self.rules.allows(state, decision, answers[name]).value:
                return answers[name]
        mine = [order for order in standing if order.side in ("", decision.side)]
        return self.rules.standing(state, decision, mine) or decision.default

    # --- looking at what happened --------------------------------------------------------------------------------

    def of(self, sort: type[E]) -> list[E]:
        """The events of a sort, so far."""
        return [event for event in self.events if isinstance(event, sort)]

    def one(self, sort: type[E]) -> E:
        """The only event of a sort."""
        found = self.of(sort)
        assert len(found) == 1, [event.kind for event in self.events]
        return found[0]

    @property
    def refusals(self) -> list[Refused]:
        """Orders that were refused."""
        return self.of(Refused)

    def refused_by(self) -> list[str]:
        """The rules by which orders were refused."""
        return [str(event.rule) for event in self.refusals]


def placed(field: Field, *blocks: str) -> list[str | None]:
    """Where blocks stand."""
    return [field.block(block).place for block in blocks]


def march(units: str, *path: str, forced: bool = False, origin: str = "") -> Move:
    """A march along a path."""
    return Move(origin=origin, marches=(March(units=tuple(units.split()), path=path, forced=forced),))


def going(units: str, destination: str, *, forced: bool = False, origin: str = "") -> Move:
    """A march to a town by whatever way there is."""
    one = March(units=tuple(units.split()), destination=destination, forced=forced)
    return Move(origin=origin, marches=(one,))
