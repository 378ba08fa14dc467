"""NLC 2.2, 2.3, 7, 10, T: morale, normal combat, charges: what the golden cases do not show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from adjudicator.core.types import Side
from adjudicator.rulesets.nlc.combat import strengths
from adjudicator.rulesets.nlc.combat.charges import charges
from adjudicator.rulesets.nlc.combat.combat import combat
from adjudicator.rulesets.nlc.combat.morale import Strain, group_morale, unit_morale
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH
from tests.nlc.field import Field, only, whole

Script = Mapping[str, Sequence[int]]


def fought(field: Field, side: Side, dice: Script, french: str = "", allied: str = "") -> Field:
    """A combat segment: the announcement, then one combat after the other."""
    field.tell(combat, side, french=french, allied=allied, dice=dice)
    while field.state.attacks:
        field.tell(combat, side, french=french, allied=allied, dice=dice)
    return field


def charged(field: Field, side: Side, dice: Script, french: str = "", allied: str = "") -> Field:
    """A charge segment: all ride, then one charge after the other."""
    field.tell(charges, side, french=french, allied=allied, dice=dice)
    while field.state.charges:
        field.tell(charges, side, french=french, allied=allied, dice=dice)
    return field


# --- 2: morale ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "reduced", "morale", "why"),
    [
        ("Charlet", False, 4, "NLC-2.2a: base 4"),
        ("Charlet", True, 3, "NLC-2.2e: one less after a step"),
        ("OG Grenadiers1", False, 5, "NLC-2.2c: the Old Guard 5"),
        ("Ponsonby", True, 5, "NLC-2.2d, NLC-2.2e: British cavalry 5, and steady after a step"),
        ("Lambert", True, 4, "NLC-2.2e: British infantry does not mind a step"),
        ("Vincke", True, 3, "NLC-2.2e, A-67: Hanoverians do"),
    ],
)
def test_2_2_morale_of_units(unit: str, reduced: bool, morale: int, why: str) -> None:
    """NLC-2.2a, NLC-2.2c, NLC-2.2d, NLC-2.2e."""
    field = only().put(unit, "B0913", reduced=reduced)
    found = unit_morale(field.rules.context, field.state, field.state.unit(field.id_of(unit)))
    assert found.value == morale, why


def test_2_2b_weak_prussians() -> None:
    """NLC-2.2b: Prussian infantry of front strength 3 or less has 3; the reduced side does not decide."""
    cards = whole().rules.context.units.values()
    prussians = [card for card in cards if card.army == "Prussian" and card.is_infantry]
    assert {card.morale for card in prussians if card.strength <= 3} <= {3}
    assert {card.morale for card in prussians if card.strength > 3} == {4}


def test_2_3_groups() -> None:
    """NLC-2.3b, NLC-2.3c: infantry speaks for a group, whatever its cavalry's morale; without it the cavalry."""
    field = only().put("Vincke", "B0913", reduced=True).put("Ponsonby", "B0913")
    ctx, state = field.rules.context, field.state
    mixed = [state.unit(field.id_of(name)) for name in ("Vincke", "Ponsonby")]
    assert group_morale(ctx, state, mixed).value == 3
    assert group_morale(ctx, state, mixed[1:]).value == 5


def test_7_6a_3_flanked_men_have_two_less() -> None:
    """NLC-7.6a-3, NLC-M.3 (NG-37)."""
    field = only().put("Charlet", "B0913")
    units = [field.state.unit(field.id_of("Charlet"))]
    assert group_morale(field.rules.context, field.state, units, Strain(flanked=True)).value == 2
    assert group_morale(field.rules.context, field.state, units, Strain(flanked=True, under_guns=True)).value == 1


# --- T: terrain -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "here", "target", "strength", "why"),
    [
        ("Charlet", "B0912", "B0811", 4, "NLC-T.1: into a town three quarters, 3.75"),
        ("Charlet", "B0915", "B0914", 5, "NLC-5.1: over open ground all of it"),
        ("Noguez", "B0914", "B0913", 4, "NLC-T.5: over a crest three quarters, 3.75"),
    ],
)
def test_t_reductions_of_an_attack(attacker: str, here: str, target: str, strength: int, why: str) -> None:
    """NLC-7.1f, NLC-T.1, NLC-T.5, NLC-T.7, NLC-7.1g, NLC-7.6a-4."""
    field = only().put(attacker, here).put("Kempt", target)
    units = [field.state.unit(field.id_of(attacker))]
    assert strengths.attack(field.rules.context, field.state, units, target).value == strength, why


