"""How events change what Bautzen keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudicator.core.types import Event
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.events import MarkerPlayed, PositionAdjusted, TurnBegan, UnitsEntered
from adjudicator.rulesets.vv1813.games.bautzen import events as ev
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.state import BautzenState, Directed, bautzen
from adjudicator.rulesets.vv1813.state import State

_PLAYED = {
    "jomini_strategist": "strategist",
    "jomini_enemy": "jomini",
    "discord": "discord",
    "alexander": "alexander",
    "arapiles": "arapiles",
}
"""Where the turn of a play is noted, by kind of marker."""


def apply_event(ctx: Context, state: State, event: Event) -> State:
    """The position after an event that the series has already applied."""
    now = bautzen(state)
    after = _changed(ctx, state, now, event)
    return state if after is now else replace(state, game=after)


def _changed(ctx: Context, state: State, now: BautzenState, event: Event) -> BautzenState:
    match event:
        case ev.NeyMarkersLaid():
            return replace(now, ney_spaces=event.texts)
        case ev.NeyRevealed():
            gone = ("",) * len(now.ney_spaces)
            return replace(now, ney_spaces=gone, ney_text=event.text, ney_place=event.place, ney_from=event.turn)
        case ev.NeyMarkerRemoved():
            spaces = tuple("" if n == event.space else text for n, text in enumerate(now.ney_spaces, start=1))
            return replace(now, ney_spaces=spaces)
        case ev.NeyMarkerInspected():
            return replace(now, inspected=event.space)
        case ev.MarkersCancelled():
            return replace(now, cancelled=tuple(sorted({*now.cancelled, *event.marker_kinds})))
        case ev.NeyCorpsPaced():
            return _on_turn(now, event.pace, state.turn)
        case ev.MoveDirected():
            return replace(now, directed=(*now.directed, Directed(**dict(event.move))))
        case MarkerPlayed() if event.marker_kind in _PLAYED:
            return _on_turn(now, _PLAYED[event.marker_kind], state.turn)
        case TurnBegan() if now.directed:
            return replace(now, directed=())
        case UnitsEntered() if _is_ney(ctx, event.commanders):
            return replace(now, ney_entered=state.turn)
        case PositionAdjusted() if now.ney_entered is None and _is_ney(ctx, (event.id,)):
            arrived = state.commander(event.id).status == "map"
            return replace(now, ney_entered=state.turn) if arrived else now
        case _:
            return now


def _on_turn(now: BautzenState, what: str, turn: int) -> BautzenState:
    change: dict[str, Any] = {what: turn}
    return replace(now, **change)


def _is_ney(ctx: Context, commanders: tuple[str, ...]) -> bool:
    return facts(ctx).ney.commander in commanders
