"""Orders that a side could give at this moment: what a wrong line of the campaign is answered with."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import Side
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.rates import room
from adjudicator.rulesets.campaign1813.march.recon import targets_of
from adjudicator.rulesets.campaign1813.march.routes import is_enemy_held
from adjudicator.rulesets.campaign1813.state import Block, State


def examples(ctx: Context, known: State, side: Side) -> dict[str, str]:
    """A line for each first word that a side could begin one with now, as far as it can see."""
    mine = (block for block in known.pieces.blocks.values() if block.side == side)
    blocks = sorted((block for block in mine if block.status == "map" and block.place), key=lambda block: block.id)
    return dict((*_marches(ctx, known, side, blocks), *_reveals(ctx, blocks), *_others(ctx, known, side)))


def _marches(ctx: Context, known: State, side: Side, blocks: list[Block]) -> Iterator[tuple[str, str]]:
    """CAM-move-1, CAM-road-1: the first combat block that has an open road to a town without an enemy."""
    for block in blocks:
        if not block.fights or block.kind == "garrison" or block.inside or block.place is None:
            continue
        for there in ctx.network.neighbours[block.place]:
            if not is_enemy_held(known, side, there) and room(ctx, known, side, block.place, there).left > 0:
                name, here, goal = ctx.name(block.id), ctx.town(block.place), ctx.town(there)
                yield "move", f"move {name} to {goal}"
                yield "group", f"group {here}: {name} -> {goal}"
                yield "force", f"force march {name} to {goal}"
                yield "hold", f"hold {name}"
                yield "if", f"if {goal} is not held by the enemy: move {name} to {goal}"
                yield "unless", f"unless {goal} is held by the enemy: move {name} to {goal}"
                return


def _reveals(ctx: Context, blocks: list[Block]) -> Iterator[tuple[str, str]]:
    """CAM-lead-3: an Army Leader, who alone may be turned face up."""
    leader = next((block for block in blocks if block.kind == "leader"), None)
    if leader is not None:
        yield "reveal", f"reveal {ctx.name(leader.id)}"
        yield "keep", f"keep {ctx.name(leader.id)} hidden"


def _others(ctx: Context, known: State, side: Side) -> Iterator[tuple[str, str]]:
    """CAM-recon-2, CAM-siege-4: a stack within reach of an army's scouts, a fortress that is besieged."""
    if side == ctx.sides[1]:
        for army in ctx.armies_of(side):
            near = targets_of(ctx, known, side, army.id)
            if near:
                yield "recon", f"recon {ctx.town(near[0])} by {army.name}"
                yield "scout", f"scout {ctx.town(near[0])} by {army.name}"
                break
    for town, siege in sorted(known.sieges.items()):
        if siege.besieger == side:
            yield "assault", f"assault {ctx.town(town)} needing at most 8 unless sally"
            yield "no", f"no assault at {ctx.town(town)}"
            break
