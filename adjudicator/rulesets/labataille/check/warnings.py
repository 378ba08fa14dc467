"""What was probably forgotten or will come out otherwise: units without a word, lapsed standing orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.orders import Pass, Standing, flattened
from adjudicator.core.problems import Problem
from adjudicator.core.types import GENERAL, Order, Side
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.labataille import orders as od
from adjudicator.rulesets.labataille.bodies import members
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import State, Unit

GONE = ("eliminated", "surrendered", "captured", "dead")
MANY = 6
"""Of a command with more silent units their number is told."""


def warning(verdict: Verdict, line: int = 0) -> Problem:
    """A "no" that is no mistake, as a warning."""
    said = {"rule": verdict.rule, "reason": verdict.because, "remedy": verdict.remedy}
    return Problem.model_validate({"severity": "warning", "sort": "warning", "line": line, **said})


def _inner(orders: Sequence[Order]) -> list[Order]:
    return [one for order in orders for one in flattened(order)]


def elsewhere(ctx: Context, known: State, side: Side, orders: Sequence[Order]) -> Iterator[Problem]:
    """LB-2.4: in the enemy's sequence nobody moves by order."""
    if known.active in (None, side) or not any(isinstance(one, od.ORDERS) for one in _inner(orders)):
        return
    words = f"It is the {known.active} sequence now; these orders are tried as if your own came next."
    yield warning(
        no(
            "LB-2.4",
            words,
            f"A text with `phase: {str(side).casefold()}` is for it; standing orders take effect at once.",
        )
    )


def forgotten(ctx: Context, known: State, side: Side, orders: Sequence[Order]) -> Iterator[Problem]:
    """Units that could do something, and of which no order says anything, by command."""
    inner = _inner(orders)
    if known.turn == 0 or not inner or any(isinstance(one, Pass) for one in inner):
        return
    named = {piece for order in inner for piece in _named(ctx, known, side, order)}
    silent: dict[str, list[str]] = {}
    for unit in known.units.values():
        if ctx.units[unit.id].side == side and _is_free(ctx, unit) and unit.id not in named:
            silent.setdefault(ctx.units[unit.id].division or ctx.units[unit.id].corps, []).append(unit.id)
    if silent:
        told = "; ".join(f"{command}: {_those(ctx, units)}" for command, units in sorted(silent.items()))
        yield warning(no(GENERAL, f"No order names: {told}.", "They stand; write `pass` if that is meant."))


def _those(ctx: Context, units: Sequence[str]) -> str:
    if len(units) > MANY:
        return f"{len(units)} units"
    return ", ".join(ctx.units[one].name for one in units)


def _is_free(ctx: Context, unit: Unit) -> bool:
    return (
        unit.status == "map"
        and unit.morale != "routed"
        and not ctx.units[unit.id].is_licorne
        and not {"held", "off limits"} & {*unit.bound}
    )


def _named(ctx: Context, state: State, side: Side, order: Order) -> Iterator[str]:
    """The pieces of which an order speaks."""
    names = [getattr(order, field, "") for field in ("unit", "who")] + [getattr(order, "units", ())]
    for given in names:
        for name in (given,) if isinstance(given, str) else given:
            yield from members(ctx, state, side, name)
    stack = getattr(order, "stack", "") or (order.place if isinstance(order, od.ArrangeStack) else "")
    yield from (unit.id for unit in state.at(stack))


def lapsed(ctx: Context, known: State, standing: Sequence[Standing]) -> Iterator[Problem]:
    """Standing orders about own pieces that are gone for good."""
    for order in standing:
        piece = known.units.get(order.unit) or known.leaders.get(order.unit)
        if piece is not None and piece.status in GONE:
            name = ctx.units[order.unit].name if order.unit in ctx.units else ctx.leaders[order.unit].name
            yield warning(no(GENERAL, f"{name} is gone: this standing order lapses.", "Leave it out."), order.line)
