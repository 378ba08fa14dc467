"""La Bataille as the engine knows it: the `Ruleset`, set up for one scenario."""

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
from adjudicator.core.view import View, holds
from adjudicator.kit.options import in_force
from adjudicator.kit.run import Run
from adjudicator.kit.standing import chosen_by_standing_order
from adjudicator.kit.system import RuleSystem
from adjudicator.rulesets.labataille import events, sequence, set_up, sight, view
from adjudicator.rulesets.labataille.charge import events as charge_events
from adjudicator.rulesets.labataille.choices import ANSWERS, CHOICES, refusals
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.data import ScenarioData, load_scenario
from adjudicator.rulesets.labataille.decisions import ESTIMATE, ODDS, scope_of
from adjudicator.rulesets.labataille.fire import events as fire_events
from adjudicator.rulesets.labataille.melee import events as melee_events
from adjudicator.rulesets.labataille.morale import events as morale_events
from adjudicator.rulesets.labataille.movement import events as movement_events
from adjudicator.rulesets.labataille.orders import ORDERS
from adjudicator.rulesets.labataille.scenes import Facts, scene
from adjudicator.rulesets.labataille.start import areas, arrivals, banks, defaults, starting_position
from adjudicator.rulesets.labataille.state import FRENCH, SIDES, State
from adjudicator.rulesets.labataille.victory import events as victory_events

NAME = "labataille"
VERSION = "1"
"""Goes up when a saved match would replay differently."""


class LaBataille(RuleSystem[State]):
    """One scenario with its options and data."""

    name = NAME
    version = VERSION
    context: Context
    state_class = State
    own_orders = ORDERS
    own_choices = CHOICES
    answers = ANSWERS
    sides: tuple[Side, ...] = SIDES
    own_events: tuple[type[Event], ...] = (
        *events.EVENTS,
        *set_up.EVENTS,
        *morale_events.EVENTS,
        *fire_events.EVENTS,
        *movement_events.EVENTS,
        *charge_events.EVENTS,
        *melee_events.EVENTS,
        *victory_events.EVENTS,
    )

    def __init__(self, scenario: str, context: Context, data: ScenarioData) -> None:
        self.scenario = scenario
        self.context = context
        self.data = data
        self.board = context.board

    @cached_property
    def language(self) -> Language:
        """The order language of the rule system."""
        from adjudicator.rulesets.labataille.language.language import language_for

        return language_for(self.context)

    # --- the sequence of play -----------------------------------------------------------------------------------

    def start(self) -> State:
        """The position before set-up."""
        return starting_position(self.context, self.data)

    def next(self, state: State) -> Wait | Phase[State] | Ending:
        """LB-2.1: the sequence of play as a function of the position."""
        if state.ending is not None:
            return state.ending
        wait = sequence.wait_of(self.context, state)
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
        label = sequence.phase_name(game.state)
        run = Run(game, self.context, orders, dice, game.state.active or FRENCH, label)
        yield from step.story(run)
        yield sequence.following(self.context, game.state)

    def opened(self, state: State, event: TextsOpened) -> State:
        """The texts that a stage waited for are open: on to the stage after it."""
        if sequence.wait_of(self.context, state) is None:
            return state
        return sequence.opened(self.context, state).apply(state, self.context)

    def last_turn(self, state: State) -> int | None:
        """The last turn that the match may still have."""
        return self.context.last_turn

    # --- what sides know ----------------------------------------------------------------------------------------

    def known(self, state: State, side: Side) -> State:
        """The position as a side knows it."""
        return sight.known(self.context, state, side)

    def view(self, known: State, side: Side) -> View:
        """What maps and reports are drawn from."""
        return view.view(self.context, self.scenario, known, side)

    def scene(self, known: State, side: Side) -> Facts:
        """What conditions are tested against: the view, levels and distances."""
        return scene(self.context, self.scenario, known, side, {})

    def review(self, known: State, side: Side, orders: Sequence[Order], standing: Sequence[Standing]) -> Review:
        """All that can be said of a side's orders before dice are rolled."""
        from adjudicator.rulesets.labataille.check.review import review

        return review(self, self.context, known, side, orders, standing)

    # --- decisions ----------------------------------------------------------------------------------------------

    def standing(self, state: State, decision: Decision, orders: Sequence[Standing]) -> Choice | AskMe | None:
        """What a side's standing orders say to a decision: the narrowest scope first."""

        def is_so(condition: Condition) -> bool:
            numbers = {fact.label: fact.value for fact in decision.facts if fact.label in (ESTIMATE, ODDS)}
            known = self.known(state, decision.side)
            return holds(scene(self.context, self.scenario, known, decision.side, numbers), condition)

        def is_legal(choice: Choice) -> bool:
            return self.allows(state, decision, choice).value

        scope = scope_of(self.context, state)
        said = (*orders, *refusals(orders))
        return chosen_by_standing_order(said, decision, ANSWERS, holds=is_so, legal=is_legal, scope=scope)

    def data_digest(self) -> str:
        """The digest of every table, map and counter in force."""
        return self.data.digest


def make(scenario: str, options: Mapping[str, str], folders: Folders, pack: Traversable | None = None) -> LaBataille:
    """A scenario with its options and data; `folders` may be a match's own copy of them."""
    chosen = in_force(files(__package__), scenario, scenario, options)
    data = load_scenario(folders, chosen, pack)
    context = Context(
        units=data.unit_cards(),
        leaders=data.leader_cards(),
        board=data.board,
        places=data.places,
        tables=data.tables,
        facts=data.facts,
        options=chosen,
        banks=banks(data),
        areas=areas(data),
        defaults=defaults(data),
        arrivals=arrivals(data),
    )
    return LaBataille(scenario, context, data)
