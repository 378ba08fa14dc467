"""A-5, NLC-26.7b, NLC-27.10b: units that are given to another formation."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.events import UnitsAttached
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.orders import Attach
from adjudicator.rulesets.nlc.state import State

DIVISION_OF = "II"
DIVISION_TO = "IV"
"""NLC-26.7b: one division of II Corps fights with IV Corps at Wavre."""


def attach(run: Here, order: Attach) -> Telling:
    """Units take their orders from another formation; their loss counts for demoralization as before (A-5)."""
    for unit in order.units:
        verdict = may_attach(run.ctx, run.state, run.side, unit, order.formation)
        if not verdict.value:
            yield run.refused(order, verdict)
            return
    rule = RuleId(_rule(run.ctx))
    yield UnitsAttached(rule=rule, side=run.side, units=order.units, formation=order.formation)


def _rule(ctx: Context) -> str:
    return "NLC-27.10b" if ctx.facts.changeable is not None else "NLC-26.7b"


def may_attach(ctx: Context, state: State, side: Side, unit: str, formation: str) -> Verdict:
    """Whether a scenario lets a unit be given to a formation, and lets it now."""
    card, target, rule = ctx.units[unit], ctx.formations[formation], _rule(ctx)
    if card.side != side or target.side != side:
        return no(rule, f"{card.name} or {formation} is not yours.", "Attach your own units.")
    if card.army != target.army:
        return no(rule, f"{card.name} serves another army than {formation}.", "Name a formation of its own army.")
    if formation_of(ctx, state.unit(unit)) == formation:
        return no(rule, f"{card.name} belongs to {formation} already.", "Leave it out.")
    if ctx.facts.changeable is not None:
        named = ctx.facts.changeable.who
        if card.limit_group in named or any(card.name.startswith(one) for one in named):
            return yes(rule)
        return no(rule, f"{card.name} stays with its formation.", f"Only these may change: {', '.join(named)}.")
    if "division" not in ctx.facts.free:
        return no(rule, "No unit changes its formation in this scenario.", "Leave the line out.")
    if state.turn > 0:
        return no(rule, "The division is named at set-up.", "Leave the line out.")
    if card.limit_group != DIVISION_OF or formation not in (DIVISION_TO, "III"):
        reason = f"{card.name} is no unit of {DIVISION_OF} that could fight with {DIVISION_TO}."
        return no(rule, reason, f"Attach units of one division of {DIVISION_OF} to {DIVISION_TO}.")
    return yes(rule)
