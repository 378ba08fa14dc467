"""NLC 5, 6, 9, 20.1, 20.2: movement, zones, stacking, command range and the duties of orders."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.rulesets.nlc.movement.ground import between
from adjudicator.rulesets.nlc.movement.segment import movement
from adjudicator.rulesets.nlc.state import ALLIED
from tests.nlc.field import only, scenario, whole


@pytest.mark.parametrize(
    ("a", "b", "foot", "mounted", "why"),
    [
        ("B0816", "B0917", 1, 1, "NLC-5.2a: along a road half a point"),
        ("B0915", "B0914", 2, 2, "NLC-5.1: a clear hex one point"),
        ("B0104", "B0103", 4, 8, "NLC-T.3: woods two, four for mounted men"),
    ],
)
def test_5_2_what_a_step_costs(a: str, b: str, foot: int, mounted: int, why: str) -> None:
    """NLC-5.1, NLC-5.2a, NLC-T.3."""
    ctx = scenario().context
    assert between(ctx, a, b, mounted=False) == foot, why
    assert between(ctx, a, b, mounted=True) == mounted, why


def test_22_3_a_demoralized_formation_pays_double_for_clear_ground() -> None:
    """NLC-22.3."""
    assert between(scenario().context, "B0915", "B0914", mounted=False, demoralized=True) == 4


def test_5_3_the_last_to_come_goes_back_along_his_way() -> None:
    """NLC-5.3, A-61 (NX-07): the hex behind him has been filled meanwhile, so he goes farther back."""
    field = only(turn="1100").ordered(I="attack")
    for name, place in {
        "d'Erlon": "B0917", "Charlet": "B0917", "Bourgeois": "B0917", "Noguez": "B0817", "Grenier": "B0717",
        "Pegot": "B0717", "Kempt": "B0912",
    }.items():  # fmt: skip
        field.put(name, place)
    text = """move Charlet, Bourgeois B0917 -> B0916 -> B0915
