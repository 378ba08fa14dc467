"""CAM: what happens in battle: joined, reinforced, fought, what it cost, and who left the field by which way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Literal

from adjudicator.core.types import Event, Finding, Frozen, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner, umpire_only
from adjudicator.rulesets.campaign1813.battle.result import on_the_field
from adjudicator.rulesets.campaign1813.changes import changed, eliminated, hurt
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.report.report_orders import ReportedOutcome
from adjudicator.rulesets.campaign1813.sight import SeenBlock, hidden_again, is_sighted, seen
from adjudicator.rulesets.campaign1813.state import (
    Battle,
    Block,
    CardValues,
    Contest,
    Rules,
    Sent,
    State,
    Wish,
    enemy_of,
)
from adjudicator.rulesets.campaign1813.supply.strength import BlockLoss
from adjudicator.rulesets.campaign1813.tables import Location


def _without(state: State, town: str) -> State:
    """The position without the contest over a town."""
    return replace(state, contests={place: one for place, one in state.contests.items() if place != town})


class ContestEnded(Event, seen_by=everybody):
    """A town that was entered is fought over no longer: the defenders are inside, or the battle is done."""

    kind: Literal["contest_ended"] = "contest_ended"
    rule: RuleId = RuleId("CAM-battle-1")
    town: str

    def apply(self, state: State, rules: Context) -> State:
        """The contest is over."""
        return _without(state, self.town)


# --- before the first shot ---------------------------------------------------------------------------------------


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

    def apply(self, state: State, rules: Context) -> State:
        """The battle is being fought."""
        told = {one.name: getattr(self, one.name) for one in fields(Battle) if one.name in type(self).model_fields}
        come = state.contests.get(self.town, Contest(self.town)).approaches
        return replace(state, battle=Battle(approaches=come, **told))

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """CAM-reinf-7: each side knows what it sent itself; only the attacker who came out of the fortress."""
        return self.model_copy(
            update={
                "relief": self.relief if side == self.attacker else (),
                "sent": tuple(one for one in self.sent if one.side == side),
                "break_off": tuple(one for one in self.break_off if one.side == side),
            }
        )

    def seen_by_public(self, before: State, rules: Context) -> Event:
        """Where it is fought, and nothing that a side sent."""
        return self.model_copy(update={"relief": (), "sent": (), "break_off": ()})


class ReportRejected(Event, seen_by=umpire_only):
    """A battle report that does not fit the rules was laid aside; another is awaited."""

    kind: Literal["report_rejected"] = "report_rejected"
    rule: RuleId = RuleId("CAM-battle-1")
    town: str
    faults: int

    def apply(self, state: State, rules: Context) -> State:
        """The next report is awaited."""
        assert state.battle is not None
        return replace(state, battle=replace(state.battle, attempt=state.battle.attempt + 1), stage="report")


# --- the battle --------------------------------------------------------------------------------------------------


class Way(Frozen):
    """The way a block left a battle, and the battle turn."""

    block: str
    path: tuple[str, ...]
    battle_turn: int = 0


Manner = Literal["retreat", "rout", "regroup"]


class StacksRetreated(Event, seen_by=everybody):
    """Blocks going to or from a battle as the other side sees it."""

    kind: Literal["stacks_retreated"] = "stacks_retreated"
    side: Side
    town: str
    manner: Manner | Literal["brought in", "arrived"]
    named: tuple[Way, ...] = ()
    others: tuple[tuple[tuple[str, ...], int], ...] = ()
    """Path and number of blocks whose faces were not seen."""


class ReinforcementTested(Event, seen_by=owner):
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


class _Came(Event):
    """Blocks that came to a battle from a neighbouring town; the enemy sees how many."""

    side: Side
    town: str
    origin: str
    blocks: tuple[str, ...]

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """CAM-unit-7: the enemy sees how many came, and from where."""
        return self if side == self.side else self.from_afar()

    def seen_by_public(self, before: State, rules: Context) -> Event:
        """As the enemy sees it."""
        return self.from_afar()

    def from_afar(self) -> StacksRetreated:
        """How many came, and from where."""
        return StacksRetreated(
            rule=self.rule,
            side=self.side,
            town=self.town,
            manner="arrived" if self.kind == "blocks_arrived" else "brought in",
            others=(((self.origin, self.town), len(self.blocks)),),
        )


class BlocksArrived(_Came):
    """CAM-reinf-3: reinforcements reached the field."""

    kind: Literal["blocks_arrived"] = "blocks_arrived"
    rule: RuleId = RuleId("CAM-reinf-3")
    battle_turn: int
    ruling: bool = False

    def apply(self, state: State, rules: Context) -> State:
        """They are in the town; the attacker's road there is one of those he came by."""
        state = hidden_again(state, self.side, self.blocks)
        state = changed(state, (replace(state.block(block), place=self.town) for block in self.blocks))
        contest = state.contests.get(self.town)
        if contest is None or state.battle is None or self.side != state.battle.attacker:
            return state
        gates = contest.gates if self.origin in contest.gates else (*contest.gates, self.origin)
        return replace(state, contests={**state.contests, self.town: replace(contest, gates=gates)})


