"""Chapter 8.4, 8.6.1: the combat modifiers a to j, each on a position of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.core.types import Finding, Side
from adjudicator.rulesets.vv1813.combat.combat_tables import strength_ratio
from adjudicator.rulesets.vv1813.combat.events import CombatResolved, ForcesDisclosed, QualityRolled, StepLost
from adjudicator.rulesets.vv1813.orders import Attack, Excess, HeadUnit, MarkerUse, Support
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_positions import Told, position, when

FOUGHT = {"result": (3, 3)}


def fight(
    pieces: str, target: str, side: Side = FRENCH, *, options: Mapping[str, str] | None = None, **given: Any
) -> Told:
    """One attack on a target from all around."""
    order = {name: given.pop(name) for name in ("head", "support", "origins") if name in given}
    set_up = {name: given.pop(name) for name in ("morale", "hand", "general_retreat") if name in given}
    field = position(pieces, options=options, **set_up)
    dice = {**FOUGHT, **given.pop("dice", {})}
    return field.combat(side, Attack(targets=(target,), **order), dice=dice, **given)


def part(told: Told, label: str) -> Finding[Any]:
    """One modifier of the combat."""
    return next(p for p in told.one(CombatResolved).drm.parts if p.label == label)


# --- a: strength -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attack", "defence", "name", "drm"),
    [
        (3, 1, "3/1", 3),
        (40, 1, "40/1", 3),
        (8, 4, "2/1", 2),
        (11, 4, "2/1", 2),
        (15, 8, "1.5/1", 1),
        (6, 4, "1.5/1", 1),
        (7, 5, "1/1", 0),
        (5, 4, "1/1", 0),
        (4, 4, "1/1", 0),
        (9, 10, "1/1.5", -1),
        (3, 4, "1/1.5", -1),
        (4, 6, "1/1.5", -1),
        (5, 8, "1/2", -2),
        (4, 7, "1/2", -2),
        (4, 8, "1/2", -2),
        (3, 7, "1/3", -3),
        (3, 9, "1/3", -3),
        (3, 10, "<1/3", -4),
        (1, 4, "<1/3", -4),
    ],
)
def test_8_4a1_the_ratio_is_rounded_for_the_defender(attack: int, defence: int, name: str, drm: int) -> None:
    """VV-8.4a1, VV-8.4a2: the best column that the attacker reaches, and never more than +3."""
    assert strength_ratio(position("").ctx).read(attack, defence) == (name, drm)


def test_8_4a1_strengths_of_the_sides_showing_are_added() -> None:
    """VV-8.4a1, VV-2.1c: two attackers, one of them reduced, against one."""
    assert part(fight("1408: ledru gerard- | 1409: insov", "1409"), "Strength ratio").because.startswith("8 against 4")


# --- b: quality --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "defender", "drm"),
    [
        ("compans", "insov", 2),
        ("ledru", "insov", 1),
        ("albert", "insov", 0),
        ("compans", "rosen", 0),
        ("albert", "rosen", -2),
    ],
)
def test_8_4b1_quality_of_the_head_units(attacker: str, defender: str, drm: int) -> None:
    """VV-8.4b1: A helps its own side, C harms it, B does nothing."""
    assert part(fight(f"1408: {attacker} | 1409: {defender}", "1409"), "Quality of head units").value == drm


def test_8_4b1_a_reduced_unit_fights_with_the_quality_of_its_back() -> None:
    """VV-8.4b1, VV-2.1d, VV-2.1j: Compans sinks to B, a Guard unit stays A."""
    assert part(fight("1408: compans- | 1409: sherbatov", "1409"), "Quality of head units").value == 0
    assert part(fight("1408: friant- | 1409: sherbatov", "1409"), "Quality of head units").value == 1


def test_8_4b2_the_head_unit_sets_the_quality_and_takes_the_first_loss() -> None:
    """VV-8.4b2: the owner's choice decides both; the default is the best quality."""
    told = fight("1408: compans ledru | 1409: insov", "1409", head=("ledru",), dice={"result": (1, 1)})
    assert part(told, "Quality of head units").because == "Ledru B, Insov C"
    assert told.of(StepLost)[0].unit == "ledru"
    by_default = fight("1408: compans ledru | 1409: insov", "1409")
    assert by_default.one(CombatResolved).attacking_head == "compans"


