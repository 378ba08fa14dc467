"""Chapter 2: the markers that both games have: Artillery, the great batteries, Cossacks, Losses."""

from __future__ import annotations

import pytest

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.events import Refused
from adjudicator.core.orders import AskMe, Orders, Standing
from adjudicator.core.types import Choice, RuleId, Side
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.markers.events import (
    CossacksPlayed,
    LaidMarker,
    MarkerPlayed,
    MarkersLaid,
    MarkersLost,
    MarkersReturned,
)
from adjudicator.rulesets.vv1813.markers.markers import draw_markers, in_hand, might_hold, return_markers
from adjudicator.rulesets.vv1813.movement.events import UnitsMoved
from adjudicator.rulesets.vv1813.orders import CossackEffect, Cossacks, LoseMarkers, Move, Play
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_bautzen import Table, Told, orders_of, rules
from tests.support.vv_positions import StepScript

PLAY = Cossacks(play=True)
SCENE = {"compans": "1909", "napoleon": "1909", "horn": "1707"}
"""Compans, infantry with 2 points, two places from Horn, whose zone reaches 1807."""


def play(table: Table, kind: str) -> Table:
    """The table after one more marker of a kind was spent."""
    back = marker_kind(table.ctx, kind).back(table.state.turn)
    side = FRENCH if kind != "cossacks" else COALITION
    marker = in_hand(table.state, side, kind)[0]
    return table.happen(MarkerPlayed(rule=RuleId("VV-2.3a"), side=side, marker=marker.id, marker_kind=kind, back=back))


def march(table: Table, *path: str, effect: str | None = None) -> Told:
    """Compans on the march, while the Coalition answers as the table says."""
    return table.moves(FRENCH, Move(units=("compans",), path=path, if_cossacks=effect))


# --- markers in general ------------------------------------------------------------------------------------


def test_2_3a_a_marker_is_spent_by_one_play_and_comes_back_only_if_it_says_so() -> None:
    """VV-2.3a: two Artillery in hand, one played: one is left; Alexander is gone for good."""
    table = play(Table.begin().holding(FRENCH, "alexander"), "artillery")
    assert len(in_hand(table.state, FRENCH, "artillery")) == 1
    assert marker_kind(table.ctx, "alexander").back(1) is None
    gone = play(table, "alexander")
    assert gone.state.markers["french_alexander_1"].place == "gone"
    later = gone.turn(3)
    told = later.tell(return_markers)
    assert told.one(MarkersReturned).marker_kinds == ("artillery",)


@pytest.mark.parametrize("kind", ["cossacks", "artillery"])
def test_2_markers_are_back_two_turns_later(kind: str) -> None:
    """VV-2.A6, VV-2.J3: played on turn 1, still aside on turn 2, in hand when turn 3 begins (golden case G16)."""
    side = COALITION if kind == "cossacks" else FRENCH
    table = play(Table.begin(), kind)
    before = len(in_hand(table.state, side, kind))
    second = table.turn(2).tell(return_markers)
    assert second.events == ()
    third = table.turn(3).tell(return_markers).table
    assert len(in_hand(third.state, side, kind)) == before + 1


def test_2_j1_artillery_bombards_by_three_or_supports_by_one() -> None:
    """VV-2.J1, VV-2.J2: divisor 3, support 1; each side begins with two that can be put on one target."""
    table = Table.begin()
    kind = marker_kind(table.ctx, "artillery")
    assert (kind.divisor, kind.support, kind.returns) == (3, 1, 2)
    assert len(in_hand(table.state, FRENCH, "artillery")) == len(in_hand(table.state, COALITION, "artillery")) == 2


@pytest.mark.parametrize(("kind", "rule"), [("drouot", "VV-2.F1"), ("jaschwill", "BAU-2.C1")])
@pytest.mark.parametrize(("option", "back"), [("n+2", 3), ("never", None)])
def test_2_the_great_batteries(kind: str, rule: str, option: str, back: int | None) -> None:
    """VV-2.F1, BAU-2.C1, option battery_return: divisor 2, support 2; back after two turns, or never."""
    ctx = rules(battery_return=option).context
    found = marker_kind(ctx, kind)
    assert (found.divisor, found.support, found.back(1)) == (2, 2, back)
    assert next(one.rule for one in ctx.facts["game"].marker if one.kind == kind) == rule


