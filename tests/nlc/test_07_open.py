"""NLC 2.0, 2.3, 4, 7.4, 7.7, 8.2, 8.3, 10.7, 11.2, 28.0, 28.3: rules that meet in more than one segment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.core.types import Side
from adjudicator.maps.board import Feature, HexSide
from adjudicator.rulesets.nlc.combat.bombardment import bombardment
from adjudicator.rulesets.nlc.combat.combat import combat
from adjudicator.rulesets.nlc.combat.garde import PRUSSIANS
from adjudicator.rulesets.nlc.combat.retreats import open_hexes
from adjudicator.rulesets.nlc.combat.sight import why_unseen
from adjudicator.rulesets.nlc.movement.segment import movement
from adjudicator.rulesets.nlc.movement.zones import zone
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH
from adjudicator.rulesets.nlc.victory.breaking import reckon
from adjudicator.rulesets.nlc.victory.end_of_turn import end_of_turn
from tests.nlc.field import Field, only
from tests.nlc.test_07_combat import charged, fought, horse

# --- 2.0: the game in four sentences --------------------------------------------------------------------------------


def duel(order: str = "attack", turn: str = "1300") -> Field:
    """Charlet of I beside Kempt of Picton's division."""
    field = only(turn=turn).ordered(I=order).put("d'Erlon", "B0913").put("Charlet", "B0913")  # type: ignore[arg-type]
    return field.put("Kempt", "B0912")


def test_2_0a_both_sides_fire() -> None:
    """NLC-2.0a, NLC-4.6, NLC-7.1b: one round, two rolls; the defender fires though he is eliminated by it."""
    field = duel().put("Kempt", "B0912", reduced=True)
    fought(field, FRENCH, {"attack": [6, 6], "defence": [5, 5], "attack-morale": [1]}, "attack B0912 with Charlet")
    (fire,) = field.events("combat_fought")
    assert len(fire.rolls) == 2
    assert field.at("Kempt") is None
    assert fire.taken > 0
    assert field.state.unit(field.id_of("Charlet")).reduced


@pytest.mark.parametrize(("order", "attacks"), [("attack", 1), ("defend", 0), ("reserve", 0)])
def test_2_0d_no_attack_without_orders(order: str, attacks: int) -> None:
    """NLC-2.0d, NLC-20.2-D2, NLC-20.2-R3: the same line is an attack or a refusal by the leader's order."""
    field = duel(order)
    field.tell(combat, FRENCH, french="attack B0912 with Charlet")
    assert len(field.state.attacks) == attacks
    assert len(field.refusals()) == 1 - attacks


def test_20_2_d2_counterattack_from_ground_that_was_held() -> None:
    """NLC-20.2-D2: under Defend orders only from a hex of the snapshot; the same stack one hex off may not."""
    for ground, attacks in ((("B0913",), 1), (("B0914",), 0)):
        field = duel("defend")
        kept = replace(field.state.formations["I"], ground="then")
        field.state = replace(field.state.with_formations(kept), grounds={"then": ground})
        field.tell(combat, FRENCH, french="attack B0912 with Charlet")
        assert len(field.state.attacks) == attacks


def test_2_0b_and_2_0c_cavalry_rides_through_zones_only_when_it_charges() -> None:
    """NLC-2.0b, NLC-2.0c, NLC-5.4d: B1011 is in Vivian's zone; the charge goes through it, as retreats do."""
    field = horse().put("Pack", "B0911").put("Vivian", "B1012")
    assert "B1011" in zone(field.rules.context, field.state, ALLIED)
    dice = {"square": [1], "charge": [1, 1], "answer": [1, 1]}
    text = "standing orders\nfor Vivian: never react"
    charged(field, FRENCH, dice, "charge B0911 with Dubois via B1011", text)
    (began,) = field.events("charge_began")
    assert began.target == "B0911"
    assert [event.manner for event in field.events("stack_moved")][:2] == ["charge", "charge"]
    assert not field.refusals()
    assert field.at("Dubois") == "B1111"


