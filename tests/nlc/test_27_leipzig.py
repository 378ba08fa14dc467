"""NLC 27: Leipzig, October 1813: capacity and stances, arrivals, holds and halts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.core.values import replace
from adjudicator.rulesets.nlc.command.command_phase import command_phase
from adjudicator.rulesets.nlc.command.couriers import capacity, delay
from adjudicator.rulesets.nlc.command.opening import opening
from adjudicator.rulesets.nlc.command.set_up import set_up
from adjudicator.rulesets.nlc.games import arrivals, stances
from adjudicator.rulesets.nlc.movement.segment import movement
from adjudicator.rulesets.nlc.movement.stacks import stacking_limit
from adjudicator.rulesets.nlc.state import FRENCH, OrderState
from tests.nlc.field import Field, only, scenario, whole

NEY = {"Ney": "Local Offensive"}


def orders_of(name: str) -> dict[str, str]:
    """The orders at start that are not Reserve."""
    return {one.id: one.order for one in scenario(name).start().formations.values() if one.order != "reserve"}


# --- set-up -----------------------------------------------------------------------------------------------------------


def test_27_8a_liebertwolkwitz() -> None:
    """NLC-27.0a, NLC-27.0c, NLC-27.8a-1, NLC-27.8a-2, NLC-27.8a-4: Murat and Barclay, printed ratings, who attacks."""
    rules = scenario("liebertwolkwitz")
    ctx = rules.context
    assert {card.name for card in ctx.leaders.values() if card.role == "OC"} == {"Murat", "Barclay"}
    assert not ctx.facts.capacity
    for formation, order in orders_of("liebertwolkwitz").items():
        assert order == ("defend" if ctx.formations[formation].side == FRENCH else "attack")
    assert ctx.facts.prize


def test_27_9a_wachau() -> None:
    """NLC-27.9a-1, NLC-27.9a-3, NLC-27.9a-4, NLC-27.9a-5."""
    ctx, orders = scenario("wachau").context, orders_of("wachau")
    assert {card.name for card in ctx.leaders.values() if card.role == "OC"} >= {"Napoleon", "Barclay", "Schwarzenberg"}
    assert {one for one, order in orders.items() if order == "defend"} == {"VIII", "Guard cavalry", "II", "V", "IX"}
    attackers = {"IV Austrian", "W", "Prussian II", "II Austrian", "Gr"}
    assert {one for one, order in orders.items() if order == "attack"} == attackers
    state = scenario("wachau").start()
    schwarzenberg = next(one for one in ctx.leaders.values() if one.name == "Schwarzenberg")
    assert state.leader(schwarzenberg.id).holds == ("II Austrian",)


def test_27_9a_the_western_force_follows_its_orders() -> None:
    """NLC-27.9a-2: Barclay cannot order the Grenadiers; Konstantin from nine o'clock."""
    early = whole("wachau").tell(command_phase, allied="Barclay orders Konstantin: attack")
    assert early.refusals() == ["NLC-27.9a-2"]
    late = whole("wachau", "0900").tell(command_phase, allied="Barclay orders Konstantin: attack")
    assert late.refusals() == []


def test_27_8b_moeckern() -> None:
    """NLC-27.8b-1, NLC-27.8b-2, NLC-27.8b-3, NLC-27.8b-6: Bluecher and Ney, from ten, Dombrowski with VI."""
    ctx = scenario("moeckern").context
    assert {card.name for card in ctx.leaders.values() if card.role == "OC"} == {"Bluecher", "Ney"}
    assert ctx.facts.clock.turns[0] == "1000"
    dombrowski = [card for card in ctx.units.values() if card.name.startswith("Dombrowski")]
    assert {(card.formation, card.limit_group) for card in dombrowski} == {("VI", "VIII")}
    orders = orders_of("moeckern")
    assert {"Prussian I", "L"} <= {one for one, order in orders.items() if order == "attack"}


