"""Lützen, chapter 8: night, refusals, villages, swamps and streams, charges, the tactical option, Drouot."""

from __future__ import annotations

import pytest

from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.orders import Heading
from adjudicator.core.types import Finding
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.combat.aftermath_events import (
    CombatRefused,
    CommanderHit,
    PlaceOccupied,
    UnitAdvanced,
    UnitsLeftMap,
)
from adjudicator.rulesets.vv1813.combat.bombardment import bombardment_score
from adjudicator.rulesets.vv1813.combat.combat_drm import charge_value
from adjudicator.rulesets.vv1813.combat.engagement import Fighter
from adjudicator.rulesets.vv1813.combat.events import Bombarded, CombatResolved
from adjudicator.rulesets.vv1813.games.lutzen.marker_events import BatteryRested
from adjudicator.rulesets.vv1813.markers.markers import in_hand
from adjudicator.rulesets.vv1813.movement.paths import Mover, step
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_bautzen import Table
from tests.support.vv_lutzen import battle, field, scripted
from tests.support.vv_positions import Field, Told

NIGHT = 9
"""The turn of 20.00."""
FREE = {"napoleon": 4}


def attack(made: Field, *origins: str, target: str, side: str = FRENCH, **given: object) -> Told:
    order = vv.Attack.model_validate({"targets": (target,), "origins": origins, **given})
    return made.combat(FRENCH if side == FRENCH else COALITION, order, otherwise=3)


def part(told: Told, label: str) -> int:
    (found,) = [one.value for one in told.one(CombatResolved).drm.parts if one.label == label]
    return int(found)


# --- night ---------------------------------------------------------------------------------------------------

AROUND = "0807: marmont bonnet | 0908: compans | 0808: arnhalt"


@pytest.mark.parametrize(("turn", "option", "refused"), [(8, "strict", 0), (9, "strict", 1), (9, "no_8.4f_only", 0)])
def test_8_2g_at_night_one_stack_attacks_at_a_time(turn: int, option: str, refused: int) -> None:
    """LUT-8.2g, option night: from 20.00 on."""
    made = field(AROUND, turn=turn, game=FREE, options={"night": option})
    told = attack(made, "0807", "0908", target="0808")
    assert [e.rule for e in told.of(Refused)] == ["LUT-8.2g"] * refused


@pytest.mark.parametrize("option", ["strict", "no_8.4f_only"])
@pytest.mark.parametrize(("turn", "bonus"), [(8, 1), (9, 0)])
def test_8_2g_at_night_no_bonus_for_a_combined_attack(turn: int, bonus: int, option: str) -> None:
    """LUT-8.2g, VV-8.4f: under either reading."""
    made = field("0807: marmont bonnet letort | 0808: arnhalt", turn=turn, game=FREE, options={"night": option})
    assert part(attack(made, target="0808"), "Combined attack") == bonus


@pytest.mark.parametrize("option", ["strict", "no_8.4f_only"])
@pytest.mark.parametrize(("turn", "fires"), [(8, True), (9, False)])
def test_8_2g_at_night_no_bombardment(turn: int, fires: bool, option: str) -> None:
    """LUT-8.2g: 20.00 and 21.00."""
    made = field(AROUND, turn=turn, hand={FRENCH: ["artillery"], COALITION: []}, options={"night": option})
    order = vv.Bombard(target="0808", markers=(vv.MarkerUse(marker="artillery"),))
    told = made.movement(FRENCH, order, otherwise=2)
    assert bool(told.of(Bombarded)) is fires
    if not fires:
        assert told.one(Refused).rule == "LUT-8.2g"


@pytest.mark.parametrize(("option", "support"), [("strict", 0), ("no_8.4f_only", 1)])
def test_8_2g_artillery_support_at_night(option: str, support: int) -> None:
    """LUT-8.2g, option night: off under the strict reading; the marker stays in hand."""
    made = field(
        "0807: marmont bonnet | 0808: arnhalt",
        turn=NIGHT,
        game=FREE,
        hand={FRENCH: ["artillery"], COALITION: []},
        options={"night": option},
    )
    told = attack(made, target="0808", support=({"marker": "artillery"},))
    assert part(told, "Artillery support") == support
    assert len(in_hand(told.state, FRENCH, "artillery")) == 1 - support
    assert len(told.of(NotCarriedOut)) == 1 - support
    order = vv.Attack(targets=("0808",), support=(vv.MarkerUse(marker="artillery"),), side=FRENCH, line=1)
    checked = made.rules.review(made.rules.known(made.state, FRENCH), FRENCH, (order,), ())
    assert len([p for p in checked.problems if p.rule == "LUT-8.2g"]) == 1 - support