def test_t_streams_and_bridges_are_in_the_table() -> None:
    """NLC-T.4, NLC-T.6: across a stream a quarter is lost, across a bridge half; no charge across a bridge."""
    terrain = only().rules.context.tables.terrain
    assert (terrain.across("stream").attack, terrain.across("stream").charge) == (25, 25)
    assert (terrain.across("bridge").attack, terrain.across("bridge").charge) == (50, None)


# --- 7.3: whom to attack --------------------------------------------------------------------------------------------


def test_7_3d_a_stack_attacks_one_hex() -> None:
    """NLC-7.3d."""
    field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0913").put("Charlet", "B0913")
    field.put("Bourgeois", "B0913").put("Kempt", "B0912").put("Pack", "B0914")
    field.tell(combat, FRENCH, french="attack B0912 with Charlet\nattack B0914 with Bourgeois")
    assert field.refusals() == ["NLC-7.3d"]
    assert [(one.target, len(one.units)) for one in field.state.attacks] == [("B0912", 2)]


def test_7_3g_infantry_before_cavalry() -> None:
    """NLC-7.3g: a stack with infantry picks infantry before cavalry."""
    field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0913").put("Charlet", "B0913")
    field.put("Kempt", "B0912").put("Vivian", "B0914")
    field.tell(combat, FRENCH, french="attack B0914 with Charlet")
    assert field.refusals() == ["NLC-7.3g"]
    assert [one.target for one in field.state.attacks] == ["B0912"]


def test_7_3i_cavalry_alone_goes_and_the_hits_are_halved() -> None:
    """NLC-4.6, NLC-7.1b, NLC-7.3i, NLC-7.4c: it always withdraws after the round; here it has to stand first."""
    field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0913").put("Charlet", "B0913")
    field.put("Vivian", "B0912")
    dice = {"attack": [4, 4], "defence": [6, 6]}
    fought(field, FRENCH, dice, "attack B0912 with Charlet; no advance", "standing orders\nfor Vivian: stand")
    (fire,) = field.events("combat_fought")
    (halved,) = field.events("hits_halved")
    assert (fire.hits, halved.hits) == (1, 0)
    assert field.at("Vivian") not in ("B0912", None)
    assert not field.events("morale_tested")


def test_7_4h_foot_guns_are_lost_in_a_retreat() -> None:
    """NLC-7.4h: involuntarily driven back, foot artillery is destroyed; the infantry beside it goes."""
    field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0915").put("Charlet", "B0914")
    field.put("French I Foot Art", "B0914").put("Kempt", "B0913")
    dice = {"attack": [1, 1], "defence": [3, 3], "attack-morale": [6]}
    fought(field, FRENCH, dice, "attack B0913 with Charlet, French I Foot Art")
    assert [event.rule for event in field.events("units_lost")] == ["NLC-7.4h"]
    assert field.at("French I Foot Art") is None
    assert field.at("Charlet") not in ("B0914", None)


def test_7_5b_a_leader_brings_two_units_forward() -> None:
    """NLC-7.2, NLC-7.5b: with a leader in their hex both units advance, and he too; without one a single unit."""
    for leader_at, expected in (("B0913", ["B0912", "B0912"]), ("B0914", ["B0912", "B0913"])):
        field = only(turn="1300").ordered(I="attack").put("d'Erlon", leader_at)
        field.put("Charlet", "B0913").put("Bourgeois", "B0913").put("Vincke", "B0912", reduced=True)
        dice = {"attack": [4, 4], "defence": [1, 1]}
        fought(field, FRENCH, dice, "attack B0912 with Charlet, Bourgeois; advance Charlet, Bourgeois")
        assert [field.at("Charlet"), field.at("Bourgeois")] == expected
        assert field.at("d'Erlon") == ("B0912" if leader_at == "B0913" else "B0914")


def test_8_5b_guns_alone_are_overrun() -> None:
    """NLC-8.2b, NLC-8.5a, NLC-8.5b: guns alone fire with half their strength, and who advances takes them."""
    field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0914").put("Charlet", "B0913")
    field.put("RHA-A", "B0912", was_in_zone=True)
    dice = {"attack": [1, 1], "defence": [1, 1]}
    fought(field, FRENCH, dice, "attack B0912 with Charlet; advance Charlet")
    (fire,) = field.events("combat_fought")
    printed = field.rules.context.units[field.id_of("RHA-A")].strength
    assert fire.defence.value == (printed + 1) // 2
    assert [event.rule for event in field.events("units_lost")] == ["NLC-8.5b"]
    assert field.at("Charlet") == "B0912"


