"""LB 19.13, LB 38.16, LB 38.19, R-19, D28: cavalry rides infantry down."""

from __future__ import annotations

from adjudicator.core.types import RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.charge.events import Trampled
from adjudicator.rulesets.labataille.charge.riders import Riders
from adjudicator.rulesets.labataille.charge.riding import points
from adjudicator.rulesets.labataille.choices import Trample
from adjudicator.rulesets.labataille.decisions import decided_now
from adjudicator.rulesets.labataille.fire.hurt import after_losses
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.state import Charge


def trample(run: Here, charge: Charge, riders: Riders, name: str, price: int) -> Asking[int]:
    """D28: as many increments as the points left pay for and the owner wishes; says how many."""
    if not riders.riding:
        return 0
    left = points(run.ctx, run.state, riders.names) - riders.lead.spent
    most = charge.trample
    if most is None:
        choice = yield from decided_now(
            run, "trample", riders.names[0], "LB-38.19", "How many increments are ridden down?", Trample()
        )
        most = choice.most if isinstance(choice, Trample) else 99
    unit = run.state.unit(name)
    lost = max(0, min(most, left // (2 * price), increments(run.ctx, unit)))
    if lost:
        yield Trampled(
            rule=RuleId("LB-38.19"),
            side=run.ctx.units[name].side,
            by=riders.names,
            unit=name,
            lost=lost,
            spent=2 * price * lost,
        )
        yield from after_losses(run, unit.place, {name: lost})
    return lost
