"""Random campaigns to their end: no exception, no illegal position, and the events alone give the same positions."""

from __future__ import annotations

import os
from itertools import pairwise

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.types import Ending, Event
from adjudicator.rulesets.campaign1813.battle.events import BattleFought, BlocksRetreated, ReportRejected
from adjudicator.rulesets.campaign1813.march.events import BlocksMoved
from adjudicator.rulesets.campaign1813.march.rates import forced_rate, rate
from adjudicator.rulesets.campaign1813.state import State
from adjudicator.rulesets.campaign1813.supply.strength import units_lost
from adjudicator.rulesets.campaign1813.turn.events import PlayerTurnBegan, StageReached
from tests.campaign1813.random_campaign import RandomGeneral, campaign, played
from tests.support.random_player import Match

CAMPAIGNS = int(os.environ.get("ADJUDICATOR_RANDOM_CAMPAIGNS", "10"))
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"road_counter": "player_turn"},
    {"rally": "second", "fog": "none"},
    {"road_counter": "player_turn", "rally": "second"},
)


def check_position(match: Match, state: State) -> None:
    """What is true of every legal position between two phases, whatever happened."""
    ctx = match.rules.context  # type: ignore[attr-defined]
    for block in state.pieces.blocks.values():
        card = ctx.card(block)
        assert (block.place in ctx.network.towns) == (block.status == "map"), block
        assert 0 <= block.destroyed <= card.units, block
        assert block.status == "eliminated" or block.hits < max(card.full, 1), block
        if block.status == "map":
            assert not block.inside or block.place in state.sieges, block
            assert block.kind != "garrison" or block.place == card.start, block
            assert not (block.leads and block.disrupted), block
    for town, sides in state.pieces.holders.items():
        if len(sides) > 1:
            assert town in state.sieges or town in state.contests, town
        elif town not in state.contests:
            (side,) = sides
            assert state.held[town] == side, town
    for town, siege in state.sieges.items():
        assert town in ctx.capacity
        inside = [b for b in state.pieces.at.get(town, ()) if b.inside and b.fights]
        assert inside or town in state.contests
        assert all(block.side != siege.besieger for block in inside)
        assert sum(ctx.card(b).units - b.destroyed for b in inside) <= ctx.capacity[town]
    for road, uses in state.roads.items():
        assert sum(uses.values()) <= ctx.tables.limits["movement"].most(ctx.network.roads[road].kind, crosses=False)
    for depot in state.depots.values():
        assert depot.type in "ABCD"
    for army in state.broken:
        assert units_lost(ctx, state, army) >= ctx.armies[army].break_point


def check_march(match: Match, before: State, event: Event) -> None:
    """CAM-map-7, CAM-move-7, CAM-move-9, CAM-fm-1: every march is along roads, within rates and group moves."""
    if not isinstance(event, BlocksMoved):
        return
    ctx = match.rules.context  # type: ignore[attr-defined]
    for here, there in pairwise((event.origin, *event.path)):
        assert ctx.network.are_adjacent(here, there)
    for town in event.path[:-1]:
        assert not before.pieces.has_combat(town, match.rules.sides[1 - match.rules.sides.index(event.side)])
    for block in event.blocks:
        one = before.block(block)
        most = forced_rate(ctx, one).value if block in event.forced else rate(ctx, one).value
        assert len(event.path) <= most
        assert not (event.attacks and one.disrupted)
    for army in {army for army, _ in before.moves.paid} - {"IND"}:
        assert sum(payer == army for payer, _ in before.moves.paid) <= 3


def check_battle(match: Match, before: State, event: Event) -> None:
    """CAM-retreat-3, CAM-retreat-4: nobody retreats to the enemy or into another battle."""
    if not isinstance(event, BlocksRetreated):
        return
    enemy = match.rules.sides[1 - match.rules.sides.index(event.side)]
    for way in event.ways:
        if way.path:
            assert not before.pieces.has_combat(way.path[-1], enemy)
            assert way.path[-1] not in before.contests


