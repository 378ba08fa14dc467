"""Positions of Napoleon's Later Campaigns for tests: a scenario, pieces put where a test needs them, phases told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.orders import Orders
from adjudicator.core.ruleset import Game
from adjudicator.core.source import source_lines
from adjudicator.core.types import Choice, Decision, Event, Order, Side
from adjudicator.dsl.reading import read
from adjudicator.kit.registry import Registry
from adjudicator.kit.run import Run, Story
from adjudicator.rulesets.nlc.ruleset import NLC
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH, SIDES, Force, OrderState, State

REGISTRY = Registry(("adjudicator.rulesets.nlc",))
SCENARIOS = tuple(scenario.name for scenario in REGISTRY.catalogue() if scenario.ruleset == "nlc")


@lru_cache(maxsize=32)
def scenario(name: str = "la-belle-alliance", **options: str) -> NLC:
    """A scenario, set up."""
    loaded: NLC = REGISTRY.load(name, options)
    return loaded


@dataclass
class Field:
    """A position under the hands of a test, and what happened on it."""

    rules: NLC
    state: State
    happened: list[Event] = field(default_factory=list)
    asked: list[Decision] = field(default_factory=list)

    # --- putting pieces -----------------------------------------------------------------------------------------

    def id_of(self, name: str) -> str:
        """The id of a unit or leader by alias or name."""
        ctx = self.rules.context
        found = [card.id for card in ctx.units.values() if name in (card.id, card.alias, card.name)]
        found += [card.id for card in ctx.leaders.values() if name in (card.id, card.name)]
        assert len(found) == 1, f"{name}: {found}"
        return found[0]

    def put(self, name: str, place: str, **marks: Any) -> Field:
        """A unit or leader in a hex, on the map."""
        one = self.id_of(name)
        if one in self.rules.context.units:
            self.state = self.state.with_units(replace(self.state.unit(one), place=place, status="map", **marks))
        else:
            self.state = self.state.with_leaders(replace(self.state.leader(one), place=place, status="map", **marks))
        return self

    def lost(self, *names: str, turn: int = 0) -> Field:
        """Units that are eliminated."""
        units = [
            replace(self.state.unit(self.id_of(name)), place=None, status="eliminated", lost_on=turn) for name in names
        ]
        self.state = self.state.with_units(*units)
        return self

    def ordered(self, **orders: OrderState) -> Field:
        """Formations with their orders; underscores stand for blanks and hyphens as the formation has them."""
        for name, order in orders.items():
            one = next(f for f in self.state.formations if f.replace("-", "_").replace(" ", "_") == name)
            self.state = self.state.with_formations(replace(self.state.formations[one], order=order))
        return self

    def at(self, name: str) -> str | None:
        """Where a piece stands."""
        one = self.id_of(name)
        piece = self.state.unit(one) if one in self.rules.context.units else self.state.leader(one)
        return piece.place

    # --- telling ------------------------------------------------------------------------------------------------

    def read(self, side: Side, text: str) -> tuple[tuple[Order, ...], tuple[Any, ...]]:
        """Orders and standing orders as a side would write them."""
        made = read(self.rules.language, self.rules.known(self.state, side), side, "", source_lines(text))
        assert not made.problems, [(problem.line, problem.reason) for problem in made.problems]
        return made.orders, made.standing or ()

    def tell(
        self,
        story: Story,
        side: Side = FRENCH,
        *,
        french: str = "",
        allied: str = "",
        dice: Mapping[str, Sequence[int]] | None = None,
    ) -> Field:
        """Tell a phase with these texts and dice; standing orders answer, else the defaults."""
        orders: dict[Side, tuple[Order, ...]] = {}
        standing: dict[Side, tuple[Any, ...]] = {}
        lines: dict[tuple[Side, str, int], str] = {}
        for one, text in ((FRENCH, french), (ALLIED, allied)):
            orders[one], standing[one] = self.read(one, text)
            lines |= {(one, "", number): words for number, words in enumerate(text.split("\n"), start=1)}
        game: Game[State] = Game(self.rules, replace(self.state, active=side))
        run = Run(game, self.rules.context, Orders(orders, standing, lines=lines), ScriptedDice(dice or {}), side)
        telling, reply = story(run), None
        while True:
            try:
                said = telling.send(reply)
            except StopIteration:
                break
            reply = None
            if isinstance(said, Event):
                self.happened.append(said)
                game.state = self.rules.apply(game.state, said)
            else:
                self.asked += said.decisions
                reply = {one.key: self._answer(game.state, one, standing) for one in said.decisions}
        self.state = game.state
        return self

    def _answer(self, state: State, decision: Decision, standing: Mapping[Side, tuple[Any, ...]]) -> Choice:
        chosen = self.rules.standing(state, decision, standing.get(decision.side, ()))
        return chosen if chosen is not None else decision.default

    def events(self, kind: str) -> list[Any]:
        """What happened of one kind."""
        return [event for event in self.happened if event.kind == kind]

    def refusals(self) -> list[str]:
        """The rules by which orders were refused."""
        return [str(event.rule) for event in self.events("refused")]


def whole(name: str = "la-belle-alliance", turn: str = "", **options: str) -> Field:
    """A scenario as it begins, at a turn by its name."""
    rules = scenario(name, **options)
    state = replace(rules.start(), turn=rules.context.turn_number(turn) if turn else 1)
    return Field(rules, state)


def only(name: str = "la-belle-alliance", turn: str = "", **options: str) -> Field:
    """A scenario with every piece taken off the map: what a test puts there is all there is."""
    begun = whole(name, turn, **options)
    forces = {side: _emptied(begun.state.force(side)) for side in SIDES}
    begun.state = replace(begun.state, forces=forces)
    return begun


def _emptied(force: Force) -> Force:
    units = [replace(unit, place=None, status="removed", due=None) for unit in force.units.values()]
    leaders = [replace(leader, place=None, status="removed", due=None) for leader in force.leaders.values()]
    return force.changed(units, leaders)