def test_5_4d_an_ordinary_march_minds_the_second_zone() -> None:
    """NLC-5.4d, NLC-5.4e, NLC-2.0b: infantry stops in the first zone of its march, where a charge would go on."""
    field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0915").put("Charlet", "B0915").put("Kempt", "B0813")
    field.tell(movement, FRENCH, french="move Charlet B0915 -> B0914 -> B0913")
    assert field.at("Charlet") == "B0914"


# --- 2.3, 4: tests and segments -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "stands"), [(4, True), (5, False)])
def test_2_3a_a_roll_above_the_morale_fails(die: int, stands: bool) -> None:
    """NLC-2.3a, NLC-7.4e (NG-31): British morale 4 after a step: 4 holds, 5 does not."""
    field = duel()
    dice = {"attack": [4, 4], "defence": [1, 1], "defence-morale": [die]}
    fought(field, FRENCH, dice, "attack B0912 with Charlet; no advance")
    (test,) = field.events("morale_tested")
    assert (test.morale.value, test.holds) == (4, stands)
    assert (field.at("Kempt") == "B0912") == stands


def test_2_2f_and_2_2e_add_up() -> None:
    """NLC-2.2e, NLC-2.2f (NG-32): a reduced unit of a demoralized corps tests on 2."""
    field = duel().put("Charlet", "B0913", reduced=True)
    field.lost("Schmitz", "Aulard", "Pegot", "Brue", "Grenier")
    field.tell(reckon, FRENCH)
    assert "I" in field.state.broken
    field.put("Bourgeois", "B0914")
    dice = {"attack": [1, 1], "defence": [3, 3], "attack-morale": [3]}
    field.put("Charlet", "B0913")
    field.put("Bourgeois", "B0913", reduced=True)
    text = "attack B0912 with Charlet, Bourgeois\nstanding orders\nfor I: hits Charlet first"
    fought(field, FRENCH, dice, text)
    (test,) = field.events("morale_tested")
    assert (test.morale.value, test.holds) == (2, False)


def test_4_3_to_4_6_each_in_its_segment() -> None:
    """NLC-4.3, NLC-4.5, NLC-8.1d, NLC-8.2a: guns that bombarded neither move nor attack in that player turn."""
    field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0916").put("French I Foot Art", "B0915")
    field.put("Charlet", "B0915").put("Kempt", "B0914")
    text = "bombard B0914 with French I Foot Art\nmove French I Foot Art to B0916\nattack B0914 with French I Foot Art"
    field.tell(bombardment, FRENCH, french=text, dice={"B0914/fire": [1, 1]})
    field.tell(movement, FRENCH, french=text)
    field.tell(combat, FRENCH, french=text)
    refused = field.refusals()
    assert "NLC-8.1d" in refused
    assert "NLC-8.2a" in refused
    assert all(field.id_of("French I Foot Art") not in one.units for one in field.state.attacks)
    assert field.at("French I Foot Art") == "B0915"


def test_8_2a_guns_that_did_not_bombard_attack() -> None:
    """NLC-8.2a: artillery beside the enemy fires in normal combat with its whole strength."""
    field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0913").put("Charlet", "B0913")
    field.put("French I Foot Art", "B0913").put("Kempt", "B0912")
    dice = {"attack": [1, 1], "defence": [1, 1]}
    fought(field, FRENCH, dice, "attack B0912 with Charlet, French I Foot Art")
    (fire,) = field.events("combat_fought")
    strength = sum(field.rules.context.units[field.id_of(one)].strength for one in ("Charlet", "French I Foot Art"))
    assert fire.attack.value == strength


# --- 7.4: the Prussians on the flank --------------------------------------------------------------------------------


