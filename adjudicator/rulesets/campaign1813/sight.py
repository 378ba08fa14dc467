"""CAM-unit-7: fog of war: what a side knows of a position, and how it sees what happens.

A side sees how many enemy blocks of which colour stand in a town, never which, until combat or reconnaissance shows
them. A block shown in combat, or a leader turned face up, stays named until it goes elsewhere; what reconnaissance
shows is hidden again at once. What was seen is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.core.types import UMPIRE, Event, Finding, Side
from adjudicator.rulesets.campaign1813 import battle_events as be
from adjudicator.rulesets.campaign1813 import events as ev
from adjudicator.rulesets.campaign1813.context import UNSEEN, Context
from adjudicator.rulesets.campaign1813.fortress import colours
from adjudicator.rulesets.campaign1813.state import Battle, Block, Contest, Moves, Pieces, State, enemy_of

NOT_KNOWN = "not known to you"


def is_unseen(block: str) -> bool:
    """Whether an id stands for a block whose face a side has not seen."""
    return block.startswith(UNSEEN)


def sees_all(ctx: Context, side: Side) -> bool:
    """The umpire, and everybody in a match without fog."""
    return side == UMPIRE or ctx.options["fog"] == "none"


def is_sighted(state: State, side: Side, block: str) -> bool:
    """Whether a side knows which enemy block this is, here and now."""
    sighting = state.sightings.get(side, {}).get(block)
    return sighting is not None and sighting.current and sighting.place == state.block(block).place


# --- what a side knows of a position -----------------------------------------------------------------------------


def known(ctx: Context, state: State, side: Side) -> State:
    """The position as a side knows it, in the same form."""
    if sees_all(ctx, side):
        return state
    active = state.active == side
    return replace(
        state,
        pieces=Pieces(_seen_blocks(ctx, state, side)),
        moves=state.moves if active else Moves(),
        plans=state.plans if active else (),
        contests=state.contests if active else {town: _seen_contest(one) for town, one in state.contests.items()},
        battle=None if state.battle is None else _seen_battle(state.battle, side),
        sightings={side: state.sightings.get(side, {})},
        history=tuple((turn, _own_losses(ctx, lost, side)) for turn, lost in state.history),
    )


def _seen_blocks(ctx: Context, state: State, side: Side) -> dict[str, Block]:
    """CAM-unit-3, CAM-unit-7 (A-6): own blocks whole; of the enemy's those that are named, the others by colour."""
    found: dict[str, Block] = {}
    named: dict[str, Block] = {}
    hidden: dict[tuple[str, bool, str], int] = {}
    sightings, roster = state.sightings.get(side, {}), ctx.roster
    for block in state.pieces.blocks.values():
        if block.side == side:
            found[block.id] = block
        elif block.status == "map" and block.place is not None:
            if block.id in sightings and is_sighted(state, side, block.id):
                named[block.id] = _seen_block(state, side, block)
            else:
                key = (block.place, block.inside, roster[block.id].nation)
                hidden[key] = hidden.get(key, 0) + 1
    found |= named
    numbers: dict[tuple[str, str], int] = {}
    for (place, inside, nation), count in sorted(hidden.items()):
        for _ in range(count):
            numbers[place, nation] = numbers.get((place, nation), 0) + 1
            name = f"{UNSEEN}{enemy_of(side)}/{nation}/{place}/{numbers[place, nation]}"
            found[name] = Block(name, enemy_of(side), "unknown", place, inside=inside)
    return ctx.in_order(found)


def _seen_block(state: State, side: Side, block: Block) -> Block:
    """A named enemy block: where it is, and as worn as it was when it was seen."""
    hits = state.sightings[side][block.id].hits
    return Block(block.id, block.side, block.kind, block.place, hits=hits or 0, inside=block.inside)


def _seen_contest(contest: Contest) -> Contest:
    """Everybody sees by which roads a town was entered, not by whom."""
    return replace(contest, approaches=())


def _seen_battle(battle: Battle, side: Side) -> Battle:
    """CAM-reinf-7: of a battle each side knows what it brought and sent itself, and where it is fought."""
    mine = side == battle.attacker
    return replace(
        battle,
        approaches=battle.approaches if mine else (),
        relief=battle.relief if mine else (),
        commitments=tuple(one for one in battle.commitments if one.side == side),
        break_off=tuple(one for one in battle.break_off if one.side == side),
    )


def _own_losses(ctx: Context, lost: Mapping[str, int], side: Side) -> dict[str, int]:
    return {army: count for army, count in lost.items() if ctx.armies[army].side == side}


# --- how a side sees what happens --------------------------------------------------------------------------------


def show(ctx: Context, before: State, event: Event, side: Side) -> Event | None:
    """An event as a side sees it: whole, a lesser one, or nothing."""
    if sees_all(ctx, side):
        return event
    lesser = _LESSER.get(event.kind)
    return event if lesser is None else lesser(ctx, before, event, side)


def redacted(finding: Finding[Any], side: Side) -> Finding[Any]:
    """A finding for a side: parts that would show something hidden read "not known to you"."""
    if side in finding.hidden_from:
        return finding.model_copy(update={"value": type(finding.value)(), "because": NOT_KNOWN, "parts": ()})
    if not finding.parts:
        return finding
    return finding.model_copy(update={"parts": tuple(redacted(part, side) for part in finding.parts)})


