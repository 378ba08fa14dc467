"""LUT-2.0a, VV-7.3a: what is hidden at Lützen changes nothing that a side is told: stacks, and faces of markers."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.core.canon import canonical
from adjudicator.core.types import PUBLIC, Event, Side
from adjudicator.rulesets.vv1813.games.lutzen.events import CommanderAppeared
from adjudicator.rulesets.vv1813.games.lutzen.plays import may_hold_events
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.markers.events import MarkerDrawn
from adjudicator.rulesets.vv1813.movement.events import UnitsMoved
from adjudicator.rulesets.vv1813.sight import is_marker_seen, is_sighted, is_unknown
from adjudicator.rulesets.vv1813.state import Army, State, enemy_of
from tests.support.random_lutzen import LutzenPlayer
from tests.support.random_player import Match

SIDES = (Side("French"), Side("Coalition"))


def disguised(state: State, side: Side, chance: random.Random) -> State:
    """The position with everything shuffled that the side may not see: who stands in which unseen stack, who commands
    where, the points of a divided unit, and which marker of a class lies where, in which hand, or was discarded."""
    other = enemy_of(side)
    army = state.army(other)
    hidden = [u for u in army.units.values() if u.status == "map" and not is_sighted(state, side, u.id)]
    places = [u.place for u in hidden]
    chance.shuffle(places)
    units = dict(army.units)
    for unit, place in zip(hidden, places, strict=True):
        units[unit.id] = replace(unit, place=place)
    led = sorted(Army(units).units_at)
    commanders = dict(army.commanders)
    for one in army.commanders.values():
        if one.status == "map" and one.place in army.units_at:
            commanders[one.id] = replace(one, place=chance.choice(led))
    markers, swapped = _shuffled_markers(state, side, chance)
    now = lutzen(state)
    slots = tuple(tuple(swapped.get(one, one) for one in slot) for slot in now.slots)
    wishes = {who: classes for who, classes in now.wishes.items() if who == side} | {other: ("E", "RE")}
    return replace(
        state,
        armies={**state.armies, other: Army(units, commanders)},
        markers=markers,
        game=replace(now, slots=slots, wishes=wishes),
    )


def _shuffled_markers(state: State, side: Side, chance: random.Random) -> tuple[dict[str, Any], dict[str, str]]:
    """Unseen markers of each class in each other's places; also which id now lies where another lay."""
    markers, swapped = dict(state.markers), {}
    hidden = [m for m in state.markers.values() if not is_marker_seen(m, side)]
    for back in sorted({m.marker_class for m in hidden}):
        mine = [m for m in hidden if m.marker_class == back]
        spots = list(mine)
        chance.shuffle(spots)
        for marker, spot in zip(mine, spots, strict=True):
            markers[marker.id] = replace(marker, place=spot.place, turn=spot.turn, holder=spot.holder)
            swapped[spot.id] = marker.id
    return markers, swapped


@pytest.fixture(scope="module", params=["fog", "mist"])
def match(request: pytest.FixtureRequest) -> Match:
    """A random match; its positions are looked at with other eyes."""
    played = Match.begin(request.param, scenario="lutzen")
    for _ in played.play_out(LutzenPlayer(request.param, asks=0)):
        pass
    return played


def positions(match: Match) -> list[State]:
    return [step.position.state for _, step in match.steps[1:]]


@pytest.mark.parametrize("side", SIDES)
def test_knowledge_view_and_names_do_not_show_what_is_hidden(match: Match, side: Side) -> None:
    """LUT-2.0a, LUT-7.4b, VV-7.3a: other faces under the same backs, other units in unseen stacks: the same bytes."""
    rules = match.rules
    differing = 0
    for number, state in enumerate(positions(match)):
        other = disguised(state, side, random.Random(f"{side}/{number}"))
        differing += rules.dump(other) != rules.dump(state)
        here, there = rules.known(state, side), rules.known(other, side)
        assert canonical(rules.dump(there)) == canonical(rules.dump(here))
        assert rules.view(there, side).model_dump_json() == rules.view(here, side).model_dump_json()
        assert rules.language.names(there, side) == rules.language.names(here, side)
    assert differing > len(positions(match)) // 2


