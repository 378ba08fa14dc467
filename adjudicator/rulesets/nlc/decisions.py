"""Whom a standing order is about: a unit, a formation or its leader, an army or its commander, the whole side."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.core.types import Decision
from adjudicator.kit.standing import Scope
from adjudicator.rulesets.nlc.changes import formation_of, units_lost
from adjudicator.rulesets.nlc.command.resolve import is_demoralized
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import State, Unit


def kept_numbers(ctx: Context, state: State) -> dict[str, int | Fraction]:
    """A-66: what conditions may ask of formations beside the tracks of the view: units lost, demoralization."""
    found: dict[str, int | Fraction] = {f"{one} units lost": 0 for one in ctx.formations}
    found |= {f"{one} units lost": lost for one, lost in units_lost(ctx, state).items()}
    return found | {f"{one} demoralized": int(is_demoralized(ctx, state, one)) for one in ctx.formations}


UNIT, FORMATION, ARMY = 0, 1, 2
"""How wide a scope is: the narrowest counts first (section 2.4 of the order language)."""


def scope_of(ctx: Context, state: State) -> Scope:
    """How wide a name is for a decision; the first of the decision's units is the one whose line decides for all."""

    def scope(name: str, decision: Decision) -> int | None:
        if name in decision.units:
            return UNIT
        deciding = decision.units[0] if decision.units else ""
        if deciding in ctx.leaders:
            return _of_leader(ctx, name, deciding)
        if deciding not in ctx.units:
            return None
        return _of_unit(ctx, state, name, state.unit(deciding))

    return scope


def _of_leader(ctx: Context, name: str, leader: str) -> int | None:
    card = ctx.leaders[leader]
    if name == card.formation and name:
        return FORMATION
    return ARMY if name in (card.army, *_commanders(ctx, card.army)) else None


def _of_unit(ctx: Context, state: State, name: str, unit: Unit) -> int | None:
    formation = formation_of(ctx, unit)
    if name == formation or (name in ctx.leaders and ctx.leaders[name].formation == formation):
        return FORMATION
    card = ctx.units[unit.id]
    if name in (card.army, card.nation):
        return ARMY
    if name not in ctx.leaders or ctx.leaders[name].role not in ("OC", "WC") or ctx.leaders[name].side != card.side:
        return None
    holds = state.leader(name).holds
    return ARMY if formation in holds or (not holds and ctx.leaders[name].army == card.army) else None


def _commanders(ctx: Context, army: str) -> tuple[str, ...]:
    return tuple(card.id for card in ctx.leaders.values() if card.role == "OC" and card.army == army)
