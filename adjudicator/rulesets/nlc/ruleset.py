"""Napoleon's Later Campaigns as the engine knows it: the `Ruleset`, set up for one scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from adjudicator.core.datafolders import Folders
from adjudicator.core.dice import Dice
from adjudicator.core.events import TextsOpened
from adjudicator.core.language import Language
from adjudicator.core.orders import AskMe, Condition, Orders, Standing
from adjudicator.core.ruleset import Game, Phase, Review, Telling
from adjudicator.core.types import Choice, Decision, Ending, Event, Order, Side, Wait
from adjudicator.core.view import Piece, Scene, View, holds
from adjudicator.kit.options import in_force
from adjudicator.kit.run import Run
from adjudicator.kit.scenes import WithNumbers, scene_of
from adjudicator.kit.standing import chosen_by_standing_order
from adjudicator.kit.system import RuleSystem
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.nlc import events, sequence, sight, view
from adjudicator.rulesets.nlc.choices import ANSWERS, CHOICES, React
from adjudicator.rulesets.nlc.combat import events as combat_events
from adjudicator.rulesets.nlc.command import events as command_events
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.data import ScenarioData, load_scenario
from adjudicator.rulesets.nlc.decisions import kept_numbers, scope_of
from adjudicator.rulesets.nlc.games import dresden, last_battles, leipzig
from adjudicator.rulesets.nlc.games.rules import GameRules
from adjudicator.rulesets.nlc.movement import events as movement_events
from adjudicator.rulesets.nlc.orders import ORDERS
from adjudicator.rulesets.nlc.start import starting_position
from adjudicator.rulesets.nlc.state import FRENCH, SIDES, State
from adjudicator.rulesets.nlc.texts import misplaced
from adjudicator.rulesets.nlc.victory import events as victory_events

NAME = "nlc"
VERSION = "1"
"""Goes up when a saved match would replay differently."""
GAMES: Mapping[str, GameRules] = {game.name: game for game in (last_battles.GAME, leipzig.GAME, dresden.GAME)}
SERIES_EVENTS: tuple[type[Event], ...] = (
    *events.EVENTS,
    *command_events.EVENTS,
    *movement_events.EVENTS,
    *combat_events.EVENTS,
    *victory_events.EVENTS,
)
"""Every event that any game of the series may tell."""


class NLC(RuleSystem[State]):
    """One scenario with its options and data."""

    name = NAME
    version = VERSION
    context: Context
    state_class = State
    own_orders = ORDERS
    own_choices = CHOICES
    answers = ANSWERS
    sides: tuple[Side, ...] = SIDES

    def __init__(self, scenario: str, context: Context, data: ScenarioData) -> None:
        self.scenario = scenario
        self.context = context
        self.data = data
        self.board = context.board
        self.own_events = (*SERIES_EVENTS, *context.game.events)

    @cached_property
    def language(self) -> Language:
        """The order language of the rule system."""
        from adjudicator.rulesets.nlc.language.language import language_for

        return language_for(self.context)

    # --- the sequence of play -----------------------------------------------------------------------------------

    def start(self) -> State:
        """The position before set-up."""
        return starting_position(self.context, self.data)

    def next(self, state: State) -> Wait | Phase[State] | Ending:
        """NLC-4.1: the sequence of play as a function of the position."""
        if state.ending is not None:
            return state.ending
        wait = sequence.wait_of(state)
        if wait is not None:
            return wait
        step = sequence.STEPS[state.stage]
        return Phase(
            name=sequence.phase_name(state),
            title=sequence.title_of(step, state.active),
            rule=step.rule,
            run=lambda game, orders, dice: self._told(step, game, orders, dice),
            side=state.active,
        )

    def _told(self, step: sequence.Step, game: Game[State], orders: Orders, dice: Dice) -> Telling:
        run = Run(game, self.context, orders, dice, game.state.active or FRENCH)
        text, sides = sequence.text_opened(game.state)
        if text:
            yield from misplaced(run, text, sides)
        yield from step.story(run)
        yield sequence.following(self.context, game.state)

    def opened(self, state: State, event: TextsOpened) -> State:
        """The texts that a stage waited for are open: on to the stage after it."""
        return sequence.opened(state).apply(state, self.context) if sequence.wait_of(state) else state

    def last_turn(self, state: State) -> int | None:
        """The last turn that the match may still have."""
        return self.context.last_turn

    # --- what sides know ----------------------------------------------------------------------------------------

    def known(self, state: State, side: Side) -> State:
        """The position as a side knows it: orders in force and in transit are their owner's alone."""
        return sight.known(self.context, state, side)

    def view(self, known: State, side: Side) -> View:
        """What maps and reports are drawn from."""
        return view.view(self.context, self.scenario, known, side)

    def turned_over(self, state: State) -> tuple[Piece, ...]:
        """The reduced faces of all units that begin at full strength."""
        return view.turned_over(self.context, state)

    def review(self, known: State, side: Side, orders: Sequence[Order], standing: Sequence[Standing]) -> Review:
        """All that can be said of a side's orders before dice are rolled."""
        from adjudicator.rulesets.nlc.check.review import review

        return review(self, self.context, known, side, orders, standing)

    # --- decisions ----------------------------------------------------------------------------------------------

    def scene(self, known: State, side: Side) -> Scene:
        """What conditions are tested against: the view, and what is known of formations."""
        return WithNumbers(self.view(known, side), kept_numbers(self.context, known))

    def standing(self, state: State, decision: Decision, orders: Sequence[Standing]) -> Choice | AskMe | None:
        """What a side's standing orders say to a decision: the narrowest scope first."""

        def is_so(condition: Condition) -> bool:
            return holds(scene_of(self, state, decision.side, decision), condition)

        def is_legal(choice: Choice) -> bool:
            return self.allows(state, decision, choice).value

        scope = scope_of(self.context, state)
        return chosen_by_standing_order(orders, decision, ANSWERS, holds=is_so, legal=is_legal, scope=scope)

    def allows(self, state: State, decision: Decision, choice: Choice) -> Verdict:
        """Whether a choice answers a decision; a reaction against other arms than those before it does not (D-6)."""
        verdict = super().allows(state, decision, choice)
        if verdict.value and isinstance(choice, React) and choice.against:
            arm = next((str(fact.value) for fact in decision.facts if fact.label == "arm"), "")
            if arm not in choice.against:
                return no(decision.rule, f"They would charge {arm}.", "Name that arm, or let them stand.")
        return verdict

    def data_digest(self) -> str:
        """The digest of every table, map and counter in force."""
        return self.data.digest


def make(scenario: str, options: Mapping[str, str], folders: Folders, pack: Traversable | None = None) -> NLC:
    """A scenario with its options and data; `folders` may be a match's own copy of them."""
    chosen = in_force(files(__package__), scenario, scenario, options)
    data = load_scenario(folders, chosen, pack)
    context = Context(
        units=data.unit_cards(),
        leaders=data.leader_cards(),
        formations=data.formation_cards(),
        board=data.board,
        tables=data.tables,
        facts=data.facts,
        game=GAMES[data.facts.game],
        options=chosen,
        links=data.links,
        edges=data.edges,
    )
    return NLC(scenario, context, data)