class BattleFought(Event, seen_by=everybody):
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

    def apply(self, state: State, rules: Context) -> State:
        """CAM-unit-7: each side knows the faces that it saw; nobody who was there fights another battle now."""
        assert state.battle is not None
        there = [b.id for side in rules.sides for b in on_the_field(state, state.battle, side)]
        state = replace(state, fought=state.fought | set(there))
        for side in rules.sides:
            faces = [one for one in self.seen if rules.roster[one.block].side == side]
            state = seen(state, enemy_of(side), faces, self.town, current=True)
        return state


# --- what it cost ------------------------------------------------------------------------------------------------


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

    def apply(self, state: State, rules: Context) -> State:
        """Each block is so much weaker."""
        for loss in self.losses:
            state = hurt(rules, state, loss.block, loss.hits, loss.destroyed)
        return state

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """CAM-unit-7: the enemy learns the losses of the blocks that he knows."""
        if side == self.side:
            return self
        named = tuple(loss for loss in self.losses if is_sighted(before, side, loss.block))
        return self.model_copy(update={"losses": named, "unseen": len(self.losses) - len(named), "rolls": ()})


class BlocksEliminated(Event):
    """Blocks left the campaign: routed without a way out, surrendered, leaders fallen."""

    kind: Literal["blocks_eliminated"] = "blocks_eliminated"
    side: Side
    town: str
    blocks: tuple[str, ...]
    because: str
    unseen: int = 0

    def apply(self, state: State, rules: Context) -> State:
        """They are lost for the campaign."""
        return eliminated(state, self.blocks)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """CAM-unit-7: the enemy learns how many, by name those that he knows."""
        if side == self.side:
            return self
        named = tuple(block for block in self.blocks if is_sighted(before, side, block))
        return self.model_copy(update={"blocks": named, "unseen": len(self.blocks) - len(named)})


# --- leaving the field -------------------------------------------------------------------------------------------


class BlocksRetreated(Event):
    """CAM-retreat-1: blocks left a battle and are disrupted."""

    kind: Literal["blocks_retreated"] = "blocks_retreated"
    side: Side
    town: str
    manner: Manner
    ways: tuple[Way, ...]

    def apply(self, state: State, rules: Context) -> State:
        """They are where their way led, disrupted."""
        state = hidden_again(state, self.side, (way.block for way in self.ways))
        return changed(state, (self._gone(state, way) for way in self.ways))

    def _gone(self, state: State, way: Way) -> Block:
        """CAM-retreat-9, CAM-regroup-3, CAM-dis-1: whoever leaves a battle is disrupted; leaders are not."""
        block, inside = state.block(way.block), not way.path
        place = way.path[-1] if way.path else block.place
        if block.leads:
            return replace(block, place=place, inside=inside)
        routed_on = state.turn if self.manner == "rout" else block.routed_on
        disrupted = "rout" if block.disrupted == "rout" else self.manner
        return replace(block, place=place, inside=inside, disrupted=disrupted, routed_on=routed_on)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """CAM-unit-7: the enemy sees how many went which way, by name those that he knows."""
        if side == self.side:
            return self
        return self._from_afar(way for way in self.ways if is_sighted(before, side, way.block))

    def seen_by_public(self, before: State, rules: Context) -> Event:
        """How many went which way."""
        return self._from_afar(())

    def _from_afar(self, known: Iterable[Way]) -> StacksRetreated:
        named = tuple(known)
        others: dict[tuple[str, ...], int] = {}
        for way in self.ways:
            if way not in named:
                others[way.path] = others.get(way.path, 0) + 1
        return StacksRetreated(
            rule=self.rule,
            side=self.side,
            town=self.town,
            manner=self.manner,
            named=named,
            others=tuple(sorted(others.items())),
        )


class BlocksBroughtIn(_Came):
    """CAM-regroup-1: the victor brought in blocks from neighbouring towns; they are disrupted."""

    kind: Literal["blocks_brought_in"] = "blocks_brought_in"
    rule: RuleId = RuleId("CAM-regroup-1")

    def apply(self, state: State, rules: Context) -> State:
        """They are in the town, disrupted."""
        state = hidden_again(state, self.side, self.blocks)
        return changed(state, (self._come(state.block(block)) for block in self.blocks))

    def _come(self, block: Block) -> Block:
        return replace(block, place=self.town, disrupted="" if block.leads else "regroup")


class BattleEnded(Event, seen_by=everybody):
    """CAM-battle-2: the field is cleared."""

    kind: Literal["battle_ended"] = "battle_ended"
    rule: RuleId = RuleId("CAM-battle-2")
    town: str

    def apply(self, state: State, rules: Context) -> State:
        """Neither battle nor contest is left."""
        return replace(_without(state, self.town), battle=None)


EVENTS: tuple[type[Event], ...] = (
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
)
