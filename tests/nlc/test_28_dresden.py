"""NLC 28: Dresden, 26 and 27 August 1813: Army Reserve, Napoleon's arrival, traits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.core.values import replace
from adjudicator.rulesets.nlc.command.command_phase import command_phase
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.movement.segment import movement
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH
from tests.nlc.field import Field, only, scenario, whole

DRESDEN = ("dresden-relief", "dresden-suburbs", "dresden-battle")
GUARDS = ("OG Grenadiers1", "OG Grenadiers2")


def orders_of(name: str) -> dict[str, str]:
    """The orders at start that are not Reserve."""
    return {one.id: one.order for one in scenario(name).start().formations.values() if one.order != "reserve"}


# --- set-up -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dresden-relief", "dresden-battle"])
def test_28_4b_orders_at_start(name: str) -> None:
    """NLC-28.0a, NLC-28.0c, NLC-28.4b-4, NLC-28.6: XIV defends; Russian I, Prussian II and three Austrians attack."""
    attackers = ("Russian I", "Prussian II", "Colloredo", "Chasteler", "Bianchi")
    assert orders_of(name) == {"XIV": "defend"} | dict.fromkeys(attackers, "attack")


def test_28_5b_orders_of_the_suburbs() -> None:
    """NLC-28.5a, NLC-28.5b: XIV and the Guard defend; Allied corps that are not in Army Reserve attack but two."""
    orders = orders_of("dresden-suburbs")
    assert {one for one, order in orders.items() if order == "defend"} >= {"XIV", "Young Guard"}
    assert {"Gyulai", "Russian I", "Prussian II", "Colloredo"} <= {
        k for k, order in orders.items() if order == "attack"
    }
    assert not {"Russian III", "Russian V"} & orders.keys()


def test_28_3_ratings() -> None:
    """NLC-28.3b, NLC-28.3c, NLC-28.3d, NLC-28.3e: as the book and our data give them."""
    ctx = scenario("dresden-relief").context
    cards = {card.name: (card.rating_attack, card.rating_other) for card in ctx.leaders.values()}
    wanted = {
        "Schwarzenberg": (2, 2), "Constantine": (1, 1), "Barclay": (3, 3), "Wittgenstein": (2, 2), "Kleist": (2, 2),
        "Napoleon": (4, 4), "Murat": (2, 2), "Ney": (3, 1), "Gyulai": (0, 0), "St Cyr": (1, 1),
    }  # fmt: skip
    assert {name: cards[name] for name in wanted} == wanted
    assert {ctx.leaders[ctx.leader_named[name]].role for name in ("Colloredo", "Bianchi")} == {"formation"}


def test_28_3a_who_holds_what() -> None:
    """NLC-28.3a, A-71: wing commanders and their formations at first."""
    field = whole("dresden-relief")
    holds = {name: field.state.leader(field.id_of(name)).holds for name in ("Murat", "Ney", "Barclay", "Wittgenstein")}
    assert holds == {
        "Murat": ("IC", "VC"),
        "Ney": ("Young Guard", "Guard Cavalry"),
        "Barclay": ("Russian I", "Prussian II"),
        "Wittgenstein": (),
    }


def test_28_4b_attachments() -> None:
    """NLC-28.4b-2, NLC-28.4b-3: Russian cavalry with Russian I; the garrison and O'Meara with XIV."""
    cards = scenario("dresden-relief").context.units.values()
    russians = {
        card.formation for card in cards if card.nation == "Russian" and card.is_cavalry and not card.reserve_roll
    }
    assert russians == {"Russian I"}
    town = [card for card in cards if "O'Meara" in card.name or "arrison" in card.name]
    assert town
    assert {card.formation for card in town} == {"XIV"}


def test_28_0d_leaving_a_zone_is_free() -> None:
    """NLC-28.0d (NX-34)."""
    assert not scenario("dresden-relief").context.game.zones_cost
    assert scenario("la-belle-alliance").context.game.zones_cost


# --- Army Reserve -----------------------------------------------------------------------------------------------------


