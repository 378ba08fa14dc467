"""CAM: strength: elan points, hits, destroyed units, and what is left of a block."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from adjudicator.core.types import Frozen
from adjudicator.rulesets.campaign1813.context import Card, Context
from adjudicator.rulesets.campaign1813.state import Block, State


class BlockLoss(Frozen):
    """What a block lost: hits now, Blücher units destroyed in all, and whether it is gone."""

    block: str
    hits: int
    destroyed: int
    eliminated: bool = False


def elan_left(card: Card, block: Block) -> int:
    """Elan points that a block still has."""
    return max(0, card.full - block.hits)


def units_left(card: Card, block: Block) -> int:
    """Blücher units that a block still has."""
    return 0 if block.status == "eliminated" else card.units - block.destroyed


def share_left(card: Card, block: Block) -> Fraction:
    """The share of its full strength that a block still has."""
    return Fraction(elan_left(card, block), card.full) if card.full else Fraction(0)


def points_left(card: Card, block: Block) -> Fraction:
    """CAM-assault-2: current points: the share of elan left of the points at full strength."""
    return card.points * share_left(card, block)


def men_left(card: Card, block: Block) -> Fraction:
    """CAM-assault-3: men at current strength."""
    return card.men * share_left(card, block)


def percent_of_full(card: Card, percent: int) -> int:
    """CAM-fm-3, CAM-attr-2, CAM-rout-3: a share of full strength in hits, rounded up: four quarters eliminate."""
    return -(-card.full * percent // 100)


def after_hits(card: Card, block: Block, hits: int, destroyed: int | None = None) -> BlockLoss:
    """CAM-attr-1: what hits do to a block: units destroyed in all, and whether anything is left of it."""
    total = block.hits + hits
    gone = total >= card.full
    counted = max(block.destroyed, total // card.elan) if destroyed is None else destroyed
    return BlockLoss(
        block=block.id, hits=hits, destroyed=card.units if gone else min(counted, card.units), eliminated=gone
    )


def units_lost(ctx: Context, state: State, army: str) -> int:
    """CAM-break-1: Blücher infantry and cavalry units that an army has lost by any cause."""
    lost = 0
    for id_ in ctx.armies[army].blocks:
        card, block = ctx.roster[id_], state.pieces.blocks.get(id_)
        if block is not None and card.kind in ("infantry", "cavalry"):
            lost += card.units if block.status == "eliminated" else block.destroyed
    return lost


def strongest(ctx: Context, blocks: Iterable[Block]) -> Block | None:
    """The block with most elan left; of equals the first by id."""
    return min(blocks, key=lambda block: (-elan_left(ctx.card(block), block), block.id), default=None)
