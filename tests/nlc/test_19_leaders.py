"""NLC 19, 20.1, 20.2: leaders, their range, and the duties of orders."""

from __future__ import annotations

import pytest

from adjudicator.core.values import replace
from adjudicator.rulesets.nlc.command.command_phase import command_phase
from adjudicator.rulesets.nlc.command.couriers import distance
from adjudicator.rulesets.nlc.command.range import in_range, leaders_for
from adjudicator.rulesets.nlc.command.reorganizing import may_return
from adjudicator.rulesets.nlc.command.resolve import is_demoralized
from adjudicator.rulesets.nlc.movement.duties import has_attacked
from adjudicator.rulesets.nlc.movement.ground import between
from adjudicator.rulesets.nlc.movement.segment import movement
from adjudicator.rulesets.nlc.movement.stacks import Stack, leader_points, purses, stacking_limit
from adjudicator.rulesets.nlc.movement.zones import enemy_zone
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH
from tests.nlc.field import Field, only, scenario, whole


def test_19_1_leaders_have_no_zone_and_do_not_stack() -> None:
    """NLC-19.1, NLC-19.3: a lone leader closes no hex, and leaders count for no limit."""
    field = only().put("Wellington", "B0810")
    assert not enemy_zone(field.rules.context, field.state, FRENCH)
    field.put("Cooke", "B0810").put("Alten", "B0810").put("Maitland", "B0810")
    units = field.state.at(ALLIED, "B0810")
    assert len(units) == 1 <= stacking_limit(field.rules.context, "B0810", units).value


def test_19_2_leaders_pay_as_cavalry() -> None:
    """NLC-19.2, NLC-5.2d, NLC-5.2b, NLC-5.2c: woods 4, stream +2, a trail always 1, a bridge nothing."""
    field = only().put("d'Erlon", "B1016")
    one = field.id_of("d'Erlon")
    purse = purses(field.rules.context, field.state, Stack(FRENCH, "B1016", (), (one,)))
    assert [(part.mounted, part.left) for part in purse] == [(True, 16)]
    board = scenario().context.board
    found = {"stream": 0, "trail": 0, "bridge": 0}
    for (a, b), side in board.sides.items():
        cost = between(scenario().context, a, b, mounted=False)
        base = {"clear": 2, "woods": 4, "town": 2, "chateau": 4}[board.cells[b].terrain]
        if side.has("stream") and not side.has("trail") and not side.has("road"):
            found["stream"] += cost == base + 4
        if side.has("trail") and not side.has("road"):
            found["trail"] += cost == 2
        if side.has("bridge") and not side.has("trail") and not side.has("road"):
            found["bridge"] += cost == base
    assert found["stream"] > 50
    assert found["trail"] > 50


def test_19_5_a_lone_leader_flees() -> None:
    """NLC-19.5, NLC-19.7, NLC-4.5: an enemy unit enters his hex: he goes to the nearest friendly unit."""
    field = only().ordered(I="attack").put("d'Erlon", "B0916").put("Charlet", "B0916")
    field.put("Picton", "B0914").put("Kempt", "B0611").tell(movement, french="move Charlet B0916 -> B0915 -> B0914")
    assert field.at("Picton") == "B0611"
    assert field.events("leader_moved")[0].rule == "NLC-19.5"


def test_19_6_who_gives_orders_rides_half_as_far() -> None:
    """NLC-19.6, A-56."""
    field = whole().tell(command_phase, french="Napoleon orders Lobau: attack")
    ctx, state = field.rules.context, field.state
    assert leader_points(ctx, state.leader(field.id_of("Napoleon"))) == 8
    assert leader_points(ctx, state.leader(field.id_of("Lobau"))) == 16


# --- command range ----------------------------------------------------------------------------------------------------


def test_20_1b_the_range_does_not_lead_through_the_enemys_zone() -> None:
    """NLC-20.1a, NLC-20.1b: unless a friend stands there."""
    field = only().put("d'Erlon", "B0917").put("Charlet", "B0914")
    unit = field.state.unit(field.id_of("Charlet"))
    assert in_range(field.rules.context, field.state, unit)
    for name, place in (("Kempt", "B0815"), ("Pack", "B1015")):
        field.put(name, place)
    assert not in_range(field.rules.context, field.state, unit)
    field.put("Bourgeois", "B0915").put("Schmitz", "B0916")
    assert in_range(field.rules.context, field.state, unit)


def out_of_range() -> Field:
    """Charlet far from d'Erlon, Kempt in the other direction."""
    field = only().ordered(I="attack").put("d'Erlon", "B0218").put("Charlet", "B0912")
    return field.put("Kempt", "B0910")


def test_20_1d_out_of_range_nobody_enters_a_zone() -> None:
    """NLC-20.1d, NLC-20.1e: he may only come back, by the quickest way."""
    field = out_of_range().tell(movement, french="move Charlet B0912 -> B0911")
    assert set(field.refusals()) & {"NLC-20.1d", "NLC-20.1e"}
    back = out_of_range().tell(movement, french="move Charlet B0912 -> B1011")
    assert "NLC-20.1e" in back.refusals()


# --- duties -----------------------------------------------------------------------------------------------------------


