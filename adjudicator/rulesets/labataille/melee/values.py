"""LB 12, LB 33.10, LB 35, LB 36, HEI-melee-1: melee values with every multiplier, and what makes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from adjudicator.battle.facing import Arc
from adjudicator.core.types import Finding, RuleId
from adjudicator.core.values import dataclass
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import is_general_order
from adjudicator.rulesets.labataille.increments import in_hex, increments, lance_bonus, melee_value
from adjudicator.rulesets.labataille.refused import is_refused
from adjudicator.rulesets.labataille.shapes import arcs_from, front_hexes
from adjudicator.rulesets.labataille.state import State, Unit

Value = Finding[Fraction]
Part = tuple[str, Fraction, str]
"""A multiplier: its rule, its value, why."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A melee as it is about to be reckoned."""

    attackers: tuple[str, ...]
    target: str
    straight: bool = False
    """LB-37.6: charged straight over the last three hexes."""
    countered: tuple[str, ...] = ()
    """LB-39.6: defenders who met the charge: their lances count."""
    recalled_badly: bool = False
    """LB-42.3."""
    spared: tuple[str, ...] = ()
    """LB-36.3: cavalry that fights with a third of its value."""


def hex_of(ctx: Context, unit: Unit, target: str) -> str:
    """The hex from which a unit attacks: one of its own next to the target, or the target itself (a carré)."""
    if target in unit.places:
        return target
    touching = [place for place in unit.places if target in ctx.board.neighbours[place]]
    return min(touching, default=unit.place)


def through(ctx: Context, state: State, attacker: Unit, target: str) -> Arc:
    """LB-13.15, LB-13.16, section 3: by which arc an attack comes in; on a vertex the defender's better side counts."""
    stack = state.at(target)
    own = ctx.units[attacker.id].side
    enemies = [one for one in stack if ctx.units[one.id].side != own]
    origin = hex_of(ctx, attacker, target)
    if not enemies or origin == target or enemies[0].morale == "routed":
        return "front"
    arcs = arcs_from(ctx, enemies[0], origin, target)
    if "flank" in arcs and is_refused(ctx, state, enemies[0], origin, target):
        return "front"
    order: tuple[Arc, ...] = ("front", "rear", "flank")
    return next((arc for arc in order if arc in arcs), "front")


def arc_of_attack(ctx: Context, state: State, clash: Clash) -> Arc:
    """LB-33.10: the worst arc for the defender by which anybody attacks."""
    arcs = {through(ctx, state, state.unit(one), clash.target) for one in clash.attackers}
    return "flank" if "flank" in arcs else "rear" if "rear" in arcs else "front"


# --- attack ---


def attack_value(ctx: Context, state: State, clash: Clash) -> Value:
    """LB-32.4: the melee of all attackers."""
    parts = tuple(_attacker(ctx, state, clash, state.unit(one)) for one in clash.attackers)
    return _sum(parts, "Attack")


def _attacker(ctx: Context, state: State, clash: Clash, unit: Unit) -> Value:
    factors = [*_common(ctx, state, unit, clash), *_attacking(ctx, state, clash, unit)]
    base = _base(ctx, unit, hex_of(ctx, unit, clash.target))
    if ctx.units[unit.id].arm == "cavalry" and _into(ctx, state, clash.target, "fleche"):
        base = _few(ctx, unit, base)
    value = _product(base, factors)
    value += _lances(ctx, unit, clash)
    return _finding(ctx, unit, value, factors)


def _attacking(ctx: Context, state: State, clash: Clash, unit: Unit) -> Iterator[Part]:
    """HEI-melee-1: what changes the value of an attacker."""
    numbers, cavalry = ctx.tables.modifiers.melee, ctx.units[unit.id].arm == "cavalry"
    origin = hex_of(ctx, unit, clash.target)
    match through(ctx, state, unit, clash.target):
        case "flank":
            yield "LB-13.15", numbers.flank, "through the flank"
        case "rear":
            yield "LB-13.16", numbers.rear, "through the rear"
        case _:
            pass
    enemies = [one for one in state.at(clash.target) if ctx.units[one.id].side != ctx.units[unit.id].side]
    square = bool(enemies) and enemies[0].formation == "carre" and enemies[0].morale == "good"
    if square:
        factor = numbers.cavalry_on_square if cavalry else numbers.infantry_on_square
        yield "LB-16.26" if cavalry else "LB-16.23", factor, "against a carré"
    if origin != clash.target and ctx.board.side(origin, clash.target).has("stream"):
        yield "HEI-melee-1", numbers.stream, "across a stream"
    if cavalry:
        if clash.straight and not clash.countered:
            yield "LB-37.6", numbers.straight, "charged straight home"
        if clash.recalled_badly:
            yield "LB-42.3", numbers.failed_recall, "not recalled"
        if is_general_order(ctx, state, clash.target):
            yield "LB-16.32", numbers.into_general_order, "into broken ground"
        if _into(ctx, state, clash.target, "redoubt"):
            yield "HEI-redoubt-7", numbers.redoubt_rear, "at the rear of a redoubt"
        if _heavy_on_light(ctx, unit, enemies, clash.target):
            yield "LB-35.4", numbers.heavy_on_light, "heavy against light cavalry"


def _into(ctx: Context, state: State, place: str, terrain: str) -> bool:
    return ctx.board.cells[place].terrain == terrain


def _few(ctx: Context, unit: Unit, base: Fraction) -> Fraction:
    """HEI-fleche-2: six increments count."""
    most = ctx.tables.modifiers.melee.fleche_increments
    now = increments(ctx, unit)
    return base if now <= most else base * most / now


