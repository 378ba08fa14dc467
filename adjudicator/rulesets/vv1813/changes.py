"""What several events do to a position alike: pieces set down or gone, markers put aside, sightings, morale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.core.types import Side
from adjudicator.core.values import replace
from adjudicator.rulesets.vv1813.state import EMPTY, Commander, Morale, Sighting, State, Unit, enemy_of

# --- pieces ------------------------------------------------------------------------------------------------


def with_pieces(state: State, side: Side, units: Iterable[Unit] = (), commanders: Iterable[Commander] = ()) -> State:
    """The position with some pieces of a side replaced."""
    changed = state.army(side).changed({unit.id: unit for unit in units}, {one.id: one for one in commanders})
    return replace(state, armies={**state.armies, side: changed})


def altered(state: State, side: Side, units: Iterable[str], commanders: Iterable[str], **change: Any) -> State:
    """The position with the same change made to several pieces of a side."""
    army = state.army(side)
    return with_pieces(
        state,
        side,
        (replace(army.units[unit], **change) for unit in units),
        (replace(army.commanders[one], **change) for one in commanders),
    )


def put(state: State, side: Side, units: Iterable[str], commanders: Iterable[str], place: str) -> State:
    """Pieces of a side set down at a place, in the open: whoever knew a unit still knows it."""
    moved = tuple(units)
    state = altered(state, side, moved, commanders, place=place)
    seen = state.sightings.get(enemy_of(side), EMPTY)
    known = [unit for unit in moved if unit in seen and seen[unit].current]
    return with_sightings(
        state, enemy_of(side), {unit: replace(seen[unit], place=place, turn=state.turn) for unit in known}
    )


# --- sightings ---------------------------------------------------------------------------------------------


def with_sightings(state: State, watcher: Side, seen: Mapping[str, Sighting]) -> State:
    """The position in which a side knows these units so."""
    if not seen:
        return state
    return replace(state, sightings={**state.sightings, watcher: {**state.sightings.get(watcher, EMPTY), **seen}})


def forgotten(state: State, side: Side, units: Iterable[str]) -> State:
    """The position in which nobody remembers these units of a side."""
    watcher, gone = enemy_of(side), set(units)
    seen = {unit: sighting for unit, sighting in state.sightings.get(watcher, EMPTY).items() if unit not in gone}
    return replace(state, sightings={**state.sightings, watcher: seen})


def out_of_sight(state: State, side: Side, units: Iterable[str]) -> State:
    """Units left the map: whoever knew them remembers where they did."""
    seen = state.sightings.get(enemy_of(side), EMPTY)
    last = {unit: replace(seen[unit], turn=state.turn, current=False) for unit in units if unit in seen}
    return with_sightings(state, enemy_of(side), last)


# --- markers and morale --------------------------------------------------------------------------------------


def marked(state: State, markers: Iterable[str], **change: Any) -> State:
    """The position with the same change made to several markers."""
    return replace(state, markers={**state.markers, **{one: replace(state.markers[one], **change) for one in markers}})


def spent(state: State, marker: str, back: int | None) -> State:
    """A marker was played: it lies aside until a turn, or is gone for good; both sides have seen it."""
    if back is None:
        return marked(state, (marker,), place="gone", turn=0, public=True)
    return marked(state, (marker,), place="aside", turn=back, public=True)


def with_morale(state: State, side: Side, morale: Morale) -> State:
    """VV-9.4: the position with an army's morale as it is now; which army reached 0 first is noted."""
    if morale.value - morale.owed + morale.pending > 0:
        morale = replace(morale, zero_order=kept_order(state, morale))
    elif morale.zero_order is None:
        morale = replace(morale, zero_order=1 + max(other.zero_order or 0 for other in state.morale.values()))
    return replace(state, morale={**state.morale, side: morale})


def kept_order(state: State, morale: Morale) -> int | None:
    """VV-10.G1: once the general retreat is ordered, nothing that is regained undoes it."""
    return morale.zero_order if state.general_retreat is not None else None
