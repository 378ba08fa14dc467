"""How events change what Lützen keeps, and what they change besides in armies and markers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adjudicator.core.types import Event
from adjudicator.rulesets.vv1813.apply_combat import with_commanders, with_units
from adjudicator.rulesets.vv1813.combat_events import Bombarded, CombatResolved, SpentMarker, StepLost
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.engagement import strength_of
from adjudicator.rulesets.vv1813.events import MarkerDrawn, MarkerPlayed, PositionAdjusted, TurnBegan, UnitsEntered
from adjudicator.rulesets.vv1813.games.lutzen import events as ev
from adjudicator.rulesets.vv1813.games.lutzen.division import shared_anew
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State, enemy_of, part_of


def apply_event(ctx: Context, state: State, event: Event) -> State:
    """The position after an event that the series has already applied."""
    change = _CHANGES.get(event.kind)
    return state if change is None else change(ctx, state, event)


def _kept(state: State, **change: Any) -> State:
    return replace(state, game=replace(lutzen(state), **change))


# --- the track ---------------------------------------------------------------------------------------------


def _cup_filled(ctx: Context, state: State, event: ev.CupFilled) -> State:
    return _kept(state, cup=event.order, slots=((),) * facts(ctx).track.slots)


def _marker_laid(ctx: Context, state: State, event: ev.MarkerLaid) -> State:
    now = lutzen(state)
    slots = tuple(
        (*laid, event.marker) if number == event.slot else laid for number, laid in enumerate(now.slots, start=1)
    )
    laid = replace(state.markers[event.marker], place="track", turn=event.slot)
    state = replace(state, markers={**state.markers, event.marker: laid})
    return _kept(state, cup=now.cup[1:], slots=slots)


def _off_the_track(state: State, marker: str) -> State:
    slots = tuple(tuple(one for one in laid if one != marker) for laid in lutzen(state).slots)
    return _kept(state, slots=slots)


def _wish_noted(ctx: Context, state: State, event: ev.WishNoted) -> State:
    return _kept(state, wishes={**lutzen(state).wishes, event.side: event.classes})


def _marker_drawn(ctx: Context, state: State, event: MarkerDrawn) -> State:
    wishes = {side: classes for side, classes in lutzen(state).wishes.items() if side != event.side}
    return _off_the_track(_kept(state, wishes=wishes), event.marker)


def _gone(state: State, marker: str, *, public: bool) -> State:
    left = replace(state.markers[marker], place="gone", turn=0, public=public)
    return replace(state, markers={**state.markers, marker: left})


def _marker_discarded(ctx: Context, state: State, event: ev.MarkerDiscarded) -> State:
    return _off_the_track(_gone(state, event.marker, public=False), event.marker)


def _artillery_removed(ctx: Context, state: State, event: ev.ArtilleryRemoved) -> State:
    return _gone(state, event.marker, public=True)


def _battery_rested(ctx: Context, state: State, event: ev.BatteryRested) -> State:
    aside = replace(state.markers[event.marker], place="aside", turn=event.back)
    return _kept(replace(state, markers={**state.markers, event.marker: aside}), drouot=None)


def _spent(state: State, spent: tuple[SpentMarker, ...]) -> State:
    for one in spent:
        if one.again:
            state = _kept(state, drouot=state.turn)
    return state


def _bombarded(ctx: Context, state: State, event: Bombarded) -> State:
    return _spent(state, event.spent)


def _resolved(ctx: Context, state: State, event: CombatResolved) -> State:
    return _kept(_spent(state, (*event.attacking_support, *event.defending_support)), fought=True)


# --- what is in force --------------------------------------------------------------------------------------


def _turn_began(ctx: Context, state: State, event: TurnBegan) -> State:
    return _kept(state, dice={})


def _clock_moved(ctx: Context, state: State, event: ev.ClockMoved) -> State:
    return _kept(state, early=True)


def _range_set(ctx: Context, state: State, event: ev.CommandRangeSet) -> State:
    narrow = event.range == facts(ctx).command.Coalition
    return _kept(state, range_cancelled=narrow, clairvoyant=lutzen(state).clairvoyant or not narrow)


def _lines_freed(ctx: Context, state: State, event: ev.LinesFreed) -> State:
    now = lutzen(state)
    if event.rule == facts(ctx).guards_attack.rule:
        return _kept(state, freed=tuple(sorted({*now.freed, event.side})))
    if event.rule == facts(ctx).general_staff.rule:
        return _kept(state, staff={**now.staff, event.side: state.turn})
    return _kept(state, clairvoyant=True)


def _called(ctx: Context, state: State, event: ev.ReinforcementsCalled) -> State:
    now = lutzen(state)
    if event.choice:
        return _kept(state, alternative=(*now.alternative, event.choice))
    return _kept(state, staff={**now.staff, event.side: state.turn})


def _held_back(ctx: Context, state: State, event: ev.GuardsHeldBack) -> State:
    if event.russian:
        state = _kept(state, russian_guard_frozen=state.turn)
    return _kept(state, prussian_guard_frozen=state.turn) if event.prussian else state


def _struck(ctx: Context, state: State, event: ev.CommanderStruck) -> State:
    if not event.commander:
        return state
    one = state.army(event.side).commanders[event.commander]
    if one.health == "fit":
        state = with_commanders(state, event.side, (replace(one, health="wounded"),))
    return _kept(state, bullet=state.turn, alone=event.formations)


def _played(ctx: Context, state: State, event: MarkerPlayed) -> State:
    if event.side != FRENCH:
        return state
    if event.marker_kind == "hussars" and state.turn == 1:
        return _kept(state, hussars=state.turn)
    if event.marker_kind == "munitions" and state.turn >= facts(ctx).munitions.from_turn:
        return _kept(state, munitions=state.turn)
    return state


def _tactical(ctx: Context, state: State, event: ev.TacticalMovementDeclared) -> State:
    return _kept(state, tactical={**lutzen(state).tactical, event.side: state.turn})


# --- arrivals ----------------------------------------------------------------------------------------------


def _entry_tested(ctx: Context, state: State, event: ev.EntryTested) -> State:
    now = lutzen(state)
    passed = tuple(sorted({*now.passed, event.piece})) if event.passed else now.passed
    return _kept(state, passed=passed, dice={**now.dice, event.piece: event.die})


def _pace_tested(ctx: Context, state: State, event: ev.PaceTested) -> State:
    return _kept(state, ney_boost=state.turn) if event.passed else state


def _appeared(ctx: Context, state: State, event: ev.CommanderAppeared) -> State:
    one = replace(state.army(event.side).commanders[event.commander], place=event.place, status="map")
    return _kept(with_commanders(state, event.side, (one,)), ney=state.turn)


def _entered(ctx: Context, state: State, event: UnitsEntered) -> State:
    now = lutzen(state)
    if event.rule != facts(ctx).off_map.rule and event.units:
        state = _kept(state, fresh=tuple(sorted({*now.fresh, *event.units})))
    return _kept(state, napoleon=state.turn) if facts(ctx).napoleon.commander in event.commanders else state


def _slowed(ctx: Context, state: State, event: ev.ReinforcementsSlowed) -> State:
    return _kept(state, fresh=tuple(unit for unit in lutzen(state).fresh if unit not in event.units))


def _redeployed(ctx: Context, state: State, event: ev.UnitRedeployed) -> State:
    unit = state.army(event.side).units[event.unit]
    state = with_units(state, event.side, (replace(unit, place=event.place),))
    return _out_of_sight(state, event.unit)


def _adjusted(ctx: Context, state: State, event: PositionAdjusted) -> State:
    """The umpire put a commander on the map: his arrival counts from now; or he moved a marker."""
    if event.what == "marker":
        return _marker_adjusted(state, event)
    if event.what == "unit" and event.id == facts(ctx).split.unit:
        return _whole_again(state, event.id)
    if event.what != "commander" or state.commander(event.id).status != "map":
        return state
    now, numbers = lutzen(state), facts(ctx)
    if event.id == numbers.ney.commander and now.ney is None:
        return _kept(state, ney=max(1, state.turn))
    if event.id == numbers.napoleon.commander and now.napoleon is None:
        return _kept(state, napoleon=max(1, state.turn))
    return state


def _marker_adjusted(state: State, event: PositionAdjusted) -> State:
    """The track follows the marker; in a hand it is its holder's, its owner's, or if both own it the Coalition's."""
    marker = state.markers[event.id]
    state = _off_the_track(state, event.id)
    if marker.place == "track":
        slots = lutzen(state).slots
        laid = tuple((*one, event.id) if n == marker.turn else one for n, one in enumerate(slots, start=1))
        return _kept(state, slots=laid)
    if marker.place == "hand" and marker.holder is None:
        owner = marker.owner if marker.owner in state.armies else COALITION
        return replace(state, markers={**state.markers, event.id: replace(marker, holder=owner)})
    return state


