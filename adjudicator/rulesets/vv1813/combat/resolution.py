"""VV 8.4, 8.5: a combat from the showing of forces to the advance."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass, replace
from adjudicator.kit.run import Asking, ask, chosen, decided
from adjudicator.rulesets.vv1813.combat.advance import advance
from adjudicator.rulesets.vv1813.combat.assault import Assault
from adjudicator.rulesets.vv1813.combat.beaten import Beaten
from adjudicator.rulesets.vv1813.combat.casualties import hit_commander
from adjudicator.rulesets.vv1813.combat.combat_drm import combat_drm
from adjudicator.rulesets.vv1813.combat.combat_tables import Outcome, combat_modifiers, combat_results, read_outcome
from adjudicator.rulesets.vv1813.combat.engagement import Engagement
from adjudicator.rulesets.vv1813.combat.events import CombatResolved, NapoleonOptionUsed
from adjudicator.rulesets.vv1813.combat.lineup import (
    disclosed,
    line_up,
    name_heads,
    prove,
    set_aside_excess,
    support_lacking,
)
from adjudicator.rulesets.vv1813.combat.losses import SPREAD, is_open, loss_decision, take
from adjudicator.rulesets.vv1813.combat.refusal import Stand
from adjudicator.rulesets.vv1813.combat.retreat import fall_back
from adjudicator.rulesets.vv1813.combat.tactics import (
    may_use_options,
    napoleon_option,
    tactical_option,
    wants_napoleon_option,
)
from adjudicator.rulesets.vv1813.orders import Losses, LossPolicy


@dataclass(frozen=True, slots=True)
class Fought:
    """A combat whose dice have fallen."""

    assault: Assault
    combat: Engagement
    natural: int
    tactical: bool
    result: Outcome
    """As it is to be carried out."""


def resolve(assault: Assault, stand: Stand) -> Asking[tuple[str, ...]]:
    """VV-8.5a: one combat; hands back the units that retreated."""
    combat = line_up(assault, stand.targets, stand.qualities)
    yield disclosed(combat)
    combat = yield from set_aside_excess(assault, combat)
    fought = yield from _roll(assault, combat)
    policy = yield from _lose(fought)
    fought = yield from _press(fought, policy)
    yield from _hit_commanders(fought)
    gone = yield from _retreat(fought)
    yield from _advance(fought)
    return gone


def _roll(assault: Assault, combat: Engagement) -> Asking[Fought]:
    """VV-8.5a: head units and support, the modifiers, two dice, the table."""
    run, ctx, order = assault.run, assault.ctx, assault.attack.order
    for verdict in support_lacking(ctx, assault.state, combat.side, order.support or ()):
        yield run.not_done(order, verdict.because, verdict.rule)
    combat, spent = yield from name_heads(assault, combat)
    for side in (combat.side, combat.defender):
        combat = yield from prove(run, combat, combat.head(side))
    may = may_use_options(ctx, combat)
    if order.tactical and not may.value:
        yield run.not_done(order, f"The tactical option is not used. {may.because}", "VV-8.6.2a")
    tactical = order.tactical and may.value
    drm = combat_drm(ctx, run.state, combat)
    roll = run.dice.roll(f"{run.label}/result", 2)
    printed = combat_results(ctx).read(roll.total + drm.value)
    result = tactical_option(read_outcome(printed), combat_modifiers(ctx)) if tactical else read_outcome(printed)
    yield CombatResolved(
        rolls=(roll,),
        side=combat.side,
        targets=combat.targets,
        origins=combat.origins,
        attackers=tuple(one.force for one in combat.attackers),
        defenders=tuple(one.force for one in combat.defenders),
        attacking_commanders=combat.leaders[combat.side],
        defending_commanders=combat.leaders[combat.defender],
        attacking_head=combat.heads[combat.side],
        defending_head=combat.heads[combat.defender],
        attacking_support=spent[combat.side],
        defending_support=spent[combat.defender],
        drm=drm,
        natural=roll.total,
        modified=roll.total + drm.value,
        printed=printed,
        tactical=tactical,
        result=str(result),
    )
    return Fought(assault, combat, roll.total, tactical, result)


# --- losses ------------------------------------------------------------------------------------------------


def _lose(fought: Fought) -> Asking[LossPolicy]:
    """VV-8.5b: losses of the attacker, then of the defender; who takes them is asked of both at once (D32).

    Hands back how the defender takes his.
    """
    assault, combat = fought.assault, fought.combat
    ordered = assault.attack.order.losses
    harms = {combat.side: fought.result.attacker.losses, combat.defender: fought.result.defender.losses}
    policies: dict[Side, LossPolicy] = {combat.side: ordered or SPREAD, combat.defender: SPREAD}
    decisions = []
    for side, count in harms.items():
        if side == combat.side and ordered is not None:
            continue
        units, head = _units(combat, side), combat.heads[side]
        if is_open(assault.ctx, assault.state, units, count, head):
            here = assault.run.under("losses", side)
            decisions.append(loss_decision(here, side, units, count, assault.attack.targets, head))
    reply = yield from ask(*decisions)
    policies |= {decision.side: chosen(reply, decision, Losses).policy for decision in decisions}
    for side, count in harms.items():
        units, head = _units(combat, side), combat.heads[side]
        yield from take(assault.run, units, count, policies[side], why="result", rule="VV-8.5b", head=head)
    return policies[combat.defender]


def _press(fought: Fought, policy: LossPolicy) -> Asking[Fought]:
    """VV-8.6.3a: Napoleon's option, when the losses of the result have been taken: the rest of the defenders may hold.

    The loss that stands for a place of retreat is its owner's to allocate; where the result brought none,
    it is the first and falls on the head unit (VV-8.4b2).
    """
    assault, combat = fought.assault, fought.combat
    wanted = yield from wants_napoleon_option(assault, combat, fought.result)
    if not wanted:
        return fought
    result = napoleon_option(assault.ctx, fought.result)
    yield NapoleonOptionUsed(side=combat.side, targets=combat.targets, before=str(fought.result), result=str(result))
    count = result.defender.losses - fought.result.defender.losses
    units, first = _units(combat, combat.defender), None
    if not fought.result.defender.losses:
        first = combat.heads[combat.defender]
    if is_open(assault.ctx, assault.state, units, count, first):
        here = assault.run.under("losses", "napoleon", combat.defender)
        decision = loss_decision(here, combat.defender, units, count, assault.attack.targets, first)
        policy = (yield from decided(decision, Losses)).policy
    yield from take(assault.run, units, count, policy, why="napoleon", rule="VV-8.6.3a", head=first)
    return replace(fought, result=result)


def _units(combat: Engagement, side: Side) -> tuple[str, ...]:
    return tuple(one.unit for one in combat.fighters(side))


def _hit_commanders(fought: Fought) -> Asking[None]:
    """VV-8.7a: natural dice hit a commander: low ones the attacker's, a 12 the defender's."""
    combat, ctx = fought.combat, fought.assault.ctx
    numbers = combat_modifiers(ctx)
    low = set(numbers.attacker_hit)
    if fought.tactical:
        low |= set(ctx.game.tactical_hit_on(ctx))
    for side, totals in ((combat.side, low), (combat.defender, set(numbers.defender_hit))):
        if fought.natural in totals:
            yield from hit_commander(fought.assault.run, side, [one.commander for one in combat.leaders[side]])


# --- retreat and advance -----------------------------------------------------------------------------------


def _retreat(fought: Fought) -> Asking[tuple[str, ...]]:
    """VV-8.5c: the defender goes back first, then the attacker; none into the places attacked.

    VV-8.5.1a: the place of a fellow attacker is open to a beaten one: only enemies bar the way.
    """
    assault, combat = fought.assault, fought.combat
    gone: tuple[str, ...] = ()
    for side, places, harm in (
        (combat.defender, combat.targets, fought.result.defender),
        (combat.side, combat.origins, fought.result.attacker),
    ):
        if not harm.retreat:
            continue
        stacks = [
            Beaten(
                side,
                place,
                harm.retreat,
                still_attacked=assault.still_attacked,
                fought_over=frozenset(combat.targets),
                targets=assault.attack.targets,
            )
            for place in places
        ]
        policy = assault.attack.order.losses if side == combat.side else None
        gone += yield from fall_back(assault.run, stacks, policy)
    return gone


def _advance(fought: Fought) -> Asking[None]:
    """VV-8.5.1f: only after an R and into a place that is empty now; option advance_on_wipeout drops the R."""
    assault, combat = fought.assault, fought.combat
    enemy = assault.state.army(combat.defender).units_at
    vacated = [target for target in combat.targets if target not in enemy]
    if fought.result.defender.retreat or assault.ctx.options["advance_on_wipeout"] == "always":
        yield from advance(assault, vacated, fought.result.mark)
