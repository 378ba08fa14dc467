"""VV-7.3a: positions that differ only in what a side may not see give that side the same bytes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.core.canon import canonical
from adjudicator.core.types import PUBLIC, Event, Side
from adjudicator.rulesets.vv1813.games.bautzen.state import BautzenState, bautzen
from adjudicator.rulesets.vv1813.movement.events import UnitsMoved
from adjudicator.rulesets.vv1813.sight import is_sighted, is_unknown
from adjudicator.rulesets.vv1813.state import Army, State
from tests.support.random_player import Match, RandomPlayer

SIDES = (Side("French"), Side("Coalition"))


def disguised(state: State, side: Side, chance: random.Random) -> State:
    """The position with everything shuffled that the side may not see: who stands in which unseen stack or has left
    the map, how worn those units are, who commands where, and which face-down marker lies on which turn."""
    other = next(s for s in SIDES if s != side)
    army = state.army(other)
    unseen = ("map", "saved", "away")
    hidden = [u for u in army.units.values() if u.status in unseen and not is_sighted(state, side, u.id)]
    spots = [{"place": u.place, "status": u.status, "back_on": u.back_on, "left_at": u.left_at} for u in hidden]
    chance.shuffle(spots)
    units = dict(army.units)
    for unit, spot in zip(hidden, spots, strict=True):
        units[unit.id] = replace(unit, **spot)  # type: ignore[arg-type]
    led = sorted(Army(units).units_at)
    commanders = dict(army.commanders)
    for one in army.commanders.values():
        if one.status == "map" and one.place in army.units_at:
            commanders[one.id] = replace(one, place=chance.choice(led))
    return replace(
        state,
        armies={**state.armies, other: Army(units, commanders)},
        markers=_shuffled_markers(state, side, chance),
        game=_shuffled_ney(state, side, chance),
    )


def _shuffled_ney(state: State, side: Side, chance: random.Random) -> BautzenState:
    """Ney's face-down markers on other spaces, the one apart that this side has looked at."""
    now = bautzen(state)
    looked = now.inspected if side == "Coalition" else None
    spots = [n for n, text in enumerate(now.ney_spaces, start=1) if text and n != looked]
    texts = [now.ney_spaces[n - 1] for n in spots]
    chance.shuffle(texts)
    laid = dict(zip(spots, texts, strict=True))
    return replace(now, ney_spaces=tuple(laid.get(n, text) for n, text in enumerate(now.ney_spaces, start=1)))


def _shuffled_markers(state: State, side: Side, chance: random.Random) -> dict[str, Any]:
    hidden = [
        m
        for m in state.markers.values()
        if not m.public and (m.place == "track" or (m.place == "hand" and (m.holder or m.owner) != side))
    ]
    markers = dict(state.markers)
    for owner in SIDES:
        mine = [m for m in hidden if m.owner == owner]
        spots = [(m.place, m.turn, m.holder) for m in mine]
        chance.shuffle(spots)
        for marker, (place, turn, holder) in zip(mine, spots, strict=True):
            markers[marker.id] = replace(marker, place=place, turn=turn, holder=holder)
    return markers


@pytest.fixture(scope="module")
def match() -> Match:
    """A random match; its positions are looked at with other eyes."""
    played = Match.begin("fog")
    for _ in played.play_out(RandomPlayer("fog", asks=0)):
        pass
    return played


def positions(match: Match) -> list[State]:
    return [step.position.state for _, step in match.steps[1:]]


@pytest.mark.parametrize("side", SIDES)
def test_knowledge_view_and_names_do_not_show_what_is_hidden(match: Match, side: Side) -> None:
    """VV-7.3a: shuffling unseen stacks, commanders and face-down markers changes nothing that a side is told."""
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
    """VV-7.3a: what `check` finds in a side's orders depends on what that side knows alone."""
    rules = match.rules
    for number, (texts, step) in enumerate(match.steps[1:]):
        state = match.steps[number][1].position.state
        orders = texts.orders.of(side)
        if not orders or step.position.paused is not None:
            continue
        other = disguised(state, side, random.Random(f"check/{side}/{number}"))
        found = rules.review(rules.known(state, side), side, orders, ())
        assert rules.review(rules.known(other, side), side, orders, ()) == found


@pytest.mark.parametrize("side", SIDES)
def test_a_move_out_of_sight_is_only_a_stack_that_moved(match: Match, side: Side) -> None:
    """VV-7.3a: an unseen unit's move reads the same whichever unit of its stack it was."""
    rules = match.rules
    state = rules.start()
    seen = 0
    for event in match.events():
        if isinstance(event, UnitsMoved) and event.side != side and event.by is None:
            shown = rules.show(state, event, side)
            assert shown is not None
            text = canonical(rules.write_event(shown))
            for name in (*event.units, *event.commanders):
                assert f'"{name}"' not in text
            seen += 1
        state = rules.apply(state, event)
    assert seen > 20


def test_the_umpire_sees_everything(match: Match) -> None:
    state = positions(match)[-1]
    assert match.rules.known(state, Side("Umpire")) == state


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
