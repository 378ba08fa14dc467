"""CAM: the movement phase: group moves in the order written, independents by the dice, then what follows."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.events import Refused
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Order, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.campaign1813.battle.events import ContestEnded
from adjudicator.rulesets.campaign1813.context import INDEPENDENT, Context
from adjudicator.rulesets.campaign1813.march.events import BlocksMoved, MovementBegan, SectionUse
from adjudicator.rulesets.campaign1813.march.forced import forced_march_tests
from adjudicator.rulesets.campaign1813.march.rates import forced_rate, rate
from adjudicator.rulesets.campaign1813.march.routes import (
    find_path,
    is_enemy_held,
    is_own_siege,
    may_follow,
    may_join_attack,
    units_of,
)
from adjudicator.rulesets.campaign1813.march.towns import settle_towns
from adjudicator.rulesets.campaign1813.orders import Independents, March, Move
from adjudicator.rulesets.campaign1813.plans import Run, prefix
from adjudicator.rulesets.campaign1813.state import Block, State
from adjudicator.rulesets.campaign1813.tables import band_of


def run_movement(run: Run, orders: Sequence[Order]) -> Telling:
    """CAM-move-1 to CAM-fm-7: all moves, then the dice of forced marches, then what the moves brought about.

    CAM-battle-1, CAM-fm-3: where nobody is left of the attackers there is no battle.
    """
    yield begin(run)
    for order in by_priority(run, orders):
        meant = run.meant(order)
        if meant is None:
            yield run.not_done(order)
        elif isinstance(meant, Move):
            yield from move(run, meant)
    yield from forced_march_tests(run)
    for town in sorted(run.state.contests):
        if not any(not block.inside for block in run.state.pieces.combat(town, run.side)):
            yield ContestEnded(town=town)
    yield from settle_towns(run)


# --- independent groups ------------------------------------------------------------------------------------------


def independent_towns(ctx: Context, state: State, side: Side) -> tuple[str, ...]:
    """CAM-move-8 (A-8): towns with an independent combat block of the side outside a siege; garrisons never move."""
    mine = (b for b in state.pieces.blocks.values() if b.side == side and b.fights and not is_besieged(state, b))
    return tuple(sorted({b.place for b in mine if b.place is not None and ctx.card(b).army == INDEPENDENT}))


def is_besieged(state: State, block: Block) -> bool:
    """CAM-siege-2, CAM-siege-3: whether a block is behind walls to which siege is laid."""
    siege = state.sieges.get(block.place or "")
    return block.inside and siege is not None and siege.laid


def begin(run: Run) -> MovementBegan:
    """CAM-move-8: one die for each independent group on the map; each success lets one of them move."""
    towns = independent_towns(run.ctx, run.state, run.side)
    rolls = tuple(run.dice.roll(f"{prefix(run)}/independent/{town}", veiled=True) for town in towns)
    allowed = sum(1 for roll in rolls if band_of(run.ctx.tables.independent_groups, roll.total).moves)
    leaders = tuple(
        (block.id, block.place)
        for block in run.state.pieces.blocks.values()
        if block.side == run.side and block.kind == "leader" and block.status == "map" and block.place is not None
    )
    return MovementBegan(side=run.side, towns=towns, allowed=allowed, leaders_at=leaders, rolls=rolls)


def by_priority(run: Run, orders: Sequence[Order]) -> list[Order]:
    """D-4: independent groups in the order that their player wished, all others as written."""
    wish = [town for order in orders if isinstance(order, Independents) for town in order.towns]
    moves = [order for order in orders if not isinstance(order, Independents)]
    if not wish:
        return moves

    def place_of(order: Order) -> str:
        if not isinstance(order, Move):
            return ""
        blocks = [b for m in order.marches for b in expand(run.ctx, run.state, run.side, m.units, order.origin)]
        mine = [b for b in blocks if run.ctx.card(b).army == INDEPENDENT]
        return order.origin or (mine[0].place or "" if mine else "")

    slots = [index for index, order in enumerate(moves) if place_of(order) in wish]
    wished = sorted((moves[index] for index in slots), key=lambda order: wish.index(place_of(order)))
    for index, order in zip(slots, wished, strict=True):
        moves[index] = order
    return moves


# --- group moves -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks that march together from one town."""

    origin: str
    blocks: tuple[Block, ...]

    def without(self, some: set[str]) -> Group:
        """The group without some of its blocks."""
        return replace(self, blocks=tuple(block for block in self.blocks if block.id not in some))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its blocks."""
        return tuple(block.id for block in self.blocks)


def move(run: Run, order: Move) -> Telling:
    """CAM-move-6: blocks of a group go to any neighbouring towns, different ones too."""
    named = {
        block.id
        for march in order.marches
        for block in expand(run.ctx, run.state, run.side, march.units, order.origin)
        if march.units
    }
    for march in order.marches:
        groups: dict[str, list[Block]] = {}
        pieces = _pieces(run, order, march, named)
        for block in pieces:
            allowed = may_move(run, block, order.origin)
            if not allowed.value:
                yield run.refused(order, allowed)
                continue
            assert block.place is not None
            groups.setdefault(block.place, []).append(block)
        if not pieces:
            where = f" at {run.ctx.town(order.origin)}" if order.origin else " on the map"
            reason = f"Nobody who is meant here and can still march stands{where}."
            yield run.refused(order, no("CAM-move-5", reason, "Name blocks where they stand."))
        for origin, blocks in groups.items():
            yield from march_group(run, order, march, Group(origin, tuple(blocks)))


def expand(ctx: Context, state: State, side: Side, names: tuple[str, ...], origin: str = "") -> list[Block]:
    """The blocks that names stand for: a block by itself, all of a corps or an army, of one town if it is named."""
    found: dict[str, Block] = {}
    for name in names:
        if name in state.pieces.blocks:
            found[name] = state.pieces.blocks[name]
            continue
        for block in state.pieces.blocks.values():
            card = ctx.card(block)
            if block.side == side and name in (card.corps, card.army) and block.status == "map":
                if origin and block.place != origin:
                    continue
                found[block.id] = block
    return list(found.values())


def _pieces(run: Run, order: Move, march: March, named: set[str]) -> list[Block]:
    if march.units:
        return expand(run.ctx, run.state, run.side, march.units, order.origin)
    here = run.state.pieces.of(order.origin, run.side)
    return [b for b in here if b.id not in named and may_move(run, b, order.origin).value]


def may_move(run: Run, block: Block, origin: str) -> Verdict:
    """CAM-unit-6, CAM-siege-3, CAM-lead-5: who may not move at all."""
    ctx, name = run.ctx, run.ctx.card(block).name
    if block.side != run.side:
        return no("CAM-move-5", f"{name} is not a block of the {run.side} side.", "Leave it out.")
    if block.status != "map" or block.place is None:
        return no("CAM-move-5", f"{name} is not on the map.", "Leave it out.")
    if origin and block.place != origin:
        where = ctx.town(block.place)
        return no("CAM-move-5", f"{name} is at {where}, not at {ctx.town(origin)}.", f"Move it from {where}.")
    if block.kind == "garrison":
        return no("CAM-unit-6", f"{name} is a garrison and never leaves its fortress.", "Leave it out.")
    if is_besieged(run.state, block):
        rule = "CAM-lead-5" if block.kind == "leader" else "CAM-siege-3"
        reason = f"{name} is besieged in {ctx.town(block.place)} and stays inside until the siege is lifted."
        return no(rule, reason, "Relieve the fortress first.")
    if block.id in run.state.moves.moved:
        return no("CAM-move-1", f"{name} has already moved this turn.", "Give each block one march.")
    return yes("CAM-move-1")


def march_group(run: Run, order: Move, march: March, group: Group) -> Telling:
    """One march of one group: the path, then every check of the rulebook in turn, then the move.

    CAM-fm-6, CAM-fm-7: a forced march passes the same checks as any other, and may end in an attack.
    """
    if (march.path or (march.destination,))[-1] == group.origin and len(march.path) < 2:
        reason = f"{run.ctx.names(group.ids)} stand at {run.ctx.town(group.origin)} already."
        yield run.not_done(order, reason, "CAM-move-1")
        return
    path = _path(run, march, group)
    if not isinstance(path, tuple):
        yield _group_refused(run, order, group, path)
        return
    slow = set()
    for block in group.blocks:
        reach = reaches(run.ctx, block, path, march.forced)
        if not reach.value:
            slow.add(block.id)
            yield run.refused(order, reach)
    group, stopped = group.without(slow), ""
    if group.blocks and is_attack(run.state, run.side, path[-1]):
        group = yield from _fit_to_attack(run, order, group, path[-1])
        together = may_join_attack(run.ctx, run.state, path[-1], group.origin)
        if group.blocks and not together.value:
            path, stopped = path[:-1], together.because
            if not path:
                yield _group_refused(run, order, group, together)
    if not group.blocks or not path:
        return
    group = yield from _pay(run, order, group)
    if group.blocks and is_attack(run.state, run.side, path[-1]):
        group = yield from _fit_to_attack(run, order, group, path[-1])
    if not group.blocks:
        return
    real = replace(run.known(), roads=run.state.roads)  # CAM-lead-2: leaders of the enemy's leave room
    room = may_follow(run.ctx, real, run.side, group.origin, path, units_of(group.blocks))
    if room.value:
        yield _marched(run, march, group, path, stopped)
    else:
        yield _group_refused(run, order, group, room)


def _group_refused(run: Run, order: Move, group: Group, why: Verdict) -> Refused:
    reason = f"{run.ctx.names(group.ids)} cannot march: {why.because}"
    return run.refused(order, no(why.rule, reason, why.remedy))


def _path(run: Run, march: March, group: Group) -> tuple[str, ...] | Verdict:
    """The way of a march as its side sees it; between towns that no road joins directly the shortest one."""
    reach = max(_reach(run.ctx, block, march.forced) for block in group.blocks)
    towns = march.path or (march.destination,)
    here = group.origin
    gone: list[str] = []
    for town in towns[1:] if towns[0] == here else towns:
        if run.ctx.network.are_adjacent(here, town):
            gone.append(town)
        else:
            found = find_path(run.ctx, run.known(), run.side, here, town, reach, units_of(group.blocks))
            if not isinstance(found, tuple):
                return found
            gone += found
        here = town
    return tuple(gone)


def _reach(ctx: Context, block: Block, forced: bool) -> int:
    usual = rate(ctx, block).value
    return max(usual, forced_rate(ctx, block).value) if forced else usual


def reaches(ctx: Context, block: Block, path: tuple[str, ...], forced: bool) -> Verdict:
    """CAM-move-9, CAM-move-10, CAM-fm-1: whether a path is not too long for a block."""
    usual, name = rate(ctx, block), ctx.card(block).name
    if len(path) <= usual.value:
        return yes(usual.rule)
    if not forced:
        more = forced_rate(ctx, block).value >= len(path)
        remedy = "A forced march would reach it: force march ..." if more else "Name a nearer town."
        reason = f"{name} moves {usual.value} ({usual.because}); {ctx.town(path[-1])} is {len(path)} towns away."
        return no(usual.rule, reason, remedy)
    most = forced_rate(ctx, block)
    if not most.value:
        return no(most.rule, f"{name} may not force-march: {most.because}.", "Move it at its usual rate.")
    if len(path) > most.value:
        reason = f"{name} marches {most.value} towns at most ({most.because}); this path has {len(path)}."
        return no(most.rule, reason, "Name a nearer town.")
    return yes(most.rule)


def is_attack(state: State, side: Side, town: str) -> bool:
    """CAM-battle-1, CAM-siege-1: whether entering a town means an attack; joining one's own siege does not (A-48)."""
    return is_enemy_held(state, side, town) and not is_own_siege(state, side, town)


