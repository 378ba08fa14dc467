"""What was probably forgotten: units without orders, attacks without a head unit or with one that is not there, markers
left in the hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.core.orders import Pass, Standing, flattened
from adjudicator.core.problems import Problem
from adjudicator.core.types import GENERAL, Order, Side
from adjudicator.kit.verdicts import no, warning
from adjudicator.rulesets.vv1813.check.review_attacks import asked_in_vain
from adjudicator.rulesets.vv1813.check.review_strength import too_many
from adjudicator.rulesets.vv1813.combat.attacks import Declaration
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.markers.markers import in_hand
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, Delay, Direct, Enter, Keep, Move
from adjudicator.rulesets.vv1813.state import State


def warnings(
    ctx: Context, before: State, after: State, side: Side, orders: Sequence[Order], attacks: Sequence[Declaration]
) -> Iterator[Problem]:
    """One warning for each sort of thing that may have been forgotten; nothing if the side passes on purpose."""
    inner = [one for order in orders for one in flattened(order)]
    for attack in attacks:
        if not attack.order.head and len(attack.units) > 1:
            remedy = "Add `head NAME`; without it the best unit leads and takes the first loss."
            yield warning(no("VV-8.4b2", "No head unit is named for this attack.", remedy), attack.order.line)
        for verdict in asked_in_vain(ctx, after, side, attack):
            yield warning(verdict, attack.order.line)
    for one in inner:
        waste = ctx.game.waste_of(ctx, before, side, one)
        if not waste.value:
            yield warning(waste, one.line)
    if before.turn == 0:
        laid = ctx.game.set_up_warning(ctx, side, inner)
        if not laid.value:
            yield warning(laid)
        return
    if any(isinstance(one, Pass) and not one.units for one in inner):
        return
    for line, verdict in too_many(ctx, after, side, inner):
        yield warning(verdict, line)
    yield from _idle(ctx, before, side, inner, attacks)
    yield from _unused(ctx, after, side, inner)


def lapsed(ctx: Context, known: State, side: Side, standing: Sequence[Standing]) -> Iterator[Problem]:
    """Standing orders about own pieces that are gone for good."""
    army = known.army(side)
    for order in standing:
        piece = army.units.get(order.unit) or army.commanders.get(order.unit)
        if piece is not None and piece.status in ("eliminated", "saved"):
            reason = f"{ctx.name(piece.id)} is gone: this standing order lapses."
            yield warning(no(GENERAL, reason, "Leave it out."), order.line)


def _named(state: State, side: Side, orders: Iterable[Order], attacks: Sequence[Declaration]) -> set[str]:
    """The pieces that some order speaks of."""
    army = state.army(side)
    named: set[str] = set()
    for order in orders:
        if isinstance(order, Move | Enter | Delay | Direct | Pass):
            named.update(order.units)
        if isinstance(order, Move) and order.stack:
            named.update(unit.id for unit in army.units_at.get(order.stack, ()))
    for attack in attacks:
        named.update(attack.units)
    return named


def _idle(
    ctx: Context, state: State, side: Side, orders: Sequence[Order], attacks: Sequence[Declaration]
) -> Iterator[Problem]:
    named = _named(state, side, orders, attacks)
    idle = [u.id for u in state.army(side).units.values() if u.status == "map" and u.id not in named]
    if idle:
        names = ", ".join(sorted(ctx.name(unit) for unit in idle))
        remedy = "They stay where they are; write `hold` and their names, or `pass`, if that is meant."
        yield warning(no("VV-7.1a", f"No orders for: {names}.", remedy))


def _unused(ctx: Context, state: State, side: Side, orders: Sequence[Order]) -> Iterator[Problem]:
    if any(isinstance(one, Keep) for one in orders):
        return
    fires = any(isinstance(one, Bombard | Attack) for one in orders)
    idle = [m for m in in_hand(state, side) if m.kind != "?" and marker_kind(ctx, m.kind).divisor is not None]
    if idle and not fires:
        names = ", ".join(sorted(marker_kind(ctx, marker.kind).name for marker in idle))
        remedy = "`bombard PLACE with MARKER`, or `keep markers`."
        yield warning(no("VV-8.8a", f"Unused in your hand: {names}.", remedy))
