"""VV-7.3a: fog of war: what a side knows of a position, and how it sees what happens.

A side sees which places the enemy holds, never what stands in a stack, until a combat discloses it. What it has seen
stays known until the stack moves out of sight; then it is only remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, cast

from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.types import UMPIRE, Event, Finding, Side
from adjudicator.rulesets.vv1813 import combat_events as combat
from adjudicator.rulesets.vv1813 import events as ev
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.state import EMPTY, Army, Commander, Marker, Sequence, State, Unit, enemy_of

NOT_KNOWN = "not known to you"
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
    state = replace(state, markers=_seen_markers(state, side), game=ctx.game.known(ctx, state, side))
    if is_open(ctx):
        return state
    return replace(
        state,
        armies={**state.armies, enemy_of(side): _seen_army(state, side)},
        sequence=_own_sequence(state, side),
        expelled=frozenset(pair for pair in state.expelled if pair[0] in state.army(side).units),
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


def _seen_army(state: State, side: Side) -> Army:
    """The enemy as a side sees him; kept while neither he nor what is remembered of him changes."""
    army, seen = state.army(enemy_of(side)), state.sightings.get(side, EMPTY)
    kept = army.__dict__.get("seen")
    if kept is None or kept[0] is not seen:
        kept = army.__dict__["seen"] = (seen, _unseen(state, side))
    return cast(Army, kept[1])


def _unseen(state: State, side: Side) -> Army:
    other = enemy_of(side)
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


def _own_sequence(state: State, side: Side) -> Sequence:
    mine = state.army(side)

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


def show(ctx: Context, before: State, event: Event, side: Side) -> Event | None:
    """An event as a side sees it: whole, a lesser one, or nothing."""
    if side == UMPIRE:
        return event
    if isinstance(event, ctx.game.events):
        return ctx.game.show(ctx, before, event, side)
    shown: Event | None = event
    for lesser in (_SECRET, {} if is_open(ctx) else _UNSEEN):
        if shown is not None and event.kind in lesser:
            shown = lesser[event.kind](before, shown, side)
    return shown


def redacted(finding: Finding[Any], side: Side) -> Finding[Any]:
    """A finding for a side: parts that would show something hidden read "not known to you"."""
    if side in finding.hidden_from:
        finding = finding.model_copy(update={"value": type(finding.value)(), "because": NOT_KNOWN})
    if not finding.parts:
        return finding
    return finding.model_copy(update={"parts": tuple(redacted(part, side) for part in finding.parts)})


def _own_only(before: State, event: Any, side: Side) -> Event | None:
    return event if event.side == side else None


def _markers_laid(before: State, event: ev.MarkersLaid, side: Side) -> Event:
    faces_down = tuple(ev.LaidMarker(turn=one.turn) for one in event.laid)
    return event.model_copy(update={"laid": faces_down, "rolls": ()})


def _marker_drawn(before: State, event: ev.MarkerDrawn, side: Side) -> Event:
    if event.side == side:
        return event
    return event.model_copy(update={"marker": "", "marker_kind": "?", "rolls": ()})


def _moved(before: State, event: ev.UnitsMoved, side: Side) -> Event:
    if side in (event.side, event.by):
        return event
    army = before.army(event.side)
    gone = {*event.units, *event.commanders}
    stood = [unit.id for unit in army.units_at.get(event.origin, ())]
    in_view = not stood or event.path[-1] not in army.units_at
    stood += [one.id for one in army.commanders_at.get(event.origin, ())]
    return ev.StackMoved(
        side=event.side,
        origin=event.origin,
        path=event.path,
        whole=all(piece in gone for piece in stood),
        commander_only=not event.units and in_view,
    )


def _entered(before: State, event: ev.UnitsEntered, side: Side) -> Event:
    if event.side == side:
        return event
    return ev.StackMoved(
        side=event.side,
        origin=event.path[0],
        path=event.path,
        whole=True,
        commander_only=not event.units,
        entered=True,
    )


def _cossacks(before: State, event: ev.CossacksPlayed, side: Side) -> Event:
    return event.model_copy(update={"units": ()}) if event.side == side else event


def _adjusted(before: State, event: ev.PositionAdjusted, side: Side) -> Event | None:
    if event.what in ("morale", "objective", "marker"):
        return event
    return event if before.side_of(event.id) == side else None


def _marker_adjusted(before: State, event: ev.PositionAdjusted, side: Side) -> Event | None:
    if event.what != "marker":
        return event
    marker = before.markers[event.id]
    return event if (marker.holder or marker.owner) == side or marker.public else None


def _declared(before: State, event: combat.CombatsDeclared, side: Side) -> Event:
    if event.side == side:
        return event
    return event.model_copy(update={"combats": tuple(one.model_copy(update={"line": 0}) for one in event.combats)})


def _stack_named_if_seen(before: State, event: Any, side: Side) -> Event:
    """Units that this side has not seen stay nameless, and so do commanders on their own."""
    if event.side == side or (event.units and all(is_sighted(before, side, unit) for unit in event.units)):
        return event  # type: ignore[no-any-return]
    named = tuple(unit for unit in event.units if is_sighted(before, side, unit))
    change: dict[str, Any] = {"units": named}
    if "commanders" in type(event).model_fields:
        change["commanders"] = ()
    return event.model_copy(update=change)  # type: ignore[no-any-return]


def _unit_named_if_seen(before: State, event: Any, side: Side) -> Event:
    if event.side == side or is_sighted(before, side, event.unit) or getattr(event, "eliminated", False):
        return event  # type: ignore[no-any-return]
    return event.model_copy(update={"unit": ""})  # type: ignore[no-any-return]


def _victim_drawn(before: State, event: combat.VictimDrawn, side: Side) -> Event | None:
    return event if event.side == side or not event.by_bombardment else None


def _commander_hit(before: State, event: combat.CommanderHit, side: Side) -> Event | None:
    """VV-8.8.2: whether a bombardment found a commander is seen only if it killed him."""
    return event if event.side == side or not event.by_bombardment or event.outcome == "killed" else None


def _bombarded(before: State, event: combat.Bombarded, side: Side) -> Event:
    return event.model_copy(update={"score": redacted(event.score, side)})


_SECRET: dict[str, Callable[[State, Any, Side], Event | None]] = {
    Refused.model_fields["kind"].default: _own_only,
    NotCarriedOut.model_fields["kind"].default: _own_only,
    "markers_laid": _markers_laid,
    "marker_drawn": _marker_drawn,
    "position_adjusted": _marker_adjusted,
}
"""What a side is never shown whole: the other's written orders, and markers that lie face down."""
_UNSEEN: dict[str, Callable[[State, Any, Side], Event | None]] = {
    "command_checked": _own_only,
    "units_restricted": _own_only,
    "units_moved": _moved,
    "units_entered": _entered,
    "entry_delayed": _own_only,
    "cossacks_played": _cossacks,
    "position_adjusted": _adjusted,
    "combats_declared": _declared,
    "combat_refused": _stack_named_if_seen,
    "quality_rolled": _unit_named_if_seen,
    "step_lost": _unit_named_if_seen,
    "units_retreated": _stack_named_if_seen,
    "retreat_blocked": _stack_named_if_seen,
    "units_left_map": _stack_named_if_seen,
    "units_saved": _stack_named_if_seen,
    "place_occupied": _stack_named_if_seen,
    "victim_drawn": _victim_drawn,
    "commander_hit": _commander_hit,
    "bombarded": _bombarded,
}
"""What is not shown whole while nobody may look into the other's stacks."""