def test_20_2_a3_guns_alone_count_for_two_turns() -> None:
    """NLC-20.2-A3, NLC-20.2-A6: a charge counts always, bombardment for two turns running."""
    field = only().ordered(I="attack").put("French I Foot Art", "B0914", bombarded=True)
    formation = field.state.formations["I"]
    for fires, counts in ((1, True), (2, True), (3, False)):
        field.state = field.state.with_formations(replace(formation, fires=fires))
        assert has_attacked(field.rules.context, field.state, "I") is counts
    field.state = field.state.with_formations(replace(formation, fought=True))
    assert has_attacked(field.rules.context, field.state, "I")


def test_20_2_a4_who_is_in_a_zone_brings_up_others() -> None:
    """NLC-20.2-A4, NLC-5.4a: some unit enters a zone every turn; the hex stops it."""
    field = only().ordered(I="attack").put("d'Erlon", "B0916").put("Charlet", "B0914").put("Schmitz", "B0916")
    field.put("Kempt", "B0913").tell(movement)
    assert "NLC-20.2-A4" in {event.rule for event in field.events("duty_enforced")}
    assert field.at("Schmitz") in enemy_zone(field.rules.context, field.state, FRENCH)


def test_20_2_r2_a_leader_in_reserve_keeps_to_the_roads() -> None:
    """NLC-20.2-R2."""
    field = only().ordered(VI="reserve").put("Lobau", "B0917").put("Bony", "B0917")
    field.put("Lobau", "B0918").tell(movement, french="move Lobau to B0718")
    assert field.refusals() == ["NLC-20.2-R2"]


def test_20_2_r5_reorganization_needs_reserve_orders() -> None:
    """NLC-20.2-R5."""
    field = only(turn="1500").ordered(I="defend").put("d'Erlon", "B1122").lost("Charlet", turn=1)
    assert field.tell(command_phase, french="reorganise d'Erlon: Charlet").refusals() == ["NLC-20.2-R5"]


def test_20_4c_the_way_of_a_courier() -> None:
    """NLC-20.4c, A-34: cavalry points by the cheapest way; nothing in one hex."""
    field = only().put("Napoleon", "B1122").put("d'Erlon", "B1115")
    ctx, state = field.rules.context, field.state
    napoleon, derlon = (state.leader(field.id_of(name)) for name in ("Napoleon", "d'Erlon"))
    assert distance(ctx, state, napoleon, derlon) == 12
    assert distance(ctx, state, napoleon, replace(derlon, place="B1122")) == 0


def test_21_3_who_reorganizes_commands_nobody() -> None:
    """NLC-21.3: he is no leader for anybody's range this turn, and does not move."""
    field = only(turn="1500").ordered(I="reserve").put("d'Erlon", "B1122").put("Bourgeois", "B1122")
    field.lost("Charlet", turn=1).tell(command_phase, french="reorganise d'Erlon: Charlet")
    unit = field.state.unit(field.id_of("Bourgeois"))
    assert list(leaders_for(field.rules.context, field.state, unit)) == []
    assert field.tell(movement, french="move d'Erlon to B1121").refusals() == ["NLC-21.3"]


def test_22_4_a_demoralized_formation_does_not_affect_others() -> None:
    """NLC-22.4."""
    field = whole()
    field.state = replace(field.state, broken=("I",))
    assert is_demoralized(field.rules.context, field.state, "I")
    assert not is_demoralized(field.rules.context, field.state, "II")


def test_27_4_cavalry_and_guard_come_back_like_others() -> None:
    """NLC-27.4, NLC-28.1, A-35: from the second turn after their loss, with no other die."""
    field = only("leipzig").lost("Corbineau", turn=1)
    unit = field.state.unit(field.id_of("Corbineau"))
    answers = {}
    for turn in (2, 3):
        field.state = replace(field.state, turn=turn)
        answers[turn] = may_return(field.rules.context, field.state, "V Cavalry", unit).value
    assert answers == {2: False, 3: True}


def test_28_0f_demoralization_costs_points_not_strength() -> None:
    """NLC-28.0f, NLC-22.3, NLC-28.2d: the strength showing is the printed one; a clear hex costs double."""
    ctx = scenario("dresden-battle").context
    unit = next(card for card in ctx.units.values() if card.formation == "XIV" and card.is_infantry)
    assert ctx.strength(unit.id, False) == unit.strength
    assert between(ctx, "D2510", "D2511", mounted=False, demoralized=True) == 2 * (
        between(ctx, "D2510", "D2511", mounted=False) or 0
    )


# --- fog --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [FRENCH, ALLIED])
def test_orders_of_the_enemy_change_nothing_that_a_side_sees(side: str) -> None:
    """NLC-20.4: orders in force, couriers and Defend grounds are their owner's alone: view and check stay the same."""
    other = ALLIED if side == FRENCH else FRENCH
    plain, secret = whole(), whole()
    texts = {FRENCH: "Napoleon orders Lobau: attack", ALLIED: "Wellington orders Chasse: attack\nreserve Cole"}
    secret.tell(command_phase, french=texts[FRENCH] * (other == FRENCH), allied=texts[ALLIED] * (other == ALLIED))
    secret.state = replace(secret.state, active=None)
    rules = plain.rules
    seen = [rules.known(field.state, side) for field in (plain, secret)]  # type: ignore[arg-type]
    assert rules.dump(seen[0]) == rules.dump(seen[1])
    for event in secret.happened:
        assert rules.show(plain.state, event, side) is None  # type: ignore[arg-type]
