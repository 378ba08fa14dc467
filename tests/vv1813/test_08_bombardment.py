"""Chapter 8.8 and the batteries of chapter 2: bombardment."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.combat.aftermath_events import CommanderHit, GroundHeld, UnitsRetreated, VictimDrawn
from adjudicator.rulesets.vv1813.combat.bombardment import check
from adjudicator.rulesets.vv1813.combat.events import Bombarded, CombatResolved, StepLost
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged
from adjudicator.rulesets.vv1813.orders import (
    Attack,
    Bombard,
    Hold,
    Losses,
    LossPolicy,
    MarkerUse,
    Move,
    RetreatTo,
)
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_positions import Field, Told, ask_me, position, when

GUNS = (MarkerUse(marker="artillery"),)
ONE = {FRENCH: ("artillery",)}


def fire(target: str, *markers: str, origin: str = "") -> Bombard:
    """An order to bombard."""
    kinds = markers or ("artillery",)
    uses = tuple(MarkerUse(marker=kind, count=kinds.count(kind)) for kind in dict.fromkeys(kinds))
    return Bombard(target=target, markers=uses, origin=origin)


def bombard(pieces: str, score: int, *, target: str = "1409", side: Side = FRENCH, **given: Any) -> Told:
    """A bombardment by one Artillery marker whose dice bring a given score."""
    set_up = {name: given.pop(name) for name in ("options", "general_retreat", "seen") if name in given}
    field = position(pieces, hand={side: ("artillery",)}, **set_up)
    trial = field.movement(side, fire(target), otherwise=3, **given)
    natural = score - trial.one(Bombarded).score.value + 6
    assert 2 <= natural <= 12
    faces = (natural // 2, natural - natural // 2)
    return field.movement(side, fire(target), dice={**given.pop("dice", {}), "result": faces}, **given)


def refused_for(field: Field, order: Bombard, rule: str, side: Side = FRENCH) -> Refused:
    """The refusal of a bombardment; what a side knows must be enough to foresee it."""
    refusal = field.movement(side, order).one(Refused)
    assert (refusal.rule, bool(refusal.remedy)) == (rule, True)
    foreseen = check(field.ctx, field.rules.known(field.state, side), side, order)
    assert (foreseen.value, foreseen.because) == (False, refusal.reason)
    return refusal


def parts(told: Told) -> dict[str, int]:
    return {part.label: part.value for part in told.one(Bombarded).score.parts}


# --- who may fire on what ----------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_8_8a_in_the_movement_phase_and_in_the_combat_phase(phase: str) -> None:
    """VV-8.8a: between moves as written, and among combats."""
    field = position("1408: ledru | 1409: insov", hand=ONE)
    told = field.run(phase, FRENCH, fire("1409"), dice={"result": (1, 1)})
    if phase == "movement":
        assert told.one(Bombarded).rolls[0].label == "T3/French/movement/bombard/1409/1/result"
        return
    assert told.of(Bombarded) == [], "without a heading an order at the top belongs to the movement phase"
    after = field.run(phase, FRENCH, Attack(targets=("9999",)), fire("1409"), dice={"result": (1, 1)})
    assert after.one(Bombarded).rolls[0].label == "T3/French/combat/bombard/1409/1/result"


def test_8_8a_before_and_during_movement() -> None:
    """VV-8.8a: a unit that moves up first brings the target into its zone."""
    field = position("1407: oudinot ledru | 1409: insov", hand=ONE)
    told = field.movement(FRENCH, fire("1409"), Move(units=("ledru",), path=("1408",)), fire("1409"), otherwise=1)
    assert told.one(Refused).rule == "VV-8.8b"
    assert told.one(Refused).line == 1
    assert told.one(Bombarded).origin == "1408"


def test_8_8b_only_units_in_the_zone_of_a_friendly_unit() -> None:
    """VV-8.8b: not at a distance, not an empty place, not a lone commander, not off the map."""
    field = position("1408: ledru | 1409: insov | 1410: sherbatov | 1407: barclay", hand=ONE)
    for target in ("1410", "1406", "1407", "9999"):
        refused_for(field, fire(target), "VV-8.8b")


def test_8_8b_zones_do_not_reach_into_villages_nor_over_water() -> None:
    """VV-8.8b, VV-4.2b: a defender in a village, or behind a stream, is no target from open ground."""
    refused_for(position("1505: ledru | 1506: insov", hand=ONE), fire("1506"), "VV-8.8b")
    refused_for(position("1003: ledru | 1104: insov", hand=ONE), fire("1104"), "VV-8.8b")
    village = position("1605: ledru | 1506: insov", hand=ONE)
    assert check(village.ctx, village.state, FRENCH, fire("1506")).value


def test_8_8b_the_firing_place_must_cover_the_target() -> None:
    """VV-8.8b: `from` names a place of ours whose zone reaches the target."""
    field = position("1408: ledru | 1407: gerard | 1409: insov", hand=ONE)
    refusal = refused_for(field, fire("1409", origin="1407"), "VV-8.8b")
    assert "1408" in refusal.remedy


def test_8_8b_closed_places_may_be_bombarded() -> None:
    """BAU-7.1j, VV-8.8b: the Coalition may fire into places that it may not enter."""
    field = position("2203: insov | 2202: albert", hand={COALITION: ("artillery",)})
    assert field.movement(COALITION, fire("2202"), otherwise=1).of(Bombarded)


def test_7_2d_units_out_of_command_may_bombard() -> None:
    """VV-7.2d: the ban is on attacks only."""
    field = position("1408: ledru | 1409: insov", hand=ONE)
    told = field.movement(FRENCH, fire("1409"), otherwise=1)
    assert told.of(Bombarded)


@pytest.mark.parametrize("markers", [("drouot",), ("artillery", "artillery"), ("cossacks",), ("unheard_of",)])
def test_8_8a_only_batteries_in_the_hand_fire(markers: tuple[str, ...]) -> None:
    """VV-8.8a, VV-2.J1: what is not held, or is no battery, is refused and the reason named."""
    refused_for(position("1408: ledru | 1409: insov", hand=ONE), fire("1409", *markers), "VV-8.8a")


def test_8_8a_an_order_without_markers_is_refused() -> None:
    """VV-8.8a: somebody has to fire."""
    field = position("1408: ledru | 1409: insov", hand=ONE)
    refused_for(field, Bombard(target="1409", markers=()), "VV-8.8a")
    refused_for(field, Bombard(target="1409", markers=(MarkerUse(marker="artillery", count=0),)), "VV-8.8a")


# --- the score ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("side", "pieces", "markers", "quotient"),
    [
        (FRENCH, "1408: ledru | 1409: rosen sherbatov", ("artillery",), 3),
        (FRENCH, "1408: ledru | 1409: rosen sherbatov", ("drouot",), 5),
        (COALITION, "1408: insov | 1409: bonnet", ("jaschwill",), 3),
        (FRENCH, "1408: ledru | 1409: rosen sherbatov", ("artillery", "drouot"), 5),
        (FRENCH, "1408: ledru | 1409: karpenkov-", ("artillery",), 0),
    ],
)
def test_8_8c_all_strength_by_the_best_divisor_rounded_down(
    side: Side, pieces: str, markers: tuple[str, ...], quotient: int
) -> None:
    """VV-8.8c, VV-2.J1, VV-2.F1, BAU-2.C1: Artillery 3, Drouot and Jaschwill 2; never below 0."""
    field = position(pieces, hand={side: markers})
    told = field.movement(side, fire("1409", *markers), otherwise=1)
    assert parts(told)["Target"] == quotient


def test_8_8d_each_further_marker_adds_one() -> None:
    """VV-8.8d, VV-2.J2: three markers +2; all of them are spent, each until its own turn (VV-8.8f, VV-2.J3)."""
    field = position("1408: ledru | 1409: insov", hand={FRENCH: ("artillery", "artillery", "drouot")})
    told = field.movement(FRENCH, fire("1409", "artillery", "artillery", "drouot"), otherwise=1)
    assert parts(told)["Further markers"] == 2
    assert [(one.kind, one.back) for one in told.one(Bombarded).spent] == [
        ("artillery", 5),
        ("artillery", 5),
        ("drouot", 5),
    ]
    assert not [m for m in told.state.markers.values() if m.place == "hand"]


@pytest.mark.parametrize(
    ("pieces", "target", "drm"),
    [
        ("1206: ledru | 1306: insov", "1306", 2),
        ("1306: ledru | 1206: insov", "1206", -1),
        ("1408: ledru | 1409: insov", "1409", 0),
    ],
)
def test_8_8_1_heights(pieces: str, target: str, drm: int) -> None:
    """VV-8.8.1: +2 from high to low, -1 from low to high."""
    told = position(pieces, hand=ONE).movement(FRENCH, fire(target), otherwise=1)
    assert parts(told)["Height"] == drm


def test_8_8_1_the_best_firing_place_is_taken_unless_one_is_named() -> None:
    """VV-8.8.1: guns on the height by default; the owner may name another place."""
    field = position("1307: ledru | 1206: gerard | 1306: insov", hand=ONE)
    assert field.movement(FRENCH, fire("1306"), otherwise=1).one(Bombarded).origin == "1206"
    named = field.movement(FRENCH, fire("1306", origin="1307"), otherwise=1)
    assert (named.one(Bombarded).origin, parts(named)["Height"]) == ("1307", 0)


@pytest.mark.parametrize(
    ("defenders", "bomb_cav", "drm"),
    [
        ("lanskoi", "any", 1),
        ("lanskoi insov", "any", 1),
        ("insov", "any", 0),
        ("lanskoi insov", "all", 0),
        ("lanskoi", "all", 1),
    ],
)
def test_8_8_1_cavalry_is_an_easier_target(defenders: str, bomb_cav: str, drm: int) -> None:
    """VV-8.8.1: one such unit is enough, unless option bomb_cav=all."""
    field = position(f"1408: ledru | 1409: {defenders}", hand=ONE, options={"bomb_cav": bomb_cav})
    assert parts(field.movement(FRENCH, fire("1409"), otherwise=1))["Cavalry"] == drm


def test_8_8_1_the_ground_shelters_from_fire() -> None:
    """VV-8.8.1: a village or a redoubt takes one off the score."""
    village = position("1605: ledru | 1506: insov", hand=ONE).movement(FRENCH, fire("1506"), otherwise=1)
    assert parts(village)["Terrain"] == -1
    redoubt = position("1106: ledru | 1105: insov", hand=ONE).movement(FRENCH, fire("1105"), otherwise=1)
    assert parts(redoubt)["Terrain"] == -1


# --- results -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "result", "lost", "back"),
    [(9, "", 0, 0), (10, "R", 0, 1), (11, "R", 0, 1), (12, "1 T", 1, 0), (13, "1R T", 1, 1), (14, "1R2 T", 1, 2)],
)
def test_8_8e_the_result_is_carried_out_at_once(score: int, result: str, lost: int, back: int) -> None:
    """VV-8.8e: losses and retreat of the whole place, before the next order."""
    told = bombard("1408: ledru | 1409: horn pirch", score)
    assert told.one(Bombarded).result == result
    assert len(told.of(StepLost)) == lost
    assert sum(len(event.path) for event in told.of(UnitsRetreated)) == back
    if back:
        assert told.one(UnitsRetreated).units == ("horn", "pirch")


def test_8_8e_the_owner_allocates_holds_and_chooses_his_way() -> None:
    """VV-8.8e, VV-8.5.1d: losses, holding and retreat after fire are his, as after a combat."""
    pieces = "1408: ledru | 1409: insov sherbatov"
    named = when(COALITION, "losses", Losses(policy=LossPolicy(order="listed", first=("sherbatov",))))
    way = when(COALITION, "retreat", RetreatTo(to=("1510",)))
    told = bombard(pieces, 13, standing=[named, way])
    assert [(e.unit, e.why) for e in told.of(StepLost)] == [("sherbatov", "bombardment")]
    assert told.one(UnitsRetreated).path == ("1510",)
    held = bombard(pieces, 13, standing=[named, when(COALITION, "hold", Hold(places=1))])
    assert held.one(GroundHeld).place == "1409"
    assert not held.of(UnitsRetreated)


@pytest.mark.parametrize(
    ("pieces", "target", "holds"),
    [
        ("1605: ledru | 1506: insov", "1506", True),
        ("1106: ledru | 1105: insov", "1105", True),
        ("1408: ledru | 1409: insov", "1409", False),
        ("1605: ledru | 1506: pirch", "1506", False),
    ],
)
def test_8_8e_by_default_a_built_up_place_is_held_under_fire(pieces: str, target: str, holds: bool) -> None:
    """VV-8.8e, VV-8.5.1d: in village and redoubt, by those who may; elsewhere they go."""
    told = bombard(pieces, 10, target=target)
    assert told.decided("hold").source == "default"
    assert bool(told.of(GroundHeld)) == holds
    assert bool(told.of(UnitsRetreated)) != holds


def test_8_8e_by_default_the_weakest_two_step_unit_loses_and_the_way_leads_home() -> None:
    """VV-8.8e: and the retreat looks at the own edge before the enemy's nearness."""
    told = bombard("1408: ledru | 1409: insov suthov tern-", 12)
    assert told.one(StepLost).unit == "suthov"
    french = bombard("1610: insov | 1607: tern | 1609: ledru", 10, target="1609", side=COALITION)
    assert french.one(UnitsRetreated).path == ("1608",)


