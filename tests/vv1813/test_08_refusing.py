"""Chapter 8.3: retreat before combat, Cossacks against it, and the place that is left."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.vv1813.combat.aftermath_events import (
    CombatRefused,
    CommanderOverrun,
    PlaceOccupied,
    UnitsRetreated,
)
from adjudicator.rulesets.vv1813.combat.events import CombatResolved, QualityRolled, RefusalForbidden
from adjudicator.rulesets.vv1813.markers.events import CossacksPlayed
from adjudicator.rulesets.vv1813.morale.events import ObjectiveTaken
from adjudicator.rulesets.vv1813.orders import Attack, Cossacks, Occupy, RetreatBefore, StandAndFight
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_positions import ask_me, position, when

REFUSE = when(COALITION, "retreat_before_combat", RetreatBefore())
FRENCH_REFUSE = when(FRENCH, "retreat_before_combat", RetreatBefore())
FIGHT = {"result": (3, 3)}


def test_8_3a_cavalry_refuses_combat_with_infantry() -> None:
    """VV-8.3a: a stack of cavalry, attacked by infantry alone, goes one place back, its commander with it."""
    field = position("1408: ledru gerard | 1409: barclay lanskoi tschaplitz")
    told = field.combat(FRENCH, Attack(targets=("1409",)), standing=[REFUSE])
    gone = told.one(CombatRefused)
    assert (gone.rule, gone.place, gone.units) == ("VV-8.3a", "1409", ("lanskoi", "tschaplitz"))
    assert told.field.where("lanskoi", "tschaplitz", "barclay") == [gone.to] * 3
    assert not told.of(CombatResolved)


def test_8_3a_the_place_of_refuge_is_free_of_enemy_zones() -> None:
    """VV-8.3a: where every place around lies in an enemy zone there is no refusing."""
    field = position("1408: ledru | 1509: lanskoi | 1608: bonnet | 1510: compans")
    told = field.combat(FRENCH, Attack(targets=("1509",), origins=("1408",)), dice=FIGHT, standing=[REFUSE])
    assert told.of(CombatResolved)
    open_field = position("1408: ledru | 1509: lanskoi")
    to = open_field.combat(FRENCH, Attack(targets=("1509",)), standing=[REFUSE]).one(CombatRefused).to
    zone = set(open_field.ctx.board.neighbours["1408"])
    assert to not in zone
    assert to in open_field.ctx.board.neighbours["1509"]


@pytest.mark.parametrize(
    "pieces",
    [
        "1408: ledru chastel | 1409: lanskoi",
        "1408: chastel | 1409: lanskoi",
        "1408: ledru | 1409: lanskoi insov",
        "1408: ledru | 1409: insov",
    ],
)
def test_8_3a_only_cavalry_alone_and_only_from_infantry_alone(pieces: str) -> None:
    """VV-8.3a: horse among the attackers, or foot among the defenders, means combat."""
    told = position(pieces).combat(FRENCH, Attack(targets=("1409",)), dice=FIGHT, standing=[REFUSE])
    assert told.of(CombatResolved)
    assert "retreat_before_combat" not in [kind for kind, _ in told.asked()]


def test_8_3a_the_owner_names_the_places_that_he_prefers() -> None:
    """VV-8.3a: the first legal place of the list; one that is not legal is passed over."""
    wish = when(COALITION, "retreat_before_combat", RetreatBefore(to=("1508", "1410")))
    told = position("1408: ledru | 1409: lanskoi").combat(FRENCH, Attack(targets=("1409",)), standing=[wish])
    assert told.one(CombatRefused).to == "1410"


def test_8_3a_a_refused_place_counts_as_attacked_and_the_rest_of_a_double_attack_is_fought() -> None:
    """VV-8.3a, VV-8.2b: of two places attacked at once one may refuse; the other fights."""
    field = position("1408: ledru gerard | 1409: lanskoi | 1407: insov")
    told = field.combat(FRENCH, Attack(targets=("1407", "1409")), dice=FIGHT, standing=[REFUSE])
    assert told.one(CombatRefused).place == "1409"
    assert told.one(CombatResolved).targets == ("1407",)


def test_8_3a_who_refuses_into_a_place_attacked_later_does_not_count_there() -> None:
    """VV-8.3a, VV-8.5.1e: the unit that fled there suffers the second combat without adding to it."""
    field = position("1508: ledru | 1507: lanskoi | 1506: sherbatov | 1406: morand")
    orders = (Attack(targets=("1507",), origins=("1508",)), Attack(targets=("1506",), origins=("1406",)))
    wish = when(COALITION, "retreat_before_combat", RetreatBefore(to=("1506",)))
    told = field.combat(FRENCH, *orders, dice={"1506/result": (3, 3)}, standing=[wish])
    assert told.one(CombatRefused).to == "1506"
    assert [(f.unit, f.counted, f.why) for f in told.one(CombatResolved).defenders] == [
        ("lanskoi", False, "fled here"),
        ("sherbatov", True, ""),
    ]
    shy = field.combat(FRENCH, *orders, dice={"1506/result": (3, 3)}, standing=[REFUSE])
    assert shy.one(CombatRefused).to != "1506"


# --- occupation --------------------------------------------------------------------------------------------


def test_8_3b_attackers_may_occupy_the_place_and_attack_no_more() -> None:
    """BAU-8.3b: units named in the order enter, with the commander; nobody does by default."""
    field = position("1408: oudinot ledru gerard | 1409: lanskoi")
    attack = Attack(targets=("1409",), occupy=("ledru", "gerard"))
    told = field.combat(FRENCH, attack, standing=[REFUSE])
    assert told.one(PlaceOccupied).rule == "BAU-8.3b"
    assert told.field.where("ledru", "gerard", "oudinot") == ["1409"] * 3
    stays = field.combat(FRENCH, Attack(targets=("1409",)), standing=[REFUSE])
    assert not stays.of(PlaceOccupied)
    again = field.combat(FRENCH, attack, Attack(targets=("1410",), origins=("1408",)), standing=[REFUSE])
    assert not again.of(CombatResolved)


def test_8_3b_a_commander_stays_where_he_is_told_to() -> None:
    """BAU-8.3b: with `commander stays` only the units go."""
    field = position("1408: oudinot ledru gerard | 1409: lanskoi")
    attack = Attack(targets=("1409",), occupy=("ledru",), commander_advances=False)
    told = field.combat(FRENCH, attack, standing=[REFUSE])
    assert told.field.where("ledru", "gerard", "oudinot") == ["1409", "1408", "1408"]


def test_8_3b_occupying_takes_objectives_but_no_redoubts() -> None:
    """BAU-8.3b, BAU-8.5.1h: a village changes hands; a redoubt is not entered without a marked result."""
    village = position("1505: ledru | 1506: lanskoi")
    occupy = when(FRENCH, "occupy", Occupy(units=("ledru",)))
    told = village.combat(FRENCH, Attack(targets=("1506",)), standing=[REFUSE, occupy])
    assert told.one(ObjectiveTaken).place == "1506"
    redoubt = position("1204: ledru | 1205: lanskoi")
    told = redoubt.combat(FRENCH, Attack(targets=("1205",)), standing=[REFUSE, occupy])
    assert told.of(CombatRefused)
    assert not told.of(PlaceOccupied)


def test_8_3b_with_overstacking_forbidden_no_more_enter_than_may_stand() -> None:
    """BAU-8.3b, VV-4.1a: option overstack_move=forbid."""
    field = position("1408: ledru gerard | 1509: morand | 1409: lanskoi", options={"overstack_move": "forbid"})
    attack = Attack(targets=("1409",), occupy=("ledru", "gerard", "morand"))
    told = field.combat(FRENCH, attack, standing=[REFUSE])
    assert told.one(PlaceOccupied).units == ("ledru", "gerard")


# --- general retreat ---------------------------------------------------------------------------------------


def test_8_3c_better_infantry_refuses_combat_in_the_general_retreat() -> None:
    """VV-8.3c, VV-10.G2: Rosen (A) steps back from Ledru (B); on the turn before, nobody could."""
    pieces = "1408: ledru | 1409: rosen"
    told = position(pieces, general_retreat=3).combat(FRENCH, Attack(targets=("1409",)), standing=[REFUSE])
    assert told.one(CombatRefused).rule == "VV-8.3c"
    early = position(pieces, general_retreat=4)
    assert early.combat(FRENCH, Attack(targets=("1409",)), dice=FIGHT, standing=[REFUSE]).of(CombatResolved)


@pytest.mark.parametrize("pieces", ["1408: compans | 1409: rosen", "1408: ledru compans | 1409: rosen"])
def test_8_3c_equal_quality_is_not_enough(pieces: str) -> None:
    """VV-8.3c: the best attacking unit is the measure."""
    field = position(pieces, general_retreat=3)
    assert field.combat(FRENCH, Attack(targets=("1409",)), dice=FIGHT, standing=[REFUSE]).of(CombatResolved)


@pytest.mark.parametrize(("die", "refuses"), [(5, True), (4, False)])
def test_8_3c_unproven_units_are_rolled_and_the_roll_stands(die: int, refuses: bool) -> None:
    """VV-8.3c, VV-8.4b4: Lukov proves A and goes, or proves B and fights as B."""
    field = position("1408: ledru | 1409: lukov", general_retreat=3)
    told = field.combat(FRENCH, Attack(targets=("1409",)), dice={"quality/1409/1": (die,), **FIGHT}, standing=[REFUSE])
    assert told.one(QualityRolled).unit == "lukov"
    assert bool(told.of(CombatRefused)) == refuses
    if not refuses:
        quality = next(p for p in told.one(CombatResolved).drm.parts if p.rule == "VV-8.4b1")
        assert quality.because == "Ledru B, Lukov B"


def test_8_3c_all_units_of_a_place_must_be_entitled() -> None:
    """VV-8.3c: one poor unit keeps the whole stack; cavalry beside good infantry goes with it."""
    mixed = position("1408: ledru | 1409: rosen suthov", general_retreat=3)
    assert mixed.combat(FRENCH, Attack(targets=("1409",)), dice=FIGHT, standing=[REFUSE]).of(CombatResolved)
    good = position("1408: ledru | 1409: rosen duka", general_retreat=3)
    told = good.combat(FRENCH, Attack(targets=("1409",)), standing=[REFUSE])
    assert told.one(CombatRefused).units == ("duka", "rosen")


# --- Cossacks ----------------------------------------------------------------------------------------------


def test_8_3d_cossacks_forbid_the_refusal_of_french_cavalry() -> None:
    """VV-8.3d, VV-2.A3: one marker is spent, and the cavalry fights; it is back two turns later."""
    field = position("1408: insov | 1409: chastel", hand={COALITION: ("cossacks",)})
    play = when(COALITION, "cossacks_forbid", Cossacks(play=True))
    told = field.combat(COALITION, Attack(targets=("1409",)), dice=FIGHT, standing=[FRENCH_REFUSE, play])
    forbidden = told.one(RefusalForbidden)
    assert (forbidden.rule, forbidden.place, forbidden.spent.back) == ("VV-2.A3", "1409", 5)
    spent = told.state.markers[forbidden.spent.marker]
    assert (spent.place, spent.turn, spent.public) == ("aside", 5, True)
    assert told.of(CombatResolved)
    kept = field.combat(COALITION, Attack(targets=("1409",)), standing=[FRENCH_REFUSE])
    assert kept.of(CombatRefused)
    assert not kept.of(RefusalForbidden)


def test_8_3d_cossacks_are_asked_for_only_where_they_may_be_held() -> None:
    """VV-8.3d, VV-7.3a: asked of an unseen hand even if it is empty of Cossacks, never of one that is known to be."""
    pieces = "1408: insov | 1409: chastel"
    unseen = position(pieces, hand={COALITION: ("artillery?",)})
    told = unseen.combat(COALITION, Attack(targets=("1409",)), standing=[FRENCH_REFUSE])
    assert ("cossacks_forbid", COALITION) in told.asked()
    known = position(pieces, hand={COALITION: ("artillery",)})
    told = known.combat(COALITION, Attack(targets=("1409",)), standing=[FRENCH_REFUSE])
    assert ("cossacks_forbid", COALITION) not in told.asked()


def test_8_3d_coalition_cavalry_is_not_hindered() -> None:
    """VV-8.3d: Cossacks work against the French only."""
    field = position("1408: ledru | 1409: lanskoi", hand={COALITION: ("cossacks",)})
    told = field.combat(FRENCH, Attack(targets=("1409",)), standing=[REFUSE])
    assert told.of(CombatRefused)
    assert ("cossacks_forbid", COALITION) not in told.asked()


def test_2_a1_cossacks_keep_occupying_units_out_of_a_zone() -> None:
    """VV-2.A1: movement after combat can be met too, where the place lies in a Coalition zone."""
    field = position("1408: ledru | 1409: lanskoi | 1510: insov", hand={COALITION: ("cossacks",)})
    standing = [
        when(COALITION, "retreat_before_combat", RetreatBefore(to=("1410",))),
        when(COALITION, "cossacks", Cossacks(play=True)),
    ]
    told = field.combat(FRENCH, Attack(targets=("1409",), occupy=("ledru",)), standing=standing)
    assert told.one(CossacksPlayed).effect == "no_zone"
    assert not told.of(PlaceOccupied)
    assert told.field.where("ledru") == ["1408"]


def test_8_3a_refusing_cavalry_may_ride_down_a_lone_commander() -> None:
    """VV-8.3a, VV-7.4a: a place that the retreat enters is entered like any other."""
    field = position("1408: ledru | 1409: lanskoi | 1410: oudinot")
    wish = when(COALITION, "retreat_before_combat", RetreatBefore(to=("1410",)))
    told = field.combat(FRENCH, Attack(targets=("1409",)), dice={"capture/oudinot": (3,)}, standing=[wish])
    assert told.one(CommanderOverrun).commander == "oudinot"
    assert not told.of(UnitsRetreated)


@pytest.mark.parametrize(("pieces", "refuses"), [("lanskoi", True), ("lanskoi tschaplitz", False)])
def test_8_3a_by_default_a_unit_on_its_own_refuses_and_a_stack_stands(pieces: str, refuses: bool) -> None:
    """VV-8.3a: what happens where the owner has said nothing."""
    told = position(f"1408: ledru | 1409: {pieces}").combat(FRENCH, Attack(targets=("1409",)), dice=FIGHT)
    assert told.decided("retreat_before_combat").source == "default"
    assert bool(told.of(CombatRefused)) == refuses


def test_8_3a_the_owner_may_be_asked() -> None:
    """VV-8.3a: with `ask me` the phase waits for him, and goes on with his answer."""
    field = position("1408: ledru | 1409: lanskoi")
    asked = ask_me(COALITION, "retreat_before_combat")
    waiting = field.combat(FRENCH, Attack(targets=("1409",)), standing=asked)
    assert [d.kind for d in waiting.open] == ["retreat_before_combat"]
    assert waiting.open[0].key == "T3/French/combat/1409/retreat-before/1409/Coalition"
    told = field.combat(
        FRENCH,
        Attack(targets=("1409",)),
        dice=FIGHT,
        standing=asked,
        answers={"retreat_before_combat": StandAndFight()},
    )
    assert told.of(CombatResolved)
