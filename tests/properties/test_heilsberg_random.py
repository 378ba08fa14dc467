"""Random matches of Heilsberg to their end: no exception, no illegal position, replay by events alone."""

from __future__ import annotations

import os
from typing import Any

import pytest

from adjudicator.core.types import Ending, Event
from adjudicator.rulesets.labataille.ground import may_stand, mover
from adjudicator.rulesets.labataille.increments import increments
from tests.support.random_heilsberg import HeilsbergPlayer, begun
from tests.support.random_player import Match

MATCHES = int(os.environ.get("ADJUDICATOR_RANDOM_MATCHES", "1"))
LONG = MATCHES >= 12
PLAYED = (
    *(("heilsberg-1", number, 99) for number in range(30 if LONG else MATCHES)),
    *(("heilsberg-2", number, 99 if LONG else 1) for number in range(10 if LONG else 1)),
    *((name, number, 99) for name in ("heilsberg-3", "heilsberg-4", "heilsberg-5") for number in range(3 * LONG)),
)
"""The scenario, the number of the match, and the turn after which it is left."""


def check_position(match: Match, state: Any, event: Event) -> None:
    """What is true of every legal position, whatever has just happened."""
    ctx = match.rules.context  # type: ignore[attr-defined]
    for unit in state.units.values():
        if unit.status != "map":
            assert not unit.places, unit
            continue
        assert unit.places, (event, unit)
        assert all(place in ctx.board.cells for place in unit.places), (event, unit)
        assert increments(ctx, unit) >= 0, (event, unit)
        facts = ctx.tables.formations.of(ctx.branch(unit.id), unit.formation)
        assert facts is not None, (event, unit)
        grid = ctx.board.grid
        if unit.facing and unit.morale == "good":
            known = grid.corner_names if facts.faces == "corner" else grid.side_names
            assert unit.facing in known, (event, unit)
        if unit.formation not in ("road march", "skirmish"):
            assert len(unit.places) <= max(1, facts.hexes), (event, unit)
        assert all(may_stand(ctx, state, mover(ctx, unit), place) for place in unit.places), (event, unit)
    for place, stack in state.stacks.items():
        sides = {ctx.units[one].side for one in stack}
        assert len(sides) == 1 or _shares(state, stack) or event.kind in PASSING, (event, place, stack)


PASSING = (
    "square_tried", "morale_checked", "morale_changed", "fire_resolved", "melee_resolved", "unit_lost", "unit_fled",
    "losses_suffered", "leader_hit", "regiment_broke",
)  # fmt: skip
"""What may come between the breaking of a carré with cavalry inside and its flight from the hex."""


def _shares(state: Any, stack: tuple[str, ...]) -> bool:
    """LB-38.13: cavalry stands in the hex of a carré."""
    return any(state.unit(one).formation == "carre" for one in stack)


@pytest.mark.parametrize(("scenario", "number", "most"), PLAYED)
def test_a_random_match_goes_from_one_legal_position_to_the_next(scenario: str, number: int, most: int) -> None:
    """LB-2.6, LB-10.1, LB-13.1, LB-5.1: every event of a match leaves a legal position, and replays."""
    match = begun(scenario, f"{scenario}/{number}")
    player = HeilsbergPlayer(f"{scenario}/player/{number}")
    state = match.rules.start()
    for step in match.play_out(player):
        for event in step.events:
            state = match.rules.apply(state, event)
            check_position(match, state, event)
        assert match.rules.dump(state) == match.rules.dump(step.position.state)
        assert match.rules.load(match.rules.dump(state)) == state
        plain = [match.rules.write_event(event) for event in step.events]
        assert [match.rules.write_event(match.rules.read_event(one)) for one in plain] == plain
        if state.turn > most:
            return
    assert isinstance(match.steps[-1][1].stopped, Ending)
