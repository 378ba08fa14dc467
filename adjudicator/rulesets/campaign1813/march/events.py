"""CAM: what happens on the roads: reconnaissance, marches, towns and depots taken, leaders in flight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from adjudicator.core.types import Event, Finding, Frozen, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner
from adjudicator.rulesets.campaign1813.changes import changed, eliminated, hurt
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.sight import SeenBlock, colours, hidden_again, is_sighted, seen
from adjudicator.rulesets.campaign1813.state import Approach, Block, Contest, Depot, Moves, State, enemy_of

# --- reconnaissance --------------------------------------------------------------------------------------------


class StackScouted(Event, seen_by=everybody):
    """A reconnaissance as the owner of the stack sees it: somebody looked."""

    kind: Literal["stack_scouted"] = "stack_scouted"
    rule: RuleId = RuleId("CAM-recon-4")
    side: Side
    target: str


class StackReconnoitred(Event):
    """CAM-recon-4: an Allied army looked at a French stack."""

    kind: Literal["stack_reconnoitred"] = "stack_reconnoitred"
    rule: RuleId = RuleId("CAM-recon-4")
    side: Side
    army: str
    target: str
    count: int
    shown: tuple[SeenBlock, ...] = ()

    def apply(self, state: State, rules: Context) -> State:
        """CAM-recon-5: what was seen is noted; the blocks are hidden again."""
        return seen(state, self.side, self.shown, self.target, current=False)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """Who looked sees the dice and whom they show, not in which order the blocks were taken.

        The enemy learns which stack was looked at.
        """
        if side == self.side:
            return self.model_copy(update={"rolls": self.rolls[:1]})
        return StackScouted(side=self.side, target=self.target)


# --- movement --------------------------------------------------------------------------------------------------


class MovementBegan(Event, seen_by=owner):
    """CAM-move-8: the movement phase began; the dice for independent groups fell."""

    kind: Literal["movement_began"] = "movement_began"
    rule: RuleId = RuleId("CAM-move-8")
    side: Side
    towns: tuple[str, ...] = ()
    """Towns with an independent group, one die each."""
    allowed: int = 0
    leaders_at: tuple[tuple[str, str], ...] = ()
    """Army Leaders of the side and where they stand."""

    def apply(self, state: State, rules: Context) -> State:
        """Nobody has moved yet."""
        return replace(state, moves=Moves(independent=self.allowed, leaders_at=dict(self.leaders_at)))


class SectionUse(Frozen):
    """CAM-road-1: a section of road and how many units a march put on it, and how many blocks were seen to pass."""

    road: str
    units: int
    blocks: int = 0


class StackMoved(Event, seen_by=everybody):
    """A march as the other side sees it: so many blocks of these colours went from here to there."""

    kind: Literal["stack_moved"] = "stack_moved"
    rule: RuleId = RuleId("CAM-unit-7")
    side: Side
    origin: str
    path: tuple[str, ...]
    nations: tuple[tuple[str, int], ...]
    uses: tuple[SectionUse, ...] = ()
    attacks: bool = False


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

    def apply(self, state: State, rules: Context) -> State:
        """The blocks are at the end of the path, the roads fuller, the group move paid; an attack opens a contest."""
        moves = replace(
            state.moves,
            paid=(*state.moves.paid, *((army, self.origin) for army in self.paid)),
            moved=state.moves.moved | set(self.blocks),
            forced=(*state.moves.forced, *((block, self.origin) for block in self.forced)),
        )
        roads = _used(state.roads, self.side, ((use.road, use.units) for use in self.uses))
        traffic = _used(state.traffic, self.side, ((use.road, use.blocks) for use in self.uses))
        state = replace(state, moves=moves, roads=roads, traffic=traffic)
        state = hidden_again(state, self.side, self.blocks)
        state = changed(state, (replace(state.block(b), place=self.path[-1], inside=False) for b in self.blocks))
        return self._contested(state) if self.attacks else state

    def _contested(self, state: State) -> State:
        town = self.path[-1]
        before = state.contests.get(town, Contest(town))
        come = tuple(Approach(b, self.origin, self.path, b in self.forced) for b in self.blocks)
        gate = come[0].gate
        after = replace(
            before,
            approaches=(*before.approaches, *come),
            origins=before.origins if self.origin in before.origins else (*before.origins, self.origin),
            gates=before.gates if gate in before.gates else (*before.gates, gate),
        )
        return replace(state, contests={**state.contests, town: after})

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """CAM-unit-7 (A-6): the enemy sees the colours of the blocks and their way."""
        return self if side == self.side else self.from_afar(rules)

    def seen_by_public(self, before: State, rules: Context) -> Event:
        """As the enemy sees it."""
        return self.from_afar(rules)

    def from_afar(self, rules: Context) -> StackMoved:
        """The march of blocks whose faces are hidden."""
        return StackMoved(
            side=self.side,
            origin=self.origin,
            path=self.path,
            nations=colours(rules, self.blocks),
            uses=tuple(SectionUse(road=use.road, units=use.blocks) for use in self.uses),
            attacks=self.attacks,
        )


def _used(
    roads: Mapping[str, Mapping[Side, int]], side: Side, uses: Iterable[tuple[str, int]]
) -> Mapping[str, Mapping[Side, int]]:
    found = dict(roads)
    for road, count in uses:
        if count:
            before = found.get(road, {})
            found[road] = {**before, side: before.get(side, 0) + count}
    return found


class Tested(Frozen):
    """A block's die with its modifiers and what it cost."""

    block: str
    score: Finding[int]
    hits: int = 0
    eliminated: bool = False