def _fit_to_attack(run: Run, order: Move, group: Group, town: str) -> Asking[Group]:
    """CAM-dis-3 (A-47): disrupted blocks stay behind; leaders alone attack nobody (A-10)."""
    unfit = {block.id for block in group.blocks if block.disrupted}
    for block in (one for one in group.ids if one in unfit):
        reason = f"{run.ctx.name(block)} is disrupted and may not attack {run.ctx.town(town)}: it stays behind."
        yield run.refused(order, no("CAM-dis-3", reason, "Let it rally first."))
    group = group.without(unfit)
    if group.blocks and not units_of(group.blocks) and town not in run.state.contests:
        reason = f"{run.ctx.names(group.ids)} cannot enter {run.ctx.town(town)} alone: the enemy holds it."
        yield run.refused(order, no("CAM-lead-2", reason, "Send combat blocks with them, or before them."))
        return group.without(set(group.ids))
    return group


def armies_in(ctx: Context, group: Group) -> tuple[str, ...]:
    """The armies whose blocks are in a group, in the order of their blocks; independents are one (A-7)."""
    return tuple(dict.fromkeys(ctx.roster[block].army for block in group.ids))


def must_pay(run: Run, group: Group) -> tuple[str, ...]:
    """CAM-move-7, CAM-move-7a: armies that have not yet paid for moving out of this town, one group move each."""
    return tuple(army for army in armies_in(run.ctx, group) if (army, group.origin) not in run.state.moves.paid)