def test_8_8e_the_same_place_may_be_fired_on_again_with_other_markers() -> None:
    """VV-8.8e, VV-8.8f: each bombardment has dice of its own, each marker one play a turn."""
    field = position("1408: ledru | 1409: insov", hand={FRENCH: ("artillery", "artillery")})
    told = field.movement(FRENCH, fire("1409"), fire("1409"), fire("1409"), otherwise=1)
    assert [event.rolls[0].label for event in told.of(Bombarded)] == [
        "T3/French/movement/bombard/1409/1/result",
        "T3/French/movement/bombard/1409/2/result",
    ]
    assert (told.one(Refused).rule, told.one(Refused).line) == ("VV-8.8a", 3)


def test_8_8e_units_driven_out_before_a_combat_do_not_count_where_they_flee() -> None:
    """VV-8.8e, VV-8.5.1e: a place still to be attacked is avoided; who must go there does not count."""
    field = position(
        "1508: ledru | 1507: insov | 1506: sherbatov | 1406: morand | 1606: gerard | 1607: puthod | 1407: bonnet",
        hand=ONE,
    )
    told = field.combat(
        FRENCH,
        Attack(targets=("9999",)),
        fire("1507"),
        Attack(targets=("1506",), origins=("1406",), advance=()),
        dice={"bombard/1507/1/result": (4, 5), "1506/result": (3, 3)},
    )
    assert told.of(UnitsRetreated)[0].path == ("1506",)
    assert [f.unit for f in told.one(CombatResolved).defenders if not f.counted] == ["insov"]


