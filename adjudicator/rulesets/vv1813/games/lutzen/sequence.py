"""LUT 5: the sequence of play: markers laid, then in each turn the Coalition's sequence, the French one, the end."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Order, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.vv1813.combat import combat
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.events import SequenceBegan, TurnBegan
from adjudicator.rulesets.vv1813.game import Stage
from adjudicator.rulesets.vv1813.games.lutzen import division, objectives, plays, track
from adjudicator.rulesets.vv1813.games.lutzen.arrivals import make_tests
from adjudicator.rulesets.vv1813.games.lutzen.clock import slot_clock, slot_of
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.marker_events import ArtilleryRemoved, BatteryRested
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.markers.markers import in_hand, losable, return_markers
from adjudicator.rulesets.vv1813.movement import movement
from adjudicator.rulesets.vv1813.orders import LayMarkers
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from adjudicator.rulesets.vv1813.victory.ending import end_of_turn, random_end

# --- before the first turn ---------------------------------------------------------------------------------


def set_up(run: Run) -> Telling:
    """LUT-2.4a, LUT-2.4b: hands are dealt with the counters; all other markers go into the cup."""
    yield from track.fill_cup(run)


def lay_markers(run: Run) -> Telling:
    """LUT-2.4b, LUT-4.1e: what the players wrote for the set-up, then marker by marker onto the track."""
    wishes: dict[Side, track.Preferences] = {}
    for side in run.ctx.game.sides:
        mine = run.of(side)
        laying: list[LayMarkers] = []
        for order in movement.settled(mine, mine.written()):
            if isinstance(order, LayMarkers):
                laying.append(order)
            yield from movement.before_the_battle(mine, order)
        wishes[side] = track.preferences(laying)
    shared = division.by_default(run.ctx, run.state)
    if shared is not None:
        yield shared
    yield from track.lay_all(run, wishes)


def lay(run: Run, order: LayMarkers) -> Telling:
    """`lay RE on 16.00, 17.00`: read when the markers are laid; here only what is wrong with it."""
    rule = "LUT-2.4b"
    if run.state.turn:
        yield run.refused(order, no(rule, "Markers are laid before the first turn.", "Leave the order out."))
        return
    strange = [space for space in order.spaces if slot_of(run.ctx, space) is None]
    if strange:
        first, last = slot_clock(run.ctx, 1), slot_clock(run.ctx, facts(run.ctx).track.slots)
        reason = f"No markers are laid on {', '.join(strange)}."
        yield run.refused(order, no(rule, reason, f"The track has spaces from {first} to {last}."))


def nothing_laid(ctx: Context, side: Side, given: Sequence[Order]) -> Verdict:
    """LUT-2.4b, D01: whoever names no spaces is asked about each of his markers, one after the other."""
    if any(isinstance(order, LayMarkers) for order in given):
        return yes("LUT-2.4b")
    mine = facts(ctx).track.slots * facts(ctx).track.each // len(ctx.game.sides)
    reason = f"No spaces are named for your {mine} markers: each will be asked for by itself."
    return no("LUT-2.4b", reason, "Write for example `lay RE1 on 12.00` and `lay E on 13.00, 14.00`.")


# --- a turn ------------------------------------------------------------------------------------------------


def coalition_opening(run: Run) -> Telling:
    """LUT-5.1 (A), LUT-5.2: the turn begins; night may end it; the French may reveal; the Coalition draws."""
    turn = run.state.turn
    yield TurnBegan(turn=turn, clock=run.ctx.game.clock(run.ctx, run.state, turn))
    yield from return_markers(run)
    yield from division.gather_by_itself(run)
    yield from random_end(run)
    yield SequenceBegan(side=COALITION)
    yield from plays.offer_reveals(run.of(FRENCH))
    yield from _run_out_of_munitions(run)
    yield from track.draw(run)


def _run_out_of_munitions(run: Run) -> Telling:
    """LUT-2.H1: from the turn of Artillery without munitions the Coalition loses an Artillery marker each turn."""
    kind = facts(run.ctx).munitions.takes
    if lutzen(run.state).munitions is None:
        return
    for marker in losable(run.state, COALITION, kind)[:1]:
        yield ArtilleryRemoved(side=COALITION, marker=marker.id, marker_kind=kind)


def french_opening(run: Run) -> Telling:
    """LUT-5.1 (D): the Coalition may reveal; the French draw; the tests of the hour are made."""
    yield SequenceBegan(side=FRENCH)
    yield from plays.offer_reveals(run.of(COALITION))
    yield from track.draw(run)
    yield from make_tests(run)


def turn_end(run: Run) -> Telling:
    """LUT-5.1, LUT-9.1: the last marker goes unseen, objectives and morale are looked at; after 21.00 it is over."""
    yield from track.discard_the_last(run)
    yield from _rest_the_battery(run)
    yield from objectives.settle(run)
    yield from end_of_turn(run)


def _rest_the_battery(run: Run) -> Telling:
    """LUT-8.8g: Drouot used once of twice is away like any marker that was played."""
    if lutzen(run.state).drouot != run.state.turn:
        return
    for marker in in_hand(run.state, FRENCH, "drouot"):
        back = run.ctx.game.marker_back(run.ctx, run.state, marker.kind)
        assert back is not None
        yield BatteryRested(side=FRENCH, marker=marker.id, marker_kind=marker.kind, back=back)


def _movement(side: Side) -> Stage:
    return Stage(f"{side} movement", f"{side} bombardments and movement", "LUT-5.1", side, movement.phase)


def _combat(side: Side) -> Stage:
    return Stage(f"{side} combat", f"{side} bombardments and combats", "LUT-5.1", side, combat.phase)


STAGES: tuple[Stage, ...] = (
    Stage("set-up", "Set-up", "LUT-2.4b", None, set_up),
    Stage("set-up orders", "Laying the markers", "LUT-2.4b", sides=(COALITION, FRENCH)),
    Stage("set-up markers", "Laying the markers", "LUT-2.4b", None, lay_markers),
    Stage("Coalition opening", "The turn begins: Coalition marker", "LUT-5.1", COALITION, coalition_opening),
    Stage("Coalition orders", "Coalition orders", "LUT-5.1", COALITION),
    _movement(COALITION),
    _combat(COALITION),
    Stage("French opening", "French marker and arrivals", "LUT-5.1", FRENCH, french_opening),
    Stage("French orders", "French orders", "LUT-5.1", FRENCH),
    _movement(FRENCH),
    _combat(FRENCH),
    Stage("end of turn", "End of the turn", "LUT-9.1", None, turn_end),
)
