"""Lützen, chapters 2.4 and 5: markers laid by both sides, drawn by class, discarded unseen."""

from __future__ import annotations

from collections import Counter

import pytest

from adjudicator.core.canon import canonical
from adjudicator.core.engine import Position, StepTexts, run_step
from adjudicator.core.events import Refused
from adjudicator.core.orders import Orders, Standing
from adjudicator.core.types import Side, Wait
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.games.lutzen.events import UnitDivided
from adjudicator.rulesets.vv1813.games.lutzen.marker_events import CupFilled, MarkerDiscarded, MarkerLaid, WishNoted
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.markers.events import MarkerDrawn, MarkersLost
from adjudicator.rulesets.vv1813.markers.markers import held
from adjudicator.rulesets.vv1813.state import BOTH, COALITION, FRENCH, State
from tests.support.vv_bautzen import Table
from tests.support.vv_lutzen import battle, begun, kept, kinds_of, now, rules, scripted, texts
from tests.support.vv_positions import StepScript

# --- what there is -------------------------------------------------------------------------------------------


def test_2_4a_hands_at_the_start() -> None:
    """LUT-2.4a: the French hold two Artillery, the Coalition three Artillery and three Cossacks, known to all."""
    state = rules().start()
    hands = {side: Counter(m.kind for m in held(state, side)) for side in (FRENCH, COALITION)}
    assert hands == {FRENCH: {"artillery": 2}, COALITION: {"artillery": 3, "cossacks": 3}}
    assert all(m.public for side in hands for m in held(state, side))


def test_2_0a_there_are_32_markers_of_three_classes() -> None:
    """LUT-2.0a: 22 E, 3 RE1, 7 RE; six kinds for the Coalition, seven for the French, four for both."""
    markers = rules().start().markers.values()
    assert Counter(m.marker_class for m in markers) == {"E": 22, "RE1": 3, "RE": 7}
    kinds = {owner: {m.kind for m in markers if m.owner == owner} for owner in (COALITION, FRENCH, BOTH)}
    assert {owner: len(those) for owner, those in kinds.items()} == {COALITION: 6, FRENCH: 7, BOTH: 4}


# --- laying --------------------------------------------------------------------------------------------------


def after_set_up() -> Table:
    made = rules()
    return Table(made, made.start()).stage("set-up").table


def test_2_4b_the_cup_holds_24_and_nobody_knows_their_order() -> None:
    """LUT-2.4b: the shuffle is veiled, and neither side is shown anything of it."""
    made = rules()
    told = Table(made, made.start()).stage("set-up")
    filled = told.one(CupFilled)
    assert (filled.count, len(filled.order), filled.rolls[0].veiled) == (24, 24, True)
    for side in (FRENCH, COALITION):
        shown = made.show(made.start(), filled, side)
        assert isinstance(shown, CupFilled)
        assert (shown.order, shown.rolls) == ((), ())


def test_2_4b_the_sides_lay_in_turn_until_every_turn_holds_three() -> None:
    """LUT-2.4b: the Coalition begins; 24 markers, three on each of the eight turns."""
    told = after_set_up().stage("set-up markers")
    laid = told.of(MarkerLaid)
    assert [event.side for event in laid] == [COALITION, FRENCH] * 12
    assert Counter(event.slot for event in laid) == dict.fromkeys(range(1, 9), 3)
    assert lutzen(told.table.state).cup == ()


def test_2_4b_preferences_by_class_are_followed() -> None:
    """LUT-2.4b: `lay RE1 on 12.00` and the like; what has no room goes to the next space of the list."""
    late = tuple(f"{hour}.00" for hour in range(19, 12, -1))
    lay = [vv.LayMarkers(marker_class=one, spaces=late) for one in ("E", "RE")]
    both = {side: (*lay, vv.LayMarkers(marker_class="RE1", spaces=("12.00",))) for side in (COALITION, FRENCH)}
    told = after_set_up().stage("set-up markers", orders=texts(both))
    laid = told.of(MarkerLaid)
    assert {e.slot for e in laid if e.marker_class == "RE1"} == {1}
    assert [e.slot for e in laid if e.marker_class != "RE1"][:6] == [8, 8, 8, 7, 7, 7]