def wasted(rules: Context, state: State, tests: Iterable[Tested]) -> State:
    """CAM-fm-3, CAM-attr-2: the position after blocks lost strength without a fight."""
    for test in tests:
        if test.hits:
            state = hurt(rules, state, test.block, test.hits, None)
    return state


def _without(contest: Contest, gone: Collection[str]) -> Contest:
    """A contest without attackers who never arrived."""
    if not any(one.block in gone for one in contest.approaches):
        return contest
    come = tuple(one for one in contest.approaches if one.block not in gone)
    origins, gates = dict.fromkeys(one.origin for one in come), dict.fromkeys(one.gate for one in come)
    return replace(contest, approaches=come, origins=tuple(origins), gates=tuple(gates))


class MarchTested(Event, seen_by=owner):
    """CAM-fm-3: forced marchers rolled for stragglers."""

    kind: Literal["march_tested"] = "march_tested"
    rule: RuleId = RuleId("CAM-fm-3")
    side: Side
    tests: tuple[Tested, ...]

    def apply(self, state: State, rules: Context) -> State:
        """The stragglers are lost; whoever is eliminated comes to no battle."""
        state = wasted(rules, replace(state, moves=replace(state.moves, forced=())), self.tests)
        gone = {test.block for test in self.tests if test.eliminated}
        return replace(state, contests={town: _without(one, gone) for town, one in state.contests.items()})


class LeaderRevealed(Event, seen_by=everybody):
    """CAM-lead-3, CAM-lead-4: an Army Leader was turned face up for his bonus."""

    kind: Literal["leader_revealed"] = "leader_revealed"
    side: Side
    leader: str
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """The enemy knows him; as one who is there only if he has not gone on since."""
        here = state.block(self.leader).place == self.place
        shown = (SeenBlock(block=self.leader),)
        return seen(state, enemy_of(self.side), shown, self.place, current=here)


# --- towns -----------------------------------------------------------------------------------------------------


class TownTaken(Event, seen_by=everybody):
    """CAM-vic-3: a town changed hands."""

    kind: Literal["town_taken"] = "town_taken"
    rule: RuleId = RuleId("CAM-vic-3")
    side: Side
    town: str

    def apply(self, state: State, rules: Context) -> State:
        """The side holds it."""
        return replace(state, held={**state.held, self.town: self.side})


class DepotCaptured(Event, seen_by=everybody):
    """CAM-supply-6, CAM-supply-7: a depot changed hands, one type lower; `after` is empty if it was destroyed."""

    kind: Literal["depot_captured"] = "depot_captured"
    rule: RuleId = RuleId("CAM-supply-6")
    side: Side
    town: str
    before: str
    after: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """It serves the captor, or nobody."""
        depots = {town: depot for town, depot in state.depots.items() if town != self.town}
        if self.after:
            depots[self.town] = Depot(self.town, self.side, self.after)
        return replace(state, depots=depots)


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

    def apply(self, state: State, rules: Context) -> State:
        """They are with friends, or away until the next turn."""
        state = hidden_again(state, self.side, self.leaders)
        return changed(state, (self._fled(state.block(leader)) for leader in self.leaders))

    def _fled(self, leader: Block) -> Block:
        if self.to:
            return replace(leader, place=self.to, inside=False)
        return replace(leader, place=None, status="away", inside=False, back_on=self.back_on)

    def seen_by(self, before: State, side: Side, rules: Context) -> Event:
        """CAM-unit-7: the enemy learns how many fled, by name only those that he knew."""
        return self if side == self.side else self._named(b for b in self.leaders if is_sighted(before, side, b))

    def seen_by_public(self, before: State, rules: Context) -> Event:
        """How many fled, and where to."""
        return self._named(())

    def _named(self, leaders: Iterable[str]) -> LeadersDisplaced:
        return self.model_copy(update={"leaders": tuple(leaders)})


class LeaderReturned(Event, seen_by=owner):
    """CAM-lead-2: a leader came back to the strongest block of his army; without one he is lost."""

    kind: Literal["leader_returned"] = "leader_returned"
    rule: RuleId = RuleId("CAM-lead-2")
    side: Side
    leader: str
    to: str = ""
    inside: bool = False

    def apply(self, state: State, rules: Context) -> State:
        """He is on the map again, or lost."""
        if not self.to:
            return eliminated(state, (self.leader,))
        back = replace(state.block(self.leader), place=self.to, status="map", back_on=0, inside=self.inside)
        return changed(state, (back,))


EVENTS: tuple[type[Event], ...] = (
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
)
