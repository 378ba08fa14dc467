"""Fog of war in Napoleon's Later Campaigns: orders in force and in transit tell the other side nothing.

Positions of a random match are changed in everything that one side may not see; what is made for that side (the
position as it knows it, its view, what events look like to it, what `check` says) must be the same afterwards.
"""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.canon import canonical
from adjudicator.core.types import PUBLIC, Side
from adjudicator.core.values import replace
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import SIDES, Assignment, Courier, OrderState, State, enemy_of
from tests.support.random_nlc import RandomMarshal, match_of, played

OTHER: dict[OrderState, OrderState] = {"attack": "reserve", "reserve": "defend", "defend": "attack", "": ""}


def disguised(ctx: Context, state: State, hidden: Side) -> State:
    """The same position, with other orders, couriers, wishes and plans of one side."""
    formations = [one for one in ctx.formations.values() if one.side == hidden]
    changed = [
        replace(state.formations[one.id], order=OTHER[state.order_of(one.id)], since=0, hit=True, fires=1, dated=9)
        for one in formations
    ]
    chiefs = [one for one in ctx.leaders.values() if one.side == hidden and one.role in ("OC", "WC")]
    leaders = [replace(state.leader(one.id), ordered=2, holds=(formations[0].id,), capacity=3) for one in chiefs]
    courier = Courier(77, hidden, chiefs[0].id, formations[0].leader, formations[0].id, "attack", 0, state.turn + 1)
    plan = Assignment(formations[0].id, chiefs[0].id, state.turn + 1)
    kept = tuple(one for one in state.couriers if one.side != hidden)
    return replace(
        state.with_formations(*changed).with_leaders(*leaders),
        couriers=(*kept, courier),
        assignments=(*(one for one in state.assignments if ctx.formations[one.formation].side != hidden), plan),
    )


def told(rules: Any, state: State, side: Side) -> tuple[str, str]:
    """What is made for a side, as bytes would be: its position and its view."""
    known = rules.known(state, side)
    return canonical(rules.dump(known)), canonical(rules.view(known, side).model_dump(mode="json"))


@pytest.mark.parametrize("name", ["la-belle-alliance", "moeckern", "dresden-suburbs"])
def test_what_a_side_may_not_see_changes_nothing_for_it(name: str) -> None:
    """NLC-20.3a, NLC-20.4d: orders in force and in transit are their owner's alone; the public sees neither side's."""
    match = match_of(name, f"fog/{name}")
    rules: Any = match.rules
    for number, step in enumerate(played(match, RandomMarshal(f"fog/{name}", asks=0))):
        state: State = step.position.state
        if number % 4 or state.turn == 0 or state.ending is not None:
            continue
        for side in SIDES:
            other = disguised(rules.context, state, enemy_of(side))
            assert told(rules, state, side) == told(rules, other, side)
            assert told(rules, state, enemy_of(side)) != told(rules, other, enemy_of(side))
            assert told(rules, state, PUBLIC) == told(rules, other, PUBLIC)


@pytest.mark.parametrize("name", ["la-belle-alliance", "moeckern"])
def test_events_do_not_name_the_enemys_orders(name: str) -> None:
    """NLC-20.3a, NLC-20.3c, NLC-20.4: couriers, orders, duties and resolve are told to their owner alone."""
    match = match_of(name, f"told/{name}")
    rules: Any = match.rules
    state: State = rules.start()
    own = {"courier_sent", "order_took_effect", "courier_lapsed", "resolve_tested", "duty_enforced", "sent_back"}
    met: set[str] = set()
    for step in played(match, RandomMarshal(f"told/{name}", asks=0)):
        for event in step.events:
            if event.kind in own:
                met.add(event.kind)
                side = event.side  # type: ignore[attr-defined]
                assert rules.show(state, event, side) is not None
                assert rules.show(state, event, enemy_of(side)) is None, event
                assert rules.show(state, event, PUBLIC) is None, event
            state = rules.apply(state, event)
    assert {"courier_sent", "order_took_effect", "duty_enforced"} <= met