def _own_only(ctx: Context, before: State, event: Any, side: Side) -> Event | None:
    return event if event.side == side else None


def _umpire_only(ctx: Context, before: State, event: Event, side: Side) -> Event | None:
    return None


def _reconnoitred(ctx: Context, before: State, event: ev.StackReconnoitred, side: Side) -> Event:
    return event if event.side == side else ev.StackScouted(side=event.side, target=event.target)


def _moved(ctx: Context, before: State, event: ev.BlocksMoved, side: Side) -> Event:
    if event.side == side:
        return event
    return ev.StackMoved(
        side=event.side,
        origin=event.origin,
        path=event.path,
        nations=colours(ctx, event.blocks),
        uses=event.uses,
        attacks=event.attacks,
    )


def _displaced(ctx: Context, before: State, event: ev.LeadersDisplaced, side: Side) -> Event:
    if event.side == side:
        return event
    return event.model_copy(update={"leaders": tuple(b for b in event.leaders if is_sighted(before, side, b))})


def _losses_counted(ctx: Context, before: State, event: ev.LossesCounted, side: Side) -> Event:
    mine = tuple(one for one in event.losses if ctx.armies[one.army].side == side)
    return event.model_copy(update={"losses": mine})


def _army_broken(ctx: Context, before: State, event: ev.ArmyBroken, side: Side) -> Event:
    if event.side == side:
        return event
    return event.model_copy(update={"lost": 0, "break_point": 0, "blocks": ()})


def _adjusted(ctx: Context, before: State, event: ev.PositionAdjusted, side: Side) -> Event | None:
    return event if event.what != "block" or before.block(event.id).side == side else None


def _withdrew(ctx: Context, before: State, event: be.WithdrewInside, side: Side) -> Event:
    return event if event.side == side else event.model_copy(update={"blocks": ()})


def _joined(ctx: Context, before: State, event: be.BattleJoined, side: Side) -> Event:
    return event.model_copy(
        update={
            "relief": event.relief if side == event.attacker else (),
            "sent": tuple(one for one in event.sent if one.side == side),
            "break_off": tuple(one for one in event.break_off if one.side == side),
        }
    )


def _losses_taken(ctx: Context, before: State, event: be.LossesTaken, side: Side) -> Event:
    if event.side == side:
        return event
    named = tuple(loss for loss in event.losses if is_sighted(before, side, loss.block))
    return event.model_copy(update={"losses": named, "unseen": len(event.losses) - len(named), "rolls": ()})


def _eliminated(ctx: Context, before: State, event: be.BlocksEliminated, side: Side) -> Event:
    if event.side == side:
        return event
    named = tuple(block for block in event.blocks if is_sighted(before, side, block))
    return event.model_copy(update={"blocks": named, "unseen": len(event.blocks) - len(named)})


def _retreated(ctx: Context, before: State, event: be.BlocksRetreated, side: Side) -> Event:
    if event.side == side:
        return event
    named = tuple(way for way in event.ways if is_sighted(before, side, way.block))
    others: dict[tuple[str, ...], int] = {}
    for way in event.ways:
        if way not in named:
            others[way.path] = others.get(way.path, 0) + 1
    return be.StacksRetreated(
        rule=event.rule,
        side=event.side,
        town=event.town,
        manner=event.manner,
        named=named,
        others=tuple(sorted(others.items())),
    )


def _arrived(ctx: Context, before: State, event: be.BlocksArrived, side: Side) -> Event:
    return event if event.side == side else _came(event, "arrived")


def _brought_in(ctx: Context, before: State, event: be.BlocksBroughtIn, side: Side) -> Event:
    return event if event.side == side else _came(event, "brought in")


def _came(event: be.BlocksArrived | be.BlocksBroughtIn, manner: Any) -> be.StacksRetreated:
    path = (event.origin, event.town)
    return be.StacksRetreated(
        rule=event.rule, side=event.side, town=event.town, manner=manner, others=((path, len(event.blocks)),)
    )


def _assault_made(ctx: Context, before: State, event: be.AssaultMade, side: Side) -> Event:
    if event.side == side:
        return event
    seen = tuple(roll for roll in event.rolls if not roll.veiled)
    return event.model_copy(update={"hits": 0, "score": redacted(event.score, side), "rolls": seen})


_LESSER: dict[str, Callable[[Context, State, Any, Side], Event | None]] = {
    "refused": _own_only,
    "not_carried_out": _own_only,
    "plans_laid": _own_only,
    "stack_reconnoitred": _reconnoitred,
    "movement_began": _own_only,
    "blocks_moved": _moved,
    "march_tested": _own_only,
    "leaders_displaced": _displaced,
    "leader_returned": _own_only,
    "supply_checked": _own_only,
    "attrition_tested": _own_only,
    "blocks_rallied": _own_only,
    "rally_tested": _own_only,
    "losses_counted": _losses_counted,
    "army_broken": _army_broken,
    "position_adjusted": _adjusted,
    "withdrew_inside": _withdrew,
    "battle_joined": _joined,
    "report_rejected": _umpire_only,
    "reinforcement_tested": _own_only,
    "blocks_arrived": _arrived,
    "losses_taken": _losses_taken,
    "blocks_eliminated": _eliminated,
    "blocks_retreated": _retreated,
    "blocks_brought_in": _brought_in,
    "assault_declined": _own_only,
    "assault_made": _assault_made,
}
