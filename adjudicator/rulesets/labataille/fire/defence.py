"""LB 21.2, LB 22, HEI-fire-3 to HEI-fire-7: how hard a hex is to hit."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import terrain
from adjudicator.rulesets.labataille.increments import in_hex
from adjudicator.rulesets.labataille.refused import is_refused
from adjudicator.rulesets.labataille.shapes import arcs_from
from adjudicator.rulesets.labataille.state import State, Unit

OPEN_GROUND = ("redoubt", "fleche", "abatis")
DISORDERED = "disorder_rout"


def fire_defence(
    ctx: Context, state: State, target: str, origin: str, side: Side, *, on_bridge: bool = False
) -> Finding[int]:
    """HEI-fire-3: the value of the top enemy's formation on its ground, and what changes it; `side` fires."""
    top = ctx.theirs(state.at(target), side)[0]
    numbers = ctx.tables.numbers.fire
    if on_bridge or is_on_bridge(ctx, top):
        return _found("HEI-fire-7", numbers.bridge_defence, "on a bridge")
    if top.formation == "road march" and top.morale == "good":
        return _found("HEI-fire-7", numbers.road_defence, "in road march")
    if top.formation == "carre" and top.morale == "good":
        return _found("LB-22.3", numbers.square_defence, "in carré")
    normal = _normal(ctx, state, top, target)
    normal = _with_guns(ctx, state, top, target, normal)
    if top.morale == "good" and origin != target and "flank" in arcs_from(ctx, top, origin, target):
        arcs = arcs_from(ctx, top, origin, target)
        if (
            not is_refused(ctx, state, top, origin, target)
            and all(arc == "flank" for arc in arcs)
            and numbers.flank_defence < normal.value
        ):
            return _found("HEI-fire-5", numbers.flank_defence, "fired at through the flank")
    return normal


def _found(rule: str, value: int, because: str) -> Finding[int]:
    return Finding(rule=RuleId(rule), value=value, because=because, label="Fire defence")


def is_on_bridge(ctx: Context, unit: Unit) -> bool:
    """R-88: in road march with parts in both end hexes of a bridge."""
    if unit.formation != "road march" or len(unit.places) < 2:
        return False
    bridges = [one.hexes for one in ctx.places.values() if one.kind in ("fixed bridge", "pontoon")]
    return any(set(ends) <= set(unit.places) for ends in bridges)


def _normal(ctx: Context, state: State, top: Unit, place: str) -> Finding[int]:
    ground = terrain(ctx, state, place)
    row = ctx.tables.defence.get(ground, ctx.tables.defence["clear"])
    column = _column(ctx, state, top, place)
    value = row.get(column)
    if value is None:
        value = _instead(ctx, ground, column)
    return _found("HEI-fire-3", value, f"{_words(column)} on {ground.replace('_', ' ')}")


def _column(ctx: Context, state: State, top: Unit, place: str) -> str:
    if ctx.units[top.id].arm == "artillery":
        return f"artillery_{top.formation}" if top.morale == "good" else DISORDERED
    if top.morale != "good":
        return DISORDERED
    if top.formation == "line":
        there = sum(in_hex(ctx, one, place) for one in state.at(place) if one.formation == "line")
        return "column" if there >= ctx.tables.numbers.fire.dense_line else "line"
    return top.formation.replace(" ", "_")


def _instead(ctx: Context, ground: str, column: str) -> int:
    """R-13: a cell that the chart leaves open takes the nearest open or wooded value."""
    like = "clear" if ground in (*OPEN_GROUND, "clear") else "pine_forest"
    row = ctx.tables.defence[like]
    return row[column] if column in row else row.get("general_order", ctx.tables.defence["clear"]["column"])


def _words(column: str) -> str:
    return "disordered or routed" if column == DISORDERED else column.replace("_", " ")


def _with_guns(ctx: Context, state: State, top: Unit, place: str, normal: Finding[int]) -> Finding[int]:
    """HEI-fire-4: infantry with guns in its hex is easier to hit."""
    arms = {ctx.units[one.id].arm for one in state.at(place)}
    if arms != {"infantry", "artillery"} or ctx.units[top.id].arm != "infantry" or top.morale != "good":
        return normal
    less = ctx.tables.numbers.fire.with_guns
    return Finding(
        rule=RuleId("HEI-fire-4"),
        value=normal.value + less,
        because=f"{normal.because}, guns in the hex",
        parts=(normal,),
        label="Fire defence",
    )


def density(ctx: Context, state: State, target: str, side: Side) -> Finding[int]:
    """LB-10.7, LB-22.1, HEI-fire-6: one for each increment over nine in the hex."""
    numbers = ctx.tables.numbers.stacking
    there = sum(in_hex(ctx, unit, target) for unit in ctx.theirs(state.at(target), side))
    value = max(0, there - numbers.dense_above) * numbers.dense_each
    return Finding(rule=RuleId("HEI-fire-6"), value=value, because=f"{there} increments in the hex", label="Crowding")
