"""R-84, D24, D25: breaking down, joining, the order in a stack."""

from __future__ import annotations

from adjudicator.core.types import RuleId
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.labataille.choices import StackOrder
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.fire.events import RegimentBroke
from adjudicator.rulesets.labataille.fire.hurt import how_losses_lie, losses_by_battalion
from adjudicator.rulesets.labataille.ground import is_clear
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.movement.allowance import allowance, may_move
from adjudicator.rulesets.labataille.movement.changes import fired_at_changing
from adjudicator.rulesets.labataille.movement.events import StackArranged, UnitMarched, UnitsJoined
from adjudicator.rulesets.labataille.orders import ArrangeStack, Join, Split
from adjudicator.rulesets.labataille.state import State, Unit
from adjudicator.rulesets.labataille.zones import is_in_enemy_zone


def split(run: Here, order: Split) -> Asking[Verdict]:
    """LB-6.5, R-84: one point, fired at in a zone as a change of organisation, losses as the owner says."""
    ctx, unit = run.ctx, run.state.unit(order.unit)
    name, cost = ctx.units[unit.id].name, 2 * ctx.tables.numbers.movement.organisation
    verdict = may_move(ctx, unit)
    if not verdict.value:
        return verdict
    if not ctx.battalions.get(unit.id):
        return no("LB-6.4", f"{name} has no battalions to break into.", "Leave it whole.")
    if unit.morale != "good":
        return no("R-84", f"{name} is not in good order.", "Wait until it has recovered.")
    if unit.spent + cost > allowance(ctx, run.state, unit):
        return no("LB-18.1", f"{name} has not the points for it.", "Do it next turn.")
    now = yield from fired_at_changing(run, unit, stays=False)
    if now is None:
        return no("LB-28.2", f"{name} was stopped by fire.", "Try again next turn.")
    written = dict(zip(order.units, order.numbers, strict=True))
    parts = tuple((one, written.get(one, 0)) for one in ctx.battalions[unit.id])
    if not written or sum(written.values()) != now.losses:
        how = yield from how_losses_lie(run, now)
        parts = losses_by_battalion(ctx, unit.id, now.losses, how)
    yield UnitMarched(
        rule=RuleId("LB-6.5"),
        side=ctx.units[unit.id].side,
        unit=unit.id,
        path=(),
        places=now.places,
        formation=now.formation,
        facing=now.facing,
        spent=cost,
    )
    yield RegimentBroke(rule=RuleId("LB-6.5"), side=ctx.units[unit.id].side, unit=unit.id, battalions=parts)
    return yes("LB-6.5")


def join(run: Here, order: Join) -> Asking[Verdict]:
    """R-84: all surviving battalions in one clear hex, in order and one formation, out of enemy zones."""
    ctx, state = run.ctx, run.state
    name = ctx.units[order.unit].name
    verdict = may_join(ctx, state, order.unit)
    if not verdict.value:
        return verdict
    parts = _survivors(ctx, state, order.unit)
    cost = 2 * ctx.tables.numbers.movement.organisation
    poor = next((one for one in parts if one.spent + cost > allowance(ctx, state, one)), None)
    if poor is not None:
        return no("LB-18.1", f"{ctx.units[poor.id].name} has not the point for it.", "Join next turn.")
    for one in parts:
        yield UnitMarched(
            rule=RuleId("LB-6.5"),
            side=ctx.units[one.id].side,
            unit=one.id,
            path=(),
            places=one.places,
            formation=one.formation,
            facing=one.facing,
            spent=cost,
        )
    yield UnitsJoined(side=ctx.units[order.unit].side, unit=order.unit, parts=tuple(one.id for one in parts))
    return yes("LB-6.5", f"{name} is one again")


def _survivors(ctx: Context, state: State, regiment: str) -> list[Unit]:
    return [unit for one in ctx.battalions.get(regiment, ()) if (unit := state.unit(one)).status == "map"]


def may_join(ctx: Context, state: State, regiment: str) -> Verdict:
    """R-84: whether battalions may become their regiment again."""
    name = ctx.units[regiment].name
    parts = _survivors(ctx, state, regiment)
    if state.unit(regiment).status != "broken" or len(parts) < 1:
        return no("R-84", f"{name} is not on the map as battalions.", "Leave the order out.")
    stops = next((verdict for one in parts if not (verdict := may_move(ctx, one)).value), None)
    if stops is not None:
        return stops
    places = {one.places for one in parts}
    if len(places) > 1 or len(parts[0].places) > 1:
        return no("R-84", f"The battalions of {name} do not stand in one hex.", "Bring them together first.")
    place = parts[0].place
    if not is_clear(ctx, state, place):
        return no("R-84", f"{place} is no clear ground.", "Join on clear ground.")
    if any(one.morale != "good" for one in parts) or len({(one.formation, one.facing) for one in parts}) > 1:
        return no("R-84", f"The battalions of {name} are not in good order and one formation.", "Form them alike.")
    if is_in_enemy_zone(ctx, state, ctx.units[regiment].side, place):
        return no("R-84", f"{place} is in an enemy zone.", "Join out of the enemy's reach.")
    lost = sum(one.losses for one in parts) + sum(
        ctx.units[one].increments for one in ctx.battalions[regiment] if one not in {unit.id for unit in parts}
    )
    size = min(ctx.units[one].increments for one in ctx.battalions[regiment])
    if lost >= size or 2 * lost >= ctx.units[regiment].increments:
        return no("LB-6.6", f"{name} has lost too much to be one again.", "Leave it in battalions.")
    return yes("R-84")


def arrange(run: Here, order: ArrangeStack) -> Asking[Verdict]:
    """D25, R-101: the named units on top, the others below in the order they have."""
    ctx, state = run.ctx, run.state
    there = [unit.id for unit in state.at(order.place) if ctx.units[unit.id].side == run.side]
    stranger = next((one for one in order.units if one not in there), None)
    if stranger is not None:
        words = f"{ctx.units[stranger].name} does not stand in {order.place}."
        return no("LB-11.1", words, "Name units of that hex.")
    spread = next((one for one in there if len(state.unit(one).places) > 1), None)
    if spread is not None and order.units[0] != spread:
        return no("R-101", f"{ctx.units[spread].name} lies in two hexes and stays on top.", "Leave it there.")
    yield StackArranged(
        side=run.side, place=order.place, units=(*order.units, *(one for one in there if one not in order.units))
    )
    return yes("LB-11.1")


def by_policy(run: Here) -> Asking[None]:
    """D25: at the end of the movement phase each stack lies as its owner's standing orders say; as it came if not."""
    for place in sorted(run.state.stacks):
        there = [unit for unit in run.state.at(place) if run.ctx.units[unit.id].side == run.side]
        if len(there) < 2 or any(len(unit.places) > 1 for unit in there):
            continue
        choice = yield from decided_now(
            run, "stack_order", there[0].id, "LB-11.1", f"How does the stack in {place} lie?", StackOrder(), place=place
        )
        order = _ordered(run.ctx, there, choice.how if isinstance(choice, StackOrder) else "came")
        if order != tuple(unit.id for unit in there):
            yield StackArranged(side=run.side, place=place, units=order)


def _ordered(ctx: Context, there: list[Unit], how: str) -> tuple[str, ...]:
    """The strongest or the freshest on top; those alike keep their order."""
    if how == "strongest":
        there = sorted(there, key=lambda unit: -increments(ctx, unit))
    elif how == "freshest":
        there = sorted(there, key=lambda unit: unit.losses)
    return tuple(unit.id for unit in there)
