"""LB 37 to LB 42: charges, carré, reactions, recall, opportunity charges: the interaction cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.events import Refused
from adjudicator.core.types import Choice, Event, Order, Side
from adjudicator.rulesets.labataille.charge.events import Recalled, SquareTried, TargetDeclared, Trampled
from adjudicator.rulesets.labataille.charge.phase import charge_phase, declare_charges
from adjudicator.rulesets.labataille.choices import (
    CavalryMelee,
    IfRecalled,
    NoSquare,
    React,
    Square,
    TakeOpportunity,
    Trample,
)
from adjudicator.rulesets.labataille.fire.events import FireResolved
from adjudicator.rulesets.labataille.fire.segments import defensive_fire
from adjudicator.rulesets.labataille.melee.events import MeleeResolved
from adjudicator.rulesets.labataille.melee.phase import after_melees, one_melee
from adjudicator.rulesets.labataille.morale.events import MoraleChecked, UnitFled, UnitLost
from adjudicator.rulesets.labataille.movement.phase import movement
from adjudicator.rulesets.labataille.orders import DeclareCharge, Limber, March, Unlimber
from adjudicator.rulesets.labataille.state import COALITION, FRENCH
from tests.labataille.field import Field, empty

FULL: Mapping[str, Choice] = {"cavalry_melee": CavalryMelee(value="full")}


def charged(
    at: Field,
    side: Side,
    orders: Sequence[Order],
    dice: Mapping[str, Sequence[int]],
    answers: Mapping[str, Choice] | None = None,
) -> list[Event]:
    """The charges of a side, one after the other."""
    told = at.tell(declare_charges, side, dice, orders)
    while at.state.charges:
        told += at.tell(charge_phase, side, dice, answers=answers)
    return told


def melees(
    at: Field, side: Side, dice: Mapping[str, Sequence[int]], answers: Mapping[str, Choice] | None = None
) -> list[Event]:
    """Defensive fire and the melees that must be fought."""
    told = at.tell(defensive_fire, side, dice, answers=answers)
    while at.state.melees:
        told += at.tell(one_melee, side, dice, answers=answers)
    return told + at.tell(after_melees, side, dice)


def test_38_a_charge_through_a_zone_and_a_melee_inside_a_carre() -> None:
    """LX-01, LB-14.7, LB-28.4, LB-38.13, LB-16.26, R-15: fire in passing, carré at two hexes, DD on the carré."""
    at = empty()
    at.put("1er Cuirassiers", "7026").put("Rostov Musketeer I", "7726", facing="W").lead("GM Knorring", "7726")
    at.put("Yeletsk Musketeer I", "7327", formation="line", facing="NE")
    riders, rostov, yeletsk = (
        at.id_of(name) for name in ("1er Cuirassiers", "Rostov Musketeer I", "Yeletsk Musketeer I")
    )
    way = ("7126", "7226", "7326", "7426", "7526", "7626")
    dice = {
        "fire/7326/opportunity/1": [3, 3],
        f"{riders}/fire/1": [2, 6],
        f"carre/{rostov}/1": [3, 2],
        "fire/7626/opportunity/1": [4, 1],
        "7726/defensive/1": [2, 5],
        "melee/7726/1": [4, 6],
    }
    at.answer_for(rostov, Square(at=2))
    at.answer_for(yeletsk, NoSquare())
    told = charged(at, FRENCH, [DeclareCharge(units=(riders,), path=way, target="7726")], dice)
    assert [(event.dice, event.modified, event.result) for event in told if isinstance(event, SquareTried)] == [
        (32, 22, "carre")
    ]
    fires = [(event.target, event.column, event.losses) for event in told if isinstance(event, FireResolved)]
    assert fires == [("7326", "2-1", ((riders, 1),)), ("7626", "1-1.5", ())]
    assert at.unit("1er Cuirassiers").places == ("7726",)
    assert at.unit("1er Cuirassiers").spent == 14
    told = melees(at, FRENCH, dice)
    assert [(event.column, event.result) for event in told if isinstance(event, MeleeResolved)] == [("2-1", "DD")]
    fled = [event for event in told if isinstance(event, UnitFled)]
    assert [(event.path, event.lost) for event in fled] == [(("7725", "7724", "7823"), 1)]
    assert at.unit("Rostov Musketeer I").formation == "column"
    assert at.state.leader(at.id_of("GM Knorring")).place == "7823"
    assert (at.unit("1er Cuirassiers").places, at.unit("1er Cuirassiers").readiness) == (("7726",), "exhausted")


def test_38_dusk_turns_the_default_from_carre_to_standing() -> None:
    """LX-02, D1, HEI-dusk-1, LB-43.3, LB-38.19: at 20:20 it squares, at 20:40 it stands, fails, is trampled."""
    for turn in (8, 9):
        at = empty(turn=turn, active=COALITION)
        at.put("14e Ligne I", "7026", formation="line", facing="NE").put(
            "Military Order Cuirassier", "7826", facing="W"
        )
        at.levels({"French IV Corps (Soult)": 1})
        foot, riders = at.id_of("14e Ligne I"), at.id_of("Military Order Cuirassier")
        scripted = {
            f"carre/{foot}/1": [6, 1],
            "fire/7126/opportunity/1": [1, 1],
            f"{foot}/stand/1": [3, 2],
            f"recall/{riders}/1": [4],
        }
        order = DeclareCharge(units=(riders,), target="7026", recalled="halt")
        told = charged(at, COALITION, [order], scripted)
        squares = [(event.modified, event.result) for event in told if isinstance(event, SquareTried)]
        if turn == 8:
            assert squares == [(64, "carre")]
            continue
        assert squares == []
        assert [event.lost for event in told if isinstance(event, Trampled)] == [4]
        assert at.unit("14e Ligne I").places == ("6026",)
        assert at.unit("14e Ligne I").morale == "routed"
        assert [event.recalled for event in told if isinstance(event, Recalled)] == [True]
        rider = at.unit("Military Order Cuirassier")
        assert (rider.places, rider.readiness, rider.morale) == (("7126",), "exhausted", "good")


def test_39_a_reaction_charge_meets_the_charge_half_way() -> None:
    """LX-03, LB-39.1 to LB-39.8, LB-35.4, LB-35.6, LB-37.6: no doubling for the straight ride; lances count."""
    at = empty()
    at.put("1er Cuirassiers", "7026").put("Lithuania Uhlan", "7826", facing="W")
    riders, uhlan = at.id_of("1er Cuirassiers"), at.id_of("Lithuania Uhlan")
    dice = {f"{uhlan}/reaction/1": [3, 1], "melee/7626/1": [3, 6], f"{riders}/melee/1": [2, 2]}
    told = charged(at, FRENCH, [DeclareCharge(units=(riders,), target="7826")], dice, {"reaction": React()})
    assert at.unit("Lithuania Uhlan").places == ("7626",)
    assert (at.unit("1er Cuirassiers").places, at.unit("1er Cuirassiers").spent) == (("7526",), 10)
    told = melees(at, FRENCH, dice, FULL)
    resolved = next(event for event in told if isinstance(event, MeleeResolved))
    assert resolved.attack is not None
    assert resolved.defence is not None
    assert [resolved.attack.value, resolved.defence.value] == [60, 35]
    assert (resolved.column, resolved.result) == ("1.5-1", "2*/0")
    assert at.unit("1er Cuirassiers").losses == 2
    assert {at.unit(name).readiness for name in ("1er Cuirassiers", "Lithuania Uhlan")} == {"exhausted"}
    refused = [
        event.rule
        for event in at.tell(movement, COALITION, {}, [March(who=(uhlan,), destination="7926")])
        if isinstance(event, Refused)
    ]
    assert refused


def test_42_a_failed_recall_leads_into_a_fresh_battalion() -> None:
    """LX-05, LB-38.18, LB-38.20, LB-42.3, LB-38.7: pursuit to the first enemy, melee at half, rout in place."""
    at = empty()
    at.put("4e Cuirassiers", "7027").put("Podolsk Musketeer I", "7427", formation="line", facing="NW")
    at.put("Yeletsk Musketeer II", "7528", facing="W")
    riders, podolsk, yeletsk = (
        at.id_of(name) for name in ("4e Cuirassiers", "Podolsk Musketeer I", "Yeletsk Musketeer II")
    )
    dice = {
        f"{podolsk}/stand/1": [2, 5],
        f"recall/{riders}/1": [1],
        "fire/7527/defensive/1": [4, 5],
        "melee/7528/1": [4, 6],
    }
    order = DeclareCharge(units=(riders,), target="7427", trample=0, recalled="halt")
    told = charged(at, FRENCH, [order], dice, {"square": NoSquare(), "targeted": NoSquare()})
    assert at.unit("Podolsk Musketeer I").places == ("8427",)
    assert at.unit("Podolsk Musketeer I").losses == 0
    assert at.unit("4e Cuirassiers").places == ("7527",)
    told = melees(at, FRENCH, dice, FULL)
    resolved = next(event for event in told if isinstance(event, MeleeResolved))
    assert (resolved.column, resolved.result) == ("1-1", "1/2")
    assert not [event for event in told if isinstance(event, MoraleChecked)]
    rider = at.unit("4e Cuirassiers")
    assert (rider.places, rider.morale, rider.readiness, rider.losses) == (("7527",), "routed", "exhausted", 1)
    assert at.unit("Yeletsk Musketeer II").losses == 2
    assert yeletsk


def test_19_skirmishers_in_the_open_are_ridden_down() -> None:
    """LX-06, LB-19.12 to LB-19.14, R-19, R-34: three increments for six points, no recall, the cavalry in order."""
    at = empty()
    at.put("7e Hussars", "7027").put("21st Jaeger I", "7627", formation="skirmish", facing="NW")
    riders, jaegers = at.id_of("7e Hussars"), at.id_of("21st Jaeger I")
    order = DeclareCharge(units=(riders,), target="7627", trample=99)
    told = charged(at, FRENCH, [order], {})
    assert [(event.lost, event.spent) for event in told if isinstance(event, Trampled)] == [(3, 12)]
    assert [event.unit for event in told if isinstance(event, UnitLost)] == [jaegers]
    assert not [event for event in told if isinstance(event, Recalled)]
    rider = at.unit("7e Hussars")
    assert (rider.places, rider.readiness, rider.morale) == (("7527",), "exhausted", "good")


def test_40_a_battery_that_has_limbered_is_caught() -> None:
    """LX-08, LB-40.1 to LB-40.3, LB-41.1, R-78, D7: default on limbered guns; rout of what movement is left."""
    at = empty()
    at.put("12e Co 5e Artillerie a Pied", "7226", formation="unlimbered").put("Leib Cuirassier", "7626", facing="W")
    guns, leib = at.id_of("12e Co 5e Artillerie a Pied"), at.id_of("Leib Cuirassier")
    told = at.tell(
        movement,
        FRENCH,
        {f"limber/{guns}/1": [4], f"{leib}/opportunity/1": [2, 2], f"{guns}/stand/1": [3, 1]},
        [Limber(unit=guns), March(who=(guns,), path=("7326", "7426")), Unlimber(unit=guns, facing="E")],
    )
    assert [event.rule for event in told if isinstance(event, Refused)]
    battery = at.unit("12e Co 5e Artillerie a Pied")
    assert (battery.places, battery.morale, battery.losses) == (("7026",), "routed", 1)
    assert (at.unit("Leib Cuirassier").places, at.unit("Leib Cuirassier").readiness) == (("7526",), "tired")


def test_40_skirmishers_miss_their_refuge() -> None:
    """LX-09, LB-40.8, LB-40.10, LB-12.3, R-78: heavy losses fail the check; one increment trampled; nine hexes."""
    at = empty()
    at.put("24e Legere II", "7426", formation="skirmish", facing="NE", losses=5).put("46e Ligne I", "7525")
    at.put("Leib Cuirassier", "7726", facing="W")
    foot, leib = at.id_of("24e Legere II"), at.id_of("Leib Cuirassier")
    answers: Mapping[str, Choice] = {
        "opportunity_charge": TakeOpportunity(against=("skirmishers",)),
        "trample": Trample(most=1),
    }
    at.tell(
        movement,
        FRENCH,
        {f"{leib}/opportunity/1": [2, 5], f"{foot}/shelter/1": [2, 6]},
        [March(who=(foot,), path=("7526",))],
        answers,
    )
    runner = at.unit("24e Legere II")
    assert (runner.places, runner.morale, runner.losses) == (("6626",), "routed", 6)
    assert (at.unit("Leib Cuirassier").places, at.unit("Leib Cuirassier").readiness) == (("7526",), "tired")


def test_38_the_formations_that_are_passed_over_are_named() -> None:
    """LB-38.5, LB-38.6: two hexes from its target a charge says so."""
    at = empty()
    at.put("4e Cuirassiers", "7027").put("Podolsk Musketeer I", "7427", formation="line", facing="NW")
    riders, podolsk = at.id_of("4e Cuirassiers"), at.id_of("Podolsk Musketeer I")
    told = charged(
        at,
        FRENCH,
        [DeclareCharge(units=(riders,), target="7427")],
        {f"{podolsk}/stand/1": [6, 6]},
        {"square": NoSquare(), "targeted": NoSquare(), "recalled": IfRecalled(what="halt")},
    )
    assert [(event.place, event.is_target) for event in told if isinstance(event, TargetDeclared)] == [("7427", True)]
    assert at.state.melees[0].passed