def test_2_j1_markers_that_fire_are_not_played_by_themselves() -> None:
    """VV-2.J1: `play Artillery` is refused with the way to use it."""
    told = Table.begin().moves(FRENCH, Play(marker="artillery"))
    assert told.one(Refused).rule == "VV-2.J1"
    assert "bombard" in told.one(Refused).remedy


# --- Cossacks ----------------------------------------------------------------------------------------------


def test_2_a1_cossacks_may_be_played_before_every_step() -> None:
    """VV-2.A1: asked before each place of a French unit's move; nothing happens by default."""
    told = march(Table.begin().only(**SCENE), "1908", "1808")
    assert told.kinds() == ["cossacks", "cossacks"]
    assert told.of(CossacksPlayed) == []
    assert told.table.place_of("compans") == "1808"


def test_2_a1_the_question_does_not_show_the_hand() -> None:
    """VV-2.A1: with an unseen marker in hand but no Cossacks the question is asked all the same."""
    table = Table.begin().only(**SCENE)
    for _ in range(3):
        table = play(table, "cossacks")
    assert not might_hold(table.state, COALITION, "cossacks")
    assert march(table, "1908").asked == ()
    hiding = table.holding(COALITION, "jaschwill")
    told = march(hiding.answering(cossacks=PLAY), "1908")
    assert told.kinds().count("cossacks") == 1
    assert told.of(CossacksPlayed) == []


def test_2_a1_not_on_commanders_nor_in_the_coalition_movement() -> None:
    """VV-2.A1: French units and stacks only."""
    table = Table.begin().only(**SCENE).answering(cossacks=PLAY)
    assert table.moves(FRENCH, Move(units=("napoleon",), destination="1908")).asked == ()
    assert table.put("1707", "wittgenstein").moves(COALITION, Move(units=("horn",), path=("1706",))).asked == ()


@pytest.mark.parametrize(
    ("effect", "end", "stopped"),
    [("one_place", "1908", "only one place may be moved"), ("no_zone", "1808", "which they may not enter")],
)
def test_2_a2_the_french_choose_what_the_cossacks_do(effect: str, end: str, stopped: str) -> None:
    """VV-2.A2: one place this turn, or no entry into a zone of control."""
    table = (
        Table.begin()
        .only(**{**SCENE, "compans": "1909", "ney": "1909"})
        .answering(
            cossacks=PLAY,
            cossack_effect=CossackEffect(effect=effect),
        )
    )
    told = march(table, "1908", "1808", "1807")
    assert told.kinds() == ["cossacks", "cossack_effect"]
    assert told.one(CossacksPlayed).effect == effect
    moved = told.one(UnitsMoved)
    assert moved.path[-1] == end
    assert stopped in moved.stopped


def test_2_a2_the_choice_can_stand_in_the_order() -> None:
    """VV-2.A2: `if Cossacks: one hex` answers the question beforehand; by default the zone is closed (D19)."""
    table = Table.begin().only(**SCENE).answering(cossacks=PLAY)
    written = march(table, "1908", "1808", effect="one_place")
    assert written.kinds() == ["cossacks"]
    assert written.one(CossacksPlayed).effect == "one_place"
    assert march(table, "1908", "1808").one(CossacksPlayed).effect == "no_zone"


def test_2_a2_places_already_moved_count() -> None:
    """VV-2.A2: met after the first place, a stack limited to one place stops where it is."""
    table = (
        Table.begin()
        .only(**SCENE)
        .answering(cossacks=Cossacks(play=True, only="entering_zone"), cossack_effect=CossackEffect(effect="one_place"))
    )
    told = march(table.put("1908", "compans"), "1808", "1807")
    assert told.one(CossacksPlayed).place == "1808"
    assert told.one(UnitsMoved).path == ("1808",)


