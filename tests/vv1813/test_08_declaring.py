"""Chapter 8.1, 8.2, 8.4: attacks as they are declared: who may attack whom, with whom, how often."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.orders import Conditional, Pass, PlaceIs
from adjudicator.core.types import RuleId
from adjudicator.rulesets.vv1813.combat.aftermath_events import UnitsRetreated
from adjudicator.rulesets.vv1813.combat.attacks import check_attack
from adjudicator.rulesets.vv1813.combat.events import (
    Bombarded,
    CombatResolved,
    CombatsDeclared,
    ForcesDisclosed,
    StepLost,
)
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, HeadUnit, MarkerUse
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, Sequence
from tests.support.vv_positions import Field, Told, position, when


def declared(told: Told) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(one.targets, one.origins) for one in told.one(CombatsDeclared).combats]


def refused_for(field: Field, attack: Attack, rule: str, *, side: Any = FRENCH) -> Refused:
    """The refusal of an attack; what a side knows must be enough to foresee it."""
    told = field.combat(side, attack)
    refusal = told.one(Refused)
    assert refusal.rule == rule
    assert refusal.remedy
    assert refusal.reason.endswith(".")
    known = field.rules.known(field.state, side)
    foreseen = check_attack(field.ctx, known, side, attack)
    assert (foreseen.value, foreseen.rule, foreseen.because) == (False, rule, refusal.reason)
    assert not told.of(CombatResolved)
    return refusal


# --- 8.1 ---------------------------------------------------------------------------------------------------


def test_8_1_combat_is_between_adjacent_units() -> None:
    """VV-8.1: a stack two places away cannot attack; the refusal names what is in reach."""
    field = position("1408: ledru | 1410: insov | 1407: sherbatov")
    refusal = refused_for(field, Attack(targets=("1410",), origins=("1408",)), "VV-8.1")
    assert "1407" in refusal.remedy


def test_8_1_the_phasing_player_need_not_attack() -> None:
    """VV-8.1: adjacent enemies are left alone unless somebody orders an attack."""
    told = position("1408: ledru | 1409: insov").combat(FRENCH, Pass())
    assert declared(told) == []
    assert told.kinds() == ["combats_declared"]


@pytest.mark.parametrize(("target", "rule"), [("1407", "VV-8.1"), ("9999", "VV-8.1"), ("1509", "VV-7.4a")])
def test_8_1_a_target_holds_enemy_units(target: str, rule: str) -> None:
    """VV-8.1: an empty place, one off the map, or a lone commander cannot be attacked."""
    field = position("1408: ledru | 1409: insov | 1509: barclay")
    refused_for(field, Attack(targets=(target,)), rule)


def test_8_1_a_place_named_twice_is_one_place_and_none_is_none() -> None:
    """VV-8.1: slips of the pen do no harm."""
    field = position("1408: ledru | 1409: insov")
    told = field.combat(FRENCH, Attack(targets=("1409", "1409")), dice={"1409/result": (3, 4)})
    assert len(told.one(CombatResolved).defenders) == 1
    refused_for(field, Attack(targets=()), "VV-8.1")


def test_8_1_an_origin_holds_own_units() -> None:
    """VV-8.1: nobody attacks from an empty place, nor with a unit that is not on the map."""
    field = position("1408: ledru | 1409: insov")
    refused_for(field, Attack(targets=("1409",), origins=("1508",)), "VV-8.1")
    refused_for(field, Attack(targets=("1409",), units=("gerard",)), "VV-8.1")
    refused_for(position("1409: insov"), Attack(targets=("1409",)), "VV-8.1")


@pytest.mark.parametrize(("stream_attack", "legal"), [("infantry", True), ("none", False)])
def test_8_1_streams_may_be_attacked_across(stream_attack: str, legal: bool) -> None:
    """VV-8.1: over a stream unless option stream_attack says none."""
    field = position("1003: ledru | 1104: insov", options={"stream_attack": stream_attack})
    attack = Attack(targets=("1104",))
    if legal:
        assert declared(field.combat(FRENCH, attack, dice={"result": (3, 4)})) == [(("1104",), ("1003",))]
    else:
        refused_for(field, Attack(targets=("1104",), origins=("1003",)), "VV-8.1")


def test_8_1_nobody_attacks_over_a_river_without_a_bridge() -> None:
    """VV-8.1: the Spree stops an attack where it has no bridge, and only there."""
    over_water = position("1401: insov | 1302: ledru")
    assert "river" in refused_for(over_water, Attack(targets=("1401",), origins=("1302",)), "VV-8.1").reason
    over_bridge = position("1501: insov | 1502: ledru").combat(
        FRENCH, Attack(targets=("1501",)), dice={"result": (3, 4)}
    )
    assert declared(over_bridge) == [(("1501",), ("1502",))]


# --- 8.2 ---------------------------------------------------------------------------------------------------


def test_8_2a_a_stack_attacks_as_one() -> None:
    """VV-8.2a: naming one unit of a stack brings the whole stack."""
    told = position("1408: ledru gerard | 1409: insov").combat(
        FRENCH, Attack(targets=("1409",), units=("ledru",)), dice={"result": (3, 4)}
    )
    assert {f.unit for f in told.one(CombatResolved).attackers if f.counted} == {"ledru", "gerard"}


def test_8_2a_a_stack_cannot_split_between_combats() -> None:
    """VV-8.2a: a stack that attacks one place does not attack another in the same phase."""
    field = position("1408: ledru gerard | 1409: insov | 1407: sherbatov")
    told = field.combat(
        FRENCH,
        Attack(targets=("1409",), units=("ledru",)),
        Attack(targets=("1407",), units=("gerard",)),
        dice={"result": (3, 4)},
    )
    assert told.one(Refused).rule == "VV-8.2a"
    assert declared(told) == [(("1409",), ("1408",))]


def test_8_2b_one_stack_attacks_two_places_in_one_combat() -> None:
    """VV-8.2b: both places defend together, with one head unit and one throw of the dice."""
    field = position("1408: ledru gerard | 1409: insov | 1407: sherbatov")
    told = field.combat(
        FRENCH,
        Attack(targets=("1407", "1409"), head=("ledru",)),
        dice={"1407+1409/result": (4, 4)},
        standing=[when(COALITION, "head", HeadUnit(units=("insov",)))],
    )
    fought = told.one(CombatResolved)
    assert sum(f.strength for f in fought.defenders) == 8
    assert fought.defending_head == "insov"
    assert [event.origin for event in told.of(UnitsRetreated)] == ["1407", "1409"]


def test_8_2b_two_places_take_the_ground_that_is_better_for_the_defender() -> None:
    """VV-8.2b, VV-8.4c1: of two places attacked at once, the terrain that shelters more counts."""
    field = position("1408: ledru gerard | 1308: insov | 1409: sherbatov")
    told = field.combat(FRENCH, Attack(targets=("1308", "1409")), dice={"result": (3, 4)})
    parts = {part.label: part.value for part in told.one(CombatResolved).drm.parts}
    assert parts["Terrain"] == -2


def test_8_2b_only_one_stack_may_attack_two_places() -> None:
    """VV-8.2b: two stacks against two places are two combats."""
    field = position("1408: ledru | 1508: gerard | 1409: insov | 1507: sherbatov")
    refused_for(field, Attack(targets=("1409", "1507"), origins=("1408", "1508")), "VV-8.1")
    both = position("1408: ledru | 1508: gerard | 1409: insov | 1407: sherbatov | 1509: tern")
    three = Attack(targets=("1409", "1407", "1509"), origins=("1408",))
    refused_for(both, three, "VV-8.2b")
    beside = position("1408: ledru | 1510: gerard | 1509: insov | 1409: sherbatov")
    refused_for(beside, Attack(targets=("1509", "1409")), "VV-8.2b")


def test_8_2b_an_option_forbids_attacks_on_two_places() -> None:
    """VV-8.2b: option multi_hex_attack=forbid."""
    field = position("1408: ledru gerard | 1409: insov | 1407: sherbatov", options={"multi_hex_attack": "forbid"})
    refused_for(field, Attack(targets=("1407", "1409")), "VV-8.2b")


def test_8_2c_a_place_is_attacked_once_in_a_phase_and_as_a_whole() -> None:
    """VV-8.2c: a second attack on the same place is refused; all its units defend in the first."""
    field = position("1408: ledru | 1509: gerard | 1409: insov sherbatov")
    told = field.combat(
        FRENCH,
        Attack(targets=("1409",), origins=("1408",)),
        Attack(targets=("1409",), origins=("1509",)),
        dice={"result": (3, 4)},
    )
    assert told.one(Refused).rule == "VV-8.2c"
    assert {f.unit for f in told.one(CombatResolved).defenders} == {"insov", "sherbatov"}


def test_8_2d_several_stacks_attack_one_place() -> None:
    """VV-8.2d: all of them next to it; without names every stack that can joins in."""
    field = position("1408: ledru | 1509: gerard | 1409: insov")
    told = field.combat(FRENCH, Attack(targets=("1409",)), dice={"result": (3, 4)})
    assert declared(told) == [(("1409",), ("1408", "1509"))]
    far = position("1408: ledru | 1608: gerard | 1409: insov")
    refused_for(far, Attack(targets=("1409",), origins=("1408", "1608"), together=True), "VV-8.1")
    told = far.combat(FRENCH, Attack(targets=("1409",), origins=("1408", "1608")), dice={"result": (3, 4)})
    assert declared(told) == [(("1409",), ("1408",))]
    left = told.one(NotCarriedOut)
    assert left.rule == "VV-8.1"
    assert left.reason == "1608 is not next to 1409. The others attack without it."
    refused_for(far, Attack(targets=("1409",), origins=("1608",)), "VV-8.1")


def test_8_2e_coalition_formations_do_not_attack_together() -> None:
    """VV-8.2e, VV-2.1e: Barclay's and Blücher's units may not join in one attack; a shared nation does not help."""
    field = position("1408: insov | 1509: pirch | 1409: ledru")
    refused_for(field, Attack(targets=("1409",)), "VV-8.2e", side=COALITION)
    refused_for(field, Attack(targets=("1409",), origins=("1408", "1509")), "VV-8.2e", side=COALITION)
    russians = position("1408: insov | 1509: sulima | 1409: ledru")
    refused_for(russians, Attack(targets=("1409",)), "VV-8.2e", side=COALITION)


def test_8_2e_one_formation_attacks_from_several_places() -> None:
    """VV-8.2e: naming the formation leaves the others out; French corps mix as they like."""
    field = position("1408: insov | 1510: pirch | 1509: sherbatov | 1409: ledru")
    told = field.combat(COALITION, Attack(targets=("1409",), formation="barclay"), dice={"result": (3, 4)})
    assert declared(told) == [(("1409",), ("1408", "1509"))]
    french = position("1408: ledru | 1509: morand | 1409: insov")
    told = french.combat(FRENCH, Attack(targets=("1409",)), dice={"result": (3, 4)})
    assert {f.unit for f in told.one(CombatResolved).attackers if f.counted} == {"ledru", "morand"}


def test_8_2e_coalition_formations_defend_together() -> None:
    """VV-8.2e: in defence formations count side by side."""
    told = position("1408: ledru gerard | 1409: insov pirch").combat(
        FRENCH, Attack(targets=("1409",)), dice={"result": (3, 4)}
    )
    assert all(f.counted for f in told.one(CombatResolved).defenders)


def test_8_2f_of_a_mixed_stack_one_formation_takes_part() -> None:
    """VV-8.2f: the Coalition names it; the other adds no strength, is never head unit, and suffers the result."""
    field = position("1408: insov pirch | 1409: ledru gerard")
    refused_for(field, Attack(targets=("1409",)), "VV-8.2f", side=COALITION)
    told = field.combat(COALITION, Attack(targets=("1409",), formation="blucher"), dice={"result": (1, 2)})
    fought = told.one(CombatResolved)
    assert fought.result == "2R/0"
    assert [(f.unit, f.counted, f.why) for f in fought.attackers] == [
        ("insov", False, "other formation"),
        ("pirch", True, ""),
    ]
    assert fought.attacking_head == "pirch"
    assert {event.unit for event in told.of(StepLost)} == {"insov", "pirch"}
    assert told.one(UnitsRetreated).units == ("insov", "pirch")


@pytest.mark.parametrize("attack", [{"head": ("pirch",)}, {"units": ("pirch",)}])
def test_8_2f_the_head_unit_or_the_units_named_say_which_formation(attack: dict[str, Any]) -> None:
    """VV-8.2f: the formation need not be spelt out where the order shows it."""
    told = position("1408: insov pirch | 1409: ledru").combat(
        COALITION, Attack(targets=("1409",), **attack), dice={"result": (3, 4)}
    )
    assert [f.unit for f in told.one(CombatResolved).attackers if f.counted] == ["pirch"]


def test_7_2d_units_out_of_command_do_not_attack() -> None:
    """VV-7.2d: alone they are refused; beside units in command they stand by and suffer the result."""
    field = position("1408: ledru gerard | 1409: insov")
    nobody = field.changed(sequence=Sequence(out_of_command=frozenset({"ledru", "gerard"})))
    refused_for(nobody, Attack(targets=("1409",), origins=("1408",)), "VV-7.2d")
    one = field.changed(sequence=Sequence(out_of_command=frozenset({"ledru"})))
    told = one.combat(FRENCH, Attack(targets=("1409",)), dice={"result": (3, 4)})
    assert [(f.unit, f.counted, f.why) for f in told.one(CombatResolved).attackers] == [
        ("gerard", True, ""),
        ("ledru", False, "may not attack"),
    ]


def test_2_d3_units_bound_by_a_marker_do_not_attack() -> None:
    """BAU-2.D3: what a marker binds may not attack this turn."""
    field = position("1408: ledru | 1409: insov").changed(sequence=Sequence(no_attack=frozenset({"ledru"})))
    refused_for(field, Attack(targets=("1409",), origins=("1408",)), "BAU-2.D3")


def test_7_1j_places_closed_to_a_side_are_not_attacked() -> None:
    """BAU-7.1j: until Ney enters, the Coalition cannot fight in 2202 either."""
    field = position("2203: insov | 2202: albert")
    refused_for(field, Attack(targets=("2202",)), "BAU-7.1j", side=COALITION)


# --- 8.4.0 -------------------------------------------------------------------------------------------------


def test_8_4_0a_all_attacks_are_declared_before_any_is_resolved() -> None:
    """VV-8.4.0a: one announcement for the phase, then combats in the order written."""
    field = position("1408: ledru | 1409: insov | 1508: gerard | 1507: sherbatov")
    told = field.combat(
        FRENCH,
        Attack(targets=("1507",), origins=("1508",)),
        Attack(targets=("1409",), origins=("1408",)),
        dice={"1507/result": (3, 4), "1409/result": (3, 4)},
    )
    assert told.kinds()[0] == "combats_declared"
    assert [event.targets for event in told.of(CombatResolved)] == [("1507",), ("1409",)]


def test_8_4_0a_conditions_are_tested_when_the_phase_opens() -> None:
    """VV-8.4.0a: what the first combat changes does not undo the second declaration, nor a false condition."""
    field = position("1408: ledru gerard | 1409: insov | 1508: morand | 1507: sherbatov")

    def if_held(place: str, state: Any, attack: Attack) -> Conditional:
        return Conditional(condition=PlaceIs(place=place, state=state), then=attack)

    told = field.combat(
        FRENCH,
        Attack(targets=("1409",), origins=("1408",)),
        if_held("1409", "enemy", Attack(targets=("1507",), origins=("1508",))),
        if_held("1409", "empty", Attack(targets=("1507",), origins=("1508",))),
        dice={"1409/result": (6, 5), "1507/result": (3, 4)},
    )
    assert told.state.army(COALITION).units_at.keys().isdisjoint({"1409"})
    assert declared(told) == [(("1409",), ("1408",)), (("1507",), ("1508",))]
    skipped = told.one(NotCarriedOut)
    assert (skipped.line, skipped.reason) == (3, "The condition does not hold.")


def test_8_4_0a_a_bombardment_is_fired_in_its_place_among_the_combats() -> None:
    """VV-8.4.0a, VV-8.8a: written first it may empty the place; the attack on it is then not carried out."""
    field = position("1408: ledru | 1409: tern", hand={FRENCH: ("artillery",)})
    told = field.combat(
        FRENCH,
        Attack(targets=("1407",), origins=("1408",)),
        Bombard(target="1409", markers=(MarkerUse(marker="artillery"),)),
        Attack(targets=("1409",), origins=("1408",)),
        dice={"bombard/1409/1/result": (6, 5)},
    )
    assert told.of(Bombarded)
    assert declared(told) == [(("1409",), ("1408",))]
    assert told.one(NotCarriedOut).reason == "The enemy has left 1409 before the attack."
    assert not told.of(CombatResolved)


def test_8_4_0b_forces_are_shown_only_for_the_combat_being_resolved() -> None:
    """VV-8.4.0b, VV-7.3a: stacks that do not take part stay hidden, those that fought stay known."""
    field = position("1408: ledru | 1409: insov | 1508: gerard | 1410: sherbatov")
    told = field.combat(FRENCH, Attack(targets=("1409",), origins=("1408",)), dice={"result": (3, 3)})
    shown = told.one(ForcesDisclosed)
    assert [f.unit for f in (*shown.attackers, *shown.defenders)] == ["ledru", "insov"]
    assert set(told.state.sightings[FRENCH]) == {"insov"}
    assert set(told.state.sightings[COALITION]) == {"ledru"}


@pytest.mark.parametrize("side", [FRENCH, COALITION])
def test_8_4_0c_the_phasing_side_is_the_attacker(side: Any) -> None:
    """VV-8.4.0c: whoever's phase it is attacks, whatever the battle looks like."""
    field = position("1408: ledru | 1409: insov")
    target = "1409" if side == FRENCH else "1408"
    fought = field.combat(side, Attack(targets=(target,)), dice={"result": (3, 4)}).one(CombatResolved)
    assert fought.side == side
    assert [f.unit for f in fought.attackers] == (["ledru"] if side == FRENCH else ["insov"])
    ratio = {FRENCH: "5 against 4", COALITION: "4 against 5"}[side]
    assert fought.drm.parts[0].because.startswith(ratio)


