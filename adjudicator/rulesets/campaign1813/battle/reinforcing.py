"""CAM: reinforcing a battle: who may come, by which road, how many, and when they arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.maps.network import Road
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.rates import counts, limit
from adjudicator.rulesets.campaign1813.orders import FromTown
from adjudicator.rulesets.campaign1813.state import Block, Contest, State
from adjudicator.rulesets.campaign1813.supply.strength import elan_left


@dataclass(frozen=True, slots=True)
class Column:
    """CAM-reinf-2: a group that may come to a battle: from where, by which section, who, with which factor."""

    side: Side
    origin: str
    road: Road
    blocks: tuple[Block, ...]
    factor: int
    per_phase: int


def may_reinforce(state: State, town: str, block: Block) -> bool:
    """CAM-dis-3, CAM-retreat-9 (A-21): undisrupted, mobile, not behind walls, not in another battle."""
    return (
        block.status == "map"
        and not block.disrupted
        and not block.inside
        and block.kind != "garrison"
        and block.place != town
        and block.place not in state.contests
    )


def columns(ctx: Context, state: State, town: str, side: Side) -> tuple[Column, ...]:
    """CAM-reinf-2, CAM-reinf-4, CAM-reinf-5: a side's groups next to a battle; marches and rivers do not matter.

    A-62: whoever has been in a battle of this player turn does not come to another.
    """
    return _groups(ctx, state, town, side, lambda b: may_reinforce(state, town, b) and b.id not in state.fought)


def at_hand(ctx: Context, state: State, town: str, side: Side) -> tuple[Column, ...]:
    """CAM-regroup-1 (A-25): a side's groups next to a town where it has won; whether they fought does not matter."""
    return _groups(ctx, state, town, side, lambda b: may_reinforce(state, town, b))


def _groups(ctx: Context, state: State, town: str, side: Side, may_come: Callable[[Block], bool]) -> tuple[Column, ...]:
    found = []
    for origin in ctx.network.neighbours[town]:
        blocks = tuple(b for b in state.pieces.of(origin, side) if may_come(b))
        road = ctx.network.road(origin, town)
        if road is not None and any(block.fights for block in blocks):
            most = limit(ctx, road, "reinforcement")
            found.append(Column(side, origin, road, blocks, factor(ctx, state, town, side, origin), most))
    return tuple(found)


def may_send(ctx: Context, state: State, town: str, side: Side, groups: Iterable[FromTown]) -> Verdict:
    """CAM-reinf-2, CAM-dis-3: whether blocks can be sent to a battle: undisrupted ones of the side, from next to it."""
    able = {column.origin: column for column in columns(ctx, state, town, side)}
    for group in groups:
        column = able.get(group.origin)
        if column is None:
            near = ", ".join(ctx.town(origin) for origin in able) or "none"
            nobody = f"Nobody can reinforce {ctx.town(town)} from {ctx.town(group.origin)}."
            return no("CAM-reinf-2", nobody, f"Possible: {near}.")
        named = among(ctx, "CAM-reinf-2", group.units, [block.id for block in column.blocks])
        if not named.value:
            return named
    return yes("CAM-reinf-2")


def among(ctx: Context, rule: str, names: Iterable[str], blocks: Sequence[str]) -> Verdict:
    """Whether every name means one of the blocks, by itself or by its corps or army."""
    for name in names:
        if not any(ctx.is_meant(name, block) for block in blocks):
            able = ", ".join(ctx.name(block) for block in blocks) or "nobody"
            return no(rule, f"{ctx.called(name)} cannot be chosen here.", f"Possible: {able}.")
    return yes(rule)


def factor(ctx: Context, state: State, town: str, side: Side, origin: str) -> int:
    """CAM-reinf-8: 3 from a side's own start sections or rear, 4 where the road comes in on the enemy's flank.

    The attacker's rear are the towns he came by and their neighbours; the defender's flank roads are those from a town
    next to one of these.
    """
    assert state.active is not None
    contest = state.contests.get(town, Contest(town))
    gates = (*contest.gates, *contest.origins)
    beside = origin in gates or any(ctx.network.are_adjacent(origin, gate) for gate in gates)
    rear = beside if side == state.active else not beside
    return ctx.tables.number["factor_rear" if rear else "factor_flank"]


def arrives(ctx: Context, by_factor: int, die: int, battle_turn: int) -> bool:
    """CAM-reinf-9: die times factor, at or below the battle turn, brings the group."""
    for row in ctx.tables.reinforcement_arrival:
        if row.factor == by_factor and row.die == die:
            return battle_turn >= row.turn
    return die * by_factor <= battle_turn


def phases(ctx: Context) -> tuple[int, ...]:
    """CAM-reinf-2: the battle turns on which groups may be sent: every two hours, that is every six turns."""
    step, last = ctx.tables.number["reinforcement_interval"], ctx.tables.number["battle_turns"]
    return tuple(range(step, last, step))


def phases_until(ctx: Context, battle_turn: int) -> int:
    """CAM-reinf-2 (A-20): how many times a side may have sent units by a battle turn."""
    return battle_turn // ctx.tables.number["reinforcement_interval"]


def picked(ctx: Context, column: Column, wanted: Sequence[FromTown]) -> tuple[Block, ...]:
    """The blocks of a group that orders send, in the order named; strongest first where none is named."""
    found: dict[str, Block] = {}
    for part in wanted:
        if part.origin != column.origin:
            continue
        if not part.units:
            some = sorted(column.blocks, key=lambda b: (-elan_left(ctx.card(b), b), b.id))
            found |= {block.id: block for block in some}
        for name in part.units:
            found |= {b.id: b for b in column.blocks if b.id not in found and ctx.is_meant(name, b.id)}
    return tuple(found.values())


def in_one_phase(blocks: Sequence[Block], per_phase: int) -> tuple[Block, ...]:
    """CAM-reinf-4 (A-21): as many as one phase lets through; leaders and headquarters are free of the limit."""
    fighters = [block for block in blocks if counts(block)][:per_phase]
    return tuple(block for block in blocks if block in fighters or not counts(block)) if fighters else ()
