"""CAM: leaving a battle: where to, by which roads, how many; retreats, routs and regrouping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.maps.network import Road
from adjudicator.rulesets.campaign1813.battle.events import Manner, Way
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.rates import counts, limit, rate
from adjudicator.rulesets.campaign1813.march.routes import is_enemy_held
from adjudicator.rulesets.campaign1813.orders import RetreatTo, ToTown
from adjudicator.rulesets.campaign1813.plans import Run, decided, prefix
from adjudicator.rulesets.campaign1813.state import Block, Contest, State
from adjudicator.rulesets.campaign1813.tables import Limit

LIMIT_OF: Mapping[Manner, Limit] = {"retreat": "retreat", "rout": "rout", "regroup": "regroup"}
RULE_OF: Mapping[Manner, RuleId] = {
    "retreat": RuleId("CAM-retreat-1"),
    "rout": RuleId("CAM-rout-2"),
    "regroup": RuleId("CAM-regroup-1"),
}


@dataclass(frozen=True, slots=True)
class Arena:
    """A contested town as retreats see it: who attacked, and by which towns he came."""

    town: str
    attacker: Side
    sources: frozenset[str]
    """CAM-retreat-2: the towns from which the battle was started or reinforced by the attacker."""


def arena_of(state: State, town: str) -> Arena:
    """The contest over a town in the active side's player turn."""
    assert state.active is not None
    contest = state.contests.get(town, Contest(town))
    return Arena(town, state.active, frozenset((*contest.origins, *contest.gates)))


# --- where to ----------------------------------------------------------------------------------------------------


def may_end_at(state: State, arena: Arena, side: Side, town: str) -> Verdict:
    """CAM-retreat-2, CAM-retreat-3, CAM-retreat-4 (A-22): whether a retreat may end in a town."""
    if is_enemy_held(state, side, town):
        return no("CAM-retreat-3", "the enemy is there")
    if town in state.contests:
        return no("CAM-retreat-4", "a battle is fought there")
    if side == arena.attacker:
        friendly = state.pieces.has_combat(town, side) or town in arena.sources
        strange = "it is neither held by friends nor a town from which the battle was started or reinforced"
        return yes("CAM-retreat-2") if friendly else no("CAM-retreat-2", strange)
    if town in arena.sources:
        return no("CAM-retreat-3", "the attacker came that way")
    return yes("CAM-retreat-3")


def may_pass(state: State, arena: Arena, side: Side, town: str) -> bool:
    """CAM-retreat-3, CAM-retreat-4: no way leads through enemies or another battle, nor the defender's against the
    stream of the attack."""
    if is_enemy_held(state, side, town) or town in state.contests:
        return False
    return side == arena.attacker or town not in arena.sources


def destinations(ctx: Context, state: State, arena: Arena, block: Block) -> Mapping[str, tuple[str, ...]]:
    """CAM-retreat-6, CAM-retreat-7: every town that a block may retreat to, at its normal rate, with the way there."""
    near = ctx.network.within(arena.town, rate(ctx, block).value, lambda town: may_pass(state, arena, block.side, town))
    return {town: path for town, path in near.items() if may_end_at(state, arena, block.side, town).value}


def home_depot(ctx: Context, state: State, side: Side, town: str) -> str:
    """The strongest depot of a side that no enemy stands at; of equals the nearest to a town; "" if there is none."""
    mine = [d for d in state.depots.values() if d.owner == side and not is_enemy_held(state, side, d.town)]
    if not mine:
        return ""
    far = ctx.network.within(town, len(ctx.network.towns))
    return min(mine, key=lambda d: (d.type, len(far.get(d.town, ())), d.town)).town


class Preference:
    """D-8: which of several towns a block retreats to: as its owner wishes, else towards the strongest depot."""

    def __init__(self, ctx: Context, state: State, side: Side, town: str, wish: RetreatTo | None) -> None:
        self._ctx, self._state, self._side = ctx, state, side
        self._parts: Sequence[ToTown] = wish.parts if wish is not None else ()
        depot = home_depot(ctx, state, side, town)
        self._depot = depot
        self._from_depot = ctx.network.within(depot, len(ctx.network.towns)) if depot else {}

    def towns(self, block: str, ways: Mapping[str, tuple[str, ...]]) -> list[str]:
        """Open towns, best first: those wished for; then neighbours, friendly-occupied ones nearest the depot before
        empty ones; then towns further off."""
        wished = self.wished(block)
        return sorted(ways, key=lambda town: (self._rank(wished, town), len(ways[town]), *self._default(town)))

    def wished(self, block: str) -> tuple[str, ...]:
        """The towns that its owner named for a block, best first."""
        own = [part.to for part in self._parts if any(self._ctx.is_meant(name, block) for name in part.units)]
        rest = [part.to for part in self._parts if not part.units]
        return tuple(town for part in (*own, *rest) for town in part)

    @staticmethod
    def _rank(wished: tuple[str, ...], town: str) -> int:
        return wished.index(town) if town in wished else len(wished)

    def _default(self, town: str) -> tuple[int, int, str]:
        if self._state.pieces.has_combat(town, self._side):
            kind = 0
        else:
            kind = 1 if self._state.held.get(town) == self._side else 2
        return kind, 0 if town == self._depot else len(self._from_depot.get(town, ())) or 999, town


