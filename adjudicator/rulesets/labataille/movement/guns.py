"""LB 16.38 to 16.40, HEI-art: limbering, unlimbering, prolonging."""

from __future__ import annotations

from adjudicator.core.types import Finding, Roll, RuleId
from adjudicator.core.values import replace
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.fire.opportunity import opportunity_fire
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.movement.allowance import allowance, may_move
from adjudicator.rulesets.labataille.movement.changes import change, fired_at_changing
from adjudicator.rulesets.labataille.movement.events import LimberTried, UnitMarched
from adjudicator.rulesets.labataille.movement.steps import zone_makers
from adjudicator.rulesets.labataille.orders import Limber, Prolong, Turn, Unlimber
from adjudicator.rulesets.labataille.shapes import line_places
from adjudicator.rulesets.labataille.state import State, Unit, enemy_of
from adjudicator.rulesets.labataille.zones import zone

STATIC = "static guns"


def needed_to_limber(ctx: Context, unit: str) -> int | None:
    """HEI-art-1: the least die; None for guns that never limber."""
    card = ctx.units[unit]
    if card.is_licorne:
        return None
    for row in ctx.tables.numbers.limber:
        if card.type in row.types and (not row.nations or card.nation in row.nations):
            return row.least
    return None


def limber_bonus(ctx: Context, state: State, unit: Unit) -> int:
    """HEI-art-2, R-16: the best bonus of a leader in the hex."""
    side = ctx.units[unit.id].side
    cards = [ctx.leaders[one.id] for one in state.leaders_at(unit.place)]
    return max((max(card.limber, 1 if card.artillery > 0 else 0) for card in cards if card.side == side), default=0)


def limber(run: Here, order: Limber) -> Asking[Verdict]:
    """LB-16.38, LB-16.39, HEI-art-1: two points and a die."""
    ctx, unit = run.ctx, run.state.unit(order.unit)
    name = ctx.units[unit.id].name
    verdict = _may(ctx, run.state, unit, "unlimbered", "LB-16.39")
    if not verdict.value:
        return verdict
    needed = needed_to_limber(ctx, unit.id)
    if needed is None:
        return no("HEI-redoubt-2", f"{name} never limbers.", "Leave the order out.")
    now = yield from fired_at_changing(run, unit, stays=True)
    if now is None:
        return no("LB-28.2", f"{name} was stopped by fire.", "Try again next turn.")
    bonus = limber_bonus(ctx, run.state, now)
    die = 0
    rolls: tuple[Roll, ...] = ()
    if needed > 1:
        roll = run.dice.roll(run.numbered("limber", unit.id).label)
        die, rolls = roll.faces[0], (roll,)
    limbered = needed <= 1 or die + bonus >= needed
    yield LimberTried(
        rolls=rolls,
        side=ctx.units[unit.id].side,
        unit=unit.id,
        die=die,
        bonus=bonus,
        needed=needed,
        limbered=limbered,
    )
    yield _changed(ctx, now, "limbered" if limbered else "unlimbered", now.facing)
    return yes("LB-16.39")


def _changed(ctx: Context, unit: Unit, formation: str, facing: str) -> UnitMarched:
    return UnitMarched(
        rule=RuleId("LB-16.38"),
        side=ctx.units[unit.id].side,
        unit=unit.id,
        path=(),
        places=unit.places,
        formation="limbered" if formation == "limbered" else "unlimbered",
        facing=facing,
        spent=2 * ctx.tables.numbers.movement.limber,
    )


def _may(ctx: Context, state: State, unit: Unit, formation: str, rule: str) -> Verdict:
    name = ctx.units[unit.id].name
    verdict = may_move(ctx, unit)
    if not verdict.value:
        return verdict
    if ctx.units[unit.id].arm != "artillery" or unit.formation != formation:
        return no(rule, f"{name} is not {formation}.", "Name a battery that is.")
    if unit.spent + 2 * ctx.tables.numbers.movement.limber > allowance(ctx, state, unit):
        return no("LB-18.1", f"{name} has not the points for it.", "Do it next turn.")
    return yes(rule)


