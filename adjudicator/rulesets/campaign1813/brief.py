"""CAM: the battle brief as a document: what the table needs, in the players' words, and the form to send back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.brief import Brief, Section
from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.view import Table
from adjudicator.rulesets.campaign1813.brief_form import form
from adjudicator.rulesets.campaign1813.briefing import BattleBrief, BriefBlock, BriefForce, BriefGroup, battle_brief
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.state import State

GROUND = {
    "major_river": "a major river crosses the field",
    "minor_river": "a minor river crosses the field",
    "high_ground": "high ground",
    "town": "in and around the town",
    "open": "open country",
}
COUNTRY = {"farmland": "farmland", "forest": "forest", "marsh": "marsh", "high": "high ground"}
HEADINGS = {
    "battle": "At the table: the battle",
    "terrain": "At the table: terrain",
    "objectives": "At the table: objectives",
    "reinforcements": "At the table: reinforcements",
}


def briefs(ctx: Context, known: State, side: Side) -> tuple[Brief, ...]:
    """The brief of the battle that is awaited, for a side or the umpire; none if there is no battle."""
    battle = battle_brief(ctx, known, side)
    if battle is None:
        return ()
    contest = known.contests.get(battle.town)
    return (document(battle, tuple(ctx.town(gate) for gate in (contest.gates if contest else ()))),)


def document(battle: BattleBrief, gates: tuple[str, ...] = ()) -> Brief:
    """A battle brief in words; `gates` are the towns by whose roads the attacker came in, which everybody sees."""
    place = f"{battle.kind}{' and fortress' if battle.fortress else ''}"
    return Brief(
        key=f"battle-{battle.town}",
        title=f"Battle of {battle.town_name}",
        side=battle.reader,
        facts=(
            ("Where", f"{battle.town_name} ({place})"),
            ("Campaign turn", str(battle.turn)),
            ("Attacker", battle.attacker),
            ("Defender", battle.defender),
            ("Rules", battle.rules),
            ("Ground", f"{GROUND[battle.location]} (location die {battle.die})"),
            ("Table", battle.table or battle.size),
            ("Terrain cards", f"{battle.cards}{' or more' if battle.or_more else ''} for each player"),
        ),
        sections=(
            *(_force(force) for force in battle.forces),
            *_approach(battle),
            _field(battle),
            _surroundings(battle),
            _deployment(battle, gates),
            _objectives(battle),
            *_reinforcements(battle),
            *_exits(battle),
            *_table_rules(battle),
        ),
        form=form(battle),
    )


# --- forces ------------------------------------------------------------------------------------------------------


def _force(force: BriefForce) -> Section:
    """CAM-unit-3, CAM-rout-1: blocks with strength and traits; of the enemy as much as the reader knows."""
    known = [block for block in force.blocks if block.known]
    lines = []
    hidden = _colours([block for block in force.blocks if not block.known])
    if hidden:
        lines.append(f"Not seen from the front: {hidden}.")
    if force.third:
        lines.append(f"Army morale: {force.units} Blücher units; the loss of {force.third} routs the army.")
    if force.break_off:
        lines.append(f"Breaks off at {force.break_off} % losses.")
    if any(block.disrupted for block in known):
        lines.append("Disrupted blocks fight this battle with one elan less (CAM-dis-4).")
    table = Table(
        title="",
        columns=("block", "corps", "kind", "units", "elan", "points left", "notes"),
        rows=tuple(_block_row(block) for block in known),
    )
    return Section(
        title=f"Forces: {force.side} ({force.role})",
        rules=("CAM-unit-3", "CAM-rout-1"),
        lines=tuple(lines),
        tables=(table,) if table.rows else (),
    )


def _block_row(block: BriefBlock) -> tuple[str, ...]:
    notes = ", ".join((*(("disrupted",) if block.disrupted else ()), *block.traits))
    kind = {"hq": "HQ", "leader": "Army Leader"}.get(block.kind, block.kind)
    if not block.elan:
        return (block.name, block.corps, kind, "", "", "", notes)
    full = block.elan_left + block.hits
    strength = (str(block.units), str(block.elan), f"{block.elan_left} of {full}")
    return (block.name, block.corps, kind, *strength, notes)


def _colours(blocks: Sequence[BriefBlock]) -> str:
    """CAM-unit-7: unseen blocks by colour: "5 Prussian, 1 Russian"."""
    counts: dict[str, int] = {}
    for block in blocks:
        counts[block.nation] = counts.get(block.nation, 0) + 1
    return ", ".join(f"{many} {nation}" for nation, many in counts.items())


def _approach(battle: BattleBrief) -> Iterator[Section]:
    """CAM-loc-2: how the attackers came, those of one way together."""
    ways: dict[tuple[str, str, str, str], list[str]] = {}
    for one in battle.approaches:
        name = f"{one.name} (forced march)" if one.forced else one.name
        ways.setdefault((one.origin, one.section, one.road, one.river), []).append(name)
    if ways:
        rows = tuple(
            (origin, section, road, river, ", ".join(names)) for (origin, section, road, river), names in ways.items()
        )
        columns = ("from", "last section", "road", "river crossed", "blocks")
        yield Section(title="Approach of the attacker", rules=("CAM-loc-2",), tables=(_table(columns, rows),))


# --- ground ------------------------------------------------------------------------------------------------------


def _field(battle: BattleBrief) -> Section:
    """CAM-loc-1, CAM-table-1, CAM-cards-1: the field as the dice and the size of the forces give it."""
    lines = [f"Location die {battle.die}: {GROUND[battle.location]}."]
    for feature in battle.features:
        said = ", ".join(part for part in (feature.size, feature.effect) if part)
        lines.append(f"{feature.name.capitalize()}: {said}." if said else f"{feature.name.capitalize()}.")
    lines.append(
        f"Table {battle.size}{f'; agreed instead: {battle.table}' if battle.table else ''}, "
        f"in squares of {battle.section_inches} inches."
    )
    lines.append(f"Terrain cards for each player: {battle.cards}{' or more' if battle.or_more else ''}.")
    if battle.over_a_pass:
        lines.append("A mountain pass leads in on the attacker's way: fight along the length of the table.")
    if battle.field:
        lines.append(f"Both sides agreed on the field of {battle.field}.")
    else:
        lines.append(f"By agreement an existing field may be used: {', '.join(battle.fields)}.")
    rules = ("CAM-loc-1", "CAM-table-1", "CAM-cards-1", "CAM-hist-1")
    return Section(title="The field", rules=rules, lines=tuple(lines))


def _surroundings(battle: BattleBrief) -> Section:
    """CAM-map-9, CAM-terr-4: the country around, and the roads that must be on the table."""
    lines = [f"Country around {battle.town_name}: {COUNTRY.get(battle.terrain, battle.terrain)}."]
    if battle.river:
        lines.append(f"{battle.town_name} lies on the {battle.river}.")
    rows = tuple(
        (road.to, road.kind, f"crosses the {road.river}" if road.river else "", "yes" if road.mountain_pass else "")
        for road in battle.roads
    )
    table = _table(("road to", "kind", "river", "mountain pass"), rows)
    return Section(title="Surroundings", rules=("CAM-map-9", "CAM-terr-4"), lines=tuple(lines), tables=(table,))


def _deployment(battle: BattleBrief, gates: tuple[str, ...]) -> Section:
    """CAM-terr-4, CAM-reinf-6: on which side of the table each army stands, from the roads that it came by."""
    came = " and ".join(gates)
    lines = [f"The {battle.attacker} came in by the road from {came}: that is their side of the table."] if came else []
    others = ", ".join(road.to for road in battle.roads if road.to not in gates)
    lines.append(
        f"The {battle.defender} hold {battle.town_name}{f', with the roads to {others} behind them' if others else ''}."
    )
    lines.append("Reinforcements come on by the road from their own town.")
    return Section(title="Deployment", rules=("CAM-terr-4", "CAM-reinf-6"), lines=tuple(lines))


def _objectives(battle: BattleBrief) -> Section:
    """CAM-obj-1 to CAM-obj-4: the cards and what they are worth."""
    lines = [f"Each side lays {battle.objective_cards} victory-point cards."]
    for side, values in battle.card_values:
        worth = " and ".join(str(value) for value in values)
        lines.append(f"On a river crossing or crossroads the {side} cards are worth {worth} points (rolled already).")
    table = _table(("objective", "points"), tuple((one.objective, one.vp) for one in battle.objectives))
    rules = ("CAM-obj-1", "CAM-obj-3", "CAM-obj-4")
    return Section(title="Objectives and victory points", rules=rules, lines=tuple(lines), tables=(table,))


# --- coming and going --------------------------------------------------------------------------------------------


def _reinforcements(battle: BattleBrief) -> Iterator[Section]:
    """CAM-reinf-2 to CAM-reinf-9: the groups that may come, by which road, how many, and when."""
    for side in dict.fromkeys(group.side for group in battle.groups):
        mine = [group for group in battle.groups if group.side == side]
        turns = ", ".join(str(turn) for turn in battle.phases)
        yield Section(
            title=f"Reinforcements of the {side}",
            rules=("CAM-reinf-2", "CAM-reinf-4", "CAM-reinf-8", "CAM-reinf-9"),
            lines=(
                f"Groups may be sent on battle turns {turns}; the limit holds for each of them.",
                "A group arrives when its die times its factor is no more than the battle turn.",
                *(f"From {group.origin}: {_members(group)}." for group in mine),
            ),
            tables=(
                _table(
                    ("from", "road", "units a phase", "factor", "sent by orders"),
                    tuple(_group_row(group) for group in mine),
                ),
            ),
        )


def _members(group: BriefGroup) -> str:
    """The blocks of a group; those that fight with their units, elan and points left."""
    known = [
        f"{block.name} {block.units} x {block.elan} ({block.elan_left})" if block.elan else block.name
        for block in group.blocks
        if block.known
    ]
    hidden = _colours([block for block in group.blocks if not block.known])
    return ", ".join((*known, *((f"not seen from the front {hidden}",) if hidden else ())))


def _group_row(group: BriefGroup) -> tuple[str, ...]:
    sent = ", ".join(group.committed) or "nobody yet"
    return (group.origin, group.road, str(group.per_phase), str(group.factor), sent)


def _exits(battle: BattleBrief) -> Iterator[Section]:
    """CAM-retreat-2 to CAM-retreat-5, CAM-rout-4: where each side may retreat to."""
    sides = (battle.attacker, battle.defender) if battle.reader == UMPIRE else (battle.reader,)
    for side in sides:
        mine = [way for way in battle.exits if way.side == side]
        rows = tuple((way.town, way.road, str(way.retreat), str(way.rout)) for way in mine)
        yield Section(
            title=f"Retreats of the {side}",
            rules=("CAM-retreat-2" if side == battle.attacker else "CAM-retreat-3", "CAM-retreat-5", "CAM-rout-4"),
            lines=() if rows else ("No town is open: a routed block without a way out is lost (CAM-rout-5).",),
            tables=(_table(("to", "road", "units a battle turn", "units in a rout"), rows),) if rows else (),
        )


def _table_rules(battle: BattleBrief) -> Iterator[Section]:
    """What the campaign's rules say about the table, by subject."""
    for name in dict.fromkeys(rule.section for rule in battle.table_rules):
        yield Section(
            title=HEADINGS.get(name, f"At the table: {name}"),
            lines=tuple(f"{rule.text} ({rule.rule})" for rule in battle.table_rules if rule.section == name),
        )


def _table(columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Table:
    """A table without columns that say nothing."""
    kept = [index for index in range(len(columns)) if any(row[index] for row in rows)]
    return Table(
        title="",
        columns=tuple(columns[index] for index in kept),
        rows=tuple(tuple(row[index] for index in kept) for row in rows),
    )
