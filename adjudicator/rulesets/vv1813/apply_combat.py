"""How the events of chapters 8 to 10 change the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from adjudicator.core.types import Event, Side
from adjudicator.rulesets.vv1813 import combat_events as ev
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.state import Commander, Morale, Sighting, State, Unit, enemy_of


def apply_combat(ctx: Context, state: State, event: Event) -> State:
    """The position after an event of `combat_events`; others leave it as it is."""
    change = _CHANGES.get(event.kind)
    return state if change is None else change(ctx, state, event)


# --- pieces ------------------------------------------------------------------------------------------------


def with_units(state: State, side: Side, units: Iterable[Unit]) -> State:
    """The position with some units of a side replaced."""
    army = state.army(side)
    changed = army.changed({unit.id: unit for unit in units})
    return replace(state, armies={**state.armies, side: changed})


def with_commanders(state: State, side: Side, commanders: Iterable[Commander]) -> State:
    """The position with some commanders of a side replaced."""
    army = state.army(side)
    changed = army.changed(commanders={one.id: one for one in commanders})
    return replace(state, armies={**state.armies, side: changed})


def put(state: State, side: Side, units: Iterable[str], commanders: Iterable[str], place: str) -> State:
    """Pieces of a side set down at a place, in the open: whoever knew a unit still knows it."""
    army = state.army(side)
    moved = tuple(units)
    state = with_units(state, side, (replace(army.units[unit], place=place) for unit in moved))
    state = with_commanders(state, side, (replace(army.commanders[one], place=place) for one in commanders))
    return _follow(state, side, moved, place)


def _follow(state: State, side: Side, units: tuple[str, ...], place: str) -> State:
    watcher = enemy_of(side)
    seen = dict(state.sightings.get(watcher, {}))
    known = [unit for unit in units if unit in seen and seen[unit].current]
    if not known:
        return state
    seen.update({unit: replace(seen[unit], place=place, turn=state.turn) for unit in known})
    return replace(state, sightings={**state.sightings, watcher: seen})


def _forget(state: State, side: Side, units: Iterable[str]) -> State:
    watcher = enemy_of(side)
    gone = set(units)
    seen = {unit: sighting for unit, sighting in state.sightings.get(watcher, {}).items() if unit not in gone}
    return replace(state, sightings={**state.sightings, watcher: seen})


def _lose_sight(state: State, side: Side, units: Iterable[str]) -> State:
    """Units left the map: whoever knew them remembers where they did."""
    watcher = enemy_of(side)
    seen = dict(state.sightings.get(watcher, {}))
    seen.update({unit: replace(seen[unit], turn=state.turn, current=False) for unit in units if unit in seen})
    return replace(state, sightings={**state.sightings, watcher: seen})


def _see(state: State, watcher: Side, forces: Iterable[ev.Force]) -> State:
    seen = dict(state.sightings.get(watcher, {}))
    for force in forces:
        seen[force.unit] = Sighting(force.unit, force.place, state.turn, force.reduced)
    return replace(state, sightings={**state.sightings, watcher: seen})


def _aside(state: State, spent: Iterable[ev.SpentMarker]) -> State:
    markers = dict(state.markers)
    for one in spent:
        if one.again:
            markers[one.marker] = replace(markers[one.marker], public=True)
        elif one.back is None:
            markers[one.marker] = replace(markers[one.marker], place="gone", public=True)
        else:
            markers[one.marker] = replace(markers[one.marker], place="aside", turn=one.back, public=True)
    return replace(state, markers=markers)


# --- combat ------------------------------------------------------------------------------------------------


def _refusal_forbidden(ctx: Context, state: State, event: ev.RefusalForbidden) -> State:
    return _aside(state, (event.spent,))


def _refused(ctx: Context, state: State, event: ev.CombatRefused) -> State:
    return put(state, event.side, event.units, event.commanders, event.to)


def _disclosed(ctx: Context, state: State, event: ev.ForcesDisclosed) -> State:
    state = _see(state, enemy_of(event.side), event.attackers)
    return _see(state, event.side, event.defenders)


def _resolved(ctx: Context, state: State, event: ev.CombatResolved) -> State:
    return _aside(state, (*event.attacking_support, *event.defending_support))


def _step_lost(ctx: Context, state: State, event: ev.StepLost) -> State:
    unit = state.army(event.side).units[event.unit]
    if not event.eliminated:
        state = with_units(state, event.side, (replace(unit, reduced=True),))
        watcher = enemy_of(event.side)
        seen = state.sightings.get(watcher, {})
        if event.unit in seen and seen[event.unit].current:
            turned = {**seen, event.unit: replace(seen[event.unit], reduced=True)}
            state = replace(state, sightings={**state.sightings, watcher: turned})
        return state
    state = with_units(state, event.side, (replace(unit, status="eliminated", place=None),))
    morale = state.morale[event.side]
    counted = replace(morale, eliminated=morale.eliminated + 1)
    return _forget(replace(state, morale={**state.morale, event.side: counted}), event.side, (event.unit,))


def _retreated(ctx: Context, state: State, event: ev.UnitsRetreated) -> State:
    state = put(state, event.side, event.units, event.commanders, event.path[-1])
    if event.closed:
        state = replace(state, expelled=state.expelled | {(unit, event.origin) for unit in event.units})
    return state


def _left_map(ctx: Context, state: State, event: ev.UnitsLeftMap) -> State:
    army = state.army(event.side)
    gone = [
        replace(army.units[unit], place=None, status="away", back_on=event.back_on, left_at=event.place)
        for unit in event.units
    ]
    state = with_units(state, event.side, gone)
    away = [
        replace(army.commanders[one], place=None, status="away", back_on=event.back_on, left_at=event.place)
        for one in event.commanders
    ]
    return _lose_sight(with_commanders(state, event.side, away), event.side, event.units)


def _saved(ctx: Context, state: State, event: ev.UnitsSaved) -> State:
    army = state.army(event.side)
    units = [replace(army.units[unit], place=None, status="saved", left_at=event.place) for unit in event.units]
    state = with_units(state, event.side, units)
    saved = [replace(army.commanders[one], place=None, status="saved") for one in event.commanders]
    return _lose_sight(with_commanders(state, event.side, saved), event.side, event.units)


def _advanced(ctx: Context, state: State, event: ev.UnitAdvanced) -> State:
    return put(state, event.side, (event.unit,), event.commanders, event.place)


def _occupied(ctx: Context, state: State, event: ev.PlaceOccupied) -> State:
    return put(state, event.side, event.units, event.commanders, event.place)


# --- commanders --------------------------------------------------------------------------------------------


def _commander_hit(ctx: Context, state: State, event: ev.CommanderHit) -> State:
    if event.outcome == "bruised":
        return state
    commander = state.army(event.side).commanders[event.commander]
    return with_commanders(state, event.side, (replace(commander, health=event.outcome),))


def _overrun(ctx: Context, state: State, event: ev.CommanderOverrun) -> State:
    if not event.captured:
        return state
    commander = state.army(event.side).commanders[event.commander]
    return with_commanders(state, event.side, (replace(commander, health="killed"),))


def _displaced(ctx: Context, state: State, event: ev.CommanderDisplaced) -> State:
    commander = state.army(event.side).commanders[event.commander]
    if event.place is None:
        gone = replace(commander, place=None, status="eliminated")
        return with_commanders(state, event.side, (gone,))
    return with_commanders(state, event.side, (replace(commander, place=event.place),))


# --- bombardment, morale, victory --------------------------------------------------------------------------


def _bombarded(ctx: Context, state: State, event: ev.Bombarded) -> State:
    return _aside(state, event.spent)


def _objective(ctx: Context, state: State, event: ev.ObjectiveTaken) -> State:
    return replace(state, held={**state.held, event.place: event.side})


def _kept_order(state: State, morale: Morale) -> int | None:
    """VV-10.G1: once the general retreat is ordered, nothing that is regained undoes it."""
    return morale.zero_order if state.general_retreat is not None else None


def _ceiling(morale: Morale, event: ev.MoraleChanged) -> int:
    return morale.ceiling if event.ceiling is None else event.ceiling


def _morale(ctx: Context, state: State, event: ev.MoraleChanged) -> State:
    morale = state.morale[event.side]
    if event.deferred:
        morale = replace(morale, pending=morale.pending + event.change)
    else:
        morale = replace(morale, value=event.after, ceiling=_ceiling(morale, event))
    return with_morale(state, event.side, morale)


def with_morale(state: State, side: Side, morale: Morale) -> State:
    """VV-9.4: the position with an army's morale as it is now; which army reached 0 first is noted."""
    if morale.value + morale.pending > 0:
        morale = replace(morale, zero_order=_kept_order(state, morale))
    elif morale.zero_order is None:
        morale = replace(morale, zero_order=1 + max(other.zero_order or 0 for other in state.morale.values()))
    return replace(state, morale={**state.morale, side: morale})


