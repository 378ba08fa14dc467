"""LB 43, HEI-level: the morale levels of corps and armies, counted on the hour in battalions."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import Finding, RuleId
from adjudicator.rulesets.labataille.context import Context, UnitCard
from adjudicator.rulesets.labataille.increments import battalions
from adjudicator.rulesets.labataille.scenario import OrganisationFacts
from adjudicator.rulesets.labataille.state import State, Unit

RULE = RuleId("LB-43.1")


def organisation_of(ctx: Context, unit: str) -> OrganisationFacts | None:
    """HEI-level-1 to HEI-level-3: the body whose level counts for a unit; cavalry and artillery have none."""
    card = ctx.units[unit]
    if card.arm != "infantry":
        return None
    own = [one for one in ctx.facts.organisation if one.side == card.side and _belongs(ctx, one, card)]
    return next((one for one in own if one.guard), own[0] if own else None)


def _belongs(ctx: Context, body: OrganisationFacts, card: UnitCard) -> bool:
    if body.guard and not card.is_guard:
        return False
    if body.corps and card.corps not in body.corps:
        return False
    if body.divisions and card.division not in body.divisions:
        return False
    if body.bank:
        return ctx.banks.get(card.parent or card.id, ctx.banks.get(card.id, "N")) == body.bank
    return True


def is_out(unit: Unit) -> bool:
    """LB-43.2: eliminated, or routed at the moment of counting."""
    return unit.status in ("eliminated", "surrendered") or (unit.status == "map" and unit.morale == "routed")


def battalions_out(ctx: Context, state: State, name: str) -> int:
    """LB-43.2: how many battalions of an organisation do not count any more."""
    return sum(battalions(ctx, unit) for unit in _infantry_of(ctx, state, name) if is_out(unit))


def _infantry_of(ctx: Context, state: State, name: str) -> Iterator[Unit]:
    for unit in state.units.values():
        if unit.status not in ("off", "joined", "broken"):
            body = organisation_of(ctx, unit.id)
            if body is not None and body.name == name:
                yield unit


def level_now(ctx: Context, state: State, name: str) -> int:
    """LB-43.1, R-28: the highest level whose number of battalions is reached."""
    out = battalions_out(ctx, state, name)
    steps = [step for step in ctx.tables.levels if step.organisation == name]
    return max((step.level for step in steps if out >= step.battalions_lost_or_routed), default=0)


def levels_now(ctx: Context, state: State) -> dict[str, int]:
    """LB-43.3: the levels of all organisations, those on level 0 left out."""
    found = {one.name: level_now(ctx, state, one.name) for one in ctx.facts.organisation}
    return {name: level for name, level in sorted(found.items()) if level}


def level_of(ctx: Context, state: State, unit: str) -> int:
    """LB-43.3: the level that holds for a unit this hour."""
    body = organisation_of(ctx, unit)
    return state.levels.get(body.name, 0) if body is not None else 0


def level_modifier(ctx: Context, state: State, unit: str) -> Finding[int]:
    """R-27: what the level takes from every morale roll of the infantry of an organisation."""
    body = organisation_of(ctx, unit)
    level = level_of(ctx, state, unit)
    if body is None or not level:
        return Finding(rule=RULE, value=0, because="no morale level", label="Morale level")
    step = next(one for one in ctx.tables.levels if one.organisation == body.name and one.level == level)
    return Finding(rule=RULE, value=step.die_modifier, because=f"{body.name} is on level {level}", label="Morale level")
