"""VV 10: the account of the battle: saved units, quotas, and how well who has won."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.events import MatchEnded
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Ending, Finding, RuleId
from adjudicator.rulesets.vv1813.combat.engagement import strength_of
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.zones import zone
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State, Unit
from adjudicator.rulesets.vv1813.victory.events import VictoryReckoned


def reckon(run: Run, cause: str) -> Telling:
    """The final account, then the end of the match."""
    retreat = has_broken(run.state)
    account = saved_account(run.ctx, run.state) if retreat else morale_account(run.state)
    on_map = tuple(unit.id for unit in escaping(run.ctx, run.state)) if retreat else ()
    rule = RuleId("VV-10.V5" if retreat else "VV-10.5B")
    yield VictoryReckoned(rule=rule, account=account, saved_on_map=on_map)
    ending = evaluate(run.ctx, run.state, cause)
    yield MatchEnded(rule=ending.rule, ending=ending)


def evaluate(ctx: Context, state: State, cause: str = "the last turn is over") -> Ending:
    """How well who has won if the battle ends now."""
    if has_broken(state):
        return _after_general_retreat(ctx, state, cause)
    french, coalition = state.morale[FRENCH].value, state.morale[COALITION].value
    rule = RuleId("VV-10.5B")
    facts = f"{cause}; French morale {french}, Coalition morale {coalition}"
    if french == coalition:
        return Ending(winner=None, level="draw", reason=facts, rule=rule)
    return Ending(winner=FRENCH if french > coalition else COALITION, level="marginal", reason=facts, rule=rule)


def has_broken(state: State) -> bool:
    """VV-10.G1: the Coalition's morale is 0, or has been at the end of a turn; nothing undoes that."""
    return state.general_retreat is not None or state.morale[COALITION].value == 0


def napoleon_lost(how: str) -> Ending:
    """VV-10.V2: Napoleon killed or captured."""
    return Ending(winner=COALITION, level="strategic", reason=f"Napoleon was {how}", rule=RuleId("VV-10.V2"))


def french_collapse() -> Ending:
    """VV-10.V3: French morale 0 before the Coalition's."""
    return Ending(winner=COALITION, level="major", reason="French morale is 0", rule=RuleId("VV-10.V3"))


# --- after a general retreat -------------------------------------------------------------------------------


def _after_general_retreat(ctx: Context, state: State, cause: str) -> Ending:
    """VV-10.V4 to VV-10.V6: marginal; major if a quota was missed; strategic if a great commander fell besides."""
    missed = [part.label for part in saved_account(ctx, state) if not _is_met(ctx, part)]
    fallen = [
        ctx.counters[one].name for one in ctx.game.strategic_commanders(ctx) if state.commander(one).health == "killed"
    ]
    alone = ctx.options.get("strategic") == "alone"
    if fallen and (missed or alone):
        reason = f"{cause}; {', '.join(fallen)} lost" + (f"; quota missed: {', '.join(missed)}" if missed else "")
        return Ending(winner=FRENCH, level="strategic", reason=reason, rule=RuleId("VV-10.V6"))
    if missed:
        reason = f"{cause}; quota missed: {', '.join(missed)}"
        return Ending(winner=FRENCH, level="major", reason=reason, rule=RuleId("VV-10.V5"))
    reason = f"{cause}; Coalition morale fell to 0, its army was saved"
    return Ending(winner=FRENCH, level="marginal", reason=reason, rule=RuleId("VV-10.V4"))


def saved_account(ctx: Context, state: State) -> tuple[Finding[int], ...]:
    """Strength saved, in all, Prussian, and of the Russian Guard, each beside its quota."""
    quotas = ctx.game.quotas(ctx)
    units = saved_units(ctx, state)
    eagle = ctx.options.get("rg_quota") == "eagle"
    prussian = [u for u in units if ctx.counters[u.id].nation == "Prussia"]
    guard = [u for u in units if _is_russian_guard(ctx, u, eagle)]
    rows = (
        ("total", units, quotas.total),
        ("Prussian", prussian, quotas.prussian),
        ("Russian Guard", guard, quotas.guard),
    )
    return tuple(
        Finding(rule=ctx.game.cites["quota"], value=_points(ctx, those), label=label, because=f"quota {quota}")
        for label, those, quota in rows
    )


def _is_met(ctx: Context, part: Finding[int]) -> bool:
    """The total must be more than the quota unless an option says otherwise; a part of it need only reach its own."""
    quotas = ctx.game.quotas(ctx)
    if part.label == "total":
        return part.value > quotas.total or (part.value == quotas.total and ctx.options.get("quota_equal") == "pass")
    return part.value >= (quotas.prussian if part.label == "Prussian" else quotas.guard)


def _is_russian_guard(ctx: Context, unit: Unit, eagle: bool) -> bool:
    counter = ctx.counters[unit.id]
    if eagle:
        return counter.guard and counter.nation == "Russia"
    return counter.formation == ctx.game.quotas(ctx).guard_formation


def _points(ctx: Context, units: Iterable[Unit]) -> int:
    return sum(strength_of(ctx, unit) for unit in units)


def saved_units(ctx: Context, state: State) -> tuple[Unit, ...]:
    """Units that left the field in the general retreat, and those still on it that can get away (VV-10.5A)."""
    units = state.army(COALITION).units
    gone = [units[name] for name in sorted(units) if units[name].status == "saved"]
    return (*gone, *escaping(ctx, state))


def escaping(ctx: Context, state: State) -> tuple[Unit, ...]:
    """VV-10.5A: units on the map with a straight line of free places to the edge of retreat."""
    enemies = frozenset(state.army(FRENCH).units_at)
    if ctx.options.get("free_line") == "units_and_zoc":
        enemies |= zone(ctx, state, FRENCH)
    found: list[Unit] = []
    for place, stack in sorted(state.army(COALITION).units_at.items()):
        if any(not enemies.intersection(line) for line in ctx.game.free_lines(ctx, place)):
            found += stack
    return tuple(found)


def morale_account(state: State) -> tuple[Finding[int], ...]:
    """VV-10.5B: the morale of both armies side by side."""
    return tuple(
        Finding(rule=RuleId("VV-10.5B"), value=army.value, label=f"{side} morale")
        for side, army in sorted(state.morale.items())
    )
