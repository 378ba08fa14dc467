"""NLC-4.3, 4.4, 4.6: bombardments, charges and attacks before dice are rolled: whether they may be, and how strong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from adjudicator.core.orders import flattened
from adjudicator.core.types import Order
from adjudicator.core.values import replace
from adjudicator.kit.trial import Trial
from adjudicator.kit.verdicts import Verdict, no, warning
from adjudicator.rulesets.nlc.combat import charges as charging
from adjudicator.rulesets.nlc.combat import declaring, strengths
from adjudicator.rulesets.nlc.combat.attacks import Plan, may_attack
from adjudicator.rulesets.nlc.combat.bombardment import dark, may_bombard, strength_of
from adjudicator.rulesets.nlc.combat.charge_fight import Target, odds
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.orders import Bombard, DeclareAttack, DeclareCharge
from adjudicator.rulesets.nlc.state import State, enemy_of
from adjudicator.rulesets.nlc.texts import meant_with

Tried = Trial[State, Context]
Facts = Mapping[str, int | Fraction]
NO_FACTS: Facts = {}


def about(given: Sequence[Order], *sorts: type[Order]) -> Iterator[Order]:
    """The lines that order one of some sorts of things, conditions included."""
    for written in given:
        if any(isinstance(order, sorts) for order in flattened(written)):
            yield written


def meant(trial: Tried, written: Order, facts: Facts = NO_FACTS) -> Order | None:
    """What a line comes to as things stand; a note where it comes to nothing."""
    order = meant_with(trial.run, written, facts)
    if order is None:
        trial.notes.append((written.line, "as things stand the condition does not hold: not carried out"))
    return order


def bombardments(trial: Tried, given: Sequence[Order]) -> None:
    """I, NLC-8.1: what may be fired at, and with what strength; guns that fire neither move nor attack (NLC-8.1d)."""
    laid: dict[str, str] = {}
    for written in about(given, Bombard):
        order = meant(trial, written)
        if not isinstance(order, Bombard):
            continue
        verdict = dark() if trial.ctx.is_dark(trial.state.turn) else may_bombard(trial.ctx, trial.state, order)
        twice = next((one for one in order.units if one in laid), "")
        if verdict.value and twice:
            name = trial.ctx.units[twice].name
            verdict = no("NLC-8.1a", f"{name} fires at {laid[twice]} already.", "Name other guns.")
        if not trial.judge(order, verdict):
            continue
        laid |= dict.fromkeys(order.units, order.target)
        guns = [trial.state.unit(one) for one in order.units]
        strength = strength_of(trial.ctx, trial.state, guns, order.target)
        trial.notes.append((order.line, f"fires at {order.target} with {strength.value} SP"))
    if laid:
        trial.game.state = trial.state.with_units(*(replace(trial.state.unit(one), bombarded=True) for one in laid))


def charges(trial: Tried, given: Sequence[Order]) -> bool:
    """II, NLC-7.6b: who may charge whom; whether any charge will be ridden, after which nobody can say who is where."""
    ridden = False
    for written in about(given, DeclareCharge):
        order = meant(trial, written, charging.facts_of(trial.run, written))
        if not isinstance(order, DeclareCharge):
            continue
        if not trial.judge(order, charging.may_charge(trial.ctx, trial.state, order)):
            continue
        ridden = True
        there = tuple(unit.id for unit in trial.state.at(enemy_of(trial.side), order.target))
        stacks = charging.stacks_of(trial.ctx, trial.state, order)
        found = odds(trial.ctx, trial.state, stacks, Target(order.target, there))
        foot = any(trial.ctx.units[one].is_infantry for one in there)
        square = " if the infantry forms square" if foot else ""
        said = f"charges {order.target} with {found.charge.value} SP against {found.defence.value}{square}"
        trial.notes.append((order.line, said))
    return ridden


def attacks(trial: Tried, given: Sequence[Order], is_certain: bool) -> None:
    """IV, NLC-7.3: who may attack whom where they will stand; a warning where dice may still change that."""
    plan = Plan(trial.side)
    for written in about(given, DeclareAttack):
        order = meant(trial, written, declaring.facts_of(trial.run, written))
        if not isinstance(order, DeclareAttack):
            continue
        verdict = may_attack(trial.ctx, trial.state, plan, order.units, order.target)
        if not verdict.value:
            _doubtful(trial, order, verdict, is_certain)
            continue
        plan.add(order.target, order.units)
        trial.notes.append((order.line, _odds(trial, plan, order.target)))


def _doubtful(trial: Tried, order: Order, verdict: Verdict, is_certain: bool) -> None:
    if is_certain or verdict.rule != "NLC-7.3a":
        trial.judge(order, verdict)
    else:
        trial.problems.append(warning(verdict, order.line))


def _odds(trial: Tried, plan: Plan, target: str) -> str:
    ctx, state = trial.ctx, trial.state
    attackers = [state.unit(one) for one in plan.attackers[target]]
    defenders = state.at(enemy_of(trial.side), target)
    attack = strengths.attack(ctx, state, attackers, target).value
    defence = strengths.defence(ctx, state, defenders, attackers).value
    return f"attacks {target} with {attack} SP against {defence}"
