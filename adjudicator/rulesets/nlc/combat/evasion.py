"""NLC-7.10: cavalry and horse artillery that go back before the fire."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.types import Choice, Decision, RuleId
from adjudicator.kit.run import Asking, decided
from adjudicator.rulesets.nlc.choices import Evade, Stand
from adjudicator.rulesets.nlc.combat import hits
from adjudicator.rulesets.nlc.combat.aftermath import back
from adjudicator.rulesets.nlc.combat.reactions import on_entry
from adjudicator.rulesets.nlc.combat.retreats import free_hexes
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of


def evade(run: Here, attackers: Sequence[Unit], target: str) -> Asking[None]:
    """D-11: those who may go back before the fire are asked; who goes takes no part in the combat."""
    units = may_evade(run.ctx, run.state, attackers, target)
    if not units:
        return
    choice = yield from decided(_question(run, units, target), Choice)
    if isinstance(choice, Evade):
        yield from back(run, units, tuple(dict.fromkeys(unit.place or "" for unit in attackers)), "evasion", on_entry)


def may_evade(ctx: Context, state: State, attackers: Sequence[Unit], target: str) -> tuple[Unit, ...]:
    """NLC-7.10, A-38: mounted units that began the player turn in no enemy zone, if no cavalry attacks them."""
    if any(ctx.units[unit.id].is_cavalry for unit in attackers):
        return ()
    side = enemy_of(state.sides[attackers[0].id])
    units = tuple(unit for unit in state.at(side, target) if ctx.units[unit.id].is_mounted and not unit.was_in_zone)
    return units if units and free_hexes(ctx, state, side, target, units) else ()


def _question(run: Here, units: Sequence[Unit], target: str) -> Decision:
    """D-11: cavalry by itself goes; beside infantry it stands."""
    side = enemy_of(run.side)
    with_foot = any(run.ctx.units[unit.id].is_infantry for unit in run.state.at(side, target))
    has_cavalry = any(run.ctx.units[unit.id].is_cavalry for unit in units)
    return Decision(
        key=f"{run.label}/evade",
        kind="evade",
        moments=("attacked",),
        side=side,
        rule=RuleId("NLC-7.10"),
        question=f"Do the mounted units in {target} go back before the fire?",
        default=Evade() if has_cavalry and not with_foot else Stand(),
        place=target,
        units=tuple(unit.id for unit in hits.by_weight(run.ctx, units)),
    )
