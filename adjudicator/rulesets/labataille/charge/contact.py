"""LB 38.8 to 38.20, LB 41: what happens when a charge comes up to its target."""

from __future__ import annotations

from adjudicator.core.types import RuleId
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.charge.events import ChargeMet
from adjudicator.rulesets.labataille.charge.guns import abandoned_guns, lone_guns
from adjudicator.rulesets.labataille.charge.recall import after_rout
from adjudicator.rulesets.labataille.charge.riders import Riders, ride_hex
from adjudicator.rulesets.labataille.charge.riding import Stride, points
from adjudicator.rulesets.labataille.charge.skirmishers import dragoons_met, is_dragoon_skirmisher
from adjudicator.rulesets.labataille.charge.stand import stands
from adjudicator.rulesets.labataille.charge.trampling import trample
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.values import through
from adjudicator.rulesets.labataille.morale.breaking import Cause, rout
from adjudicator.rulesets.labataille.morale.checks import Call
from adjudicator.rulesets.labataille.morale.incidents import fallout, incident
from adjudicator.rulesets.labataille.state import Charge, Unit


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hex of a charge ended."""

    now: Stride
    over: bool = False
    contacted: bool = False


def contact(run: Here, charge: Charge, riders: Riders, now: Stride, goal: str) -> Asking[bool]:
    """The charge stands next to its target; says whether a melee or a rout came of it."""
    ctx = run.ctx
    straight = now.straight >= ctx.tables.numbers.charge.straight and riders.ahead(now, 1) == (goal,)
    enemies = ctx.theirs(run.state.at(goal), run.side)
    top = enemies[0]
    card = ctx.units[top.id]
    if any(not may_fall_on(run, one, enemies) for one in riders.names):
        return False
    if top.formation == "carre" and top.morale == "good":
        return (yield from _onto_square(run, riders, now, goal, straight))
    if is_dragoon_skirmisher(ctx, top):
        return (yield from dragoons_met(run, top.id))
    if card.arm == "cavalry":
        yield met(run, riders, goal, straight=straight)
        return True
    foot = [one for one in enemies if ctx.units[one.id].arm == "infantry"]
    if not foot:
        return (yield from lone_guns(run, charge, riders, now, goal, straight))
    if not straight and top.formation != "skirmish":  # LB-38.7: an ordinary melee
        yield met(run, riders, goal, straight=False)
        return True
    return (yield from _foot(run, charge, riders, now, goal, foot))


def met(run: Here, riders: Riders, goal: str, *, straight: bool, passed: bool = False) -> ChargeMet:
    """The event of a contact."""
    return ChargeMet(
        side=run.side,
        attackers=riders.names,
        target=goal,
        cause="charge",
        straight=straight,
        passed=passed,
        leader=riders.leader,
    )


def may_fall_on(run: Here, charger: str, enemies: tuple[Unit, ...]) -> bool:
    """HEI-cossack-4, R-24: Cossacks fall on cavalry, on broken infantry, on limbered guns and guns not in front."""
    ctx = run.ctx
    if not ctx.units[charger].is_cossack:
        return True
    top = enemies[0]
    card = ctx.units[top.id]
    if card.arm == "cavalry":
        return True
    if card.arm == "infantry":
        return top.morale != "good"
    return top.formation == "limbered" or through(ctx, run.state, run.state.unit(charger), top.place) != "front"


def _onto_square(run: Here, riders: Riders, now: Stride, goal: str, straight: bool) -> Asking[bool]:
    """LB-38.13: onto the carré's hex, through its fire; the melee is fought inside."""
    grid = run.ctx.board.grid
    toward = grid.direction(grid.ids[now.place], grid.ids[goal])
    assert toward is not None
    inside = Stride(goal, toward, now.spent + 2, now.straight + 1)
    if inside.spent > points(run.ctx, run.state, riders.units):
        return False
    if not (yield from ride_hex(run, riders, inside)):
        return False
    yield ChargeMet(
        rule=RuleId("LB-38.13"),
        side=run.side,
        attackers=riders.names,
        target=goal,
        cause="carre",
        straight=straight,
        leader=riders.leader,
    )
    return True


def _foot(run: Here, charge: Charge, riders: Riders, now: Stride, goal: str, foot: list[Unit]) -> Asking[bool]:
    """LB-38.9, LB-38.15, LB-38.18, LB-19.14: infantry stands, or runs; skirmishers cost no recall."""
    ctx = run.ctx
    stood = False
    ran: list[str] = []
    for unit in foot:
        if unit.morale == "disordered" and unit.has("tried carre"):  # contact without a check
            yield from trample(run, charge, riders, unit.id, ctx.tables.numbers.charge.trample_disordered)
            stood = stood or run.state.unit(unit.id).status == "map"
            continue
        runs = unit.morale == "routed" or unit.formation == "skirmish"
        if not runs:
            arc = through(ctx, run.state, run.state.unit(riders.names[0]), goal)
            runs = not (yield from stands(run, unit.id, riders.names, now.place, arc))
        if runs:
            ran.append(unit.id)
        else:
            stood = True
    for one in ran:
        yield from _ridden_down(run, charge, riders, one)
    if stood:
        yield met(run, riders, goal, straight=True, passed=True)
        return True
    skirmishers = all(unit.formation == "skirmish" for unit in foot)
    if ran and not skirmishers:  # LB-19.14: no recall after skirmishers
        met_again = yield from after_rout(run, charge, riders, now, goal)
        left = yield from abandoned_guns(run, riders, goal)
        return met_again or left
    return False


def _ridden_down(run: Here, charge: Charge, riders: Riders, name: str) -> Asking[None]:
    """LB-38.9, LB-38.19, LB-38.23, R-40: trampled first, then it routs its ten hexes without further loss."""
    ctx = run.ctx
    yield from trample(run, charge, riders, name, ctx.tables.numbers.charge.trample_routed)
    unit = run.state.unit(name)
    if unit.status != "map":
        return
    begin, marched = unit.places, unit.formation == "road march"
    way = yield from rout(run, name, Cause("LB-38.9"))
    yield from fallout(run, [(name, begin, way)], begin[0])
    if marched:
        side = ctx.units[name].side
        around = [
            one.id
            for place in begin
            for there in ctx.board.neighbours[place]
            for one in run.state.at(there)
            if ctx.units[one.id].side == side and one.morale == "good"
        ]
        yield from incident(run, dict.fromkeys(around), Call("LB-38.23", "road-march"), begin[0])
