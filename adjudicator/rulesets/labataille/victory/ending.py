"""LB 2.6, HEI-s1 to HEI-s5: the end of a turn, and of the battle."""

from __future__ import annotations

from adjudicator.core.events import MatchEnded
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Ending, RuleId, Side
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.state import COALITION, FRENCH, State
from adjudicator.rulesets.labataille.victory.events import GuardCommitted, HoldingsNoted
from adjudicator.rulesets.labataille.victory.ladder import graded, holds, moved

RULES = {"one": "HEI-s1-1", "two": "HEI-s2-1", "three": "HEI-s3-1", "four": "HEI-s4-1"}
NOTED = {"12:20": "Bewernick", "13:00": "Bewernick"}
"""HEI-s1-1: what is counted at the end of which turn of Scenario One."""


def end_of_turn(run: Here) -> Telling:
    """LB-2.6: what counts at the end of a turn; after the last one the victor is determined."""
    yield from _commitments(run)
    now = run.ctx.time(run.state.turn)
    if "one" in run.ctx.facts.victory and now in NOTED:
        held = sum(run.state.holders.get(place) == COALITION for place in run.ctx.places[NOTED[now]].hexes)
        yield HoldingsNoted(name=f"{NOTED[now]} {now}", number=held)
    if run.state.turn >= run.ctx.last_turn or _is_over_early(run.ctx, run.state):
        ending = outcome(run.ctx, run.state)
        yield MatchEnded(rule=ending.rule, ending=ending)


def _is_over_early(ctx: Context, state: State) -> bool:
    """HEI-s1-1: Scenario One ends when the French hold Bewernick and Langwiese."""
    return ctx.facts.may_end_early and all(holds(ctx, state, FRENCH, name) for name in ("Bewernick", "Langwiese"))


def outcome(ctx: Context, state: State) -> Ending:
    """7.1: the ladder of each battle; Five scores Three and Four apart (HEI-s5-1)."""
    results = [(name, *graded(ctx, state, name)) for name in ctx.facts.victory]
    steps = penalty_steps(ctx, state)
    told: list[tuple[Side | None, str, str]] = []
    for name, winner, level, why in results:
        after = moved(winner, level, steps) if name == "three" else (winner, level)
        words = why if after == (winner, level) else f"{why}; the Guard's release counts against its side"
        told.append((*after, words))
    if len(told) == 1:
        winner, level, why = told[0]
        return Ending(winner=winner, level=level, reason=why, rule=RuleId(RULES[ctx.facts.victory[0]]))
    banks = "; ".join(
        f"{bank} of the Alle {_words(winner, level)}, {why}"
        for bank, (winner, level, why) in zip(("north", "south"), told, strict=True)
    )
    winners = {winner for winner, _, _ in told}
    both = winners.pop() if len(winners) == 1 else None
    return Ending(winner=both, level="both banks" if both else "draw", reason=banks, rule=RuleId("HEI-s5-1"))


def _words(winner: Side | None, level: str) -> str:
    return f"a {winner} {level} victory" if winner else "a draw"


# --- HEI-s3-2 ---


def penalty_steps(ctx: Context, state: State) -> int:
    """HEI-s3-2, R-50: levels to the enemy of a side whose Guard was committed; to the Coalition positive."""
    steps = 0
    for facts in ctx.facts.penalty:
        turn = state.guard_near.get(facts.side)
        if turn is not None:
            levels = facts.levels_before if ctx.time(turn) < facts.before else facts.levels_after
            steps += levels if facts.side == FRENCH else -levels
    return steps


def _commitments(run: Here) -> Telling:
    """HEI-s3-2: the Russian Guard north of the Alle, the French Guard near a redoubt or Heilsberg; once a side."""
    ctx, state = run.ctx, run.state
    for facts in ctx.facts.penalty:
        if facts.side in state.guard_near:
            continue
        for name in facts.units:
            one = ctx.unit_named[name]
            unit = next((u for u in map(state.unit, (one, *ctx.battalions.get(one, ()))) if u.status == "map"), None)
            if unit is not None and _is_forward(ctx, unit.places, facts.within):
                before = ctx.time(state.turn) < facts.before
                levels = facts.levels_before if before else facts.levels_after
                yield GuardCommitted(side=facts.side, unit=unit.id, levels=levels)
                break


def _is_forward(ctx: Context, places: tuple[str, ...], within: int) -> bool:
    if not within:
        banks = [ctx.board.cells[place].feature("bank") for place in places]
        return any(bank is not None and bank.name == "N" for bank in banks)
    goals = [
        hex_
        for name, place in ctx.places.items()
        if place.kind == "redoubt" or name == "Heilsberg"
        for hex_ in place.hexes
    ]
    return any(ctx.board.distance(place, goal) <= within for place in places for goal in goals)
