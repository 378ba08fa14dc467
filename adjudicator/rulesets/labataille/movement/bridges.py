"""HEI-pontoon: pontoons are broken up."""

from __future__ import annotations

from adjudicator.core.types import RuleId
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.fire.events import PontoonDamaged
from adjudicator.rulesets.labataille.fire.hurt import on_pontoon
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.state import State


def may_destroy(ctx: Context, state: State, side: str, name: str) -> Verdict:
    """HEI-pontoon-3, HEI-pontoon-4, R-73: a good-order formation in an end hex or next to one."""
    place = ctx.places.get(name)
    if place is not None and place.kind == "fixed bridge":
        return no("HEI-pontoon-4", f"{name} is of stone and stands.", "Leave the order out.")
    if place is None or name not in state.pontoons:
        return no("HEI-pontoon-3", f"There is no {name} that stands.", "Name a pontoon of the map.")
    near = {one for end in place.hexes for one in (end, *ctx.board.neighbours[end])}
    if any(unit.morale == "good" and ctx.units[unit.id].side == side for one in near for unit in state.at(one)):
        return yes("HEI-pontoon-3")
    return no("HEI-pontoon-3", f"Nobody of yours in good order stands next to {name}.", "Bring somebody there.")


def destroy(run: Here, name: str) -> Asking[Verdict]:
    """HEI-pontoon-3: it is gone, and who is on it with it."""
    verdict = may_destroy(run.ctx, run.state, run.side, name)
    if verdict.value:
        damage = run.ctx.tables.numbers.pontoon.damage
        lost = tuple(on_pontoon(run.ctx, run.state, name))
        yield PontoonDamaged(
            rule=RuleId("HEI-pontoon-3"), side=run.side, name=name, damage=damage, gone=True, lost=lost
        )
    return verdict