def test_27_9b_leipzig() -> None:
    """NLC-27.5a, NLC-27.8a-3, NLC-27.9b-1, NLC-27.9b-2, NLC-27.9b-3, NLC-27.9b-4: commanders, attachments, orders."""
    ctx, orders = scenario("leipzig").context, orders_of("leipzig")
    chiefs = {"Napoleon", "Barclay", "Bennigsen", "Bernadotte", "Bluecher", "Schwarzenberg"}
    assert {card.name for card in ctx.leaders.values() if card.role == "OC"} == chiefs
    attached = {card.name: card.formation for card in ctx.units.values()}
    assert (attached["Corbineau"], attached["Walther"], attached["Dombrowski"]) == ("V Cavalry", "V Cavalry", "VI")
    attackers = {
        "Docturow",
        "II Austrian",
        "III Austrian",
        "IV Austrian",
        "1st Light",
        "W",
        "K",
        "OS",
        "L",
        "Prussian II",
    }
    assert {one for one, order in orders.items() if order == "attack"} == attackers
    french = {one for one, card in ctx.formations.items() if card.side == FRENCH}
    assert {one for one in french if one not in orders} == {"Guard", "Guard cavalry"}
    gyulai = ctx.leaders[ctx.leader_named["Gyulai"]]
    assert gyulai.rating_attack == gyulai.rating_other == 1


def test_27_6d_gyulai() -> None:
    """NLC-27.6d."""
    ctx = scenario("leipzig").context
    assert ctx.leaders[ctx.leader_named["Gyulai"]].rating_attack == 1


@pytest.mark.parametrize(
    ("group", "steps"), [("II", 5), ("V", 4), ("VI", 2), ("VIII", 6), ("LO", 2), ("Prussian I", 1)]
)
def test_27_9b_steps_lost_before(group: str, steps: int) -> None:
    """NLC-27.9b-5, NLC-27.9b-6, A-45: steps, and no unit twice while one is unhurt."""
    field = whole("leipzig")
    units = [unit for force in field.state.forces.values() for unit in force.units.values()]
    mine = [unit for unit in units if field.rules.context.units[unit.id].limit_group == group]
    lost = [2 if unit.status == "removed" else int(unit.reduced) for unit in mine]
    assert sum(lost) == steps
    assert max(lost) - min(lost) <= 1 or 2 not in lost


def test_27_1_morale_five() -> None:
    """NLC-27.1: Guards, Poles, Hessians, Marines."""
    cards = scenario("leipzig").context.units.values()
    five = [card for card in cards if card.morale == 5]
    assert {"Polish"} <= {card.nation for card in five}
    assert all(card.morale == 5 for card in cards if card.nation == "Polish")


def test_27_2_three_of_one_command_stack() -> None:
    """NLC-27.2."""
    field = whole("leipzig")
    cards, french = field.rules.context.units, field.state.force(FRENCH).units.values()
    units = [unit for unit in french if cards[unit.id].formation == "V"]
    assert stacking_limit(field.rules.context, "K2931", units[:3]).value == 3
    other = next(
        u for u in field.state.force(FRENCH).units.values() if field.rules.context.units[u.id].formation == "II"
    )
    assert stacking_limit(field.rules.context, "K2931", [units[0], other]).value == 2


def test_27_10a_the_campaign_begins_with_free_orders() -> None:
    """NLC-27.10a, NLC-27.0b: at set-up each side may change any."""
    field = whole("leipzig-campaign").tell(set_up, french="start Lauriston: attack")
    assert field.state.order_of("V") == "attack"


# --- capacity ---------------------------------------------------------------------------------------------------------


def rolled(name: str, turn: str = "", **faces: int) -> Field:
    """The capacities of a turn; every leader who is not named rolls a 6."""
    field = whole(name, turn)
    leaders = [one for force in field.state.forces.values() for one in force.leaders.values()]
    script = {f"capacity/{one.id}": [faces.get(field.rules.context.leaders[one.id].name, 6)] for one in leaders}
    return field.tell(stances.rolled, dice=script | _stances(field))


def _stances(field: Field) -> dict[str, list[int]]:
    """Stances that are named hold."""
    leaders = [one.id for force in field.state.forces.values() for one in force.leaders.values()]
    return {f"named stance/{one}": [1] for one in leaders} | {f"stance/{one}": [3, 4] for one in leaders}