def test_10_4_a_garrison_need_not_attack() -> None:
    """NLC-10.2, NLC-10.4: no enemy zone reaches into a chateau, and Attack orders compel nobody there."""
    field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0815").put("Charlet", "B0814").put("Kempt", "B0813")
    field.tell(combat, FRENCH)
    assert not field.state.attacks


def test_5_5_no_combat_at_night() -> None:
    """NLC-5.5: an attack and a charge are refused in the dark."""
    field = only("historical-wavre", turn="18-2200").ordered(IV="attack").put("Gerard", "W1209").put("Rome", "W1209")
    field.put("Line31", "W1108")
    field.tell(combat, FRENCH, french="attack W1108 with Rome")
    assert field.refusals() == ["NLC-5.5"]


# --- 7.6b to 7.9: charges -------------------------------------------------------------------------------------------


def horse(turn: str = "1300") -> Field:
    """Milhaud's Dubois under Attack orders at B1111."""
    return only(turn=turn).ordered(IVC="attack").put("Milhaud", "B1111").put("Dubois", "B1111")


def test_7_6b_1_once_and_only_cavalry() -> None:
    """NLC-4.4, NLC-7.6b-1: who has charged does not charge again in the player turn."""
    field = horse().put("Pack", "B1011")
    field.state = field.put("Dubois", "B1111", charged=True).state
    field.tell(charges, FRENCH, french="charge B1011 with Dubois")
    assert field.refusals() == ["NLC-7.6b-1"]


def test_7_9c_men_who_are_not_ready() -> None:
    """NLC-7.9c, NLC-7.9d: a disrupted target is charged at twice the strength, once more for want of a square."""
    field = horse().put("Pack", "B1011", disrupted=True)
    charged(field, FRENCH, {"square": [6], "charge": [1, 1], "answer": [1, 1]}, "charge B1011 with Dubois")
    (fight,) = field.events("charge_fought")
    strength = field.rules.context.units[field.id_of("Dubois")].strength
    assert fight.charge.value == 4 * strength


def test_7_7_pursuit_of_men_who_do_not_fire() -> None:
    """NLC-7.7a, NLC-7.7d, NLC-7.6b-9: the beaten are ridden down without answering, then the cavalry returns."""
    field = horse().put("Pack", "B1011")
    dice = {
        "B1011/square": [6],
        "B1011/charge": [3, 3],
        "B1011/answer": [1, 1],
        "chase/charge": [3, 4],
    }
    text = "charge B1011 with Dubois; then pursue"
    charged(field, FRENCH, dice, text, "standing orders\nfor Pack: retreat to B1010, B1012, B0911, B0912")
    _, second = field.events("charge_fought")
    assert second.taken == 0
    assert second.defence.value == 0
    assert field.at("Dubois") == "B1111"
    assert not field.events("hits_halved")


def test_7_7c_forced_pursuit() -> None:
    """NLC-7.7c, NLC-2.2g: a roll above the pursuit value, and the cavalry pursues all the same."""
    field = horse().put("Pack", "B1011")
    dice = {
        "B1011/square": [6],
        "B1011/charge": [3, 3],
        "B1011/answer": [1, 1],
        "B1011/pursuit": [5],
        "chase/charge": [1, 1],
    }
    charged(field, FRENCH, dice, "charge B1011 with Dubois; then return")
    assert [event.holds for event in field.events("pursuit_tested")] == [False]
    assert len(field.events("charge_fought")) == 2


def test_19_8_a_leader_left_alone() -> None:
    """NLC-19.8, NLC-19.7 (NG-86): a 1 kills him; else he goes to the nearest friendly unit when the enemy comes in."""
    for die, place in ((1, None), (2, "B0810")):
        field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0914").put("Charlet", "B0913")
        field.put("Picton", "B0912").put("Vincke", "B0912", reduced=True).put("Pack", "B0810")
        dice = {"attack": [4, 4], "defence": [1, 1], f"leader/{field.id_of('Picton')}/1": [die]}
        fought(field, FRENCH, dice, "attack B0912 with Charlet; advance Charlet")
        (fell,) = field.events("leader_fell")
        assert fell.killed == (die == 1)
        assert field.at("Picton") == place


def test_allied_wishes_are_hidden() -> None:
    """NLC-20.2: whether orders compel an attack is its owner's affair."""
    field = only(turn="1300").ordered(I="attack").put("d'Erlon", "B0913").put("Charlet", "B0913").put("Kempt", "B0912")
    before = field.state
    field.tell(combat, FRENCH)
    (declared,) = field.events("attacks_declared")
    seen = field.rules.show(before, declared, ALLIED)
    assert declared.attacks[0].forced
    assert seen is not None
    assert not seen.attacks[0].forced  # type: ignore[attr-defined]