@pytest.mark.parametrize(
    ("unit", "option", "effect"),
    [
        ("chastel", "zoc_ban", "no_zone"),
        ("chastel", "immune", "none"),
        ("friant", "zoc_ban", "none"),
        ("ornano", "zoc_ban", "none"),
    ],
)
def test_2_a4_guard_and_cavalry_against_cossacks(unit: str, option: str, effect: str) -> None:
    """VV-2.A4, VV-2.1l, option cossack_cav: Guard is not touched; cavalry is kept out of zones, or immune too."""
    scene = {unit: "1909", "napoleon": "1909", "horn": "1707"}
    table = Table.begin(cossack_cav=option).only(**scene).answering(cossacks=PLAY)
    told = table.moves(FRENCH, Move(units=(unit,), path=("1908",)))
    assert told.one(CossacksPlayed).effect == effect
    assert "cossack_effect" not in told.kinds()


def test_2_a4_a_stack_with_cavalry_is_not_slowed() -> None:
    """VV-2.A4: infantry that moves with cavalry is only kept out of zones, and nobody is asked about it."""
    table = Table.begin().only(compans="1909", chastel="1909", napoleon="1909", horn="1707").answering(cossacks=PLAY)
    one_place = CossackEffect(effect="one_place")
    told = table.answering(cossack_effect=one_place).moves(
        FRENCH, Move(units=("compans", "chastel"), path=("1908", "1808"), if_cossacks="one_place")
    )
    assert told.one(CossacksPlayed).effect == "no_zone"
    assert told.table.place_of("compans") == "1808"
    assert "cossack_effect" not in told.kinds()


@pytest.mark.parametrize("other", ["compans", "chastel"])
def test_2_a4_a_stack_with_guard_is_not_touched(other: str) -> None:
    """VV-2.A4, VV-2.1l: infantry or cavalry that moves with a Guard unit goes on, into a zone too."""
    table = Table.begin().only(**{"friant": "1909", other: "1909", "napoleon": "1909", "horn": "1707"})
    told = table.answering(cossacks=PLAY).moves(
        FRENCH, Move(units=("friant", other), path=("1908", "1808"), if_cossacks="one_place")
    )
    assert told.one(CossacksPlayed).effect == "none"
    assert [told.table.place_of(unit) for unit in ("friant", other)] == ["1808", "1808"]


def test_2_a5_cossacks_do_not_add_up() -> None:
    """VV-2.A5: a stack that was met is not met again in that movement."""
    told = march(Table.begin().only(**SCENE).answering(cossacks=PLAY), "1908", "1808")
    assert told.kinds().count("cossacks") == 1
    assert len(told.of(CossacksPlayed)) == 1


def test_2_a1_a_standing_order_can_wait_for_the_zone_and_count_markers() -> None:
    """VV-2.A1: "only on entering our zone, at most one a turn" (D18)."""
    table = Table.begin().only(**{**SCENE, "bonnet": "1909"})
    choice = Cossacks(play=True, only="entering_zone", at_most=1)
    told = table.answering(cossacks=choice).moves(
        FRENCH,
        Move(units=("compans",), path=("1808", "1807")),
        Move(units=("bonnet",), path=("1808", "1807")),
    )
    met = told.one(CossacksPlayed)
    assert (met.place, met.units) == ("1808", ("compans",))


def standing(decision: str, choice: Choice) -> Standing:
    return Standing(side=COALITION, decision=decision, choice=choice)


def test_2_a1_standing_order_default_and_ask_me_through_the_engine() -> None:
    """VV-2.A1: a standing order plays the marker without a pause; `ask me` pauses the French movement."""
    table = Table.begin().only(**SCENE)
    order = orders_of(FRENCH, (Move(units=("compans",), path=("1908",)),))
    asked = table.step(
        Orders(by_side=order.by_side, standing={COALITION: (standing("cossacks", AskMe(side=COALITION)),)})
    )
    assert asked.position.paused is not None
    (decision,) = asked.position.paused.open
    assert (decision.kind, decision.side, decision.place) == ("cossacks", COALITION, "1909")
    willing = table.step(Orders(by_side=order.by_side, standing={COALITION: (standing("cossacks", PLAY),)}))
    assert any(isinstance(event, CossacksPlayed) for event in willing.events)
    assert [r.source for r in willing.resolved if r.decision.kind == "cossacks"] == ["standing"]
    silent = table.step(order)
    assert [r.source for r in silent.resolved if r.decision.kind == "cossacks"] == ["default"]


