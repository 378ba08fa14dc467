"""The 1813 battle games as the engine knows them: the `Ruleset` of the series, set up for one game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

from adjudicator.core.dice import Dice
from adjudicator.core.errors import ProgramError
from adjudicator.core.language import Language
from adjudicator.core.orders import AskMe, Condition, Orders, Standing
from adjudicator.core.ruleset import Game, Phase, Review, Telling
from adjudicator.core.types import Choice, Decision, Ending, Event, Finding, Order, Side, Wait
from adjudicator.core.view import View, holds
from adjudicator.maps.board import HexMap
from adjudicator.rulesets.vv1813 import adjusting, decisions, dump, sight, view
from adjudicator.rulesets.vv1813.apply import SERIES_EVENTS, apply_event
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.data import GameData, SeriesFacts, load_game
from adjudicator.rulesets.vv1813.events import StageReached
from adjudicator.rulesets.vv1813.game import GameRules, Stage
from adjudicator.rulesets.vv1813.options import in_force
from adjudicator.rulesets.vv1813.orders import CHOICES
from adjudicator.rulesets.vv1813.start import marker_kinds, starting_position
from adjudicator.rulesets.vv1813.state import State

NAME = "vv1813"
VERSION = "1"
"""Goes up when a saved match would replay differently."""
SET_UP = "set-up"


@dataclass
class VV1813:
    """One game of the series with its options and data."""

    context: Context
    data: GameData
    scenario: str
    name: str = NAME
    version: str = VERSION

    def __post_init__(self) -> None:
        self.sides: tuple[Side, ...] = self.context.game.sides
        self._events: dict[str, type[Event]] = {
            event.model_fields["kind"].default: event for event in (*SERIES_EVENTS, *self.context.game.events)
        }
        choices: tuple[type[Choice], ...] = (*CHOICES, AskMe)
        self._choices = {choice.model_fields["kind"].default: choice for choice in choices}
        self._stages = {stage.name: index for index, stage in enumerate(self.context.game.stages)}

    @property
    def board(self) -> HexMap:
        """The map."""
        return self.context.board

    @cached_property
    def language(self) -> Language:
        """The order language of the series."""
        from adjudicator.rulesets.vv1813.language import language_for

        return language_for(self.context)

    # --- the sequence of play ----------------------------------------------------------------------------

    def start(self) -> State:
        """The position before set-up."""
        return starting_position(self.context, self.data)

    def next(self, state: State) -> Wait | Phase[State] | Ending:
        """VV-5.3: the stages of a turn, one after the other."""
        if state.ending is not None:
            return state.ending
        stage = self.context.game.stages[self._stages[state.stage]]
        if stage.run is None:
            sides = stage.sides if stage.side is None else (stage.side,)
            if not sides:
                raise ProgramError(f"The stage {stage.name} waits for nobody.")
            return Wait(what="orders", sides=sides, turn=state.turn)
        return Phase(
            name=f"T{state.turn}/{stage.name}",
            title=stage.title,
            rule=stage.rule,
            run=lambda game, orders, dice: self._stage(stage, game, orders, dice),
            side=stage.side,
        )

    def _stage(self, stage: Stage, game: Game[State], orders: Orders, dice: Dice) -> Telling:
        assert stage.run is not None
        yield from stage.run(game, self.context, orders, dice)
        if game.state.ending is None:
            yield self._following(game.state)

    def _following(self, state: State) -> StageReached:
        """The stage after the one that a position is in; after the last of a turn comes the first of the next."""
        stages = self.context.game.stages
        after = self._stages[state.stage] + 1
        if after < len(stages):
            turn = 0 if stages[after].name.startswith(SET_UP) else max(1, state.turn)
            return StageReached(turn=turn, stage=stages[after].name)
        first = next(stage.name for stage in stages if not stage.name.startswith(SET_UP))
        return StageReached(turn=state.turn + 1, stage=first)

    def apply(self, state: State, event: Event) -> State:
        """The position after an event."""
        return apply_event(self.context, state, event)

    # --- what sides know ---------------------------------------------------------------------------------

    def known(self, state: State, side: Side) -> State:
        """VV-7.3a: the position as a side knows it."""
        return sight.known(self.context, state, side)

    def view(self, known: State, side: Side) -> View:
        """What maps and reports are drawn from."""
        return view.view(self.context, known, side)

    def show(self, before: State, event: Event, side: Side) -> Event | None:
        """An event as a side sees it."""
        return sight.show(self.context, before, event, side)

    def review(self, known: State, side: Side, orders: Sequence[Order], standing: Sequence[Standing]) -> Review:
        """All that can be said of a side's orders before dice are rolled."""
        from adjudicator.rulesets.vv1813.review import review

        return review(self, self.context, known, side, orders, standing)

    # --- decisions ---------------------------------------------------------------------------------------

    def standing(self, state: State, decision: Decision, orders: Sequence[Standing]) -> Choice | AskMe | None:
        """What a side's standing orders say to a decision."""

        def is_so(condition: Condition) -> bool:
            return holds(self.view(self.known(state, decision.side), decision.side), condition)

        return decisions.standing(self.context, state, decision, orders, is_so)

    def allows(self, state: State, decision: Decision, choice: Choice) -> Finding[bool]:
        """Whether a choice is a legal answer to a decision."""
        return decisions.allows(self.context, state, decision, choice)

    def adjust(self, state: State, order: Order) -> tuple[Event, ...]:
        """A plain change of the position by the umpire."""
        return adjusting.adjust(self.context, state, order)

    # --- plain values ------------------------------------------------------------------------------------

    def dump(self, state: State) -> dict[str, Any]:
        """The position as plain JSON values."""
        return dump.dump(self.context.game, state)

    def load(self, plain: Mapping[str, Any]) -> State:
        """The position from what `dump` gave."""
        return dump.load(self.context.game, plain)

    def read_event(self, plain: Mapping[str, Any]) -> Event:
        """An event from its JSON form."""
        return self._events[plain["kind"]].model_validate(plain)

    def write_event(self, event: Event) -> dict[str, Any]:
        """An event as JSON values; `kind` and `rule` always, defaults left out."""
        plain = event.model_dump(mode="json", exclude_defaults=True)
        return {**plain, "kind": event.kind, "rule": event.rule}

    def read_choice(self, plain: Mapping[str, Any]) -> Choice:
        """A choice from its JSON form."""
        return self._choices[plain["kind"]].model_validate(plain)

    def event_types(self) -> Iterator[type[Event]]:
        """Every event that this game may tell."""
        yield from self._events.values()

    def data_digest(self) -> str:
        """The digest of every table, map and counter in force."""
        return self.data.digest


def make(game: GameRules, facts: type[SeriesFacts], options: Mapping[str, str], pack: Traversable | None) -> VV1813:
    """A game of the series with its options and data."""
    chosen = in_force(game.name, options)
    data = load_game(game.name, facts, chosen, pack)
    context = Context(
        counters=data.counters,
        board=data.board,
        tables=data.tables,
        options=chosen,
        game=game,
        facts={"game": data.facts, "markers": marker_kinds(data.facts, chosen), "setup": data.setup},
    )
    return VV1813(context, data, game.name)