# --- commanders and fog ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "bomb_t", "tested"),
    [(11, "12plus", False), (12, "12plus", True), (13, "12plus", True), (12, "exact12", True), (13, "exact12", False)],
)
def test_8_8_2_a_commander_in_the_place_is_tested(score: int, bomb_t: str, tested: bool) -> None:
    """VV-8.8.2, VV-8.7b: from a score of 12; with option bomb_T=exact12 on 12 alone."""
    told = bombard(
        "1408: ledru | 1409: barclay insov sherbatov", score, options={"bomb_T": bomb_t}, dice={"commander": (4,)}
    )
    assert bool(told.of(CommanderHit)) == tested
    assert told.state.commander("barclay").health == ("wounded" if tested else "fit")
    assert ("T" in told.one(Bombarded).result) == tested


def test_8_5_1b_who_pays_on_the_way_is_asked_even_of_a_single_unit() -> None:
    """VV-8.5.1b, VV-7.3a: after a bombardment the question shows nothing of the stack; after a combat it is not put."""
    pieces = "1408: ledru | 1410: gerard | 1509: pacthod | 1309: lorentz | 1409: insov"
    asked = ask_me(COALITION, "losses")
    fired = bombard(pieces, 10, standing=asked)
    assert [d.key.split("/")[-2] for d in fired.open] == ["zone"]
    fought = position(pieces).fought(FRENCH, Attack(targets=("1409",), origins=("1408",)), 8, standing=asked)
    assert fought.one(UnitsRetreated).through_zone
    assert fought.open == ()


