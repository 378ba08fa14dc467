"""VV-7.3a at Bautzen: face-down Ney markers, the look that Jomini gives, the moves that Alexander will make."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.types import Event, Side
from adjudicator.rulesets.vv1813.games.bautzen import events as ev
from adjudicator.rulesets.vv1813.games.bautzen.state import UNSEEN, BautzenState, bautzen
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State


def known(state: State, side: Side) -> BautzenState:
    """What a side knows: no Ney marker but the one that the Coalition looked at, and only the French their plans."""
    now = bautzen(state)
    looked = now.inspected if side == COALITION else None
    spaces = tuple(
        text if not text or number == looked else UNSEEN for number, text in enumerate(now.ney_spaces, start=1)
    )
    return replace(now, ney_spaces=spaces, directed=now.directed if side == FRENCH else ())


def show(event: Event, side: Side) -> Event | None:
    """One of Bautzen's events as a side sees it."""
    match event:
        case ev.NeyMarkersLaid():
            return event.model_copy(update={"texts": (UNSEEN,) * len(event.texts), "rolls": ()})
        case ev.NeyMarkerInspected() if side != event.side:
            return event.model_copy(update={"text": UNSEEN})
        case ev.MoveDirected() if side != event.side:
            return None
        case _:
            return event