def _heavy_on_light(ctx: Context, unit: Unit, enemies: Sequence[Unit], target: str) -> bool:
    """LB-35.4: through the heavy unit's own front."""
    light = bool(enemies) and all(ctx.branch(one.id) == "light cavalry" for one in enemies)
    bears = target in front_hexes(ctx, unit) or target in unit.places
    return ctx.is_heavy(unit.id) and light and bears


# --- defence ---


def defence_value(ctx: Context, state: State, clash: Clash) -> Value:
    """LB-32.4: the melee of all that stands in the hex."""
    own = ctx.units[clash.attackers[0]].side
    parts = tuple(
        _defender(ctx, state, clash, unit) for unit in state.at(clash.target) if ctx.units[unit.id].side != own
    )
    return _sum(parts, "Defence")


def _defender(ctx: Context, state: State, clash: Clash, unit: Unit) -> Value:
    if unit.has("sheltered"):
        return Finding(rule=RuleId("LB-19.10"), value=Fraction(0), because="sheltered", label=ctx.units[unit.id].name)
    factors = [*_common(ctx, state, unit, clash)]
    attackers = [state.unit(one) for one in clash.attackers]
    if ctx.units[unit.id].arm == "cavalry" and _meets_light(ctx, unit, attackers):
        factors.append(("LB-35.4", ctx.tables.modifiers.melee.heavy_on_light, "heavy against light cavalry"))
    value = _product(_base(ctx, unit, clash.target), factors)
    if unit.id in clash.countered:
        value += lance_bonus(ctx, unit) if unit.morale == "good" else 0
    return _finding(ctx, unit, value, factors)


def _meets_light(ctx: Context, unit: Unit, attackers: Sequence[Unit]) -> bool:
    light = all(ctx.branch(one.id) == "light cavalry" for one in attackers)
    bears = all(hex_of(ctx, one, unit.place) in front_hexes(ctx, unit) for one in attackers)
    return ctx.is_heavy(unit.id) and light and bears


# --- common ---


def _base(ctx: Context, unit: Unit, place: str) -> Fraction:
    """LB-12.1, LB-16.46, R-121: the value in proportion to losses, and of long lines to the hex in contact.

    All of an infantry line melees (LB-16.15); of cavalry in line and of skirmishers in two hexes what is in the hex.
    """
    value = melee_value(ctx, unit)
    whole = ctx.units[unit.id].arm == "infantry" and unit.formation != "skirmish"
    if len(unit.places) == 1 or (whole and unit.formation != "road march"):
        return value
    return value * in_hex(ctx, unit, place) / increments(ctx, unit)


def _common(ctx: Context, state: State, unit: Unit, clash: Clash) -> Iterator[Part]:
    """What a unit's formation, order and readiness make of its value, in attack and defence alike."""
    numbers, card = ctx.tables.modifiers.melee, ctx.units[unit.id]
    if unit.formation == "skirmish" and card.arm == "infantry":
        yield "LB-19.16", numbers.skirmish, "in skirmish order"
    if unit.formation == "skirmish" and card.arm == "cavalry":
        yield "LB-20.7", numbers.horse_skirmish, "skirmishing on horse"
    if unit.formation == "road march":
        yield "LB-16.35", numbers.road, "in road march"
    if unit.morale == "disordered":
        yield "LB-30.2", numbers.disordered, "disordered"
    if unit.morale == "routed":
        factor = numbers.routed_cavalry if card.arm == "cavalry" else numbers.routed_infantry
        yield "LB-30.5", factor, "routed"
    if card.arm != "cavalry":
        return
    if unit.readiness == "tired":
        yield "LB-36.1", numbers.tired, "tired"
    if unit.readiness == "exhausted":
        yield "LB-36.1", numbers.exhausted, "exhausted"
    if unit.id in clash.spared:
        yield "LB-36.3", numbers.spared, "sparing its horses"
    if unit.formation == "general order" or is_general_order(ctx, state, unit.place):
        yield "LB-16.32", numbers.general_order, "in general order"
    if unit.formation == "line" and ctx.is_heavy(unit.id):
        yield "LB-35.5", numbers.heavy_line, "heavy cavalry in line"


def _lances(ctx: Context, unit: Unit, clash: Clash) -> Fraction:
    """LB-35.6, LB-16.45: lancers who assault in good order; doubled in line."""
    if unit.morale != "good":
        return Fraction(0)
    bonus = lance_bonus(ctx, unit)
    return 2 * bonus if unit.formation == "line" else bonus


def _product(base: Fraction, factors: Sequence[Part]) -> Fraction:
    value = base
    for _, factor, _ in factors:
        value *= factor
    return value


def _finding(ctx: Context, unit: Unit, value: Fraction, factors: Sequence[Part]) -> Value:
    parts: tuple[Value, ...] = tuple(
        Finding(rule=RuleId(rule), value=factor, because=because) for rule, factor, because in factors
    )
    now, printed = increments(ctx, unit), ctx.units[unit.id]
    because = f"printed {printed.melee}, {now} of {printed.increments} increments"
    return Finding(rule=RuleId("LB-12.1"), value=value, because=because, parts=parts, label=printed.name)


def _sum(parts: Sequence[Value], label: str) -> Value:
    whole = sum((part.value for part in parts), Fraction(0))
    return Finding(rule=RuleId("LB-32.4"), value=whole, because="all who fight", parts=tuple(parts), label=label)
