"""Random matches of all sixteen scenarios of Napoleon's Later Campaigns to their end, written as players write.

No exception, no illegal position, every line understood, and the events alone give the same positions again.
"""

from __future__ import annotations

import os
from itertools import pairwise

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.types import Ending, Event
from adjudicator.rulesets.nlc.changes import army_losses
from adjudicator.rulesets.nlc.combat.events import Bombarded, ChargeFought, CombatFought
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.events import StageReached
from adjudicator.rulesets.nlc.movement.events import StackMoved
from adjudicator.rulesets.nlc.movement.ground import HALVES, is_closed
from adjudicator.rulesets.nlc.movement.stacks import leader_points, stacking_limit
from adjudicator.rulesets.nlc.movement.zones import enemy_zone
from adjudicator.rulesets.nlc.state import SIDES, State, enemy_of
from tests.support.random_nlc import RandomMarshal, match_of, played
from tests.support.random_player import Match

LONG = os.environ.get("ADJUDICATOR_RANDOM_MATCHES", "")
CAMPAIGNS = ("campaign-1815", "leipzig-campaign")
SINGLE = (
    "la-belle-alliance", "ligny", "quatre-bras", "wavre", "historical-wavre", "grand-ligny", "grand-waterloo",
    "liebertwolkwitz", "wachau", "moeckern", "leipzig", "dresden-relief", "dresden-suburbs", "dresden-battle",
)  # fmt: skip
SAMPLE = ("la-belle-alliance", "quatre-bras", "historical-wavre", "moeckern", "dresden-suburbs", "liebertwolkwitz")
"""What `make test` plays, once each; `make test-long` plays every battle 30 times and every campaign 5 times."""
BATTLES_LONG, CAMPAIGNS_LONG = 30, 5
OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {"both_may_withdraw": "on", "reaction_chain": "on"},
    {"massed_targets": "on", "free_leaders": "on", "reorganize_after": "1"},
)


def numbers() -> list[tuple[str, int]]:
    """Scenarios and the numbers of their matches."""
    if not LONG:
        return [(name, 0) for name in SAMPLE]
    battles = min(int(LONG), BATTLES_LONG)
    campaigns = min(int(LONG), CAMPAIGNS_LONG)
    found = [(name, number) for name in SINGLE for number in range(battles)]
    return found + [(name, number) for name in CAMPAIGNS for number in range(campaigns)]


# --- what is true of every position ---------------------------------------------------------------------------------


def check_position(ctx: Context, state: State) -> None:
    """Places, steps and sums; nobody stands with the enemy, and no hex is too full."""
    for side in SIDES:
        force = state.force(side)
        for unit in force.units.values():
            assert (unit.place in ctx.board.cells) == (unit.status == "map"), unit
            assert not (unit.status == "eliminated" and unit.lost_on is None), unit
        for leader in force.leaders.values():
            assert (leader.place in ctx.board.cells) == (leader.status == "map"), leader
        for place, units in force.units_at.items():
            crowded = len(units) > stacking_limit(ctx, place, units).value
            assert not crowded or state.charges, f"{place}: {[unit.id for unit in units]}"
    if state.ending is None and not state.charges:
        both = set(state.force(SIDES[0]).units_at) & set(state.force(SIDES[1]).units_at)
        assert not both, f"both sides stand in {both}"
    lost = sum(army_losses(ctx, state).values())
    gone = [u for force in state.forces.values() for u in force.units.values() if u.status in ("eliminated", "gone")]
    assert lost == sum(ctx.units[unit.id].strength for unit in gone)


def check_event(ctx: Context, before: State, event: Event) -> None:
    """What is true of everything that happens."""
    assert before.ending is None
    match event:
        case StackMoved():
            check_move(ctx, before, event)
        case CombatFought() | ChargeFought() | Bombarded():
            assert not ctx.is_dark(before.turn), "NLC-5.5"
            assert event.rolls
        case _:
            pass
    if isinstance(event, CombatFought):
        assert all(order_for(ctx, before, before.unit(one)) != "reserve" for one in event.attackers), "NLC-20.2-R3"
        assert all(ctx.board.distance(before.unit(one).place or "", event.target) == 1 for one in event.attackers)
        assert not any(before.unit(one).bombarded for one in event.attackers), "NLC-8.2a"
    if isinstance(event, ChargeFought):
        assert all(ctx.units[one].is_cavalry for one in event.chargers), "NLC-7.6b-1"


def check_move(ctx: Context, before: State, event: StackMoved) -> None:
    """NLC-5, A-68: every step is to a neighbour, over no closed side; ordinary marches keep to their points."""
    ids, grid = ctx.board.grid.ids, ctx.board.grid
    way = (event.origin, *event.path) if event.origin else event.path
    for here, there in pairwise(way):
        toward = grid.direction(ids[here], ids[there])
        assert toward is not None, (here, there)
        assert not is_closed(ctx, ids[here], toward), (here, there)
    if event.manner != "move":
        return
    points = [ctx.units[one].movement * HALVES for one in event.units]
    points += [leader_points(ctx, before.leader(one)) for one in event.leaders]
    assert event.spent <= max(points), event  # of the dearest walker: horse and foot pay for themselves
    enemies = before.force(enemy_of(event.side)).units_at
    assert not any(place in enemies for place in event.path)
    zone = enemy_zone(ctx, before, event.side)
    if ctx.is_dark(before.turn) and event.units:
        assert not any(place in zone for place in event.path), "NLC-5.5"
    if any(not ctx.units[one].is_cavalry for one in event.units):
        assert not any(place in zone for place in event.path[:-1]), "NLC-5.4a"


def one_match(name: str, number: int) -> tuple[Match, RandomMarshal]:
    """A match played to its end, checked event by event."""
    match = match_of(name, f"{name}/{number}", OPTIONS[number % len(OPTIONS)])
    marshal = RandomMarshal(f"marshal/{name}/{number}", boldness=(5, 9, 2, 7)[number % 4])
    ctx: Context = match.rules.context  # type: ignore[attr-defined]
    state: State = match.rules.start()
    for step in played(match, marshal):
        for event in step.events:
            check_event(ctx, state, event)
            if isinstance(event, StageReached):
                check_position(ctx, state)
            state = match.rules.apply(state, event)
        assert match.rules.dump(state) == match.rules.dump(step.position.state)
        assert match.rules.load(match.rules.dump(state)) == state
        assert all(match.rules.read_event(match.rules.write_event(event)) == event for event in step.events)
    assert isinstance(match.steps[-1][1].stopped, Ending)
    assert state.turn <= ctx.last_turn
    return match, marshal


@pytest.mark.parametrize(("name", "number"), numbers())
def test_a_random_match_reaches_its_end_by_legal_positions(name: str, number: int) -> None:
    """NLC-4.1, NLC-5.3, NLC-5.4a, NLC-5.5, NLC-20.2-R3: every event of a whole match leaves a legal position."""
    match, marshal = one_match(name, number)
    refused = sum(isinstance(event, Refused) for event in match.events())
    assert refused * 3 < marshal.lines, "random orders prove little if they are refused"
