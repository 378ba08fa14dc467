"""LB 10, HEI-stack: how many may stand in a hex together."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kit.verdicts import Verdict, first_no, no, yes
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import terrain
from adjudicator.rulesets.labataille.increments import battalions, in_hex
from adjudicator.rulesets.labataille.state import State, Unit
from adjudicator.rulesets.labataille.tables import StackLimit

LIGHT = ("jaeger", "guard_jaeger", "prussian_fusilier", "militia_marksman")
"""HEI-stack-1: the battalions of which two hold a hex of the Schloss (R-91)."""


def may_share(ctx: Context, state: State, place: str, units: Sequence[Unit]) -> Verdict:
    """HEI-stack-1, LB-16.1, LB-18.7: whether these units may stand in a hex together."""
    return first_no(
        one_formation(ctx, place, units), arms_apart(ctx, place, units), within_limit(ctx, state, place, units)
    )


def one_formation(ctx: Context, place: str, units: Sequence[Unit]) -> Verdict:
    """LB-16.1: never two formations in a hex; unlimbered guns go with any of the infantry's."""
    found = {unit.formation for unit in units if ctx.units[unit.id].arm != "artillery" and unit.morale == "good"}
    if len(found) > 1:
        return no("LB-16.1", f"{place} would hold {' and '.join(sorted(found))}.", "Give all the same formation.")
    return yes("LB-16.1")


def arms_apart(ctx: Context, place: str, units: Sequence[Unit]) -> Verdict:
    """LB-16.3, LB-10.6: cavalry ends no movement in the hex of another arm."""
    arms = {ctx.units[unit.id].arm for unit in units}
    if "cavalry" in arms and len(arms) > 1:
        return no("LB-16.3", f"Cavalry may not end its movement in {place} with other arms.", "Use another hex.")
    return yes("LB-16.3")


def within_limit(ctx: Context, state: State, place: str, units: Sequence[Unit]) -> Verdict:
    """HEI-stack-1: whether one of the ways to fill this ground has room for them."""
    if not units:
        return yes("HEI-stack-1")
    ground = "road march" if all(unit.formation == "road march" for unit in units) else terrain(ctx, state, place)
    limits = ctx.tables.stacking.get(ground, ctx.tables.stacking["clear"])
    if any(_fits(ctx, limit, place, units) for limit in limits):
        return yes("HEI-stack-1")
    return no("HEI-stack-1", f"{place} has no room for so many.", "See the stacking chart for what a hex holds.")


def _fits(ctx: Context, limit: StackLimit, place: str, units: Sequence[Unit]) -> bool:
    by_arm = {
        arm: [unit for unit in units if ctx.units[unit.id].arm == arm] for arm in ("infantry", "cavalry", "artillery")
    }
    foot, horse, guns = by_arm["infantry"], by_arm["cavalry"], by_arm["artillery"]
    if limit.note.startswith(("Russian jaeger", "light")) and any(ctx.units[one.id].type not in LIGHT for one in foot):
        return False
    return (
        _foot_fits(ctx, limit, place, foot)
        and _horse_fits(ctx, limit, place, horse)
        and _within(len(guns), limit.batteries)
        and _within(sum(in_hex(ctx, one, place) for one in guns), limit.gun_increments)
    )


def _foot_fits(ctx: Context, limit: StackLimit, place: str, foot: Sequence[Unit]) -> bool:
    if limit.whole_regiment and len(foot) == 1:
        return True
    return _within(sum(battalions(ctx, one) for one in foot), limit.battalions) and _within(
        sum(in_hex(ctx, one, place) for one in foot), limit.increments
    )


def _horse_fits(ctx: Context, limit: StackLimit, place: str, horse: Sequence[Unit]) -> bool:
    if limit.whole_regiment and len(horse) == 1 and limit.regiments:
        return True
    return _within(len(horse), limit.regiments) and _within(
        sum(in_hex(ctx, one, place) for one in horse), limit.cavalry_increments
    )


def _within(number: int, most: int | None) -> bool:
    return most is None or number <= most
