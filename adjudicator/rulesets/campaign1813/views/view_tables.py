"""The campaign's tables in reports: break points, rosters, depots, sieges, roads in use, the calendar."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.view import Table
from adjudicator.rulesets.campaign1813.context import GARRISON, INDEPENDENT, Army, Card, Context
from adjudicator.rulesets.campaign1813.state import Block, State
from adjudicator.rulesets.campaign1813.supply.strength import elan_left, units_left, units_lost
from adjudicator.rulesets.campaign1813.supply.supply import Line

SupplyLines = Mapping[Side, tuple[Line, ...]]

GAUGE = 20
"""Signs of a break-point gauge."""
AHEAD = 6
"""How many turns of the calendar are printed beyond the present one."""


def tables(ctx: Context, known: State, side: Side, lines: SupplyLines) -> tuple[Table, ...]:
    """Every table that has something to say; `lines` are the supply lines that the reader may know."""
    found = (
        _break_points(ctx, known, side),
        *_supply(ctx, known, lines),
        _sieges(ctx, known),
        _depots(ctx, known),
        _roads(ctx, known),
        _calendar(ctx, known),
        *_rosters(ctx, known, side),
    )
    return tuple(table for table in found if table.rows)


# --- armies ------------------------------------------------------------------------------------------------------


def _break_points(ctx: Context, known: State, side: Side) -> Table:
    """CAM-break-1: what each army has lost of what it can bear; of the enemy only whether an army is broken."""
    return Table(
        title="Break points",
        columns=("army", "units lost", "breaks at", "gauge"),
        rows=tuple(
            _gauge_row(ctx, known, army, hidden=side not in (army.side, UMPIRE)) for army in ctx.armies.values()
        ),
    )


def _gauge_row(ctx: Context, known: State, army: Army, *, hidden: bool) -> tuple[str, ...]:
    broken = army.id in known.broken
    if hidden:
        return (army.name, "", "", "broken" if broken else "in the field")
    lost = units_lost(ctx, known, army.id)
    return (army.name, str(lost), str(army.break_point), "broken" if broken else gauge(lost, army.break_point))


def gauge(lost: int, most: int) -> str:
    """A gauge in signs: full means broken; the least loss already shows.

    >>> gauge(9, 36)
    '#####...............'
    """
    full = min(GAUGE, -(-lost * GAUGE // most))
    return "#" * full + "." * (GAUGE - full)


def _rosters(ctx: Context, known: State, side: Side) -> Iterator[Table]:
    """CAM-unit-3: the orders of battle, each army's for its owner; all for the umpire."""
    for owner in ctx.sides if side == UMPIRE else (side,):
        groups = [(army.id, f"{army.name} (breaks at {army.break_point})") for army in ctx.armies_of(owner)]
        groups += [(INDEPENDENT, f"{owner} independent groups"), (GARRISON, f"{owner} garrisons")]
        for army, title in groups:
            yield Table(
                title=f"Roster: {title}",
                columns=("block", "town", "units", "elan", "points", "state"),
                rows=tuple(
                    _roster_row(ctx, known, ctx.card(block), block)
                    for block in known.pieces.blocks.values()
                    if block.side == owner and not block.unseen and ctx.card(block).army == army
                ),
            )


def _roster_row(ctx: Context, known: State, card: Card, block: Block) -> tuple[str, ...]:
    """A block with its Blücher units, their elan, and the elan points that are left; a HQ heads its corps."""
    where = ctx.town(block.place) if block.place and block.status == "map" else "-"
    short = {"infantry": "inf", "cavalry": "cav", "artillery": "art", "garrison": "gar"}
    strength = ("leader" if card.kind == "leader" else "HQ", "", "")
    if card.fights:
        left = f"{elan_left(card, block)}/{card.full}"
        strength = (f"{units_left(card, block)} {short[card.kind]}", str(card.elan), left)
    return (card.name, where, *strength, ", ".join(block_marks(known, block)))


def block_marks(known: State, block: Block) -> tuple[str, ...]:
    """What is the matter with a block, in words that orders may ask for."""
    if block.status != "map":
        return ("driven off, back next turn",) if block.status == "away" else ("eliminated",)
    marks = []
    if block.disrupted:
        marks.append("disrupted")
    if block.disrupted == "rout" and block.routed_on == known.turn:
        marks.append("routed this turn")
    if block.supply != "in":
        marks.append("out of supply" if block.supply == "out" else "isolated")
    if block.inside:
        marks.append("besieged")
    return tuple(marks)


