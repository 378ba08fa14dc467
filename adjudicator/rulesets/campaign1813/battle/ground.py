"""CAM: the battlefield: which tabletop rules, how large a table, how many cards, and where it is fought."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.state import Approach, Block, Rules
from adjudicator.rulesets.campaign1813.tables import FeatureRow, Location, TableRow, band_of


def tabletop_rules(ctx: Context, attackers: int, defenders: int) -> Rules:
    """CAM-battle-3 (A-15): three combat blocks or more on each side, Blücher; fewer on either side, Lasalle 2."""
    return "Blücher" if min(attackers, defenders) >= ctx.tables.number["bluecher_blocks"] else "Lasalle 2"


def corps_count(ctx: Context, blocks: Iterable[Block]) -> Fraction:
    """CAM-table-1 (A-16): corps present: of each the share of its combat blocks; blocks without a corps a quarter."""
    total = Fraction(0)
    for block in blocks:
        if not block.fights:
            continue
        corps = ctx.corps.get(ctx.card(block).corps)
        total += Fraction(1, len(corps.blocks) if corps else ctx.tables.number["independents_a_corps"])
    return total


def table_for(ctx: Context, corps: Fraction) -> TableRow:
    """CAM-table-1, CAM-cards-1: the table and the terrain cards for the larger side's corps."""
    for row in ctx.tables.table_size:
        if row.below is None or corps < row.below or (row.or_equal and corps == row.below):
            return row
    return ctx.tables.table_size[-1]


def crosses_river(ctx: Context, approaches: Iterable[Approach]) -> str:
    """CAM-loc-2 (A-18): the river that an initial attacker crossed on his last section; "" if none did."""
    for approach in approaches:
        road = ctx.network.road(approach.gate, approach.path[-1])
        if road is not None and road.river:
            return road.river
    return ""


def location(ctx: Context, die: int, river: str) -> Finding[Location]:
    """CAM-loc-1: where the battle is fought; CAM-loc-2: a major river only if one was crossed, else a minor one."""
    rows = {row.die: row.location for row in ctx.tables.battle_location}
    if rows[die] == "major_river" and not river:
        return Finding(rule=RuleId("CAM-loc-2"), value=rows[die + 1], because="no attacker crossed a river")
    return Finding(rule=RuleId("CAM-loc-1"), value=rows[die], because=f"die {die}")


def features(ctx: Context, town: str, where: Location) -> tuple[FeatureRow, ...]:
    """CAM-loc-3 to CAM-loc-6: what the location puts on the table; a town on a river brings its river."""
    place = ctx.network.towns[town]
    if where != "town":
        return (ctx.tables.feature[where],)
    found = [ctx.tables.feature["city" if place.kind == "city" else "town"]]
    if place.river:
        found.append(ctx.tables.feature["major_river"])
    return tuple(found)


def crossing_value(ctx: Context, die: int) -> int:
    """CAM-obj-4: what a card on a river crossing or crossroads is worth."""
    return band_of([row for row in ctx.tables.objectives if row.objective == "crossing"], die).vp


def tally(objectives: Iterable[tuple[Side | None, int]]) -> dict[Side, int]:
    """CAM-obj-10: points by holder: whoever takes an objective takes its points from the loser."""
    found: dict[Side, int] = {}
    for holder, value in objectives:
        if holder is not None:
            found[holder] = found.get(holder, 0) + value
    return found


def objective_value(ctx: Context, objective: str) -> int:
    """CAM-obj-3, CAM-obj-5: what an urban area is worth, one marker whatever its size."""
    return next(row.vp for row in ctx.tables.objectives if row.objective == objective)
