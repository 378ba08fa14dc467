"""CAM: reconnaissance operations: Cossacks and Freikorps look at French stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Order, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.events import StackReconnoitred
from adjudicator.rulesets.campaign1813.orders import Recon
from adjudicator.rulesets.campaign1813.plans import Run, prefix
from adjudicator.rulesets.campaign1813.sight import SeenBlock
from adjudicator.rulesets.campaign1813.state import FRENCH, Block, State, enemy_of
from adjudicator.rulesets.campaign1813.tables import band_of


def run_recon(run: Run, orders: Sequence[Order]) -> Telling:
    """CAM-recon-2: each Allied army in its order, at most one target each; without an order the default of D-2."""
    targets: dict[str, str] = {}
    for order in orders:
        if not isinstance(order, Recon):
            continue
        allowed = may_reconnoitre(run.ctx, run.state, run.side, order, targets)
        if not allowed.value:
            yield run.refused(order, allowed)
        elif order.army:
            targets[order.army] = order.target
        else:
            targets |= dict.fromkeys((army.id for army in run.ctx.armies_of(run.side)), "")
    if run.side == FRENCH:
        return
    for army in run.ctx.armies_of(run.side):
        target = targets.get(army.id, default_target(run.ctx, run.state, run.side, army.id))
        if target:
            yield reconnoitre(run, army.id, target)


def may_reconnoitre(ctx: Context, state: State, side: Side, order: Recon, done: Mapping[str, str]) -> Verdict:
    """CAM-recon-1, CAM-recon-2, CAM-recon-3: only the Allies; each army once, at a French stack next to one of its
    units."""
    if side == FRENCH:
        return no("CAM-recon-1", "The French side may not reconnoitre.", "Leave the order out.")
    if not order.army:
        return yes("CAM-recon-2")
    army = ctx.armies.get(order.army)
    if army is None or army.side != side:
        ours = f"Name one of: {', '.join(army.name for army in ctx.armies_of(side))}."
        return no("CAM-recon-2", "Only armies of yours may reconnoitre.", ours)
    near = targets_of(ctx, state, side, order.army)
    within = f"Within its reach: {', '.join(map(ctx.town, near)) or 'nothing'}."
    if order.army in done:
        return no("CAM-recon-2", f"{army.name} has its one reconnaissance of this turn already.", within)
    if order.target and order.target not in near:
        return no(
            "CAM-recon-3", f"{ctx.town(order.target)} holds no French stack next to a unit of {army.name}.", within
        )
    return yes("CAM-recon-3")


def targets_of(ctx: Context, state: State, side: Side, army: str) -> tuple[str, ...]:
    """CAM-recon-3: towns with a French stack next to any unit of an army (a besieged garrison too, A-5)."""
    near: set[str] = set()
    for block in state.pieces.blocks.values():
        if block.side == side and block.status == "map" and block.place and ctx.card(block).army == army:
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
    """CAM-recon-4: one die for each block; CAM-recon-5: what is shown is noted and hidden again.

    The dice are thrown for the blocks in an order that nobody knows: in that of the roster, the dice that show nothing
    would tell between which blocks the others stand.
    """
    stack = stack_of(run.state, run.side, target)
    label = f"{prefix(run)}/recon/{army}/{target}"
    stack, mixed = run.dice.shuffle(f"{label}/order", stack, veiled=True)
    roll = run.dice.roll(label, len(stack), veiled=True)
    table = run.ctx.tables.recon
    shown = tuple(
        SeenBlock(block=block.id) for block, die in zip(stack, roll.faces, strict=True) if band_of(table, die).shown
    )
    shown = tuple(sorted(shown, key=lambda one: one.block))
    rolls = (roll, mixed) if len(stack) > 1 else (roll,)
    return StackReconnoitred(side=run.side, army=army, target=target, count=len(stack), shown=shown, rolls=rolls)
