"""The campaign as the engine knows it: the `Ruleset`, set up with options and data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from adjudicator.core.brief import Brief
from adjudicator.core.datafolders import Folders
from adjudicator.core.events import TextsOpened
from adjudicator.core.language import Language
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.ruleset import Phase, Review
from adjudicator.core.types import Choice, Decision, Ending, Event, Finding, Order, Side, Wait
from adjudicator.core.values import dataclass, replace
from adjudicator.core.view import View
from adjudicator.kit import options as match_options
from adjudicator.kit.system import RuleSystem
from adjudicator.maps.network import Network
from adjudicator.rulesets.campaign1813 import decisions, sight, umpire
from adjudicator.rulesets.campaign1813.battle import brief
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.data import CampaignData, load_campaign
from adjudicator.rulesets.campaign1813.events import EVENTS
from adjudicator.rulesets.campaign1813.orders import CHOICES, ORDERS
from adjudicator.rulesets.campaign1813.sequence import following
from adjudicator.rulesets.campaign1813.state import State, starting_position
from adjudicator.rulesets.campaign1813.views import view

NAME = "campaign1813"
VERSION = "1"
"""Goes up when a saved match would replay differently."""

AFTER_TEXTS = {"orders": "reconnaissance", "report": "result"}
"""The stage that follows a wait when its texts are opened."""


@dataclass
class Campaign1813(RuleSystem[State]):
    """The German campaign with its options and data."""

    context: Context
    data: CampaignData
    scenario: str = NAME
    name: str = NAME
    version: str = VERSION

    state_class = State
    own_events = EVENTS
    own_orders = ORDERS
    own_choices = CHOICES
    answers = decisions.ANSWERS

    def __post_init__(self) -> None:
        self.sides: tuple[Side, ...] = self.context.sides

    @property
    def board(self) -> Network:
        """The map."""
        return self.context.network

    @cached_property
    def language(self) -> Language:
        """The order language of the campaign."""
        from adjudicator.rulesets.campaign1813.language.language import language_for

        return language_for(self.context)

    # --- the sequence of play ------------------------------------------------------------------------------------

    def start(self) -> State:
        """CAM-unit-4, CAM-map-4: the position before the first turn."""
        depots = ((row.town, Side(row.side), row.type) for row in self.data.depots)
        return starting_position(self.context, self.data.control, depots)

    def next(self, state: State) -> Wait | Phase[State] | Ending:
        """CAM-turn-1: the sequence of play as a function of the position."""
        return following(self.context, state)

    def last_turn(self, state: State) -> int | None:
        """CAM-vic-1: the last turn of the campaign."""
        return self.context.tables.number["turns"]

    def opened(self, state: State, event: TextsOpened) -> State:
        """The position when the texts that were awaited are opened."""
        return replace(state, stage=AFTER_TEXTS.get(state.stage, state.stage))

    def dump(self, state: State) -> dict[str, Any]:
        """The position as plain JSON values; what a block's card says is not repeated."""
        plain = super().dump(state)
        for block, values in plain["pieces"]["blocks"].items():
            if block in self.context.roster:
                del values["side"], values["kind"]
        return plain

    def load(self, plain: Mapping[str, Any]) -> State:
        """The position from what `dump` gave; blocks in the order of the roster."""
        blocks = {block: {**self._printed(block), **values} for block, values in plain["pieces"]["blocks"].items()}
        return super().load({**plain, "pieces": {"blocks": self.context.in_order(blocks)}})

    def _printed(self, block: str) -> dict[str, Any]:
        card = self.context.roster.get(block)
        return {"side": card.side, "kind": card.kind} if card is not None else {}

    # --- what sides know -----------------------------------------------------------------------------------------

    def known(self, state: State, side: Side) -> State:
        """CAM-unit-7: the position as a side knows it."""
        return sight.known(self.context, state, side)

    def view(self, known: State, side: Side) -> View:
        """What maps and reports are drawn from."""
        return view.view(self.context, known, side)

    def show(self, before: State, event: Event, side: Side) -> Event | None:
        """An event as a side sees it; without fog everything."""
        return event if sight.sees_all(self.context, side) else super().show(before, event, side)

    def review(self, known: State, side: Side, orders: Sequence[Order], standing: Sequence[Standing]) -> Review:
        """All that can be said of a side's orders, or of the umpire's battle report, before dice are rolled."""
        from adjudicator.rulesets.campaign1813.check.review import review

        return review(self, self.context, known, side, orders, standing)

    def briefs(self, known: State, side: Side) -> tuple[Brief, ...]:
        """CAM-battle-2: the battle brief, while a report from the table is awaited."""
        return brief.briefs(self.context, known, side)

    # --- decisions -----------------------------------------------------------------------------------------------

    def standing(self, state: State, decision: Decision, orders: Sequence[Standing]) -> Choice | AskMe | None:
        """What a side's standing orders say to a decision; `ask me` only where the question shows nothing hidden."""
        if decision.kind in decisions.NEVER_ASKED:
            orders = [order for order in orders if not isinstance(order.choice, AskMe)]
        return super().standing(state, decision, orders)

    def allows(self, state: State, decision: Decision, choice: Choice) -> Finding[bool]:
        """Whether a choice is a legal answer to a decision."""
        return decisions.allows(self.context, state, decision, choice)

    def adjust(self, state: State, order: Order) -> tuple[Event, ...]:
        """A plain change of the position by the umpire."""
        return umpire.adjust(self.context, state, order)

    def data_digest(self) -> str:
        """The digest of every table, map and roster in force."""
        return self.data.digest


def in_force(chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option of the campaign with its value in this match."""
    return match_options.in_force(files("adjudicator.rulesets.campaign1813"), "The campaign", NAME, chosen)


def make(options: Mapping[str, str], pack: Traversable | None = None, folders: Folders | None = None) -> Campaign1813:
    """The campaign with its options and data; `folders` is a match's copy of the data."""
    data = load_campaign(in_force(options), pack, folders)
    return Campaign1813(data.context, data)
