"""HEI-s2-2: the guns of the redoubts, far off the map of Scenario Two, fire at whoever comes near its eastern edge."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.battle.charts import dice_of, dice_read, index_of
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.fire.defence import density
from adjudicator.rulesets.labataille.fire.events import FireResolved
from adjudicator.rulesets.labataille.fire.losses import shared
from adjudicator.rulesets.labataille.fire.sight import open_line
from adjudicator.rulesets.labataille.fire.volley import Fire, consequences
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.state import COALITION, State

RULE = RuleId("HEI-s2-2")


def redoubts_fire(run: Here) -> Telling:
    """HEI-s2-2, R-47: once a turn, at every hex with French units near the edge, on one column; density counts."""
    if not run.ctx.facts.redoubt_fire or run.side != COALITION:
        return
    for place in tuple(under_fire(run.ctx, run.state)):
        standing = run.ctx.theirs(run.state.at(place), COALITION)
        if not standing:
            continue
        crowding = density(run.ctx, run.state, place, COALITION)
        roll = run.dice.roll(run.numbered("redoubts", place).label, 2)
        index = index_of(dice_read(roll.faces)) + crowding.value
        columns = run.ctx.tables.fire.columns
        name = run.ctx.tables.numbers.fire.long_range_columns_s2
        column = next(number for number, band in enumerate(columns.bands) if band.name == name)
        reading = run.ctx.tables.fire.read_at(column, dice_of(index))
        share = shared(run.ctx, standing, reading.result, artillery=True)
        yield FireResolved(
            rule=RULE,
            rolls=(roll,),
            side=COALITION,
            mode="offensive",
            units=(),
            target=place,
            dice=dice_read(roll.faces),
            modified=dice_of(index),
            result=reading.result,
            losses=share.losses,
            crowding=crowding,
            column=reading.column,
        )
        yield from consequences(run, Fire("offensive", place, ()), standing, dict(share.losses), roll.faces)


def under_fire(ctx: Context, state: State) -> Iterator[str]:
    """HEI-s2-2: the hexes with French units within five of the edge that a redoubt sees over everything but forest."""
    last = ctx.facts.columns[1]
    near = ctx.tables.numbers.fire.near_edge_s2
    works = [one.hexes[0] for one in ctx.places.values() if one.kind == "redoubt"]
    for place in sorted(state.stacks):
        if ctx.board.grid.column_row(place)[0] <= last - near or not ctx.theirs(state.at(place), COALITION):
            continue
        if any(open_line(ctx, state, COALITION, one, place, only_forest=True).value for one in works):
            yield place