def test_8_4b2_default_head_is_best_quality_then_two_steps_then_strongest() -> None:
    """VV-8.4b2: of two A units the one with two steps, of two such the stronger."""
    assert fight("1408: friant compans- | 1409: insov", "1409").one(CombatResolved).attacking_head == "friant"
    assert fight("1408: normann briche | 1409: insov", "1409").one(CombatResolved).attacking_head == "briche"
    assert fight("1408: compans bonnet | 1409: insov", "1409").one(CombatResolved).attacking_head == "bonnet"


@pytest.mark.parametrize(("die", "quality"), [(1, "C"), (2, "C"), (3, "B"), (4, "B"), (5, "A"), (6, "A")])
def test_8_4b4_a_unit_of_unknown_quality_rolls_in_each_combat(die: int, quality: str) -> None:
    """VV-8.4b4: 1 and 2 C, 3 and 4 B, 5 and 6 A."""
    told = fight("1408: ledru | 1409: lukov", "1409", dice={"quality/1409/1": (die,)})
    assert (told.one(QualityRolled).quality, told.one(QualityRolled).bonus) == (quality, 0)


@pytest.mark.parametrize(
    ("leader", "qmark_bonus", "bonus", "quality"),
    [
        ("wittgenstein", "cinc", 1, "B"),
        ("barclay", "cinc", 0, "C"),
        ("barclay", "any", 1, "B"),
        ("wittgenstein!", "cinc", 0, "C"),
    ],
)
def test_8_4b4_the_commander_in_chief_helps_an_unproven_unit(
    leader: str, qmark_bonus: str, bonus: int, quality: str
) -> None:
    """VV-8.4b4: his present modifier, if he is beside it; option qmark_bonus=any lets others help too."""
    told = fight(
        f"1408: ledru | 1409: {leader} lukov",
        "1409",
        options={"qmark_bonus": qmark_bonus},
        dice={"quality/1409/1": (2,)},
    )
    assert (told.one(QualityRolled).bonus, told.one(QualityRolled).quality) == (bonus, quality)


def test_8_4b4_a_chief_in_another_place_of_the_combat_does_not_help() -> None:
    """VV-8.4b4: Napoleon attacks from the next hex; he is not beside Marchand."""
    told = fight(
        "1408: marchand | 1509: napoleon albert | 1409: insov",
        "1409",
        head=("marchand",),
        dice={"quality/1408/1": (2,)},
    )
    assert (told.one(QualityRolled).unit, told.one(QualityRolled).bonus) == ("marchand", 0)


def test_8_4b4_sums_above_six_are_a() -> None:
    """VV-8.4b4: Napoleon's bonus of 3 beside an unproven unit."""
    told = fight("1408: napoleon marchand | 1409: insov", "1409", dice={"quality/1408/1": (6,)})
    assert (told.one(QualityRolled).bonus, told.one(QualityRolled).quality) == (3, "A")


# --- c: terrain --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "target", "drm"),
    [
        ("1408: ledru | 1409: insov", "1409", 0),
        ("1203: insov | 1202: ledru", "1202", -2),
        ("0702: insov | 0701: ledru", "0701", -2),
        ("1204: ledru | 1205: insov", "1205", -3),
        ("1106: ledru | 1105: insov", "1105", -2),
        ("0105: ledru | 0106: insov", "0106", -2),
        ("1503: ledru | 1504: insov", "1504", -1),
    ],
)
def test_8_4c1_the_ground_of_the_defender(pieces: str, target: str, drm: int) -> None:
    """VV-8.4c1, BAU-8.4c3: village, the town of Bautzen, redoubt, woods; a height only if it is above the attacker."""
    side = COALITION if target in ("1202", "0701") else FRENCH
    assert part(fight(pieces, target, side), "Terrain").value == drm


def test_8_4c3_bautzen_is_the_only_town() -> None:
    """BAU-8.4c3: its two hexes, and no other of the map."""
    board = position("").ctx.board
    assert [place for place in sorted(board.cells) if board.cells[place].terrain == "town"] == ["0701", "0801"]


def test_8_4c1_heights_count_only_above_all_attackers() -> None:
    """VV-8.4c1: an attacker on the same height takes the advantage away."""
    assert part(fight("1503: ledru | 1504: insov", "1504"), "Terrain").value == -1
    assert part(fight("1503: ledru | 1604: gerard | 1504: insov", "1504"), "Terrain").value == 0