@pytest.mark.parametrize("side", SIDES)
def test_check_says_the_same_whatever_is_hidden(match: Match, side: Side) -> None:
    """VV-7.3a, LUT-2.0a: what `check` finds in a side's orders depends on what that side knows alone."""
    rules = match.rules
    looked = 0
    for number, (texts, step) in enumerate(match.steps[1:]):
        state = match.steps[number][1].position.state
        orders = texts.orders.of(side)
        if not orders or step.position.paused is not None:
            continue
        other = disguised(state, side, random.Random(f"check/{side}/{number}"))
        found = rules.review(rules.known(state, side), side, orders, ())
        assert rules.review(rules.known(other, side), side, orders, ()) == found
        looked += 1
    assert looked > 3


@pytest.mark.parametrize("side", SIDES)
def test_no_event_names_a_marker_that_a_side_may_not_know(match: Match, side: Side) -> None:
    """LUT-2.0a, LUT-5.1: on the track, in the enemy's hand or discarded: its id is in nothing that is shown."""
    rules = match.rules
    state = rules.start()
    hidden_draws = 0
    for event in match.events():
        after = rules.apply(state, event)
        shown = rules.show(state, event, side)
        if shown is not None:
            text = canonical(rules.write_event(shown))
            secret = [m.id for m in after.markers.values() if not is_marker_seen(m, side)]
            assert not [one for one in secret if f'"{one}"' in text], event.kind
            if isinstance(shown, MarkerDrawn) and shown.side != side:
                assert (shown.marker, shown.marker_kind) == ("", "?")
                hidden_draws += 1
        state = after
    assert hidden_draws > 3


@pytest.mark.parametrize("side", SIDES)
def test_a_move_out_of_sight_is_only_a_stack_that_moved(match: Match, side: Side) -> None:
    """VV-7.3a, LUT-6.2d: moves of unseen units and Ney's arrival name nobody's place."""
    rules = match.rules
    state = rules.start()
    seen = 0
    for event in match.events():
        shown = rules.show(state, event, side)
        if isinstance(event, UnitsMoved) and event.side != side:
            assert shown is not None
            text = canonical(rules.write_event(shown))
            assert not [name for name in (*event.units, *event.commanders) if f'"{name}"' in text]
            seen += 1
        if isinstance(shown, CommanderAppeared) and shown.side != side:
            assert (shown.place, shown.host) == ("", "")
        state = rules.apply(state, event)
    assert seen > 10


def test_questions_to_one_side_do_not_depend_on_the_other_hand(match: Match) -> None:
    """LUT-2.0b: whether a side is asked to reveal depends on the backs in its hand alone."""
    for number, state in enumerate(positions(match)):
        for side in SIDES:
            other = disguised(state, side, random.Random(f"ask/{number}"))
            assert may_hold_events(other, enemy_of(side)) == may_hold_events(state, enemy_of(side))


@pytest.mark.parametrize("side", SIDES)
def test_the_public_knows_no_more_than_any_one_side(match: Match, side: Side) -> None:
    """VV-7.3a: positions that are alike to one side are alike to spectators, who have seen nothing of either army."""
    rules = match.rules
    for number, state in enumerate(positions(match)):
        other = disguised(state, side, random.Random(f"public/{side}/{number}"))
        here, there = rules.known(state, PUBLIC), rules.known(other, PUBLIC)
        assert canonical(rules.dump(there)) == canonical(rules.dump(here))
        assert rules.view(there, PUBLIC).model_dump_json() == rules.view(here, PUBLIC).model_dump_json()
        assert not any(piece.knowledge == "own" for piece in rules.view(here, PUBLIC).pieces)
        stacks = [stack for army in here.armies.values() for stack in army.units_at.values()]
        assert all(is_unknown(unit.id) for stack in stacks for unit in stack)


def test_spectators_read_of_nothing_that_one_side_does_not_read_of(match: Match) -> None:
    """VV-7.3a: pieces and markers that spectators read of are named to both sides too; no veiled die is shown."""
    rules = match.rules
    state = rules.start()
    told = 0
    for event in match.events():
        shown = rules.show(state, event, PUBLIC)
        if shown is not None:
            read = named(rules, state, shown)
            for side in SIDES:
                mine = rules.show(state, event, side)
                assert mine is not None, event.kind
                assert read <= named(rules, state, mine), event.kind
            assert not any(roll.veiled for roll in shown.rolls)
            told += 1
        state = rules.apply(state, event)
    assert told > 100


def named(rules: Any, state: State, event: Event) -> set[str]:
    """The pieces and markers that an event names."""
    text = canonical(rules.write_event(event))
    return {name for name in (*rules.context.counters, *state.markers) if f'"{name}"' in text}
