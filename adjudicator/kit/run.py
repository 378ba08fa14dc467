"""A phase as it runs: the position of the moment, orders as they are meant, refusals, decisions.

A phase is written as the rulebook tells it: a function of one `Run` that yields events and questions. It reads
`run.state` afresh after each yield and has no effect but what it yields.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import field
from typing import Any, Generic, TypeVar

from adjudicator.core.dice import Dice
from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.orders import Condition, Conditional, Orders
from adjudicator.core.ruleset import Game, Phase, Telling
from adjudicator.core.types import GENERAL, Ask, Choice, Decision, Event, Order, RuleId, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.core.view import holds
from adjudicator.kit.scenes import scene_of
from adjudicator.kit.verdicts import Verdict

S = TypeVar("S")
X = TypeVar("X")
T = TypeVar("T")
C = TypeVar("C", bound=Choice)

Reply = Mapping[str, Choice] | None
Asking = Generator[Event | Ask, Reply, T]
"""Part of a phase that tells events, asks decisions and hands a value back."""

NOT_SO = "The condition does not hold."


@dataclass(frozen=True, slots=True)
class Run(Generic[S, X]):
    """What the rules of one phase share. Nothing here outlives the phase."""

    game: Game[S]
    ctx: X
    """What rules may look at besides the position: map, tables, options."""
    orders: Orders
    dice: Dice
    side: Side
    """The active side."""
    label: str = ""
    """What the keys of decisions and the labels of dice begin with here: "T3/French/combat/1504"."""
    counts: dict[str, int] = field(default_factory=dict, repr=False)
    """How often a label was numbered in this phase."""

    @property
    def state(self) -> S:
        """The position of the moment."""
        return self.game.state

    def known(self, side: Side | None = None) -> S:
        """The position as a side knows it; the active one unless another is named."""
        return self.game.ruleset.known(self.state, side or self.side)

    def of(self, side: Side) -> Run[S, X]:
        """The same run with another side in the active one's place."""
        return replace(self, side=side)

    def labelled(self, *parts: str) -> Run[S, X]:
        """The same run with another label."""
        return replace(self, label="/".join(parts))

    def under(self, *parts: str) -> Run[S, X]:
        """The same run for a part of what its label names."""
        return self.labelled(self.label, *parts)

    def numbered(self, *parts: str) -> Run[S, X]:
        """The same run for a part that may recur in the phase: its label ends in an ordinal of its own."""
        label = "/".join((self.label, *parts))
        self.counts[label] = self.counts.get(label, 0) + 1
        return self.labelled(label, str(self.counts[label]))

    # --- orders ----------------------------------------------------------------------------------------------

    def holds(self, condition: Condition, side: Side | None = None) -> bool:
        """Whether a condition is true in a side's view of this moment."""
        return condition_holds(self.game, condition, side or self.side)

    def meant(self, order: Order) -> Order | None:
        """What a conditional order comes to in its side's view of this moment; None if nothing."""
        written = {"side": order.side, "seat": order.seat, "line": order.line}
        while isinstance(order, Conditional):
            chosen = order.then if self.holds(order.condition) else order.otherwise
            if chosen is None:
                return None
            order = chosen
        return order if order.line else order.model_copy(update=written)

    def written(self, side: Side | None = None) -> Iterator[Order]:
        """A side's orders as they are written, conditions and headings included."""
        yield from self.orders.of(side or self.side)

    def words(self, order: Order) -> str:
        """The line that an order was written on."""
        return self.orders.words(order)

    def refused(self, order: Order, verdict: Verdict, words: str | None = None) -> Refused:
        """The event of an order that may not be carried out."""
        return Refused(
            rule=verdict.rule,
            side=self.side,
            line=order.line,
            seat=order.seat,
            text=self.words(order) if words is None else words,
            reason=verdict.because,
            remedy=verdict.remedy,
        )

    def not_done(
        self, order: Order, reason: str = NOT_SO, rule: str = GENERAL, words: str | None = None
    ) -> NotCarriedOut:
        """The event of an order that came to nothing without being wrong."""
        return NotCarriedOut(
            rule=RuleId(rule),
            side=self.side,
            line=order.line,
            seat=order.seat,
            text=self.words(order) if words is None else words,
            reason=reason,
        )


def condition_holds(game: Game[Any], condition: Condition, side: Side) -> bool:
    """Whether a condition is true in a side's view of the moment."""
    return holds(scene_of(game.ruleset, game.state, side), condition)


# --- decisions -----------------------------------------------------------------------------------------------


def ask(*decisions: Decision) -> Asking[Mapping[str, Choice]]:
    """Ask decisions of one moment together; hands back the choices by key."""
    if not decisions:
        return {}
    reply = yield Ask(decisions=decisions)
    assert reply is not None
    return reply


def chosen(reply: Mapping[str, Choice], decision: Decision, sort: type[C]) -> C:
    """The choice made, if it is of the right sort; otherwise the documented default."""
    choice = reply[decision.key]
    if isinstance(choice, sort):
        return choice
    assert isinstance(decision.default, sort)
    return decision.default


def decided(decision: Decision, sort: type[C]) -> Asking[C]:
    """Ask one decision and hand back the choice."""
    reply = yield from ask(decision)
    return chosen(reply, decision, sort)


# --- phases --------------------------------------------------------------------------------------------------

Story = Callable[[Run[Any, Any]], Telling]
"""A phase as the rulebook tells it."""


def phase(name: str, title: str, rule: str, story: Story, ctx: Any, side: Side | None, active: Side) -> Phase[Any]:
    """A phase of the sequence of play; `active` is the side whose orders it carries out."""

    def tell(game: Game[Any], orders: Orders, dice: Dice) -> Telling:
        yield from story(Run(game, ctx, orders, dice, active))

    return Phase(name=name, title=title, rule=rule, run=tell, side=side)
