"""The campaign as the engine knows it: the `Ruleset`, set up with options and data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

from adjudicator.core.brief import Brief
from adjudicator.core.language import Language
from adjudicator.core.orders import AskMe, Condition, Standing
from adjudicator.core.ruleset import Phase, Review
from adjudicator.core.types import Choice, Decision, Ending, Event, Finding, Order, Side, Wait
from adjudicator.core.view import View, holds
from adjudicator.maps.network import Network
from adjudicator.rulesets.campaign1813 import adjusting, brief, decisions, dump, sight, view
from adjudicator.rulesets.campaign1813.apply import ALL_EVENTS, apply_event
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.data import CampaignData, load_campaign
from adjudicator.rulesets.campaign1813.events import PlansLaid
from adjudicator.rulesets.campaign1813.options import in_force
from adjudicator.rulesets.campaign1813.sequence import following
from adjudicator.rulesets.campaign1813.start import starting_position
from adjudicator.rulesets.campaign1813.state import State

NAME = "campaign1813"
VERSION = "1"
"""Goes up when a saved match would replay differently."""


@dataclass
class Campaign1813:
    """The German campaign with its options and data."""

    context: Context
    data: CampaignData
    scenario: str = NAME
    name: str = NAME
    version: str = VERSION

    def __post_init__(self) -> None:
        self.sides: tuple[Side, ...] = self.context.sides
        self._events: dict[str, type[Event]] = {event.model_fields["kind"].default: event for event in ALL_EVENTS}

    @property
    def board(self) -> Network:
        """The map."""
        return self.context.network

    @cached_property
    def language(self) -> Language:
        """The order language of the campaign."""
        from adjudicator.rulesets.campaign1813.language import language_for

        return language_for(self.context)

    # --- the sequence of play ------------------------------------------------------------------------------------

    def start(self) -> State:
        """The position before the first turn."""
        return starting_position(self.data)

    def next(self, state: State) -> Wait | Phase[State] | Ending:
        """CAM-turn-1: the sequence of play as a function of the position."""
        return following(self.context, state)

    def apply(self, state: State, event: Event) -> State:
        """The position after an event."""
        return apply_event(self.context, state, event)

    # --- what sides know -----------------------------------------------------------------------------------------

    def known(self, state: State, side: Side) -> State:
        """CAM-unit-7: the position as a side knows it."""
        return sight.known(self.context, state, side)

    def view(self, known: State, side: Side) -> View:
        """What maps and reports are drawn from."""
        return view.view(self.context, known, side)

    def show(self, before: State, event: Event, side: Side) -> Event | None:
        """An event as a side sees it."""
        return sight.show(self.context, before, event, side)

    def review(self, known: State, side: Side, orders: Sequence[Order], standing: Sequence[Standing]) -> Review:
        """All that can be said of a side's orders, or of the umpire's battle report, before dice are rolled."""
        from adjudicator.rulesets.campaign1813.review import review

        return review(self, self.context, known, side, orders, standing)

    def briefs(self, known: State, side: Side) -> tuple[Brief, ...]:
        """CAM-battle-2: the battle brief, while a report from the table is awaited."""
        return brief.briefs(self.context, known, side)

    # --- decisions -----------------------------------------------------------------------------------------------

    def standing(self, state: State, decision: Decision, orders: Sequence[Standing]) -> Choice | AskMe | None:
        """What a side's standing orders say to a decision."""

        def is_so(condition: Condition) -> bool:
            return holds(self.view(self.known(state, decision.side), decision.side), condition)

        return decisions.standing(self.context, state, decision, orders, is_so)

    def allows(self, state: State, decision: Decision, choice: Choice) -> Finding[bool]:
        """Whether a choice is a legal answer to a decision."""
        return decisions.allows(self.context, state, decision, choice)

    def adjust(self, state: State, order: Order) -> tuple[Event, ...]:
        """A plain change of the position by the umpire."""
        return adjusting.adjust(self.context, state, order)

    # --- plain values --------------------------------------------------------------------------------------------

    def dump(self, state: State) -> dict[str, Any]:
        """The position as plain JSON values."""
        return dump.dump(state)

    def load(self, plain: Mapping[str, Any]) -> State:
        """The position from what `dump` gave."""
        return dump.load(self.context, plain)

    def read_event(self, plain: Mapping[str, Any]) -> Event:
        """An event from its JSON form."""
        if plain["kind"] == "plans_laid":
            return PlansLaid.model_validate({**plain, "plans": tuple(dump.read_order(one) for one in plain["plans"])})
        return self._events[plain["kind"]].model_validate(plain)

    def write_event(self, event: Event) -> dict[str, Any]:
        """An event as JSON values; `kind` and `rule` always, defaults left out."""
        plain = event.model_dump(mode="json", exclude_defaults=True)
        if isinstance(event, PlansLaid):
            plain["plans"] = [dump.write_order(order) for order in event.plans]
        return {**plain, "kind": event.kind, "rule": event.rule}

    def read_choice(self, plain: Mapping[str, Any]) -> Choice:
        """A choice from its JSON form."""
        return dump.read_choice(plain)

    def event_types(self) -> Iterator[type[Event]]:
        """Every event of the campaign."""
        yield from self._events.values()

    def data_digest(self) -> str:
        """The digest of every table, map and roster in force."""
        return self.data.digest


def make(options: Mapping[str, str], pack: Traversable | None = None) -> Campaign1813:
    """The campaign with its options and data."""
    chosen = in_force(options)
    data = load_campaign(chosen, pack)
    return Campaign1813(data.context, data)