# --- a unit in two places ----------------------------------------------------------------------------------


def _out_of_sight(state: State, unit: str) -> State:
    watcher = enemy_of(FRENCH)
    seen = {name: one for name, one in state.sightings.get(watcher, {}).items() if name != unit}
    return replace(state, sightings={**state.sightings, watcher: seen})


def _divided(ctx: Context, state: State, event: ev.UnitDivided) -> State:
    army = state.army(event.side)
    whole, part = army.units[event.unit], part_of(event.unit)
    if len(event.places) > 1:
        first, second = event.places
        halves = (
            replace(whole, place=first, points=event.points[0]),
            replace(whole, id=part, place=second, points=event.points[1]),
        )
        return with_units(state, event.side, halves)
    place = event.places[0]
    left = [one.place for one in (whole, army.units.get(part, whole)) if one.place != place]
    gathered = [replace(whole, place=place, points=None)]
    if part in army.units:
        gathered.append(replace(army.units[part], place=None, status="joined", points=None))
    state = with_units(state, event.side, gathered)
    led = (replace(army.commanders[one], place=place) for one in event.commanders)
    state = with_commanders(state, event.side, led)
    if event.driven and left and left[0] is not None:
        state = replace(state, expelled=state.expelled | {(event.unit, left[0])})
    state = _out_of_sight(state, part)
    return state if whole.place == place else _out_of_sight(state, event.unit)


