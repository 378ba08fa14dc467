"""CAM: the battle brief as a document: what the table needs, in the players' words, and the form to send back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.core.brief import Brief, Section
from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.view import Table
from adjudicator.rulesets.campaign1813.battle.brief_form import form
from adjudicator.rulesets.campaign1813.battle.briefing import BattleBrief, Force, battle_brief
from adjudicator.rulesets.campaign1813.battle.ground import features
from adjudicator.rulesets.campaign1813.battle.reinforcing import Column, phases
from adjudicator.rulesets.campaign1813.battle.sketch import sketch, table_edges
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.rates import limit
from adjudicator.rulesets.campaign1813.state import Block, State, enemy_of
from adjudicator.rulesets.campaign1813.supply.strength import elan_left, units_left
from adjudicator.rulesets.campaign1813.tables import Limit

GROUND = {
    "major_river": "a major river crosses the field",
    "minor_river": "a minor river crosses the field",
    "high_ground": "high ground",
    "town": "in and around the town",
    "open": "open country",
}
WAYS_OUT: tuple[Limit, ...] = ("retreat", "rout")
COUNTRY = {"farmland": "farmland", "forest": "forest", "marsh": "marsh", "high": "high ground"}
EDGES = {
    "near": "the edge of the {0}",
    "far": "the edge of the {1}",
    "left": "the left edge",
    "right": "the right edge",
}
"""Edges of the table, as the attacker sees it."""
HEADINGS = {
    "battle": "At the table: the battle",
    "terrain": "At the table: terrain",
    "objectives": "At the table: objectives",
    "reinforcements": "At the table: reinforcements",
}


def briefs(ctx: Context, known: State, side: Side) -> tuple[Brief, ...]:
    """The brief of the battle that is awaited, for a side or the umpire; none if there is no battle."""
    brief = battle_brief(ctx, known, side)
    return () if brief is None else (document(brief),)


def document(brief: BattleBrief) -> Brief:
    """A battle brief in words."""
    battle, town = brief.battle, brief.town
    place = f"{town.kind}{' and fortress' if town.fortress else ''}"
    return Brief(
        key=f"battle-{town.id}",
        title=f"Battle of {town.name}",
        side=brief.reader,
        facts=(
            ("Where", f"{town.name} ({place})"),
            ("Campaign turn", str(brief.turn)),
            ("Attacker", battle.attacker),
            ("Defender", enemy_of(battle.attacker)),
            ("Rules", battle.rules),
            ("Ground", f"{GROUND[battle.location]} (location die {battle.die})"),
            ("Table", battle.table or battle.size),
            ("Terrain cards", f"{battle.cards}{' or more' if battle.or_more else ''} for each player"),
        ),
        sections=(
            _victory(brief),
            *(_force(brief, force) for force in brief.forces),
            *_approach(brief),
            _field(brief),
            _surroundings(brief),
            _deployment(brief),
            _objectives(brief),
            *_reinforcements(brief),
            *_exits(brief),
            *_table_rules(brief.ctx),
        ),
        form=form(brief),
    )


# --- forces ------------------------------------------------------------------------------------------------------


def _victory(brief: BattleBrief) -> Section:
    """CAM-bvic-1 to CAM-bvic-4, CAM-rout-1: how the battle is won, and what happens if nobody wins it."""
    attacker = brief.battle.attacker
    lines = [
        "Whether somebody has won is looked at in the status phase at the end of every player turn.",
        "By morale: a side that has lost a third of its units is routed, and the other has won.",
        *(
            f"The {one.side} are routed when {one.third} of their {one.units} are lost."
            for one in brief.forces
            if one.third
        ),
        "By points: who holds more victory points at the end of the battle day has won.",
        f"Otherwise it is a stalemate: the {attacker} attacked, and retreat at once with all their units.",
        "A side may break off before; then it retreats, and the other holds the field.",
    ]
    rules = ("CAM-bvic-1", "CAM-bvic-2", "CAM-bvic-3", "CAM-bvic-4", "CAM-rout-1")
    return Section(title="How the battle is won", rules=rules, lines=tuple(lines))


def _force(brief: BattleBrief, force: Force) -> Section:
    """CAM-unit-3, CAM-rout-1: blocks with strength and traits; of the enemy as much as the reader knows."""
    ctx = brief.ctx
    known = [block for block in force.blocks if not block.unseen]
    lines = []
    hidden = _colours(force.blocks)
    if hidden:
        lines.append(f"Not seen from the front: {hidden}.")
    for note in brief.scouted.get(force.side, ()) if hidden else ():
        worn = f", {note.hits} points lost" if note.hits else ""
        lines.append(f"Your scouts saw {ctx.name(note.block)} at {ctx.town(note.place)} on turn {note.turn}{worn}.")
    if force.third:
        lines.append(f"Army morale: {force.units} Blücher units; the loss of {force.third} routs the army.")
    if force.break_off:
        lines.append(f"Breaks off at {force.break_off} % losses.")
    if any(block.disrupted for block in known):
        less = ctx.tables.number["disrupted_elan"]
        lines.append(f"Disrupted blocks fight this battle with {less} elan less (CAM-dis-4).")
    columns = ("block", "corps", "kind", "units", "elan", "points left", "notes")
    table = Table(title="", columns=columns, rows=tuple(_block_row(ctx, block) for block in known))
    return Section(
        title=f"Forces: {force.side} ({force.role})",
        rules=("CAM-unit-3", "CAM-rout-1"),
        lines=tuple(lines),
        tables=(table,) if table.rows else (),
    )


def _block_row(ctx: Context, block: Block) -> tuple[str, ...]:
    card = ctx.card(block)
    notes = ", ".join((*(("disrupted",) if block.disrupted else ()), *card.traits))
    kind = {"hq": "HQ", "leader": "Army Leader"}.get(card.kind, card.kind)
    corps = ctx.corps[card.corps].name if card.corps else ""
    if not card.elan:
        return (card.name, corps, kind, "", "", "", notes)
    left = elan_left(card, block)
    strength = (str(units_left(card, block)), str(card.elan), f"{left} of {left + block.hits}")
    return (card.name, corps, kind, *strength, notes)


def _colours(blocks: Iterable[Block]) -> str:
    """CAM-unit-7: unseen blocks by colour: "5 Prussian, 1 Russian"."""
    counts: dict[str, int] = {}
    for block in blocks:
        if block.unseen:
            counts[block.nation] = counts.get(block.nation, 0) + 1
    return ", ".join(f"{many} {nation}" for nation, many in counts.items())


def _approach(brief: BattleBrief) -> Iterator[Section]:
    """CAM-loc-2: how the attackers came, those of one way together."""
    ctx, ways = brief.ctx, dict[tuple[str, ...], list[str]]()
    for one in brief.battle.approaches:
        road = ctx.network.road(one.gate, brief.town.id)
        assert road is not None
        way = (ctx.town(one.origin), f"{ctx.town(one.gate)} - {brief.town.name}", road.kind, road.river)
        ways.setdefault(way, []).append(f"{ctx.name(one.block)} (forced march)" if one.forced else ctx.name(one.block))
    if ways:
        rows = tuple((*way, ", ".join(names)) for way, names in ways.items())
        columns = ("from", "last section", "road", "river crossed", "blocks")
        yield Section(title="Approach of the attacker", rules=("CAM-loc-2",), tables=(_table(columns, rows),))


# --- ground ------------------------------------------------------------------------------------------------------


def _field(brief: BattleBrief) -> Section:
    """CAM-loc-1, CAM-table-1, CAM-cards-1: the field as the dice and the size of the forces give it."""
    battle, tables = brief.battle, brief.ctx.tables
    lines = [f"Location die {battle.die}: {GROUND[battle.location]}."]
    for feature in features(brief.ctx, battle.town, battle.location):
        said = ", ".join(part for part in (feature.size, feature.effect) if part)
        lines.append(f"{feature.name.capitalize()}: {said}." if said else f"{feature.name.capitalize()}.")
    lines.append(
        f"Table {battle.size}{f'; agreed instead: {battle.table}' if battle.table else ''}, "
        f"in squares of {tables.number['section_inches']} inches."
    )
    lines.append(f"Terrain cards for each player: {battle.cards}{' or more' if battle.or_more else ''}.")
    if brief.over_a_pass:
        lines.append("A mountain pass leads in on the attacker's way: fight along the length of the table.")
    if battle.field:
        lines.append(f"Both sides agreed on the field of {battle.field}.")
    else:
        fields = ", ".join(row.field for row in tables.historical_fields)
        lines.append(f"By agreement an existing field may be used: {fields}.")
    rules = ("CAM-loc-1", "CAM-table-1", "CAM-cards-1", "CAM-hist-1")
    return Section(title="The field", rules=rules, lines=tuple(lines))


def _surroundings(brief: BattleBrief) -> Section:
    """CAM-map-9, CAM-terr-4: the country around, and the roads that must be on the table."""
    town = brief.town
    lines = [f"Country around {town.name}: {COUNTRY.get(town.terrain, town.terrain)}."]
    if town.river:
        lines.append(f"{town.name} lies on the {town.river}.")
    edges = table_edges(brief.ctx, town.id, brief.gates)
    rows = tuple(
        (
            brief.ctx.town(road.other(town.id)),
            road.kind,
            f"crosses the {road.river}" if road.river else "",
            "yes" if road.mountain_pass else "",
            EDGES[edges[road.other(town.id)]].format(*_sides(brief)),
            brief.holders[road.other(town.id)] or "nobody",
        )
        for road in brief.roads
    )
    table = _table(("road to", "kind", "river", "mountain pass", "enters by", "held by"), rows)
    return Section(title="Surroundings", rules=("CAM-map-9", "CAM-terr-4"), lines=tuple(lines), tables=(table,))


def _deployment(brief: BattleBrief) -> Section:
    """CAM-terr-4, CAM-reinf-6: on which side of the table each army stands, from the roads that it came by."""
    attacker, ctx = brief.battle.attacker, brief.ctx
    came = " and ".join(map(ctx.town, brief.gates))
    lines = [f"The {attacker} came in by the road from {came}: that is their edge of the table."] if came else []
    lines.append(f"The {enemy_of(attacker)} hold {brief.town.name}.")
    for side in (enemy_of(attacker), attacker):
        theirs = [end for end, holder in brief.holders.items() if holder == side and end not in brief.gates]
        if theirs:
            lines.append(f"To towns of the {side} lead the roads to {', '.join(map(ctx.town, theirs))}.")
    lines.append("Reinforcements come on by the road from their own town.")
    width = "short" if brief.over_a_pass else "long"
    lines.append(f"Both armies stand at a {width} edge.")
    edges = table_edges(ctx, brief.town.id, brief.gates)
    table = sketch(ctx, brief.town, edges, _sides(brief))
    rules = ("CAM-terr-4", "CAM-table-3", "CAM-reinf-6")
    return Section(title="Deployment", rules=rules, lines=tuple(lines), tables=(table,))


def _sides(brief: BattleBrief) -> tuple[Side, Side]:
    """The attacker and the defender."""
    return brief.battle.attacker, enemy_of(brief.battle.attacker)


def _objectives(brief: BattleBrief) -> Section:
    """CAM-obj-1 to CAM-obj-4: the cards and what they are worth."""
    tables = brief.ctx.tables
    lines = [f"Each side lays {tables.number['objective_cards']} victory-point cards."]
    for one in brief.battle.objectives:
        worth = " and ".join(str(value) for value in one.values)
        lines.append(
            f"On a river crossing or crossroads the {one.side} cards are worth {worth} points (rolled already)."
        )
    rows = []
    for row in tables.objectives:
        name = "river crossing or crossroads" if row.objective == "crossing" else row.objective
        rows.append((f"{name}{'' if row.low is None else f', die {row.low}-{row.high}'}", str(row.vp)))
    rules = ("CAM-obj-1", "CAM-obj-3", "CAM-obj-4")
    table = _table(("objective", "points"), tuple(rows))
    return Section(title="Objectives and victory points", rules=rules, lines=tuple(lines), tables=(table,))


# --- coming and going --------------------------------------------------------------------------------------------


def _reinforcements(brief: BattleBrief) -> Iterator[Section]:
    """CAM-reinf-2 to CAM-reinf-9: the groups that may come, by which road, how many, and when."""
    turns = ", ".join(str(turn) for turn in phases(brief.ctx))
    for side in dict.fromkeys(group.side for group in brief.groups):
        mine = [group for group in brief.groups if group.side == side]
        columns = ("from", "road", "units a phase", "factor", "sent by orders")
        yield Section(
            title=f"Reinforcements of the {side}",
            rules=("CAM-reinf-2", "CAM-reinf-4", "CAM-reinf-8", "CAM-reinf-9"),
            lines=(
                f"Groups may be sent on battle turns {turns}; the limit holds for each of them.",
                "A group arrives when its die times its factor is no more than the battle turn.",
                *(f"From {brief.ctx.town(group.origin)}: {_members(brief.ctx, group)}." for group in mine),
            ),
            tables=(_table(columns, tuple(_group_row(brief, group) for group in mine)),),
        )


def _members(ctx: Context, group: Column) -> str:
    """The blocks of a group; those that fight with their units, elan and points left."""
    known = []
    for block in (block for block in group.blocks if not block.unseen):
        card = ctx.card(block)
        strength = f" {units_left(card, block)} x {card.elan} ({elan_left(card, block)})" if card.elan else ""
        known.append(f"{card.name}{strength}")
    hidden = _colours(group.blocks)
    return ", ".join((*known, *((f"not seen from the front {hidden}",) if hidden else ())))


def _group_row(brief: BattleBrief, group: Column) -> tuple[str, ...]:
    here = (group.side, group.origin)
    sent = next((one.blocks for one in brief.battle.sent if (one.side, one.origin) == here), ())
    names = brief.ctx.names(sent) or "nobody yet"
    return (brief.ctx.town(group.origin), group.road.kind, str(group.per_phase), str(group.factor), names)


def _exits(brief: BattleBrief) -> Iterator[Section]:
    """CAM-retreat-2 to CAM-retreat-5, CAM-rout-4: where each side may retreat to."""
    attacker, ctx = brief.battle.attacker, brief.ctx
    for side in (attacker, enemy_of(attacker)) if brief.reader == UMPIRE else (brief.reader,):
        rows = tuple(
            (
                ctx.town(road.other(brief.town.id)),
                road.kind,
                str(limit(ctx, road, "retreat")),
                str(limit(ctx, road, "rout")),
            )
            for road in brief.exits[side]
        )
        yield Section(
            title=f"Retreats of the {side}",
            rules=("CAM-retreat-2" if side == attacker else "CAM-retreat-3", "CAM-retreat-5", "CAM-rout-4"),
            lines=() if rows else ("No town is open: a routed block without a way out is lost (CAM-rout-5).",),
            tables=(_table(("to", "road", "units a battle turn", "units in a rout"), rows),) if rows else (),
        )


def _table_rules(ctx: Context) -> Iterator[Section]:
    """What the campaign's rules say about the table, by subject."""
    rules = ctx.tables.table_rules
    for name in dict.fromkeys(rule.section for rule in rules):
        yield Section(
            title=HEADINGS.get(name, f"At the table: {name}"),
            lines=tuple(f"{rule.text} ({rule.rule})" for rule in rules if rule.section == name),
        )


def _table(columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    """A table without columns that say nothing."""
    kept = [index for index in range(len(columns)) if any(row[index] for row in rows)]
    return Table(
        title="",
        columns=tuple(columns[index] for index in kept),
        rows=tuple(tuple(row[index] for index in kept) for row in rows),
    )