def asking(decision: str, side: Side, order: Orders) -> Orders:
    """A text of the French, and a side that wants to be asked about a kind of decision."""
    me = Standing(side=side, decision=decision, choice=AskMe(side=side))
    return Orders(by_side=order.by_side, standing={side: (me,)}, lines=order.lines)


def test_2_a1_an_answer_goes_on_where_the_turn_paused() -> None:
    """VV-2.A1: D18: asked before the first place, answered with `play Cossacks`: the default effect follows."""
    table = Table.begin().only(**SCENE)
    texts = asking("cossacks", COALITION, orders_of(FRENCH, (Move(units=("compans",), path=("1908",)),)))
    paused = table.step(texts)
    played = table.answered(paused, texts, PLAY)
    assert [e.effect for e in played.events if isinstance(e, CossacksPlayed)] == ["no_zone"]
    assert played.position.state.unit("compans").place == "1908"
    kept = table.answered(paused, texts, Cossacks(play=False))
    assert not any(isinstance(e, CossacksPlayed) for e in kept.events)


def test_2_a2_the_effect_by_standing_order_and_by_answer() -> None:
    """VV-2.A2: D19: a standing order of the French decides, or `ask me` pauses their own movement."""
    table = Table.begin().only(**SCENE)
    order = orders_of(FRENCH, (Move(units=("compans",), path=("1908", "1808")),))
    one = CossackEffect(effect="one_place")
    theirs = (standing("cossacks", PLAY),)

    def texts(choice: Choice) -> Orders:
        mine = Standing(side=FRENCH, decision="cossack_effect", choice=choice)
        return Orders(by_side=order.by_side, standing={COALITION: theirs, FRENCH: (mine,)}, lines=order.lines)

    stood = table.step(texts(one))
    assert stood.position.state.unit("compans").place == "1908"
    asked = table.step(texts(AskMe(side=FRENCH)))
    assert asked.position.paused is not None
    assert [(d.kind, d.side, d.units) for d in asked.position.paused.open] == [("cossack_effect", FRENCH, ("compans",))]
    answered = table.answered(asked, texts(AskMe(side=FRENCH)), one)
    assert answered.position.state.unit("compans").place == "1908"


def test_2_a1_cossacks_that_are_not_held_are_no_answer() -> None:
    """VV-2.A1: an answer needs the marker in the hand, and says so."""
    table = Table.begin().only(**SCENE)
    for _ in range(3):
        table = play(table, "cossacks")
    table = table.holding(COALITION, "jaschwill")
    (decision,) = (one for one in march(table, "1908").asked if one.kind == "cossacks")
    verdict = table.rules.allows(table.state, decision, PLAY)
    assert not verdict.value
    assert verdict.because == "You do not hold Cossacks."
    assert table.rules.allows(table.state, decision, Cossacks(play=False)).value


# --- Losses ------------------------------------------------------------------------------------------------


def losses(table: Table, side: Side) -> Told:
    """A side draws its Losses marker."""
    laid = MarkersLaid(
        rule=RuleId("BAU-5.2"),
        side=side,
        laid=(LaidMarker(turn=table.state.turn, marker=f"{side.lower()}_losses_1"),),
    )
    ready = table.happen(laid)
    return ready.tell(lambda run: draw_markers(run, RuleId("BAU-5.4")), side)


def test_2_k1_the_french_lose_an_artillery_marker() -> None:
    """VV-2.K1: they have no Cossacks, so nobody is asked."""
    told = losses(Table.begin(turn=2), FRENCH)
    assert told.asked == ()
    assert told.one(MarkersLost).marker_kinds == ("artillery",)
    assert len(in_hand(told.table.state, FRENCH, "artillery")) == 1


