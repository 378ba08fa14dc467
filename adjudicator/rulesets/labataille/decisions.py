"""Section 2.1: asking decisions, and whom a standing order is about."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.core.types import Choice, Decision, Finding, RuleId
from adjudicator.kit.run import Asking, ask
from adjudicator.kit.standing import Scope
from adjudicator.rulesets.labataille.choices import Lead
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.state import State

ESTIMATE, ODDS = "estimate", "odds"
"""Numbers of the moment that conditions may ask for."""
UNIT, REGIMENT, BRIGADE, DIVISION, CORPS, ARM = range(6)
"""How wide a scope is: the narrowest counts first (section 2.3)."""


def decided_now(
    run: Here,
    kind: str,
    unit: str,
    rule: str,
    question: str,
    default: Choice,
    *,
    others: tuple[str, ...] = (),
    place: str = "",
    facts: tuple[Finding[Any], ...] = (),
    examples: tuple[Choice, ...] = (),
) -> Asking[Choice]:
    """Ask one decision of the owner of a unit or leader, and hand back what he chose."""
    decision = Decision(
        key=run.numbered(kind, unit).label,
        kind=kind,
        side=run.ctx.side_of(unit),
        rule=RuleId(rule),
        question=question,
        default=default,
        place=place,
        units=(unit, *others),
        facts=facts,
        examples=examples,
    )
    reply = yield from ask(decision)
    return reply[decision.key]


def leads(run: Here, leader: str, use: str, place: str) -> Asking[bool]:
    """D26, R-96: whether a leader whom no order names leads a fire or a melee: only if standing orders say so."""
    name = run.ctx.leaders[leader].name
    choice = yield from decided_now(
        run, "lead", leader, "LB-7.1", f"Does {name} lead the {use} here?", Lead(uses=("morale",)), place=place
    )
    return isinstance(choice, Lead) and use in choice.uses


def fact(name: str, value: Fraction) -> Finding[Fraction]:
    """A number that a decision rests on: its owner reads it, and his standing orders may ask for it."""
    return Finding(rule=RuleId("LB-6.2"), value=value, because=f"{name} {value}", label=name)


def scope_of(ctx: Context, state: State) -> Scope:
    """How wide a name is for a decision; the first of its units decides for all."""

    def scope(name: str, decision: Decision) -> int | None:
        if not decision.units:
            return None
        return width(ctx, state, name, decision.units[0])

    return scope


def width(ctx: Context, state: State, name: str, piece: str) -> int | None:
    """How wide a name is for a unit or leader: unit, regiment, brigade, division, corps, arm; None if not about it."""
    if name == piece:
        return UNIT
    if piece in ctx.leaders:
        return CORPS if name in (ctx.leaders[piece].command, "leaders") else None
    card = ctx.units[piece]
    if name and name == card.parent:
        return REGIMENT
    if piece in state.bodies.get(name, ()) or card.parent in state.bodies.get(name, ()):
        return BRIGADE
    if name == card.division or (name in ctx.leaders and ctx.leaders[name].command == card.division):
        return DIVISION
    if name == card.corps or (name in ctx.leaders and ctx.leaders[name].command == card.corps):
        return CORPS
    return ARM if name in arms(ctx, state, piece) else None


def arms(ctx: Context, state: State, unit: str) -> tuple[str, ...]:
    """The arms that a unit belongs to, in the words of the language."""
    card = ctx.units[unit]
    found: list[str] = [card.arm]
    if state.unit(unit).formation == "skirmish":
        found.append("skirmishers")
    if card.type in ("jaeger", "guard_jaeger"):
        found.append("jaegers")
    if card.is_cossack:
        found.append("cossacks")
    if card.type == "dragoon" and card.nation == "Russian":
        found.append("dragoons")
    return tuple(found)
