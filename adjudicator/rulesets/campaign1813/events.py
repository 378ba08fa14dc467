"""What happens outside battles: turns, initiative, reconnaissance, movement, supply, rally, the end. All past tense."""

from __future__ import annotations

from typing import Literal

from pydantic import SerializeAsAny

from adjudicator.core.types import UMPIRE_RULE, Event, Finding, Frozen, Order, RuleId, Side

# --- sequence of play ------------------------------------------------------------------------------------------


class TurnBegan(Event):
    """CAM-gen-2: a campaign turn of three days began."""

    kind: Literal["turn_began"] = "turn_began"
    rule: RuleId = RuleId("CAM-gen-1")
    turn: int
    first_day: str
    last_day: str


class StageReached(Event):
    """The sequence of play went on."""

    kind: Literal["stage_reached"] = "stage_reached"
    rule: RuleId = RuleId("CAM-turn-2")
    stage: str


class InitiativeWon(Event):
    """CAM-init-3: a side has the initiative; without scores it had it by right."""

    kind: Literal["initiative_won"] = "initiative_won"
    rule: RuleId = RuleId("CAM-init-3")
    winner: Side
    scores: tuple[Finding[int], ...] = ()
    """French, then Allied; of each re-roll again."""


class FirstChosen(Event):
    """CAM-init-3: the winner said who takes the first player turn."""

    kind: Literal["first_chosen"] = "first_chosen"
    rule: RuleId = RuleId("CAM-init-3")
    winner: Side
    first: Side


class PlayerTurnBegan(Event):
    """CAM-turn-1: a side became the active one."""

    kind: Literal["player_turn_began"] = "player_turn_began"
    rule: RuleId = RuleId("CAM-turn-1")
    side: Side
    number: Literal[1, 2]
    clears_roads: bool = False
    """A-9: whether the road counters begin anew."""


class PlansLaid(Event):
    """What the active side wrote for the phases after movement was put aside until then."""

    kind: Literal["plans_laid"] = "plans_laid"
    rule: RuleId = RuleId("CAM-turn-2")
    side: Side
    plans: tuple[SerializeAsAny[Order], ...]
    words: tuple[str, ...]
    """The lines that they were written on."""


# --- reconnaissance --------------------------------------------------------------------------------------------


class SeenBlock(Frozen):
    """A block whose face was seen; `hits` if its strength was seen too."""

    block: str
    hits: int | None = None


class StackReconnoitred(Event):
    """CAM-recon-4: an Allied army looked at a French stack."""

    kind: Literal["stack_reconnoitred"] = "stack_reconnoitred"
    rule: RuleId = RuleId("CAM-recon-4")
    side: Side
    army: str
    target: str
    count: int
    shown: tuple[SeenBlock, ...] = ()


class StackScouted(Event):
    """The same as the owner of the stack sees it: somebody looked."""

    kind: Literal["stack_scouted"] = "stack_scouted"
    rule: RuleId = RuleId("CAM-recon-4")
    side: Side
    target: str


# --- movement --------------------------------------------------------------------------------------------------


class MovementBegan(Event):
    """CAM-move-8: the movement phase began; the dice for independent groups fell."""

    kind: Literal["movement_began"] = "movement_began"
    rule: RuleId = RuleId("CAM-move-8")
    side: Side
    towns: tuple[str, ...] = ()
    """Towns with an independent group, one die each."""
    allowed: int = 0
    leaders_at: tuple[tuple[str, str], ...] = ()
    """Army Leaders of the side and where they stand."""


class SectionUse(Frozen):
    """CAM-road-1: a section of road and how many units a march put on it."""

    road: str
    units: int


class BlocksMoved(Event):
    """CAM-move-6: blocks of a group marched together; `stopped` says what ended the march before its goal."""

    kind: Literal["blocks_moved"] = "blocks_moved"
    rule: RuleId = RuleId("CAM-move-6")
    side: Side
    blocks: tuple[str, ...]
    origin: str
    path: tuple[str, ...]
    forced: tuple[str, ...] = ()
    """CAM-fm-1: those of them that force-marched."""
    paid: tuple[str, ...] = ()
    """CAM-move-7a: armies that paid a group move for it."""
    uses: tuple[SectionUse, ...] = ()
    goal: str = ""
    """The town ordered, where it was not reached."""
    stopped: str = ""
    attacks: bool = False
    """CAM-battle-1: the last town holds the enemy."""


class StackMoved(Event):
    """A march as the other side sees it: so many blocks of these colours went from here to there."""

    kind: Literal["stack_moved"] = "stack_moved"
    rule: RuleId = RuleId("CAM-unit-7")
    side: Side
    origin: str
    path: tuple[str, ...]
    nations: tuple[tuple[str, int], ...]
    uses: tuple[SectionUse, ...] = ()
    attacks: bool = False


