"""How events change the position: those of marches, supply and turns here, those of battles in `apply_battle`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.core.events import COMMON_EVENTS, DrawLapsed, DrawOffered, MatchEnded, TextsOpened
from adjudicator.core.types import Event, Side
from adjudicator.rulesets.campaign1813 import events as ev
from adjudicator.rulesets.campaign1813.apply_battle import BATTLE_CHANGES
from adjudicator.rulesets.campaign1813.battle_events import BATTLE_EVENTS
from adjudicator.rulesets.campaign1813.changes import changed, eliminated, hidden_again, hurt, seen
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.state import (
    Approach,
    Block,
    Contest,
    Depot,
    Laid,
    Moves,
    State,
    enemy_of,
)

AFTER_TEXTS = {"orders": "reconnaissance", "report": "result"}
"""The stage that follows a wait when its texts are opened."""


def apply_event(ctx: Context, state: State, event: Event) -> State:
    """The position after an event."""
    change = _CHANGES.get(event.kind)
    return state if change is None else change(ctx, state, event)


# --- sequence of play ------------------------------------------------------------------------------------------


def _texts_opened(ctx: Context, state: State, event: TextsOpened) -> State:
    return replace(state, stage=AFTER_TEXTS.get(state.stage, state.stage))


def _turn_began(ctx: Context, state: State, event: ev.TurnBegan) -> State:
    return replace(state, turn=event.turn, roads={}, first=None, active=None)


def _stage_reached(ctx: Context, state: State, event: ev.StageReached) -> State:
    return replace(state, stage=event.stage)


def _first_chosen(ctx: Context, state: State, event: ev.FirstChosen) -> State:
    return replace(state, first=event.first)


def _player_turn_began(ctx: Context, state: State, event: ev.PlayerTurnBegan) -> State:
    roads = {} if event.clears_roads else state.roads
    return replace(state, active=event.side, stage="orders", moves=Moves(), plans=(), roads=roads)


def _plans_laid(ctx: Context, state: State, event: ev.PlansLaid) -> State:
    return replace(state, plans=tuple(Laid(o, w) for o, w in zip(event.plans, event.words, strict=True)))


# --- reconnaissance and movement -------------------------------------------------------------------------------


def _reconnoitred(ctx: Context, state: State, event: ev.StackReconnoitred) -> State:
    """CAM-recon-5: what was seen is noted; the blocks are hidden again."""
    return seen(state, event.side, event.shown, event.target, current=False)


def _movement_began(ctx: Context, state: State, event: ev.MovementBegan) -> State:
    return replace(state, moves=Moves(independent=event.allowed, leaders_at=dict(event.leaders_at)))


def _moved(ctx: Context, state: State, event: ev.BlocksMoved) -> State:
    moves = replace(
        state.moves,
        paid=(*state.moves.paid, *((army, event.origin) for army in event.paid)),
        moved=state.moves.moved | set(event.blocks),
        forced=(*state.moves.forced, *((block, event.origin) for block in event.forced)),
    )
    state = replace(state, moves=moves, roads=_used(state.roads, event.side, event.uses))
    state = hidden_again(state, event.side, event.blocks)
    state = changed(state, (replace(state.block(b), place=event.path[-1], inside=False) for b in event.blocks))
    return _contested(state, event) if event.attacks else state


def _used(
    roads: Mapping[str, Mapping[Side, int]], side: Side, uses: Iterable[ev.SectionUse]
) -> Mapping[str, Mapping[Side, int]]:
    found = dict(roads)
    for use in uses:
        if use.units:
            before = found.get(use.road, {})
            found[use.road] = {**before, side: before.get(side, 0) + use.units}
    return found


def _contested(state: State, event: ev.BlocksMoved) -> State:
    town = event.path[-1]
    before = state.contests.get(town, Contest(town))
    come = tuple(Approach(b, event.origin, event.path, b in event.forced) for b in event.blocks)
    gate = come[0].gate
    after = replace(
        before,
        approaches=(*before.approaches, *come),
        origins=before.origins if event.origin in before.origins else (*before.origins, event.origin),
        gates=before.gates if gate in before.gates else (*before.gates, gate),
    )
    return replace(state, contests={**state.contests, town: after})


def _march_tested(ctx: Context, state: State, event: ev.MarchTested) -> State:
    state = replace(state, moves=replace(state.moves, forced=()))
    return _tested(ctx, state, event.tests)


def _tested(ctx: Context, state: State, tests: Iterable[ev.Tested]) -> State:
    for test in tests:
        if test.hits:
            state = hurt(ctx, state, test.block, test.hits, None)
    return state


def _leader_revealed(ctx: Context, state: State, event: ev.LeaderRevealed) -> State:
    here = state.block(event.leader).place == event.place
    shown = (ev.SeenBlock(block=event.leader),)
    return seen(state, enemy_of(event.side), shown, event.place, current=here)


def _town_taken(ctx: Context, state: State, event: ev.TownTaken) -> State:
    return replace(state, held={**state.held, event.town: event.side})


def _depot_captured(ctx: Context, state: State, event: ev.DepotCaptured) -> State:
    depots = {town: depot for town, depot in state.depots.items() if town != event.town}
    if event.after:
        depots[event.town] = Depot(event.town, event.side, event.after)
    return replace(state, depots=depots)


def _displaced(ctx: Context, state: State, event: ev.LeadersDisplaced) -> State:
    state = hidden_again(state, event.side, event.leaders)

    def fled(block: Block) -> Block:
        if event.to:
            return replace(block, place=event.to, inside=False)
        return replace(block, place=None, status="away", inside=False, back_on=event.back_on)

    return changed(state, (fled(state.block(leader)) for leader in event.leaders))


def _returned(ctx: Context, state: State, event: ev.LeaderReturned) -> State:
    leader = state.block(event.leader)
    if not event.to:
        return eliminated(state, (event.leader,))
    back = replace(leader, place=event.to, status="map", back_on=0, inside=event.inside)
    return changed(state, (back,))


# --- supply, rally, the end of a turn --------------------------------------------------------------------------


def _supply_checked(ctx: Context, state: State, event: ev.SupplyChecked) -> State:
    after = {
        **{block: replace(state.block(block), supply="out") for block in event.out},
        **{block: replace(state.block(block), supply="isolated") for block in event.isolated},
        **{block: replace(state.block(block), supply="in") for block in event.restored},
    }
    return changed(state, after.values())


def _attrition_tested(ctx: Context, state: State, event: ev.AttritionTested) -> State:
    return _tested(ctx, state, event.tests)


def _rallied(ctx: Context, state: State, event: ev.BlocksRallied) -> State:
    return changed(state, (replace(state.block(block), disrupted="") for block in event.blocks))


def _rally_tested(ctx: Context, state: State, event: ev.RallyTested) -> State:
    back = [test.block for test in event.tests if test.recovers]
    return changed(state, (replace(state.block(block), disrupted="") for block in back))


def _losses_counted(ctx: Context, state: State, event: ev.LossesCounted) -> State:
    return replace(state, history=(*state.history, (state.turn, {one.army: one.lost for one in event.losses})))


def _army_broken(ctx: Context, state: State, event: ev.ArmyBroken) -> State:
    return replace(eliminated(state, event.blocks), broken=(*state.broken, event.army))


# --- umpire ----------------------------------------------------------------------------------------------------


def _adjusted(ctx: Context, state: State, event: ev.PositionAdjusted) -> State:
    match event.what:
        case "town":
            assert event.side is not None
            return replace(state, held={**state.held, event.id: event.side})
        case "depot":
            depots = {town: depot for town, depot in state.depots.items() if town != event.id}
            if event.type and event.side is not None:
                depots[event.id] = Depot(event.id, event.side, event.type)
            return replace(state, depots=depots)
        case "block":
            return _adjusted_block(ctx, state, event)


def _adjusted_block(ctx: Context, state: State, event: ev.PositionAdjusted) -> State:
    block, card = state.block(event.id), ctx.roster[event.id]
    if event.status == "eliminated":
        return eliminated(state, (event.id,))
    state = hidden_again(state, block.side, (event.id,))
    hits = block.hits if event.hits is None else event.hits
    disrupted = block.disrupted
    if event.disrupted is not None:
        disrupted = (block.disrupted or "retreat") if event.disrupted else ""
    after = replace(
        block,
        place=event.place or block.place,
        status="map" if event.place or block.place else block.status,
        hits=hits,
        destroyed=hits // card.elan if card.elan else 0,
        disrupted=disrupted,
        inside=block.inside if event.inside is None else event.inside,
    )
    return changed(state, (after,))


# --- what every game shares ------------------------------------------------------------------------------------


def _draw_offered(ctx: Context, state: State, event: DrawOffered) -> State:
    return replace(state, draw_offers=(*state.draw_offers, event.side))


def _draw_lapsed(ctx: Context, state: State, event: DrawLapsed) -> State:
    return replace(state, draw_offers=tuple(side for side in state.draw_offers if side != event.side))


def _match_ended(ctx: Context, state: State, event: MatchEnded) -> State:
    return replace(state, ending=event.ending)


_CHANGES: dict[str, Callable[[Context, State, Any], State]] = {
    "texts_opened": _texts_opened,
    "turn_began": _turn_began,
    "stage_reached": _stage_reached,
    "first_chosen": _first_chosen,
    "player_turn_began": _player_turn_began,
    "plans_laid": _plans_laid,
    "stack_reconnoitred": _reconnoitred,
    "movement_began": _movement_began,
    "blocks_moved": _moved,
    "march_tested": _march_tested,
    "leader_revealed": _leader_revealed,
    "town_taken": _town_taken,
    "depot_captured": _depot_captured,
    "leaders_displaced": _displaced,
    "leader_returned": _returned,
    "supply_checked": _supply_checked,
    "attrition_tested": _attrition_tested,
    "blocks_rallied": _rallied,
    "rally_tested": _rally_tested,
    "losses_counted": _losses_counted,
    "army_broken": _army_broken,
    "position_adjusted": _adjusted,
    "draw_offered": _draw_offered,
    "draw_lapsed": _draw_lapsed,
    "match_ended": _match_ended,
    **BATTLE_CHANGES,
}
ALL_EVENTS: tuple[type[Event], ...] = (*COMMON_EVENTS, *ev.EVENTS, *BATTLE_EVENTS)
"""Every event of the campaign."""
