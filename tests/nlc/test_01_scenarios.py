"""NLC 1, 2, 14, 25: the sixteen scenarios: what is loaded is whole, legal and can be told apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.movement.ground import is_on_way
from adjudicator.rulesets.nlc.movement.zones import adjacent_enemies
from adjudicator.rulesets.nlc.state import SIDES
from tests.nlc.field import SCENARIOS, scenario, whole

every = pytest.mark.parametrize("name", SCENARIOS)


def test_all_sixteen_scenarios_are_announced() -> None:
    assert len(SCENARIOS) == 16


@every
def test_a_position_survives_being_written_down(name: str) -> None:
    rules = scenario(name)
    state = rules.start()
    assert rules.load(rules.dump(state)) == state


@every
def test_5_3_nobody_is_stacked_over_the_limit_at_the_start(name: str) -> None:
    """NLC-5.3, NLC-10.1, NLC-27.2: two units a hex, three of one formation at Leipzig, one in a chateau."""
    rules = scenario(name)
    facts = rules.context.facts
    for force in rules.start().forces.values():
        for place, units in force.units_at.items():
            formations = {formation_of(rules.context, unit) for unit in units}
            limit = facts.stacking_same if facts.stacking_same and len(formations) == 1 else facts.stacking
            if rules.board.cells[place].terrain == "chateau":
                limit = 1
            assert len(units) <= limit, (place, [unit.id for unit in units])


@every
def test_20_1a_everybody_begins_in_command_range(name: str) -> None:
    """NLC-20.1a."""
    rules = scenario(name)
    state = rules.start()
    for wing in ("Ney", "Grouchy", "Murat", "Barclay", "Constantine"):
        leader = rules.context.leader_named.get(wing)
        if leader is not None:
            state = state.with_leaders(replace(state.leader(leader), wing=True))
    for force in state.forces.values():
        for unit in force.units.values():
            assert unit.status != "map" or in_range(rules.context, state, unit), unit.id


@every
def test_nobody_begins_in_contact(name: str) -> None:
    rules = scenario(name)
    state = rules.start()
    for side in SIDES:
        for place in state.force(side).units_at:
            assert adjacent_enemies(rules.context, state, side, place) == (), place


@every
def test_20_2_r1_leaders_with_reserve_orders_begin_on_a_road_or_trail(name: str) -> None:
    """NLC-20.2-R1."""
    rules = scenario(name)
    state = rules.start()
    for formation in state.formations.values():
        leader = state.leader(rules.context.formations[formation.id].leader)
        division = rules.context.leaders[leader.id].role == "division"  # it has no orders of its own yet
        if formation.order == "reserve" and leader.status == "map" and leader.place is not None and not division:
            assert is_on_way(rules.context, leader.place), leader.id


@every
def test_names_and_aliases_are_unique(name: str) -> None:
    ctx = scenario(name).context
    words = [card.alias or card.name for card in ctx.units.values()] + [card.name for card in ctx.leaders.values()]
    assert len(words) == len(set(words))


@every
def test_what_comes_from_the_boxed_games_is_marked_as_ours(name: str) -> None:
    """NLC-1.1, NLC-14.1, NLC-25, NLC-27.8a-2, NLC-28.4b-1, NLC-28.5a, NLC-28.6: reconstructions, each row says so."""
    rules = scenario(name)
    assert {row.source for row in rules.data.units.values()} == {"reconstruction"}
    assert rules.context.facts.victory.source == "reconstruction"
    assert {prize.source for prize in rules.context.facts.prize} <= {"text", "reconstruction"}
    assert rules.context.facts.prize or rules.context.facts.exit


def test_what_belongs_to_the_full_rules_is_not_there() -> None:
    """NLC-1.2, NLC-12, NLC-26.1e, NLC-27.0d, NLC-27.3, NLC-28.0g: no actions, chits, canister."""
    rules = scenario("dresden-battle")
    kinds = {str(event.model_fields["kind"].default) for event in rules.event_types()}
    kinds |= {str(order.model_fields["kind"].default) for order in rules.own_orders}
    words = {word for kind in kinds for word in kind.split("_")}
    assert not words & {"action", "initiative", "chit", "interphase", "canister", "downslope", "edition"}


def test_2_4_three_can_play() -> None:
    """NLC-2.4: each overall commander of the campaign of 1815 may be a seat of his own; the orders of one army's
    commander reach that army alone."""
    from adjudicator.rulesets.nlc.command.range import commands

    field = whole("campaign-1815")
    wellington = field.state.leader(field.id_of("Wellington"))
    formations = field.rules.context.formations
    assert {formations[one].army for one in formations if commands(field.rules.context, wellington, one)} == {
        "Anglo-Allied"
    }


def test_2_1_formations_and_commanders() -> None:
    """NLC-2.1a, NLC-2.1b, NLC-3.2, NLC-3.3, NLC-3.4: every unit has a formation, every formation one leader and one
    order; overall and wing commanders lead none but Wellington."""
    for name in SCENARIOS:
        rules = scenario(name)
        ctx, state = rules.context, rules.start()
        assert all(formation.order in ("attack", "defend", "reserve") for formation in state.formations.values())
        assert len({card.leader for card in ctx.formations.values()}) == len(ctx.formations)
        assert all(card.formation in ctx.formations or card.reserve_roll for card in ctx.units.values())
        assert all(card.strength > card.reduced_strength >= 1 or card.strength == 1 for card in ctx.units.values())
        chiefs = [card for card in ctx.leaders.values() if card.role in ("OC", "WC") and card.formation]
        assert {card.name for card in chiefs} <= {"Wellington"}


@pytest.mark.parametrize(
    ("name", "pick", "morale"),
    [
        ("la-belle-alliance", "Charlet", 4), ("la-belle-alliance", "OG Grenadiers1", 5),
        ("la-belle-alliance", "Ponsonby", 5), ("la-belle-alliance", "Vivian", 5), ("la-belle-alliance", "Guyot", 4),
        ("dresden-battle", "OG Grenadiers1", 5),
    ],
)  # fmt: skip
def test_2_2_base_morale(name: str, pick: str, morale: int) -> None:
    """NLC-2.2a, NLC-2.2c, NLC-2.2d, NLC-2.2g: 4; Old Guard and British horse 5; pursuit 2 or 4."""
    field = whole(name)
    card = field.rules.context.units[field.id_of(pick)]
    assert card.morale == morale
    if card.is_cavalry:
        assert card.pursuit == (2 if card.nation == "British" else 4)


def test_2_2b_weak_prussian_infantry() -> None:
    """NLC-2.2b (NG-34, NG-35): a front of 3 or less has base morale 3."""
    cards = scenario("ligny").context.units.values()
    prussians = [card for card in cards if card.army == "Prussian" and card.is_infantry]
    assert {card.strength <= 3: card.morale for card in prussians}.get(False) == 4
    assert all(card.morale == (3 if card.strength <= 3 else 4) for card in prussians)