def test_27_6_capacity_is_rolled_each_command_phase() -> None:
    """NLC-27.6a, NLC-27.6b, NLC-20.5 (NX-04, NG-94): rating and number; Schwarzenberg one less for an Attack."""
    field = rolled("leipzig", Schwarzenberg=2, Bernadotte=1)
    field.tell(
        command_phase,
        allied="Schwarzenberg orders Hessen-Homburg: attack\n"
        "Schwarzenberg orders Colloredo: defend\nBernadotte orders Buelow: attack",
    )
    assert field.refusals() == ["NLC-20.5", "NLC-20.5"]
    assert field.events("courier_sent")[0].due == field.rules.context.turn_number("1000")


def test_27_6a_what_was_rolled_is_its_owners_secret() -> None:
    """NLC-27.6a: the other side sees neither capacity nor stance."""
    field = rolled("leipzig", Napoleon=1)
    napoleon = field.id_of("Napoleon")
    assert field.state.leader(napoleon).capacity == 3
    assert field.rules.known(field.state, field.rules.sides[1]).leader(napoleon).capacity is None


# --- stances ----------------------------------------------------------------------------------------------------------


def with_stance(leader: str, stance: str) -> Field:
    """Moeckern or the campaign, with a leader in a stance."""
    field = whole("moeckern") if leader == "Ney" else whole("leipzig-campaign")
    his = field.state.leader(field.id_of(leader))
    held = his.holds or ("VI", "III", "III Cavalry")
    field.state = field.state.with_leaders(replace(his, stance=stance, capacity=2, wing=True, holds=held))
    return field


@pytest.mark.parametrize(
    ("total", "name", "stance"),
    [
        (12, "Murat", "General Offensive"), (9, "Murat", "Local Offensive"), (7, "Murat", "Consolidation"),
        (4, "Murat", "Desperate Defense"), (3, "Ney", "Tactical Withdrawal"), (2, "Ney", "General Withdrawal"),
    ],
)  # fmt: skip
def test_27_5c_stances_by_two_dice(total: int, name: str, stance: str) -> None:
    """NLC-27.5c, NLC-27.7-GO, NLC-27.7-LO, NLC-27.7-CO, NLC-27.7-DD, NLC-27.7-TW, NLC-27.7-GW."""
    assert stances.by_dice(scenario("moeckern").context, name, total) == stance


@pytest.mark.parametrize(("die", "more", "stance"), [(4, [], "General Offensive"), (5, [1, 1], "General Withdrawal")])
def test_27_5c_the_named_stance_holds_on_one_to_four(die: int, more: list[int], stance: str) -> None:
    """NLC-27.5c: by the multiplayer method."""
    field = whole("leipzig-campaign", "16-0600").put("Murat", "K3337").put("Ney", "K1511")
    script: dict[str, list[int]] = {}
    for force in field.state.forces.values():
        for one in force.leaders.values():
            script |= {f"capacity/{one.id}": [3], f"named stance/{one.id}": [die], f"stance/{one.id}": more}
    field.tell(stances.rolled, french="standing orders\n  stance General Offensive", dice=script)
    assert {event.stance for event in field.events("stance_taken")} == {stance}


@pytest.mark.parametrize(
    ("stance", "allowed", "refused"),
    [
        ("General Offensive", "attack", "defend"),
        ("Local Offensive", "attack", "defend"),
        ("Consolidation", "defend", "attack"),
        ("Desperate Defense", "defend", "attack"),
        ("Tactical Withdrawal", "reserve", "attack"),
        ("General Withdrawal", "reserve", "defend"),
    ],
)
def test_27_7_what_a_stance_lets_ney_order(stance: str, allowed: OrderState, refused: OrderState) -> None:
    """NLC-27.7-GO, NLC-27.7-LO, NLC-27.7-CO, NLC-27.7-DD, NLC-27.7-TW, NLC-27.7-GW."""
    field = with_stance("Ney", stance)
    ney = field.state.leader(field.id_of("Ney"))
    ctx = field.rules.context
    assert stances.may_order(ctx, field.state, ney, "VI", allowed).value
    verdict = stances.may_order(ctx, field.state, ney, "VI", refused)
    assert not verdict.value
    assert verdict.rule.startswith("NLC-27.7")


