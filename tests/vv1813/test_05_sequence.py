"""Chapter 5: the sequence of play at Bautzen, from set-up to the end of a turn."""

from __future__ import annotations

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.engine import Position, StepTexts, run_step
from adjudicator.core.events import PhaseBegan, TextsOpened
from adjudicator.core.orders import Orders
from adjudicator.core.types import Wait
from adjudicator.rulesets.vv1813.events import SequenceBegan, StageReached, TurnBegan
from adjudicator.rulesets.vv1813.games.bautzen.events import NeyMarkersLaid, NeyTested
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.markers.events import MarkerDrawn, MarkersLaid, MarkersReturned
from adjudicator.rulesets.vv1813.markers.markers import in_hand
from adjudicator.rulesets.vv1813.morale.events import MoraleChecked
from adjudicator.rulesets.vv1813.orders import Move
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State
from adjudicator.rulesets.vv1813.victory.events import RandomEndTested
from tests.support.vv_bautzen import Table, rules
from tests.support.vv_positions import StepScript


def start() -> Table:
    return Table(rules(), rules().start())


def test_5_1_hands_at_the_start() -> None:
    """BAU-5.1: the French hold 2 Artillery, the Coalition 2 Artillery and 3 Cossacks; both know that."""
    state = start().state
    hands = {side: sorted(m.kind for m in in_hand(state, side)) for side in (FRENCH, COALITION)}
    assert hands == {
        FRENCH: ["artillery", "artillery"],
        COALITION: ["artillery", "artillery", "cossacks", "cossacks", "cossacks"],
    }
    assert all(m.public for m in in_hand(state, COALITION))


def test_5_2_the_rest_is_shuffled_and_laid_on_the_track() -> None:
    """BAU-5.2: French on odd turns, Coalition on even ones, two on turns 6 and 8 (golden case G63)."""
    told = start().stage("set-up")
    french, coalition = told.of(MarkersLaid)
    assert [one.turn for one in french.laid] == [1, 3, 5, 7, 9, 11, 13]
    assert [one.turn for one in coalition.laid] == [2, 4, 6, 6, 8, 8, 10, 12]
    assert len(coalition.laid) + len(in_hand(told.table.state, COALITION)) == 13
    assert all(roll.veiled for event in (french, coalition) for roll in event.rolls)


def test_5_2_the_dice_of_the_shuffle_decide_who_lies_where() -> None:
    """BAU-5.2: a Fisher-Yates shuffle of the seven French markers by name, from the end."""
    dice = ScriptedDice({"T0/French/markers": [1, 6, 5, 4, 3, 2]})
    laid = start().stage("set-up", dice).of(MarkersLaid)[0].laid
    assert (laid[0].marker, laid[-1].marker) == ("french_losses_1", "french_alexander_1")


def test_5_2_nobody_sees_what_lies_on_the_track() -> None:
    """BAU-5.2, VV-7.3a: not even the owner; the dice are hidden with it."""
    told = start().stage("set-up")
    laid = told.of(MarkersLaid)[0]
    for side in (FRENCH, COALITION):
        shown = told.table.rules.show(told.table.state, laid, side)
        assert isinstance(shown, MarkersLaid)
        assert [one.marker for one in shown.laid] == [""] * 7
        assert shown.rolls == ()
        known = told.table.rules.known(told.table.state, side)
        assert {m.kind for m in known.markers.values() if m.place == "track"} == {"?"}


def test_5_3_ney_s_markers_lie_unseen_on_their_spaces() -> None:
    """BAU-5.3: shuffled onto spaces 1, 2 and 3 by a die that nobody sees."""
    told = start().stage("set-up", ScriptedDice({"T0/Ney/markers": [1, 2]}))
    laid = told.one(NeyMarkersLaid)
    assert laid.texts == ("2301+1", "2306", "2301")
    assert all(roll.veiled for roll in laid.rolls)
    for side in (FRENCH, COALITION):
        shown = told.table.rules.show(told.table.state, laid, side)
        assert isinstance(shown, NeyMarkersLaid)
        assert (shown.texts, shown.rolls) == (("?", "?", "?"), ())
        assert bautzen(told.table.rules.known(told.table.state, side)).ney_spaces == ("?", "?", "?")


def test_5_4_the_stages_of_a_turn() -> None:
    """BAU-5.4: French draw and Ney test, movement, combat; Coalition draw, movement, combat; the check."""
    assert [stage.name for stage in rules().context.game.stages] == [
        "set-up",
        "French opening",
        "French orders",
        "French movement",
        "French combat",
        "Coalition opening",
        "Coalition orders",
        "Coalition movement",
        "Coalition combat",
        "end of turn",
    ]


