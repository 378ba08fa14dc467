"""Small changes of a position that several events share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.core.types import Side
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.events import SeenBlock
from adjudicator.rulesets.campaign1813.state import Block, Pieces, Sighting, State, enemy_of
from adjudicator.rulesets.campaign1813.strength import after_hits


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


def seen(state: State, watcher: Side, blocks: Iterable[SeenBlock], place: str, *, current: bool) -> State:
    """CAM-unit-7: a side saw the faces of enemy blocks."""
    mine = dict(state.sightings.get(watcher, {}))
    for one in blocks:
        before = mine.get(one.block)
        stays = current or (before is not None and before.current and before.place == place)
        mine[one.block] = Sighting(one.block, place, state.turn, one.hits, stays)
    return replace(state, sightings={**state.sightings, watcher: mine})


def hidden_again(state: State, side: Side, blocks: Iterable[str]) -> State:
    """CAM-unit-7: blocks that go elsewhere are no longer named to the enemy; what he saw is only remembered."""
    watcher = enemy_of(side)
    mine = state.sightings.get(watcher, {})
    lost = {b: replace(mine[b], current=False) for b in blocks if b in mine and mine[b].current}
    if not lost:
        return state
    return replace(state, sightings={**state.sightings, watcher: {**mine, **lost}})
