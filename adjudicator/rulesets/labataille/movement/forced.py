"""LB 44: forced marches."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.labataille.bodies import members
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.morale.checks import Call, check
from adjudicator.rulesets.labataille.morale.levels import level_of
from adjudicator.rulesets.labataille.movement.events import ForceMarched
from adjudicator.rulesets.labataille.orders import ForcedMarch


def forced_march(run: Here, order: ForcedMarch) -> Asking[Verdict]:
    """LB-44.1, LB-44.2, LB-44.4: all battalions of a division check; who passes marches double, who fails stands."""
    ctx, state = run.ctx, run.state
    units = [state.unit(one) for one in members(ctx, state, run.side, order.who) if one in ctx.units]
    foot = [unit for unit in units if ctx.units[unit.id].arm == "infantry" and unit.status == "map"]
    name = order.who
    if not foot or order.who in ctx.units:
        return no("LB-44.1", f"{name} is no division with infantry on the map.", "Name a division.")
    for unit in foot:
        verdict = _may(run, unit.id)
        if not verdict.value:
            return verdict
    for unit in (*foot, *(one for one in units if ctx.units[one.id].arm == "artillery" and one.status == "map")):
        weight = ctx.tables.numbers.force_march.check * (unit.marches + 1)
        part: Finding[int] = Finding(
            rule=RuleId("LB-44.4"), value=weight, because=f"turn {unit.marches + 1} of it", label="Forced march"
        )
        passed = yield from check(run, unit.id, Call("LB-44.2", "forced-march", (part,)))
        yield ForceMarched(side=run.side, unit=unit.id, marches=passed)
    return yes("LB-44.1")


def _may(run: Here, name: str) -> Verdict:
    ctx, unit = run.ctx, run.state.unit(name)
    card = ctx.units[name]
    if unit.morale != "good" or level_of(ctx, run.state, name):
        return no("LB-44.1", f"{card.name} is not in good order on level 0.", "All of the division must be.")
    if ctx.battalions.get(name):
        return no("LB-44.1", f"{card.name} is a whole regiment.", f"split {card.name} first.")
    if unit.formation not in ("column", "road march") or unit.spent:
        return no("LB-44.2", f"{card.name} is not in column or road march, or has moved.", "Form it first.")
    return yes("LB-44.1")
