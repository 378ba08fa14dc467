"""Plans for battles and sieges, looked at before the dice fall; and what was probably forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.core.orders import Pass, Standing, flattened
from adjudicator.core.problems import Problem
from adjudicator.core.types import GENERAL, Order, RuleId, Side
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.fortress import BATTLE_PLANS
from adjudicator.rulesets.campaign1813.movement import expand
from adjudicator.rulesets.campaign1813.reinforcing import may_reinforce
from adjudicator.rulesets.campaign1813.run import Run
from adjudicator.rulesets.campaign1813.siege import is_assault_turn, may_lead
from adjudicator.rulesets.campaign1813.state import State


def _refuse(order: Order, rule: str, reason: str, remedy: str = "") -> Problem:
    return Problem(sort="refused", line=order.line, rule=RuleId(rule), reason=reason, remedy=remedy)


def _warn(line: int, rule: RuleId, reason: str, remedy: str) -> Problem:
    return Problem(severity="warning", sort="warning", line=line, rule=rule, reason=reason, remedy=remedy)


# --- plans -------------------------------------------------------------------------------------------------------


def plan_problems(run: Run, orders: Sequence[Order]) -> Iterator[Problem]:
    """What is wrong with plans in the position after the marches, as far as the side can see."""
    for order in orders:
        meant = run.meant(order)
        if isinstance(meant, od.BattleSequence):
            for town in meant.towns:
                if town not in run.state.contests:
                    yield _no_battle(run.ctx, meant, town)
        elif isinstance(meant, od.Plan):
            yield from _plan_problems(run, meant)


def _no_battle(ctx: Context, order: Order, town: str) -> Problem:
    reason = f"None of these marches brings about a battle at {ctx.town(town)}."
    return _warn(order.line, RuleId("CAM-battle-1"), reason, "The line will come to nothing.")


def _plan_problems(run: Run, order: od.Plan) -> Iterator[Problem]:
    if order.decision in BATTLE_PLANS and order.place and order.place not in run.state.contests:
        yield _no_battle(run.ctx, order, order.place)
    match order.choice:
        case od.Assault():
            yield from _assault(run, order, order.choice)
        case od.Besiege() if order.choice.lay:
            yield from _besiege(run, order)
        case od.Reinforce():
            yield from _reinforce(run, order, order.choice)
        case od.Reveal():
            if order.unit and run.ctx.roster[order.unit].kind != "leader":
                name = run.ctx.name(order.unit)
                yield _refuse(order, "CAM-lead-7", f"{name} is no Army Leader and gives no bonus.", "Leave it out.")
        case _:
            return


def _may_be_besieged(run: Run, town: str) -> bool:
    """Whether an enemy is shut up there by us, or may be after this turn's marches."""
    siege = run.state.sieges.get(town)
    if siege is not None and siege.besieger == run.side:
        return True
    return town in run.state.contests and town in run.ctx.capacity


def _besiege(run: Run, order: od.Plan) -> Iterator[Problem]:
    if not _may_be_besieged(run, order.place):
        reason = f"You do not stand before {run.ctx.town(order.place)} with an enemy inside."
        yield _refuse(order, "CAM-siege-2", reason, "March there first.")


def _assault(run: Run, order: od.Plan, choice: od.Assault) -> Iterator[Problem]:
    """CAM-siege-4, CAM-siege-5, CAM-siege-6: odd turns only, a fortress of ours to take, infantry fit to lead."""
    if not choice.go:
        return
    if not is_assault_turn(run.ctx, run.state.turn):
        reason = f"Turn {run.state.turn} is even: assaults are made in odd-numbered turns only."
        yield _refuse(order, "CAM-siege-4", reason, "Order it again next turn.")
        return
    if not _may_be_besieged(run, order.place):
        reason = f"You do not besiege {run.ctx.town(order.place)}."
        yield _refuse(order, "CAM-siege-2", reason, "March there first, and besiege it.")
        return
    for block in expand(run.ctx, run.state, run.side, choice.lead):
        if block.place != order.place:
            reason = f"{run.ctx.name(block.id)} will not be at {run.ctx.town(order.place)}."
            yield _refuse(order, "CAM-siege-5", reason, "Name infantry of the besiegers.")
        elif not may_lead(block) and block.id in choice.lead:
            rule = "CAM-siege-6" if block.disrupted else "CAM-siege-5"
            why = "is disrupted" if block.disrupted else f"is {block.kind}"
            reason = f"{run.ctx.name(block.id)} {why} and cannot lead an assault."
            yield _refuse(order, rule, reason, "Name undisrupted infantry.")


def _reinforce(run: Run, order: od.Plan, choice: od.Reinforce) -> Iterator[Problem]:
    """CAM-reinf-2, CAM-dis-3: undisrupted blocks from towns next to the battle."""
    town = order.place
    for group in choice.groups:
        if not run.ctx.network.are_adjacent(group.origin, town):
            reason = f"No road joins {run.ctx.town(group.origin)} and {run.ctx.town(town)} directly."
            near = ", ".join(run.ctx.town(one) for one in run.ctx.network.neighbours[town])
            yield _refuse(order, "CAM-reinf-2", reason, f"Next to it: {near}.")
            continue
        for block in expand(run.ctx, run.state, run.side, group.units):
            name = run.ctx.name(block.id)
            if block.place != group.origin and block.id in group.units:
                yield _refuse(order, "CAM-reinf-2", f"{name} will not be at {run.ctx.town(group.origin)}.", "")
            elif block.id in group.units and not may_reinforce(run.state, town, block):
                yield _refuse(order, "CAM-dis-3", f"{name} may not reinforce a battle now.", "Leave it out.")


# --- what was probably forgotten ---------------------------------------------------------------------------------


def warnings(ctx: Context, before: State, after: State, side: Side, orders: Sequence[Order]) -> Iterator[Problem]:
    """Armies without a march, fortresses that could be assaulted; nothing if the side passes on purpose."""
    inner = [one for order in orders for one in flattened(order)]
    if any(isinstance(one, Pass) for one in inner):
        return
    marching = {ctx.roster[block].army for block in after.moves.moved}
    idle = [
        army.name
        for army in ctx.armies_of(side)
        if army.id not in marching and any(before.block(b).status == "map" for b in army.blocks)
    ]
    if idle:
        yield _warn(
            0, RuleId("CAM-move-7"), f"No marches of: {', '.join(idle)}.", "Group moves that are not used are lost."
        )
    yield from _unassaulted(ctx, after, side, inner)


def _unassaulted(ctx: Context, state: State, side: Side, orders: Iterable[Order]) -> Iterator[Problem]:
    if not is_assault_turn(ctx, state.turn):
        return
    spoken = {one.place for one in orders if isinstance(one, od.Plan) and one.decision == "assault"}
    for town, siege in sorted(state.sieges.items()):
        if siege.besieger == side and siege.laid and town not in spoken:
            yield _warn(
                0,
                RuleId("CAM-siege-4"),
                f"{ctx.town(town)} can be assaulted this turn, and no order speaks of it.",
                "Without one it is assaulted only if the die need not show more than 8.",
            )


def lapsed(ctx: Context, known: State, side: Side, standing: Sequence[Standing]) -> Iterator[Problem]:
    """Standing orders about own blocks that are gone for good."""
    for order in standing:
        block = known.pieces.blocks.get(order.unit)
        if block is not None and block.side == side and block.status == "eliminated":
            name = ctx.name(block.id)
            yield _warn(order.line, GENERAL, f"{name} is gone: this standing order lapses.", "Leave it out.")
