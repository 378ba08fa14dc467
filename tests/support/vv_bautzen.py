"""Bautzen on the table: positions built by the umpire's hand, phases run with scripted dice and given answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar

from adjudicator.core.dice import Dice, ScriptedDice
from adjudicator.core.engine import Position, Step, StepTexts, run_step
from adjudicator.core.orders import Orders
from adjudicator.core.ruleset import Game
from adjudicator.core.types import Choice, Decision, Event, Order, Side
from adjudicator.kit.run import Run
from adjudicator.rulesets import vv1813
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.events import PositionAdjusted, StageReached, TurnBegan
from adjudicator.rulesets.vv1813.markers.events import MarkerDrawn
from adjudicator.rulesets.vv1813.movement import movement
from adjudicator.rulesets.vv1813.ruleset import VV1813
from adjudicator.rulesets.vv1813.run import Story
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State
from tests.support.vv_positions import StepScript

E = TypeVar("E", bound=Event)


@lru_cache(maxsize=64)
def _rules(options: tuple[tuple[str, str], ...]) -> VV1813:
    return vv1813.load("bautzen", dict(options))


def rules(**options: str) -> VV1813:
    """Bautzen with some match options."""
    return _rules(tuple(sorted(options.items())))


@dataclass(frozen=True)
class Told:
    """What a phase told: its events, the decisions it asked, and the table as it left it."""

    table: Table
    events: tuple[Event, ...]
    asked: tuple[Decision, ...] = ()

    def of(self, sort: type[E]) -> list[E]:
        """The events of one sort."""
        return [event for event in self.events if isinstance(event, sort)]

    def one(self, sort: type[E]) -> E:
        """The only event of its sort."""
        (event,) = self.of(sort)
        return event

    def kinds(self) -> list[str]:
        """The kinds of decision that were asked."""
        return [decision.kind for decision in self.asked]


@dataclass(frozen=True)
class Table:
    """A position and its rules. Every change is an event that the real rules apply."""

    rules: VV1813
    state: State
    answers: Mapping[str, Choice] = field(default_factory=dict)
    """By kind of decision: what its side chooses instead of the default."""

    @classmethod
    def begin(cls, *, turn: int = 1, **options: str) -> Table:
        """The battle after set-up, markers laid in the order of their names, at the beginning of a turn."""
        made = cls(rules(**options), rules(**options).start())
        return made.stage("set-up").table.turn(turn)

    @property
    def ctx(self) -> Context:
        """What rule functions are handed."""
        return self.rules.context

    def happen(self, *events: Event) -> Table:
        """The table after events."""
        state = self.state
        for event in events:
            state = self.rules.apply(state, event)
        return Table(self.rules, state, self.answers)

    def turn(self, turn: int) -> Table:
        """The table on another turn."""
        clock = self.ctx.game.clock(self.ctx, self.state, turn)
        return self.happen(StageReached(turn=turn, stage="French orders"), TurnBegan(turn=turn, clock=clock))

    def put(self, place: str, *pieces: str) -> Table:
        """Pieces set down at a place."""
        return self.happen(*(self._adjusted(piece, place=place, status="map") for piece in pieces))

    def away(self, *pieces: str, status: str = "eliminated") -> Table:
        """Pieces taken off the map."""
        return self.happen(*(self._adjusted(piece, status=status) for piece in pieces))

    def only(self, **places: str) -> Table:
        """Nothing on the map but these pieces, each at its place."""
        armies = [self.state.army(side) for side in (FRENCH, COALITION)]
        everybody = [piece for army in armies for piece in (*army.units, *army.commanders)]
        table = self.away(*(piece for piece in everybody if piece not in places and self.place_of(piece)))
        for piece, place in places.items():
            table = table.put(place, piece)
        return table

    def place_of(self, piece: str) -> str | None:
        """Where a piece stands."""
        army = self.state.army(self.state.side_of(piece))
        return (army.units.get(piece) or army.commanders[piece]).place

    def _adjusted(self, piece: str, place: str | None = None, status: str = "") -> PositionAdjusted:
        what = "commander" if self.ctx.counters[piece].kind == "commander" else "unit"
        return PositionAdjusted(what=what, id=piece, place=place, status=status)

    def morale(self, side: Side, value: int) -> Table:
        """An army's morale set."""
        return self.happen(PositionAdjusted(what="morale", id=side, value=value))

    def holding(self, side: Side, *kinds: str) -> Table:
        """Markers of these kinds drawn into a side's hand, unseen by the other."""
        table = self
        for kind in kinds:
            marker = next(
                m.id
                for m in sorted(table.state.markers.values(), key=lambda m: m.id)
                if m.kind == kind and m.owner == side and m.place != "hand"
            )
            table = table.happen(MarkerDrawn(rule="BAU-5.4", side=side, marker=marker, marker_kind=kind))
        return table

    def answering(self, **answers: Choice) -> Table:
        """The table with answers to some kinds of decision."""
        return Table(self.rules, self.state, {**self.answers, **answers})

    # --- running -----------------------------------------------------------------------------------------

    def tell(
        self,
        story: Story,
        side: Side = FRENCH,
        dice: Dice | None = None,
        orders: Orders | None = None,
    ) -> Told:
        """Let something be told to its end, or to the end of the match."""
        game: Game[State] = Game(self.rules, self.state)
        run = story(Run(game, self.ctx, orders or Orders(), dice or ScriptedDice({}), side))
        events: list[Event] = []
        asked: list[Decision] = []
        reply: Mapping[str, Choice] | None = None
        while True:
            try:
                said = run.send(reply) if reply is not None else next(run)
            except StopIteration:
                break
            reply = None
            if isinstance(said, Event):
                events.append(said)
                game.state = self.rules.apply(game.state, said)
                if game.state.ending is not None:
                    break
            else:
                asked += said.decisions
                reply = {d.key: self.answers.get(d.kind, d.default) for d in said.decisions}
        return Told(Table(self.rules, game.state, self.answers), tuple(events), tuple(asked))

    def moves(self, side: Side, *orders: Order, dice: Dice | None = None) -> Told:
        """A side's movement phase."""
        return self.tell(movement.phase, side, dice, orders_of(side, orders))

    def step(self, orders: Orders, dice: Dice | None = None, *, stage: str = "French orders") -> Step[State]:
        """A step of the engine from a wait for orders, as a match would run it."""
        start = replace(self.state, stage=stage)
        return run_step(self.rules, Position(start), StepTexts(orders), dice or StepScript({}))  # type: ignore[arg-type]

    def answered(self, step: Step[State], orders: Orders, choice: Choice, dice: Dice | None = None) -> Step[State]:
        """The step that follows a pause, with one choice for everything that is open."""
        assert step.position.paused is not None
        answers = {decision.key: choice for decision in step.position.paused.open}
        script = dice or StepScript({})
        return run_step(self.rules, step.position, StepTexts(orders, answers), script)  # type: ignore[arg-type]

    def stage(self, name: str, dice: Dice | None = None, orders: Orders | None = None) -> Told:
        """A stage of the sequence of play, by its name."""
        stage = next(one for one in self.ctx.game.stages if one.name == name)
        assert stage.story is not None
        return self.tell(stage.story, stage.side or self.rules.sides[0], dice, orders)


def orders_of(side: Side, orders: Sequence[Order]) -> Orders:
    """Orders as the lines of a side's text."""
    lines = {(side, "", number): f"line {number}" for number in range(1, len(orders) + 1)}
    numbered = (order.model_copy(update={"side": side, "line": n}) for n, order in enumerate(orders, start=1))
    return Orders(by_side={side: tuple(numbered)}, lines=lines)