def moves_left(ctx: Context, state: State, army: str) -> int:
    """CAM-move-7, CAM-move-7b: group moves an army has left; they cannot be passed on. Independents by the dice."""
    made = sum(1 for payer, _ in state.moves.paid if payer == army)
    return (state.moves.independent if army == INDEPENDENT else ctx.tables.number["group_moves"]) - made


def _pay(run: Run, order: Move, group: Group) -> Asking[Group]:
    for army in must_pay(run, group):
        if moves_left(run.ctx, run.state, army) > 0:
            continue
        blocks = tuple(block for block in group.ids if run.ctx.roster[block].army == army)
        if army == INDEPENDENT:
            reason = f"The dice allow no more independent groups to move: {run.ctx.names(blocks)} stay."
            yield run.not_done(order, reason, "CAM-move-8")
        else:
            made = ", ".join(run.ctx.town(town) for payer, town in run.state.moves.paid if payer == army)
            reason = f"{run.ctx.army_name(army)} has made its group moves (from {made}): {run.ctx.names(blocks)} stay."
            most = run.ctx.tables.number["group_moves"]
            remedy = f"Each army makes {most} group moves a turn; they cannot be passed on."
            yield run.refused(order, no("CAM-move-7", reason, remedy))
        group = group.without(set(blocks))
    return group


def _marched(run: Run, march: March, group: Group, path: tuple[str, ...], stopped: str) -> BlocksMoved:
    """CAM-road-1, CAM-fm-1: the march itself: who paid, who forced it, what it put on each section."""
    units, here, uses = units_of(group.blocks), group.origin, []
    for there in path:
        road = run.ctx.network.road(here, there)
        assert road is not None
        uses.append(SectionUse(road=road.id, units=units, blocks=len(group.blocks)))
        here = there
    goal = march.path[-1] if march.path else march.destination
    return BlocksMoved(
        side=run.side,
        blocks=group.ids,
        origin=group.origin,
        path=path,
        forced=tuple(block.id for block in group.blocks if len(path) > rate(run.ctx, block).value),
        paid=must_pay(run, group),
        uses=tuple(uses),
        goal=goal if goal != path[-1] else "",
        stopped=stopped,
        attacks=is_attack(run.state, run.side, path[-1]),
    )
