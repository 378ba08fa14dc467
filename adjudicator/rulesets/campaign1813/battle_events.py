"""What happens where the enemies meet: battles, retreats, sieges. All in the past tense."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Event, Finding, Frozen, RuleId, Side
from adjudicator.rulesets.campaign1813.events import SeenBlock
from adjudicator.rulesets.campaign1813.report_orders import ReportedOutcome
from adjudicator.rulesets.campaign1813.tables import Location

# --- fortresses --------------------------------------------------------------------------------------------------


class BattleGiven(Event):
    """CAM-siege-1: the defenders of a fortress came out to fight."""

    kind: Literal["battle_given"] = "battle_given"
    rule: RuleId = RuleId("CAM-siege-1")
    side: Side
    town: str


class WithdrewInside(Event):
    """CAM-siege-1: defenders went behind the walls; those who found no room are still outside."""

    kind: Literal["withdrew_inside"] = "withdrew_inside"
    rule: RuleId = RuleId("CAM-siege-1")
    side: Side
    town: str
    blocks: tuple[str, ...]
    nations: tuple[tuple[str, int], ...] = ()
    """How many of which colour, for whoever may not know the blocks."""


class SiegeBegan(Event):
    """CAM-siege-2: the enemy stands before a fortress with defenders inside, and perhaps laid siege to it."""

    kind: Literal["siege_began"] = "siege_began"
    rule: RuleId = RuleId("CAM-siege-2")
    side: Side
    """The besieger."""
    town: str
    laid: bool = True


class SiegeLifted(Event):
    """CAM-siege-3: no besieger is left; the defenders are free again."""

    kind: Literal["siege_lifted"] = "siege_lifted"
    rule: RuleId = RuleId("CAM-siege-3")
    side: Side
    """The side that was besieged."""
    town: str


class ContestEnded(Event):
    """A town that was entered is fought over no longer: the defenders are inside, or the battle is done."""

    kind: Literal["contest_ended"] = "contest_ended"
    rule: RuleId = RuleId("CAM-battle-1")
    town: str


# --- battles -----------------------------------------------------------------------------------------------------


Rules = Literal["Blücher", "Lasalle 2"]


class Sent(Frozen):
    """CAM-reinf-2: blocks committed to a battle from a neighbouring town."""

    side: Side
    origin: str
    blocks: tuple[str, ...]


class Wish(Frozen):
    """D-8b: a side's percentage of losses at which it breaks off."""

    side: Side
    percent: int


class CardValues(Frozen):
    """CAM-obj-4: what each of a side's cards is worth on a crossing or crossroads."""

    side: Side
    values: tuple[int, ...]


class BattleJoined(Event):
    """CAM-battle-1, CAM-loc-1: a battle began: where it is fought, and what both sides brought to it."""

    kind: Literal["battle_joined"] = "battle_joined"
    rule: RuleId = RuleId("CAM-battle-1")
    town: str
    attacker: Side
    location: Location
    die: int
    relief: tuple[str, ...] = ()
    sent: tuple[Sent, ...] = ()
    break_off: tuple[Wish, ...] = ()
    rules: Rules
    """CAM-battle-3: the tabletop rules by the number of blocks."""
    size: str
    """CAM-table-1: the table by the number of corps."""
    cards: int
    """CAM-cards-1: terrain cards of each player; `or_more` for the largest tables."""
    or_more: bool = False
    field: str = ""
    table: str = ""
    objectives: tuple[CardValues, ...] = ()
    auto: bool = False
    """To be resolved by the simple resolution, an addition to the rules."""


class ReportRejected(Event):
    """A battle report that does not fit the rules was laid aside; another is awaited."""

    kind: Literal["report_rejected"] = "report_rejected"
    rule: RuleId = RuleId("CAM-battle-1")
    town: str
    faults: int


class ReinforcementTested(Event):
    """CAM-reinf-9: a group on its way to a battle rolled for its arrival."""

    kind: Literal["reinforcement_tested"] = "reinforcement_tested"
    rule: RuleId = RuleId("CAM-reinf-9")
    side: Side
    town: str
    origin: str
    blocks: tuple[str, ...]
    factor: int
    battle_turn: int
    arrives: bool


class BlocksArrived(Event):
    """CAM-reinf-3: reinforcements reached the field."""

    kind: Literal["blocks_arrived"] = "blocks_arrived"
    rule: RuleId = RuleId("CAM-reinf-3")
    side: Side
    town: str
    origin: str
    blocks: tuple[str, ...]
    battle_turn: int
    ruling: bool = False


