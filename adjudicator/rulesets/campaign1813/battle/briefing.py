"""CAM: what the battle brief is made from: the battle, its town and roads, the forces, who may come and where to go.

Made from the position as a side knows it, it shows the enemy's blocks by colour only; made from the real position, for
the umpire, it hides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.values import dataclass
from adjudicator.maps.network import Road, Town
from adjudicator.rulesets.campaign1813.battle.reinforcing import Column, columns
from adjudicator.rulesets.campaign1813.battle.result import on_the_field
from adjudicator.rulesets.campaign1813.battle.retreats import arena_of, may_end_at
from adjudicator.rulesets.campaign1813.battle.sketch import holders
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.state import Battle, Block, Contest, Sighting, State, enemy_of
from adjudicator.rulesets.campaign1813.supply.strength import units_left


@dataclass(frozen=True, slots=True)
class Force:
    """One side's force, and its army morale: a third of its Blücher units (CAM-rout-1)."""

    side: Side
    role: Literal["attacker", "defender"]
    blocks: tuple[Block, ...]
    units: int
    """Blücher units known to the reader."""
    third: int
    """Units whose loss routs it; 0 where the reader does not know the force."""
    break_off: int = 0
    """Percent of losses at which it wishes to break off; 0: never, or not known to the reader."""


@dataclass(frozen=True, slots=True)
class BattleBrief:
    """A battle, for one reader."""

    ctx: Context = field(repr=False, compare=False)
    reader: Side
    turn: int
    battle: Battle
    gates: tuple[str, ...]
    """The towns by whose roads the attacker came in, which everybody sees."""
    forces: tuple[Force, ...]
    groups: tuple[Column, ...]
    """CAM-reinf-2: the groups that may come, as far as the reader may know them."""
    exits: Mapping[Side, tuple[Road, ...]]
    """CAM-retreat-2, CAM-retreat-3: the roads to neighbouring towns that are open to a side's retreat."""
    holders: Mapping[str, Side | None]
    """Who stands at the end of each road, or holds the town there; None for nobody."""
    scouted: Mapping[Side, tuple[Sighting, ...]]
    """CAM-recon-5: what the reader noted of hidden enemy blocks in this town or where the attackers came from."""

    @property
    def town(self) -> Town:
        """Where it is fought."""
        return self.ctx.network.towns[self.battle.town]

    @property
    def roads(self) -> tuple[Road, ...]:
        """CAM-terr-4: the roads that lead into the town."""
        return tuple(self.ctx.network.roads_at[self.battle.town])

    @property
    def over_a_pass(self) -> bool:
        """CAM-table-3: whether an attacker came in over a mountain pass."""
        return any(road.mountain_pass and road.other(self.battle.town) in self.gates for road in self.roads)


def battle_brief(ctx: Context, known: State, side: Side) -> BattleBrief | None:
    """The brief of the battle that is awaited, for a side (from what it knows) or the umpire; None if there is none."""
    battle = known.battle
    if battle is None or known.stage != "report":
        return None
    readers = ctx.sides if side == UMPIRE or ctx.options["fog"] == "none" else (side,)
    return BattleBrief(
        ctx=ctx,
        reader=side,
        turn=known.turn,
        battle=battle,
        gates=known.contests.get(battle.town, Contest(battle.town)).gates,
        forces=tuple(_force(ctx, known, battle, one) for one in (battle.attacker, enemy_of(battle.attacker))),
        groups=tuple(group for one in readers for group in columns(ctx, known, battle.town, one)),
        exits={one: _exits(ctx, known, battle, one) for one in readers},
        holders=holders(known, battle.town, ctx.network.roads_at[battle.town]),
        scouted={one: _scouted(known, battle, one) for one in ctx.sides if one != side},
    )


def _scouted(known: State, battle: Battle, side: Side) -> tuple[Sighting, ...]:
    """CAM-recon-5: notes of the other side's scouts about blocks that may stand here: seen at this town or beside it.

    Blocks that are named on the map stand among the forces themselves.
    """
    notes = known.sightings.get(enemy_of(side), {})
    contest = known.contests.get(battle.town, Contest(battle.town))
    near = {battle.town, *contest.gates, *contest.origins}
    named = {block.id for block in known.pieces.blocks.values() if block.side == side and not block.unseen}
    found = [note for note in notes.values() if note.place in near and not note.current and note.block not in named]
    return tuple(sorted(found, key=lambda note: (-note.turn, note.block)))


def _force(ctx: Context, known: State, battle: Battle, side: Side) -> Force:
    blocks = on_the_field(known, battle, side)
    units = sum(units_left(ctx.card(block), block) for block in blocks)
    whole = not any(block.unseen for block in blocks)
    return Force(
        side=side,
        role="attacker" if side == battle.attacker else "defender",
        blocks=blocks,
        units=units,
        third=-(-units // ctx.tables.number["rout_share"]) if whole else 0,
        break_off=next((wish.percent for wish in battle.break_off if wish.side == side), 0),
    )


def _exits(ctx: Context, known: State, battle: Battle, side: Side) -> tuple[Road, ...]:
    arena = arena_of(known, battle.town)
    roads = ctx.network.roads_at[battle.town]
    return tuple(road for road in roads if may_end_at(known, arena, side, road.other(battle.town)).value)