def unlimber(run: Here, order: Unlimber) -> Asking[Verdict]:
    """LB-16.38, LB-25.8, LB-40.3: two points; never in a zone of cavalry."""
    ctx, unit = run.ctx, run.state.unit(order.unit)
    name = ctx.units[unit.id].name
    verdict = _may(ctx, run.state, unit, "limbered", "LB-16.38")
    if not verdict.value:
        return verdict
    if unit.place in zone(ctx, run.state, enemy_of(ctx.units[unit.id].side), "cavalry"):
        return no("LB-25.8", f"{name} may not unlimber in a zone of cavalry.", "Unlimber out of its reach.")
    if unit.has("contacted"):
        return no("LB-40.3", f"{name} has been contacted by cavalry.", "It stands as it is.")
    facing = order.facing or unit.facing
    if facing not in ctx.board.grid.side_names:
        return no("LB-13.14", f"Guns face a hexside: {', '.join(ctx.board.grid.side_names)}.", "Name one of them.")
    now = yield from fired_at_changing(run, unit, stays=True)
    if now is None:
        return no("LB-28.2", f"{name} was stopped by fire.", "Try again next turn.")
    yield _changed(ctx, now, "unlimbered", facing)
    return yes("LB-16.38")


def prolong(run: Here, order: Prolong) -> Asking[Verdict]:
    """LB-16.40, LB-18.4: unlimbered guns are pushed one hex in clear ground, and do not turn as well."""
    ctx, unit = run.ctx, run.state.unit(order.unit)
    name = ctx.units[unit.id].name
    verdict = may_move(ctx, unit)
    if not verdict.value:
        return verdict
    if unit.formation != "unlimbered":
        return no("LB-16.40", f"{name} is not unlimbered.", "March it.")
    if unit.has("moved"):
        return no("LB-18.4", f"{name} has turned or been prolonged already.", "Once in a phase.")
    if order.place not in ctx.board.neighbours[unit.place] or run.state.at(order.place):
        return no("LB-16.40", f"{order.place} is no free hex next to {unit.place}.", "Name one.")
    if any(ctx.board.cells[place].terrain != "clear" for place in (unit.place, order.place)):
        return no("LB-16.40", f"{unit.place} or {order.place} is no clear ground.", "Limber, and march.")
    if ctx.board.side(unit.place, order.place).has("river", "stream", "fleche"):
        return no("LB-16.40", f"Guns are not pushed across what lies before {order.place}.", "Limber, and march.")
    if zone_makers(ctx, run.state, unit, unit.places):
        yield from opportunity_fire(run, unit.id, unit.places)
        unit = run.state.unit(order.unit)
        if unit.status != "map" or unit.morale != "good":
            return no("LB-14.7", f"{name} was stopped by fire.", "Try again next turn.")
    yield UnitMarched(
        rule=RuleId("LB-16.40"),
        side=ctx.units[unit.id].side,
        unit=unit.id,
        path=(order.place,),
        places=(order.place,),
        formation="unlimbered",
        facing=unit.facing,
        spent=2,
    )
    return yes("LB-16.40")


def turn(run: Here, order: Turn) -> Asking[Verdict]:
    """LB-18.3, LB-18.4, HEI-s3-4: a facing; unlimbered guns by one hexside, once, and not after being prolonged."""
    ctx, unit = run.ctx, run.state.unit(order.unit)
    grid, name = ctx.board.grid, ctx.units[unit.id].name
    names = grid.corner_names if unit.formation in ("line", "skirmish") else grid.side_names
    if order.facing not in names or unit.formation == "carre":
        return no("LB-13.1", f"{name} in {unit.formation} faces one of {', '.join(names)}.", "Name one of them.")
    if unit.formation == "unlimbered":
        apart = (names.index(order.facing) - names.index(unit.facing)) % 6
        if unit.has("moved") or min(apart, 6 - apart) > 1:
            return no("LB-18.4", f"{name} turns by one hexside in a phase.", "Turn by one, or limber.")
        if unit.has(STATIC):
            return no("HEI-s3-4", f"{name} stands on swampy ground and turns only when limbered.", "Limber it.")
    after = turned(ctx, unit, order.facing)
    if isinstance(after, Finding):
        return after
    return (yield from change(run, order, unit, after))


def turned(ctx: Context, unit: Unit, facing: str) -> Unit | Verdict:
    """A unit that looks elsewhere; a line wheels on the hex that it is named by."""
    if len(unit.places) == 1 or unit.formation == "road march":
        return replace(unit, facing=facing)
    laid = line_places(ctx, unit.place, facing, len(unit.places))
    if laid is None:
        return no("LB-13.5", f"{ctx.units[unit.id].name} has no room to wheel.", "Form it elsewhere.")
    return replace(unit, facing=facing, places=laid)
