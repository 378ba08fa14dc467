"""LB 38.18, LB 42, HEI-recall-1, D13: recall of cavalry whose target runs."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.charge.events import ChargeMet, Recalled
from adjudicator.rulesets.labataille.charge.riders import Riders, ride_hex
from adjudicator.rulesets.labataille.charge.riding import Stride, points, ride_cost, turn_limit, way_to
from adjudicator.rulesets.labataille.choices import IfRecalled
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.shapes import front_hexes
from adjudicator.rulesets.labataille.state import Charge, Unit


def needed(ctx: Context, unit: str) -> int:
    """HEI-recall-1: the least die."""
    card = ctx.units[unit]
    nation = "French allies" if card.nation == "Saxon" else card.nation
    kind = "heavy" if ctx.is_heavy(unit) else "light"
    rows = ctx.tables.numbers.recall
    return next(row.least for row in rows if row.nation == nation and row.cavalry in ("any", kind))


def after_rout(run: Here, charge: Charge, riders: Riders, now: Stride, vacated: str) -> Asking[bool]:
    """LB-38.18: one die; recalled, it uses the rest of its points as it likes; else it must go on."""
    ctx = run.ctx
    if not riders.riding:
        return False
    lead = riders.names[0]
    least = needed(ctx, lead)
    bonus = int(bool(charge.leader) and ctx.leaders[charge.leader].cavalry > 0)
    roll = run.dice.roll(run.numbered("recall", lead).label)
    recalled = roll.faces[0] + bonus >= least
    yield Recalled(
        rolls=(roll,),
        side=run.side,
        units=riders.names,
        die=roll.faces[0],
        bonus=bonus,
        needed=least,
        recalled=recalled,
    )
    if recalled:
        return (yield from _free(run, charge, riders, now, vacated))
    return (yield from _pursues(run, riders, now, vacated))


def _free(run: Here, charge: Charge, riders: Riders, now: Stride, vacated: str) -> Asking[bool]:
    """LB-42.2, D13: follow and come adjacent, halt, or go for another target with the points left."""
    choice = yield from decided_now(
        run,
        "recalled",
        riders.names[0],
        "LB-42.2",
        "What does the recalled cavalry do?",
        IfRecalled(what="follow"),
        place=vacated,
    )
    what = charge.recalled or (choice.what if isinstance(choice, IfRecalled) else "follow")
    goal = charge.next_target or (choice.place if isinstance(choice, IfRecalled) else "")
    if what == "halt":
        return False
    if not goal:
        goal = _nearest_enemy(run, riders.lead)
    if not goal:
        return False
    ctx = run.ctx
    start = Stride(riders.lead.place, now.toward, riders.lead.spent, 0)
    most = points(ctx, run.state, riders.names)
    way = way_to(ctx, run.state, riders.lead, start, goal, turn_limit(ctx, riders.names), most)
    if isinstance(way, Finding):
        return False
    for stride in way:
        if not (yield from ride_hex(run, riders, stride)):
            return False
    yield ChargeMet(
        rule=RuleId("LB-42.2"), side=run.side, attackers=riders.names, target=goal, cause="charge", leader=riders.leader
    )
    return True


def _nearest_enemy(run: Here, lead: Unit) -> str:
    enemies = run.ctx.theirs((one for one in run.state.units.values() if one.status == "map"), run.side)
    far = run.ctx.board.distance
    return min(
        (place for one in enemies for place in one.places),
        key=lambda place: (far(place, lead.place), place),
        default="",
    )


def _pursues(run: Here, riders: Riders, now: Stride, vacated: str) -> Asking[bool]:
    """LB-38.18, LB-42.3: into the vacated hex and up to five more straight on, to the first enemy it comes next to."""
    ctx = run.ctx
    grid = ctx.board.grid
    place, toward = now.place, now.toward
    first = grid.direction(grid.ids[now.place], grid.ids[vacated])
    toward = toward if first is None else first
    for _ in range(1 + ctx.tables.numbers.charge.beyond_recall):
        found = _before_it(run, riders.lead)
        if found and place != now.place:
            yield ChargeMet(rule=RuleId("LB-42.3"), side=run.side, attackers=riders.names, target=found, cause="recall")
            return True
        there = grid.ring[grid.ids[place]][toward]
        if there < 0 or ride_cost(ctx, run.state, riders.lead, place, grid.names[there]) is None:
            break
        place = grid.names[there]
        stride = Stride(place, toward, riders.lead.spent + 2, now.straight)
        if not (yield from ride_hex(run, riders, stride)):
            return False
    found = _before_it(run, riders.lead)
    if found:
        yield ChargeMet(rule=RuleId("LB-42.3"), side=run.side, attackers=riders.names, target=found, cause="recall")
    return bool(found)


def _before_it(run: Here, unit: Unit) -> str:
    """The lowest hex before its front that holds enemies."""
    held = [place for place in front_hexes(run.ctx, unit) if run.ctx.theirs(run.state.at(place), run.side)]
    return min(held, default="")
