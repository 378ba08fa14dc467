"""CAM: defeat and victory: break points, and the conditions at the end of each campaign turn."""

from __future__ import annotations

from adjudicator.core.events import MatchEnded
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Ending, RuleId, Side
from adjudicator.rulesets.campaign1813.context import Army, Context
from adjudicator.rulesets.campaign1813.march.towns import settle_towns
from adjudicator.rulesets.campaign1813.plans import Run
from adjudicator.rulesets.campaign1813.state import State, enemy_of
from adjudicator.rulesets.campaign1813.supply.strength import units_lost
from adjudicator.rulesets.campaign1813.tables import VictoryRow
from adjudicator.rulesets.campaign1813.turn.events import ArmyBroken, ArmyLosses, LossesCounted


def run_turn_end(run: Run) -> Telling:
    """CAM-turn-7, CAM-break-2: when both sides are done: armies break, then victory is looked at."""
    losses = tuple(
        ArmyLosses(army=army.id, lost=units_lost(run.ctx, run.state, army.id)) for army in run.ctx.armies.values()
    )
    yield LossesCounted(losses=losses)
    for army in run.ctx.armies.values():
        if is_broken(run.ctx, run.state, army) and army.id not in run.state.broken:
            yield broken(run.ctx, run.state, army)
    yield from settle_towns(run)
    ending = verdict(run.ctx, run.state)
    if ending is not None:
        yield MatchEnded(rule=ending.rule, ending=ending)


def is_broken(ctx: Context, state: State, army: Army) -> bool:
    """CAM-break-1 (A-40): an army is broken when it has lost as many Blücher units as its break point."""
    return units_lost(ctx, state, army.id) >= army.break_point


def broken(ctx: Context, state: State, army: Army) -> ArmyBroken:
    """CAM-break-3 (A-44): all that is left of a broken army is eliminated, its leader too."""
    rest = tuple(block for block in army.blocks if state.block(block).status != "eliminated")
    return ArmyBroken(
        side=army.side,
        army=army.id,
        lost=units_lost(ctx, state, army.id),
        break_point=army.break_point,
        blocks=rest,
    )


# --- victory -----------------------------------------------------------------------------------------------------


def broken_armies(ctx: Context, state: State, side: Side) -> int:
    """How many armies of a side are broken."""
    return sum(1 for army in state.broken if ctx.armies[army].side == side)


def is_met(ctx: Context, state: State, row: VictoryRow) -> bool:
    """CAM-vic-2 to CAM-vic-7 (A-41): whether a condition is met now: armies broken, towns held, towns taken."""
    if broken_armies(ctx, state, enemy_of(row.side)) < row.broken:
        return False
    if any(state.held.get(town) != row.side for town in row.keep):
        return False
    return sum(1 for town in row.capture if state.held.get(town) == row.side) >= row.capture_count


def verdict(ctx: Context, state: State) -> Ending | None:
    """CAM-vic-1 (A-42): major victories at any turn's end; after the last turn minor ones, or stalemate."""
    over = state.turn >= ctx.tables.number["turns"]
    met = [row for row in ctx.tables.victory if (row.when == "any" or over) and is_met(ctx, state, row)]
    for level in ("major", "minor"):
        mine = [row for row in met if row.level == level]
        winners = {row.side for row in mine}
        if len(winners) == 1:
            row = mine[0]
            return Ending(winner=row.side, level=level, reason=why(ctx, state, row), rule=row.rule)
        if len(winners) > 1:
            both = " ".join(why(ctx, state, row) for row in mine)
            reason = f"Both sides meet the conditions of a {level} victory. {both}"
            return Ending(winner=None, level="stalemate", reason=reason, rule=RuleId("CAM-vic-8"))
    if not over:
        return None
    reason = "The campaign is over and neither side has met a condition of victory."
    return Ending(winner=None, level="stalemate", reason=reason, rule=RuleId("CAM-vic-8"))


def why(ctx: Context, state: State, row: VictoryRow) -> str:
    """A condition that is met, as a sentence."""
    parts = []
    if row.broken:
        gone = [ctx.armies[army].name for army in state.broken if ctx.armies[army].side != row.side]
        parts.append(f"{len(gone)} enemy armies are broken ({', '.join(gone)})")
    held = [town for town in (*row.keep, *row.capture) if state.held.get(town) == row.side]
    if row.keep:
        parts.append(f"{', '.join(ctx.town(town) for town in held)} are in its hands")
    return f"{row.side}: {' and '.join(parts)}."
