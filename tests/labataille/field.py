"""Positions of La Bataille for tests: a scenario, pieces put where a test needs them, phases told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.orders import Orders
from adjudicator.core.ruleset import Game
from adjudicator.core.types import Choice, Decision, Event, Order, Side
from adjudicator.kit.registry import Registry
from adjudicator.kit.run import Run, Story
from adjudicator.rulesets.labataille.ruleset import LaBataille
from adjudicator.rulesets.labataille.state import FRENCH, Leader, State, Unit

REGISTRY = Registry(("adjudicator.rulesets.labataille",))
SCENARIOS = tuple(scenario.name for scenario in REGISTRY.catalogue() if scenario.ruleset == "labataille")


@lru_cache(maxsize=8)
def scenario(name: str = "heilsberg-3", **options: str) -> LaBataille:
    """A scenario, set up."""
    loaded: LaBataille = REGISTRY.load(name, options)
    return loaded


def sorted_by_name(rules: LaBataille) -> Mapping[str, str]:
    """The id of each unit and leader by name and alias."""
    units, leaders = rules.context.units, rules.context.leaders
    found = {name: card.id for card in units.values() for name in (*card.aliases, card.name)}
    return found | {name: card.id for card in leaders.values() for name in (*card.aliases, card.name)}


@dataclass
class Field:
    """A position under the hands of a test, and what happened on it."""

    rules: LaBataille
    state: State
    happened: list[Event] = field(default_factory=list)
    asked: list[Decision] = field(default_factory=list)
    wishes: dict[str, Choice] = field(default_factory=dict)
    """What single units answer, whatever they are asked."""

    def answer_for(self, unit: str, choice: Choice) -> Field:
        """What a unit answers to questions of that sort."""
        self.wishes[unit] = choice
        return self

    def levels(self, levels: Mapping[str, int]) -> Field:
        """Morale levels of the hour."""
        self.state = replace(self.state, levels=dict(levels))
        return self

    def id_of(self, name: str) -> str:
        """The id of a unit or leader by name or alias."""
        return sorted_by_name(self.rules)[name]

    def put(self, name: str, *places: str, formation: str = "column", facing: str = "E", **marks: Any) -> Field:
        """A unit on the map, under those who are there."""
        one = self.id_of(name)
        unit = Unit(
            one,
            "map",
            places=places,
            rank=self.state.bottom(places),
            formation=formation,  # type: ignore[arg-type]
            facing=facing,
            **marks,
        )
        self.state = self.state.with_units(unit)
        return self

    def lead(self, name: str, place: str) -> Field:
        """A leader on the map."""
        self.state = self.state.with_leaders(Leader(self.id_of(name), "map", place))
        return self

    def unit(self, name: str) -> Unit:
        """A unit as it stands."""
        return self.state.unit(self.id_of(name))

    def tell(
        self,
        story: Story,
        side: Side = FRENCH,
        dice: Mapping[str, Sequence[int]] | None = None,
        orders: Sequence[Order] = (),
        answers: Mapping[str, Choice] | None = None,
    ) -> list[Event]:
        """Tell a phase with these dice and orders; decisions get the answer of their kind, or their default."""
        game = Game(self.rules, self.state)
        written = Orders({side: tuple(order.model_copy(update={"side": side}) for order in orders)})
        run = Run(game, self.rules.context, written, ScriptedDice(dict(dice or {})), side, "test")
        told: list[Event] = []
        telling = story(run)
        reply: Any = None
        while True:
            try:
                step = telling.send(reply)
            except StopIteration:
                break
            if isinstance(step, Event):
                told.append(step)
                game.state = self.rules.apply(game.state, step)
                reply = None
            else:
                self.asked += step.decisions
                reply = {one.key: self._chosen(one, answers or {}) for one in step.decisions}
        self.state = game.state
        self.happened += told
        return told

    def _chosen(self, decision: Decision, answers: Mapping[str, Choice]) -> Choice:
        unit = decision.units[0] if decision.units else ""
        if unit in self.wishes and decision.kind in _QUESTIONS:
            return self.wishes[unit]
        return answers.get(decision.kind, decision.default)


_QUESTIONS = ("square", "targeted")


def empty(name: str = "heilsberg-3", turn: int = 3, active: Side = FRENCH, **options: str) -> Field:
    """A scenario with nobody on the map."""
    rules = scenario(name, **options)
    start = rules.start()
    units = {one: Unit(one) for one in start.units}
    leaders = {one: Leader(one) for one in start.leaders}
    state = replace(start, units=units, leaders=leaders, turn=turn, active=active, abatis={})
    return Field(rules, state)
