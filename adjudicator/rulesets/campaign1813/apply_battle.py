"""How the events of battles and sieges change the position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.rulesets.campaign1813 import battle_events as be
from adjudicator.rulesets.campaign1813.changes import changed, eliminated, hidden_again, hurt, seen
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.events import SeenBlock
from adjudicator.rulesets.campaign1813.state import (
    Battle,
    Block,
    BreakOff,
    Commitment,
    Contest,
    Siege,
    State,
    enemy_of,
)

# --- fortresses ------------------------------------------------------------------------------------------------


def _withdrew(ctx: Context, state: State, event: be.WithdrewInside) -> State:
    return changed(state, (replace(state.block(block), inside=True) for block in event.blocks))


def _siege_began(ctx: Context, state: State, event: be.SiegeBegan) -> State:
    siege = Siege(event.town, event.side, state.turn, event.laid)
    return replace(state, sieges={**state.sieges, event.town: siege})


def _siege_lifted(ctx: Context, state: State, event: be.SiegeLifted) -> State:
    sieges = {town: siege for town, siege in state.sieges.items() if town != event.town}
    free = [replace(b, inside=False) for b in state.pieces.of(event.town, event.side) if b.inside]
    return changed(replace(state, sieges=sieges), free)


def _contest_ended(ctx: Context, state: State, event: be.ContestEnded) -> State:
    return replace(state, contests={town: one for town, one in state.contests.items() if town != event.town})


# --- battles ---------------------------------------------------------------------------------------------------


def _battle_joined(ctx: Context, state: State, event: be.BattleJoined) -> State:
    battle = Battle(
        town=event.town,
        attacker=event.attacker,
        approaches=state.contests.get(event.town, Contest(event.town)).approaches,
        location=event.location,
        die=event.die,
        rules=event.rules,
        size=event.size,
        cards=event.cards,
        or_more=event.or_more,
        relief=event.relief,
        commitments=tuple(Commitment(one.side, one.origin, one.blocks) for one in event.sent),
        break_off=tuple(BreakOff(one.side, one.percent) for one in event.break_off),
        field=event.field,
        table=event.table,
        objectives=tuple((one.side, one.values) for one in event.objectives),
    )
    return replace(state, battle=battle)


def _report_rejected(ctx: Context, state: State, event: be.ReportRejected) -> State:
    assert state.battle is not None
    battle = replace(state.battle, attempt=state.battle.attempt + 1)
    return replace(state, battle=battle, stage="report")


def _arrived(ctx: Context, state: State, event: be.BlocksArrived) -> State:
    state = hidden_again(state, event.side, event.blocks)
    state = changed(state, (replace(state.block(block), place=event.town) for block in event.blocks))
    contest = state.contests.get(event.town)
    if contest is None or state.battle is None or event.side != state.battle.attacker:
        return state
    gates = contest.gates if event.origin in contest.gates else (*contest.gates, event.origin)
    return replace(state, contests={**state.contests, event.town: replace(contest, gates=gates)})


def _fought(ctx: Context, state: State, event: be.BattleFought) -> State:
    for side in ctx.sides:
        faces = [one for one in event.seen if ctx.roster[one.block].side == side]
        state = seen(state, enemy_of(side), faces, event.town, current=True)
    return state


def _losses_taken(ctx: Context, state: State, event: be.LossesTaken) -> State:
    for loss in event.losses:
        state = hurt(ctx, state, loss.block, loss.hits, loss.destroyed)
    return state


def _eliminated(ctx: Context, state: State, event: be.BlocksEliminated) -> State:
    return eliminated(state, event.blocks)


def _retreated(ctx: Context, state: State, event: be.BlocksRetreated) -> State:
    state = hidden_again(state, event.side, (way.block for way in event.ways))
    return changed(state, (_gone(state, state.block(way.block), way, event.manner) for way in event.ways))


def _gone(state: State, block: Block, way: be.Way, manner: be.Manner) -> Block:
    """CAM-retreat-9, CAM-regroup-3, CAM-dis-1: whoever leaves a battle is disrupted; leaders are not."""
    inside = not way.path
    place = way.path[-1] if way.path else block.place
    if block.leads:
        return replace(block, place=place, inside=inside)
    routed_on = state.turn if manner == "rout" else block.routed_on
    disrupted = "rout" if block.disrupted == "rout" else manner
    return replace(block, place=place, inside=inside, disrupted=disrupted, routed_on=routed_on)


def _brought_in(ctx: Context, state: State, event: be.BlocksBroughtIn) -> State:
    state = hidden_again(state, event.side, event.blocks)

    def come(block: Block) -> Block:
        return replace(block, place=event.town, disrupted="" if block.leads else "regroup")

    return changed(state, (come(state.block(block)) for block in event.blocks))


def _battle_ended(ctx: Context, state: State, event: be.BattleEnded) -> State:
    contests = {town: one for town, one in state.contests.items() if town != event.town}
    return replace(state, battle=None, contests=contests)


# --- sieges ----------------------------------------------------------------------------------------------------


def _assault_made(ctx: Context, state: State, event: be.AssaultMade) -> State:
    """CAM-unit-7: the lead unit is seen by those on the walls."""
    state = seen(state, enemy_of(event.side), (SeenBlock(block=event.lead),), event.town, current=True)
    return hurt(ctx, state, event.lead, event.hits, None) if event.hits else state


def _fell(ctx: Context, state: State, event: be.FortressFell) -> State:
    sieges = {town: siege for town, siege in state.sieges.items() if town != event.town}
    return eliminated(replace(state, sieges=sieges), event.surrendered)


BATTLE_CHANGES: Mapping[str, Callable[[Context, State, Any], State]] = {
    "withdrew_inside": _withdrew,
    "siege_began": _siege_began,
    "siege_lifted": _siege_lifted,
    "contest_ended": _contest_ended,
    "battle_joined": _battle_joined,
    "report_rejected": _report_rejected,
    "blocks_arrived": _arrived,
    "battle_fought": _fought,
    "losses_taken": _losses_taken,
    "blocks_eliminated": _eliminated,
    "blocks_retreated": _retreated,
    "blocks_brought_in": _brought_in,
    "battle_ended": _battle_ended,
    "assault_made": _assault_made,
    "fortress_fell": _fell,
}
