"""What a rule system gets for nothing when it names its events, choices and the class of its position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

from adjudicator.core.canon import digest
from adjudicator.core.events import COMMON_EVENTS, TextsOpened
from adjudicator.core.orders import COMMON_ORDERS, AskMe, Condition, Standing, flattened
from adjudicator.core.problems import Problem
from adjudicator.core.ruleset import Review
from adjudicator.core.types import Choice, Decision, Event, Order, Side
from adjudicator.core.view import Scene, View, holds
from adjudicator.core.visibility import shown
from adjudicator.kit import positions
from adjudicator.kit.scenes import scene_of
from adjudicator.kit.standing import Sorts, chosen_by_standing_order
from adjudicator.kit.verdicts import Verdict, no, problem, yes
from adjudicator.kit.weighing import Figures, Supposition, as_known, counted

S = TypeVar("S")


def kind_of(sort: type[Event] | type[Order]) -> str:
    """The word by which the log knows a class."""
    return cast(str, sort.model_fields["kind"].default)


class RuleSystem(Generic[S]):
    """The plain half of a `Ruleset`: events and positions to JSON and back, how events change and show themselves.

    A rule system sets `context` (what its rules may look at besides the position) and the classes below, and writes
    what only it can know: `start`, `next`, `known`, `view`. The rest it writes where it knows better.
    """

    context: Any
    board: Any = None
    """The map; a game without one works."""
    templates: Path | None = None
    """A plug-in's own folder of phrases and map style, laid out as ours."""
    state_class: type[S]
    own_events: tuple[type[Event], ...] = ()
    own_orders: tuple[type[Order], ...] = ()
    """Orders that are kept in a position, such as plans for a later phase."""
    own_choices: tuple[type[Choice], ...] = ()
    view: Callable[[S, Side], View]
    """What maps and reports are drawn from: a position as a side knows it, and the side."""
    answers: Sorts = MappingProxyType({})
    """Kinds of decision to the sorts of choice that answer them."""
    state_sorts: Mapping[str, Any] = MappingProxyType({})
    """The class of fields of the position whose annotation does not say it."""

    # --- events ----------------------------------------------------------------------------------------------

    @cached_property
    def _events(self) -> Mapping[str, type[Event]]:
        events: tuple[type[Event], ...] = (*COMMON_EVENTS, *self.own_events)
        return {kind_of(event): event for event in events}

    def event_types(self) -> Iterator[type[Event]]:
        """Every event that this rule system may tell."""
        yield from self._events.values()

    def opened(self, state: S, event: TextsOpened) -> S:
        """The position when the texts that were awaited are opened."""
        return state

    def apply(self, state: S, event: Event) -> S:
        """The position after an event."""
        if isinstance(event, TextsOpened):
            return self.opened(state, event)
        return cast(S, event.apply(state, self.context))

    def show(self, before: S, event: Event, side: Side) -> Event | None:
        """An event as a side sees it."""
        return shown(event, before, side, self.context)

    def read_event(self, plain: Mapping[str, Any]) -> Event:
        """An event from its JSON form; orders in it are read as what they are."""
        sort = self._events[plain["kind"]]
        inside = {name: tuple(self.read_order(one) for one in plain[name]) for name in sort.carries if name in plain}
        return sort.model_validate({**plain, **inside} if inside else plain)

    def write_event(self, event: Event) -> dict[str, Any]:
        """An event as JSON values; `kind` and `rule` always, defaults left out."""
        plain = event.model_dump(mode="json", exclude_defaults=True)
        for name in event.carries:
            plain[name] = [positions.write_order(order) for order in getattr(event, name)]
        return {**plain, "kind": event.kind, "rule": event.rule}

    # --- orders and choices ----------------------------------------------------------------------------------

    @cached_property
    def _orders(self) -> Mapping[str, type[Order]]:
        orders: tuple[type[Order], ...] = (*COMMON_ORDERS, *self.own_orders, *self.own_choices)
        return {kind_of(order): order for order in orders}

    def read_order(self, plain: Mapping[str, Any]) -> Order:
        """An order or a choice from its JSON form; orders inside it too."""
        names = [name for name in ("then", "otherwise", "choice") if isinstance(plain.get(name), Mapping)]
        inside = {name: self.read_order(plain[name]) for name in names}
        return self._orders[plain["kind"]].model_validate({**plain, **inside})

    def read_choice(self, plain: Mapping[str, Any]) -> Choice:
        """A choice from its JSON form."""
        return cast(Choice, self.read_order(plain))

    # --- decisions and checks --------------------------------------------------------------------------------

    def known(self, state: S, side: Side) -> S:
        """The position as a side knows it; the real one where nothing is hidden."""
        return state

    def scene(self, known: S, side: Side) -> Scene:
        """What conditions are tested against; the whole view, unless a rule system knows a shorter way."""
        return self.view(known, side)

    def standing(self, state: S, decision: Decision, orders: Sequence[Standing]) -> Choice | AskMe | None:
        """What a side's standing orders say to a decision."""

        def is_so(condition: Condition) -> bool:
            return holds(scene_of(self, state, decision.side, decision), condition)

        def is_legal(choice: Choice) -> bool:
            return self.allows(state, decision, choice).value

        return chosen_by_standing_order(orders, decision, self.answers, holds=is_so, legal=is_legal)

    def allows(self, state: S, decision: Decision, choice: Choice) -> Verdict:
        """Whether a choice is a legal answer: of a sort that fits and, where all choices are listed, one of them."""
        if not isinstance(choice, self.answers.get(decision.kind, (type(decision.default),))):
            return no(decision.rule, f"That does not answer this question: {decision.question}")
        if decision.examples and _bare(choice) not in [_bare(example) for example in decision.examples]:
            return no(decision.rule, "That is none of the choices.", "Choose one of those that the question lists.")
        return yes(decision.rule)

    def permits(self, state: S, side: Side, order: Order) -> Verdict:
        """Whether an order may be carried out in a position, or as far as a side can see in the one it knows."""
        return yes("GENERAL")

    def review(self, known: S, side: Side, orders: Sequence[Order], standing: Sequence[Standing]) -> Review:
        """What can be said of a side's orders before dice are rolled: each judged on the position as it is known."""
        problems: list[Problem] = []
        for order in (order for written in orders for order in flattened(written)):
            verdict = self.permits(known, side, order)
            if not verdict.value:
                problems.append(problem(verdict, order.line))
        return Review(tuple(problems))

    # --- what orders can bring -------------------------------------------------------------------------------

    weighed: tuple[str, ...] = ()
    """Kinds of order that `check --odds` weighs one by one, such as attacks."""

    def brought(self, events: Sequence[Event], side: Side) -> Figures:
        """What happened, in figures: how often each kind of event, unless a rule system knows better words."""
        return counted(events)

    def supposed(self, known: S, side: Side, orders: Sequence[Order]) -> tuple[Supposition[S], ...]:
        """Positions that would look the same to a side, for orders that depend on what it has not seen."""
        return as_known(known)

    def adjust(self, state: S, order: Order) -> tuple[Event, ...]:
        """A plain change of the position by the umpire; none unless a rule system knows some."""
        return ()

    def data_digest(self) -> str:
        """The digest of every table, map and counter in force; of nothing where all numbers are in the code."""
        return digest({})

    # --- positions -------------------------------------------------------------------------------------------

    def dump(self, state: S) -> dict[str, Any]:
        """The position as plain JSON values."""
        return cast("dict[str, Any]", positions.dump(state))

    def load(self, plain: Mapping[str, Any]) -> S:
        """The position from what `dump` gave."""
        return positions.Loader(self.read_order, self.state_sorts).load(self.state_class, plain)


def _bare(choice: Choice) -> dict[str, Any]:
    """What a choice says, wherever it was written."""
    return choice.model_dump(exclude={"side", "seat", "line"})