# --- refusal -------------------------------------------------------------------------------------------------


def test_8_3b_after_a_refusal_nobody_advances() -> None:
    """LUT-8.3b: cavalry goes, the attackers neither enter its place nor attack another."""
    made = field("0807: marmont bonnet | 0808: mutius | 0908: compans", game=FREE)
    told = made.combat(FRENCH, vv.Attack(targets=("0808",), origins=("0807",), occupy=("bonnet",)))
    assert told.of(CombatRefused)
    assert told.of(PlaceOccupied) == []
    assert told.field.where("bonnet") == ["0807"]


# --- villages ------------------------------------------------------------------------------------------------

VILLAGES = ("1309", "1408", "1406", "1108", "0805", "1205")


def test_8_5_1h_which_villages_from_which_turn() -> None:
    """LUT-8.5.1h: none on turn 1, six from turn 2 on."""
    made = field("")
    one, two = made.changed(turn=1).state, made.changed(turn=2).state
    assert made.ctx.game.no_advance_places(made.ctx, one) == frozenset()
    assert made.ctx.game.no_advance_places(made.ctx, two) == frozenset(VILLAGES)


@pytest.mark.parametrize(("option", "closed"), [("yes", True), ("no", False)])
def test_8_5_1h_kaja(option: str, closed: bool) -> None:
    """LUT-8.5.1h, option kaja_restricted."""
    made = field("", options={"kaja_restricted": option})
    assert ("1205" in made.ctx.game.no_advance_places(made.ctx, made.state)) is closed


@pytest.mark.parametrize(
    ("turn", "row", "pieces", "advances"),
    [
        (1, 8, "arnhalt losthin", True),
        (2, 8, "arnhalt losthin", False),
        (2, 10, "arnhalt losthin", False),
        (2, 12, "arnhalt losthin", True),
        (4, 10, "albensleben natzmer", True),
        (4, 12, "albensleben natzmer", True),
    ],
)
def test_8_5_1h_only_marked_results_lead_into_a_village(turn: int, row: int, pieces: str, advances: bool) -> None:
    """LUT-8.5.1h: # lets any unit in, the dot Guard units; on turn 1 everybody."""
    village = field(f"1108: souham_1 | 1109: blucher {pieces}", turn=turn, game={"clairvoyant": True})
    told = village.fought(COALITION, vv.Attack(targets=("1108",)), row)
    assert bool(told.of(UnitAdvanced)) is advances


@pytest.mark.parametrize("turn", [1, 3])
@pytest.mark.parametrize("side", [FRENCH, COALITION])
def test_8_5_1i_whoever_is_driven_out_does_not_come_back_this_turn(side: str, turn: int) -> None:
    """LUT-8.5.1i: both sides, on any turn."""
    mine, other = ("souham_1", "arnhalt losthin blucher") if side == FRENCH else ("arnhalt", "bonnet compans marmont")
    made = field(f"1108: {mine} | 1109: {other}", turn=turn, game={**FREE, "ney": 1, "clairvoyant": True})
    attacker = COALITION if side == FRENCH else FRENCH
    told = made.fought(attacker, vv.Attack(targets=("1108",), advance=()), 8)
    place = told.field.where(mine)[0]
    assert place is not None
    mover = Mover(FRENCH if side == FRENCH else COALITION, (mine,), (), place, 4)
    barred = step(told.field.ctx, told.state, mover, place, "1108")
    assert isinstance(barred, Finding)
    assert barred.rule == "LUT-8.5.1i"


# --- ground --------------------------------------------------------------------------------------------------


def test_8_4c3_there_is_no_town() -> None:
    """LUT-8.4c3: Lützen lies off the map."""
    assert "town" not in {cell.terrain for cell in battle().ctx.board.cells.values()}