def test_8_7f_a_bombardment_does_not_test_a_staff() -> None:
    """VV-8.7f, VV-8.8.2: beside the staff of a dead commander only the living one is tested, without a draw."""
    alone = bombard("1408: ledru | 1409: barclay* insov sherbatov", 12)
    assert not alone.of(CommanderHit)
    both = bombard("1408: ledru | 1409: barclay* yermolov insov sherbatov", 12, dice={"commander": (3,)})
    assert not both.of(VictimDrawn)
    assert both.one(CommanderHit).commander == "yermolov"


def test_8_8_2_the_firer_learns_of_a_commander_only_if_he_is_killed() -> None:
    """VV-8.8.2, VV-7.3a: the dice are veiled, and neither the draw nor a wound is shown to him."""
    pieces = "1408: ledru | 1409: barclay yermolov insov sherbatov"
    wounded = bombard(pieces, 12, dice={"victim": (2,), "commander": (3,)})
    killed = bombard(pieces, 12, dice={"victim": (2,), "commander": (6,)})
    for told, seen in ((wounded, False), (killed, True)):
        rules, state = told.field.rules, told.state
        hit, drawn = told.one(CommanderHit), told.one(VictimDrawn)
        assert hit.rolls[0].veiled
        assert drawn.rolls[0].veiled
        assert rules.show(state, drawn, FRENCH) is None
        assert (rules.show(state, hit, FRENCH) is not None) == seen
        assert rules.show(state, hit, COALITION) == hit
    assert [m.rule for m in killed.of(MoraleChanged)] == ["VV-9D"]


