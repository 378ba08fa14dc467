"""A position of the campaign as maps and reports draw it: blocks, towns, depots, roads in use, losses, rosters.

A mark stands on a town, or on a section of road by the section's id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.view import Knowledge, Mark, Piece, Track, View
from adjudicator.rulesets.campaign1813.context import Card, Context, Day
from adjudicator.rulesets.campaign1813.sight import unseen_name
from adjudicator.rulesets.campaign1813.state import Block, Sighting, State, enemy_of
from adjudicator.rulesets.campaign1813.supply.strength import elan_left, units_left, units_lost
from adjudicator.rulesets.campaign1813.supply.supply import Line, depot_reach, supply_lines
from adjudicator.rulesets.campaign1813.views.view_tables import block_marks, in_mp, tables

RULESET = "campaign1813"
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def view(ctx: Context, known: State, side: Side) -> View:
    """What a side (or the umpire, from the real position) has before it."""
    day = ctx.calendar.get(known.turn)
    lines = {owner: supply_lines(ctx, known, owner) for owner in (ctx.sides if side == UMPIRE else (side,))}
    return View(
        ruleset=RULESET,
        scenario=RULESET,
        side=side,
        turn=known.turn,
        clock=dates(day) if day else "",
        phase=known.stage,
        pieces=(*_blocks(ctx, known, side), *_remembered(ctx, known, side)),
        marks=(*_marks(ctx, known), *_supply(ctx, known, lines)),
        tracks=_tracks(ctx, known, side),
        tables=tables(ctx, known, side, lines),
        ending=known.ending,
    )


def dates(day: Day) -> str:
    """CAM-gen-2: the days of a campaign turn: "16-18 August 1813", "31 August - 2 September 1813"."""
    (year, month, first), (_, last_month, last) = day.first_day.split("-"), day.last_day.split("-")
    if month == last_month:
        return f"{int(first)}-{int(last)} {MONTHS[int(month) - 1]} {year}"
    return f"{int(first)} {MONTHS[int(month) - 1]} - {int(last)} {MONTHS[int(last_month) - 1]} {year}"


# --- blocks ------------------------------------------------------------------------------------------------------


def _blocks(ctx: Context, known: State, side: Side) -> Iterator[Piece]:
    for block in known.pieces.blocks.values():
        if block.unseen:
            yield _unseen(block)
        else:
            yield _block(ctx, known, block, side)


def _unseen(block: Block) -> Piece:
    """CAM-unit-7 (A-6): a block of which only the colour is known, and whether it stands behind walls."""
    return Piece(
        id=block.id,
        name=unseen_name(block),
        side=block.side,
        place=block.place,
        knowledge="unknown",
        kind="block",
        colour=block.nation,
        marks=("besieged",) if block.inside else (),
    )


def _formation(ctx: Context, card: Card) -> str:
    """CAM-unit-2: the corps of a block, else its army; "" for those outside armies."""
    return card.corps or (card.army if card.army in ctx.armies else "")


def _block(ctx: Context, known: State, block: Block, side: Side) -> Piece:
    card = ctx.card(block)
    knowledge: Knowledge = "own" if side in (block.side, UMPIRE) else "known"
    values = (str(units_left(card, block)), str(card.elan), str(elan_left(card, block))) if card.fights else ()
    return Piece(
        id=block.id,
        name=card.name,
        side=block.side,
        place=block.place if block.status == "map" else None,
        knowledge=knowledge,
        kind=card.kind,
        values=values,
        colour=_formation(ctx, card),
        marks=(card.nation, *block_marks(known, block)),
    )


def _remembered(ctx: Context, known: State, side: Side) -> Iterator[Piece]:
    """CAM-recon-5: enemy blocks that were seen once and have been hidden again since."""
    if side == UMPIRE:
        return
    for sighting in sorted(known.sightings.get(side, {}).values(), key=lambda one: one.block):
        if sighting.block not in known.pieces.blocks:
            yield _ghost(ctx, sighting, enemy_of(side))


def _ghost(ctx: Context, sighting: Sighting, side: Side) -> Piece:
    card = ctx.roster[sighting.block]
    left = "?" if sighting.hits is None else str(max(0, card.full - sighting.hits))
    return Piece(
        id=sighting.block,
        name=card.name,
        side=side,
        place=sighting.place,
        knowledge="last_seen",
        kind=card.kind,
        values=(str(card.units), str(card.elan), left) if card.fights else (),
        colour=_formation(ctx, card),
        marks=(card.nation,),
        seen=f"turn {sighting.turn} at {ctx.town(sighting.place)}",
    )


# --- marks -------------------------------------------------------------------------------------------------------


def _marks(ctx: Context, known: State) -> Iterator[Mark]:
    for town in ctx.network.towns:
        if town in known.held:
            yield Mark(place=town, kind="held", text=f"held by the {known.held[town]}", side=known.held[town])
    for town in dict.fromkeys(town for row in ctx.tables.victory for town in (*row.keep, *row.capture)):
        yield Mark(place=town, kind="objective", text=ctx.town(town), side=known.held.get(town))
    for town, depot in sorted(known.depots.items()):
        yield Mark(place=town, kind="depot", text=f"{depot.owner} depot of type {depot.type}", side=depot.owner)
    for town, siege in sorted(known.sieges.items()):
        words = f"besieged since turn {siege.since}" if siege.laid else "invested, no siege laid"
        yield Mark(place=town, kind="siege", text=words, side=siege.besieger)
    if known.battle is not None:
        yield Mark(place=known.battle.town, kind="battle", text="battle", side=known.battle.attacker)
    for road, uses in sorted(known.roads.items()):
        if sum(uses.values()):
            most = ctx.tables.limits["movement"].most(ctx.network.roads[road].kind, crosses=False)
            yield Mark(place=road, kind="used", text=f"{sum(uses.values())} of {most}")


def _supply(ctx: Context, known: State, lines: Mapping[Side, tuple[Line, ...]]) -> Iterator[Mark]:
    """CAM-supply-8, CAM-supply-9: sections that supply lines follow, and what is left in towns of a depot's range."""
    for owner, mine in lines.items():
        for road in dict.fromkeys(road for line in mine for road in _sections(ctx, line)):
            yield Mark(place=road, kind="supply", side=owner)
        for town, left in sorted(depot_reach(ctx, known, owner).items()):
            yield Mark(place=town, kind="range", text=f"{in_mp(ctx, left)} MP left of {owner} supply", side=owner)


def _sections(ctx: Context, line: Line) -> Iterator[str]:
    for here, there in pairwise(line.path):
        road = ctx.network.road(here, there)
        if road is not None:
            yield road.id


# --- break points ------------------------------------------------------------------------------------------------


def _tracks(ctx: Context, known: State, side: Side) -> tuple[Track, ...]:
    """CAM-break-1: the Blücher units that each army of the side (for the umpire: each army) has lost."""
    return tuple(
        Track(
            name=f"{army.name} losses",
            value=units_lost(ctx, known, army.id),
            side=army.side,
            high=army.break_point,
            history=tuple((f"T{turn}", lost[army.id]) for turn, lost in known.history if army.id in lost),
        )
        for army in ctx.armies.values()
        if side in (army.side, UMPIRE)
    )
