"""VV 8: the combat phase: attacks declared together, then resolved one by one as written, bombardments among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from adjudicator.core.orders import flattened
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, Order
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.rulesets.vv1813.combat import bombardment
from adjudicator.rulesets.vv1813.combat.advance import occupy
from adjudicator.rulesets.vv1813.combat.assault import Assault
from adjudicator.rulesets.vv1813.combat.attacks import Declaration, declaration
from adjudicator.rulesets.vv1813.combat.events import CombatsDeclared, DeclaredCombat
from adjudicator.rulesets.vv1813.combat.refusal import offer_refusal
from adjudicator.rulesets.vv1813.combat.resolution import resolve
from adjudicator.rulesets.vv1813.movement.movement import split_by_phase
from adjudicator.rulesets.vv1813.orders import Attack, Bombard
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import enemy_of

PHASE = "combat"


@dataclass
class CombatPhase:
    """A combat phase as it runs; nothing here outlives it."""

    run: Run
    attacks: list[Declaration] = field(default_factory=list)
    """Attacks declared and not yet resolved."""
    fled: set[str] = field(default_factory=set)
    """Units that gave way in this phase: where they stand now they do not count (VV-8.5.1e)."""

    @property
    def still_attacked(self) -> frozenset[str]:
        """Places whose attack is still to come."""
        return frozenset(target for attack in self.attacks for target in attack.targets)


def phase(run: Run) -> Telling:
    """VV-8.4.0a: a side's combat phase: whoever's phase it is attacks (VV-8.4.0c)."""
    now = CombatPhase(run.labelled(f"T{run.state.turn}", run.side, PHASE))
    steps = yield from _declare(now, split_by_phase(run.written())[PHASE])
    for step in steps:
        if isinstance(step, Declaration):
            now.attacks.remove(step)
            yield from _fight(now, step)
        else:
            yield from _other(now, step)


# --- declaring ---------------------------------------------------------------------------------------------


def _declare(now: CombatPhase, orders: Sequence[Order]) -> Asking[tuple[Declaration | Order, ...]]:
    """VV-8.4.0a: all attacks are announced, with their conditions, before anybody looks into a stack."""
    steps: list[Declaration | Order] = []
    run = now.run
    for order in orders:
        if not any(isinstance(one, Attack) for one in flattened(order)):
            steps.append(order)
            continue
        meant = run.meant(order)
        if meant is None:
            yield run.not_done(order)
        elif not isinstance(meant, Attack):
            steps.append(meant)
        else:
            origins = frozenset(place for attack in now.attacks for place in attack.origins)
            found = declaration(run.ctx, run.state, run.side, meant, now.still_attacked, origins)
            if isinstance(found, Finding):
                yield run.refused(meant, found)
                continue
            for bar in found.left_out:
                yield run.not_done(meant, f"{bar.because} The others attack without it.", bar.rule)
            now.attacks.append(found)
            steps.append(found)
    combats = [DeclaredCombat(targets=a.targets, origins=a.origins, line=a.order.line) for a in now.attacks]
    yield CombatsDeclared(side=run.side, combats=tuple(combats))
    return tuple(steps)


def _other(now: CombatPhase, order: Order) -> Telling:
    """Bombardments in their turn; what is settled elsewhere is passed over."""
    run = now.run
    meant = run.meant(order)
    if meant is None:
        yield run.not_done(order)
    elif isinstance(meant, Bombard):
        here = run.numbered("bombard", meant.target)
        now.fled.update((yield from bombardment.resolve(here, meant, PHASE, now.still_attacked)))


# --- one combat --------------------------------------------------------------------------------------------


def _fight(now: CombatPhase, attack: Declaration) -> Asking[None]:
    """An attack whose turn has come: refused, or fought to its end."""
    run = now.run
    held = run.state.army(enemy_of(run.side)).units_at
    targets = tuple(target for target in attack.targets if target in held)
    if not targets:
        reason = f"The enemy has left {' and '.join(attack.targets)} before the attack."
        yield run.not_done(attack.order, reason, "VV-8.1")
        return
    fled = frozenset(now.fled)
    assault = Assault(run.under("+".join(attack.targets)), attack, targets, fled, now.still_attacked)
    stand = yield from offer_refusal(assault)
    now.fled.update(stand.units)
    beaten: tuple[str, ...] = ()
    if stand.targets:
        beaten = yield from resolve(assault, stand)
        now.fled.update(beaten)
    yield from occupy(assault, stand.refused, beaten)
