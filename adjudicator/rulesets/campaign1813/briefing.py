"""CAM: the battle brief: everything the table needs to know, as far as its reader may know it.

A brief is made from a position. Made from the position as a side knows it, it shows the enemy's blocks by colour only;
made from the real position, for the umpire, it hides nothing.
"""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import UMPIRE, Frozen, Side
from adjudicator.rulesets.campaign1813.battle_events import Rules
from adjudicator.rulesets.campaign1813.context import UNSEEN, Context
from adjudicator.rulesets.campaign1813.ground import features
from adjudicator.rulesets.campaign1813.rates import limit
from adjudicator.rulesets.campaign1813.reinforcing import columns, phases
from adjudicator.rulesets.campaign1813.result import on_the_field
from adjudicator.rulesets.campaign1813.retreats import arena_of, may_end_at
from adjudicator.rulesets.campaign1813.sequence import report_phase
from adjudicator.rulesets.campaign1813.state import Battle, Block, State, enemy_of
from adjudicator.rulesets.campaign1813.strength import elan_left, points_left, units_left
from adjudicator.rulesets.campaign1813.tables import Location


class BriefBlock(Frozen):
    """A block in a battle; of an unknown one only the nation is filled in."""

    id: str
    name: str
    nation: str
    known: bool = True
    army: str = ""
    corps: str = ""
    kind: str = ""
    units: int = 0
    """Blücher units left."""
    elan: int = 0
    elan_left: int = 0
    hits: int = 0
    points: int = 0
    points_left: int = 0
    men: int = 0
    disrupted: bool = False
    """CAM-dis-4: fights this battle with one elan less."""
    traits: tuple[str, ...] = ()
    """CAM-lead-9."""


class BriefForce(Frozen):
    """One side's force, and its army morale: a third of its Blücher units (CAM-rout-1)."""

    side: Side
    role: Literal["attacker", "defender"]
    blocks: tuple[BriefBlock, ...]
    units: int
    """Blücher units known to the reader."""
    third: int
    """Units whose loss routs it; 0 where the reader does not know the force."""
    break_off: int = 0
    """Percent of losses at which it wishes to break off; 0: never, or not known to the reader."""


class BriefApproach(Frozen):
    """How an attacking block came."""

    block: str
    name: str
    origin: str
    section: str
    road: str
    river: str = ""
    forced: bool = False


class BriefRoad(Frozen):
    """CAM-terr-4: a road that leads into the town."""

    to: str
    kind: str
    river: str = ""
    mountain_pass: bool = False


class BriefFeature(Frozen):
    """CAM-loc-3 to CAM-loc-6: something that the location puts on the table."""

    name: str
    size: str = ""
    effect: str = ""


class BriefGroup(Frozen):
    """CAM-reinf-2: a group that may reinforce the battle."""

    side: Side
    origin: str
    road: str
    blocks: tuple[BriefBlock, ...]
    per_phase: int
    factor: int
    committed: tuple[str, ...] = ()
    """Names of the blocks that orders have already sent."""


class BriefExit(Frozen):
    """CAM-retreat-2, CAM-retreat-3: a town open to a side's retreat, and the limits of its road."""

    side: Side
    id: str
    town: str
    road: str
    retreat: int
    """Units for each battle turn."""
    rout: int


class BriefObjective(Frozen):
    """CAM-obj-3, CAM-obj-4: what a card is worth on a place."""

    objective: str
    vp: str


class BriefRule(Frozen):
    """What is settled at the table."""

    section: str
    rule: str
    text: str


class BattleBrief(Frozen):
    """A battle, for one reader."""

    reader: Side
    turn: int
    first_day: str
    last_day: str
    town: str
    town_name: str
    kind: str
    fortress: bool
    attacker: Side
    defender: Side
    rules: Rules
    location: Location
    die: int
    features: tuple[BriefFeature, ...]
    size: str
    cards: int
    or_more: bool
    section_inches: int
    over_a_pass: bool
    """CAM-table-3: a mountain pass leads into the town on an attacker's way."""
    field: str
    table: str
    fields: tuple[str, ...]
    terrain: str
    river: str
    roads: tuple[BriefRoad, ...]
    forces: tuple[BriefForce, ...]
    approaches: tuple[BriefApproach, ...]
    objective_cards: int
    objectives: tuple[BriefObjective, ...]
    card_values: tuple[tuple[Side, tuple[int, ...]], ...]
    groups: tuple[BriefGroup, ...]
    phases: tuple[int, ...]
    exits: tuple[BriefExit, ...]
    table_rules: tuple[BriefRule, ...]
    report_turn: int
    report_phase: str
    """What the header of the report must say."""


