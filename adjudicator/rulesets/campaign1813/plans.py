"""A phase of a player turn in hand: how its labels begin, what the active side laid down for it, what it decides."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from adjudicator.core.types import Choice, Decision
from adjudicator.kit import run as kit
from adjudicator.kit.run import Asking, ask, chosen
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.orders import Plan, Reinforce
from adjudicator.rulesets.campaign1813.state import Laid, State
from adjudicator.rulesets.campaign1813.turn.events import DefaultTaken

C = TypeVar("C", bound=Choice)
Run: TypeAlias = kit.Run[State, Context]


def prefix(run: Run) -> str:
    """How labels of dice and keys of decisions begin in this player turn."""
    return f"T{run.state.turn}/{run.side}"


def plans_for(run: Run, decision: Decision) -> list[tuple[Plan, Laid]]:
    """What the active side laid down for a decision of its own, in the order written."""
    if decision.side != run.side:
        return []
    found = []
    for laid in run.state.plans:
        order = run.meant(laid.order)
        if isinstance(order, Plan) and speaks_to(order, decision):
            found.append((order, laid))
    return found


def speaks_to(plan: Plan, decision: Decision) -> bool:
    """Whether a plan is about a decision: its kind, and the place and the block where it names them."""
    if plan.decision != decision.kind:
        return False
    return plan.place in ("", decision.place) and (not plan.unit or plan.unit in decision.units)


def decide(run: Run, *decisions: Decision) -> Asking[dict[str, Choice]]:
    """Settle decisions of one moment: the active side's by its plans where they speak to them, the others by asking."""
    found: dict[str, Choice] = {}
    for decision in decisions:
        for order, laid in plans_for(run, decision):
            legal = run.game.ruleset.allows(run.state, decision, order.choice)
            if not legal.value:
                yield run.refused(order, legal, laid.words)
            elif decision.key in found:
                found[decision.key] = _together(found[decision.key], order.choice)
            else:
                found[decision.key] = order.choice
    reply = yield from ask(*(decision for decision in decisions if decision.key not in found))
    for decision in decisions:
        if decision.key in reply and is_by_default(run, decision, reply[decision.key]):
            yield _default_taken(decision)
    return {**found, **reply}


UNTOLD = ("reveal", "resolution", "ground")
"""Decisions whose defaults are told by what happens next, or change nothing."""


def is_by_default(run: Run, decision: Decision, choice: Choice) -> bool:
    """Whether a choice is the default, and nothing that its side wrote speaks of it."""
    if decision.kind in UNTOLD or decision.pauses or choice != decision.default:
        return False
    standing = run.orders.standing.get(decision.side, ())
    return run.game.ruleset.standing(run.state, decision, standing) is None


def _default_taken(decision: Decision) -> DefaultTaken:
    return DefaultTaken(rule=decision.rule, side=decision.side, decision=decision.kind, place=decision.place)


def decided(run: Run, decision: Decision, sort: type[C]) -> Asking[C]:
    """Settle one decision by plan or question, and hand back the choice."""
    reply = yield from decide(run, decision)
    return chosen(reply, decision, sort)


def _together(first: Choice, second: Choice) -> Choice:
    """Several lines that reinforce the same battle add up; of other choices the first counts."""
    if isinstance(first, Reinforce) and isinstance(second, Reinforce):
        return first.model_copy(update={"groups": (*first.groups, *second.groups)})
    return first
