"""LB 38.9, HEI-charge-1: standing before a charge."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.battle.facing import Arc
from adjudicator.core.types import Finding, RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.estimate import has_lances
from adjudicator.rulesets.labataille.morale.checks import Call, check
from adjudicator.rulesets.labataille.state import State, Unit


def charge_parts(
    ctx: Context,
    state: State,
    unit: Unit,
    chargers: Sequence[str],
    arc: Arc,
    *,
    stream: bool,
    lances: bool | None,
) -> tuple[Finding[int], ...]:
    """HEI-charge-1: what a charge does to the dice of those who stand; `lances` None: as anybody may guess."""
    numbers = ctx.tables.modifiers.stand
    found: list[Finding[int]] = []

    def part(value: int, because: str) -> None:
        found.append(Finding(rule=RuleId("HEI-charge-1"), value=value, because=because, label="Charge"))

    if arc == "flank":
        part(numbers.flank, "charged through the flank")
    if arc == "rear":
        part(numbers.rear, "charged through the rear")
    if unit.formation == "line" and unit.morale == "good" and ctx.units[unit.id].arm == "infantry":
        part(numbers.line, "in line")
    if unit.morale == "disordered":
        part(numbers.disordered, "disordered before the charge")
    if unit.formation == "carre" and unit.morale == "good":
        part(numbers.square, "in carré")
    if stream:
        part(numbers.stream, "across a stream")
    armed = any(has_lances(ctx, one) for one in chargers) if lances is None else lances
    if armed:
        part(numbers.lancers, "charged by lancers")
    elif any(ctx.is_heavy(one) for one in chargers):
        part(numbers.heavy, "charged by heavy cavalry")
    return tuple(found)


def stands(run: Here, name: str, chargers: Sequence[str], origin: str, arc: Arc) -> Asking[bool]:
    """LB-38.9, LB-40.3: the check of a unit that has been contacted."""
    ctx, unit = run.ctx, run.state.unit(name)
    if unit.formation == "road march":  # LB-38.23: on the march it always runs
        return False
    stream = ctx.board.side(origin, unit.place).has("stream")
    lances = any(ctx.units[one].lance > 0 for one in chargers)
    parts = charge_parts(ctx, run.state, unit, chargers, arc, stream=stream, lances=lances)
    call = Call(
        "LB-31.6",
        "stand",
        parts,
        without_state=unit.morale == "disordered",
        forced=unit.has("force marched") or (unit.marches > 0 and run.state.active != ctx.units[name].side),
    )
    return (yield from check(run, name, call))
