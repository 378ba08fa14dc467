"""LB-6.2, R-102: the game without the enemy's specific sides: what `check` reckons with cannot tell what it may not."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.types import Side
from adjudicator.rulesets.labataille.context import Context, LeaderCard, UnitCard

ONE = 1
MORALE = 33
"""What stands for a number that nobody knows: dice would fall there, and `check` goes no farther."""


def concealed(ctx: Context, side: Side) -> Context:
    """Cards of the enemy with plain numbers in the place of his; made once for each side."""
    made: dict[Side, Context] = ctx.memo.setdefault("concealed", {})
    if side not in made:
        units = {one: card if card.side == side else _unit(card) for one, card in ctx.units.items()}
        leaders = {one: card if card.side == side else _leader(card) for one, card in ctx.leaders.items()}
        made[side] = replace(ctx, units=units, leaders=leaders)
    return made[side]


def _unit(card: UnitCard) -> UnitCard:

    return replace(
        card,
        fire=ONE,
        fire_medium=ONE,
        fire_long=ONE,
        melee=ONE,
        morale=MORALE,
        skirmishes=False,
        range=ONE,
        lance=0,
    )


def _leader(card: LeaderCard) -> LeaderCard:
    return replace(card, artillery=0, melee=0, morale=0, cavalry=0, special=False, limber=0)
