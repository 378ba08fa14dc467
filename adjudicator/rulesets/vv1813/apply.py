"""How events change the position: those of chapters 2 to 7 here, others by the modules that they belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

from adjudicator.core.events import COMMON_EVENTS
from adjudicator.core.types import Event, Side
from adjudicator.rulesets.vv1813 import events as ev
from adjudicator.rulesets.vv1813.apply_combat import apply_combat, with_morale
from adjudicator.rulesets.vv1813.combat_events import COMBAT_EVENTS
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.state import (
    Army,
    Health,
    MarkerPlace,
    PieceStatus,
    Sequence,
    Sighting,
    State,
    enemy_of,
)


def apply_event(ctx: Context, state: State, event: Event) -> State:
    """The position after an event."""
    change = _CHANGES.get(event.kind)
    if event.kind == "texts_opened":
        state = _texts_opened(ctx, state)
    elif change is not None:
        state = change(state, event)
    elif event.kind in _COMBAT:
        state = apply_combat(ctx, state, event)
    return ctx.game.apply(ctx, state, event)


# --- sequence of play --------------------------------------------------------------------------------------


def _texts_opened(ctx: Context, state: State) -> State:
    """The texts that a stage waited for are open: on to the stage after it."""
    stages = ctx.game.stages
    here = next(number for number, stage in enumerate(stages) if stage.name == state.stage)
    return state if stages[here].run is not None else replace(state, stage=stages[here + 1].name)


def _turn_began(state: State, event: ev.TurnBegan) -> State:
    return replace(state, turn=event.turn, expelled=frozenset())


def _stage_reached(state: State, event: ev.StageReached) -> State:
    return replace(state, turn=event.turn, stage=event.stage)


def _sequence_began(state: State, event: ev.SequenceBegan) -> State:
    return replace(state, sequence=Sequence())


# --- markers -----------------------------------------------------------------------------------------------


def _marked(state: State, markers: Iterable[str], **change: Any) -> State:
    found = dict(state.markers)
    for marker in markers:
        found[marker] = replace(found[marker], **change)
    return replace(state, markers=found)


def _markers_laid(state: State, event: ev.MarkersLaid) -> State:
    for one in event.laid:
        state = _marked(state, (one.marker,), place="track", turn=one.turn)
    return state


def _marker_drawn(state: State, event: ev.MarkerDrawn) -> State:
    return _marked(state, (event.marker,), place="hand", turn=0, holder=event.side)


def _markers_returned(state: State, event: ev.MarkersReturned) -> State:
    return _marked(state, event.markers, place="hand", turn=0, public=True)


def _spent(state: State, marker: str, back: int | None) -> State:
    if back is None:
        return _marked(state, (marker,), place="gone", turn=0, public=True)
    return _marked(state, (marker,), place="aside", turn=back, public=True)


def _marker_played(state: State, event: ev.MarkerPlayed) -> State:
    return _spent(state, event.marker, event.back)


def _markers_lost(state: State, event: ev.MarkersLost) -> State:
    return _marked(state, (event.drawn, *event.markers), place="gone", turn=0, public=True)


# --- command and movement ----------------------------------------------------------------------------------


def _command_checked(state: State, event: ev.CommandChecked) -> State:
    return replace(state, sequence=replace(state.sequence, out_of_command=frozenset(event.out_of_command)))


def _restricted(state: State, event: ev.UnitsRestricted) -> State:
    now, units = state.sequence, frozenset(event.units)
    changed = replace(
        now,
        one_place=now.one_place | units if event.one_place else now.one_place,
        no_zone=now.no_zone | units if event.no_zone else now.no_zone,
        no_attack=now.no_attack | units if event.no_attack else now.no_attack,
    )
    return replace(state, sequence=changed)


def _set_down(state: State, side: Side, units: Iterable[str], commanders: Iterable[str], place: str) -> State:
    army = state.army(side)
    moved = {u: replace(army.units[u], place=place, status="map", back_on=None, left_at=None) for u in units}
    led = {c: replace(army.commanders[c], place=place, status="map", back_on=None, left_at=None) for c in commanders}
    changed = army.changed(moved, led)
    if not moved and "zone" in army.__dict__:
        changed.__dict__["zone"] = army.__dict__["zone"]
    done = replace(state.sequence, moved=state.sequence.moved | {*moved, *led})
    return replace(state, armies={**state.armies, side: changed}, sequence=done)


def _units_moved(state: State, event: ev.UnitsMoved) -> State:
    state = _seen_by_director(_watched(state, event), event)
    return _set_down(state, event.side, event.units, event.commanders, event.path[-1])


def _units_entered(state: State, event: ev.UnitsEntered) -> State:
    return _set_down(state, event.side, event.units, event.commanders, event.path[-1])


def _watched(state: State, event: ev.UnitsMoved) -> State:
    """VV-7.3a: a known stack that moves whole stays known; if only a part goes, nobody can tell which."""
    watcher = enemy_of(event.side)
    seen = state.sightings.get(watcher, {})
    here = [s for s in seen.values() if s.current and s.place == event.origin]
    if not here:
        return state
    army = state.army(event.side)
    stack = {u.id for u in army.units_at.get(event.origin, ())}
    stack |= {c.id for c in army.commanders_at.get(event.origin, ())}
    if stack <= {*event.units, *event.commanders}:
        after = {s.unit: replace(s, place=event.path[-1], turn=state.turn) for s in here}
    else:
        after = {s.unit: replace(s, current=False) for s in here}
    return replace(state, sightings={**state.sightings, watcher: {**seen, **after}})


def _seen_by_director(state: State, event: ev.UnitsMoved) -> State:
    """Whoever directs a move of enemy units has them in his hand, and knows them."""
    if event.by is None or event.by == event.side:
        return state
    units = state.army(event.side).units
    seen = {u: Sighting(u, event.path[-1], state.turn, units[u].reduced) for u in event.units}
    return replace(state, sightings={**state.sightings, event.by: {**state.sightings.get(event.by, {}), **seen}})


def _cossacks_played(state: State, event: ev.CossacksPlayed) -> State:
    state = _spent(state, event.marker, event.back)
    now = state.sequence
    met = {**now.cossacks, **dict.fromkeys(event.units, event.effect)}
    return replace(state, sequence=replace(now, cossacks=met))


# --- umpire ------------------------------------------------------------------------------------------------


def _adjusted(state: State, event: ev.PositionAdjusted) -> State:
    match event.what:
        case "unit" | "commander":
            return _adjusted_piece(state, event)
        case "marker":
            return _marked(state, (event.id,), place=cast(MarkerPlace, event.status), turn=event.value or 0)
        case "morale":
            side = Side(event.id)
            before = state.morale[side]
            changed = replace(before, value=before.value if event.value is None else event.value)
            return with_morale(state, side, changed)
        case "objective":
            assert event.side is not None
            return replace(state, held={**state.held, event.id: event.side})


def _adjusted_piece(state: State, event: ev.PositionAdjusted) -> State:
    side = state.side_of(event.id)
    army = state.army(side)
    status = cast(PieceStatus, event.status or "map")
    place = event.place if status == "map" else None
    units, commanders = dict(army.units), dict(army.commanders)
    if event.id in units:
        unit = units[event.id]
        reduced = unit.reduced if event.reduced is None else event.reduced
        units[event.id] = replace(unit, place=place, status=status, reduced=reduced)
    else:
        one = commanders[event.id]
        health = cast(Health, event.health or one.health)
        commanders[event.id] = replace(one, place=place, status=status, health=health)
    watcher = enemy_of(side)
    seen = {u: s for u, s in state.sightings.get(watcher, {}).items() if u != event.id}
    sightings = {**state.sightings, watcher: seen}
    return replace(state, armies={**state.armies, side: Army(units, commanders)}, sightings=sightings)


# --- what every game shares --------------------------------------------------------------------------------


def _draw_offered(state: State, event: Any) -> State:
    return replace(state, draw_offers=(*state.draw_offers, event.side))


def _draw_lapsed(state: State, event: Any) -> State:
    return replace(state, draw_offers=tuple(side for side in state.draw_offers if side != event.side))


def _match_ended(state: State, event: Any) -> State:
    return replace(state, ending=event.ending)


_COMBAT = frozenset(event.model_fields["kind"].default for event in COMBAT_EVENTS)
_CHANGES: dict[str, Callable[[State, Any], State]] = {
    "turn_began": _turn_began,
    "stage_reached": _stage_reached,
    "sequence_began": _sequence_began,
    "markers_laid": _markers_laid,
    "marker_drawn": _marker_drawn,
    "markers_returned": _markers_returned,
    "marker_played": _marker_played,
    "markers_lost": _markers_lost,
    "command_checked": _command_checked,
    "units_restricted": _restricted,
    "units_moved": _units_moved,
    "units_entered": _units_entered,
    "cossacks_played": _cossacks_played,
    "position_adjusted": _adjusted,
    "draw_offered": _draw_offered,
    "draw_lapsed": _draw_lapsed,
    "match_ended": _match_ended,
}
SERIES_EVENTS: tuple[type[Event], ...] = (*COMMON_EVENTS, *ev.EVENTS, *COMBAT_EVENTS)
"""Every event that any game of the series may tell."""