def guards() -> Field:
    """NX-37: Napoleon and Mortier in the town, three units in Army Reserve."""
    field = only("dresden-suburbs", "26-1600").ordered(Young_Guard="defend")
    for name in ("Napoleon", "Mortier", "Roguet1"):
        field.put(name, "D1808")
    for name, place in ((GUARDS[0], "D1706"), (GUARDS[1], "D1706"), ("Gd Foot Art1", "D1604")):
        field.put(name, place, in_reserve=True)
    return field


def test_28_2e_two_dice_and_what_they_cost() -> None:
    """NLC-28.2c, NLC-28.2e, NLC-28.2f, NLC-28.2h, A-69 (NX-37, NG-92): two for 28 points; three turns pass."""
    field = guards()
    text = "release OG Grenadiers1, OG Grenadiers2, Gd Foot Art1 to Young Guard"
    field.tell(command_phase, french=f"Napoleon orders Mortier: attack\n{text}", dice={"release/French": [2, 3]})
    freed = [field.state.unit(field.id_of(name)) for name in (*GUARDS, "Gd Foot Art1")]
    assert [(unit.formation, unit.in_reserve) for unit in freed] == [
        ("Young Guard", False), ("Young Guard", False), ("", True),
    ]  # fmt: skip
    assert field.state.points[FRENCH] == -28
    assert field.events("courier_sent")[0].due == field.rules.context.turn_number("26-1700")
    again = "release Gd Foot Art1 to Young Guard"
    field.state = replace(field.state, turn=field.rules.context.turn_number("26-1900"))
    assert field.tell(command_phase, french=again).refusals() == ["NLC-28.2f"]
    field.state = replace(field.state, turn=field.rules.context.turn_number("26-2000"))
    field.tell(command_phase, french=again, dice={"release/French": [1, 1]})
    assert field.state.points[FRENCH] == -34


def test_28_2g_constantine_waits_twice_as_long() -> None:
    """NLC-28.2d, NLC-28.2g, NLC-28.2i, A-46: five points a roll, the waiting time doubled; a corps keeps its leader."""
    field = whole("dresden-relief")
    field.tell(command_phase, allied="release Russian V", dice={"release/Russian-Prussian": [1, 2]})
    event = field.events("reserve_released")[0]
    assert (event.cost, event.waits_until, field.state.points[ALLIED]) == (5, 1 + 4 + 1, -5)
    assert field.state.formations["Russian V"].released
    assert field.state.order_of("Russian V") == "reserve"


def test_28_2j_austrians_and_russians_roll_separately() -> None:
    """NLC-28.2j."""
    field = whole("dresden-relief")
    field.tell(command_phase, allied="release Russian V, Austrian Heavy Art")
    assert field.refusals() == ["NLC-28.2j"]


def test_28_2b_a_corps_in_army_reserve_takes_no_order_but_reserve() -> None:
    """NLC-28.2a, NLC-28.2b, A-69: it stands under Reserve orders, six hexes off, until it is released."""
    field = whole("dresden-relief").tell(command_phase, allied="Schwarzenberg orders Yermolov: attack")
    assert field.refusals() == ["NLC-28.2b"]
    unit = next(one for one in field.state.force(ALLIED).units.values() if one.in_reserve and one.place)
    assert order_for(field.rules.context, field.state, unit) in ("reserve", "free")


def test_28_2b_army_reserve_keeps_six_hexes_away() -> None:
    """NLC-28.2b: no path nearer to the enemy than the scenario says."""
    field = only("dresden-suburbs", "26-1600").put("Napoleon", "D1706").put("OG Grenadiers1", "D1706", in_reserve=True)
    field.put("Colloredo", "D1711")
    enemy = next(card for card in field.rules.context.units.values() if card.formation == "Colloredo")
    field.put(enemy.id, "D1711").tell(movement, french="move OG Grenadiers1 to D1808")
    assert "NLC-28.2b" in field.refusals()


# --- Napoleon's arrival -----------------------------------------------------------------------------------------------


def arrived(*dice: int) -> Field:
    """The turn of Napoleon's arrival at the relief of Dresden."""
    field = whole("dresden-relief", "26-0900")
    script = {"napoleon arrives": [dice[0]], "napoleon arrives/further": list(dice[1:])}
    return field.tell(field.rules.context.game.clock_events, dice=script)


