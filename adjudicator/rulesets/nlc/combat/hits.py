"""NLC-7.1c to 7.2, NLC-8.1e: who bears the hits: first as the rules demand, then as the owner wishes (D-12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.battle.losses import Choose, Share, by_rule_then_owner, hit_by_hit
from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.kit.run import Asking, decided
from adjudicator.rulesets.nlc.choices import TakeHits
from adjudicator.rulesets.nlc.combat.events import Loss, StepsLost, UnitDisrupted
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import State, Unit

AS_USUAL = TakeHits()
"""D-12's default: the unit whose loss costs least, of equals the strongest, then the lowest id (A-93)."""


def alive(state: State, units: Iterable[str]) -> tuple[Unit, ...]:
    """Those of some units that are on the map."""
    found = (state.unit(one) for one in units)
    return tuple(unit for unit in found if unit.status == "map")


def by_weight(ctx: Context, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The strongest first, then the lowest id: the first one's standing order decides for all (section 2.4)."""
    return tuple(sorted(units, key=lambda unit: (-ctx.strength(unit.id, unit.reduced), unit.id)))


def steps_left(unit: Unit) -> int:
    """NLC-7.2: a unit has two steps."""
    return 1 if unit.reduced else 2


def share_out(ctx: Context, units: Sequence[Unit], hits: int, policy: TakeHits) -> Share:
    """NLC-7.1d, NLC-7.1e, A-8: the first hit on infantry, then damaged units first, then the owner's wish."""
    order = [unit.id for unit in sorted(units, key=lambda unit: unit.id)]
    room = {unit.id: steps_left(unit) for unit in units}
    return hit_by_hit(hits, room, order, _chooser(ctx, units, policy))


def _chooser(ctx: Context, units: Sequence[Unit], policy: TakeHits) -> Choose:
    reduced = {unit.id for unit in units if unit.reduced}

    def is_due(unit: str, share: Mapping[str, int]) -> bool:
        return any(share.values()) or ctx.units[unit].is_infantry

    def is_damaged(unit: str, share: Mapping[str, int]) -> bool:
        return unit in reduced or share[unit] > 0

    return by_rule_then_owner((is_due, is_damaged), _wish(ctx, units, policy), policy.never)


def _wish(ctx: Context, units: Sequence[Unit], policy: TakeHits) -> list[str]:
    """The units in the order in which their owner would have them hit."""

    def strength(unit: Unit) -> int:
        return ctx.strength(unit.id, unit.reduced)

    def cost(unit: Unit) -> int:
        return strength(unit) if unit.reduced else strength(unit) - ctx.strength(unit.id, True)

    match policy.policy:
        case "weakest":
            return [unit.id for unit in sorted(units, key=lambda unit: (strength(unit), unit.id))]
        case "strongest":
            return [unit.id for unit in sorted(units, key=lambda unit: (-strength(unit), unit.id))]
        case _:
            usual = [unit.id for unit in sorted(units, key=lambda unit: (cost(unit), -strength(unit), unit.id))]
            return [*policy.units, *(one for one in usual if one not in policy.units)]


def is_open(ctx: Context, units: Sequence[Unit], hits: int) -> bool:
    """Whether the owner has something to choose: two wishes that would be met differently."""
    if hits <= 0 or len(units) < 2 or hits >= sum(steps_left(unit) for unit in units):
        return False
    results = {
        tuple(sorted(share_out(ctx, units, hits, TakeHits(policy="listed", units=(unit.id,))).losses)) for unit in units
    }
    return len(results) > 1


# --- asking and telling ---------------------------------------------------------------------------------------------


def decision(run: Here, side: Side, place: str, units: Sequence[Unit], hits: int, moment: str) -> Decision:
    """D-12: the owner's wish for the hits that are his to give."""
    names = tuple(unit.id for unit in by_weight(run.ctx, units))
    return Decision(
        key=f"{run.label}/hits/{side}",
        kind="hits",
        moments=(moment,) if moment else (),
        side=side,
        rule=RuleId("NLC-7.1c"),
        question=f"Who takes the {hits} hits at {place}?" if hits > 1 else f"Who takes the hit at {place}?",
        default=AS_USUAL,
        place=place,
        units=names,
    )


def take(
    run: Here, side: Side, place: str, units: Sequence[Unit], hits: int, moment: str = "", rule: str = "NLC-7.2"
) -> Asking[int]:
    """NLC-7.2: a side's units take hits, by rule and by the owner's policy; hands back the steps really lost."""
    if hits <= 0 or not units:
        return 0
    policy = AS_USUAL
    if is_open(run.ctx, units, hits):
        policy = yield from decided(decision(run, side, place, units, hits, moment), TakeHits)
    told = lost(run.ctx, side, place, units, hits, policy, rule)
    yield told
    return sum(loss.steps for loss in told.losses)


def lost(
    ctx: Context, side: Side, place: str, units: Sequence[Unit], hits: int, policy: TakeHits, rule: str = "NLC-7.2"
) -> StepsLost:
    """The losses of a side by a policy, as an event."""
    by_id = {unit.id: unit for unit in units}
    losses = tuple(
        Loss(unit=one, steps=steps, eliminated=steps >= steps_left(by_id[one]))
        for one, steps in share_out(ctx, units, hits, policy).losses
    )
    return StepsLost(rule=RuleId(rule), side=side, place=place, losses=losses)


def disrupt(run: Here, side: Side, place: str, units: Sequence[Unit]) -> Asking[None]:
    """NLC-8.1e, A-41: the first hit of a bombardment marks one unit, of the owner's choice."""
    able = [unit for unit in units if not unit.disrupted] or list(units)
    policy = AS_USUAL
    if len(able) > 1:
        question = decision(run, side, place, able, 1, "").model_copy(
            update={
                "key": f"{run.label}/disruption/{side}",
                "kind": "disruption",
                "rule": RuleId("NLC-8.1e"),
                "question": f"Which unit at {place} is disrupted?",
            }
        )
        policy = yield from decided(question, TakeHits)
    wish = [one for one in _wish(run.ctx, able, policy) if one not in policy.never]
    first = wish[0] if wish else _wish(run.ctx, able, policy)[0]
    yield UnitDisrupted(side=side, unit=first, place=place)