def _morale_checked(ctx: Context, state: State, event: ev.MoraleChecked) -> State:
    morale = state.morale[event.side]
    order = morale.zero_order if event.value == 0 else _kept_order(state, morale)
    noted = replace(
        morale, value=event.value, pending=0, zero_order=order, history=(*morale.history, (state.turn, event.value))
    )
    return replace(state, morale={**state.morale, event.side: noted})


def _general_retreat(ctx: Context, state: State, event: ev.GeneralRetreatOrdered) -> State:
    return replace(state, general_retreat=event.turn)


_CHANGES: dict[str, Callable[[Context, State, Any], State]] = {
    "refusal_forbidden": _refusal_forbidden,
    "combat_refused": _refused,
    "forces_disclosed": _disclosed,
    "combat_resolved": _resolved,
    "step_lost": _step_lost,
    "units_retreated": _retreated,
    "units_left_map": _left_map,
    "units_saved": _saved,
    "unit_advanced": _advanced,
    "place_occupied": _occupied,
    "commander_hit": _commander_hit,
    "commander_overrun": _overrun,
    "commander_displaced": _displaced,
    "bombarded": _bombarded,
    "objective_taken": _objective,
    "morale_changed": _morale,
    "morale_checked": _morale_checked,
    "general_retreat_ordered": _general_retreat,
}
