"""Chapter 8.5 and 8.6: results, losses, the French options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.core.events import NotCarriedOut
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.combat.aftermath_events import CommanderHit, GroundHeld, UnitAdvanced, UnitsRetreated
from adjudicator.rulesets.vv1813.combat.combat_tables import combat_modifiers, combat_results, read_outcome
from adjudicator.rulesets.vv1813.combat.events import CombatResolved, NapoleonOptionUsed, StepLost
from adjudicator.rulesets.vv1813.combat.tactics import tactical_option
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged
from adjudicator.rulesets.vv1813.orders import (
    Attack,
    Hold,
    Losses,
    LossPolicy,
    NapoleonOption,
    StandAndFight,
)
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, Army
from tests.support.vv_positions import Field, Told, position, when


def lost(told: Told) -> list[str]:
    """Units that lost steps, in order."""
    return [event.unit for event in told.of(StepLost)]


# --- 8.5 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modified", "printed"),
    [
        (-3, "2R/0"),
        (2, "2R/0"),
        (3, "1R/0"),
        (6, "R/0"),
        (7, "1/1"),
        (8, "0/R"),
        (12, "1/2R2#"),
        (13, "0/2R2#"),
        (20, "0/2R2#"),
    ],
)
def test_8_5a_modified_dice_are_read_on_the_table(modified: int, printed: str) -> None:
    """VV-8.5a: the first row serves anything below, the last anything above."""
    assert combat_results(position("").ctx).read(modified) == printed


def test_8_5a_the_attacker_rolls_two_dice_and_adds_the_modifier() -> None:
    """VV-8.5a: natural, modified and printed result are told together."""
    told = position("1408: ledru | 1409: insov").combat(FRENCH, Attack(targets=("1409",)), dice={"result": (2, 5)})
    fought = told.one(CombatResolved)
    assert (fought.natural, fought.modified, fought.printed) == (7, 7 + fought.drm.value, "0/R")
    assert [(roll.label, roll.faces) for roll in fought.rolls] == [("T3/French/combat/1409/result", (2, 5))]


BEATEN = "1408: soult compans bonnet | 1409: barclay insov- sherbatov suthov"
"""Sherbatov leads the defence: the best quality."""


def test_8_5b_the_first_loss_is_the_head_units_the_rest_the_owners() -> None:
    """VV-8.5b, VV-8.4b2: by default spread over units with two steps, or twice on one unit if he says so."""
    field = position(BEATEN)
    told = field.fought(FRENCH, Attack(targets=("1409",)), 13)
    assert told.one(CombatResolved).result == "0/2R2#"
    assert lost(told) == ["sherbatov", "suthov"]
    twice = when(COALITION, "losses", Losses(policy=LossPolicy(order="listed", first=("sherbatov",))))
    told = field.fought(FRENCH, Attack(targets=("1409",)), 13, standing=[twice])
    assert lost(told) == ["sherbatov", "sherbatov"]
    assert told.state.unit("sherbatov").status == "eliminated"


@pytest.mark.parametrize(
    ("policy", "second"),
    [
        (LossPolicy(order="weakest"), "insov"),
        (LossPolicy(order="strongest"), "suthov"),
        (LossPolicy(order="spread"), "suthov"),
        (LossPolicy(order="weakest", never=("insov",)), "sherbatov"),
        (LossPolicy(order="listed", first=("insov", "suthov")), "insov"),
        (LossPolicy(order="weakest", never=("infantry",)), "insov"),
    ],
)
def test_8_5b_policies_for_the_owners_losses(policy: LossPolicy, second: str) -> None:
    """VV-8.5b: weakest, strongest, spread, listed; units are spared only while others can lose."""
    standing = [when(COALITION, "losses", Losses(policy=policy))]
    told = position(BEATEN).fought(FRENCH, Attack(targets=("1409",)), 13, standing=standing)
    assert lost(told) == ["sherbatov", second]


def test_8_5b_an_order_says_who_takes_the_attackers_losses() -> None:
    """VV-8.5b: `losses ... never Guard` in the attack; the head unit is not spared."""
    field = position("1408: friant ledru | 1409: insov sherbatov suthov barclay")
    policy = LossPolicy(order="weakest", never=("guard",))
    told = field.combat(FRENCH, Attack(targets=("1409",), head=("friant",), losses=policy), dice={"result": (1, 1)})
    assert told.one(CombatResolved).result == "2R/0"
    assert lost(told) == ["friant", "ledru"]
    assert ("losses", FRENCH) not in told.asked()
    plain = Attack(targets=("1409",), head=("ledru",), losses=LossPolicy(order="strongest"))
    assert lost(field.combat(FRENCH, plain, dice={"result": (1, 1)})) == ["ledru", "friant"]


@pytest.mark.parametrize("first", ["ledru", "gerard"])
def test_8_5b_the_policy_of_an_attack_holds_for_its_retreat_too(first: str) -> None:
    """VV-8.5b, VV-8.5.1b: the step that beaten attackers pay on their way through zones; nobody is asked again."""
    walls = "1407: insov | 1308: tern | 1309: suthov | 1509: pirch | 1508: horn"
    field = position(f"1408: ledru gerard charpentier oudinot | 1409: sherbatov barclay | {walls}")
    policy = LossPolicy(order="listed", first=(first,))
    attack = Attack(targets=("1409",), origins=("1408",), head=("charpentier",), losses=policy)
    for place in ("1508", "1509"):
        open_way = field.changed(armies=_without(field, place))
        told = open_way.fought(FRENCH, attack, 6)
        assert told.one(CombatResolved).result == "R/0"
        assert told.one(UnitsRetreated).through_zone
        assert lost(told) == [first]
        assert ("losses", FRENCH) not in told.asked()


def _without(field: Field, place: str) -> dict[Side, Army]:
    """The armies with the Coalition unit of a place taken away."""
    army = field.state.army(COALITION)
    units = {u.id: replace(u, place=None, status="eliminated") if u.place == place else u for u in army.units.values()}
    return {**field.state.armies, COALITION: Army(units, army.commanders)}


def test_2_1h_two_steps_then_elimination_and_more_losses_than_steps() -> None:
    """VV-2.1h, VV-8.5b, VV-9B: the back of a unit is its last step; losses beyond it are lost on nobody."""
    field = position("1408: soult compans bonnet | 1409: insov-")
    told = field.combat(FRENCH, Attack(targets=("1409",)), dice={"result": (6, 6)})
    assert [(e.unit, e.eliminated) for e in told.of(StepLost)] == [("insov", True)]
    assert told.state.unit("insov").status == "eliminated"
    assert told.state.morale[COALITION].eliminated == 1


def test_2_1h_a_unit_without_a_back_is_gone_at_once() -> None:
    """VV-2.1h, VV-2.1i, VV-9B: Normann has one step; the French lose a point for him."""
    field = position("1408: normann | 1409: insov sherbatov")
    told = field.combat(FRENCH, Attack(targets=("1409",)), dice={"result": (1, 2)})
    assert told.one(StepLost).eliminated
    change = told.one(MoraleChanged)
    assert (change.rule, change.side, change.change) == ("VV-9B", FRENCH, -1)


def test_8_5c_all_units_of_a_place_go_back_together_with_their_commanders() -> None:
    """VV-8.5c: R one place, R2 two, attackers and defenders alike."""
    field = position("1408: oudinot ledru gerard | 1409: insov sherbatov suthov barclay")
    told = field.combat(FRENCH, Attack(targets=("1409",)), dice={"result": (2, 2)})
    assert told.one(CombatResolved).result == "1R/0"
    back = told.one(UnitsRetreated)
    assert (back.side, back.units, back.commanders, len(back.path)) == (FRENCH, ("gerard", "ledru"), ("oudinot",), 1)
    defender = position("1408: soult compans | 1409: barclay insov")
    told = defender.fought(FRENCH, Attack(targets=("1409",)), 11)
    back = told.one(UnitsRetreated)
    assert (back.side, len(back.path), back.commanders) == (COALITION, 2, ("barclay",))


def test_8_5c_losses_come_before_retreats_and_the_defender_goes_first() -> None:
    """VV-8.5c: attacker's losses, defender's losses, defender's retreat, advance."""
    field = position("1408: morand | 1409: insov sherbatov")
    told = field.combat(FRENCH, Attack(targets=("1409",)), dice={"result": (3, 5)})
    assert told.one(CombatResolved).result == "1/1R"
    kinds = [kind for kind in told.kinds() if kind in ("step_lost", "units_retreated", "unit_advanced")]
    assert kinds == ["step_lost", "step_lost", "units_retreated", "unit_advanced"]
    assert [event.side for event in told.of(StepLost)] == [FRENCH, COALITION]