def _whole_again(state: State, name: str) -> State:
    """The umpire put the divided unit somewhere: it stands there whole."""
    army = state.army(FRENCH)
    gathered = [replace(army.units[name], points=None)]
    if part_of(name) in army.units:
        gathered.append(replace(army.units[part_of(name)], place=None, status="joined", points=None))
    return with_units(state, FRENCH, gathered)


def _step_lost(ctx: Context, state: State, event: StepLost) -> State:
    """LUT-4.1f: any loss turns the whole counter over, or removes it, wherever its parts stand."""
    name = facts(ctx).split.unit
    army = state.army(FRENCH)
    if event.unit not in (name, part_of(name)) or part_of(name) not in army.units:
        return state
    whole, part = army.units[name], army.units[part_of(name)]
    if part.status == "joined":
        return state
    if event.eliminated:
        gone = replace(whole, place=None, status="eliminated", points=None)
        state = with_units(state, FRENCH, (gone, replace(part, place=None, status="joined", points=None)))
        return _out_of_sight(_out_of_sight(state, name), part.id)
    turned = replace(whole, reduced=True, points=None)
    first, second = shared_anew((whole.points or 0, part.points or 0), strength_of(ctx, turned))
    return with_units(state, FRENCH, (replace(turned, points=first), replace(part, reduced=True, points=second)))


_CHANGES: dict[str, Callable[[Context, State, Any], State]] = {
    "cup_filled": _cup_filled,
    "marker_laid": _marker_laid,
    "wish_noted": _wish_noted,
    "marker_drawn": _marker_drawn,
    "marker_discarded": _marker_discarded,
    "artillery_removed": _artillery_removed,
    "battery_rested": _battery_rested,
    "bombarded": _bombarded,
    "combat_resolved": _resolved,
    "turn_began": _turn_began,
    "clock_moved": _clock_moved,
    "command_range_set": _range_set,
    "lines_freed": _lines_freed,
    "reinforcements_called": _called,
    "guards_held_back": _held_back,
    "commander_struck": _struck,
    "marker_played": _played,
    "tactical_movement_declared": _tactical,
    "entry_tested": _entry_tested,
    "pace_tested": _pace_tested,
    "commander_appeared": _appeared,
    "units_entered": _entered,
    "reinforcements_slowed": _slowed,
    "unit_redeployed": _redeployed,
    "position_adjusted": _adjusted,
    "unit_divided": _divided,
    "step_lost": _step_lost,
}
