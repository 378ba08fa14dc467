"""VV 8.5: step losses: first on the head unit, then as the owner wishes."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.ruleset import Game
from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.rulesets.vv1813 import morale
from adjudicator.rulesets.vv1813.combat_events import StepLost
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import Asking, ask, chosen
from adjudicator.rulesets.vv1813.engagement import steps_left, strength_of
from adjudicator.rulesets.vv1813.orders import Losses, LossPolicy
from adjudicator.rulesets.vv1813.state import State, Unit

Why = Literal["result", "hold", "zone", "blocked", "napoleon", "bombardment"]
SPREAD = LossPolicy()
"""The documented default (D32): spread the losses and keep units alive."""


def alive(state: State, units: tuple[str, ...]) -> tuple[Unit, ...]:
    """Those of the units that are still on the map."""
    found = (state.unit(unit) for unit in units)
    return tuple(unit for unit in found if unit.status == "map")


def lose_step(game: Game[State], ctx: Context, unit: str, why: Why, rule: str) -> Asking[None]:
    """VV-2.1h: turn a unit over, or eliminate it and count it against its army's morale (VV-9B)."""
    piece = game.state.unit(unit)
    assert piece.place is not None
    side = game.state.side_of(unit)
    gone = steps_left(ctx, piece) == 1
    yield StepLost(rule=RuleId(rule), side=side, unit=unit, place=piece.place, eliminated=gone, why=why)
    if gone:
        yield from morale.counter_eliminated(ctx, game.state, side, unit)


def next_loser(ctx: Context, units: tuple[Unit, ...], policy: LossPolicy) -> str:
    """VV-8.5b: who takes the next loss that is the owner's to give, by his policy."""
    spared = tuple(unit for unit in units if not _is_spared(ctx, unit, policy)) or units
    listed = [unit.id for name in policy.first for unit in spared if unit.id == name]
    if listed:
        return listed[0]
    match policy.order:
        case "weakest":
            return min(spared, key=lambda u: (strength_of(ctx, u), u.id)).id
        case "strongest":
            return min(spared, key=lambda u: (-strength_of(ctx, u), u.id)).id
        case _:
            return min(spared, key=lambda u: (-steps_left(ctx, u), strength_of(ctx, u), u.id)).id


def _is_spared(ctx: Context, unit: Unit, policy: LossPolicy) -> bool:
    counter = ctx.counters[unit.id]
    return unit.id in policy.never or counter.kind in policy.never or (counter.guard and "guard" in policy.never)


def take(
    game: Game[State],
    ctx: Context,
    units: tuple[str, ...],
    count: int,
    policy: LossPolicy,
    *,
    why: Why,
    rule: str,
    head: str | None = None,
) -> Asking[None]:
    """VV-8.5b, VV-8.4b2: the head unit takes the first loss, the rest fall by policy.

    Losses beyond the last step are lost on nobody.
    """
    left = count
    if left and head is not None and alive(game.state, (head,)):
        yield from lose_step(game, ctx, head, why, rule)
        left -= 1
    while left:
        standing = alive(game.state, units)
        if not standing:
            return
        yield from lose_step(game, ctx, next_loser(ctx, standing, policy), why, rule)
        left -= 1


# --- asking the owner --------------------------------------------------------------------------------------


def is_open(ctx: Context, state: State, units: tuple[str, ...], count: int, head: str | None = None) -> bool:
    """Whether the owner has something to choose: losses left after the head unit's, and more than one way."""
    steps = {unit.id: steps_left(ctx, unit) for unit in alive(state, units)}
    left = count
    if left and head in steps:
        steps[head] -= 1
        left -= 1
    able = [unit for unit, many in steps.items() if many]
    return left > 0 and len(able) > 1 and left < sum(steps.values())


def loss_decision(
    ctx: Context, state: State, side: Side, units: tuple[str, ...], count: int, key: str, head: str | None = None
) -> Decision:
    """D32: who takes the losses that the rules leave to the owner."""
    standing = alive(state, units)
    places = sorted({unit.place for unit in standing if unit.place})
    left = count - 1 if head is not None else count
    first = f"after the first on {ctx.counters[head].name}, " if head is not None else ""
    return Decision(
        key=key,
        kind="losses",
        side=side,
        rule=RuleId("VV-8.5b"),
        question=f"At {', '.join(places)}, {first}who takes {left} step loss{'es' if left > 1 else ''}?",
        default=Losses(policy=SPREAD),
        place=places[0] if places else "",
        units=tuple(unit.id for unit in standing),
        examples=tuple(Losses(policy=LossPolicy(order="listed", first=(unit.id,))) for unit in standing),
    )


def ask_policy(
    game: Game[State], ctx: Context, side: Side, units: tuple[str, ...], key: str, *, always: bool = False
) -> Asking[LossPolicy]:
    """Who of a stack takes one loss; `always` asks even where nothing is to choose, so that asking shows nothing."""
    if not always and not is_open(ctx, game.state, units, 1):
        return SPREAD
    decision = loss_decision(ctx, game.state, side, units, 1, key)
    reply = yield from ask(decision)
    return chosen(reply, decision, Losses).policy
