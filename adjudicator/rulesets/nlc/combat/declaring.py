"""IV.1: the attacks of a combat segment: those that are written, then those that orders compel (D-10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from adjudicator.core.orders import flattened
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Order, RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.combat import strengths
from adjudicator.rulesets.nlc.combat.attacks import (
    Plan,
    attacked_by_others,
    divisions_apart,
    first_choice,
    is_chateau,
    may_attack,
    unit_may_attack,
)
from adjudicator.rulesets.nlc.combat.events import Declared
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import DutyEnforced
from adjudicator.rulesets.nlc.movement.zones import adjacent_enemies, is_in_zone
from adjudicator.rulesets.nlc.orders import DeclareAttack
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of
from adjudicator.rulesets.nlc.texts import lines_about, meant_with


@dataclass
class Announced:
    """What a side announces: its plan, and what stood in the orders about the advance."""

    plan: Plan
    advances: dict[str, tuple[str, ...] | None] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)

    def attacks(self) -> tuple[Declared, ...]:
        """The attacks in the order of their targets."""
        return tuple(
            Declared(
                target=target,
                units=tuple(units),
                advance=self.advances.get(target),
                forced=target not in self.lines,
                line=self.lines.get(target, 0),
            )
            for target, units in sorted(self.plan.attackers.items())
        )


def announce(run: Here) -> Asking[tuple[Declared, ...]]:
    """NLC-7.3, A-82: what is written, in that order; then units under Attack orders that owe an attack."""
    said = Announced(Plan(run.side))
    for written in lines_about(run, DeclareAttack):
        order = meant_with(run, written, facts_of(run, written))
        if not isinstance(order, DeclareAttack):
            yield run.not_done(written)
            continue
        verdict = may_attack(run.ctx, run.state, said.plan, order.units, order.target)
        if not verdict.value:
            yield run.refused(order, verdict)
            continue
        said.plan.add(order.target, order.units)
        said.lines.setdefault(order.target, order.line)
        _note_advance(said, order)
    if not run.ctx.is_dark(run.state.turn):
        yield from _compelled(run, said)
    return said.attacks()


def _note_advance(said: Announced, order: DeclareAttack) -> None:
    if order.advance:
        said.advances[order.target] = order.advance
    elif order.no_advance:
        said.advances.setdefault(order.target, ())


def facts_of(run: Here, written: Order) -> Mapping[str, int | Fraction]:
    """A-66: `odds` of the attack as it is written."""
    order = next((one for one in flattened(written) if isinstance(one, DeclareAttack)), None)
    if order is None or not may_attack(run.ctx, run.state, Plan(run.side), order.units, order.target).value:
        return {}
    return {"odds": odds(run.ctx, run.state, order.units, order.target)}


def odds(ctx: Context, state: State, units: Sequence[str], target: str) -> Fraction:
    """A-66: the strength of an attack by that of the defence, all modifiers in."""
    attackers = [state.unit(one) for one in units]
    defenders = state.at(enemy_of(state.sides[units[0]]), target)
    attack = strengths.attack(ctx, state, attackers, target).value
    return Fraction(attack, max(1, strengths.defence(ctx, state, defenders, attackers).value))


# --- compulsory attacks ---------------------------------------------------------------------------------------------


def _compelled(run: Here, said: Announced) -> Telling:
    """NLC-7.3b: every unit with Attack orders in an enemy zone attacks, stack by stack in the order of hexes."""
    for place, units in list(run.state.force(run.side).units_at.items()):
        mine = list(_owing(run, said.plan, place, units))
        if not mine:
            continue
        target = _target_for(run, said.plan, place, mine)
        if target:
            said.plan.add(target, (unit.id for unit in mine))
        else:
            for unit in mine:
                formation = formation_of(run.ctx, unit)
                because = "it owes an attack, but no target is left to it"
                yield DutyEnforced(
                    rule=RuleId("NLC-7.3b"), side=run.side, formation=formation, unit=unit.id, because=because
                )


def _owing(run: Here, plan: Plan, place: str, units: Sequence[Unit]) -> Iterator[Unit]:
    """NLC-7.3b, NLC-10.4: the units of a hex that must attack and do not yet; in a chateau nobody must."""
    ctx, state = run.ctx, run.state
    if is_chateau(ctx, place) or not is_in_zone(ctx, state, run.side, place):
        return
    if not adjacent_enemies(ctx, state, run.side, place):
        return
    for unit in units:
        is_due = order_for(ctx, state, unit) == "attack" and not plan.target_of([unit.id])
        if is_due and unit_may_attack(ctx, state, run.side, unit.id).value:
            yield unit


def _target_for(run: Here, plan: Plan, place: str, mine: Sequence[Unit]) -> str:
    """NLC-7.3d to NLC-7.3g, NLC-10.9, D-10: with its stack; else a chateau, else the first arm, else the weakest."""
    ctx, state = run.ctx, run.state
    stack = state.at(run.side, place)
    near = adjacent_enemies(ctx, state, run.side, place)
    with_stack = plan.target_of(unit.id for unit in stack)
    names = [unit.id for unit in mine]
    if with_stack:
        return with_stack if divisions_apart(ctx, plan, names, with_stack).value else ""
    legal = [one for one in near if divisions_apart(ctx, plan, names, one).value]
    others = attacked_by_others(plan, stack)
    free = [one for one in legal if one not in others] or legal
    if not free:
        return ""
    best = [one for one in free if is_chateau(ctx, one)] or list(first_choice(ctx, state, stack, free))
    worth = {one: _defence(ctx, state, one, mine) for one in best}
    return min(best, key=lambda one: (worth[one], one))


def _defence(ctx: Context, state: State, place: str, attackers: Sequence[Unit]) -> int:
    defenders = state.at(enemy_of(state.sides[attackers[0].id]), place)
    return strengths.defence(ctx, state, defenders, attackers).value
