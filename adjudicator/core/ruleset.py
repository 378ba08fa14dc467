"""What a rule system must offer so that it can be played: the seam between engine and games."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from adjudicator.core.dice import Dice
from adjudicator.core.language import Language
from adjudicator.core.orders import AskMe, Orders, Standing
from adjudicator.core.problems import Problem
from adjudicator.core.types import Ask, Choice, Decision, Ending, Event, Finding, Order, Side, Wait
from adjudicator.core.values import dataclass
from adjudicator.core.view import Piece, View

S = TypeVar("S")


class Game(Generic[S]):
    """A rule system and the position of the moment; `state` is read afresh after each yield."""

    def __init__(self, ruleset: Ruleset[S], state: S) -> None:
        self.ruleset = ruleset
        self.state = state


Telling = Generator[Event | Ask, Mapping[str, Choice] | None, None]
"""A phase as it is told: events that happen, decisions that are asked.

Sent back is None after an event, and after an Ask the choices by decision key.
"""


@dataclass(frozen=True, slots=True)
class Phase(Generic[S]):
    """A stretch of the sequence of play without a wait, written as the rulebook tells it.

    It has no effect but what it yields and may be run any number of times: the engine stops at an open decision and
    later runs it again, with the answers on record, to the same point.
    """

    name: str
    title: str
    rule: str
    run: Callable[[Game[S], Orders, Dice], Telling]
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """What `check` finds in a side's orders before any die is rolled, from what that side knows."""

    problems: tuple[Problem, ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    """By line: what the order will do as far as can be seen (a path with its cost, the odds of an attack)."""


class Ruleset(Protocol[S]):
    """A rule system set up for one scenario, with its options and data."""

    name: str
    """"vv1813"."""
    scenario: str
    version: str
    sides: tuple[Side, ...]

    @property
    def language(self) -> Language:
        """The part of the order language that belongs to this rule system."""
        ...

    @property
    def board(self) -> Any:
        """The map: geometry and terrain, without pieces (a board or a network of `maps`)."""
        ...

    def start(self) -> S:
        """The position before set-up."""
        ...

    def next(self, state: S) -> Wait | Phase[S] | Ending:
        """The sequence of play as a function of the position."""
        ...

    def apply(self, state: S, event: Event) -> S:
        """The position after an event; events of `core.events` included."""
        ...

    def known(self, state: S, side: Side) -> S:
        """The position as a side knows it, in the same form; of what is hidden only what it can see.

        Everything made for that side (view, review, names, path finding, export) is computed from this alone.
        """
        ...

    def view(self, known: S, side: Side) -> View:
        """What maps and reports are drawn from; `known` is the real state for the umpire."""
        ...

    def show(self, before: S, event: Event, side: Side) -> Event | None:
        """An event as a side sees it: whole, a lesser one, or nothing."""
        ...

    def review(self, known: S, side: Side, orders: Sequence[Order], standing: Sequence[Standing]) -> Review:
        """All that can be said of a side's orders before dice are rolled."""
        ...

    def standing(self, state: S, decision: Decision, orders: Sequence[Standing]) -> Choice | AskMe | None:
        """What a side's standing orders say to a decision; the first that fits, or None."""
        ...

    def allows(self, state: S, decision: Decision, choice: Choice) -> Finding[bool]:
        """Whether a choice is a legal answer to a decision."""
        ...

    def adjust(self, state: S, order: Order) -> tuple[Event, ...]:
        """A plain change of the position by the umpire, as events with rule id UMPIRE."""
        ...

    def dump(self, state: S) -> dict[str, Any]:
        """The position as plain JSON values, the same bytes on every machine."""
        ...

    def load(self, plain: Mapping[str, Any]) -> S:
        """The position from what `dump` gave."""
        ...

    def read_event(self, plain: Mapping[str, Any]) -> Event:
        """An event from its JSON form."""
        ...

    def write_event(self, event: Event) -> dict[str, Any]:
        """An event as JSON values, `kind` always included, defaults left out."""
        ...

    def read_choice(self, plain: Mapping[str, Any]) -> Choice:
        """A choice from its JSON form."""
        ...

    def data_digest(self) -> str:
        """The digest of every table, map and counter in force."""
        ...


@runtime_checkable
class TwoFaced(Protocol):
    """A rule system whose counters have another face, for units that have lost steps."""

    def turned_over(self, state: Any) -> tuple[Piece, ...]:
        """Each counter that has another face, showing it."""
        ...