def test_27_7_one_defend_order_a_turn() -> None:
    """NLC-27.7-DD."""
    field = with_stance("Ney", "Desperate Defense")
    ney = replace(field.state.leader(field.id_of("Ney")), ordered=1)
    assert not stances.may_order(field.rules.context, field.state, ney, "VI", "defend").value


def test_27_6c_ney_must_use_his_capacity() -> None:
    """NLC-27.6c, NLC-27.7-GO: what the stance asks for and he did not order is ordered for him."""
    field = with_stance("Ney", "General Offensive")
    left = set(stances.unmatched(field.rules.context, field.state, field.state.leader(field.id_of("Ney"))))
    field.tell(command_phase)
    sent = [event for event in field.events("courier_sent") if event.side == FRENCH]
    ney = field.state.leader(field.id_of("Ney"))
    assert {event.order for event in sent} == {"attack"}
    assert len(sent) == min(len(left), capacity(field.rules.context, ney))


def test_27_7_a_general_withdrawal_is_at_once() -> None:
    """NLC-27.7-GW, NLC-27.7-TW: Reserve for all; such units move away from the enemy."""
    field = with_stance("Ney", "General Withdrawal").tell(command_phase)
    holds = field.state.leader(field.id_of("Ney")).holds
    here = {field.rules.context.units[u.id].formation for u in field.state.force(FRENCH).units.values() if u.place}
    assert {field.state.order_of(one) for one in holds if one in here} == {"reserve"}
    field.tell(movement)
    assert [event for event in field.events("duty_enforced") if event.rule == "NLC-27.7-GW"]


def test_27_7_near_ney() -> None:
    """NLC-27.7-LO, NLC-27.7-DD: within two hexes of him units attack, or stand, with a quarter more."""
    field = with_stance("Ney", "Local Offensive")
    unit = next(u for u in field.state.force(FRENCH).units.values() if u.place)
    field.put(unit.id, field.at("Ney") or "")
    game, ctx = field.rules.context.game, field.rules.context
    unit = field.state.unit(unit.id)
    assert game.own_order(ctx, field.state, unit) == "attack"
    assert [one.value for one in game.bonus(ctx, field.state, unit)] == [Fraction(5, 4)]
    fast = with_stance("Ney", "Desperate Defense").put(unit.id, field.at("Ney") or "")
    assert game.may_march(ctx, fast.state, fast.state.unit(unit.id)).rule == "NLC-27.7-DD"
    assert not game.may_march(ctx, fast.state, fast.state.unit(unit.id)).value


def test_27_7_murat_owes_two_attacks() -> None:
    """NLC-27.7-LO: in a Local Offensive he keeps two Attack orders active."""
    field = with_stance("Murat", "Local Offensive")
    field.tell(stances.duties)
    assert 1 <= len(field.events("courier_sent")) <= 2


def test_27_6e_with_murat_nobody_tests() -> None:
    """NLC-27.6e, A-47: next to Murat, while he is no wing commander."""
    field = only("leipzig").put("Murat", "K2931")
    horse = next(card.id for card in field.rules.context.units.values() if card.is_cavalry and card.side == FRENCH)
    field.put(horse, "K2931")
    game, ctx = field.rules.context.game, field.rules.context
    assert game.reacts_untested(ctx, field.state, field.state.unit(horse))
    field.put("Murat", "K2931", wing=True)
    assert not game.reacts_untested(ctx, field.state, field.state.unit(horse))


@pytest.mark.parametrize(("place", "wing"), [("K2123", False), ("K4136", True)])
def test_27_5b_murat_within_napoleons_range(place: str, wing: bool) -> None:
    """NLC-27.5b: he commands a wing only outside it."""
    field = only("leipzig").put("Napoleon", "K2123").put("Murat", place)
    his = field.state.leader(field.id_of("Murat"))
    assert field.rules.context.game.is_wing(field.rules.context, field.state, his).value is wing


# --- arrivals and holds -----------------------------------------------------------------------------------------------