@pytest.mark.parametrize("number", range(CAMPAIGNS))
def test_a_random_campaign_reaches_its_end_by_legal_positions(number: int) -> None:
    """CAM-turn-1, CAM-road-1, CAM-move-7, CAM-retreat-3, CAM-siege-3, CAM-break-1: a whole campaign stays legal."""
    match = campaign(f"random/{number}", OPTIONS[number % len(OPTIONS)])
    state: State = match.rules.start()
    for step in played(match, RandomGeneral(f"general/{number}", boldness=(number * 3) % 10)):
        for event in step.events:
            check_march(match, state, event)
            check_battle(match, state, event)
            if isinstance(event, StageReached | PlayerTurnBegan):
                check_position(match, state)
            state = match.rules.apply(state, event)
        assert match.rules.dump(state) == match.rules.dump(step.position.state)
        assert match.rules.load(match.rules.dump(state)) == state
    assert isinstance(match.steps[-1][1].stopped, Ending)


def test_a_campaign_with_battles_at_the_table_reaches_its_end() -> None:
    """CAM-turn-3, CAM-battle-2: every battle waits for a report; reports that fit are taken, and the turn goes on."""
    match = campaign("table", {"battles": "table"})
    state: State = match.rules.start()
    reports = 0
    for step in played(match, RandomGeneral("table", asks=2)):
        for event in step.events:
            check_march(match, state, event)
            check_battle(match, state, event)
            if isinstance(event, StageReached | PlayerTurnBegan):
                check_position(match, state)
            assert not isinstance(event, ReportRejected), event
            reports += isinstance(event, BattleFought)
            state = match.rules.apply(state, event)
    assert reports > 10
    assert isinstance(match.steps[-1][1].stopped, Ending)


def test_campaigns_are_long_and_full_of_incident() -> None:
    """Random campaigns prove little if nothing happens in them: timid generals reach turn 22, bold ones fight."""
    kinds: set[str] = set()
    turns: list[int] = []
    for number, boldness in enumerate((0, 1, 9)):
        match = campaign(f"incident/{number}")
        for step in played(match, RandomGeneral(f"incident/{number}", boldness=boldness)):
            kinds |= {event.kind for event in step.events}
        turns.append(match.position.state.turn)
    assert max(turns) == 22
    assert {"battle_fought", "siege_began", "march_tested", "attrition_tested", "rally_tested"} <= kinds
    assert {"stack_reconnoitred", "depot_captured", "reinforcement_tested", "leader_revealed"} <= kinds


def test_events_survive_being_written_and_read() -> None:
    """Every event of a campaign is the same after a way through JSON."""
    match = campaign("written")
    for step in played(match, RandomGeneral("written")):
        for event in step.events:
            assert match.rules.read_event(match.rules.write_event(event)) == event


def test_random_generals_are_mostly_obeyed() -> None:
    """Most orders of a random campaign are carried out."""
    match = campaign("obeyed")
    for _ in played(match, RandomGeneral("obeyed", asks=0)):
        pass
    ordered = sum(len(orders) for texts, _ in match.steps for orders in texts.orders.by_side.values())
    refused = sum(isinstance(event, Refused) for event in match.events())
    assert ordered > 200
    assert refused * 2 < ordered


def test_no_label_is_rolled_twice_and_hidden_dice_are_veiled() -> None:
    """CAM-unit-7: dice of marches, attrition, rally, reconnaissance and independents come from the veiled seed."""
    match = campaign("labels")
    labels: list[str] = []
    for step in played(match, RandomGeneral("labels", asks=0)):
        for event in step.events:
            for roll in event.rolls:
                labels.append(roll.label)
                secret = any(
                    f"/{word}/" in roll.label for word in ("march", "attrition", "rally", "recon", "independent")
                )
                assert roll.veiled or not secret, roll
    assert len(labels) == len(set(labels)) > 300