def test_2_4b_where_no_preference_has_room_the_first_free_turn_is_taken() -> None:
    """LUT-2.4b: a list that is used up does not stop the game."""
    lay = tuple(vv.LayMarkers(marker_class=one, spaces=("19.00",)) for one in ("E", "RE", "RE1"))
    told = after_set_up().stage("set-up markers", orders=texts({COALITION: lay, FRENCH: lay}))
    assert [e.slot for e in told.of(MarkerLaid)][:6] == [8, 8, 8, 1, 1, 1]


def test_2_4b_without_a_preference_the_player_is_asked_and_answers() -> None:
    """LUT-2.4b: the decision pauses; the answer is a turn that still has room (D01)."""
    made = rules()
    first = run_step(made, Position(made.start()), StepTexts(), StepScript({}))
    assert isinstance(first.stopped, Wait)
    assert (first.stopped.turn, first.stopped.sides) == (0, (COALITION, FRENCH))
    step = run_step(made, first.position, StepTexts(orders=texts({COALITION: (), FRENCH: ()})), StepScript({}))
    assert step.position.paused is not None
    (asked,) = step.position.paused.open
    assert (asked.kind, asked.side, asked.pauses) == ("lay_on", COALITION, True)
    assert made.allows(step.position.state, asked, vv.LayOn(spaces=("16.00",))).value
    assert not made.allows(step.position.state, asked, vv.LayOn(spaces=("21.00",))).value
    later = run_step(made, step.position, StepTexts(answers={asked.key: vv.LayOn(spaces=("16.00",))}), StepScript({}))
    laid = [event for event in later.events if isinstance(event, MarkerLaid)]
    assert [(event.side, event.clock) for event in laid] == [(COALITION, "16.00")]


def test_2_4b_a_standing_order_lays_without_a_question() -> None:
    """LUT-2.4b: `when laying markers: lay on 14.00, 15.00`."""
    made = rules()
    first = run_step(made, Position(made.start()), StepTexts(), StepScript({}))
    every = tuple(f"{hour}.00" for hour in range(19, 11, -1))
    standing = {
        side: (Standing(side=side, decision="lay_on", choice=vv.LayOn(spaces=every)),) for side in (COALITION, FRENCH)
    }
    step = run_step(made, first.position, StepTexts(orders=Orders(standing=standing)), StepScript({}))
    laid = [event.slot for event in step.events if isinstance(event, MarkerLaid)]
    assert laid == [slot for slot in range(8, 0, -1) for _ in range(3)]


def test_2_4b_a_space_that_is_not_on_the_track_is_refused() -> None:
    """LUT-2.4b: markers lie on 12.00 to 19.00."""
    lay = texts({COALITION: (vv.LayMarkers(marker_class="RE", spaces=("20.00",)),)})
    told = after_set_up().stage("set-up markers", orders=lay)
    assert "12.00 to 19.00" in told.one(Refused).remedy


def test_2_4b_nothing_else_is_ordered_before_the_first_turn() -> None:
    """LUT-2.4b: moves wait for turn 1, and markers are not laid later."""
    early = texts({FRENCH: (vv.Move(units=("bonnet",), destination="0404"),)})
    assert "Before the first turn" in after_set_up().stage("set-up markers", orders=early).one(Refused).reason
    late = begun(battle(), FRENCH).moves(FRENCH, vv.LayMarkers(marker_class="RE", spaces=("16.00",)))
    assert late.one(Refused).rule == "LUT-2.4b"


# --- drawing -------------------------------------------------------------------------------------------------


def laid_out(classes: dict[str, str], turn: int = 2) -> Table:
    """The track of one turn with these markers, by id, in this order."""
    table = battle(turn=turn)
    slots = tuple(tuple(classes) if n == turn else () for n in range(1, 9))
    return kept(table, slots=slots)