def test_8_4c1_an_obstacle_counts_only_between_the_defender_and_all_attackers() -> None:
    """VV-8.4c1: a stream, a bridge; one attacker on the same bank voids it."""
    assert part(fight("1003: ledru | 1104: insov", "1104"), "Terrain").value == -1
    assert (
        part(fight("1501: insov | 1502: ledru", "1501"), "Terrain").because
        == "1501 is clear; all attackers over a bridge"
    )
    dry = fight("1003: ledru | 1204: gerard | 1104: insov", "1104")
    assert part(dry, "Terrain").value == 0


def test_8_4c1_effects_add_up() -> None:
    """VV-8.4c1: a redoubt on a height gives both."""
    assert [p.value for p in part(fight("1204: ledru | 1205: insov", "1205"), "Terrain").parts] == [-2, -1]


@pytest.mark.parametrize(
    ("defenders", "hand", "drm"),
    [("lanskoi", (), 0), ("lanskoi insov", (), -2), ("lanskoi", ("artillery",), -2)],
)
def test_8_4c2_cavalry_alone_has_no_shelter(defenders: str, hand: tuple[str, ...], drm: int) -> None:
    """VV-8.4c2: in a village, unless it is supported by artillery or stands with infantry."""
    guns = [when(COALITION, "support", Support(markers=(MarkerUse(marker="artillery"),)))]
    told = fight(
        f"1505: ledru chastel | 1506: {defenders}", "1506", hand={COALITION: hand}, standing=guns if hand else ()
    )
    assert part(told, "Terrain").value == drm


@pytest.mark.parametrize(("target", "origin", "drm"), [("1205", "1206", 0), ("0107", "0108", 0), ("1504", "1603", 0)])
def test_8_4c2_nor_in_redoubts_and_woods(target: str, origin: str, drm: int) -> None:
    """VV-8.4c2: redoubt and wood give horse alone nothing, on level ground."""
    assert part(fight(f"{origin}: ledru chastel | {target}: lanskoi", target), "Terrain").value == drm


@pytest.mark.parametrize(
    ("defenders", "hand", "drm"),
    [("lanskoi", (), 0), ("lanskoi", ("artillery",), -3), ("lanskoi insov", (), -3)],
)
def test_8_4c2_nor_by_the_height_of_a_redoubt(defenders: str, hand: tuple[str, ...], drm: int) -> None:
    """VV-8.4c2: attacked from below, cavalry alone in a redoubt has no terrain benefit at all."""
    guns = [when(COALITION, "support", Support(markers=(MarkerUse(marker="artillery"),)))]
    told = fight(f"1004: ledru chastel | 1005: {defenders}", "1005", hand={COALITION: hand}, standing=guns)
    assert part(told, "Terrain").value == drm


def test_8_4c2_in_the_open_cavalry_keeps_its_height() -> None:
    """VV-8.4c2, VV-8.4c1: the rule speaks of town, village, wood and redoubt only."""
    assert part(fight("1503: ledru chastel | 1504: lanskoi", "1504"), "Terrain").value == -1


@pytest.mark.parametrize(("cav_village_bonus", "drm"), [("no", 0), ("yes", -2)])
def test_8_4c2_an_option_gives_cavalry_the_villages(cav_village_bonus: str, drm: int) -> None:
    """VV-8.4c2: option cav_village_bonus."""
    told = fight("1505: ledru chastel | 1506: lanskoi", "1506", options={"cav_village_bonus": cav_village_bonus})
    assert part(told, "Terrain").value == drm


# --- d: commanders -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "defenders", "drm"),
    [
        ("soult ledru", "insov", 2),
        ("ledru", "barclay insov", -1),
        ("soult ledru", "barclay insov", 1),
        ("soult oudinot ledru", "insov", 2),
        ("soult! ledru", "insov", 0),
        ("soult* ledru", "insov", 0),
    ],
)
def test_8_4d_the_best_commander_of_each_side(attackers: str, defenders: str, drm: int) -> None:
    """VV-8.4d, VV-8.7d, VV-8.7f: one for each side; wounded he is worth 0, a staff nothing."""
    assert part(fight(f"1408: {attackers} | 1409: {defenders}", "1409"), "Commanders").value == drm


@pytest.mark.parametrize(("cmd_drm_formation", "drm"), [("any", 2), ("own", 0)])
def test_8_4d_a_commander_of_another_formation(cmd_drm_formation: str, drm: int) -> None:
    """VV-8.4d: option cmd_drm_formation: Soult with Ledru, who is Oudinot's."""
    told = fight("1408: soult ledru | 1409: insov", "1409", options={"cmd_drm_formation": cmd_drm_formation})
    assert part(told, "Commanders").value == drm


