"""CAM: an enemy before a fortress: battle or withdrawal behind the walls, and whether siege is laid."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, Finding, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.kit.run import chosen
from adjudicator.rulesets.campaign1813.battle.events import BlocksRetreated, ContestEnded
from adjudicator.rulesets.campaign1813.battle.retreats import Traffic, arena_of, retreat_wish, ways_out
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.orders import Besiege, Fortress, Plan
from adjudicator.rulesets.campaign1813.plans import Run, decide, decided, prefix
from adjudicator.rulesets.campaign1813.siege.events import BattleGiven, SiegeBegan, WithdrewInside
from adjudicator.rulesets.campaign1813.sight import colours
from adjudicator.rulesets.campaign1813.state import Block, State
from adjudicator.rulesets.campaign1813.supply.strength import elan_left, units_left

BATTLE_PLANS = ("reinforce", "retreat", "regroup", "break_off", "resolution", "ground")
"""Kinds of plan that only a battle can carry out."""


def run_fortresses(run: Run) -> Telling:
    """CAM-siege-1: for every fortress entered, the defender gives battle or withdraws; asked of all together."""
    defender = run.state.passive()
    towns = [town for town in sorted(run.state.contests) if can_withdraw(run.ctx, run.state, defender, town)]
    decisions = {town: battle_or_walls(run, defender, town) for town in towns}
    reply = yield from decide(run, *decisions.values())
    for town, decision in decisions.items():
        choice = chosen(reply, decision, Fortress)
        if choice.withdraw:
            yield from withdraw(run, defender, town, choice)
        else:
            yield BattleGiven(side=defender, town=town)
    for laid in run.state.plans:
        order = run.meant(laid.order)
        if not isinstance(order, Plan) or order.decision not in BATTLE_PLANS:
            continue
        if order.place and order.place not in run.state.contests:
            reason = f"No battle is fought at {run.ctx.town(order.place)}."
            yield run.not_done(order, reason, "CAM-battle-1", laid.words)


def can_withdraw(ctx: Context, state: State, defender: Side, town: str) -> bool:
    """CAM-map-3, CAM-siege-1: a fortress whose defenders do not themselves besiege it."""
    siege = state.sieges.get(town)
    return town in ctx.capacity and (siege is None or siege.besieger != defender)


def battle_or_walls(run: Run, defender: Side, town: str) -> Decision:
    """D-6: by default behind the walls if outnumbered two to one in combat blocks, else battle."""
    mine = len(run.state.pieces.combat(town, defender))
    theirs = len(run.state.pieces.combat(town, run.side))
    name = run.ctx.town(town)
    blocks = tuple(block.id for block in run.state.pieces.of(town, defender))
    facts: tuple[Finding[int], ...] = (
        Finding(rule=RuleId("CAM-siege-1"), value=mine, label="combat blocks of yours"),
        Finding(rule=RuleId("CAM-siege-1"), value=len(run.state.pieces.of(town, run.side)), label="enemy blocks"),
        Finding(rule=RuleId("CAM-map-5"), value=run.ctx.capacity[town], label="Blücher units that the fortress holds"),
    )
    return Decision(
        key=f"{prefix(run)}/fortress/{town}",
        kind="fortress",
        side=defender,
        rule=RuleId("CAM-siege-1"),
        question=f"The enemy has entered {name}. Do you give battle, or withdraw into the fortress?",
        default=Fortress(side=defender, withdraw=theirs >= run.ctx.tables.number["withdraw_odds"] * mine),
        moments=("entered",),
        place=town,
        units=blocks,
        facts=facts,
        examples=(Fortress(side=defender, withdraw=False), Fortress(side=defender, withdraw=True)),
    )


@dataclass(frozen=True, slots=True)
class Division:
    """Who goes inside a fortress and who stays outside."""

    inside: tuple[Block, ...]
    outside: tuple[Block, ...]


def divide(ctx: Context, state: State, side: Side, town: str, choice: Fortress) -> Division:
    """CAM-map-5 (A-31): as many as the fortress holds: the garrison, then whom the defender names, then infantry.

    Leaders need no room: they go in if everybody does or if they are named, else they stay with those outside.
    """
    here = state.pieces.of(town, side)
    names = choice.keep

    def wanted(block: Block) -> int:
        return min((rank for rank, name in enumerate(names) if ctx.is_meant(name, block.id)), default=len(names))

    def order(block: Block) -> tuple[bool, int, int, int, str]:
        kinds = ("garrison", "infantry", "artillery", "cavalry", "unknown")
        left = elan_left(ctx.card(block), block)
        return block.kind != "garrison", wanted(block), kinds.index(block.kind), -left, block.id

    room, inside = ctx.capacity[town], []
    for block in sorted((b for b in here if b.fights), key=order):
        need = units_left(ctx.card(block), block)
        if need <= room:
            inside.append(block)
            room -= need
    outside = [block for block in here if block.fights and block not in inside]
    for block in here:
        if block.leads:
            (inside if not outside or wanted(block) < len(names) else outside).append(block)
    return Division(tuple(inside), tuple(outside))


def withdraw(run: Run, side: Side, town: str, choice: Fortress) -> Telling:
    """CAM-siege-1, CAM-siege-3 (A-31): behind the walls; whoever finds no room retreats at once, or fights outside."""
    division = divide(run.ctx, run.state, side, town, choice)
    if not any(block.fights for block in division.inside):
        yield BattleGiven(side=side, town=town)
        return
    yield walled(run.ctx, side, town, division.inside)
    yield SiegeBegan(side=run.side, town=town, laid=False)
    if division.outside and choice.rest == "retreats":
        wish = yield from retreat_wish(run, town, side, division.outside, "excess")
        arena, traffic = arena_of(run.state, town), Traffic(run.ctx, "retreat")
        ways, _ = ways_out(run.ctx, run.state, arena, division.outside, traffic, wish)
        if ways:
            yield BlocksRetreated(rule=RuleId("CAM-siege-1"), side=side, town=town, manner="retreat", ways=tuple(ways))
    left = [block for block in run.state.pieces.of(town, side) if not block.inside]
    if any(block.fights for block in left):
        return
    if left:
        yield walled(run.ctx, side, town, tuple(left))
    yield ContestEnded(town=town)


def walled(ctx: Context, side: Side, town: str, blocks: tuple[Block, ...]) -> WithdrewInside:
    """The event of blocks going behind the walls, with their colours for the enemy."""
    return WithdrewInside(
        side=side, town=town, blocks=tuple(b.id for b in blocks), nations=colours(ctx, tuple(b.id for b in blocks))
    )


def lay_sieges(run: Run) -> Telling:
    """CAM-siege-2 (D-11): the active side may lay siege to each fortress before which it stands; by default it does."""
    for town, siege in sorted(run.state.sieges.items()):
        if siege.besieger != run.side or siege.laid:
            continue
        decision = Decision(
            key=f"{prefix(run)}/besiege/{town}",
            kind="besiege",
            side=run.side,
            rule=RuleId("CAM-siege-2"),
            question=f"The enemy is behind the walls of {run.ctx.town(town)}. Do you lay siege?",
            default=Besiege(side=run.side),
            place=town,
            examples=(Besiege(side=run.side), Besiege(side=run.side, lay=False)),
        )
        choice = yield from decided(run, decision, Besiege)
        if choice.lay:
            yield SiegeBegan(side=run.side, town=town)
