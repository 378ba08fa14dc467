"""NLC-27.5c, 27.6, 27.7: capacity and stance of the commanders at Leipzig, and what a stance asks of Murat and Ney."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, RuleId
from adjudicator.kit.run import decided
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.choices import TakeStance
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.events import CapacityRolled, StanceTaken
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import FRENCH, SIDES, Leader, OrderState, State

if TYPE_CHECKING:
    from adjudicator.rulesets.nlc.movement.marches import Marches

GENERAL, LOCAL, CONSOLIDATION = "General Offensive", "Local Offensive", "Consolidation"
DESPERATE, TACTICAL, WITHDRAWAL = "Desperate Defense", "Tactical Withdrawal", "General Withdrawal"
NEAR = 2
"""NLC-27.7-LO, NLC-27.7-DD: hexes around Ney."""
LEAST_ATTACKS = 2
"""NLC-27.7-LO: Murat keeps so many Attack orders active."""
HOLDS_UP_TO = 4
"""NLC-27.5c: by the multiplayer method the named stance holds on a die of 1 to 4."""


# --- rolling ----------------------------------------------------------------------------------------------------------


def rolled(run: Here) -> Telling:
    """NLC-27.5c, NLC-27.6a: capacities of the turn; on the turns that the scenario names also stances."""
    if not run.ctx.facts.capacity:
        return
    name = run.ctx.turn_name(run.state.turn)
    facts = run.ctx.facts.stance
    normal = facts is not None and name in facts.normal
    named = facts is not None and name in facts.multiplayer
    for side in SIDES:
        for leader in list(run.state.force(side).leaders.values()):
            row = run.ctx.tables.campaigns.capacity_of(run.ctx.leaders[leader.id].name)
            if row is None or leader.status != "map":
                continue
            if row.rating or normal or named:
                roll = run.dice.roll(f"T{run.state.turn}/capacity/{leader.id}", veiled=True)
                rule = RuleId("NLC-27.6b" if row.attack else "NLC-27.6a" if row.rating else "NLC-27.5c")
                value = row.values[roll.total - 1]
                yield CapacityRolled(rule=rule, side=side, leader=leader.id, capacity=value, rolls=(roll,))
            if not row.rating and (normal or named):
                yield from _stance(run.of(side), leader, named)


def _stance(run: Here, leader: Leader, named: bool) -> Telling:
    """NLC-27.5c: two dice; by the multiplayer method the player names a stance, and on 1 to 4 it holds."""
    wish, rolls = "", []
    if named:
        choice = yield from decided(_question(run, leader), TakeStance)
        wish = _printed(run.ctx, choice.stance)
        rolls.append(run.dice.roll(f"T{run.state.turn}/named stance/{leader.id}", veiled=True))
    if not wish or rolls[0].total > HOLDS_UP_TO:
        rolls.append(run.dice.roll(f"T{run.state.turn}/stance/{leader.id}", 2, veiled=True))
        stance = by_dice(run.ctx, run.ctx.leaders[leader.id].name, rolls[-1].total)
    else:
        stance = wish
    row = next(one for one in run.ctx.tables.campaigns.stance if one.name == stance)
    yield StanceTaken(rule=row.rule, side=run.side, leader=leader.id, stance=stance, named=wish, rolls=tuple(rolls))


def by_dice(ctx: Context, name: str, total: int) -> str:
    """NLC-27.7: the stance of Murat or Ney by the total of two dice."""
    for row in ctx.tables.campaigns.stance:
        low, high = row.murat if name == "Murat" else row.ney
        if low <= total <= high:
            return row.name
    return CONSOLIDATION


def _printed(ctx: Context, wish: str) -> str:
    """A stance as the table has it, however it was written."""
    plain = " ".join(wish.casefold().replace("defence", "defense").split())
    return next((row.name for row in ctx.tables.campaigns.stance if row.name.casefold() == plain), CONSOLIDATION)


def _question(run: Here, leader: Leader) -> Decision:
    name = run.ctx.leaders[leader.id].name
    return Decision(
        key=f"T{run.state.turn}/stance/{leader.id}",
        kind="stance",
        side=run.side,
        rule=RuleId("NLC-27.5c"),
        question=f"Which stance do you name for {name}?",
        default=TakeStance(stance=CONSOLIDATION),
        units=(leader.id,),
    )


# --- orders -----------------------------------------------------------------------------------------------------------


def is_active(ctx: Context, leader: Leader) -> bool:
    """NLC-27.5b: a stance counts while its leader commands: a wing of his own, or the army (Moeckern)."""
    return leader.status == "map" and bool(leader.stance) and (leader.wing or ctx.leaders[leader.id].role == "OC")


def may_order(ctx: Context, state: State, leader: Leader, to: str, order: OrderState) -> Verdict:
    """NLC-27.7: the orders that a stance lets Murat or Ney give."""
    if not is_active(ctx, leader):
        return yes("NLC-27.7-CO")
    name, stance = ctx.leaders[leader.id].name, leader.stance
    row = next(one for one in ctx.tables.campaigns.stance if one.name == stance)
    wrong = {
        GENERAL: order != "attack",
        LOCAL: name == "Ney" and order != "attack",
        CONSOLIDATION: order == "attack",
        DESPERATE: order != "defend",
        TACTICAL: order != "reserve",
        WITHDRAWAL: order != "reserve",
    }[stance]
    if wrong:
        return no(row.rule, f"{name} is bound to a {stance}.", f"He may not order {order}.")
    if stance == DESPERATE and name == "Ney" and leader.ordered:
        return no("NLC-27.7-DD", "Ney gives one Defend order a turn in a Desperate Defense.", "Leave it for next turn.")
    return yes(row.rule)


def wanted(ctx: Context, leader: Leader) -> OrderState:
    """NLC-27.6c, NLC-27.7: the order that a stance asks for; nothing where it asks for none."""
    if not is_active(ctx, leader):
        return ""
    asked: dict[str, OrderState] = {
        GENERAL: "attack", LOCAL: "attack", DESPERATE: "defend", TACTICAL: "reserve", WITHDRAWAL: "reserve",
    }  # fmt: skip
    return asked.get(leader.stance, "")


def unmatched(ctx: Context, state: State, leader: Leader) -> Iterator[str]:
    """The formations under a leader whose order, in force or on its way, is not what his stance asks for."""
    order = wanted(ctx, leader)
    on_map = {formation_of(ctx, unit) for unit in state.force(FRENCH).units.values() if unit.status == "map"}
    for formation in leader.holds if order else ():
        riding = [one.order for one in state.couriers if one.formation == formation]
        his = state.leader(ctx.formations[formation].leader)
        if formation in on_map and his.status == "map" and (riding or [state.order_of(formation)])[-1] != order:
            yield formation


def duties(run: Here) -> Telling:
    """NLC-27.6c, NLC-27.7: what a stance asks for and was not ordered is ordered now, as far as capacity goes.

    A General Withdrawal puts all formations under Reserve orders at once; in a Local Offensive Murat owes two Attack
    orders only.
    """
    from adjudicator.rulesets.nlc.command.command_phase import give
    from adjudicator.rulesets.nlc.command.couriers import may_give
    from adjudicator.rulesets.nlc.command.events import OrderTookEffect
    from adjudicator.rulesets.nlc.orders import GiveOrder

    for leader in [one for one in run.state.force(run.side).leaders.values() if is_active(run.ctx, one)]:
        order = wanted(run.ctx, leader)
        left = list(unmatched(run.ctx, run.state, leader)) if run.side == FRENCH else []
        if leader.stance == WITHDRAWAL:
            for formation in left:
                before = run.state.order_of(formation)
                yield OrderTookEffect(
                    rule=RuleId("NLC-27.7-GW"), side=run.side, formation=formation, before=before, order="reserve"
                )
            continue
        if leader.stance == LOCAL and run.ctx.leaders[leader.id].name == "Murat":
            attacking = [one for one in leader.holds if run.state.order_of(one) == "attack"]
            left = left[: max(0, LEAST_ATTACKS - len(attacking))]
        for formation in left:
            assert order
            line = GiveOrder(side=run.side, leader=leader.id, to=run.ctx.formations[formation].leader, order=order)
            if may_give(run.ctx, run.state, run.side, line).value:
                yield from give(run, line)


# --- marches ----------------------------------------------------------------------------------------------------------


def march_duties(run: Here, marches: Marches) -> Telling:
    """NLC-27.7-TW, NLC-27.7-GW, NLC-27.8b-4: units that withdraw, and Bluecher's ride to Radefeld."""
    from adjudicator.rulesets.nlc.movement.owed import fall_away, ride_to

    facts = run.ctx.facts.hold
    if facts is not None and run.state.turn < run.ctx.turn_number(facts.until):
        leader = run.ctx.leader_named.get(facts.leader, "")
        if leader in run.state.force(run.side).leaders:
            yield from ride_to(run, marches, leader, facts.place, "NLC-27.8b-4")
    for chief in [one for one in run.state.force(run.side).leaders.values() if is_active(run.ctx, one)]:
        if chief.stance not in (TACTICAL, WITHDRAWAL):
            continue
        rule = "NLC-27.7-TW" if chief.stance == TACTICAL else "NLC-27.7-GW"
        for unit in list(run.state.force(run.side).units.values()):
            formation = formation_of(run.ctx, unit)
            if unit.status == "map" and formation in chief.holds and run.state.order_of(formation) == "reserve":
                yield from fall_away(run, marches, unit.id, rule)
