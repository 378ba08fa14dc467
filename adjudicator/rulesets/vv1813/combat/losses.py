"""VV 8.5: step losses: first on the head unit, then as the owner wishes."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.kit.run import Asking, decided
from adjudicator.rulesets.vv1813.combat.assault import moment
from adjudicator.rulesets.vv1813.combat.beaten import Beaten
from adjudicator.rulesets.vv1813.combat.engagement import steps_left, strength_of
from adjudicator.rulesets.vv1813.combat.events import StepLost
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.morale import morale
from adjudicator.rulesets.vv1813.orders import Losses, LossPolicy
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import State, Unit

Why = Literal["result", "hold", "zone", "blocked", "napoleon", "bombardment"]
SPREAD = LossPolicy()
"""The documented default (D32): spread the losses and keep units alive."""


def alive(state: State, units: tuple[str, ...]) -> tuple[Unit, ...]:
    """Those of the units that are still on the map."""
    found = (state.unit(unit) for unit in units)
    return tuple(unit for unit in found if unit.status == "map")


def lose_step(run: Run, unit: str, why: Why, rule: str) -> Asking[None]:
    """VV-2.1h: turn a unit over, or eliminate it and count it against its army's morale (VV-9B)."""
    piece = run.state.unit(unit)
    assert piece.place is not None
    side = run.state.side_of(unit)
    gone = steps_left(run.ctx, piece) == 1
    yield StepLost(rule=RuleId(rule), side=side, unit=unit, place=piece.place, eliminated=gone, why=why)
    if gone:
        yield from morale.counter_eliminated(run.ctx, run.state, side, unit)


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
    run: Run,
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
    if left and head is not None and alive(run.state, (head,)):
        yield from lose_step(run, head, why, rule)
        left -= 1
    while left:
        standing = alive(run.state, units)
        if not standing:
            return
        yield from lose_step(run, next_loser(run.ctx, standing, policy), why, rule)
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
    run: Run,
    side: Side,
    units: tuple[str, ...],
    count: int,
    targets: tuple[str, ...] = (),
    head: str | None = None,
    moments: tuple[str, ...] = (),
) -> Decision:
    """D32: who takes the losses that the rules leave to the owner; the run's label is the decision's key."""
    standing = alive(run.state, units)
    places = sorted({unit.place for unit in standing if unit.place})
    left = count - 1 if head is not None else count
    first = f"after the first on {run.ctx.name(head)}, " if head is not None else ""
    return Decision(
        key=run.label,
        kind="losses",
        moments=moments or moment(side, run.side),
        side=side,
        rule=RuleId("VV-8.5b"),
        question=f"At {', '.join(places)}, {first}who takes {left} step loss{'es' if left > 1 else ''}?",
        default=Losses(policy=SPREAD),
        place=places[0] if places else "",
        places=targets,
        units=tuple(unit.id for unit in standing),
        examples=tuple(Losses(policy=LossPolicy(order="listed", first=(unit.id,))) for unit in standing),
        counts=(("our hits", str(count)),),
    )


def ask_policy(run: Run, beaten: Beaten, units: tuple[str, ...]) -> Asking[LossPolicy]:
    """Who of a stack takes one loss; after a bombardment asked in any case, so that asking shows nothing."""
    if not beaten.bombarded and not is_open(run.ctx, run.state, units, 1):
        return SPREAD
    decision = loss_decision(run, beaten.side, units, 1, beaten.targets, moments=beaten.moments(run.side))
    return (yield from decided(decision, Losses)).policy
