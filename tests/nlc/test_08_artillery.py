"""NLC 8: bombardment, lines of sight."""

from __future__ import annotations

from adjudicator.rulesets.nlc.combat.bombardment import bombardment
from adjudicator.rulesets.nlc.state import FRENCH
from tests.nlc.field import Field, only


def guns() -> Field:
    """Lobau's foot guns at B0917 under Attack orders."""
    return only(turn="1200").ordered(VI="attack").put("Lobau", "B0917").put("French VI Foot Art", "B0917")


def test_8_1a_two_hexes_at_most() -> None:
    """NLC-8.1a, NLC-4.3."""
    field = guns().put("Kempt", "B0914")
    field.tell(bombardment, FRENCH, french="bombard B0914 with French VI Foot Art")
    assert field.refusals() == ["NLC-8.1a"]


def test_8_1b_the_chateau_is_no_target() -> None:
    """NLC-10.3, NLC-8.1b: a garrison cannot be bombarded."""
    field = only(turn="1200").ordered(VI="attack").put("Lobau", "B0816").put("French VI Foot Art", "B0816")
    field.put("Kempt", "B0814")
    field.tell(bombardment, FRENCH, french="bombard B0814 with French VI Foot Art")
    assert field.refusals() == ["NLC-10.3"]


def test_8_1g_the_first_hit_disrupts_and_nobody_retreats() -> None:
    """NLC-8.1e, NLC-8.1g (NG-73): three hits are a marker and two steps; nobody may go back for them."""
    field = guns().put("Gd Foot Art", "B0917").put("Drouot", "B0917").ordered(Guard="attack").put("Kempt", "B0915")
    field.tell(
        bombardment,
        FRENCH,
        french="bombard B0915 with French VI Foot Art, Gd Foot Art",
        dice={"bombardment/B0915/fire": [5, 5]},
    )
    (fired,) = field.events("bombarded")
    assert fired.hits == 3
    assert len(field.events("unit_disrupted")) == 1
    assert field.at("Kempt") is None
    assert not field.events("withdrew")
    assert not [one for one in field.asked if one.kind in ("withdraw", "retreat")]


def test_d_4_guns_of_an_attacking_formation_fire_unbidden() -> None:
    """NLC-20.2-A3, D-4: without an order they fire at the nearest target; a standing order holds their fire."""
    field = guns().put("Kempt", "B0915")
    field.tell(bombardment, FRENCH, dice={"bombardment/B0915/fire": [1, 1]})
    assert [event.target for event in field.events("bombarded")] == ["B0915"]
    assert field.state.formations["VI"].fires == 1
    quiet = guns().put("Kempt", "B0915")
    quiet.tell(bombardment, FRENCH, french="standing orders\nhold fire")
    assert not quiet.events("bombarded")


def test_o_1_massed_targets() -> None:
    """NLC-O.1: with the option two units in a hex make the fire half as strong again."""
    for option, strength in (("off", 4), ("on", 6)):
        field = only(turn="1200", massed_targets=option).ordered(VI="attack")
        field.put("Lobau", "B0917").put("French VI Foot Art", "B0917").put("Kempt", "B0915").put("Pack", "B0915")
        field.tell(
            bombardment,
            FRENCH,
            french="bombard B0915 with French VI Foot Art",
            dice={"bombardment/B0915/fire": [1, 1]},
        )
        assert [event.strength.value for event in field.events("bombarded")] == [strength]