THREE = {"french_artillery_3": "E", "both_lost_bullet_1": "RE", "coalition_cossacks_4": "E"}


def drawn(table: Table, side: Side, **faces: list[int]) -> MarkerDrawn:
    stage = "Coalition opening" if side == COALITION else "French opening"
    return next(e for e in table.stage(stage, scripted(**faces)).events if isinstance(e, MarkerDrawn))


def test_5_1_three_are_there_two_are_taken_the_last_goes_unseen() -> None:
    """LUT-5.1: the Coalition takes one, the French one of the other two, the third is discarded."""
    table = laid_out(THREE)
    first = table.stage("Coalition opening", scripted())
    second = first.table.stage("French opening", scripted(entry__morand=[6]))
    end = second.table.stage("end of turn", scripted())
    taken = [first.one(MarkerDrawn).marker, second.one(MarkerDrawn).marker, end.one(MarkerDiscarded).marker]
    assert sorted(taken) == sorted(THREE)
    gone = end.table.state.markers[taken[2]]
    assert (gone.place, gone.public) == ("gone", False)


def test_5_1_by_default_a_random_event_is_preferred() -> None:
    """LUT-5.1: RE before E; of equal backs the one that was laid first."""
    assert drawn(laid_out(THREE), COALITION).marker == "both_lost_bullet_1"
    equal = {"french_artillery_3": "E", "coalition_cossacks_4": "E"}
    assert drawn(laid_out(equal), COALITION).marker == "french_artillery_3"


def test_5_1_on_turn_1_re1_comes_first() -> None:
    """LUT-5.1: the default of D04."""
    table = laid_out({"both_lost_bullet_1": "RE", "coalition_bridge_1": "RE1"}, turn=1)
    assert drawn(table, COALITION).marker == "coalition_bridge_1"


def test_5_1_a_take_order_decides_the_next_draw() -> None:
    """LUT-5.1: `take E`, written in the turn before; it holds for one draw."""
    told = begun(battle(turn=1), COALITION).moves(COALITION, vv.Take(classes=("E", "RE")))
    table = kept(told.table.turn(2), slots=now(laid_out(THREE)).slots)
    opened = table.stage("Coalition opening", scripted())
    assert opened.one(MarkerDrawn).marker_class == "E"
    assert now(opened.table).wishes == {}


def test_5_1_an_answer_or_a_standing_order_decides_too() -> None:
    """LUT-5.1: D04 is asked whenever the classes differ."""
    table = laid_out(THREE).answering(take_marker=vv.TakeMarker(classes=("E",)))
    assert drawn(table, COALITION).marker_class == "E"
    made = table.rules
    asked = table.stage("Coalition opening", scripted()).asked[0]
    assert not made.allows(table.state, asked, vv.TakeMarker(classes=("RE1",))).value


def test_5_1_losses_strike_whoever_draws_them() -> None:
    """LUT-5.1, VV-2.K1: whatever their colour, at once; the opponent chooses what the Coalition loses."""
    table = laid_out({"french_losses_1": "E"})
    told = table.answering(lose_markers=vv.LoseMarkers(marker="cossacks")).stage("Coalition opening", scripted())
    lost = told.one(MarkersLost)
    assert (lost.side, lost.marker_kinds) == (COALITION, ("cossacks", "cossacks"))
    french = laid_out({"coalition_losses_1": "E"}).stage("French opening", scripted(entry__morand=[6]))
    assert french.one(MarkersLost).marker_kinds == ("artillery",)


def test_5_1_losses_do_not_take_a_marker_that_the_enemy_holds() -> None:
    """VV-2.K1, LUT-2.0c: only markers in the loser's own hand, or put aside after he played them."""
    table = laid_out({"coalition_losses_1": "E"})
    for marker in [m.id for m in held(table.state, FRENCH, "artillery")]:
        table = table.happen(MarkerDrawn(rule="LUT-5.1", side=COALITION, marker=marker, marker_kind="artillery"))
    told = table.stage("French opening", scripted(entry__morand=[6]))
    assert told.one(MarkersLost).markers == ()