@pytest.mark.parametrize(("after_the_guard", "shift"), [(True, -10), (False, 0)])
def test_7_4_lg3_prussians_flank_a_neighbour_of_the_english(after_the_guard: bool, shift: int) -> None:
    """NLC-7.4-LG3, A-85: once, after La Garde Recule: flanked by Prussians, beside an Anglo-Allied unit."""
    field = only(turn="1700").put("Buelow", "B1112").put("Line15", "B1113").put("Line18", "B1111")
    field.state = field.state.with_formations(replace(field.state.formations["P-IV"], order="attack"))
    field.put("Bony", "B1112").put("Kempt", "B1012")
    field.put("Buelow", "B1113")
    if after_the_guard:
        field.state = replace(field.state, shifted=("la garde recule",))
    dice = {"attack": [1, 1], "defence": [1, 1]}
    for _ in range(2):  # once only
        field.state = replace(field.state, attacks=())
        fought(field, ALLIED, dice, allied="attack B1112 with Line15, Line18; no advance")
    assert field.state.shifts.get("French", 0) == shift
    assert (PRUSSIANS in field.state.shifted) == after_the_guard


# --- 7.7b: a pursuit against others ---------------------------------------------------------------------------------


def test_7_7b_pursuit_of_others_is_a_normal_charge() -> None:
    """NLC-7.7b, NLC-7.6b-4: the neighbours of the beaten may form square and fire back."""
    field = horse().put("Pack", "B1011", reduced=True).put("Kempt", "B1010")
    dice = {
        "B1011/square": [6],
        "B1011/charge": [3, 3],
        "B1011/answer": [1, 1],
        "chase/square": [1],
        "chase/charge": [1, 1],
        "chase/answer": [1, 1],
    }
    charged(field, FRENCH, dice, "charge B1011 with Dubois; then pursue B1010")
    first, second = field.events("charge_fought")
    assert (first.place, second.place) == ("B1011", "B1010")
    assert second.defence.value == field.rules.context.units[field.id_of("Kempt")].strength
    assert [test.why for test in field.events("morale_tested")] == ["square", "square"]


# --- 8.3: along and beside crests -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("crest", "woods", "blocked"),
    [
        (True, ("B0915", "B1014"), True),  # NLC-8.3c: along a crest, blocking ground on both sides
        (True, ("B0915",), True),  # NLC-8.3d: between a crest and blocking ground
        (True, (), False),
        (False, ("B0915",), False),
        (False, ("B0915", "B1014"), True),
    ],
)
def test_8_3c_and_8_3d_lines_along_a_side(crest: bool, woods: tuple[str, ...], blocked: bool) -> None:
    """NLC-8.3c, NLC-8.3d: the line from B0914 to B1015 runs along the side of B0915 and B1014, no other."""
    whole_map = only().rules.context
    cells = {
        name: replace(cell, terrain="woods" if name in woods else "clear")
        for name, cell in whole_map.board.cells.items()
    }
    sides = {("B0915", "B1014"): HexSide((Feature("crest"),))} if crest else {}
    ctx = replace(whole_map, board=replace(whole_map.board, cells=cells, sides=sides))
    assert bool(why_unseen(ctx, "B0914", "B1015")) == blocked


# --- 10.7, 11.2 -----------------------------------------------------------------------------------------------------


def test_10_7_no_way_into_an_occupied_chateau() -> None:
    """NLC-10.7: no retreat into a chateau that is held, by friend (NLC-10.1) or enemy, and no advance into it."""
    field = only(turn="1300").ordered(II="attack").put("Reille", "B0517").put("Soye", "B0517").put("Byng", "B0516")
    assert "B0516" not in open_hexes(field.rules.context, field.state, FRENCH, "B0517")
    dice = {"attack": [3, 4], "defence": [1, 1]}
    fought(field, FRENCH, dice, "attack B0516 with Soye; advance Soye")
    assert field.at("Byng") == "B0516"
    assert field.at("Soye") == "B0517"


@pytest.mark.parametrize(("active", "winner"), [(FRENCH, "French"), (ALLIED, "Allied")])
def test_11_2_the_side_that_is_not_phasing_breaks_first(active: Side, winner: str) -> None:
    """NLC-11.2, A-52: both sides at their end at one instant: the other side than the phasing one has lost."""
    field = only(turn="1700")
    for card in field.rules.context.units.values():
        field.lost(card.id)
    field.tell(reckon, active)
    assert field.state.ending is not None
    assert field.state.ending.winner == winner


# --- 28: Dresden ----------------------------------------------------------------------------------------------------