# --- e: morale ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "drm"), [(FRENCH, -1), (COALITION, 1)])
def test_8_4e_a_shaken_army_fights_worse(side: Side, drm: int) -> None:
    """VV-8.4e: -1 when it attacks, +1 for the enemy when it defends."""
    target = "1409" if side == FRENCH else "1408"
    told = fight("1408: ledru | 1409: insov", target, side, morale={FRENCH: 3})
    assert part(told, "Army morale").value == drm


@pytest.mark.parametrize(
    ("attackers", "drm"), [("friant", 0), ("friant ledru", -1), ("napoleon ledru", 0), ("napoleon* ledru", -1)]
)
def test_8_4e_guard_and_napoleons_stack_are_exempt(attackers: str, drm: int) -> None:
    """VV-8.4e, VV-2.1m: only if every unit that counts is; his staff is not Napoleon."""
    told = fight(f"1408: {attackers} | 1409: insov", "1409", morale={FRENCH: 2})
    assert part(told, "Army morale").value == drm


def test_8_4e_wittgensteins_stack_is_not_exempt() -> None:
    """VV-8.4e: the rule names Napoleon, not every commander in chief."""
    told = fight("1408: ledru | 1409: wittgenstein insov", "1408", COALITION, morale={COALITION: 3})
    assert part(told, "Army morale").value == -1


@pytest.mark.parametrize(("head", "drm"), [("friant", 0), ("ledru", -1)])
def test_8_4e_an_option_looks_at_the_head_unit_alone(head: str, drm: int) -> None:
    """VV-8.4e: option morale_mixed=head_unit."""
    told = fight(
        "1408: friant ledru | 1409: insov",
        "1409",
        head=(head,),
        morale={FRENCH: 2},
        options={"morale_mixed": "head_unit"},
    )
    assert part(told, "Army morale").value == drm


# --- f: combined attack ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "target", "drm"),
    [
        ("1408: ledru chastel | 1409: insov sherbatov", "1409", 1),
        ("1408: ledru chastel | 1409: lanskoi tschaplitz", "1409", 1),
        ("1408: ledru chastel | 1409: insov lanskoi", "1409", 0),
        ("1408: ledru gerard | 1409: insov", "1409", 0),
        ("1505: ledru chastel | 1506: insov", "1506", 0),
        ("0105: ledru chastel | 0106: insov", "0106", 0),
        ("1502: ledru chastel | 1501: insov", "1501", 0),
        ("1106: ledru chastel | 1105: insov sherbatov", "1105", 1),
    ],
)
def test_8_4f_foot_and_horse_together(pieces: str, target: str, drm: int) -> None:
    """VV-8.4f: against foot or horse alone; not in village, wood or behind a bridge, yet against a redoubt."""
    assert part(fight(pieces, target), "Combined attack").value == drm


def test_8_4f_only_counted_units_make_a_combined_attack() -> None:
    """VV-8.4f, VV-8.4g: cavalry in excess does not."""
    excess = [when(COALITION, "excess", Excess(units=("chastel",)))]
    told = fight("1408: ledru gerard chastel | 1409: insov sherbatov", "1409", standing=excess)
    assert part(told, "Combined attack").value == 0


# --- g: over-stacking --------------------------------------------------------------------------------------


def test_8_4g_the_defending_player_names_the_excess_of_both_sides() -> None:
    """VV-8.4g, VV-4.1d: the named unit is not counted, costs its side 1, and suffers the result all the same."""
    picks = [
        when(COALITION, "excess", Excess(units=("gerard",)), place="1408"),
        when(COALITION, "excess", Excess(units=("insov",)), place="1409"),
    ]
    told = fight(
        "1408: ledru gerard raglovitch | 1409: insov sherbatov suthov", "1409", dice={"result": (1, 1)}, standing=picks
    )
    assert part(told, "Over-stacking").value == 0
    fought = told.one(CombatResolved)
    assert [f.unit for f in (*fought.attackers, *fought.defenders) if f.why == "over-stacked"] == ["gerard", "insov"]
    assert [f.counted for f in told.one(ForcesDisclosed).attackers] == [True] * 3
    assert {f.unit for f in fought.attackers} >= {event.unit for event in told.of(StepLost)}


@pytest.mark.parametrize(("overstack_pick", "chooser"), [("defender", COALITION), ("owner", FRENCH)])
def test_8_4g_an_option_lets_the_owner_choose(overstack_pick: str, chooser: Side) -> None:
    """VV-8.4g: option overstack_pick."""
    told = fight("1408: ledru gerard raglovitch | 1409: insov", "1409", options={"overstack_pick": overstack_pick})
    assert told.decided("excess").decision.side == chooser


