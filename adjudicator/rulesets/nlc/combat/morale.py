"""NLC-2.2, NLC-2.3, NLC-M: the morale of units and groups, with everything that raises or lowers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from adjudicator.core.types import Finding, RuleId
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.rulesets.nlc.combat.events import GARDE, MoraleTested
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import FRENCH, State, Unit


@dataclass(frozen=True, slots=True)
class Strain:
    """What weighs on a group in this fight."""

    attacked: bool = False
    """It is attacked or charged: Reserve orders tell (NLC-20.2-R4)."""
    under_guns: bool = False
    """Artillery fires at it in this normal combat (NLC-M.3)."""
    flanked: bool = False
    """NLC-7.6a-3."""
    old_guard: bool = False
    """Infantry of the Old Guard attacks it (NLC-M.5)."""
    with_leader: bool = False
    """NLC-7.8c: for reaction charges alone."""


CALM = Strain()


def unit_morale(ctx: Context, state: State, unit: Unit, strain: Strain = CALM) -> Finding[int]:
    """NLC-2.2a to NLC-2.2f, NLC-M: a unit's morale at this moment, part by part."""
    card, table = ctx.units[unit.id], ctx.tables.combat.morale
    parts = [_part(base_rule(ctx, unit.id), card.morale, "Base", card.name)]
    if unit.reduced and card.nation not in table.steady_nations:
        parts.append(_part("NLC-2.2e", table.step_lost, "Step lost", f"{card.name} is reduced"))
    if card.limit_group in state.broken:
        parts.append(_part("NLC-2.2f", table.demoralized, "Demoralized", f"{card.limit_group} is demoralized"))
    if card.side == FRENCH and GARDE in state.shifted:
        parts.append(_part("NLC-7.4-LG1", table.garde_recule, "La Garde Recule", "the Guard has given way"))
    if strain.attacked and order_for(ctx, state, unit) == "reserve":
        parts.append(_part("NLC-20.2-R4", table.reserve, "Reserve", f"{card.name} has Reserve orders"))
    if strain.under_guns:
        parts.append(_part("NLC-M.3", table.artillery_fire, "Artillery", "artillery fires at them"))
    if strain.flanked:
        parts.append(_part("NLC-7.6a-3", table.flanked, "Flanked", "they are flanked"))
    if strain.old_guard:
        parts.append(_part("NLC-M.5", table.old_guard_attack, "Old Guard", "the Old Guard attacks"))
    if strain.with_leader:
        parts.append(_part("NLC-7.8c", table.with_leader, "Leader", "a leader is with them"))
    value = sum(part.value for part in parts)
    return Finding(rule=RuleId("NLC-2.3a"), value=value, because=card.name, label="Morale", parts=tuple(parts))


def base_rule(ctx: Context, unit: str) -> str:
    """The rule that a unit's base morale comes from: NLC-2.2a to NLC-2.2d, NLC-27.1."""
    card, table = ctx.units[unit], ctx.tables.combat.morale
    if card.morale == table.base:
        return "NLC-2.2a"
    if card.is_old_guard:
        return "NLC-2.2c"
    if card.is_infantry and card.morale == table.weak_prussian:
        return "NLC-2.2b"
    return "NLC-2.2d" if card.is_cavalry and card.nation == "British" else "NLC-27.1"


def _part(rule: str, value: int, label: str, because: str) -> Finding[int]:
    return Finding(rule=RuleId(rule), value=value, label=label, because=because)


def group_morale(ctx: Context, state: State, units: Sequence[Unit], strain: Strain = CALM) -> Finding[int]:
    """NLC-2.3b, NLC-2.3c, A-39, A-63: the highest of the infantry, else of the cavalry, else of the guns.

    Modifiers are taken unit by unit before the highest is used.
    """
    best = max(
        (unit_morale(ctx, state, unit, strain) for unit in speakers(ctx, units)), key=lambda finding: finding.value
    )
    return best.model_copy(update={"rule": RuleId("NLC-2.3b")})


def speakers(ctx: Context, units: Sequence[Unit]) -> Sequence[Unit]:
    """NLC-2.3b, NLC-2.3c: the units of a group whose morale counts."""
    infantry = [unit for unit in units if ctx.units[unit.id].is_infantry]
    return infantry or [unit for unit in units if ctx.units[unit.id].is_cavalry] or units


def stands(
    run: Here, label: str, units: Sequence[Unit], why: Literal["combat", "square", "reaction"], strain: Strain
) -> Asking[bool]:
    """NLC-2.3a: one die for a group; a roll above its morale fails."""
    morale = group_morale(run.ctx, run.state, units, strain)
    roll = run.dice.roll(f"{run.label}/{label}")
    holds = roll.total <= morale.value
    yield MoraleTested(
        side=run.state.sides[units[0].id],
        units=tuple(unit.id for unit in units),
        place=units[0].place or "",
        why=why,
        morale=morale,
        holds=holds,
        rolls=(roll,),
    )
    return holds
