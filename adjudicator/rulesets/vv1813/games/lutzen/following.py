"""What Lützen keeps of events that the series tells: draws, plays, arrivals, and losses of the divided unit."""

from __future__ import annotations

from adjudicator.core.types import Event
from adjudicator.core.values import replace
from adjudicator.rulesets.vv1813.changes import forgotten, marked, with_pieces
from adjudicator.rulesets.vv1813.combat.engagement import strength_of
from adjudicator.rulesets.vv1813.combat.events import Bombarded, CombatResolved, SpentMarker, StepLost
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.events import PositionAdjusted, TurnBegan
from adjudicator.rulesets.vv1813.games.lutzen.division import shared_anew
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.state import gathered, kept, lutzen, off_the_track
from adjudicator.rulesets.vv1813.markers.events import MarkerDrawn, MarkerPlayed
from adjudicator.rulesets.vv1813.movement.events import UnitsEntered
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State, part_of


def follow(ctx: Context, state: State, event: Event) -> State:
    """The position after an event of the series, with what Lützen notes of it."""
    match event:
        case TurnBegan():
            return kept(state, dice={})
        case MarkerDrawn():
            wishes = {side: classes for side, classes in lutzen(state).wishes.items() if side != event.side}
            return off_the_track(kept(state, wishes=wishes), event.marker)
        case MarkerPlayed() if event.side == FRENCH:
            return _played(ctx, state, event)
        case Bombarded():
            return _used(state, event.spent)
        case CombatResolved():
            return kept(_used(state, (*event.attacking_support, *event.defending_support)), fought=True)
        case StepLost():
            return _step_lost(ctx, state, event)
        case UnitsEntered():
            return _entered(ctx, state, event)
        case PositionAdjusted():
            return _adjusted(ctx, state, event)
        case _:
            return state


def _played(ctx: Context, state: State, event: MarkerPlayed) -> State:
    if event.marker_kind == "hussars" and state.turn == 1:
        return kept(state, hussars=state.turn)
    if event.marker_kind == "munitions" and state.turn >= facts(ctx).munitions.from_turn:
        return kept(state, munitions=state.turn)
    return state


def _used(state: State, spent: tuple[SpentMarker, ...]) -> State:
    """LUT-8.8g: a battery that may be used once more this turn."""
    return kept(state, drouot=state.turn) if any(one.again for one in spent) else state


def _entered(ctx: Context, state: State, event: UnitsEntered) -> State:
    """LUT-7.2a: reinforcements are fresh, units that come back are not; Napoleon's turn is noted."""
    if event.rule != facts(ctx).off_map.rule and event.units:
        state = kept(state, fresh=tuple(sorted({*lutzen(state).fresh, *event.units})))
    return kept(state, napoleon=state.turn) if facts(ctx).napoleon.commander in event.commanders else state


def _step_lost(ctx: Context, state: State, event: StepLost) -> State:
    """LUT-4.1f: any loss turns the whole counter over, or removes it, wherever its parts stand."""
    name = facts(ctx).split.unit
    units = state.army(FRENCH).units
    if event.unit not in (name, part_of(name)) or part_of(name) not in units:
        return state
    whole, part = units[name], units[part_of(name)]
    if part.status == "joined":
        return state
    if event.eliminated:
        return forgotten(gathered(state, FRENCH, name, place=None, status="eliminated"), FRENCH, (name, part.id))
    turned = replace(whole, reduced=True, points=None)
    first, second = shared_anew((whole.points or 0, part.points or 0), strength_of(ctx, turned))
    return with_pieces(state, FRENCH, (replace(turned, points=first), replace(part, reduced=True, points=second)))


# --- the umpire --------------------------------------------------------------------------------------------


def _adjusted(ctx: Context, state: State, event: PositionAdjusted) -> State:
    """A commander put on the map has come now; a marker's place on the track follows; a divided unit is whole."""
    now, numbers = lutzen(state), facts(ctx)
    match event.what:
        case "marker":
            return _marker_adjusted(state, event.id)
        case "unit" if event.id == numbers.split.unit:
            return gathered(state, FRENCH, event.id)
        case "commander" if state.commander(event.id).status == "map":
            if event.id == numbers.ney.commander and now.ney is None:
                return kept(state, ney=max(1, state.turn))
            if event.id == numbers.napoleon.commander and now.napoleon is None:
                return kept(state, napoleon=max(1, state.turn))
    return state


def _marker_adjusted(state: State, name: str) -> State:
    """In a hand it is its holder's, its owner's, or if both own it the Coalition's."""
    marker = state.markers[name]
    state = off_the_track(state, name)
    if marker.place == "track":
        slots = enumerate(lutzen(state).slots, start=1)
        return kept(state, slots=tuple((*laid, name) if number == marker.turn else laid for number, laid in slots))
    if marker.place == "hand" and marker.holder is None:
        return marked(state, (name,), holder=marker.owner if marker.owner in state.armies else COALITION)
    return state
