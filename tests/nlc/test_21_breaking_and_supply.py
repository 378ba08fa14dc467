"""NLC 11, 13, 19 to 25: resolve, reorganization, armies that break, supply, victory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.rulesets.nlc.command.command_phase import command_phase
from adjudicator.rulesets.nlc.command.opening import opening
from adjudicator.rulesets.nlc.command.supply import unsupplied
from adjudicator.rulesets.nlc.movement.segment import movement
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH, SIDES
from adjudicator.rulesets.nlc.victory.breaking import reckon
from adjudicator.rulesets.nlc.victory.end_of_turn import end_of_turn
from tests.nlc.field import SCENARIOS, Field, only, scenario

DERLON = "d'Erlon"


def hit(field: Field, formation: str) -> Field:
    field.state = field.state.with_formations(replace(field.state.formations[formation], hit=True))
    return field


@pytest.mark.parametrize(
    ("die", "broken", "order"), [(4, (), "attack"), (5, (), "reserve"), (2, ("I",), "attack"), (3, ("I",), "reserve")]
)
def test_20_3c_resolve_after_a_hit(die: int, broken: tuple[str, ...], order: str) -> None:
    """NLC-20.3c, NLC-20.3d (NG-52, NG-53): rating 2, and 2 more while the corps is steady."""
    field = hit(only(turn="1300").ordered(I="attack"), "I").put("d'Erlon", "B1016").put("Noguez", "B0915")
    field.state = replace(field.state, broken=broken)
    field.tell(opening, dice={f"resolve/{field.id_of(DERLON)}": [die]})
    assert field.state.order_of("I") == order
    assert field.at("Noguez") == ("B0915" if order == "attack" else "B0918")


def test_20_3d_the_resolve_fails_and_then_the_courier_comes() -> None:
    """NLC-20.3c, NLC-20.4d, NLC-20.2-A1 (NX-02)."""
    field = only(turn="1200").ordered(I="attack", Picton="defend")
    field.put("Napoleon", "B1122").put("d'Erlon", "B1016").put("Noguez", "B0915", reduced=True).put("Kempt", "B0913")
    field.tell(command_phase, french="Napoleon orders d'Erlon: attack")
    courier = replace(field.state.couriers[0], due=field.state.turn + 1)
    field.state = replace(hit(field, "I").state, turn=field.state.turn + 1, couriers=(courier,))
    standing = "standing orders\n  for I: retreat towards south edge"
    field.tell(opening, french=standing, dice={f"resolve/{field.id_of(courier.receiver)}": [5]})
    fell_back = field.events("stack_moved")[0]
    assert fell_back.path == ("B0916", "B0917", "B0918")
    assert field.state.order_of("I") == "attack"
    field.tell(movement, french="move Noguez to B0917")
    assert (field.at("Noguez"), field.refusals()) == ("B0917", [])


def test_20_3c_the_die_of_resolve_is_its_owners_secret() -> None:
    """NLC-20.3c: it would show the order."""
    field = hit(only(turn="1300").ordered(I="attack"), "I").put("d'Erlon", "B1016").put("Noguez", "B0915")
    field.tell(opening, dice={f"resolve/{field.id_of(field.rules.context.formations['I'].leader)}": [1]})
    tested = field.events("resolve_tested")[0]
    assert tested.rolls[0].veiled
    assert field.rules.show(field.state, tested, ALLIED) is None


@pytest.mark.parametrize(("place", "rules"), [("B0910", ["NLC-21.2"]), ("B0911", [])])
def test_21_2_ten_hexes_from_the_enemy(place: str, rules: list[str]) -> None:
    """NLC-21.1, NLC-21.2, NLC-21.4 (NG-83): nine hexes are too near; the unit returns reduced."""
    field = only(turn="1500").ordered(Picton="reserve").put("Picton", "B0901").put("Charlet", place)
    field.lost("Kempt", turn=1)
    field.tell(command_phase, allied="reorganise Picton: Kempt")
    kempt = field.state.unit(field.id_of("Kempt"))
    assert field.refusals() == rules
    assert (kempt.status, kempt.reduced) == (("eliminated", False) if rules else ("map", True))


def test_21_1_a_full_turn_must_have_passed() -> None:
    """NLC-21.1, A-35: lost in turn t, back in the Command Phase of t + 2 at the earliest."""
    field = only(turn="1200").ordered(Picton="reserve").put("Picton", "B0901")
    field.lost("Kempt", turn=1)
    field.tell(command_phase, allied="reorganise Picton: Kempt")
    assert field.refusals() == ["NLC-21.1"]


@pytest.mark.parametrize(("die", "status"), [(4, "gone"), (5, "map")])
def test_21_5_units_of_a_demoralized_corps_come_back_by_die(die: int, status: str) -> None:
    """NLC-21.5 (NG-85)."""
    field = only(turn="1500").ordered(I="reserve").put("d'Erlon", "B1122")
    field.lost("Charlet", "Bourgeois", "Schmitz", "Aulard", "Pegot", turn=1)
    field.tell(reckon)
    assert field.state.broken == ("I",)
    one = field.id_of("Charlet")
    field.tell(command_phase, french="reorganise d'Erlon: Charlet", dice={f"reorganize/{one}": [die]})
    assert field.state.unit(one).status == status


def test_22_2_reorganization_ends_demoralization() -> None:
    """NLC-22.1, NLC-22.2 (NG-82)."""
    field = only(turn="1500").ordered(II="reserve").put("Reille", "B0622")
    field.lost("Bauduin", "Soye", "Gauthier", "Jamin Foy", turn=1).tell(reckon)
    assert field.state.broken == ("II",)
    field.put("Gauthier", "B0622").tell(reckon)
    assert not field.state.broken
    assert [event.rule for event in field.events("group_broke")] == ["NLC-22.1", "NLC-22.2"]


def test_13_2_the_french_lose_when_their_army_is_demoralized() -> None:
    """NLC-11.1, NLC-13.2."""
    field = only(turn="1500")
    units = [card for card in field.rules.context.units.values() if card.army == "French"]
    total = 0
    for card in units:
        if total < 85:
            field.lost(card.id)
            total += card.strength
    field.tell(reckon)
    ending = field.state.ending
    assert ending is not None
    assert (ending.winner, ending.rule) == (ALLIED, "NLC-13.2")


@pytest.mark.parametrize("name", SCENARIOS)
def test_23_everybody_is_in_supply_at_the_start(name: str) -> None:
    """NLC-23.1, NLC-23.2, NLC-23.3."""
    rules = scenario(name)
    state = replace(rules.start(), turn=1)
    assert [unsupplied(rules.context, state, side) for side in SIDES] == [(), ()]


@pytest.mark.parametrize(("with_tromelin", "lost"), [(True, []), (False, ["Charlet"])])
def test_23_4_a_supply_road_under_the_enemys_eyes(with_tromelin: bool, lost: list[str]) -> None:
    """NLC-23.1 to NLC-23.4, A-42, NLC-22.1 (NX-20): off-road hexes come first only."""
    field = only(turn="1800")
    for name, place in {
        "Charlet": "B0605", "Bony": "B1121", "Adam": "B1221", "Dornberg": "B0521", "Grant": "B1521",
    }.items():  # fmt: skip
        field.put(name, place)
    if with_tromelin:
        field.put("Tromelin", "B1122")
    starved = unsupplied(field.rules.context, field.state, FRENCH)
    assert list(starved) == [field.id_of(name) for name in lost]
    assert unsupplied(field.rules.context, field.state, ALLIED) == ()


def test_13_3_the_last_reckoning() -> None:
    """NLC-6.1, NLC-13.1, NLC-13.3, A-51 (NX-40)."""
    field = only(turn="2100")
    for name in ("Aulard", "Grenier"):
        unit = field.state.unit(field.id_of(name))
        field.state = field.state.with_units(replace(unit, status="exited"))
    field.lost("Detmers", "Schmitz").put("Guye", "B1022", reduced=True)
    held = {**field.state.holders, "B0811": FRENCH, "B1118": ALLIED}
    field.state = replace(field.state, points={FRENCH: 4}, holders=held)
    field.tell(end_of_turn)
    assert [event.total.value for event in field.events("points_reckoned")] == [21, 16]
    ending = field.state.ending
    assert ending is not None
    assert (ending.winner, ending.level) == (FRENCH, "marginal")


def test_26_1b_ney_and_grouchy_hold_so_many_corps() -> None:
    """NLC-26.1b, A-71: an assignment uses an order and works from the next Command Phase."""
    field = only("ligny", turn="1500")
    field.put("Napoleon", "L0820").put("Grouchy", "L1420").put("Gerard", "L0920").put("Vandamme", "L0618")
    field.tell(command_phase, french="assign III, IV, VI to Grouchy")
    assert field.refusals() == ["NLC-26.1b"]
    assert field.state.leader(field.id_of("Napoleon")).ordered == 2
    field.state = replace(field.state, turn=field.state.turn + 1)
    field.tell(opening)
    assert field.state.leader(field.id_of("Grouchy")).holds == ("IC", "IIC", "III", "IV")


def test_19_9_a_leader_who_fell_is_replaced() -> None:
    """NLC-19.9, A-32: at the start of the next turn, rated 1, with a unit of his own."""
    field = only(turn="1300").put("Schmitz", "B1016").put("Noguez", "B0915")
    leader = field.id_of(field.rules.context.formations["I"].leader)
    dead = replace(field.state.leader(leader), status="dead", place=None, back_on=3)
    field.state = field.state.with_leaders(dead)
    field.tell(opening, french="standing orders\n  for d'Erlon: return with Noguez")
    again = field.state.leader(leader)
    assert (again.status, again.place, again.rating) == ("map", "B0915", 1)
