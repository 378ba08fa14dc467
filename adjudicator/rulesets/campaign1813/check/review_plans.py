"""Plans for battles and sieges, looked at before the dice fall; and what was probably forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.core.orders import Pass, Standing, flattened
from adjudicator.core.problems import Problem
from adjudicator.core.types import GENERAL, Order, RuleId, Side
from adjudicator.kit.verdicts import Verdict, no, problem
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.battle.reinforcing import may_send
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.movement import expand
from adjudicator.rulesets.campaign1813.plans import Run
from adjudicator.rulesets.campaign1813.siege.fortress import BATTLE_PLANS
from adjudicator.rulesets.campaign1813.siege.siege import has_prospect, is_assault_turn, may_lead
from adjudicator.rulesets.campaign1813.state import State


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
    for verdict in _verdicts(run, order):
        if not verdict.value:
            yield problem(verdict, order.line)


def _verdicts(run: Run, order: od.Plan) -> Iterator[Verdict]:
    """What the rules say to a plan as far as the side can see."""
    match order.choice:
        case od.Assault() if order.choice.go:
            prospect = has_prospect(run, order, shut_up=_may_be_besieged(run, order.place))
            yield prospect
            if prospect.value:
                yield from _leads(run, order, order.choice)
        case od.Besiege():
            yield has_prospect(run, order, shut_up=_may_be_besieged(run, order.place))
        case od.Reinforce():
            yield may_send(run.ctx, run.state, order.place, run.side, order.choice.groups)
        case od.Reveal() if order.unit and run.ctx.roster[order.unit].kind != "leader":
            name = run.ctx.name(order.unit)
            yield no("CAM-lead-7", f"{name} is no Army Leader and gives no bonus.", "Leave it out.")
        case _:
            return


def _may_be_besieged(run: Run, town: str) -> bool:
    """Whether an enemy is shut up there by us, or may be after this turn's marches."""
    siege = run.state.sieges.get(town)
    if siege is not None and siege.besieger == run.side:
        return True
    return town in run.state.contests and town in run.ctx.capacity


def _leads(run: Run, order: od.Plan, choice: od.Assault) -> Iterator[Verdict]:
    """CAM-siege-5, CAM-siege-6: infantry before the walls, fit to lead."""
    for block in expand(run.ctx, run.state, run.side, choice.lead):
        if block.place != order.place:
            reason = f"{run.ctx.name(block.id)} will not be at {run.ctx.town(order.place)}."
            yield no("CAM-siege-5", reason, "Name infantry of the besiegers.")
        elif block.id in choice.lead:
            yield may_lead(run.ctx, block)


# --- what was probably forgotten ---------------------------------------------------------------------------------


def warnings(ctx: Context, before: State, after: State, side: Side, orders: Sequence[Order]) -> Iterator[Problem]:
    """Armies without a march, fortresses that could be assaulted; nothing if the side passes on purpose."""
    inner = [one for order in orders for one in flattened(order)]
    if any(isinstance(one, Pass) and not one.units for one in inner):
        return
    staying = {unit for one in inner if isinstance(one, Pass) for unit in one.units}
    marching = {ctx.roster[block].army for block in (*after.moves.moved, *staying)}
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
    most = ctx.tables.number["assault_by_default"]
    spoken = {one.place for one in orders if isinstance(one, od.Plan) and one.decision == "assault"}
    for town, siege in sorted(state.sieges.items()):
        if siege.besieger == side and siege.laid and town not in spoken:
            yield _warn(
                0,
                RuleId("CAM-siege-4"),
                f"{ctx.town(town)} can be assaulted this turn, and no order speaks of it.",
                f"Without one it is assaulted only if the die need not show more than {most}.",
            )


def lapsed(ctx: Context, known: State, side: Side, standing: Sequence[Standing]) -> Iterator[Problem]:
    """Standing orders about own blocks that are gone for good."""
    for order in standing:
        block = known.pieces.blocks.get(order.unit)
        if block is not None and block.side == side and block.status == "eliminated":
            name = ctx.name(block.id)
            yield _warn(order.line, GENERAL, f"{name} is gone: this standing order lapses.", "Leave it out.")
