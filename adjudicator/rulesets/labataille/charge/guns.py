"""LB 41: artillery before a charge."""

from __future__ import annotations

from adjudicator.core.types import RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.charge.events import ChargeMet
from adjudicator.rulesets.labataille.charge.riders import Riders, ride_hex
from adjudicator.rulesets.labataille.charge.riding import Stride
from adjudicator.rulesets.labataille.charge.stand import stands
from adjudicator.rulesets.labataille.charge.trampling import trample
from adjudicator.rulesets.labataille.fire.factors import shots
from adjudicator.rulesets.labataille.fire.volley import Fire, resolve
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.values import hex_of, through
from adjudicator.rulesets.labataille.morale.breaking import Cause, rout
from adjudicator.rulesets.labataille.morale.events import UnitLost
from adjudicator.rulesets.labataille.morale.incidents import fallout
from adjudicator.rulesets.labataille.state import Charge, Unit


def lone_guns(run: Here, charge: Charge, riders: Riders, now: Stride, goal: str, straight: bool) -> Asking[bool]:
    """LB-41.1 to LB-41.3, LB-41.6: limbered guns as infantry; unlimbered ones check, and stand or are lost."""
    ctx = run.ctx
    stood = False
    for unit in ctx.theirs(run.state.at(goal), run.side):
        lead = run.state.unit(riders.names[0])
        arc = through(ctx, run.state, lead, goal)
        if unit.morale == "routed":
            yield from trample(run, charge, riders, unit.id, ctx.tables.numbers.charge.trample_routed)
            continue
        if (yield from stands(run, unit.id, riders.names, now.place, arc)):
            stood = True
        elif unit.formation == "limbered":
            begin = unit.places
            yield from trample(run, charge, riders, unit.id, ctx.tables.numbers.charge.trample_routed)
            if run.state.unit(unit.id).status == "map":
                way = yield from rout(run, unit.id, Cause("LB-41.1"))
                yield from fallout(run, [(unit.id, begin, way)], begin[0])
        else:
            rule = "LB-41.2" if arc == "front" else "LB-41.3"
            yield UnitLost(rule=RuleId(rule), side=ctx.units[unit.id].side, unit=unit.id, place=unit.place)
    if stood:
        yield ChargeMet(
            rule=RuleId("LB-41.2"),
            side=run.side,
            attackers=riders.names,
            target=goal,
            cause="charge",
            straight=straight,
            passed=True,
            leader=riders.leader,
        )
        return True
    grid = ctx.board.grid
    toward = grid.direction(grid.ids[now.place], grid.ids[goal])
    if toward is not None and not run.state.at(goal):
        yield from ride_hex(run, riders, Stride(goal, toward, riders.lead.spent + 2, now.straight))
    return True


def abandoned_guns(run: Here, riders: Riders, goal: str) -> Asking[bool]:
    """LB-41.4, R-122: guns whose infantry ran: they fire once if attacked in front, then check: stand or are lost."""
    ctx = run.ctx
    guns = [one for one in ctx.theirs(run.state.at(goal), run.side) if one.formation == "unlimbered"]
    if not guns or not riders.riding:
        return False
    stood = False
    for unit in guns:
        stood = (yield from _one_battery(run, riders, unit, goal)) or stood
    if stood and riders.riding:
        yield ChargeMet(
            rule=RuleId("LB-41.4"),
            side=run.side,
            attackers=riders.names,
            target=goal,
            cause="charge",
            passed=True,
            leader=riders.leader,
        )
    return stood


def _one_battery(run: Here, riders: Riders, unit: Unit, goal: str) -> Asking[bool]:
    ctx = run.ctx
    lead = run.state.unit(riders.names[0])
    arc = through(ctx, run.state, lead, goal)
    if arc == "front":
        found = tuple(shots(ctx, run.state, unit, hex_of(ctx, lead, goal), "defensive"))
        if found:
            yield from resolve(run, Fire("defensive", hex_of(ctx, lead, goal), found))
    if run.state.unit(unit.id).status != "map" or not riders.riding:
        return False
    if (yield from stands(run, unit.id, riders.names, riders.lead.place, arc)):
        return True
    yield UnitLost(rule=RuleId("LB-41.4"), side=ctx.units[unit.id].side, unit=unit.id, place=unit.place)
    return False
