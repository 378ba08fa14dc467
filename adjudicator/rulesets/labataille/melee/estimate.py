"""Section 2.2, R-86: what a side may guess of the enemy's melee, from public norms and what it sees."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.melee.values import Clash, attack_value, defence_value
from adjudicator.rulesets.labataille.state import State, Unit

LANCERS = ("uhlan", "lancer", "Towarczys")
LIGHT_FOOT = ("jaeger", "guard_jaeger", "legere", "prussian_fusilier")
GRENADIERS = ("grenadier", "oudinot_gren_volt", "saxon_grenadier")


def norm_of(ctx: Context, unit: str) -> str:
    """The class by which a unit is known to everybody: its name, arm and printed movement."""
    card = ctx.units[unit]
    if card.arm == "artillery":
        return "artillery"
    if card.arm == "infantry":
        if card.type == "militia_marksman":
            return "infantry militia"
        if card.type in LIGHT_FOOT:
            return "infantry light"
        if card.is_guard:
            return "infantry guard"
        return "infantry grenadier" if card.type in GRENADIERS else "infantry line"
    if card.is_cossack:
        return "cossack"
    if card.is_guard and card.type != "guard_cossack":
        return "cavalry guard"
    return "cavalry heavy" if ctx.is_heavy(unit) else "cavalry light"


def has_lances(ctx: Context, unit: str) -> bool:
    """Whether a unit is named as lancers."""
    name = ctx.units[unit].name.casefold()
    return any(word.casefold() in name for word in LANCERS)


def guessed(ctx: Context, unit: Unit, *, attacks: bool) -> Fraction:
    """What an enemy unit is thought to be worth in melee before anything that can be seen changes it."""
    norm = ctx.tables.norms[norm_of(ctx, unit.id)].melee_per_increment
    each = Fraction(norm) + (Fraction(1, 2) if attacks and has_lances(ctx, unit.id) else 0)
    return each * increments(ctx, unit)


def ratio(own: Fraction, enemy: Fraction) -> Fraction:
    """Own worth to the enemy's; a thousand where the enemy has none."""
    return own / enemy if enemy else Fraction(1000)


def estimate_attacking(ctx: Context, state: State, clash: Clash) -> Fraction:
    """An attacker's estimate: his true value against the guessed value of the hex."""
    own = attack_value(ctx, state, clash).value
    side = ctx.units[clash.attackers[0]].side
    return ratio(own, _guess(ctx, state, (u for u in state.at(clash.target) if ctx.units[u.id].side != side), False))


def estimate_defending(ctx: Context, state: State, clash: Clash) -> Fraction:
    """A defender's estimate: his true value against the guessed value of the attackers."""
    own = defence_value(ctx, state, clash).value
    attackers = (state.unit(one) for one in clash.attackers)
    guess = _guess(ctx, state, attackers, True)
    if _is_doubled(ctx, state, clash):
        guess *= ctx.tables.modifiers.melee.heavy_on_light
    return ratio(own, guess)


def _guess(ctx: Context, state: State, units: Iterable[Unit], attacks: bool) -> Fraction:
    numbers = ctx.tables.modifiers.melee
    found = Fraction(0)
    for unit in units:
        value = guessed(ctx, unit, attacks=attacks)
        if unit.formation == "skirmish":
            value *= numbers.skirmish
        if unit.morale == "disordered":
            value *= numbers.disordered
        if unit.morale == "routed":
            value *= numbers.routed_infantry
        if ctx.units[unit.id].arm == "cavalry" and unit.readiness != "fresh":
            value *= numbers.tired if unit.readiness == "tired" else numbers.exhausted
        found += value
    return found


def _is_doubled(ctx: Context, state: State, clash: Clash) -> bool:
    """LB-35.4, as anybody sees it: heavy cavalry falls on light."""
    enemies = [one for one in state.at(clash.target) if one.id not in clash.attackers]
    light = bool(enemies) and all(ctx.branch(one.id) == "light cavalry" for one in enemies)
    return light and all(ctx.is_heavy(one) for one in clash.attackers)