def test_28_0e_disruption() -> None:
    """NLC-28.0e, NLC-3.1, NLC-4.7: a second disruption adds nothing, the zone stays, the end of the turn mends it."""
    field = only("dresden-suburbs", turn="26-1600").ordered(XIV="defend").put("Razout1", "D1811", disrupted=True)
    field.put("Colloredo", "D1813").put("Colloredo Art", "D1813")
    before = zone(field.rules.context, field.state, FRENCH)
    razout = field.id_of("Razout1")
    assert "D1812" in before
    field.tell(end_of_turn, ALLIED)
    assert not field.state.unit(razout).disrupted
    assert [event.units for event in field.events("disruption_removed")] == [(razout,)]


def test_28_0b_leaders_begin_with_a_unit_of_theirs() -> None:
    """NLC-28.0b: with the option free_leaders a leader may be set up with any unit of his formation, and no other."""
    from adjudicator.rulesets.nlc.command.set_up import set_up
    from tests.nlc.field import whole

    field = whole("dresden-suburbs", free_leaders="on")
    ctx = field.rules.context
    card = next(f for f in ctx.formations.values() if f.side == ALLIED and len(f.units) > 2)
    leader = ctx.leaders[card.leader]
    field.state = replace(field.state, turn=0)
    on_map = [one for one in card.units if field.state.unit(one).status == "map"]
    mine = next(one for one in on_map if field.state.unit(one).place != field.state.leader(leader.id).place)
    field.tell(set_up, ALLIED, allied=f"start {leader.name} with {ctx.units[mine].alias}")
    assert field.state.leader(leader.id).place == field.state.unit(mine).place


def test_28_3f_two_austrian_divisions_never_attack_together() -> None:
    """NLC-28.3f: the second division's line is refused; with a Russian unit there is no such bar."""
    field = only("dresden-suburbs", turn="26-1600").ordered(Colloredo="attack", Chasteler="attack")
    field.put("Razout1", "D1810").put("Colloredo", "D1812").put("Colloredo1", "D1811")
    field.put("Chasteler", "D1711").put("Chasteler1", "D1711")
    field.tell(combat, ALLIED, allied="attack D1810 with Colloredo1\nattack D1810 with Chasteler1")
    assert field.refusals() == ["NLC-28.3f"]
    assert [len(one.units) for one in field.state.attacks] == [1]


# --- 24, 26: what campaigns have of their own -------------------------------------------------------------------------


def test_26_9k_a_disintegrated_army_gives_way_untested() -> None:
    """NLC-26.9k: hit in normal combat, its stacks go back without a die."""
    field = duel()
    field.state = replace(field.state, disintegrated=("Anglo-Allied",))
    fought(field, FRENCH, {"attack": [4, 4], "defence": [1, 1]}, "attack B0912 with Charlet; no advance")
    assert not field.events("morale_tested")
    assert [event.units for event in field.events("stacks_gave_way")] == [(field.id_of("Kempt"),)]
    assert field.at("Kempt") not in ("B0912", None)


def test_26_11_nobody_fights_at_wavre_before_four() -> None:
    """NLC-26.11: before 1600 the attack is refused, at 1600 it is not."""
    for turn, refused in (("18-1300", ["NLC-26.11"]), ("18-1600", [])):
        field = only("grand-waterloo", turn=turn).ordered(IV="attack").put("Gerard", "W1209").put("Rome", "W1208")
        field.put("Line31", "W1108")
        field.tell(combat, FRENCH, french="attack W1108 with Rome")
        assert field.refusals() == refused


def test_24_a_leader_who_passes_wakes_a_sleeper() -> None:
    """NLC-24: a leader who moves through the hex of a sleeping commander wakes him."""
    field = only("campaign-1815", "17-0900", slow_mornings="on").put("Napoleon", "L0820", asleep=True)
    field.put("Vandamme", "L0821")
    field.tell(movement, FRENCH, french="move Vandamme L0821 -> L0820 -> L0819")
    napoleon = field.id_of("Napoleon")
    assert [(event.leader, event.asleep) for event in field.events("leader_slept")] == [(napoleon, False)]
    assert not field.state.leader(napoleon).asleep
