"""LUT 2.4, 5: the turn track: markers laid face down by both sides, drawn by class, the last one discarded unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.kit.run import Asking, decided
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.lutzen.clock import slot_clock, slot_of
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.marker_events import CupFilled, MarkerDiscarded, MarkerLaid
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.markers.events import MarkerDrawn
from adjudicator.rulesets.vv1813.markers.markers import LOSSES, suffer_losses
from adjudicator.rulesets.vv1813.orders import LayMarkers, LayOn, TakeMarker
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import State, enemy_of

FIRST_TURN = ("RE1", "RE", "E")
LATER = ("RE", "E", "RE1")
"""The documented defaults of drawing (D04)."""

Preferences = Mapping[str, tuple[str, ...]]
"""By class of marker: hours of the track, best first."""


def fill_cup(run: Run) -> Telling:
    """LUT-2.4b: every marker that begins in no hand goes into one cup."""
    rest = sorted(marker.id for marker in run.state.markers.values() if marker.place == "aside")
    order, roll = run.dice.shuffle("T0/markers", rest, veiled=True)
    yield CupFilled(count=len(order), order=order, rolls=(roll,))


# --- laying ------------------------------------------------------------------------------------------------


def preferences(orders: Sequence[LayMarkers]) -> Preferences:
    """A side's `lay` orders by class; several for one class follow each other."""
    found: dict[str, tuple[str, ...]] = {}
    for order in orders:
        found[order.marker_class] = (*found.get(order.marker_class, ()), *order.spaces)
    return found


def lay_all(run: Run, wishes: Mapping[Side, Preferences]) -> Telling:
    """LUT-2.4b: in turn, the first side of the track beginning, each lays the marker that chance gives it."""
    ctx, total = run.ctx, len(lutzen(run.state).cup)
    while lutzen(run.state).cup:
        number = total - len(lutzen(run.state).cup)
        first = facts(ctx).track.first
        side = first if number % 2 == 0 else enemy_of(first)
        marker = lutzen(run.state).cup[0]
        marker_class = run.state.markers[marker].marker_class
        slot = yield from _slot(run.of(side), number + 1, marker_class, wishes.get(side, {}))
        yield MarkerLaid(side=side, slot=slot, clock=slot_clock(ctx, slot), marker_class=marker_class, marker=marker)


def with_room(ctx: Context, state: State) -> tuple[int, ...]:
    """The spaces of the track that hold less than three markers."""
    numbers = facts(ctx).track
    return tuple(n for n, laid in enumerate(lutzen(state).slots, start=1) if len(laid) < numbers.each)


def _slot(run: Run, number: int, marker_class: str, wishes: Preferences) -> Asking[int]:
    """Where a marker goes: by the side's preferences for its class, else as it answers (D01)."""
    ctx, side = run.ctx, run.side
    free = with_room(ctx, run.state)
    preferred = _first_free(ctx, wishes.get(marker_class, ()), free)
    if preferred is not None:
        return preferred
    default = LayOn(spaces=(slot_clock(ctx, free[0]),))
    if len(free) == 1:
        return free[0]
    decision = Decision(
        key=f"T0/lay/{number}/{side}",
        kind="lay_on",
        moments=("laying",),
        side=side,
        rule=RuleId("LUT-2.4b"),
        question=f"Marker {number} of the track, class {marker_class}, is yours to lay: on which turn?",
        default=default,
        units=(marker_class,),
        pauses=marker_class not in wishes,
        examples=tuple(LayOn(spaces=(slot_clock(ctx, slot),)) for slot in free),
    )
    wanted = _first_free(ctx, (yield from decided(decision, LayOn)).spaces, free)
    return free[0] if wanted is None else wanted


def _first_free(ctx: Context, spaces: Sequence[str], free: Sequence[int]) -> int | None:
    return next((slot for slot in (slot_of(ctx, space) for space in spaces) if slot in free), None)


# --- drawing -----------------------------------------------------------------------------------------------


def of_this_turn(state: State) -> tuple[str, ...]:
    """LUT-2.B4: the markers of the current turn; space k serves turn k, whatever the clock says."""
    slots = lutzen(state).slots
    return slots[state.turn - 1] if 1 <= state.turn <= len(slots) else ()


def draw(run: Run) -> Telling:
    """LUT-5.1: a side takes one of the turn's markers by its class; Losses strike at once whoever draws them."""
    markers = of_this_turn(run.state)
    if not markers:
        return
    wanted = yield from _wanted_class(run.state, run.side, markers)
    marker = next(one for one in markers if run.state.markers[one].marker_class == wanted)
    kind = run.state.markers[marker].kind
    yield MarkerDrawn(rule=RuleId("LUT-5.1"), side=run.side, marker=marker, marker_kind=kind, marker_class=wanted)
    if kind == LOSSES:
        yield from suffer_losses(run, marker)


def _wanted_class(state: State, side: Side, markers: Sequence[str]) -> Asking[str]:
    """D04: as the side's `take` order says, else its standing order or answer, else the documented default."""
    present = tuple(dict.fromkeys(state.markers[one].marker_class for one in markers))
    order = FIRST_TURN if state.turn == 1 else LATER
    default = tuple(one for one in order if one in present)
    wish = next((one for one in lutzen(state).wishes.get(side, ()) if one in present), None)
    if wish is not None or len(present) == 1:
        return wish or present[0]
    decision = Decision(
        key=f"T{state.turn}/take/{side}",
        kind="take_marker",
        moments=("taking",),
        side=side,
        rule=RuleId("LUT-5.1"),
        question=f"Which class of marker do you draw: {', '.join(sorted(present))}?",
        default=TakeMarker(classes=default),
        examples=tuple(TakeMarker(classes=(one,)) for one in default),
    )
    classes = (yield from decided(decision, TakeMarker)).classes
    return next((one for one in classes if one in present), default[0])


def discard_the_last(run: Run) -> Telling:
    """LUT-5.1: what nobody took leaves the game unseen."""
    for marker in of_this_turn(run.state):
        yield MarkerDiscarded(marker_class=run.state.markers[marker].marker_class, marker=marker)