def test_8_4g_units_that_do_not_count_anyway_are_the_excess() -> None:
    """VV-8.4g, VV-8.2f: the other formation fills the excess; nobody is asked."""
    field = position("1408: insov sherbatov pirch | 1409: ledru")
    told = field.combat(COALITION, Attack(targets=("1409",), formation="barclay"), dice=FOUGHT)
    assert part(told, "Over-stacking").value == -1
    assert [f.unit for f in told.one(CombatResolved).attackers if f.counted] == ["insov", "sherbatov"]
    assert "excess" not in [kind for kind, _ in told.asked()]


@pytest.mark.parametrize(("target", "drm"), [("1409", 1), ("1506", 0)])
def test_8_4g_excess_in_defence_helps_the_attacker(target: str, drm: int) -> None:
    """VV-8.4g, VV-4.1c: three units in the open are one too many, in a village they are not."""
    origin = "1408" if target == "1409" else "1505"
    told = fight(f"{origin}: ledru | {target}: insov sherbatov suthov", target)
    assert part(told, "Over-stacking").value == drm


# --- h: artillery support ----------------------------------------------------------------------------------


def test_8_4h_both_sides_support_at_the_same_moment() -> None:
    """VV-8.4h, VV-2.J1, VV-2.F1, BAU-2.C1: Artillery 1, Drouot and Jaschwill 2; the defender's are subtracted."""
    told = fight(
        "1408: ledru | 1409: insov",
        "1409",
        hand={FRENCH: ("artillery", "artillery", "drouot"), COALITION: ("jaschwill", "artillery")},
        support=(MarkerUse(marker="artillery", count=2), MarkerUse(marker="drouot")),
        standing=[when(COALITION, "support", Support(markers=(MarkerUse(marker="jaschwill"),)))],
    )
    assert part(told, "Artillery support").value == 4 - 2
    fought = told.one(CombatResolved)
    assert [one.kind for one in fought.attacking_support] == ["artillery", "artillery", "drouot"]
    assert [one.back for one in fought.defending_support] == [5]
    hand = [m.kind for m in told.state.markers.values() if m.place == "hand"]
    assert hand == ["artillery"]


def test_8_4h_no_more_support_than_there_is_in_hand() -> None:
    """VV-8.4h: an order for three Artillery with one in hand puts down one."""
    told = fight(
        "1408: ledru | 1409: insov",
        "1409",
        hand={FRENCH: ("artillery",)},
        support=(MarkerUse(marker="artillery", count=3),),
    )
    assert part(told, "Artillery support").value == 1


@pytest.mark.parametrize(("battery_return", "back", "place"), [("n+2", 5, "aside"), ("never", None, "gone")])
def test_2_f1_the_great_batteries_come_back_or_not(battery_return: str, back: int | None, place: str) -> None:
    """VV-2.F1, BAU-2.C1, VV-8.8f: option battery_return; plain Artillery always comes back (VV-2.J3)."""
    told = fight(
        "1408: ledru | 1409: insov",
        "1409",
        hand={FRENCH: ("drouot", "artillery"), COALITION: ("jaschwill",)},
        support=(MarkerUse(marker="drouot"), MarkerUse(marker="artillery")),
        standing=[when(COALITION, "support", Support(markers=(MarkerUse(marker="jaschwill"),)))],
        options={"battery_return": battery_return},
    )
    fought = told.one(CombatResolved)
    assert [one.back for one in fought.attacking_support] == [back, 5]
    assert [one.back for one in fought.defending_support] == [back]
    assert told.state.markers["french_drouot_1"].place == place
    assert told.state.markers["french_artillery_1"].place == "aside"


def test_8_4h_support_is_asked_of_a_hand_that_may_hold_it() -> None:
    """VV-8.4h, VV-7.3a: an unseen marker may be a battery; a hand known to have none is not asked."""
    pieces = "1408: ledru | 1409: insov"
    unseen = fight(pieces, "1409", hand={COALITION: ("discord?",)})
    assert ("support", COALITION) in unseen.asked()
    known = fight(pieces, "1409", hand={COALITION: ("cossacks",)})
    assert ("support", COALITION) not in known.asked()


