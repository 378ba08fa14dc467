"""Phases carried out on a position that is only thought of: no record, no pauses, any dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.dice import Dice
from adjudicator.core.events import TextsOpened
from adjudicator.core.orders import AskMe, Orders
from adjudicator.core.ruleset import Game, Phase, Ruleset
from adjudicator.core.types import Choice, Decision, Event, Side, Wait
from adjudicator.core.values import dataclass


@dataclass(frozen=True, slots=True)
class CarriedOut:
    """What a phase told."""

    state: Any
    events: tuple[Event, ...]
    defaults: frozenset[tuple[Side, str]]
    """Whose decisions of which kind were settled by the documented default."""


def opened(rules: Ruleset[Any], state: Any, wait: Wait, side: Side) -> Any:
    """The position when a side's text is opened, and nobody else's."""
    others = tuple(one for one in wait.sides if one != side)
    event = TextsOpened(
        what=wait.what, turn=wait.turn, phase=wait.phase, sides=wait.sides, missing=others, heard=wait.hears
    )
    return rules.apply(state, event)


def carry_out(rules: Ruleset[Any], phase: Phase[Any], state: Any, orders: Orders, dice: Dice) -> CarriedOut:
    """One phase to its end: decisions follow standing orders, then defaults."""
    game = Game(rules, state)
    told: list[Event] = []
    defaults: set[tuple[Side, str]] = set()
    reply: Mapping[str, Choice] | None = None
    telling = phase.run(game, orders, dice)
    while True:
        try:
            said = telling.send(reply) if reply is not None else next(telling)
        except StopIteration:
            return CarriedOut(game.state, tuple(told), frozenset(defaults))
        reply = None
        if isinstance(said, Event):
            game.state = rules.apply(game.state, said)
            told.append(said)
            if game.state.ending is not None:
                telling.close()
        else:
            reply = {one.key: _settled(rules, game.state, one, orders, defaults) for one in said.decisions}


def _settled(
    rules: Ruleset[Any], state: Any, decision: Decision, orders: Orders, defaults: set[tuple[Side, str]]
) -> Choice:
    chosen = rules.standing(state, decision, orders.standing.get(decision.side, ()))
    if chosen is None or isinstance(chosen, AskMe):
        defaults.add((decision.side, decision.kind))
        return decision.default
    return chosen
