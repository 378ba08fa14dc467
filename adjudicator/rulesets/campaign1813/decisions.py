"""Decisions of the campaign: which choices answer them, what standing orders say, what is a legal answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.core.orders import AskMe, Condition, Standing
from adjudicator.core.types import Choice, Decision, Finding
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.reinforcing import columns
from adjudicator.rulesets.campaign1813.state import State

FITTING: Mapping[str, type[Choice]] = {
    "initiative": od.Initiative,
    "reveal": od.Reveal,
    "fortress": od.Fortress,
    "relief": od.Relief,
    "besiege": od.Besiege,
    "resolution": od.Resolution,
    "ground": od.Ground,
    "reinforce": od.Reinforce,
    "break_off": od.LeaveField,
    "retreat": od.RetreatTo,
    "regroup": od.Regroup,
    "assault": od.Assault,
}
"""The sort of choice that answers each kind of decision."""


NEVER_ASKED = ("reveal",)
"""Decisions that never pause a turn: the mere question would show the enemy where a leader is."""


# --- standing orders ---------------------------------------------------------------------------------------------


def standing(
    ctx: Context, state: State, decision: Decision, orders: Sequence[Standing], holds: Callable[[Condition], bool]
) -> Choice | AskMe | None:
    """What a side's standing orders say to a decision: the first that speaks to it and is legal.

    `holds` tests a condition in that side's view of the moment.
    """
    for order in orders:
        if not _speaks_to(order, decision):
            continue
        if order.condition is not None and not holds(order.condition):
            continue
        if isinstance(order.choice, AskMe):
            if decision.kind not in NEVER_ASKED:
                return order.choice
        elif allows(ctx, state, decision, order.choice).value:
            return order.choice
    return None


def _speaks_to(order: Standing, decision: Decision) -> bool:
    if order.decision not in (decision.kind, "any"):
        return False
    if order.place and order.place != decision.place:
        return False
    if order.unit and order.unit not in decision.units:
        return False
    return isinstance(order.choice, (FITTING.get(decision.kind, AskMe), AskMe))


# --- legal answers -----------------------------------------------------------------------------------------------


def allows(ctx: Context, state: State, decision: Decision, choice: Choice) -> Finding[bool]:
    """Whether a choice is a legal answer to a decision; `because` says what is wrong and what would do."""
    if not isinstance(choice, FITTING.get(decision.kind, type(decision.default))):
        return _no(decision, f"That does not answer this question: {decision.question}")
    match choice:
        case od.Fortress():
            return _named(ctx, decision, choice.keep, decision.units)
        case od.Assault():
            return _named(ctx, decision, choice.lead, decision.units)
        case od.RetreatTo():
            return _named(ctx, decision, [u for part in choice.parts for u in part.units], decision.units)
        case od.Reinforce():
            return _reinforce(ctx, state, decision, choice)
        case od.Regroup():
            return _named(ctx, decision, [u for part in choice.out for u in part.units], decision.units)
        case od.Ground():
            return _ground(ctx, decision, choice)
        case _:
            return _yes(decision)


def _yes(decision: Decision) -> Finding[bool]:
    return Finding(rule=decision.rule, value=True)


def _no(decision: Decision, because: str) -> Finding[bool]:
    return Finding(rule=decision.rule, value=False, because=because)


def _named(ctx: Context, decision: Decision, names: Iterable[str], units: Sequence[str]) -> Finding[bool]:
    """Every name means a block that the decision is about, by itself or by its corps or army."""
    for name in names:
        meant = [u for u in units if name in (u, ctx.roster[u].corps, ctx.roster[u].army)]
        if not meant:
            able = ", ".join(ctx.name(unit) for unit in units) or "nobody"
            return _no(decision, f"{_called(ctx, name)} cannot be chosen here. Possible: {able}.")
    return _yes(decision)


def _called(ctx: Context, name: str) -> str:
    if name in ctx.corps:
        return ctx.corps[name].name
    return ctx.armies[name].name if name in ctx.armies else ctx.name(name)


def _reinforce(ctx: Context, state: State, decision: Decision, choice: od.Reinforce) -> Finding[bool]:
    """CAM-reinf-2, CAM-dis-3: undisrupted blocks of the side in towns next to the battle."""
    able = {column.origin: column for column in columns(ctx, state, decision.place, decision.side)}
    for group in choice.groups:
        column = able.get(group.origin)
        if column is None:
            near = ", ".join(ctx.town(origin) for origin in able) or "none"
            return _no(
                decision,
                f"Nobody can reinforce {ctx.town(decision.place)} from {ctx.town(group.origin)}. Possible: {near}.",
            )
        found = _named(ctx, decision, group.units, [block.id for block in column.blocks])
        if not found.value:
            return found
    return _yes(decision)


def _ground(ctx: Context, decision: Decision, choice: od.Ground) -> Finding[bool]:
    """CAM-hist-1: only the fields that the rules name."""
    names = [row.field for row in ctx.tables.historical_fields]
    if choice.field and choice.field not in names:
        return _no(decision, f"There is no field {choice.field}. Fields: {', '.join(names)}.")
    return _yes(decision)
