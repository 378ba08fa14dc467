"""The 1813 battle games as the engine knows them: the `Ruleset` of the series, set up for one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from adjudicator.core.datafolders import Folders
from adjudicator.core.dice import Dice
from adjudicator.core.errors import ProgramError
from adjudicator.core.events import TextsOpened
from adjudicator.core.language import Language
from adjudicator.core.orders import AskMe, Condition, Orders, Standing, flattened
from adjudicator.core.ruleset import Game, Phase, Review, Telling
from adjudicator.core.types import Choice, Decision, Ending, Event, Order, Side, Wait
from adjudicator.core.view import Piece, Scene, View, holds
from adjudicator.kit.options import in_force
from adjudicator.kit.run import Run
from adjudicator.kit.scenes import scene_of
from adjudicator.kit.standing import chosen_by_standing_order
from adjudicator.kit.system import RuleSystem
from adjudicator.kit.verdicts import Verdict
from adjudicator.kit.weighing import Figures, Supposition
from adjudicator.rulesets.vv1813 import adjusting, decisions, events, sight, view, weighing
from adjudicator.rulesets.vv1813.combat import aftermath_events
from adjudicator.rulesets.vv1813.combat import events as combat_events
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.data import GameData, load_game
from adjudicator.rulesets.vv1813.events import StageReached
from adjudicator.rulesets.vv1813.facts import SeriesFacts
from adjudicator.rulesets.vv1813.game import Stage
from adjudicator.rulesets.vv1813.markers import events as marker_events
from adjudicator.rulesets.vv1813.morale import events as morale_events
from adjudicator.rulesets.vv1813.movement import events as movement_events
from adjudicator.rulesets.vv1813.orders import CHOICES, Attack, Bombard
from adjudicator.rulesets.vv1813.series import Series
from adjudicator.rulesets.vv1813.start import marker_kinds, starting_position
from adjudicator.rulesets.vv1813.state import State
from adjudicator.rulesets.vv1813.victory import events as victory_events

NAME = "vv1813"
VERSION = "1"
"""Goes up when a saved match would replay differently."""
SET_UP = "set-up"
SERIES_EVENTS: tuple[type[Event], ...] = (
    *events.EVENTS,
    *marker_events.EVENTS,
    *movement_events.EVENTS,
    *combat_events.EVENTS,
    *aftermath_events.EVENTS,
    *morale_events.EVENTS,
    *victory_events.EVENTS,
)
"""Every event that any game of the series may tell."""


class VV1813(RuleSystem[State]):
    """One game of the series with its options and data."""

    name = NAME
    version = VERSION
    context: Context
    state_class = State
    own_choices = CHOICES

    def __init__(self, context: Context, data: GameData) -> None:
        self.context = context
        self.data = data
        self.scenario = context.game.name
        self.sides: tuple[Side, ...] = context.game.sides
        self.board = context.board
        self.own_events = (*SERIES_EVENTS, *context.game.events)
        self.state_sorts = {"game": context.game.keeps}
        self._stages = {stage.name: index for index, stage in enumerate(context.game.stages)}

    @cached_property
    def language(self) -> Language:
        """The order language of the series."""
        from adjudicator.rulesets.vv1813.language.language import language_for

        return language_for(self.context)

    # --- the sequence of play ----------------------------------------------------------------------------

    def start(self) -> State:
        """The position before set-up."""
        return starting_position(self.context, self.data)

    def next(self, state: State) -> Wait | Phase[State] | Ending:
        """VV-5.3: the stages of a turn, one after the other."""
        if state.ending is not None:
            return state.ending
        stage = self._stage(state)
        if stage.story is None:
            sides = stage.sides if stage.side is None else (stage.side,)
            if not sides:
                raise ProgramError(f"The stage {stage.name} waits for nobody.")
            return Wait(what="orders", sides=sides, turn=state.turn)
        return Phase(
            name=f"T{state.turn}/{stage.name}",
            title=stage.title,
            rule=stage.rule,
            run=lambda game, orders, dice: self._told(stage, game, orders, dice),
            side=stage.side,
        )

    def _stage(self, state: State, after: int = 0) -> Stage:
        return self.context.game.stages[self._stages[state.stage] + after]

    def _told(self, stage: Stage, game: Game[State], orders: Orders, dice: Dice) -> Telling:
        assert stage.story is not None
        yield from stage.story(Run(game, self.context, orders, dice, stage.side or self.sides[0]))
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

    def last_turn(self, state: State) -> int | None:
        """The last turn that the match may still have; None if nothing but the dice ends it."""
        return self.context.game.last_turn(self.context, state)

    def opened(self, state: State, event: TextsOpened) -> State:
        """The texts that a stage waited for are open: on to the stage after it."""
        if self._stage(state).story is not None:
            return state
        return StageReached(turn=state.turn, stage=self._stage(state, after=1).name).apply(state, self.context)

    def apply(self, state: State, event: Event) -> State:
        """The position after an event, with what the game keeps of it besides."""
        return self.context.game.follow(self.context, super().apply(state, event), event)

    # --- what sides know ---------------------------------------------------------------------------------

    def known(self, state: State, side: Side) -> State:
        """VV-7.3a: the position as a side knows it."""
        return sight.known(self.context, state, side)

    def view(self, known: State, side: Side) -> View:
        """What maps and reports are drawn from."""
        return view.view(self.context, known, side)

    def turned_over(self, state: State) -> tuple[Piece, ...]:
        """The reduced faces of all units that have one."""
        return view.turned_over(self.context, state)

    def scene(self, known: State, side: Side) -> Scene:
        """What conditions are tested against."""
        return view.Glance(self.context, known, side)

    def review(self, known: State, side: Side, orders: Sequence[Order], standing: Sequence[Standing]) -> Review:
        """All that can be said of a side's orders before dice are rolled."""
        from adjudicator.rulesets.vv1813.check.review import review

        return review(self, self.context, known, side, orders, standing)

    # --- what orders can bring ---------------------------------------------------------------------------

    weighed = ("attack", "bombard")

    def brought(self, events: Sequence[Event], side: Side) -> Figures:
        """What happened, in figures."""
        return weighing.brought(self.sides, events, side)

    def supposed(self, known: State, side: Side, orders: Sequence[Order]) -> tuple[Supposition[State], ...]:
        """What may stand in the places that orders attack or fire on."""
        every = [one for order in orders for one in flattened(order)]
        attacked = [place for one in every if isinstance(one, Attack) for place in one.targets]
        fired_on = [one.target for one in every if isinstance(one, Bombard)]
        return weighing.supposed(self.context, known, side, (*attacked, *fired_on))

    # --- decisions ---------------------------------------------------------------------------------------

    def standing(self, state: State, decision: Decision, orders: Sequence[Standing]) -> Choice | AskMe | None:
        """What a side's standing orders say to a decision."""

        def is_so(condition: Condition) -> bool:
            return holds(scene_of(self, state, decision.side, decision), condition)

        def is_legal(choice: Choice) -> bool:
            limit = decisions.within_limit(self.context, state, decision.side, choice)
            return limit and self.allows(state, decision, choice).value

        def is_there(order: Standing, decision: Decision) -> bool:
            return decisions.is_there(state, order, decision)

        return chosen_by_standing_order(
            orders, decision, decisions.FITTING, holds=is_so, legal=is_legal, there=is_there
        )

    def allows(self, state: State, decision: Decision, choice: Choice) -> Verdict:
        """Whether a choice is a legal answer to a decision."""
        return decisions.allows(self.context, state, decision, choice)

    def adjust(self, state: State, order: Order) -> tuple[Event, ...]:
        """A plain change of the position by the umpire."""
        return adjusting.adjust(self.context, state, order)

    def data_digest(self) -> str:
        """The digest of every table, map and counter in force."""
        return self.data.digest


def make(
    game: Series,
    facts: type[SeriesFacts],
    options: Mapping[str, str],
    folders: Folders,
    pack: Traversable | None = None,
) -> VV1813:
    """A game of the series with its options and data; `folders` may be a match's own copy of them."""
    chosen = in_force(files(__package__), game.name.capitalize(), game.name, options)
    data = load_game(facts, chosen, folders, pack)
    context = Context(
        counters=data.counters,
        board=data.board,
        tables=data.tables,
        options=chosen,
        game=game,
        facts={"game": data.facts, "markers": marker_kinds(data.facts, chosen), "setup": data.setup},
    )
    return VV1813(context, data)