def battle_brief(ctx: Context, known: State, side: Side) -> BattleBrief | None:
    """The brief of the battle that is awaited, for a side (from what it knows) or the umpire; None if there is none."""
    battle = known.battle
    if battle is None or known.stage != "report":
        return None
    town, day = ctx.network.towns[battle.town], ctx.calendar[known.turn]
    readers = ctx.sides if side == UMPIRE or ctx.options["fog"] == "none" else (side,)
    return BattleBrief(
        reader=side,
        turn=known.turn,
        first_day=day.first_day,
        last_day=day.last_day,
        town=town.id,
        town_name=town.name,
        kind=town.kind,
        fortress=town.fortress,
        attacker=battle.attacker,
        defender=enemy_of(battle.attacker),
        rules=battle.rules,
        location=battle.location,
        die=battle.die,
        features=tuple(
            BriefFeature(name=row.name, size=row.size, effect=row.effect)
            for row in features(ctx, battle.town, battle.location)
        ),
        size=battle.size,
        cards=battle.cards,
        or_more=battle.or_more,
        section_inches=ctx.tables.number["section_inches"],
        over_a_pass=_over_a_pass(ctx, known, battle),
        field=battle.field,
        table=battle.table,
        fields=tuple(row.field for row in ctx.tables.historical_fields),
        terrain=town.terrain,
        river=town.river,
        roads=_roads(ctx, battle.town),
        forces=tuple(_force(ctx, known, battle, one) for one in (battle.attacker, enemy_of(battle.attacker))),
        approaches=_approaches(ctx, battle),
        objective_cards=ctx.tables.number["objective_cards"],
        objectives=_objectives(ctx),
        card_values=battle.objectives,
        groups=tuple(group for one in readers for group in _groups(ctx, known, battle, one)),
        phases=phases(ctx),
        exits=tuple(way for one in readers for way in _exits(ctx, known, battle, one)),
        table_rules=tuple(
            BriefRule(section=row.section, rule=row.rule, text=row.text) for row in ctx.tables.table_rules
        ),
        report_turn=known.turn,
        report_phase=report_phase(known),
    )


# --- forces ------------------------------------------------------------------------------------------------------


def _block(ctx: Context, block: Block) -> BriefBlock:
    card = ctx.roster[block.id]
    if block.id.startswith(UNSEEN):
        return BriefBlock(id=block.id, name=card.name, nation=card.nation, known=False)
    return BriefBlock(
        id=block.id,
        name=card.name,
        nation=card.nation,
        army=ctx.army_name(card.army),
        corps=ctx.corps[card.corps].name if card.corps else "",
        kind=card.kind,
        units=units_left(card, block),
        elan=card.elan,
        elan_left=elan_left(card, block),
        hits=block.hits,
        points=card.points,
        points_left=int(points_left(card, block)),
        men=card.men,
        disrupted=bool(block.disrupted),
        traits=card.traits,
    )


def _force(ctx: Context, known: State, battle: Battle, side: Side) -> BriefForce:
    blocks = tuple(_block(ctx, block) for block in on_the_field(known, battle, side))
    units = sum(block.units for block in blocks)
    share = ctx.tables.number["rout_share"]
    whole = all(block.known for block in blocks)
    return BriefForce(
        side=side,
        role="attacker" if side == battle.attacker else "defender",
        blocks=blocks,
        units=units,
        third=-(-units // share) if whole else 0,
        break_off=next((wish.percent for wish in battle.break_off if wish.side == side), 0),
    )


def _approaches(ctx: Context, battle: Battle) -> tuple[BriefApproach, ...]:
    """Per attacking block its origin, the last section, its road and river."""
    found = []
    for one in battle.approaches:
        road = ctx.network.road(one.gate, battle.town)
        assert road is not None
        found.append(
            BriefApproach(
                block=one.block,
                name=ctx.name(one.block),
                origin=ctx.town(one.origin),
                section=f"{ctx.town(one.gate)} - {ctx.town(battle.town)}",
                road=road.kind,
                river=road.river,
                forced=one.forced,
            )
        )
    return tuple(found)


# --- ground ------------------------------------------------------------------------------------------------------


def _over_a_pass(ctx: Context, known: State, battle: Battle) -> bool:
    """CAM-table-3: whether an attacker came in over a mountain pass."""
    contest = known.contests.get(battle.town)
    roads = [ctx.network.road(gate, battle.town) for gate in (contest.gates if contest else ())]
    return any(road is not None and road.mountain_pass for road in roads)


def _roads(ctx: Context, town: str) -> tuple[BriefRoad, ...]:
    return tuple(
        BriefRoad(to=ctx.town(road.other(town)), kind=road.kind, river=road.river, mountain_pass=road.mountain_pass)
        for road in ctx.network.roads_at[town]
    )


def _objectives(ctx: Context) -> tuple[BriefObjective, ...]:
    found = []
    for row in ctx.tables.objectives:
        name = "river crossing or crossroads" if row.objective == "crossing" else row.objective
        dice = "" if row.low is None else f", die {row.low}-{row.high}"
        found.append(BriefObjective(objective=f"{name}{dice}", vp=str(row.vp)))
    return tuple(found)


# --- coming and going --------------------------------------------------------------------------------------------


def _groups(ctx: Context, known: State, battle: Battle, side: Side) -> tuple[BriefGroup, ...]:
    sent = {one.origin: one.blocks for one in battle.commitments if one.side == side}
    return tuple(
        BriefGroup(
            side=side,
            origin=ctx.town(column.origin),
            road=column.road.kind,
            blocks=tuple(_block(ctx, block) for block in column.blocks),
            per_phase=column.per_phase,
            factor=column.factor,
            committed=tuple(ctx.name(block) for block in sent.get(column.origin, ())),
        )
        for column in columns(ctx, known, battle.town, side)
    )


def _exits(ctx: Context, known: State, battle: Battle, side: Side) -> tuple[BriefExit, ...]:
    """CAM-retreat-2, CAM-retreat-3, CAM-retreat-5, CAM-rout-4: neighbouring towns open to a side, with their limits."""
    arena = arena_of(known, battle.town)
    return tuple(
        BriefExit(
            side=side,
            id=road.other(battle.town),
            town=ctx.town(road.other(battle.town)),
            road=road.kind,
            retreat=limit(ctx, road, "retreat"),
            rout=limit(ctx, road, "rout"),
        )
        for road in ctx.network.roads_at[battle.town]
        if may_end_at(known, arena, side, road.other(battle.town)) is None
    )
