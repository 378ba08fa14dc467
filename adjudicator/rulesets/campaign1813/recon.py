"""CAM: reconnaissance operations: Cossacks and Freikorps look at French stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, Order, RuleId, Side
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.events import SeenBlock, StackReconnoitred
from adjudicator.rulesets.campaign1813.orders import Recon
from adjudicator.rulesets.campaign1813.run import Run, refused
from adjudicator.rulesets.campaign1813.state import FRENCH, Block, State, enemy_of
from adjudicator.rulesets.campaign1813.tables import band_of

Written = tuple[Order, str]


def run_recon(run: Run, orders: Sequence[Written]) -> Telling:
    """CAM-recon-2: each Allied army in its order, at most one target each; without an order the default of D-2."""
    targets: dict[str, str] = {}
    for order, words in orders:
        if not isinstance(order, Recon):
            continue
        wrong = recon_problem(run.ctx, run.state, run.side, order, targets)
        if wrong is not None:
            yield refused(run.side, order, words, wrong.rule, wrong.because, _remedy(run, order))
            continue
        if order.army:
            targets[order.army] = order.target
        else:
            targets |= dict.fromkeys((army.id for army in run.ctx.armies_of(run.side)), "")
    if run.side == FRENCH:
        return
    for army in run.ctx.armies_of(run.side):
        target = targets.get(army.id, default_target(run.ctx, run.state, run.side, army.id))
        if target:
            yield reconnoitre(run, army.id, target)


def may_reconnoitre(side: Side) -> Finding[bool]:
    """CAM-recon-1: the French conduct no reconnaissance."""
    return Finding(rule=RuleId("CAM-recon-1"), value=side != FRENCH, because="The French conduct no reconnaissance")


def recon_problem(
    ctx: Context, state: State, side: Side, order: Recon, done: Mapping[str, str]
) -> Finding[bool] | None:
    """What is wrong with an order to reconnoitre; None if nothing."""
    allowed = may_reconnoitre(side)
    if not allowed.value:
        return allowed.model_copy(update={"because": "The French side may not reconnoitre."})
    if not order.army:
        return None
    army = ctx.armies.get(order.army)
    if army is None or army.side != side:
        return Finding(rule=RuleId("CAM-recon-2"), value=False, because="Only armies of yours may reconnoitre.")
    if order.army in done:
        because = f"{army.name} has its one reconnaissance of this turn already."
        return Finding(rule=RuleId("CAM-recon-2"), value=False, because=because)
    if order.target and order.target not in targets_of(ctx, state, side, order.army):
        because = f"{ctx.town(order.target)} holds no French stack next to a unit of {army.name}."
        return Finding(rule=RuleId("CAM-recon-3"), value=False, because=because)
    return None


def _remedy(run: Run, order: Recon) -> str:
    if run.side == FRENCH:
        return "Leave the order out."
    near = targets_of(run.ctx, run.state, run.side, order.army)
    if order.army not in run.ctx.armies:
        return f"Name one of: {', '.join(army.name for army in run.ctx.armies_of(run.side))}."
    return f"Within its reach: {', '.join(map(run.ctx.town, near)) or 'nothing'}."


def targets_of(ctx: Context, state: State, side: Side, army: str) -> tuple[str, ...]:
    """CAM-recon-3: towns with a French stack next to any unit of an army (a besieged garrison too, A-5)."""
    near: set[str] = set()
    for block in state.pieces.blocks.values():
        if block.side == side and block.status == "map" and block.place and ctx.roster[block.id].army == army:
            near.update(ctx.network.neighbours[block.place])
    enemy = enemy_of(side)
    return tuple(sorted(town for town in near if state.pieces.of(town, enemy)))


def default_target(ctx: Context, state: State, side: Side, army: str) -> str:
    """D-2: the stack within reach that has most blocks."""
    enemy = enemy_of(side)
    near = targets_of(ctx, state, side, army)
    return min(near, key=lambda town: (-len(state.pieces.of(town, enemy)), town), default="")


def stack_of(state: State, side: Side, town: str) -> tuple[Block, ...]:
    """CAM-recon-4: the enemy blocks in a town in the order of their ids, commanders included."""
    return tuple(sorted(state.pieces.of(town, enemy_of(side)), key=lambda block: block.id))


def reconnoitre(run: Run, army: str, target: str) -> StackReconnoitred:
    """CAM-recon-4: one die for each block; CAM-recon-5: what is shown is noted and hidden again."""
    stack = stack_of(run.state, run.side, target)
    roll = run.dice.roll(f"{run.label}/recon/{army}/{target}", len(stack), veiled=True)
    table = run.ctx.tables.recon
    shown = tuple(
        SeenBlock(block=block.id) for block, die in zip(stack, roll.faces, strict=True) if band_of(table, die).shown
    )
    return StackReconnoitred(side=run.side, army=army, target=target, count=len(stack), shown=shown, rolls=(roll,))
