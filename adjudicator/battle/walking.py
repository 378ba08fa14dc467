"""Walking a path place by place, with something that may happen at every step.

A walk is a generator: what its triggers yield (events, questions) it hands on, and what they are sent they get. At each
step it asks, in this order: `leave` (before the pieces go: fire at those who withdraw), `price` (what the step costs,
or why it cannot be made), `enter` (the step is made: tell it), `after` (they stand there: reactions of the enemy). Each
of them reads the position afresh; each may let the walk go on, make it dearer, end it, or send it another way.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Generic, TypeVar

from adjudicator.core.values import dataclass, replace

P = TypeVar("P")
"""A place."""
R = TypeVar("R")
"""Why a walk ended: a sentence, a finding, whatever the rules tell."""
Y = TypeVar("Y")
S = TypeVar("S")


@dataclass(frozen=True)
class Walk(Generic[P, R]):
    """How far pieces have come, what they have paid, what lies ahead of them, and why they went no further."""

    start: P
    ahead: tuple[P, ...]
    path: tuple[P, ...] = ()
    spent: int = 0
    halted: R | None = None

    @property
    def here(self) -> P:
        """Where they stand."""
        return self.path[-1] if self.path else self.start


@dataclass(frozen=True, slots=True)
class Pay:
    """The walk goes on, at a price."""

    cost: int


@dataclass(frozen=True)
class PayAndStay(Generic[R]):
    """The step is made and is the last: from there the pieces may not go on; told only if they wished to."""

    cost: int
    why: R


@dataclass(frozen=True)
class Halt(Generic[R]):
    """The walk ends where the pieces stand."""

    why: R


@dataclass(frozen=True)
class SentBack(Generic[P, R]):
    """The walk ends somewhere else: the path that counts is the one given."""

    path: tuple[P, ...]
    why: R


@dataclass(frozen=True)
class Divert(Generic[P]):
    """The pieces go on by another way."""

    ahead: tuple[P, ...]


Answer = Pay | Halt[R] | SentBack[P, R] | Divert[P] | None
Trigger = Callable[[Walk[P, R]], Generator[Y, S, "Answer[R, P]"]]
"""Called with the walk so far; `ahead` begins with the place to be entered, or, after a step, the one after it."""
Price = Callable[[Walk[P, R]], Pay | PayAndStay[R] | Halt[R]]


@dataclass(frozen=True)
class Triggers(Generic[P, R, Y, S]):
    """What is asked at each step; what a game has no use for is left out."""

    price: Price[P, R]
    leave: Trigger[P, R, Y, S] | None = None
    enter: Trigger[P, R, Y, S] | None = None
    after: Trigger[P, R, Y, S] | None = None


def walk(start: P, ahead: tuple[P, ...], triggers: Triggers[P, R, Y, S]) -> Generator[Y, S, Walk[P, R]]:
    """Go along a path until it ends or something ends it.

    >>> def price(so_far): return Pay(2) if so_far.spent + 2 <= 4 else Halt("the points are spent")
    >>> silent = walk("a", ("b", "c", "d"), Triggers(price))
    >>> try: next(silent)
    ... except StopIteration as end: print(end.value.path, end.value.spent, end.value.halted)
    ('b', 'c') 4 the points are spent
    """
    now: Walk[P, R] = Walk(start, ahead)
    while now.ahead:
        now, ended = yield from _asked(now, triggers.leave)
        if ended or not now.ahead:
            return now
        made = triggers.price(now)
        if isinstance(made, Halt):
            return replace(now, halted=made.why)
        now = replace(now, path=(*now.path, now.ahead[0]), ahead=now.ahead[1:], spent=now.spent + made.cost)
        for trigger in (triggers.enter, triggers.after):
            now, ended = yield from _asked(now, trigger)
            if ended:
                return now
        if isinstance(made, PayAndStay):
            return replace(now, halted=made.why) if now.ahead else now
    return now


def _asked(now: Walk[P, R], trigger: Trigger[P, R, Y, S] | None) -> Generator[Y, S, tuple[Walk[P, R], bool]]:
    """The walk after a trigger, and whether it is over."""
    answer = None if trigger is None else (yield from trigger(now))
    match answer:
        case Pay(cost):
            return replace(now, spent=now.spent + cost), False
        case Halt(why):
            return replace(now, halted=why), True
        case SentBack(path, why):
            return replace(now, path=path, halted=why), True
        case Divert(ahead):
            return replace(now, ahead=ahead), False
        case None:
            return now, False
