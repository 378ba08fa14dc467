"""What Bautzen keeps of events that the series tells: plays with their turn, Ney on the map, Alexander's plans."""

from __future__ import annotations

from adjudicator.core.types import Event
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.events import PositionAdjusted, TurnBegan
from adjudicator.rulesets.vv1813.games.bautzen.events import kept
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.markers.events import MarkerPlayed
from adjudicator.rulesets.vv1813.movement.events import UnitsEntered
from adjudicator.rulesets.vv1813.state import State

_PLAYED = {
    "jomini_strategist": "strategist",
    "jomini_enemy": "jomini",
    "discord": "discord",
    "alexander": "alexander",
    "arapiles": "arapiles",
}
"""Where the turn of a play is noted, by kind of marker."""


def follow(ctx: Context, state: State, event: Event) -> State:
    """The position after an event of the series, with what Bautzen notes of it."""
    ney = facts(ctx).ney.commander
    match event:
        case MarkerPlayed() if event.marker_kind in _PLAYED:
            return kept(state, **{_PLAYED[event.marker_kind]: state.turn})
        case TurnBegan() if bautzen(state).directed:
            return kept(state, directed=())
        case UnitsEntered() if ney in event.commanders:
            return kept(state, ney_entered=state.turn)
        case PositionAdjusted() if event.id == ney and bautzen(state).ney_entered is None:
            return kept(state, ney_entered=state.turn) if state.commander(ney).status == "map" else state
        case _:
            return state
