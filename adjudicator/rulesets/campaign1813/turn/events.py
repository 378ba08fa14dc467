"""CAM: what happens between the phases: turns, initiative, plans laid, losses counted, armies broken."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import SerializeAsAny

from adjudicator.core.types import Event, Finding, Frozen, Order, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner
from adjudicator.rulesets.campaign1813.changes import eliminated
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.state import Laid, Moves, State


class TurnBegan(Event, seen_by=everybody):
    """CAM-gen-2: a campaign turn of three days began."""

    kind: Literal["turn_began"] = "turn_began"
    rule: RuleId = RuleId("CAM-gen-1")
    turn: int
    first_day: str
    last_day: str

    def apply(self, state: State, rules: Context) -> State:
        """The next turn; the roads are empty, and nobody is active yet."""
        return replace(state, turn=self.turn, roads={}, traffic={}, first=None, active=None)


class StageReached(Event, seen_by=everybody):
    """The sequence of play went on."""

    kind: Literal["stage_reached"] = "stage_reached"
    rule: RuleId = RuleId("CAM-turn-2")
    stage: str

    def apply(self, state: State, rules: Context) -> State:
        """The next stage."""
        return replace(state, stage=self.stage)


class InitiativeWon(Event, seen_by=everybody):
    """CAM-init-3: a side has the initiative; without scores it had it by right."""

    kind: Literal["initiative_won"] = "initiative_won"
    rule: RuleId = RuleId("CAM-init-3")
    winner: Side
    scores: tuple[Finding[int], ...] = ()
    """French, then Allied; of each re-roll again."""


class FirstChosen(Event, seen_by=everybody):
    """CAM-init-3: the winner said who takes the first player turn."""

    kind: Literal["first_chosen"] = "first_chosen"
    rule: RuleId = RuleId("CAM-init-3")
    winner: Side
    first: Side

    def apply(self, state: State, rules: Context) -> State:
        """Who goes first in this turn."""
        return replace(state, first=self.first)


class PlayerTurnBegan(Event, seen_by=everybody):
    """CAM-turn-1: a side became the active one."""

    kind: Literal["player_turn_began"] = "player_turn_began"
    rule: RuleId = RuleId("CAM-turn-1")
    side: Side
    number: Literal[1, 2]
    clears_roads: bool = False
    """A-9: whether the road counters begin anew."""

    def apply(self, state: State, rules: Context) -> State:
        """The side's orders are awaited; what was moved and planned before is done with."""
        roads, traffic = ({}, {}) if self.clears_roads else (state.roads, state.traffic)
        fresh = replace(state, moves=Moves(), plans=(), fought=frozenset())
        return replace(fresh, active=self.side, stage="orders", roads=roads, traffic=traffic)


class DefaultTaken(Event, seen_by=owner):
    """A decision that no answer, plan or standing order spoke of: the documented default was taken."""

    kind: Literal["default_taken"] = "default_taken"
    side: Side
    decision: str
    """The kind of decision: "retreat", "assault" ..."""
    place: str = ""


class PlansLaid(Event, seen_by=owner):
    """What the active side wrote for the phases after movement was put aside until then."""

    carries: ClassVar[tuple[str, ...]] = ("plans",)
    kind: Literal["plans_laid"] = "plans_laid"
    rule: RuleId = RuleId("CAM-turn-2")
    side: Side
    plans: tuple[SerializeAsAny[Order], ...]
    words: tuple[str, ...]
    """The lines that they were written on."""

    def apply(self, state: State, rules: Context) -> State:
        """The plans are part of the position until the player turn ends."""
        return replace(state, plans=tuple(Laid(o, w) for o, w in zip(self.plans, self.words, strict=True)))


# --- the end of a turn -------------------------------------------------------------------------------------------


class ArmyLosses(Frozen):
    """Blücher infantry and cavalry units that an army has lost."""

    army: str
    lost: int


class LossesCounted(Event):
    """CAM-break-1: the turn ended; the losses of each army were counted."""

    kind: Literal["losses_counted"] = "losses_counted"
    rule: RuleId = RuleId("CAM-break-1")
    losses: tuple[ArmyLosses, ...]

    def apply(self, state: State, rules: Context) -> State:
        """They are noted in the history of the campaign."""
        return replace(state, history=(*state.history, (state.turn, {one.army: one.lost for one in self.losses})))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """CAM-unit-7: a side knows the losses of its own armies."""
        return self.model_copy(
            update={"losses": tuple(one for one in self.losses if rules.armies[one.army].side == side)}
        )


class ArmyBroken(Event):
    """CAM-break-3: an army reached its break point; all that was left of it is gone."""

    kind: Literal["army_broken"] = "army_broken"
    rule: RuleId = RuleId("CAM-break-3")
    side: Side
    army: str
    lost: int = 0
    break_point: int = 0
    blocks: tuple[str, ...] = ()

    def apply(self, state: State, rules: Context) -> State:
        """Its blocks are lost for the campaign."""
        return replace(eliminated(state, self.blocks), broken=(*state.broken, self.army))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """CAM-unit-7: the enemy learns that it broke, not what it had left."""
        return self if side == self.side else self.from_afar()

    def seen_by_public(self, before: State, rules: Context) -> Event:
        """As the enemy sees it."""
        return self.from_afar()

    def from_afar(self) -> ArmyBroken:
        """Only which army it was."""
        return self.model_copy(update={"lost": 0, "break_point": 0, "blocks": ()})


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    StageReached,
    InitiativeWon,
    FirstChosen,
    PlayerTurnBegan,
    DefaultTaken,
    PlansLaid,
    LossesCounted,
    ArmyBroken,
)
