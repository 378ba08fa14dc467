"""LB 10.2, LB 10.3, LB 31.5: hexes that hold too many."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.core.values import replace
from adjudicator.rulesets.labataille.ground import may_stand, mover, step_cost
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.morale.breaking import Cause, disorder
from adjudicator.rulesets.labataille.morale.checks import Call, check_together
from adjudicator.rulesets.labataille.morale.incidents import fallout
from adjudicator.rulesets.labataille.movement.events import UnitMarched
from adjudicator.rulesets.labataille.stacking import may_share
from adjudicator.rulesets.labataille.state import SIDES, Unit
from adjudicator.rulesets.labataille.zones import is_in_enemy_zone


def settle_crowds(run: Here) -> Telling:
    """LB-10.2, LB-10.3: who stands too closely checks, and the last to come go back where there is room."""
    for place in sorted(run.state.stacks):
        for side in SIDES:
            yield from _settle(run, place, side)


def _own(run: Here, place: str, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a hex: cavalry in the hex of a carré counts for itself (LB-38.13)."""
    return tuple(unit for unit in run.state.at(place) if run.ctx.units[unit.id].side == side)


def _settle(run: Here, place: str, side: Side) -> Telling:
    """LB-31.5: one roll for all of them; who fails disorders and goes, and the last comers if that is not enough."""
    there = _own(run, place, side)
    if len(there) < 2 or may_share(run.ctx, run.state, place, there).value:
        return
    formed = [unit.id for unit in there if unit.morale == "good"]
    if formed:
        for one in (yield from check_together(run, formed, Call("LB-31.5", "crowded"))):
            if run.state.unit(one).morale == "good":
                way = yield from disorder(run, one, Cause("LB-10.2"))
                yield from fallout(run, [(one, (), way)], place)
    yield from _displace(run, place, side)


def _displace(run: Here, place: str, side: Side) -> Telling:
    """LB-10.3: the last comers go to the nearest hex that has room, away from the enemy first."""
    while len(there := _own(run, place, side)) > 1 and not may_share(run.ctx, run.state, place, there).value:
        last = there[-1]
        goal = _room_near(run, last)
        if goal is None:
            return
        yield UnitMarched(
            rule=RuleId("LB-10.3"),
            side=run.ctx.units[last.id].side,
            unit=last.id,
            path=(goal,),
            places=(goal,),
            formation=last.formation,
            facing=last.facing,
        )


def _room_near(run: Here, unit: Unit) -> str | None:
    ctx, state = run.ctx, run.state
    side = ctx.units[unit.id].side
    found = []
    for there in ctx.board.neighbours[unit.place]:
        mine = all(ctx.units[one.id].side == side for one in state.at(there))
        open_way = step_cost(ctx, state, mover(ctx, unit), unit.place, there) is not None
        stands = mine and open_way and may_stand(ctx, state, mover(ctx, unit), there)
        if stands and may_share(ctx, state, there, (*state.at(there), replace(unit, places=(there,)))).value:
            found.append((is_in_enemy_zone(ctx, state, side, there), there))
    return min(found)[1] if found else None
