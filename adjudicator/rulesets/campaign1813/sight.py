"""CAM-unit-7: fog of war: what a side knows of a position, and how it comes to know blocks.

A side sees how many enemy blocks of which colour stand in a town, never which, until combat or reconnaissance shows
them. A block shown in combat, or a leader turned face up, stays named until it goes elsewhere; what reconnaissance
shows is hidden again at once. What was seen is remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.core.types import PUBLIC, UMPIRE, Frozen, Side
from adjudicator.core.values import replace
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.state import (
    Battle,
    Block,
    Contest,
    Moves,
    Pieces,
    Sighting,
    State,
    enemy_of,
)


def sees_all(ctx: Context, side: Side) -> bool:
    """The umpire, and both sides in a match without fog."""
    return side == UMPIRE or (ctx.options["fog"] == "none" and side != PUBLIC)


def is_sighted(state: State, side: Side, block: str) -> bool:
    """Whether a side knows which enemy block this is, here and now."""
    sighting = state.sightings.get(side, {}).get(block)
    return sighting is not None and sighting.current and sighting.place == state.block(block).place


def colours(ctx: Context, blocks: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """CAM-unit-7 (A-6): how many blocks of which nation; all that the enemy sees."""
    found: dict[str, int] = {}
    for block in blocks:
        nation = ctx.roster[block].nation
        found[nation] = found.get(nation, 0) + 1
    return tuple(sorted(found.items()))


def unseen_name(block: Block) -> str:
    """What a block is called whose face is hidden."""
    return f"unknown {block.nation} block"


# --- coming to know blocks, and losing sight of them ---------------------------------------------------------------


class SeenBlock(Frozen):
    """A block whose face was seen; `hits` if its strength was seen too."""

    block: str
    hits: int | None = None


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


# --- what a side knows of a position -----------------------------------------------------------------------------


def known(ctx: Context, state: State, side: Side) -> State:
    """The position as a side knows it, in the same form."""
    if sees_all(ctx, side):
        return state
    active = state.active == side
    return replace(
        state,
        pieces=Pieces(_seen_blocks(ctx, state, side)),
        roads=_seen_roads(state, side),
        traffic=_seen_traffic(state, side),
        moves=state.moves if active else Moves(),
        plans=state.plans if active else (),
        contests=state.contests if active else {town: _seen_contest(one) for town, one in state.contests.items()},
        battle=None if state.battle is None else _seen_battle(state.battle, side),
        fought=frozenset(block for block in state.fought if ctx.roster[block].side == side),
        sightings={side: state.sightings.get(side, {})},
        history=tuple((turn, _own_losses(ctx, lost, side)) for turn, lost in state.history),
    )


def _seen_blocks(ctx: Context, state: State, side: Side) -> dict[str, Block]:
    """CAM-unit-3, CAM-unit-7 (A-6): own blocks whole; of the enemy's those that are named, the others by colour."""
    found: dict[str, Block] = {}
    named: dict[str, Block] = {}
    hidden: dict[tuple[str, bool, str, Side], int] = {}
    sightings, roster = state.sightings.get(side, {}), ctx.roster
    for block in state.pieces.blocks.values():
        if block.side == side:
            found[block.id] = block
        elif block.status == "map" and block.place is not None:
            if block.id in sightings and is_sighted(state, side, block.id):
                named[block.id] = _seen_block(state, side, block)
            else:
                key = (block.place, block.inside, block.nation or roster[block.id].nation, block.side)
                hidden[key] = hidden.get(key, 0) + 1
    found |= named
    numbers: dict[tuple[str, str], int] = {}
    for (place, inside, nation, owner), count in sorted(hidden.items()):
        for _ in range(count):
            numbers[place, nation] = numbers.get((place, nation), 0) + 1
            name = f"?{owner}/{nation}/{place}/{numbers[place, nation]}"
            found[name] = Block(name, owner, place=place, inside=inside, nation=nation)
    return ctx.in_order(found)


def _seen_block(state: State, side: Side, block: Block) -> Block:
    """A named enemy block: where it is, and as worn as it was when it was seen."""
    hits = state.sightings[side][block.id].hits
    return Block(block.id, block.side, block.kind, block.place, hits=hits or 0, inside=block.inside)


def _seen_roads(state: State, side: Side) -> Mapping[str, Mapping[Side, int]]:
    """CAM-unit-7, CAM-lead-2: of the own side the units on each road; of the enemy's the blocks, leaders among them."""
    found: dict[str, dict[Side, int]] = {}
    for road in (*state.roads, *state.traffic):
        uses = {owner: count for owner, count in state.roads.get(road, {}).items() if owner == side}
        uses |= {owner: count for owner, count in state.traffic.get(road, {}).items() if owner != side}
        if uses:
            found[road] = uses
    return found


def _seen_traffic(state: State, side: Side) -> Mapping[str, Mapping[Side, int]]:
    """CAM-unit-7: what was seen of the enemy on the roads."""
    found = {road: {o: n for o, n in uses.items() if o != side} for road, uses in state.traffic.items()}
    return {road: uses for road, uses in found.items() if uses}


def _seen_contest(contest: Contest) -> Contest:
    """Everybody sees by which roads a town was entered, not by whom."""
    return replace(contest, approaches=())


def _seen_battle(battle: Battle, side: Side) -> Battle:
    """CAM-reinf-7: of a battle each side knows what it brought and sent itself, and where it is fought."""
    mine = side == battle.attacker
    return replace(
        battle,
        approaches=battle.approaches if mine else (),
        relief=battle.relief if mine else (),
        sent=tuple(one for one in battle.sent if one.side == side),
        break_off=tuple(one for one in battle.break_off if one.side == side),
    )


def _own_losses(ctx: Context, lost: Mapping[str, int], side: Side) -> dict[str, int]:
    return {army: count for army, count in lost.items() if ctx.armies[army].side == side}
