"""A phase in the telling: what it has told, what was decided, and how it waits for an answer.

Within one process a paused phase is kept as it is and goes on where it stopped. Another process tells it again from its
start, with the answers on record, to the same point.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Generic, Literal, Protocol, TypeVar

from adjudicator.core.dice import Dice
from adjudicator.core.orders import Orders
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import Ask, Choice, Decision, Event
from adjudicator.core.values import dataclass

S = TypeVar("S")
Source = Literal["answer", "standing", "default"]


class StepDice(Dice, Protocol):
    """Dice that can go on with the seed of a later step."""

    def reseed(self, seed: bytes) -> None: ...


@dataclass(frozen=True, slots=True)
class Resolved:
    """A decision, the choice made, and where the choice came from."""

    decision: Decision
    choice: Choice
    source: Source


class Held:
    """The telling of a paused phase, kept within one process. Whoever takes it has it for himself."""

    __slots__ = ("_of", "_telling")

    def __init__(self, telling: Any = None, of: tuple[Any, ...] = ()) -> None:
        self._telling = telling
        self._of = of

    def take(self, *of: Any) -> Any:
        """The telling, once; None where another process began it, somebody went on with it, or it told another story.

        `of` is where the phase began, what was ordered and what it has told.
        """
        if any(mine is not his and mine != his for mine, his in zip(of, self._of, strict=bool(self._of))):
            return None
        telling, self._telling = self._telling, None
        return telling


@dataclass(frozen=True, slots=True)
class Paused(Generic[S]):
    """A phase that waits for answers: where it began, what it has told so far, what is open."""

    start: S
    orders: Orders
    """What the sides wrote, standing orders included, as it was when the phase was opened."""
    events: tuple[Event, ...]
    resolved: Mapping[str, Resolved]
    open: tuple[Decision, ...]
    pauses: tuple[frozenset[str], ...]
    """The keys that were open at each pause of this phase, the last being the open ones."""
    seeds: tuple[bytes, ...]
    """The seed of each step that this phase has run in."""
    held: Held = field(default_factory=lambda: Held(), compare=False, repr=False)
    """The telling itself, where this process began it; whoever goes on with it takes it."""


@dataclass
class Told(Generic[S]):
    """A phase as it is told: the generator, what it has told, and what was decided."""

    start: S
    said: Telling
    game: Game[S]
    dice: StepDice
    seeds: tuple[bytes, ...]
    following: Event | Ask | None
    """What is told next, where that is known already: the opening of the phase, or the question that paused it."""
    told: list[Event] = field(default_factory=list)
    known: dict[str, Resolved] = field(default_factory=dict)
    """Decisions that were settled when the phase was told before."""
    settled: dict[str, Resolved] = field(default_factory=dict)
    pauses: tuple[frozenset[str], ...] = ()
    reply: Mapping[str, Choice] | None = None
    passed: int = 0

    def next(self) -> Event | Ask | None:
        """The next thing told; None when the phase is over."""
        if self.following is not None:
            said, self.following = self.following, None
            return said
        try:
            said = self.said.send(self.reply) if self.reply is not None else next(self.said)
        except StopIteration:
            return None
        self.reply = None
        return said

    def close(self) -> None:
        """The match is over: what the phase would still have told does not happen."""
        self.said.close()

    def answer(self, ask: Ask) -> None:
        """Hand the choices in. Where they open a pause, the dice that follow come from the step that answered."""
        keys = {decision.key for decision in ask.decisions}
        if self.passed < len(self.pauses) and self.pauses[self.passed] & keys:
            self.passed += 1
            self.dice.reseed(self.seeds[self.passed])
        self.reply = {key: self.settled[key].choice for key in keys}

    def paused(self, orders: Orders, open_now: tuple[Decision, ...]) -> Paused[S]:
        """The phase as it waits; the open question is put again when it goes on."""
        self.pauses = (*self.pauses, frozenset(decision.key for decision in open_now))
        resolved = {**self.known, **self.settled}
        events = tuple(self.told)
        held = Held(self, (self.start, orders, events))
        return Paused(self.start, orders, events, resolved, open_now, self.pauses, self.seeds, held)