move Noguez B0817 -> B0816 -> B0815 -> B0915
move Grenier, Pegot B0717 -> B0816 -> B0815"""
    field.tell(movement, french=text)
    assert [field.at(name) for name in ("Charlet", "Bourgeois", "Grenier", "Pegot")] == ["B0915"] * 2 + ["B0815"] * 2
    assert field.at("Noguez") == "B0816"
    assert [(event.unit, event.place, event.rule) for event in field.events("sent_back")] == [
        (field.id_of("Noguez"), "B0816", "NLC-5.3")
    ]


def test_20_1c_command_range_goes_before_the_duty_to_close_in() -> None:
    """NLC-20.1c, NLC-20.2-A1, A-62 (NX-06): back into range, and then nothing legal is left to do."""
    field = only(turn="1500").ordered(P_IV="attack", Picton="defend", VI="defend")
    for name, place in {"Buelow": "B1111", "Vincke": "B1111", "Line15": "B0914", "Bony": "B0917"}.items():
        field.put(name, place)
    field.tell(movement, ALLIED, allied="move Line15 B0914 -> B0915")
    assert field.at("Line15") == "B0914"
    assert [event.rule for event in field.events("sent_back")] == ["NLC-20.1c"]
    duties = [(event.rule, event.because) for event in field.events("duty_enforced")]
    assert ("NLC-20.2-A1", "nothing legal is left") in duties


def test_5_4c_the_last_unit_out_of_a_zone_pays_a_point() -> None:
    """NLC-5.4c, NLC-22.3 (NX-34): of a demoralized corps the last one comes only half way."""
    field = only(turn="1500").ordered(II="defend")
    for name, place in {"Reille": "B0917", "Husson": "B0915", "Campi": "B0915", "Kempt": "B0914"}.items():
        field.put(name, place)
    field.lost("Bauduin", "Soye", "Gauthier", "Jamin Foy")
    field.state = replace(field.state, broken=("II",))
    field.tell(movement, french="move Husson B0915 -> B0916 -> B0917\nmove Campi B0915 -> B0916 -> B0917")
    assert (field.at("Husson"), field.at("Campi")) == ("B0917", "B0916")


def test_5_5_nobody_enters_a_zone_at_night() -> None:
    """NLC-5.5, NLC-5.4b (NX-35): not over the bridge of Bierges either."""
    field = only("historical-wavre", turn="18-2200").ordered(IV="attack", P_III="defend")
    for name, place in {"Gerard": "W1209", "Rome": "W1209", "Thielemann": "W1007", "Line31": "W1108"}.items():
        field.put(name, place)
    field.tell(movement, french="move Rome W1209 -> W1208")
    field.tell(movement, ALLIED, allied="move Line31 W1108 -> W1208")
    assert field.refusals() == ["NLC-5.5", "NLC-5.5"]
    assert (field.at("Rome"), field.at("Line31")) == ("W1209", "W1108")


def test_5_2_infantry_marches_eight_road_hexes() -> None:
    """NLC-5.2a (NG-77): four points, half a point each."""
    field = only(turn="1100").ordered(VI="reserve")
    field.put("Lobau", "B1020").put("Bony", "B1122")
    field.tell(movement, french="move Bony to B0601")
    moved = field.events("stack_moved")[0]
    assert (len(moved.path), moved.spent) == (8, 8)


def test_20_2_a5_units_with_attack_orders_do_not_leave_a_zone() -> None:
    """NLC-20.2-A5."""
    field = only(turn="1100").ordered(I="attack")
    field.put("d'Erlon", "B0917").put("Charlet", "B0915").put("Kempt", "B0914")
    field.tell(movement, french="move Charlet to B0916")
    assert field.refusals() == ["NLC-20.2-A5"]


def test_20_2_r3_units_with_reserve_orders_do_not_enter_a_zone() -> None:
    """NLC-20.2-R3."""
    field = only(turn="1100").ordered(I="reserve")
    field.put("d'Erlon", "B0917").put("Charlet", "B0916").put("Kempt", "B0914")
    field.tell(movement, french="move Charlet -> B0915")
    assert field.refusals() == ["NLC-20.2-R3"]


def test_20_2_d1_defenders_enter_a_zone_only_on_their_own_ground() -> None:
    """NLC-20.2-D1, A-30."""
    field = only(turn="1100").ordered(I="defend")
    field.put("d'Erlon", "B0917").put("Charlet", "B0916").put("Kempt", "B0914")
    field.tell(movement, french="move Charlet -> B0915")
    assert field.refusals() == ["NLC-20.2-D1"]


def test_20_2_a2_a_formation_near_the_enemy_sends_a_unit_in() -> None:
    """NLC-20.2-A2, A-89: nobody was told to close with the enemy, so the nearest unit does."""
    field = only(turn="1100").ordered(I="attack")
    field.put("d'Erlon", "B0917").put("Charlet", "B0916").put("Kempt", "B0914")
    field.tell(movement)
    assert field.at("Charlet") == "B0915"
    assert [event.rule for event in field.events("duty_enforced")] == ["NLC-20.2-A2"]


def test_9_2_a_blocked_entry_is_moved_to_the_nearest_free_hex() -> None:
    """NLC-9.2 (NX-19)."""
    field = whole(turn="1300")
    field.put("Dommanget", "B2811").put("Milhaud", "B2811")
    field.tell(movement, ALLIED, allied="enter Line15 at B2912")
    entered = [event for event in field.events("stack_moved") if event.manner == "enter"]
    assert (entered[0].path, entered[0].rule) == (("B2913",), "NLC-9.2")


def test_6_1_units_leave_the_map_by_a_hex_at_its_edge() -> None:
    """NLC-6.1, A-88: two points each at the northern exits."""
    field = only(turn="2000").ordered(I="attack")
    field.put("d'Erlon", "B0601").put("Aulard", "B0601").put("Adam", "B0605")
    field.tell(movement, french="exit Aulard at B0601")
    assert field.state.unit(field.id_of("Aulard")).status == "exited"
    assert field.state.points == {"French": 2}


def test_20_5_who_gave_too_many_orders_stays_where_he_is() -> None:
    """NLC-20.5, A-79: the orders stand, the move is refused."""
    field = whole()
    napoleon = field.state.leader(field.id_of("Napoleon"))
    field.state = field.state.with_leaders(replace(napoleon, ordered=3))
    field.tell(movement, french="move Napoleon to B1017")
    assert "NLC-20.5" in field.refusals()


def test_19_4_a_leader_enters_a_zone_only_where_a_friend_is() -> None:
    """NLC-19.4."""
    field = only(turn="1100").ordered(I="attack")
    field.put("d'Erlon", "B0916").put("Kempt", "B0914")
    field.tell(movement, french="move d'Erlon -> B0915")
    assert field.refusals() == ["NLC-19.4"]