# --- towns and roads ---------------------------------------------------------------------------------------------


def _sieges(ctx: Context, known: State) -> Table:
    """CAM-siege-4: who besieges what, and for how long."""
    days = ctx.tables.number["days_a_turn"]
    return Table(
        title="Sieges",
        columns=("fortress", "besieged by", "since turn", "days"),
        rows=tuple(
            (ctx.town(town), str(siege.besieger), str(siege.since), str(days * (known.turn - siege.since)))
            for town, siege in sorted(known.sieges.items())
            if siege.laid
        ),
    )


def in_mp(ctx: Context, parts: int) -> str:
    """Parts of a movement point as a player writes them: "2.5"."""
    whole, rest = divmod(parts, ctx.tables.supply_parts)
    if not rest:
        return str(whole)
    tenths = Fraction(rest * 10, ctx.tables.supply_parts)
    return f"{whole}.{tenths}" if tenths.denominator == 1 else str(Fraction(parts, ctx.tables.supply_parts))


def _supply(ctx: Context, known: State, lines: SupplyLines) -> Iterator[Table]:
    """CAM-supply-8: the route of every headquarters and of every block that traces from its own town."""
    for owner, mine in lines.items():
        rows = [_supply_row(ctx, known, s) for s in mine if ctx.roster[s.block].kind != "garrison" or not s.path]
        columns = ("who", "at", "depot", "cost", "without supply")
        shown = len(columns) if any(row[-1] for row in rows) else len(columns) - 1
        yield Table(title=f"Supply of the {owner}", columns=columns[:shown], rows=tuple(row[:shown] for row in rows))


def _supply_row(ctx: Context, known: State, line: Line) -> tuple[str, ...]:
    card, block = ctx.roster[line.block], known.pieces.blocks[line.block]
    who = ctx.corps[card.corps].name if card.corps else card.name
    route = ("none", "")
    if line.path:
        depot = f"{ctx.town(line.depot)} ({known.depots[line.depot].type})"
        route = (depot, f"{in_mp(ctx, line.cost)} of {in_mp(ctx, line.reach)}")
    mine = ctx.corps[card.corps].blocks if card.corps else (line.block,)
    short = [ctx.name(one) for one in mine if one in known.pieces.blocks and _is_short(known.pieces.blocks[one])]
    return (who, ctx.town(block.place or ""), *route, ", ".join(short))


def _is_short(block: Block) -> bool:
    return block.status == "map" and block.supply != "in"


def _depots(ctx: Context, known: State) -> Table:
    """CAM-supply-5: the depots, whose they are and how far they reach."""
    reach = {str(row.type): row.mp for row in ctx.tables.supply_range}
    return Table(
        title="Depots",
        columns=("town", "holder", "type", "range in MP"),
        rows=tuple(
            (ctx.town(town), str(depot.owner), depot.type, str(reach[depot.type]))
            for town, depot in sorted(known.depots.items(), key=lambda item: (item[1].owner, item[1].type, item[0]))
        ),
    )


def _roads(ctx: Context, known: State) -> Table:
    """CAM-road-1: sections that units have used in this campaign turn."""
    rows = []
    for road_id, uses in sorted(known.roads.items()):
        road, used = ctx.network.roads[road_id], sum(uses.values())
        if used:
            most = ctx.tables.limits["movement"].most(road.kind, crosses=False)
            left = f"{most - used} left" if most > used else "closed"
            rows.append((f"{ctx.town(road.a)} - {ctx.town(road.b)}", road.kind, str(used), str(most), left))
    return Table(title="Roads used this turn", columns=("road", "kind", "units", "limit", "room"), rows=tuple(rows))


def _calendar(ctx: Context, known: State) -> Table:
    """CAM-gen-2: this turn and those to come."""
    last = max(ctx.calendar)
    shown = [turn for turn in sorted(ctx.calendar) if known.turn <= turn <= known.turn + AHEAD or turn == last]
    return Table(
        title="Calendar",
        columns=("turn", "first day", "last day", "sieges", "note"),
        rows=tuple(
            (
                f"{turn} (now)" if turn == known.turn else str(turn),
                ctx.calendar[turn].first_day,
                ctx.calendar[turn].last_day,
                "assaults" if ctx.calendar[turn].assault else "no assaults",
                ctx.calendar[turn].note,
            )
            for turn in shown
        ),
    )
