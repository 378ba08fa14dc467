"""A phase as it runs: the position of the moment, refusals, decisions taken from plans or asked of players."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from adjudicator.core.dice import Dice
from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.orders import Conditional
from adjudicator.core.ruleset import Game
from adjudicator.core.types import Ask, Choice, Decision, Event, Order, RuleId, Side
from adjudicator.core.view import holds
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.orders import Plan, Reinforce
from adjudicator.rulesets.campaign1813.state import Laid, State

T = TypeVar("T")
C = TypeVar("C", bound=Choice)
Asking = Generator[Event | Ask, Mapping[str, Choice] | None, T]
"""Part of a phase that tells events, asks decisions and hands a value back."""


@dataclass
class Run:
    """What the rules of one phase share. Nothing here outlives the phase."""

    game: Game[State]
    ctx: Context
    side: Side
    """The active side."""
    dice: Dice

    @property
    def state(self) -> State:
        """The position of the moment."""
        return self.game.state

    @property
    def label(self) -> str:
        """How labels of dice and keys of decisions begin in this player turn."""
        return f"T{self.state.turn}/{self.side}"

    def known(self) -> State:
        """The position as the active side knows it."""
        return self.game.ruleset.known(self.state, self.side)

    def meant(self, order: Order) -> Order | None:
        """What a conditional order comes to in its side's view of this moment; None if nothing."""
        line, seat = order.line, order.seat
        while isinstance(order, Conditional):
            view = self.game.ruleset.view(self.known(), self.side)
            chosen = order.then if holds(view, order.condition) else order.otherwise
            if chosen is None:
                return None
            order = chosen
        return order if order.line else order.model_copy(update={"line": line, "seat": seat})


def refused(side: Side, order: Order, words: str, rule: str, reason: str, remedy: str = "") -> Refused:
    """The event of an order that may not be carried out."""
    return Refused(
        rule=RuleId(rule), side=side, line=order.line, seat=order.seat, text=words, reason=reason, remedy=remedy
    )


def not_done(side: Side, order: Order, words: str, rule: str, reason: str) -> NotCarriedOut:
    """The event of an order that came to nothing without being wrong."""
    return NotCarriedOut(rule=RuleId(rule), side=side, line=order.line, seat=order.seat, text=words, reason=reason)


def plans_for(run: Run, kind: str, place: str, unit: str = "") -> list[tuple[Plan, Laid]]:
    """What the active side laid down for a decision, in the order written."""
    found = []
    for laid in run.state.plans:
        order = run.meant(laid.order)
        if not isinstance(order, Plan) or order.decision != kind:
            continue
        if order.place in ("", place) and order.unit in ("", unit):
            found.append((order, laid))
    return found


def decide(run: Run, *decisions: Decision) -> Asking[dict[str, Choice]]:
    """Settle decisions of one moment: the active side's by its plans where they speak to them, the others by asking."""
    found: dict[str, Choice] = {}
    for decision in decisions:
        if decision.side != run.side:
            continue
        laid = plans_for(run, decision.kind, decision.place, decision.units[0] if decision.units else "")
        for order, words in laid:
            legal = run.game.ruleset.allows(run.state, decision, order.choice)
            if not legal.value:
                yield refused(run.side, order, words.words, legal.rule, legal.because)
            elif decision.key not in found:
                found[decision.key] = order.choice
            else:
                found[decision.key] = _together(found[decision.key], order.choice)
    open_ones = tuple(decision for decision in decisions if decision.key not in found)
    if open_ones:
        reply = yield Ask(decisions=open_ones)
        assert reply is not None
        found |= reply
    return found


def _together(first: Choice, second: Choice) -> Choice:
    """Several lines that reinforce the same battle add up; of other choices the first counts."""
    if isinstance(first, Reinforce) and isinstance(second, Reinforce):
        return first.model_copy(update={"groups": (*first.groups, *second.groups)})
    return first


def chosen(reply: Mapping[str, Choice], decision: Decision, sort: type[C]) -> C:
    """The choice made, if it is of the right sort; otherwise the documented default."""
    choice = reply[decision.key]
    if isinstance(choice, sort):
        return choice
    assert isinstance(decision.default, sort)
    return decision.default