@pytest.mark.parametrize(
    ("attackers", "target", "drm"),
    [("2111: bonnet", "2112", -1), ("2113: bonnet", "2114", -1), ("2112: bonnet", "2113", -2)],
)
def test_8_4c4_swamp_in_attack_and_in_defence(attackers: str, target: str, drm: int) -> None:
    """LUT-8.4c4: one off if the defender stands in it, one off if all attackers do."""
    made = field(f"{attackers} | {target}: arnhalt", game=FREE)
    assert part(attack(made, target=target), "Terrain") == drm


def test_8_4c4_attacking_over_a_bridge() -> None:
    """LUT-8.4c4: one off if all attackers come over it."""
    made = field("1507: bonnet | 1607: arnhalt", game=FREE)
    assert part(attack(made, target="1607"), "Terrain") == -1


def test_7_1g_horse_does_not_attack_over_a_stream() -> None:
    """LUT-7.1g, VV-8.1: infantry does, at one off."""
    horse = field("1508: letort | 1608: arnhalt", game=FREE)
    assert "cavalry" in attack(horse, target="1608").one(Refused).reason
    foot = field("1508: bonnet | 1608: arnhalt", game=FREE)
    assert part(attack(foot, target="1608"), "Terrain") == -1


@pytest.mark.parametrize(("option", "drm"), [("1", 1), ("0", 0)])
def test_8_4c4_a_bombardment_across_a_stream(option: str, drm: int) -> None:
    """LUT-8.4c4, option stream_bomb: one more; from a village, whose zone reaches over the water."""
    made = field("1406: bonnet | 1507: marmont compans | 1606: arnhalt", options={"stream_bomb": option})
    score = bombardment_score(made.ctx, made.state, FRENCH, "1507", "1606", ("artillery",), 7)
    assert sum(one.value for one in score.parts if one.label == "Water") == drm


# --- charges and options -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "option", "value"),
    [
        ("letort", "bordessoule", 1),
        ("ornano", "bordessoule", 1),
        ("bordessoule", "bordessoule", 1),
        ("bruyere", "bordessoule", 0),
        ("bruyere", "both", 1),
        ("laboissiere", "both", 0),
        ("dolffs", "bordessoule", 1),
        ("schaeffich", "bordessoule", 2),
        ("duca", "bordessoule", 1),
    ],
)
def test_8_6_1b_who_charges(unit: str, option: str, value: int) -> None:
    """LUT-8.6.1b, VV-8.6.1a, option lut_charge: of the French only Guard cavalry and the heavy reserve."""
    made = field(f"0807: {unit}", options={"lut_charge": option})
    counter = made.ctx.counters[unit]
    assert charge_value(made.ctx, Fighter(unit, counter, "0807", counter.strength, counter.quality)) == value


def test_8_6_1b_a_french_charge_cites_the_rule_of_lutzen() -> None:
    """LUT-8.6.1b: Letort on a lone infantry unit in the open."""
    told = attack(field("0807: letort | 0808: arnhalt", game=FREE), target="0808")
    (charge,) = [one for one in told.one(CombatResolved).drm.parts if one.label == "Cavalry charge"]
    assert (charge.value, charge.rule) == (1, "LUT-8.6.1b")