# --- 8.6.2 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "changed"),
    [
        ("1/2", "0/1R"),
        ("1/1", "0/R"),
        ("1/2R2#", "0/1R2#"),
        ("0/1R•", "0/R2•"),
        ("2R/0", "1R/0"),
        ("0/R", "0/R"),
        ("0/2R2#", "0/1R2#"),
    ],
)
def test_8_6_2b_a_loss_less_for_each_and_a_retreat_for_the_defenders(printed: str, changed: str) -> None:
    """VV-8.6.2b: R2 is the farthest; marks for the advance stay."""
    numbers = combat_modifiers(position("").ctx)
    assert str(tactical_option(read_outcome(printed), numbers)) == changed


def test_8_6_2a_the_option_is_declared_with_the_attack() -> None:
    """VV-8.6.2a: a French commander in contact; the report shows the printed and the changed result."""
    field = position("1408: oudinot ledru | 1409: insov sherbatov")
    told = field.fought(FRENCH, Attack(targets=("1409",), tactical=True), 7)
    fought = told.one(CombatResolved)
    assert (fought.printed, fought.tactical, fought.result) == ("1/1", True, "0/R")
    assert not lost(told)
    assert told.of(UnitsRetreated)


@pytest.mark.parametrize(
    ("side", "pieces", "options", "why"),
    [
        (FRENCH, "1408: ledru | 1409: insov", {}, "No French commander"),
        (FRENCH, "1408: oudinot* ledru | 1409: insov", {}, "No French commander"),
        (FRENCH, "1408: oudinot ledru | 1409: insov lanskoi", {}, "cavalry"),
        (COALITION, "1408: barclay insov | 1409: ledru", {}, "Only the French"),
        (FRENCH, "1408: oudinot ledru | 1409: insov", {"tactical_options": "no"}, "variant"),
    ],
)
def test_8_6_2a_the_option_can_be_void(side: Any, pieces: str, options: dict[str, str], why: str) -> None:
    """VV-8.6.2a, VV-8.6.3b, BAU-10.6b: without a commander, against Coalition cavalry, or by variant."""
    told = position(pieces, options=options).combat(
        side, Attack(targets=("1409",), tactical=True), dice={"result": (3, 4)}
    )
    fought = told.one(CombatResolved)
    assert (fought.tactical, fought.result) == (False, fought.printed)
    note = told.one(NotCarriedOut)
    assert (note.rule, note.side, note.line) == ("VV-8.6.2a", side, 1)
    assert why in note.reason