def test_27_10c_napoleon_appears_in_leipzig() -> None:
    """NLC-27.10c: before orders are written; what he orders the Guard is there at once; he does not move that day."""
    field = whole("leipzig-campaign", "15-0000").tell(arrivals.napoleon)
    assert field.at("Napoleon") == "K2123"
    ctx, state = field.rules.context, field.state
    mortier = state.leader(field.id_of("Mortier"))
    assert delay(ctx, state, state.leader(field.id_of("Napoleon")), mortier, "attack").rule == "NLC-27.10c"
    assert field.tell(movement, french="move Napoleon to K2222").refusals() == ["NLC-27.10c"]


def test_27_10b_kleist_takes_over_his_corps() -> None:
    """NLC-27.10b: from the turn after his arrival; and the units named there may be attached elsewhere."""
    field = whole("leipzig-campaign", "15-1800").put("Kleist", "K3045")
    kleist = [card.id for card in field.rules.context.units.values() if card.limit_group == "Prussian II"]
    assert {field.rules.context.units[one].formation for one in kleist} == {"W"}
    field.tell(field.rules.context.game.clock_events, dice=_sixes(field))
    assert {field.state.unit(one).formation for one in kleist} == {"Prussian II"}
    field.tell(command_phase, french="attach Corbineau to II")
    assert field.state.unit(field.id_of("Corbineau")).formation == "II"
    assert field.tell(command_phase, french="attach Albert1 to II").refusals() == ["NLC-27.10b"]


def _sixes(field: Field) -> dict[str, list[int]]:
    leaders = [one.id for force in field.state.forces.values() for one in force.leaders.values()]
    return {f"capacity/{one}": [6] for one in leaders}


def test_27_8b_bluecher_rides_to_radefeld() -> None:
    """NLC-27.8b-4, NLC-27.10d, A-50: he goes there and stays until four."""
    field = whole("moeckern").tell(movement)
    for _ in range(3):
        field.state = replace(field.state, turn=field.state.turn + 1)
        leaders = [replace(one, moved=False) for one in field.state.force(field.rules.sides[1]).leaders.values()]
        field.state = field.state.with_leaders(*leaders)
        field.tell(movement, field.rules.sides[1])
    assert field.at("Bluecher") == "K0703"
    field.tell(movement, field.rules.sides[1], allied="move Bluecher to K0803")
    assert "NLC-27.8b-4" in field.refusals()


def test_27_8b_sacken_halts_on_entering() -> None:
    """NLC-27.8b-5, NLC-27.10d: OS stands where it entered and obeys nobody before four."""
    field = whole("moeckern", "1200").put("Lieven1", "K0111", entered="K0111", entered_on=1).put("Sacken", "K0111")
    field.tell(movement, field.rules.sides[1], allied="move Lieven1 to K0211")
    assert field.refusals() == ["NLC-27.8b-5"]
    field.tell(command_phase, allied="Bluecher orders Sacken: attack")
    assert field.refusals()[-1] == "NLC-27.8b-5"
    late = whole("leipzig-campaign", "16-1500").put("Lieven1", "K0111", entered="K0111", entered_on=20)
    assert (
        late.rules.context.game.may_march(late.rules.context, late.state, late.state.unit(late.id_of("Lieven1"))).rule
        == "NLC-27.10d"
    )


def test_27_8b_langeron_goes_as_far_as_wiederitzsch() -> None:
    """NLC-27.8b-5: L may take it and advance no further."""
    field = only("moeckern", "1300").ordered(L="attack")
    unit = next(card for card in field.rules.context.units.values() if card.formation == "L" and card.is_infantry)
    leader = field.rules.context.formations["L"].leader
    field.put(unit.id, "K2210").put(leader, "K2210").put("Ney", "K2123")
    enemy = next(card.id for card in field.rules.context.units.values() if card.side == FRENCH)
    field.put(enemy, "K2220")
    field.tell(movement, field.rules.sides[1], allied=f"move {unit.id} to K2211")
    assert "NLC-27.8b-5" in field.refusals()
    assert field.at(unit.id) == "K2210"


def test_27_opening_rolls_before_orders() -> None:
    """NLC-27.6a, NLC-4.1: capacities are known before the sides write."""
    field = whole("wachau")
    field.tell(opening, dice=_sixes(field) | _stances(field))
    assert field.events("capacity_rolled")