class BattleFought(Event):
    """CAM-battle-2: how a battle ended; `addition` marks the simple resolution, which is not in the rules."""

    kind: Literal["battle_fought"] = "battle_fought"
    rule: RuleId = RuleId("CAM-battle-2")
    town: str
    attacker: Side
    outcome: ReportedOutcome
    routed: Side | None = None
    last_turn: int = 0
    points: tuple[tuple[Side, int], ...] = ()
    objectives: tuple[str, ...] = ()
    seen: tuple[SeenBlock, ...] = ()
    addition: bool = False
    score: Finding[int] | None = None
    """The simple resolution's 2d6 and shift."""


class BlockLoss(Frozen):
    """What a block lost: hits now, Blücher units destroyed in all, and whether it is gone."""

    block: str
    hits: int
    destroyed: int
    eliminated: bool = False


LossCause = Literal["battle", "rout", "assault", "sickness"]


class LossesTaken(Event):
    """Blocks lost strength for good."""

    kind: Literal["losses_taken"] = "losses_taken"
    side: Side
    town: str
    cause: LossCause
    losses: tuple[BlockLoss, ...]
    unseen: int = 0
    """How many blocks of others are left out, for whoever may not know them."""


class BlocksEliminated(Event):
    """Blocks left the campaign: routed without a way out, surrendered, leaders fallen."""

    kind: Literal["blocks_eliminated"] = "blocks_eliminated"
    side: Side
    town: str
    blocks: tuple[str, ...]
    because: str
    unseen: int = 0


class Way(Frozen):
    """The way a block left a battle, and the battle turn."""

    block: str
    path: tuple[str, ...]
    battle_turn: int = 0


Manner = Literal["retreat", "rout", "regroup"]


class BlocksRetreated(Event):
    """CAM-retreat-1: blocks left a battle and are disrupted."""

    kind: Literal["blocks_retreated"] = "blocks_retreated"
    side: Side
    town: str
    manner: Manner
    ways: tuple[Way, ...]


class BlocksBroughtIn(Event):
    """CAM-regroup-1: the victor brought in blocks from neighbouring towns; they are disrupted."""

    kind: Literal["blocks_brought_in"] = "blocks_brought_in"
    rule: RuleId = RuleId("CAM-regroup-1")
    side: Side
    town: str
    origin: str
    blocks: tuple[str, ...]


class StacksRetreated(Event):
    """Blocks going to or from a battle as the other side sees it."""

    kind: Literal["stacks_retreated"] = "stacks_retreated"
    side: Side
    town: str
    manner: Manner | Literal["brought in", "arrived"]
    named: tuple[Way, ...] = ()
    others: tuple[tuple[tuple[str, ...], int], ...] = ()
    """Path and number of blocks whose faces were not seen."""


class BattleEnded(Event):
    """CAM-battle-2: the field is cleared."""

    kind: Literal["battle_ended"] = "battle_ended"
    rule: RuleId = RuleId("CAM-battle-2")
    town: str


# --- sieges ------------------------------------------------------------------------------------------------------


class SiegeEventRolled(Event):
    """CAM-siege-8, CAM-siege-9: the besieger's two dice, and what a double brought."""

    kind: Literal["siege_event_rolled"] = "siege_event_rolled"
    rule: RuleId = RuleId("CAM-siege-8")
    side: Side
    town: str
    event: str = ""
    modifier: int = 0


class AssaultDeclined(Event):
    """CAM-siege-7: the besieger did not assault."""

    kind: Literal["assault_declined"] = "assault_declined"
    rule: RuleId = RuleId("CAM-siege-7")
    side: Side
    town: str
    because: str


class AssaultMade(Event):
    """CAM-assault-1: a fortress was assaulted."""

    kind: Literal["assault_made"] = "assault_made"
    rule: RuleId = RuleId("CAM-assault-1")
    side: Side
    town: str
    lead: str
    score: Finding[int]
    success: bool
    hits: int = 0
    """On the lead unit; not known to the defender."""


class FortressFell(Event):
    """CAM-assault-4, CAM-assault-5: the garrison surrendered and the town changed hands."""

    kind: Literal["fortress_fell"] = "fortress_fell"
    rule: RuleId = RuleId("CAM-assault-5")
    side: Side
    """Who took it."""
    town: str
    surrendered: tuple[str, ...]


BATTLE_EVENTS: tuple[type[Event], ...] = (
    BattleGiven,
    WithdrewInside,
    SiegeBegan,
    SiegeLifted,
    ContestEnded,
    BattleJoined,
    ReportRejected,
    ReinforcementTested,
    BlocksArrived,
    BattleFought,
    LossesTaken,
    BlocksEliminated,
    BlocksRetreated,
    BlocksBroughtIn,
    StacksRetreated,
    BattleEnded,
    SiegeEventRolled,
    AssaultDeclined,
    AssaultMade,
    FortressFell,
)
