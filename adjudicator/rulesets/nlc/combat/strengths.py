"""NLC-7.1, NLC-7.3h, NLC-7.6a, NLC-8.5a: with what strength units fire in normal combat, part by part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.core.types import Finding, Roll, RuleId
from adjudicator.rulesets.nlc.combat import terrain
from adjudicator.rulesets.nlc.combat.flanking import flanking
from adjudicator.rulesets.nlc.context import Context, half_up
from adjudicator.rulesets.nlc.state import State, Unit

Part = Finding[Any]


def base(ctx: Context, unit: Unit) -> Part:
    """NLC-3.3: the strength that a unit shows."""
    state = " (reduced)" if unit.reduced else ""
    name = ctx.units[unit.id].name
    value = ctx.strength(unit.id, unit.reduced)
    return Finding(rule=RuleId("NLC-3.3"), value=value, label=name, because=f"strength {value}{state}")


def times(rule: str, factor: Fraction, label: str, because: str) -> Part:
    """A factor, as it is printed: x 1/2."""
    return Finding(rule=RuleId(rule), value=f"x {factor}", label=label, because=because)


def printed(parts: Iterable[Finding[Fraction]]) -> list[Part]:
    """Reductions as they are printed."""
    return [times(part.rule, part.value, part.label, part.because) for part in parts]


def total(rule: str, label: str, parts: Sequence[Part], exact: Fraction) -> Finding[int]:
    """NLC-7.1f, NLC-7.1g, NLC-7.6a-5: the sum after all that changes strength, rounded once at the end."""
    because = "" if exact.denominator == 1 else f"{float(exact):g} rounded"
    return Finding(rule=RuleId(rule), value=half_up(exact), label=label, because=because, parts=tuple(parts))


def by_place(units: Iterable[Unit]) -> dict[str, list[Unit]]:
    """Units by the hex where they stand, in the order of hexes."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.place is not None:
            found.setdefault(unit.place, []).append(unit)
    return {place: found[place] for place in sorted(found)}


# --- attack ---------------------------------------------------------------------------------------------------------


def attack(ctx: Context, state: State, attackers: Sequence[Unit], target: str) -> Finding[int]:
    """IV.2b: the attackers' strength: stack by stack across its hexside, summed, multiplied, rounded once.

    The ground takes its share of each stack (NLC-7.6a-4), a chateau half, and that once (NLC-10.8).
    """
    parts: list[Part] = []
    exact = Fraction(0)
    for place, units in by_place(attackers).items():
        reductions = terrain.into(ctx, place, target, "attack")
        stack = Fraction(0)
        for unit in units:
            parts.append(base(ctx, unit))
            halves = list(_cavalry(ctx, unit)) + list(ctx.game.bonus(ctx, state, unit))
            parts += printed(halves)
            stack += ctx.strength(unit.id, unit.reduced) * terrain.product(tuple(halves))
        parts += printed(reductions)
        exact += stack * terrain.product(reductions)
    factor = multiplier(ctx, state, attackers, target)
    if factor.value != 1:
        parts += [*factor.parts, times("NLC-7.6a-1", Fraction(factor.value), "Together", factor.because)]
    return total("NLC-7.1a", "Attack", parts, exact * factor.value)


def _cavalry(ctx: Context, unit: Unit) -> Iterator[Finding[Fraction]]:
    """NLC-7.3h: cavalry has half its strength in normal combat."""
    if ctx.units[unit.id].is_cavalry:
        half = ctx.tables.combat.cavalry_in_combat
        yield Finding(rule=RuleId("NLC-7.3h"), value=half, label="Cavalry", because=ctx.units[unit.id].name)


def multiplier(ctx: Context, state: State, attackers: Sequence[Unit], target: str) -> Finding[int]:
    """NLC-7.6a-1: preparatory bombardment, flanking: twice the strength for one of them, three times for both."""
    side = state.sides[attackers[0].id]
    defenders = [unit for other in state.forces if other != side for unit in state.at(other, target)]
    found = [flanking(ctx, state, attackers, target), disrupted(defenders)]
    parts = tuple(one for one in found if one.value)
    table = ctx.tables.combat
    value = (1, table.one_advantage, table.two_advantages)[len(parts)]
    because = " and ".join(part.because for part in parts)
    return Finding(rule=RuleId("NLC-7.6a-1"), value=value, because=because, parts=parts)


def disrupted(defenders: Sequence[Unit]) -> Finding[bool]:
    """NLC-7.6a-1, A-41: whether any defender carries a Disrupted marker."""
    is_so = any(unit.disrupted for unit in defenders)
    because = "a defender is disrupted" if is_so else ""
    return Finding(rule=RuleId("NLC-7.6a-1"), value=is_so, label="Preparatory bombardment", because=because)


# --- defence --------------------------------------------------------------------------------------------------------


def defence(ctx: Context, state: State, defenders: Sequence[Unit], attackers: Sequence[Unit]) -> Finding[int]:
    """IV.2b, NLC-7.3c, NLC-8.2b: the defenders fire once at all attackers together, guns that bombarded among them.

    Attackers on different ground: the smallest reduction counts (A-21).
    """
    parts, exact = _own_fire(ctx, state, defenders)
    grounds = [terrain.hex_share(ctx, place, "attack") for place in by_place(attackers)]
    kindest = max(grounds, key=lambda ground: ground.value)
    if kindest.value != terrain.WHOLE:
        parts += printed((kindest,))
    return total("NLC-7.1a", "Defence", parts, exact * kindest.value)


def _own_fire(ctx: Context, state: State, defenders: Sequence[Unit]) -> tuple[list[Part], Fraction]:
    parts: list[Part] = []
    exact = Fraction(0)
    lonely = is_artillery_alone(ctx, defenders)
    for unit in defenders:
        parts.append(base(ctx, unit))
        shares = list(_cavalry(ctx, unit)) + list(ctx.game.bonus(ctx, state, unit))
        if lonely:
            half = ctx.tables.combat.artillery_alone
            shares.append(Finding(rule=RuleId("NLC-8.5a"), value=half, label="Artillery alone", because=""))
        parts += printed(shares)
        exact += ctx.strength(unit.id, unit.reduced) * terrain.product(tuple(shares))
    woods = terrain.defended_from(ctx, defenders[0].place or "") if defenders else None
    if woods is not None:
        parts += printed((woods,))
        exact *= woods.value
    return parts, exact


def is_artillery_alone(ctx: Context, units: Sequence[Unit]) -> bool:
    """NLC-8.5a: artillery without other arms in its hex."""
    return bool(units) and all(ctx.units[unit.id].is_artillery for unit in units)


def is_cavalry_alone(ctx: Context, units: Sequence[Unit]) -> bool:
    """NLC-7.3i: cavalry without other arms in its hex."""
    return bool(units) and all(ctx.units[unit.id].is_cavalry for unit in units)


# --- fire -----------------------------------------------------------------------------------------------------------


def hits(ctx: Context, strength: Finding[int], roll: Roll) -> int:
    """NLC-7.1a, NLC-7.1h: what two dice bring a strength on the Fire Table."""
    return ctx.tables.fire.read(strength.value, roll.total)