# --- 8.6.3 -------------------------------------------------------------------------------------------------

PRESS = Attack(targets=("1409",), napoleon="always")


def test_8_6_3a_napoleon_turns_a_retreat_into_a_loss() -> None:
    """VV-8.6.3a: the loss cannot be avoided, and a retreat so removed allows no advance."""
    field = position("1408: napoleon ledru | 1409: insov sherbatov")
    told = field.fought(FRENCH, PRESS, 8)
    assert told.one(CombatResolved).result == "0/R"
    used = told.one(NapoleonOptionUsed)
    assert (used.before, used.result) == ("0/R", "0/1")
    assert [(e.unit, e.why, e.rule) for e in told.of(StepLost)] == [("sherbatov", "napoleon", "VV-8.6.3a")]
    assert not told.of(UnitsRetreated)
    assert not told.of(UnitAdvanced)
    assert "hold" not in [kind for kind, _ in told.asked()]


@pytest.mark.parametrize(("nap_option_r2", "result", "losses"), [("one", "0/2R", 2), ("both", "0/3", 3)])
def test_8_6_3a_of_two_places_one_is_turned(nap_option_r2: str, result: str, losses: int) -> None:
    """VV-8.6.3a: option nap_option_r2=both turns both."""
    field = position("1408: napoleon ledru gerard | 1409: insov sherbatov", options={"nap_option_r2": nap_option_r2})
    told = field.fought(FRENCH, PRESS, 11)
    assert told.one(NapoleonOptionUsed).before == "0/1R2•"
    assert told.one(NapoleonOptionUsed).result == f"{result}•"
    assert len([e for e in told.of(StepLost) if e.why in ("result", "napoleon")]) == losses
    assert bool(told.of(UnitsRetreated)) == (nap_option_r2 == "one")


@pytest.mark.parametrize(
    ("pieces", "target", "used"),
    [
        ("1408: napoleon ledru | 1409: insov sherbatov", "1409", True),
        ("1408: napoleon ledru | 1409: pirch horn", "1409", False),
    ],
)
def test_8_6_3a_the_policy_may_depend_on_who_can_hold(pieces: str, target: str, used: bool) -> None:
    """VV-8.6.3a: `if hold is possible`: against Russian infantry yes, against Prussian line no."""
    told = position(pieces).fought(FRENCH, Attack(targets=(target,), napoleon="if_hold"), 8)
    assert bool(told.of(NapoleonOptionUsed)) == used