def test_an_attack_is_checked_on_what_a_side_knows() -> None:
    """VV-7.3a: declaring an attack needs no look into the enemy's stack."""
    field = position("1408: ledru | 1409: insov tern | 1407: barclay")
    known = field.rules.known(field.state, FRENCH)
    assert all(unit.startswith("?") for unit in known.army(COALITION).units if known.unit(unit).place)
    assert check_attack(field.ctx, known, FRENCH, Attack(targets=("1409",))).value
    taken = check_attack(field.ctx, known, FRENCH, Attack(targets=("1409",)), frozenset({"1409"}))
    assert taken.rule == RuleId("VV-8.2c")
    used = check_attack(
        field.ctx, known, FRENCH, Attack(targets=("1409",), origins=("1408",)), frozenset(), frozenset({"1408"})
    )
    assert used.rule == RuleId("VV-8.2a")


def test_the_match_ends_in_the_middle_of_a_phase() -> None:
    """VV-10.V2: when Napoleon falls nothing more is resolved."""
    field = position("1408: napoleon ledru | 1409: insov | 1508: gerard | 1507: sherbatov")
    told = field.combat(
        FRENCH,
        Attack(targets=("1409",), origins=("1408",)),
        Attack(targets=("1507",), origins=("1508",)),
        dice={"1409/result": (1, 1), "1409/commander": (6,)},
    )
    assert told.state.ending is not None
    assert told.state.ending.winner == COALITION
    assert len(told.of(CombatResolved)) == 1
    assert replace(told.state, ending=None) != told.state