# --- i: concentric attack ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("origins", "drm"),
    [
        (("1508", "1510"), 2),
        (("1408", "1609"), 2),
        (("1409", "1608"), 2),
        (("1508", "1510", "1408", "1609"), 2),
        (("1508", "1609"), 0),
        (("1508",), 0),
    ],
)
def test_8_4i_attackers_on_opposite_sides(origins: tuple[str, ...], drm: int) -> None:
    """VV-8.4i: along any of the three lines through the place, once however many pairs there are."""
    units = ("ledru", "gerard", "morand", "compans")
    pieces = " | ".join(f"{place}: {unit}" for place, unit in zip(origins, units, strict=False))
    assert part(fight(f"1509: insov | {pieces}", "1509", origins=origins), "Concentric attack").value == drm


# --- j and the charge --------------------------------------------------------------------------------------


def test_8_4j_the_final_modifier_is_the_sum_of_all() -> None:
    """VV-8.4j: ten parts in the order of the rulebook, and their sum."""
    told = fight("1408: soult ledru chastel | 1409: insov", "1409")
    drm = told.one(CombatResolved).drm
    assert [p.rule for p in drm.parts] == [
        "VV-8.4a1",
        "VV-8.4b1",
        "VV-8.4c1",
        "VV-8.4d",
        "VV-8.4e",
        "VV-8.4f",
        "VV-8.4g",
        "VV-8.4h",
        "VV-8.4i",
        "BAU-8.6.1b",
    ]
    assert drm.value == sum(p.value for p in drm.parts) == 2 + 1 + 0 + 2 + 0 + 1
    assert told.one(CombatResolved).modified == told.one(CombatResolved).natural + drm.value


@pytest.mark.parametrize(
    ("pieces", "target", "drm"),
    [
        ("1408: lanskoi | 1409: ledru", "1409", 1),
        ("1408: von_tippelskirch | 1409: ledru", "1409", 2),
        ("1408: lanskoi | 1409: ledru gerard", "1409", 0),
        ("1408: lanskoi | 1409: chastel", "1409", 0),
        ("1203: rudinger | 1202: ledru", "1202", 0),
        ("1408: insov | 1409: ledru", "1409", 0),
        ("1503: lanskoi | 1504: ledru", "1504", 1),
        ("1408: schaevitch sulima | 1409: ledru", "1409", 2),
    ],
)
def test_8_6_1a_coalition_cavalry_charges_a_lone_infantry_unit(pieces: str, target: str, drm: int) -> None:
    """VV-8.6.1a, VV-2.1n: in clear ground at any height; +1, Guard +2, the best bonus once."""
    assert part(fight(pieces, target, COALITION), "Cavalry charge").value == drm


@pytest.mark.parametrize(
    ("charger", "drm"), [("bordesoulle", 1), ("doumerc", 1), ("ornano", 1), ("chastel", 0), ("ledru", 0)]
)
def test_8_6_1b_few_french_charge(charger: str, drm: int) -> None:
    """BAU-8.6.1b, VV-2.1n: Guard cavalry, Bordesoulle and Doumerc, +1 each."""
    told = fight(f"1408: {charger} | 1409: insov", "1409")
    assert part(told, "Cavalry charge").value == drm
    assert part(told, "Cavalry charge").rule == "BAU-8.6.1b"


@pytest.mark.parametrize(("charge_with_combined", "total"), [("add", 2), ("max", 1)])
def test_8_6_1a_the_charge_adds_to_the_combined_attack(charge_with_combined: str, total: int) -> None:
    """VV-8.6.1a, VV-8.4j: option charge_with_combined=max lets only the better of the two count."""
    told = fight(
        "1408: insov lanskoi | 1409: ledru",
        "1409",
        COALITION,
        options={"charge_with_combined": charge_with_combined},
    )
    assert part(told, "Cavalry charge").value + part(told, "Combined attack").value == total


def test_8_6_1a_a_variant_without_tactical_options_keeps_the_charge() -> None:
    """BAU-10.6b, VV-8.6.1a: the variant leaves out the two French options, nothing else."""
    told = fight("1408: lanskoi | 1409: ledru", "1409", COALITION, options={"tactical_options": "no"})
    assert part(told, "Cavalry charge").value == 1


def test_the_head_named_by_a_standing_order_must_be_there() -> None:
    """VV-8.4b2: a list of priority is read until a unit fits."""
    standing = [when(COALITION, "head", HeadUnit(units=("rosen", "suthov", "insov")))]
    told = fight("1408: ledru | 1409: insov suthov", "1409", standing=standing)
    assert told.one(CombatResolved).defending_head == "suthov"