class Tested(Frozen):
    """A block's die with its modifiers and what it cost."""

    block: str
    score: Finding[int]
    hits: int = 0
    eliminated: bool = False


class MarchTested(Event):
    """CAM-fm-3: forced marchers rolled for stragglers."""

    kind: Literal["march_tested"] = "march_tested"
    rule: RuleId = RuleId("CAM-fm-3")
    side: Side
    tests: tuple[Tested, ...]


class LeaderRevealed(Event):
    """CAM-lead-3, CAM-lead-4: an Army Leader was turned face up for his bonus."""

    kind: Literal["leader_revealed"] = "leader_revealed"
    side: Side
    leader: str
    place: str


class TownTaken(Event):
    """CAM-vic-3: a town changed hands."""

    kind: Literal["town_taken"] = "town_taken"
    rule: RuleId = RuleId("CAM-vic-3")
    side: Side
    town: str


class DepotCaptured(Event):
    """CAM-supply-6, CAM-supply-7: a depot changed hands, one type lower; `after` is empty if it was destroyed."""

    kind: Literal["depot_captured"] = "depot_captured"
    rule: RuleId = RuleId("CAM-supply-6")
    side: Side
    town: str
    before: str
    after: str = ""


class LeadersDisplaced(Event):
    """CAM-lead-2: leaders left without combat blocks fled before the enemy; without `to` they are off the map."""

    kind: Literal["leaders_displaced"] = "leaders_displaced"
    rule: RuleId = RuleId("CAM-lead-2")
    side: Side
    leaders: tuple[str, ...]
    count: int
    """How many they are, for whoever may not know them."""
    origin: str
    to: str = ""
    back_on: int = 0


class LeaderReturned(Event):
    """CAM-lead-2: a leader came back to the strongest block of his army; without one he is lost."""

    kind: Literal["leader_returned"] = "leader_returned"
    rule: RuleId = RuleId("CAM-lead-2")
    side: Side
    leader: str
    to: str = ""
    inside: bool = False


# --- supply and rally --------------------------------------------------------------------------------------------


class SupplyChecked(Event):
    """CAM-supply-1: a side traced supply for all its blocks: who lost it, who is isolated, who has it again."""

    kind: Literal["supply_checked"] = "supply_checked"
    rule: RuleId = RuleId("CAM-supply-1")
    side: Side
    out: tuple[str, ...] = ()
    isolated: tuple[str, ...] = ()
    restored: tuple[str, ...] = ()


class AttritionTested(Event):
    """CAM-attr-2: isolated blocks rolled for attrition."""

    kind: Literal["attrition_tested"] = "attrition_tested"
    rule: RuleId = RuleId("CAM-attr-2")
    side: Side
    tests: tuple[Tested, ...]


class BlocksRallied(Event):
    """CAM-rally-1: disrupted blocks in supply recovered by themselves."""

    kind: Literal["blocks_rallied"] = "blocks_rallied"
    rule: RuleId = RuleId("CAM-rally-1")
    side: Side
    blocks: tuple[str, ...]


class RallyTest(Frozen):
    """A disrupted block's rally test."""

    block: str
    score: Finding[int]
    recovers: bool


class RallyTested(Event):
    """CAM-rally-4: disrupted blocks that routed or are out of supply took a rally test."""

    kind: Literal["rally_tested"] = "rally_tested"
    rule: RuleId = RuleId("CAM-rally-4")
    side: Side
    tests: tuple[RallyTest, ...]


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


class ArmyBroken(Event):
    """CAM-break-3: an army reached its break point; all that was left of it is gone."""

    kind: Literal["army_broken"] = "army_broken"
    rule: RuleId = RuleId("CAM-break-3")
    side: Side
    army: str
    lost: int = 0
    break_point: int = 0
    blocks: tuple[str, ...] = ()


# --- umpire ------------------------------------------------------------------------------------------------------


class PositionAdjusted(Event):
    """The umpire put something right: one thing at a time, by plain values."""

    kind: Literal["position_adjusted"] = "position_adjusted"
    rule: RuleId = UMPIRE_RULE
    what: Literal["block", "town", "depot"]
    id: str
    place: str = ""
    status: Literal["", "map", "eliminated"] = ""
    hits: int | None = None
    disrupted: bool | None = None
    inside: bool | None = None
    side: Side | None = None
    type: str = ""


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    StageReached,
    InitiativeWon,
    FirstChosen,
    PlayerTurnBegan,
    PlansLaid,
    StackReconnoitred,
    StackScouted,
    MovementBegan,
    BlocksMoved,
    StackMoved,
    MarchTested,
    LeaderRevealed,
    TownTaken,
    DepotCaptured,
    LeadersDisplaced,
    LeaderReturned,
    SupplyChecked,
    AttritionTested,
    BlocksRallied,
    RallyTested,
    LossesCounted,
    ArmyBroken,
    PositionAdjusted,
)