@pytest.mark.parametrize(
    ("natural", "tactical", "hit"),
    [(2, True, True), (3, True, True), (4, True, True), (5, True, False), (3, False, False), (2, False, True)],
)
def test_8_6_2c_the_tactical_option_is_dangerous(natural: int, tactical: bool, hit: bool) -> None:
    """LUT-8.6.2c: the commander is hit on 2, 3 or 4 before modifiers."""
    made = field("0807: marmont bonnet | 0808: arnhalt", game=FREE)
    order = vv.Attack(targets=("0808",), tactical=tactical)
    dice = {"result": (natural // 2, natural - natural // 2), "commander": (1,)}
    told = made.combat(FRENCH, order, dice=dice)
    assert bool(told.of(CommanderHit)) is hit


# --- Drouot --------------------------------------------------------------------------------------------------


def fire(made: Field, times: int) -> Told:
    order = vv.Bombard(target="0808", markers=(vv.MarkerUse(marker="drouot"),))
    return made.movement(FRENCH, *([order] * times), otherwise=1)


def drouot(turn: int, **options: str) -> Field:
    return field("0807: bonnet | 0808: arnhalt", turn=turn, hand={FRENCH: ["drouot"], COALITION: []}, options=options)


@pytest.mark.parametrize(("turn", "shots"), [(6, 1), (7, 2), (8, 2)])
def test_8_8g_from_18_00_drouot_fires_twice(turn: int, shots: int) -> None:
    """LUT-8.8g, LUT-2.E1: two uses in one turn, then away like any marker."""
    told = fire(drouot(turn), 3)
    assert len(told.of(Bombarded)) == shots
    (marker,) = [m for m in told.state.markers.values() if m.kind == "drouot"]
    assert (marker.place, marker.turn) == ("aside", turn + 2)


def test_8_8g_check_knows_of_the_second_use() -> None:
    """LUT-8.8g: two bombardments are fine at 18.00, a third is not."""
    made = drouot(7)
    order = vv.Bombard(target="0808", markers=(vv.MarkerUse(marker="drouot"),), side=FRENCH)
    orders = [order.model_copy(update={"line": line}) for line in (1, 2, 3)]
    found = made.rules.review(made.rules.known(made.state, FRENCH), FRENCH, orders, ())
    assert [p.line for p in found.problems if p.severity == "error"] == [3]


def test_8_8g_one_use_may_be_fire_the_other_support() -> None:
    """LUT-8.8g: bombardment in movement, support in combat."""
    made = field("0807: bonnet marmont | 0808: arnhalt", turn=7, game=FREE, hand={FRENCH: ["drouot"], COALITION: []})
    fired = fire(made, 1)
    told = attack(fired.field, target="0808", support=({"marker": "drouot"},))
    assert part(told, "Artillery support") == 2
    assert in_hand(told.state, FRENCH, "drouot") == ()


@pytest.mark.parametrize(("option", "back"), [("two_uses", 9), ("every_turn", 8)])
def test_8_8g_when_drouot_is_back(option: str, back: int) -> None:
    """LUT-8.8g, option drouot_late: two turns later, or every turn from 18.00."""
    told = fire(drouot(7, drouot_late=option), 2)
    (marker,) = [m for m in told.state.markers.values() if m.kind == "drouot"]
    assert marker.turn == back


def test_8_8g_a_second_use_that_is_not_needed_lapses() -> None:
    """LUT-8.8g: at the end of the turn the battery is put aside."""
    fired = fire(drouot(7), 1)
    assert len(in_hand(fired.state, FRENCH, "drouot")) == 1
    told = Table(fired.field.rules, fired.state).stage("end of turn", scripted())
    assert told.one(BatteryRested).back == 9
    assert in_hand(told.table.state, FRENCH, "drouot") == ()


# --- off the map ---------------------------------------------------------------------------------------------


def test_8_5_1g_a_stack_without_a_way_leaves_the_map_and_comes_back() -> None:
    """LUT-8.5.1g: from an edge place when no place free of zones, and none with a friend, is left."""
    made = field("0101: bonnet | 0201: arnhalt blucher | 0102: losthin", turn=4)
    told = made.fought(COALITION, vv.Attack(targets=("0101",), origins=("0201",), advance=()), 8)
    left = told.one(UnitsLeftMap)
    assert (left.units, left.place, left.back_on) == (("bonnet",), "0101", 6)


def test_8_5_1g_it_is_no_loss_for_morale() -> None:
    """LUT-8.5.1g, VV-9B: who leaves the map is not eliminated."""
    made = field("0101: bonnet | 0201: arnhalt blucher | 0102: losthin", turn=4)
    told = made.fought(COALITION, vv.Attack(targets=("0101",), origins=("0201",), advance=()), 8)
    assert told.state.morale[FRENCH].value == made.state.morale[FRENCH].value
    assert told.state.army(FRENCH).units["bonnet"].status == "away"


def test_headings_do_not_matter_for_attacks() -> None:
    """VV-8.1: an attack is of the combat phase with or without the heading."""
    made = field("0807: marmont bonnet | 0808: arnhalt", game=FREE)
    told = made.combat(FRENCH, Heading(phase="combat"), vv.Attack(targets=("0808",)), otherwise=3)
    assert told.of(CombatResolved)
