"""Small changes of a position that several events share."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.values import replace
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.sight import hidden_again
from adjudicator.rulesets.campaign1813.state import Block, Pieces, State
from adjudicator.rulesets.campaign1813.supply.strength import after_hits


def changed(state: State, blocks: Iterable[Block]) -> State:
    """The position with some blocks replaced."""
    after = {block.id: block for block in blocks}
    if not after:
        return state
    return replace(state, pieces=Pieces({**state.pieces.blocks, **after}))


def eliminated(state: State, blocks: Iterable[str]) -> State:
    """The position without some blocks: they are lost for the campaign."""
    gone = tuple(blocks)
    for side in sorted({state.block(block).side for block in gone}):
        state = hidden_again(state, side, (block for block in gone if state.block(block).side == side))
    return changed(
        state,
        (
            replace(state.block(b), place=None, status="eliminated", inside=False, disrupted="", supply="in")
            for b in gone
        ),
    )


def hurt(ctx: Context, state: State, block: str, hits: int, destroyed: int | None) -> State:
    """The position after hits on a block."""
    before = state.block(block)
    loss = after_hits(ctx.roster[block], before, hits, destroyed)
    state = changed(state, (replace(before, hits=before.hits + hits, destroyed=loss.destroyed),))
    return eliminated(state, (block,)) if loss.eliminated else state