@pytest.mark.parametrize(
    ("pieces", "options"),
    [
        ("1408: oudinot ledru | 1409: insov", {}),
        ("1408: napoleon* ledru | 1409: insov", {}),
        ("1408: napoleon ledru | 1409: insov lanskoi", {}),
        ("1408: napoleon ledru | 1409: insov sherbatov", {"tactical_options": "no"}),
    ],
)
def test_8_6_3b_the_option_needs_napoleon_and_no_coalition_cavalry(pieces: str, options: dict[str, str]) -> None:
    """VV-8.6.3a, VV-8.6.3b, BAU-10.6b: another commander, his staff, cavalry, or the variant: no option."""
    told = position(pieces, options=options).fought(FRENCH, PRESS, 8)
    assert told.of(UnitsRetreated)
    assert not told.of(NapoleonOptionUsed)


def test_8_6_3b_cavalry_cancels_both_options_and_both_may_be_used_together() -> None:
    """VV-8.6.3b: tactical option first, then Napoleon's: 1/1 becomes 0/R, and that 0/1."""
    both = Attack(targets=("1409",), tactical=True, napoleon="always")
    told = position("1408: napoleon ledru | 1409: insov sherbatov").fought(FRENCH, both, 7)
    assert told.one(CombatResolved).printed == "1/1"
    assert told.one(NapoleonOptionUsed).before == "0/R"
    assert told.one(NapoleonOptionUsed).result == "0/1"
    horse = position("1408: napoleon ledru | 1409: insov lanskoi").fought(FRENCH, both, 7)
    assert horse.of(NotCarriedOut)
    assert not horse.of(NapoleonOptionUsed)


def test_8_6_3a_not_an_option_where_nobody_retreats() -> None:
    """VV-8.6.3a: a result without R is left as it is, and nobody is asked."""
    told = position("1408: napoleon ledru | 1409: insov sherbatov").fought(FRENCH, Attack(targets=("1409",)), 7)
    assert told.one(CombatResolved).result == "1/1"
    assert "napoleon_option" not in [kind for kind, _ in told.asked()]


def test_8_6_3a_the_wish_may_stand_in_standing_orders() -> None:
    """VV-8.6.3a: where the attack says nothing."""
    field = position("1408: napoleon ledru | 1409: insov sherbatov")
    standing = [when(FRENCH, "napoleon_option", NapoleonOption(use="always"))]
    told = field.fought(FRENCH, Attack(targets=("1409",)), 8, standing=standing)
    assert told.of(NapoleonOptionUsed)
    assert told.decided("napoleon_option").source == "standing"


def test_8_6_3a_the_rest_of_a_retreat_may_still_be_held() -> None:
    """VV-8.6.3a, VV-8.5.1d: of R2 one place is a loss now, the other may be bought off."""
    field = position("1408: napoleon ledru gerard | 1409: insov sherbatov")
    standing = [when(COALITION, "hold", Hold(places=2))]
    told = field.fought(FRENCH, PRESS, 11, standing=standing)
    assert told.one(GroundHeld).cancelled == 1
    assert not told.of(UnitsRetreated)


# --- 8.7 ---------------------------------------------------------------------------------------------------


def test_8_7a_the_tactical_option_adds_no_danger_in_bautzen() -> None:
    """VV-8.7a, VV-8.6.2a: natural 2 hits the attacker's commander with or without it, natural 3 nobody."""
    field = position("1408: oudinot ledru | 1409: insov sherbatov")
    attack = Attack(targets=("1409",), tactical=True)
    hit = field.combat(FRENCH, attack, dice={"result": (1, 1), "commander": (1,)})
    assert hit.one(CommanderHit).commander == "oudinot"
    assert not field.combat(FRENCH, attack, dice={"result": (1, 2)}).of(CommanderHit)


def test_nobody_is_asked_to_stand_where_combat_cannot_be_refused() -> None:
    """VV-8.3a: infantry is not asked."""
    told = position("1408: ledru | 1409: insov").combat(
        FRENCH,
        Attack(targets=("1409",)),
        dice={"result": (2, 5)},
        standing=[when(COALITION, "retreat_before_combat", StandAndFight())],
    )
    assert "retreat_before_combat" not in [kind for kind, _ in told.asked()]
