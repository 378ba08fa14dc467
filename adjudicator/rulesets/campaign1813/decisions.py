"""Decisions of the campaign: which choices answer them, and which of these are legal."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.types import Choice, Decision
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.battle.reinforcing import among, may_send
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.state import State

ANSWERS: Mapping[str, tuple[type[Choice], ...]] = {
    "initiative": (od.Initiative,),
    "reveal": (od.Reveal,),
    "fortress": (od.Fortress,),
    "relief": (od.Relief,),
    "besiege": (od.Besiege,),
    "resolution": (od.Resolution,),
    "ground": (od.Ground,),
    "reinforce": (od.Reinforce,),
    "break_off": (od.LeaveField,),
    "retreat": (od.RetreatTo,),
    "regroup": (od.Regroup,),
    "assault": (od.Assault,),
}
"""The sort of choice that answers each kind of decision."""

NEVER_ASKED = ("reveal",)
"""Decisions that never pause a turn: the mere question would show the enemy where a leader is."""


def allows(ctx: Context, state: State, decision: Decision, choice: Choice) -> Verdict:
    """Whether a choice is a legal answer to a decision."""
    if not isinstance(choice, ANSWERS.get(decision.kind, (type(decision.default),))):
        return no(decision.rule, f"That does not answer this question: {decision.question}")
    match choice:
        case od.Fortress():
            return among(ctx, decision.rule, choice.keep, decision.units)
        case od.Assault():
            return among(ctx, decision.rule, choice.lead, decision.units)
        case od.RetreatTo(parts=parts) | od.Regroup(out=parts):
            return among(ctx, decision.rule, (unit for part in parts for unit in part.units), decision.units)
        case od.Reinforce():
            return may_send(ctx, state, decision.place, decision.side, choice.groups)
        case od.Ground():
            return _ground(ctx, decision, choice)
        case _:
            return yes(decision.rule)


def _ground(ctx: Context, decision: Decision, choice: od.Ground) -> Verdict:
    """CAM-hist-1: only the fields that the rules name."""
    names = [row.field for row in ctx.tables.historical_fields]
    if choice.field and choice.field not in names:
        return no(decision.rule, f"There is no field {choice.field}.", f"Fields: {', '.join(names)}.")
    return yes(decision.rule)