def test_8_8c_the_firer_does_not_learn_the_strength_of_an_unseen_stack() -> None:
    """VV-8.8c, VV-7.3a: quotient, cavalry and sum read "not known to you"; dice and result are public."""
    pieces = "1408: ledru | 1409: insov lanskoi"
    told = bombard(pieces, 10)
    rules, before = told.field.rules, told.state
    whole = told.one(Bombarded)
    shown = rules.show(before, whole, FRENCH)
    assert isinstance(shown, Bombarded)
    assert (shown.natural, shown.result, shown.rolls) == (whole.natural, whole.result, whole.rolls)
    assert (shown.score.value, shown.score.because) == (0, "not known to you")
    hidden = {part.label for part in shown.score.parts if part.because == "not known to you"}
    assert hidden == {"Target", "Cavalry"}
    assert rules.show(before, whole, COALITION) == whole
    seen = bombard(pieces, 10, seen=("insov", "lanskoi"))
    open_score = seen.field.rules.show(seen.state, seen.one(Bombarded), FRENCH)
    assert isinstance(open_score, Bombarded)
    assert open_score.score.value == 10


def test_8_8c_with_open_stacks_nothing_is_hidden() -> None:
    """VV-8.8c: option fog=none."""
    told = bombard("1408: ledru | 1409: insov", 10, options={"fog": "none"})
    assert told.field.rules.show(told.state, told.one(Bombarded), FRENCH) == told.one(Bombarded)


@pytest.mark.parametrize("defenders", ["insov", "horn", "insov sherbatov"])
def test_8_8e_what_is_asked_after_fire_does_not_show_what_was_hit(defenders: str) -> None:
    """VV-8.8e, VV-7.3a: loss, holding and way are asked of any stack alike."""
    told = bombard(f"1408: ledru | 1409: {defenders}", 13)
    assert told.asked() == [("losses", COALITION), ("hold", COALITION), ("retreat", COALITION)]


def test_8_8e_the_owner_may_be_asked() -> None:
    """VV-8.8e: with `ask me` the phase waits, with holding and way put together."""
    pieces = "1408: ledru | 1409: insov sherbatov"
    asked = ask_me(COALITION, "losses", "hold", "retreat")
    field = position(pieces, hand=ONE)
    waiting = field.movement(FRENCH, fire("1409"), dice={"result": (6, 5)}, standing=asked)
    assert [d.kind for d in waiting.open] == ["losses"]
    assert waiting.open[0].key == "T3/French/movement/bombard/1409/1/losses/Coalition"
    policy = Losses(policy=LossPolicy(order="listed", first=("insov",)))
    then = field.movement(FRENCH, fire("1409"), dice={"result": (6, 5)}, standing=asked, answers={"losses": policy})
    assert [d.kind for d in then.open] == ["hold", "retreat"]
    answers = {"losses": policy, "hold": Hold(places=0), "retreat": RetreatTo(to=("1310",))}
    told = field.movement(FRENCH, fire("1409"), dice={"result": (6, 5)}, standing=asked, answers=answers)
    assert told.one(StepLost).unit == "insov"
    assert told.one(UnitsRetreated).path == ("1310",)