def test_28_4b_napoleon_stands_in_the_town() -> None:
    """NLC-28.4b-5, NLC-28.4b-6 (NG-25): with Murat and Ney, before orders are written; a 6 changes nothing."""
    field = arrived(6)
    assert {field.at(name) for name in ("Napoleon", "Murat", "Ney")} == {"D1807"}
    assert (field.state.muted_until, field.state.arrival_orders) == (0, 0)


def test_28_4b_a_one_throws_the_allies_back() -> None:
    """NLC-28.4b-5: formations within three hexes of the French have Reserve orders and fall back."""
    field = whole("dresden-relief", "26-0900")
    bianchi = next(card.id for card in field.rules.context.units.values() if card.formation == "Bianchi")
    field.put(bianchi, "D1510")
    field.tell(field.rules.context.game.clock_events, dice={"napoleon arrives": [1]})
    assert field.state.order_of("Bianchi") == "reserve"
    assert field.at(bianchi) != "D1510"


def test_28_4b_a_two_silences_the_allies() -> None:
    """NLC-28.4b-5: no overall commander of theirs sends orders for so many turns."""
    field = arrived(2, 3).tell(command_phase, allied="Schwarzenberg orders Colloredo: defend")
    assert field.refusals() == ["NLC-28.4b-5"]
    field.state = replace(field.state, turn=field.state.turn + 3)
    field.tell(command_phase, allied="Schwarzenberg orders Colloredo: defend")
    assert len(field.events("courier_sent")) == 1


@pytest.mark.parametrize("text", ["", "arrival orders Weissenwolf: defend; Liechtenstein: attack"])
def test_28_4b_a_three_brings_two_divisions(text: str) -> None:
    """NLC-28.4b-5, A-70, D-23: at once and for nothing; they leave Gyulai for their own leaders."""
    field = arrived(3, 2)
    for name in ("Weissenwolf1", "Liechtenstein1"):
        field.put(name, "D0421")
    field.tell(command_phase, allied=text)
    orders = {one: field.state.order_of(one) for one in ("Weissenwolf", "Liechtenstein")}
    assert orders == {"Weissenwolf": "defend" if text else "attack", "Liechtenstein": "attack"}
    assert field.state.unit(field.id_of("Weissenwolf1")).formation == "Weissenwolf"
    assert field.state.points.get(ALLIED, 0) == 0


def test_28_4b_a_five_lets_couriers_ride() -> None:
    """NLC-28.4b-6: one Russian corps and so many divisions, at the normal delay and without points."""
    field = arrived(5, 1)
    field.put("Weissenwolf1", "D0421").put("Weissenwolf", "D0421")
    field.tell(command_phase, allied="arrival orders Yermolov: attack; Weissenwolf: attack; Liechtenstein: attack")
    assert field.refusals() == ["NLC-28.4b-6"]
    assert {event.formation for event in field.events("courier_sent")} == {"Russian V", "Weissenwolf"}
    assert field.state.points.get(ALLIED, 0) == 0


# --- traits -----------------------------------------------------------------------------------------------------------


def test_28_4a_cavalry_with_murat() -> None:
    """NLC-28.4a-1: a quarter more, and no test before a reaction."""
    field = only("dresden-battle").put("Murat", "D1807")
    horse = next(card.id for card in field.rules.context.units.values() if card.formation == "IC" and card.is_cavalry)
    game, ctx = field.rules.context.game, field.rules.context
    for place, with_him in (("D1808", True), ("D1810", False)):
        field.put(horse, place)
        unit = field.state.unit(horse)
        assert game.reacts_untested(ctx, field.state, unit) is with_him
        assert [one.value for one in game.bonus(ctx, field.state, unit)] == [Fraction(5, 4)] * with_him


def test_28_4a_russian_reserves_near_miloradovitch_are_free() -> None:
    """NLC-28.4a-2."""
    field = only("dresden-battle").put("Miloradovitch", "D2216")
    russian = next(card.id for card in field.rules.context.units.values() if card.formation == "Russian III")
    field.put(russian, "D2218", in_reserve=True)
    assert order_for(field.rules.context, field.state, field.state.unit(russian)) == "free"
    field.put(russian, "D2219", in_reserve=True)
    assert order_for(field.rules.context, field.state, field.state.unit(russian)) == "reserve"
