"""CAM: disruption and recovery: who rallies by himself, who must pass a test."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, Side
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.plans import Run, prefix
from adjudicator.rulesets.campaign1813.state import Block, State, enemy_of
from adjudicator.rulesets.campaign1813.supply.events import BlocksRallied, RallyTest, RallyTested
from adjudicator.rulesets.campaign1813.supply.supply import leader_beside, supplied
from adjudicator.rulesets.campaign1813.tables import band_of


def run_rally(run: Run) -> Telling:
    """CAM-turn-6: the disrupted blocks of both sides; first those who recover by themselves, then tests.

    A-23: with option rally=second only in the second player turn of a campaign turn.
    """
    if not is_rally_time(run.ctx, run.state, run.side):
        return
    both = (run.side, enemy_of(run.side))
    traced = {side: supplied(run.ctx, run.state, side) for side in both}
    for side in both:
        free = tuple(b.id for b in disrupted(run.state, side) if rallies_freely(b, b.id in traced[side]))
        if free:
            yield BlocksRallied(side=side, blocks=free)
    for side in both:
        tested = disrupted(run.state, side)
        if tested:
            yield rally_tests(run, side, tested)


def is_rally_time(ctx: Context, state: State, active: Side) -> bool:
    """CAM-turn-6 (A-23): every player turn, or only the second, as the match has it."""
    return ctx.options["rally"] == "each" or state.first != active


def disrupted(state: State, side: Side) -> tuple[Block, ...]:
    """CAM-dis-1: a side's disrupted blocks."""
    return tuple(
        block for block in state.pieces.blocks.values() if block.side == side and block.disrupted and block.place
    )


def rallies_freely(block: Block, in_supply: bool) -> bool:
    """CAM-rally-1, CAM-rally-2, CAM-rally-3, CAM-oos-2: after a retreat or regrouping and in supply, without a test."""
    return in_supply and block.disrupted in ("retreat", "regroup")


def rally_tests(run: Run, side: Side, blocks: tuple[Block, ...]) -> RallyTested:
    """CAM-rally-4: one die for each."""
    tests, rolls = [], []
    for block in blocks:
        roll = run.dice.roll(f"{prefix(run)}/rally/{block.id}", veiled=True)
        rolls.append(roll)
        score = rally_score(run.ctx, run.state, block, roll.total)
        recovers = band_of(run.ctx.tables.rally, score.value).recovers
        tests.append(RallyTest(block=block.id, score=score, recovers=recovers))
    return RallyTested(side=side, tests=tuple(tests), rolls=tuple(rolls))


def rally_score(ctx: Context, state: State, block: Block, die: int) -> Finding[int]:
    """CAM-rally-5: the die, an Army Leader beside the block, its grade, and whether it routed this turn."""
    rows = ctx.tables.rally_modifier
    parts: list[Finding[int]] = [Finding(rule=rows["leader"].rule, value=die, label="die", because=f"die {die}")]

    def add(key: str, label: str, because: str) -> None:
        parts.append(Finding(rule=rows[key].rule, value=rows[key].modifier, label=label, because=because))

    leader = leader_beside(state, block)
    if leader:
        add("leader", "Army Leader", ctx.name(leader))
    grade = ctx.tables.grade[ctx.card(block).elan]
    if grade in rows:
        add(grade, grade, f"elan {ctx.card(block).elan}")
    if block.disrupted == "rout" and block.routed_on == state.turn:
        add("routed_this_turn", "routed this turn", f"turn {state.turn}")
    return Finding(rule=rows["leader"].rule, value=sum(part.value for part in parts), parts=tuple(parts))