# --- what is seen --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [FRENCH, COALITION])
def test_2_0a_a_face_down_marker_shows_its_class_alone(side: Side) -> None:
    """LUT-2.0a, LUT-7.4b: neither kind nor owner nor id of a marker on the track is in what a side knows."""
    table = battle()
    known = table.rules.known(table.state, side)
    track = [m for m in known.markers.values() if m.place == "track"]
    assert len(track) == 24
    assert {(m.kind, m.owner) for m in track} == {("?", "?")}
    hidden = [m.id for m in table.state.markers.values() if m.place == "track"]
    written = canonical(table.rules.dump(known))
    assert not [one for one in hidden if one in written]


def test_2_0a_the_enemy_sees_the_back_of_a_marker_that_is_drawn() -> None:
    """LUT-2.0a, LUT-5.1: a side draws in secret; the other reads the class."""
    table = laid_out(THREE)
    told = table.stage("Coalition opening", scripted())
    event = told.one(MarkerDrawn)
    shown = table.rules.show(table.state, event, FRENCH)
    assert isinstance(shown, MarkerDrawn)
    assert (shown.marker, shown.marker_kind, shown.marker_class) == ("", "?", "RE")
    known = table.rules.known(told.table.state, FRENCH)
    backs = [m.marker_class for m in known.markers.values() if m.place == "hand" and m.kind == "?"]
    assert backs == ["RE"]


def test_5_1_nobody_learns_what_was_discarded() -> None:
    """LUT-5.1: both sides read the class of the last marker, neither its face."""
    table = laid_out({"coalition_cossacks_4": "E"})
    told = table.stage("end of turn", scripted())
    event = told.one(MarkerDiscarded)
    state: State = told.table.state
    for side in (FRENCH, COALITION):
        shown = table.rules.show(table.state, event, side)
        assert isinstance(shown, MarkerDiscarded)
        assert (shown.marker, shown.marker_class) == ("", "E")
        assert "coalition_cossacks_4" not in canonical(table.rules.dump(table.rules.known(state, side)))


def test_5_1_a_wish_is_not_told_to_the_enemy() -> None:
    """LUT-5.1: what a side wants to draw is its own affair."""
    told = begun(battle(), COALITION).moves(COALITION, vv.Take(classes=("E",)))
    event = told.one(WishNoted)
    assert told.table.rules.show(told.table.state, event, FRENCH) is None
    assert lutzen(told.table.rules.known(told.table.state, FRENCH)).wishes == {}
    assert kinds_of(told.events)[0] == "wish_noted"


def test_2_0a_the_view_shows_the_track_by_class_and_the_own_hand() -> None:
    """LUT-2.0a: tables for reports: class and number on each turn, faces of one's own hand only."""
    told = laid_out(THREE).stage("Coalition opening", scripted())
    made = told.table.rules
    mine = {t.title: t for t in made.view(made.known(told.table.state, COALITION), COALITION).tables}
    theirs = {t.title: t for t in made.view(made.known(told.table.state, FRENCH), FRENCH).tables}
    assert mine["Turn track"] == theirs["Turn track"]
    assert "Lost bullet" in str(mine["Coalition markers"].rows)
    assert "Lost bullet" not in str(theirs)
    assert "face down, RE" in str(theirs["Coalition markers"].rows)


def test_a_text_of_both_sides_opens_the_set_up() -> None:
    """LUT-2.4b: `take` and `split` belong there too."""
    orders = texts(
        {
            COALITION: (vv.Take(classes=("RE1",)),),
            FRENCH: (vv.Split(unit="souham_2", parts=(("1309", 1), ("1408", 3))),),
        }
    )
    told = after_set_up().stage("set-up markers", orders=orders)
    assert told.one(UnitDivided).points == (1, 3)
    assert now(told.table).wishes == {COALITION: ("RE1",)}