def retreat_wish(run: Run, town: str, side: Side, blocks: Sequence[Block], why: str) -> Asking[RetreatTo | None]:
    """D-8: where a side's blocks retreat to; by default to friends nearest the strongest depot."""
    arena = arena_of(run.state, town)
    open_ = sorted({place for block in blocks for place in destinations(run.ctx, run.state, arena, block)})
    if not open_:
        return None
    decision = Decision(
        key=f"{prefix(run)}/{why}/{town}/{side}",
        kind="retreat",
        side=side,
        rule=RuleId("CAM-rout-2" if why == "rout" else "CAM-retreat-1"),
        question=f"Your blocks must leave {run.ctx.town(town)}. Where do they go?",
        default=RetreatTo(side=side, parts=(ToTown(to=()),)),
        moments=("beaten",),
        place=town,
        units=tuple(block.id for block in blocks),
        examples=tuple(RetreatTo(side=side, parts=(ToTown(to=(place,)),)) for place in open_),
    )
    return (yield from decided(run, decision, RetreatTo))


# --- by which roads ----------------------------------------------------------------------------------------------


@dataclass
class Traffic:
    """CAM-retreat-8: sections used by the blocks that leave one battle in one manner; marches do not matter to it.

    CAM-retreat-5: in a retreat the limit holds for each battle turn, and a retreat of everybody goes on for as many
    turns as it needs. CAM-rout-4 (A-24), CAM-regroup-2: in a rout or when regrouping it holds once.
    """

    ctx: Context
    manner: Manner
    first_turn: int = 1
    used: dict[tuple[str, int], int] = field(default_factory=dict)

    def turn_for(self, sections: Sequence[Road], block: Block, at: int | None = None) -> int | None:
        """The first battle turn on which a way has room for a block; None if there is none."""
        if not counts(block):
            return self.first_turn if at is None else at
        if at is not None:
            return at if self._has_room(sections, at) else None
        if self.manner != "retreat":
            return 0 if self._has_room(sections, 0) else None
        turn = self.first_turn
        while not self._has_room(sections, turn):
            turn += 1
        return turn

    def _has_room(self, sections: Sequence[Road], turn: int) -> bool:
        when = turn if self.manner == "retreat" else 0
        return all(self.used.get((road.id, when), 0) < self.most(road) for road in sections)

    def most(self, road: Road) -> int:
        """The limit of a section: in a retreat for each battle turn."""
        return limit(self.ctx, road, LIMIT_OF[self.manner])

    def use(self, sections: Sequence[Road], block: Block, turn: int) -> None:
        """Note that a block has gone this way."""
        when = turn if self.manner == "retreat" else 0
        if counts(block):
            for road in sections:
                self.used[road.id, when] = self.used.get((road.id, when), 0) + 1


def sections_of(ctx: Context, town: str, path: Sequence[str]) -> list[Road]:
    """The sections of a way out of a town."""
    found, here = [], town
    for there in path:
        road = ctx.network.road(here, there)
        assert road is not None
        found.append(road)
        here = there
    return found


def ways_out(
    ctx: Context,
    state: State,
    arena: Arena,
    blocks: Sequence[Block],
    traffic: Traffic,
    wish: RetreatTo | None,
    *,
    must: bool = True,
) -> tuple[list[Way], list[Block]]:
    """CAM-retreat-5, CAM-rout-4, CAM-rout-5: a way for each block in turn, and those for whom there is none.

    Blocks that need not go (`must` is False) take a town that was named for them, or stay.
    """
    ways: list[Way] = []
    stuck: list[Block] = []
    if not blocks:
        return ways, stuck
    preference = Preference(ctx, state, blocks[0].side, arena.town, wish)
    for block in blocks:
        open_ = destinations(ctx, state, arena, block)
        if not must:
            named = preference.wished(block.id)
            open_ = {town: path for town, path in open_.items() if town in named}
        way = _way_out(ctx, arena, block, open_, traffic, preference)
        if way is None:
            stuck.append(block)
        else:
            ways.append(way)
    return ways, stuck


def _way_out(
    ctx: Context,
    arena: Arena,
    block: Block,
    open_: Mapping[str, tuple[str, ...]],
    traffic: Traffic,
    preference: Preference,
) -> Way | None:
    for town in preference.towns(block.id, open_):
        sections = sections_of(ctx, arena.town, open_[town])
        turn = traffic.turn_for(sections, block)
        if turn is not None:
            traffic.use(sections, block, turn)
            return Way(block=block.id, path=open_[town], battle_turn=turn)
    return None