@pytest.mark.parametrize(
    ("choice", "lost"), [(None, ("artillery",)), ("artillery", ("artillery",)), ("cossacks", ("cossacks", "cossacks"))]
)
def test_2_k1_the_french_choose_what_the_coalition_loses(choice: str | None, lost: tuple[str, ...]) -> None:
    """VV-2.K1: one Artillery, which is the default (D06), or two Cossacks."""
    table = Table.begin()
    told = losses(table if choice is None else table.answering(lose_markers=LoseMarkers(marker=choice)), COALITION)
    assert told.kinds() == ["lose_markers"]
    assert told.asked[0].side == FRENCH
    assert told.one(MarkersLost).marker_kinds == lost
    assert all(told.table.state.markers[m].place == "gone" for m in told.one(MarkersLost).markers)


def test_2_k1_two_cossacks_only_if_there_are_two() -> None:
    """VV-2.K1: with one Cossack marker left, in hand or aside, it is Artillery without a question."""
    table = Table.begin()
    first = losses(table.answering(lose_markers=LoseMarkers(marker="cossacks")), COALITION).table
    again = losses(first.answering(lose_markers=LoseMarkers(marker="cossacks")), COALITION)
    assert again.asked == ()
    assert again.one(MarkersLost).marker_kinds == ("artillery",)


def test_2_k1_from_the_hand_first() -> None:
    """VV-2.K1: of two Artillery in hand and one put aside, one in hand goes."""
    table = Table.begin(turn=2)
    played = next(marker.id for marker in in_hand(table.state, FRENCH, "artillery"))
    spent = MarkerPlayed(
        rule=RuleId("VV-2.J1"), side=FRENCH, marker=played, marker_kind="artillery", back=4, target="1205"
    )
    told = losses(table.holding(FRENCH, "artillery").happen(spent), FRENCH)
    (lost,) = told.one(MarkersLost).markers
    assert lost != played
    assert told.table.state.markers[played].place == "aside"


def test_2_k1_with_nothing_left_nothing_is_lost() -> None:
    """VV-2.K1: from the hand first, then from those put aside, then nothing."""
    table = Table.begin(turn=2)
    for expected in (1, 0):
        table = losses(table, FRENCH).table
        assert len(in_hand(table.state, FRENCH, "artillery")) == expected
    assert losses(table, FRENCH).one(MarkersLost).markers == ()


def test_2_k1_standing_order_and_ask_me_are_understood() -> None:
    """VV-2.K1: the question goes by the kind that standing orders speak to."""
    table = Table.begin()
    (decision,) = losses(table, COALITION).asked
    mine = Standing(side=FRENCH, decision="lose_markers", choice=LoseMarkers(marker="cossacks"))
    assert table.rules.standing(table.state, decision, (mine,)) == LoseMarkers(marker="cossacks")
    me = Standing(side=FRENCH, decision="lose_markers", choice=AskMe())
    assert isinstance(table.rules.standing(table.state, decision, (me,)), AskMe)


def test_2_k1_losses_through_the_engine() -> None:
    """VV-2.K1: D06: the Coalition draws Losses on turn 12; `ask me` pauses before its orders are waited for."""
    table = Table.begin(turn=12)
    texts = asking("lose_markers", FRENCH, Orders())
    dice = {"T12/random-end": [6, 6]}
    asked = table.step(texts, StepScript(dice))
    assert asked.position.paused is not None
    assert [d.kind for d in asked.position.paused.open] == ["lose_markers"]
    answered = table.answered(asked, texts, LoseMarkers(marker="cossacks"), StepScript(dice))
    lost = [e.marker_kinds for e in answered.events if isinstance(e, MarkersLost)]
    assert lost == [("cossacks", "cossacks")]
    silent = table.step(Orders(), StepScript(dice))
    assert [e.marker_kinds for e in silent.events if isinstance(e, MarkersLost)] == [("artillery",)]
    assert [r.source for r in silent.resolved if r.decision.kind == "lose_markers"] == ["default"]


def test_scripted_dice_are_not_needed_for_markers() -> None:
    """VV-2.A1: no die is rolled when Cossacks turn up."""
    dice = ScriptedDice({})
    table = Table.begin().only(**SCENE).answering(cossacks=PLAY)
    table.moves(FRENCH, Move(units=("compans",), path=("1908",)), dice=dice)
    assert dice.rolled == []
