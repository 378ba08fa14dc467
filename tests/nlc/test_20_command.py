"""NLC 20: orders and couriers: who may give them, how many, how long they ride, and who learns of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.rulesets.nlc.command import couriers
from adjudicator.rulesets.nlc.command.command_phase import command_phase
from adjudicator.rulesets.nlc.command.opening import opening
from adjudicator.rulesets.nlc.movement.segment import movement
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH, OrderState
from tests.nlc.field import Field, only, scenario, whole


@pytest.mark.parametrize(
    ("order", "issuer", "receiver", "base"),
    [
        ("attack", 4, 2, 1), ("attack", 4, 4, 0), ("attack", 3, 3, 1), ("defend", 1, 3, 1), ("attack", 4, 3, 0),
        ("attack", 3, 2, 1), ("defend", 4, 2, 0), ("attack", 2, 0, 3), ("reserve", 0, 0, 2), ("defend", 0, 1, 2),
    ],
)  # fmt: skip
def test_20_4_base_delay(order: OrderState, issuer: int, receiver: int, base: int) -> None:
    """NLC-20.4a, NLC-20.4b: the examples of the book and their like (NG-01, NG-41 to NG-50)."""
    assert couriers.base_delay(scenario().context, order, issuer, receiver).value == base


def next_turn(field: Field) -> Field:
    field.state = replace(field.state, turn=field.state.turn + 1)
    return field.tell(opening)


def test_20_4_two_couriers_due_on_the_same_turn() -> None:
    """NLC-20.3a, NLC-20.4 (NX-01): both come in, the oldest first; the later one counts."""
    field = only(turn="1200").ordered(I="defend")
    field.put("Napoleon", "B1122").put("OG Chasseurs1", "B1122").put("d'Erlon", "B1115").put("Schmitz", "B1115")
    field.tell(command_phase, french="Napoleon orders d'Erlon: attack")
    next_turn(field).tell(command_phase, french="Napoleon orders d'Erlon: reserve")
    dues = [(event.order, event.due) for event in field.events("courier_sent")]
    ctx = field.rules.context
    assert dues == [("attack", ctx.turn_number("1400")), ("reserve", ctx.turn_number("1400"))]
    assert field.state.order_of("I") == "defend"
    next_turn(field)
    assert [event.order for event in field.events("order_took_effect")] == ["attack", "reserve"]
    assert (field.state.order_of("I"), field.state.couriers) == ("reserve", ())


def test_20_5_the_fifth_order_of_napoleon_is_refused() -> None:
    """NLC-20.5 (NG-55)."""
    field = whole()
    names = ("Lobau", "Drouot", "Kellermann", "Milhaud", "Reille")
    field.tell(command_phase, french="\n".join(f"Napoleon orders {name}: attack" for name in names))
    assert (len(field.events("courier_sent")), field.refusals()) == (4, ["NLC-20.5"])


def test_26_1a_ney_commands_only_out_of_napoleons_sight() -> None:
    """NLC-26.1a, NLC-26.1d, NLC-8.3b (NX-33): behind the crest he is a wing commander."""
    field = only(turn="1100").ordered(II="defend")
    field.put("Napoleon", "B1018").put("Ney", "B1016", holds=("II",)).put("Reille", "B0618").put("Gauthier", "B0618")
    field.tell(opening).tell(command_phase, french="Ney orders Reille: attack")
    assert field.refusals() == ["NLC-26.1a"]
    field.tell(movement, french="move Ney B1016 -> B1015")
    next_turn(field).tell(command_phase, french="Ney orders Reille: attack")
    sent = field.events("courier_sent")[0]
    assert sent.due == field.rules.context.turn_number("1300")
    next_turn(field)
    assert field.state.order_of("II") == "attack"


def test_26_8_wellington_to_chasse_is_two_turns() -> None:
    """NLC-20.4: due on the third turn."""
    field = whole().tell(opening).tell(command_phase, allied="Wellington orders Chasse: attack")
    assert field.events("courier_sent")[0].due == 3


def test_20_4_orders_are_their_owners_secret() -> None:
    """Orders in force and in transit: the enemy's position shows nothing of them."""
    field = whole().tell(opening)
    before = field.rules.dump(field.rules.known(field.state, FRENCH))
    field.tell(command_phase, allied="Wellington orders Chasse: attack\nreserve Cooke")
    assert field.rules.dump(field.rules.known(field.state, FRENCH)) == before
    for event in field.events("courier_sent"):
        assert field.rules.show(field.state, event, FRENCH) is None
        assert field.rules.show(field.state, event, ALLIED) == event


def test_20_3b_from_defend_to_reserve_at_will() -> None:
    """NLC-20.3b: and from nothing else."""
    field = whole().tell(command_phase, french="reserve d'Erlon", allied="reserve Cooke")
    assert field.state.order_of("Cooke") == "reserve"
    assert field.refusals() == ["NLC-20.3b"]


def test_27_6_capacity_is_rating_and_number() -> None:
    """NLC-20.4d (NX-36): turns are counted, not hours: a courier rides through the night."""
    field = only("leipzig-campaign", turn="14-1800").ordered(IV_Austrian="defend")
    field.put("Barclay", "K3145", capacity=3).put("Gorchakov1", "K3145").put("Klenau", "K4140").put("Mayer1", "K4140")
    field.tell(command_phase, allied="Barclay orders Klenau: attack")
    sent = field.events("courier_sent")[0]
    assert field.rules.context.turn_name(sent.due) == "15-0000"


def test_a_courier_to_a_leader_who_is_not_there_is_refused() -> None:
    field = whole().tell(opening).tell(command_phase, allied="Bluecher orders Buelow: defend")
    assert field.refusals() == ["NLC-20.0"]
