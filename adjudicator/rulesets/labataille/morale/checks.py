"""LB 31: a morale check: the number to beat, what changes the dice, the roll."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.battle.charts import dice_of, dice_read, index_of
from adjudicator.core.types import Finding, RuleId
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import lost_more_than_half
from adjudicator.rulesets.labataille.morale.events import MoraleChecked
from adjudicator.rulesets.labataille.morale.levels import level_modifier
from adjudicator.rulesets.labataille.state import State, Unit

CHECK = RuleId("LB-31.1")
SAXONS = ("saxon_infantry", "saxon_grenadier")


@dataclass(frozen=True, slots=True)
class Call:
    """Why a unit checks, and what changes its dice for that cause alone."""

    rule: str
    why: str
    """A name for the label: "stand", "fire", "recovery"."""
    parts: tuple[Finding[int], ...] = ()
    plain: bool = False
    """R-45, LB-39.3: the state of the unit and heavy losses change the dice, nothing else does."""
    without_state: bool = False
    """A modifier of the cause stands for the general one of disorder or rout."""
    forced: bool = False
    """LB-44.3: it is charged while it force-marches."""


def morale_number(ctx: Context, unit: Unit, *, forced: bool = False) -> Finding[int]:
    """LB-31.1: the number to beat, as an index in base six, with what changes it."""
    card = ctx.units[unit.id]
    numbers = ctx.tables.numbers.morale
    parts: list[Finding[int]] = [
        Finding(rule=CHECK, value=index_of(card.morale), because=f"printed {card.morale}", label="Morale")
    ]
    if unit.formation == "carre" and unit.morale == "good":
        parts.append(_part("LB-16.19", numbers.square_number, "in carré", "Carré"))
    if unit.formation == "road march":
        parts.append(_part("LB-16.36", numbers.road_number, "in road march", "Road march"))
    if forced:
        parts.append(_part("LB-44.3", numbers.force_march_number, "on a forced march", "Forced march"))
    if card.type in SAXONS and unit.formation == "line" and unit.morale == "good":
        parts.append(_part("HEI-saxon-1", numbers.saxon_line_number, "Saxons in line", "Saxons"))
    return Finding(
        rule=CHECK,
        value=sum(part.value for part in parts),
        because=f"{card.name}: more than {dice_of(index_of(card.morale))} printed",
        parts=tuple(parts),
        label="Number to beat",
    )


def _part(rule: str, value: int, because: str, label: str) -> Finding[int]:
    return Finding(rule=RuleId(rule), value=value, because=because, label=label)


def state_modifier(ctx: Context, unit: Unit) -> Finding[int]:
    """LB-30.2, LB-30.5: disorder and rout weigh on the dice."""
    numbers = ctx.tables.numbers.morale
    value = {"good": 0, "disordered": numbers.disordered, "routed": numbers.routed}[unit.morale]
    words = "in good order" if unit.morale == "good" else unit.morale
    return _part("LB-30.2" if unit.morale != "routed" else "LB-30.5", value, words, "Order")


def losses_modifier(ctx: Context, unit: Unit) -> Finding[int]:
    """LB-12.3: infantry that has lost more than half."""
    heavy = lost_more_than_half(ctx, unit)
    words = f"{unit.losses} of {ctx.units[unit.id].increments} increments lost"
    return _part("LB-12.3", ctx.tables.numbers.losses.heavy if heavy else 0, words, "Heavy losses")


def leader_bonus(ctx: Context, state: State, unit: Unit) -> Finding[int]:
    """LB-7.1, D26, R-96: the best morale number of a leader in the hex, used if it is positive."""
    here = [ctx.leaders[one.id] for place in unit.places for one in state.leaders_at(place)]
    own = [card for card in here if card.side == ctx.units[unit.id].side and card.morale > 0]
    if not own:
        return _part("LB-7.1", 0, "no leader", "Leader")
    best = max(own, key=lambda card: (card.morale, card.id))
    return _part("LB-7.1", best.morale, best.name, "Leader")


def dice_modifiers(ctx: Context, state: State, unit: Unit, call: Call) -> tuple[Finding[int], ...]:
    """LB-31.1: all that changes the dice of a check, in the order of the book."""
    found: list[Finding[int]] = []
    if not call.without_state:
        found.append(state_modifier(ctx, unit))
    found.append(losses_modifier(ctx, unit))
    found.append(level_modifier(ctx, state, unit.id))
    found.append(leader_bonus(ctx, state, unit))
    return (*found, *call.parts)


def check(run: Here, unit: str, call: Call) -> Asking[bool]:
    """LB-31.1: roll two dice; modified they must be more than the number."""
    ctx, now = run.ctx, run.state.unit(unit)
    roll = run.dice.roll(run.numbered("morale", unit, call.why).label, 2)
    passed, number, total = judged(ctx, run.state, now, call, roll.faces)
    yield MoraleChecked(
        rule=RuleId(call.rule),
        rolls=(roll,),
        side=ctx.units[unit].side,
        unit=unit,
        why=call.why,
        dice=dice_read(roll.faces),
        passed=passed,
        number=number,
        total=total,
    )
    return passed


def check_together(run: Here, units: Iterable[str], call: Call) -> Asking[tuple[str, ...]]:
    """LB-31.5: one roll of the dice for all units of a hex; hands back those whose number it does not beat."""
    named = tuple(units)
    roll = run.dice.roll(run.numbered("morale", named[0], call.why).label, 2)
    failed: list[str] = []
    for place, unit in enumerate(named):
        passed, number, total = judged(run.ctx, run.state, run.state.unit(unit), call, roll.faces)
        yield MoraleChecked(
            rule=RuleId(call.rule),
            rolls=(roll,) if place == 0 else (),
            side=run.ctx.units[unit].side,
            unit=unit,
            why=call.why,
            dice=dice_read(roll.faces),
            passed=passed,
            number=number,
            total=total,
        )
        failed += [] if passed else [unit]
    return tuple(failed)


def judged(
    ctx: Context, state: State, unit: Unit, call: Call, faces: Iterable[int]
) -> tuple[bool, Finding[int], Finding[int]]:
    """LB-31.1: whether dice suffice, the number that they must beat, and their modified value; all as indices."""
    rolled = dice_read(tuple(faces))
    number = morale_number(ctx, unit, forced=call.forced)
    parts = dice_modifiers(ctx, state, unit, call)
    value = index_of(rolled) + sum(part.value for part in parts)
    total: Finding[int] = Finding(rule=CHECK, value=value, because=f"dice {rolled}", parts=parts, label="Dice")
    return value > number.value, number, total


def chance(ctx: Context, state: State, unit: Unit, parts: Iterable[int]) -> int:
    """In how many of the 36 rolls a unit would pass, its own printed value and visible modifiers alone counting."""
    need = morale_number(ctx, unit).value - sum(parts)
    return max(0, min(36, 35 - need))
