"""VV-7.3a: fog of war: what a side knows of a position, and the usual ways in which it sees what happens.

A side sees which places the enemy holds, never what stands in a stack, until a combat discloses it. What it has seen
stays known until the stack moves out of sight; then it is only remembered. Spectators have seen nothing of either army.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar, cast

from adjudicator.core.types import PUBLIC, UMPIRE, Event, Frozen, Side
from adjudicator.core.values import replace
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.state import EMPTY, Army, Commander, Marker, Sequence, State, Unit

UNKNOWN_OWNER = Side("?")
"""The owner of a face-down marker that shows its class alone."""
LEFT_UNSEEN = ("saved", "away")
"""What became of pieces that left the map without a combat that disclosed them."""


def unknown_id(side: Side, place: str) -> str:
    """The id of what stands unseen at a place."""
    return f"?{side}/{place}"


def is_unknown(piece: str) -> bool:
    """Whether an id stands for something unseen."""
    return piece.startswith("?")


def counter_of(ctx: Context, piece: str) -> Counter:
    """The printed part of a piece; of an unseen one, a blank."""
    if not is_unknown(piece):
        return ctx.counters[piece]
    side, _, place = piece[1:].partition("/")
    return Counter(piece, f"unseen stack at {place}", Side(side), "", "", "unknown", 0, "?", None, None, 0)


# --- what a side knows of a position -----------------------------------------------------------------------


def known(ctx: Context, state: State, side: Side) -> State:
    """The position as a side knows it, in the same form.

    With option fog=none the stacks are open; markers stay hidden all the same.
    """
    if side == UMPIRE:
        return state
    state = replace(state, markers=_kept_markers(ctx, state, side), game=ctx.game.known(ctx, state, side))
    if is_open(ctx):
        return state
    mine = state.armies.get(side, Army())
    return replace(
        state,
        armies={
            owner: army if owner == side else _seen_army(state, owner, side) for owner, army in state.armies.items()
        },
        sequence=_own_sequence(state, mine),
        expelled=frozenset(pair for pair in state.expelled if pair[0] in mine.units),
        sightings={side: state.sightings.get(side, {})},
    )


def is_open(ctx: Context) -> bool:
    """Option fog: whether everybody may look into every stack."""
    return ctx.options["fog"] == "none"


def units_in_sight(ctx: Context, state: State, side: Side, units: tuple[str, ...]) -> tuple[str, ...]:
    """Those of some enemy units that a side can name here and now."""
    return tuple(unit for unit in units if is_open(ctx) or is_sighted(state, side, unit))


def is_sighted(state: State, side: Side, unit: str) -> bool:
    """Whether a side knows which unit this is, here and now."""
    sighting = state.sightings.get(side, {}).get(unit)
    return sighting is not None and sighting.current and sighting.place == state.unit(unit).place


def _seen_army(state: State, other: Side, side: Side) -> Army:
    """An army as a side sees it that it is not; kept while neither it nor what is remembered of it changes."""
    army, seen = state.army(other), state.sightings.get(side, EMPTY)
    kept = army.__dict__.get("seen")
    if kept is None or kept[0] is not seen:
        kept = army.__dict__["seen"] = (seen, _unseen(state, other, side))
    return cast(Army, kept[1])


def _unseen(state: State, other: Side, side: Side) -> Army:
    army = state.army(other)
    hidden = ("map", *LEFT_UNSEEN)
    units = {unit.id: unit for unit in army.units.values() if unit.status not in hidden}
    units |= {unit.id: unit for stack in army.units_at.values() for unit in stack if is_sighted(state, side, unit.id)}
    for place, stack in sorted(army.units_at.items()):
        if any(unit.id not in units for unit in stack):
            units[unknown_id(other, place)] = Unit(unknown_id(other, place), place)
    commanders = {one.id: one for one in army.commanders.values() if one.status not in hidden}
    for place in sorted(army.commanders_at):
        if place not in army.units_at:
            commanders[unknown_id(other, place)] = Commander(unknown_id(other, place), place)
    return Army(units, commanders)


def is_marker_seen(marker: Marker, side: Side) -> bool:
    """Whether a side knows which marker this is: one in its hand, or one that has been shown.

    Where backs show a class (LUT-2.0a), markers of both sides lie together, and nobody knows his own on the track.
    """
    if marker.public:
        return True
    if marker.marker_class:
        return marker.place == "hand" and marker.holder == side
    return marker.place != "track" and (marker.holder or marker.owner) == side


def _kept_markers(ctx: Context, state: State, side: Side) -> Mapping[str, Marker]:
    """What a side knows of the markers, kept while none of them changes: moves and combats seldom touch them."""
    memory = cast("dict[Side, Any]", ctx.board.__dict__.setdefault("seen_markers", {}))
    kept = memory.get(side)
    if kept is None or kept[0] is not state.markers:
        kept = memory[side] = (state.markers, _seen_markers(state, side))
    return cast("Mapping[str, Marker]", kept[1])


def _seen_markers(state: State, side: Side) -> dict[str, Marker]:
    """Own markers in hand and what both sides know; a face-down marker is only a place on the track or in a hand."""
    seen: dict[str, Marker] = {}
    blank: dict[tuple[Side, str, int, str], int] = {}
    for marker in sorted(state.markers.values(), key=lambda one: one.id):
        if is_marker_seen(marker, side):
            seen[marker.id] = marker
            continue
        owner = UNKNOWN_OWNER if marker.marker_class else marker.owner
        where = (marker.holder or owner, marker.place, marker.turn, marker.marker_class)
        blank[where] = blank.get(where, 0) + 1
        name = "/".join(str(part) for part in (f"?{where[0]}", *where[1:], blank[where]) if part != "")
        seen[name] = Marker(
            name, "?", owner, marker.place, marker.turn, marker.holder, marker_class=marker.marker_class
        )
    return seen


def _own_sequence(state: State, mine: Army) -> Sequence:
    def own(pieces: Iterable[str]) -> frozenset[str]:
        return frozenset(one for one in pieces if one in mine.units or one in mine.commanders)

    now = state.sequence
    return Sequence(
        out_of_command=own(now.out_of_command),
        moved=own(now.moved),
        cossacks={unit: effect for unit, effect in now.cossacks.items() if unit in mine.units},
        no_attack=own(now.no_attack),
        no_zone=own(now.no_zone),
        one_place=own(now.one_place),
    )


# --- how a side sees what happens --------------------------------------------------------------------------


class InFog(Event):
    """An event of which a stranger sees what shows on the map and no more; spectators are strangers to both sides."""

    def seen_by_public(self, before: State, rules: Context) -> Event | None:
        """As a side that it does not belong to, and that has seen nothing."""
        return self.seen_by(before, PUBLIC, rules)


M = TypeVar("M", bound=Frozen)


def lesser(whole: M, **change: Any) -> M:
    """An event, or a part of one, with something left out of it."""
    return whole.model_copy(update=change)


def own_in_fog(event: Any, before: State, side: Side, rules: Context) -> Event | None:
    """Only its own side sees it, unless every stack lies open."""
    return event if event.side == side or is_open(rules) else None


def stack_named_if_seen(event: Any, before: State, side: Side, rules: Context) -> Event:
    """Units that a side has not seen stay nameless to it, and so do commanders on their own."""
    if event.side == side or is_open(rules):
        return event  # type: ignore[no-any-return]
    named = tuple(unit for unit in event.units if is_sighted(before, side, unit))
    if event.units and named == event.units:
        return event  # type: ignore[no-any-return]
    hidden = {"commanders": ()} if "commanders" in type(event).model_fields else {}
    return lesser(event, units=named, **hidden)  # type: ignore[no-any-return]


def unit_named_if_seen(event: Any, before: State, side: Side, rules: Context) -> Event:
    """A unit that a side has not seen stays nameless to it, until it is eliminated."""
    gone = getattr(event, "eliminated", False)
    if event.side == side or is_open(rules) or gone or is_sighted(before, side, event.unit):
        return event  # type: ignore[no-any-return]
    return lesser(event, unit="")  # type: ignore[no-any-return]
