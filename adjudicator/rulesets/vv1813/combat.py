"""VV 8: the combat phase: attacks declared together, then resolved one by one as written, bombardments among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from adjudicator.core.dice import Dice
from adjudicator.core.events import NotCarriedOut
from adjudicator.core.orders import Orders, flattened
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import Order, RuleId, Side
from adjudicator.rulesets.vv1813 import bombardment
from adjudicator.rulesets.vv1813.advance import occupy
from adjudicator.rulesets.vv1813.attacks import Declaration, declaration
from adjudicator.rulesets.vv1813.combat_events import CombatsDeclared, DeclaredCombat
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import Asking
from adjudicator.rulesets.vv1813.march import Run, refused
from adjudicator.rulesets.vv1813.movement import resolve_condition, split_by_phase
from adjudicator.rulesets.vv1813.orders import Attack, Bombard
from adjudicator.rulesets.vv1813.refusal import offer_refusal
from adjudicator.rulesets.vv1813.resolution import resolve
from adjudicator.rulesets.vv1813.state import State, enemy_of
from adjudicator.rulesets.vv1813.verdict import Verdict

PHASE = "combat"


@dataclass
class CombatPhase:
    """A combat phase as it runs; nothing here outlives it."""

    run: Run
    texts: Orders
    attacks: list[Declaration] = field(default_factory=list)
    """Attacks declared and not yet resolved."""
    fled: set[str] = field(default_factory=set)
    """Units that gave way in this phase: where they stand now they do not count (VV-8.5.1e)."""

    @property
    def state(self) -> State:
        """The position of the moment."""
        return self.run.state

    @property
    def still_attacked(self) -> frozenset[str]:
        """Places whose attack is still to come."""
        return frozenset(target for attack in self.attacks for target in attack.targets)


def run(game: Game[State], ctx: Context, orders: Orders, side: Side, dice: Dice) -> Telling:
    """VV-8.4.0a: a side's combat phase: whoever's phase it is attacks (VV-8.4.0c), until the match ends."""
    phase = CombatPhase(Run(game, ctx, side, dice, phase=PHASE), orders)
    steps = yield from _declare(phase, split_by_phase(orders.of(side))[PHASE])
    for step in steps:
        if game.state.ending is not None:
            return
        if isinstance(step, Declaration):
            phase.attacks.remove(step)
            yield from _fight(phase, step)
        else:
            yield from _other(phase, step)


# --- declaring ---------------------------------------------------------------------------------------------


def _declare(phase: CombatPhase, orders: Sequence[Order]) -> Asking[tuple[Declaration | Order, ...]]:
    """VV-8.4.0a: all attacks are announced, with their conditions, before anybody looks into a stack."""
    steps: list[Declaration | Order] = []
    for order in orders:
        if not any(isinstance(one, Attack) for one in flattened(order)):
            steps.append(order)
            continue
        settled = resolve_condition(phase.run, order)
        if settled is None:
            yield _not_carried_out(phase, order, "The condition does not hold.")
            continue
        settled = _on_its_line(settled, order)
        if not isinstance(settled, Attack):
            steps.append(settled)
            continue
        origins = frozenset(place for attack in phase.attacks for place in attack.origins)
        found = declaration(phase.run.ctx, phase.state, phase.run.side, settled, phase.still_attacked, origins)
        if isinstance(found, Verdict):
            words = phase.texts.words(order)
            yield refused(phase.run.side, settled, words, found.rule, found.because, found.remedy)
            continue
        phase.attacks.append(found)
        steps.append(found)
    combats = [DeclaredCombat(targets=a.targets, origins=a.origins, line=a.order.line) for a in phase.attacks]
    yield CombatsDeclared(side=phase.run.side, combats=tuple(combats))
    return tuple(steps)


def _on_its_line(settled: Order, written: Order) -> Order:
    """The order inside a condition stands on the line of the whole."""
    if settled.line:
        return settled
    return settled.model_copy(update={"line": written.line, "seat": written.seat})


def _not_carried_out(phase: CombatPhase, order: Order, reason: str) -> NotCarriedOut:
    return NotCarriedOut(
        side=phase.run.side, line=order.line, seat=order.seat, text=phase.texts.words(order), reason=reason
    )


def _other(phase: CombatPhase, order: Order) -> Telling:
    """Bombardments in their turn; what is settled elsewhere is passed over."""
    settled = resolve_condition(phase.run, order)
    if settled is None:
        yield _not_carried_out(phase, order, "The condition does not hold.")
        return
    settled = _on_its_line(settled, order)
    if isinstance(settled, Bombard):
        label = phase.run.key(f"bombard/{settled.target}")
        gone = yield from bombardment.resolve(
            phase.run.game,
            phase.run.ctx,
            settled,
            phase.run.side,
            phase.run.dice,
            label,
            phase.texts.words(order),
            phase=PHASE,
            still_attacked=phase.still_attacked,
        )
        phase.fled.update(gone)


# --- one combat --------------------------------------------------------------------------------------------


def _fight(phase: CombatPhase, attack: Declaration) -> Asking[None]:
    """An attack whose turn has come: refused, or fought to its end."""
    run = phase.run
    targets = tuple(t for t in attack.targets if t in phase.state.army(enemy_of(run.side)).units_at)
    if not targets:
        where = " and ".join(attack.targets)
        reason = f"The enemy has left {where} before the attack."
        yield _not_carried_out(phase, attack.order, reason).model_copy(update={"rule": RuleId("VV-8.1")})
        return
    label = f"T{phase.state.turn}/{run.side}/{PHASE}/{'+'.join(attack.targets)}"
    fled = frozenset(phase.fled)
    stand = yield from offer_refusal(
        run.game, run.ctx, run.side, attack, targets, fled, phase.still_attacked, label, run.dice
    )
    phase.fled.update(stand.units)
    if phase.state.ending is not None:
        return
    if not stand.targets:
        yield from occupy(run.game, run.ctx, run.side, attack, stand.refused, label, run.dice)
        return
    words = phase.texts.words(attack.order)
    gone = yield from resolve(
        run.game, run.ctx, run.side, attack, stand, fled, phase.still_attacked, label, run.dice, words
    )
    phase.fled.update(gone)