def run(state: State, orders: Orders | None = None) -> tuple[list[object], State, object]:
    step = run_step(rules(), Position(state), StepTexts(orders or Orders()), StepScript({}, otherwise=6))
    return list(step.events), step.position.state, step.stopped


def test_5_4_a_whole_turn_through_the_engine() -> None:
    """BAU-5.4, VV-5.3: each text opens the next stages; after the Coalition's sequence the next turn begins."""
    events, state, stopped = run(rules().start())
    assert stopped == Wait(what="orders", sides=(FRENCH,), turn=1)
    assert [e.phase for e in events if isinstance(e, PhaseBegan)] == ["T0/set-up", "T1/French opening"]
    events, state, stopped = run(state)
    assert isinstance(events[0], TextsOpened)
    assert [e.phase for e in events if isinstance(e, PhaseBegan)] == [
        "T1/French movement",
        "T1/French combat",
        "T1/Coalition opening",
    ]
    assert stopped == Wait(what="orders", sides=(COALITION,), turn=1)
    events, state, stopped = run(state)
    assert [e.phase for e in events if isinstance(e, PhaseBegan)] == [
        "T1/Coalition movement",
        "T1/Coalition combat",
        "T1/end of turn",
        "T2/French opening",
    ]
    assert stopped == Wait(what="orders", sides=(FRENCH,), turn=2)
    assert state.turn == 2
    assert isinstance(events[-1], StageReached)


def test_5_4_a_side_draws_its_own_marker_only() -> None:
    """BAU-5.4: on turn 1 the French draw, on turn 2 the Coalition; the other side does not see which."""
    first = Table.begin(turn=1).stage("French opening")
    drawn = first.one(MarkerDrawn)
    assert (drawn.side, drawn.marker) == (FRENCH, "french_alexander_1")
    shown = first.table.rules.show(first.table.state, drawn, COALITION)
    assert isinstance(shown, MarkerDrawn)
    assert (shown.marker, shown.marker_kind) == ("", "?")
    assert Table.begin(turn=1).stage("Coalition opening").of(MarkerDrawn) == []
    assert Table.begin(turn=2).stage("French opening").of(MarkerDrawn) == []
    assert [e.marker for e in Table.begin(turn=6).stage("Coalition opening").of(MarkerDrawn)] == [
        "coalition_cossacks_4",
        "coalition_cossacks_5",
    ]


def test_5_4_the_order_of_the_french_opening() -> None:
    """BAU-5.4 (A): turn, sequence, markers back for both sides, the draw, then the Ney test."""
    table = Table.begin(turn=1)
    spent = table.moves(FRENCH).table
    told = spent.turn(3).stage("French opening", ScriptedDice({"T3/Ney": [6]}))
    assert [type(event) for event in told.events] == [TurnBegan, SequenceBegan, MarkerDrawn, NeyTested]
    assert told.of(MarkersReturned) == []


def test_5_4_what_bound_units_ends_with_the_sequence() -> None:
    """BAU-5.4: pieces that moved in the French sequence of one turn may move in that of the next."""
    moved = Table.begin(turn=1).moves(FRENCH, Move(units=("bonnet",), destination="1103")).table
    assert "bonnet" in moved.state.sequence.moved
    opened = moved.turn(2).stage("French opening").table
    assert opened.state.sequence.moved == frozenset()


def test_5_5_the_storm_is_tested_before_the_coalition_draws() -> None:
    """BAU-5.5: on turn 12, first in the Coalition's sequence, after the French one."""
    told = Table.begin(turn=12).stage("Coalition opening", ScriptedDice({"T12/random-end": [3, 3]}))
    kinds = [type(event) for event in told.events]
    assert kinds.index(RandomEndTested) < kinds.index(SequenceBegan) < kinds.index(MarkerDrawn)
    assert Table.begin(turn=10).stage("Coalition opening").of(RandomEndTested) == []


def test_5_3_the_clock() -> None:
    """VV-5.3: a turn is an hour: 06.00 on turn 1, 16.00 on turn 11, and on beyond the track."""
    ctx = rules().context
    state = rules().start()
    assert [ctx.game.clock(ctx, state, turn) for turn in range(1, 14)] == [f"{hour:02d}.00" for hour in range(6, 19)]
    assert [ctx.game.clock(ctx, state, turn) for turn in (14, 20)] == [
        "19.00",
        "01.00",
    ]


def test_5_3_both_sequences_are_the_same_every_turn() -> None:
    """VV-5.3: the morale of both armies is looked at when a turn ends."""
    told = Table.begin(turn=4).stage("end of turn")
    assert [event.side for event in told.of(MoraleChecked)] == [FRENCH, COALITION]
