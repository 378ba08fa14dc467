"""BAU-6.7: how fast units move: doubled with Ney's entry, tripled by the Strategist, halved when Jomini deserts."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, RuleId
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.bautzen.events import ArmyQuickened, NeyCorpsPaced
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.ney import is_in
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import FRENCH, State


def set_pace(run: Run) -> Telling:
    """BAU-6.7: when Ney is in: the French double; what the Jominis have in store for his corps comes due."""
    state, now = run.state, bautzen(run.state)
    if not is_in(state):
        return
    if now.ney_entered == state.turn:
        yield ArmyQuickened(side=FRENCH)
    if now.strategist is not None and now.tripled is None and _still_works(run.ctx, state):
        yield NeyCorpsPaced(rule=RuleId("BAU-2.I1"), pace="tripled")
    if now.jomini is not None and now.halved is None:
        yield NeyCorpsPaced(rule=RuleId("BAU-2.B2"), pace="halved")


def _still_works(ctx: Context, state: State) -> bool:
    """Option jomini_late: whether the Strategist works when Ney's corps have made their first move before."""
    now = bautzen(state)
    assert now.strategist is not None
    assert now.ney_entered is not None
    return ctx.options["jomini_late"] == "works" or now.strategist <= now.ney_entered


def movement_allowance(ctx: Context, state: State, piece: str) -> Finding[int]:
    """VV-7.1a, VV-7.1c: the printed movement points, changed by what is in force this turn."""
    counter = ctx.counters[piece]
    printed: Finding[int] = Finding(
        rule=RuleId("VV-7.1a"), value=counter.movement, because="printed", label=counter.name
    )
    parts = [printed]
    if _is_of_ney(ctx, piece) and bautzen(state).tripled == state.turn:
        fact = "Jomini the Strategist: tripled"
        tripled: Finding[int] = Finding(rule=RuleId("BAU-2.I1"), value=counter.movement * 3, because=fact)
        return tripled.model_copy(update={"parts": (printed, tripled)})
    if _is_doubled(ctx, state, piece):
        parts.append(Finding(rule=RuleId("BAU-6.7"), value=counter.movement * 2, because="doubled since Ney's entry"))
    if _is_of_ney(ctx, piece) and bautzen(state).halved == state.turn:
        half = (parts[-1].value + 1) // 2
        parts.append(Finding(rule=RuleId("BAU-2.B2"), value=half, because="Jomini goes to the enemy: halved"))
    return parts[-1].model_copy(update={"parts": tuple(parts) if len(parts) > 1 else ()})


def _is_of_ney(ctx: Context, piece: str) -> bool:
    counter = ctx.counters[piece]
    return counter.kind != "commander" and counter.formation == facts(ctx).ney.formation


def _is_doubled(ctx: Context, state: State, piece: str) -> bool:
    """BAU-6.7: the French from the turn of Ney's entry, the Coalition from the next; option double_commanders."""
    entered = bautzen(state).ney_entered
    counter = ctx.counters[piece]
    if entered is None or (counter.kind == "commander" and ctx.options["double_commanders"] == "no"):
        return False
    return state.turn >= (entered if counter.side == FRENCH else entered + 1)
