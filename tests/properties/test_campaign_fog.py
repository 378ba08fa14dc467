"""CAM-unit-7: positions of the campaign that differ only in what a side may not see give that side the same bytes."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from adjudicator.core.canon import canonical
from adjudicator.core.types import PUBLIC, UMPIRE, Event, Side
from adjudicator.core.visibility import is_said
from adjudicator.rulesets.campaign1813.battle.briefing import battle_brief
from adjudicator.rulesets.campaign1813.sight import is_sighted
from adjudicator.rulesets.campaign1813.state import Pieces, State
from tests.campaign1813.battles import battle
from tests.campaign1813.field import rules as campaign_rules
from tests.campaign1813.random_campaign import RandomGeneral, campaign, played
from tests.support.random_player import Match

SIDES = (Side("French"), Side("Allied"))


def disguised(match: Match, state: State, side: Side, chance: random.Random) -> State:
    """The position with everything shuffled that the side may not see: which enemy block of a colour stands where or
    is lost, how worn, disrupted or hungry each is, and what their side has planned and sent."""
    roster = match.rules.context.roster  # type: ignore[attr-defined]
    pieces = dict(state.pieces.blocks)
    hidden = [b for b in pieces.values() if b.side != side and not (b.place and is_sighted(state, side, b.id))]
    for nation in sorted({roster[block.id].nation for block in hidden}):
        mine = [block for block in hidden if roster[block.id].nation == nation]
        spots = [(block.place, block.status, block.inside, block.back_on) for block in mine]
        chance.shuffle(spots)
        for block, (place, status, inside, back_on) in zip(mine, spots, strict=True):
            pieces[block.id] = replace(
                block,
                place=place,
                status=status,
                inside=inside,
                back_on=back_on,
                hits=chance.randrange(max(1, roster[block.id].full)),
                disrupted=chance.choice(("", "retreat", "rout")),
                supply=chance.choice(("in", "out", "isolated")),
            )
    other = {town: replace(one, approaches=()) for town, one in state.contests.items()}
    return replace(
        state,
        pieces=Pieces(pieces),
        plans=state.plans if state.active == side else (),
        contests=state.contests if state.active == side else other,
        sightings={**state.sightings, next(s for s in SIDES if s != side): {}},
    )


@pytest.fixture(scope="module")
def match() -> Match:
    """A random campaign; its positions are looked at with other eyes."""
    found = campaign("fog")
    for _ in played(found, RandomGeneral("fog", asks=0, boldness=5)):
        pass
    return found


def positions(match: Match) -> list[State]:
    """Every position between two steps."""
    return [step.position.state for _, step in match.steps[1:]]


@pytest.mark.parametrize("side", SIDES)
def test_knowledge_view_and_names_do_not_show_what_is_hidden(match: Match, side: Side) -> None:
    """CAM-unit-3, CAM-unit-7: other faces on the same blocks change nothing that a side is told."""
    rules = match.rules
    differing = 0
    for number, state in enumerate(positions(match)):
        other = disguised(match, state, side, random.Random(f"{side}/{number}"))
        differing += rules.dump(other) != rules.dump(state)
        here, there = rules.known(state, side), rules.known(other, side)
        assert canonical(rules.dump(there)) == canonical(rules.dump(here))
        assert rules.view(there, side).model_dump_json() == rules.view(here, side).model_dump_json()
        assert rules.language.names(there, side) == rules.language.names(here, side)
        assert rules.known(here, side) == here
        assert rules.load(rules.dump(here)) == here
    assert differing == len(positions(match))


@pytest.mark.parametrize("side", SIDES)
def test_check_says_the_same_whatever_is_hidden(match: Match, side: Side) -> None:
    """CAM-unit-7: what `check` finds in a side's orders depends on what that side knows alone."""
    rules = match.rules
    looked = 0
    for number, (texts, _) in enumerate(match.steps[1:]):
        state = match.steps[number][1].position.state
        orders = texts.orders.of(side)
        if not orders:
            continue
        other = disguised(match, state, side, random.Random(f"check/{side}/{number}"))
        found = rules.review(rules.known(state, side), side, orders, ())
        assert rules.review(rules.known(other, side), side, orders, ()) == found
        looked += 1
    assert looked > 5


@pytest.mark.parametrize("side", SIDES)
def test_no_event_names_a_block_that_the_side_has_not_seen(match: Match, side: Side) -> None:
    """CAM-unit-7: of enemy blocks a side's events name only those that it has seen, and garrisons that surrendered."""
    rules: Any = match.rules
    state = rules.start()
    roster = rules.context.roster
    told = 0
    for event in match.events():
        after = rules.apply(state, event)
        shown = rules.show(state, event, side)
        if shown is not None and shown.kind != "fortress_fell":
            named = set(re.findall(r'"([FPRSA]\d{3})"', canonical(rules.write_event(shown))))
            enemies = {word for word in named if word in roster and roster[word].side != side}
            seen = {**state.sightings.get(side, {}), **after.sightings.get(side, {})}
            roads = {use["road"] for use in rules.write_event(shown).get("uses", ())}
            assert enemies - roads <= set(seen), (shown.kind, enemies - set(seen))
            told += 1
        state = after
    assert told > 300


@pytest.mark.parametrize("side", SIDES)
def test_a_side_never_sees_veiled_dice_of_the_other(match: Match, side: Side) -> None:
    """CAM-unit-7: dice of hidden things are not in the events that the enemy reads."""
    rules = match.rules
    state = rules.start()
    for event in match.events():
        shown = rules.show(state, event, side)
        owner = getattr(event, "side", None)
        if shown is not None and owner in SIDES and owner != side:
            assert not any(roll.veiled for roll in shown.rolls), shown.kind
        state = rules.apply(state, event)


@pytest.mark.parametrize("side", SIDES)
def test_a_brief_does_not_show_what_is_hidden(match: Match, side: Side) -> None:
    """CAM-unit-7, CAM-reinf-7: the enemy's blocks in a brief, and those on their way, stay nameless."""
    field = battle()
    other = disguised(match, field.state, side, random.Random(f"brief/{side}"))
    assert other.pieces != field.state.pieces
    here = battle_brief(field.ctx, field.rules.known(field.state, side), side)
    there = battle_brief(field.ctx, field.rules.known(other, side), side)
    assert here == there
    assert here is not None
    whole = battle_brief(field.ctx, field.state, UMPIRE)
    assert whole is not None
    assert whole != here


def test_the_umpire_sees_everything(match: Match) -> None:
    """CAM-unit-7: the real position, and every event whole."""
    state = positions(match)[-1]
    assert match.rules.known(state, UMPIRE) == state


@pytest.mark.parametrize("event", tuple(campaign_rules().event_types()), ids=lambda event: event.__name__)
def test_every_event_says_who_sees_it(event: type[Event]) -> None:
    """CAM-unit-7: fog fails closed: an event that says nothing is shown to nobody."""
    assert is_said(event)


@pytest.mark.parametrize("side", SIDES)
def test_the_public_knows_no_more_than_any_one_side(match: Match, side: Side) -> None:
    """CAM-unit-7: positions that are alike to one side are alike to spectators."""
    rules = match.rules
    for number, state in enumerate(positions(match)):
        other = disguised(match, state, side, random.Random(f"public/{side}/{number}"))
        here, there = rules.known(state, PUBLIC), rules.known(other, PUBLIC)
        assert canonical(rules.dump(there)) == canonical(rules.dump(here))
        assert rules.view(there, PUBLIC).model_dump_json() == rules.view(here, PUBLIC).model_dump_json()
        assert all(block.unseen for block in here.pieces.blocks.values())


def test_spectators_read_of_no_block_that_one_side_does_not_read_of(match: Match) -> None:
    """CAM-unit-7: a public form names only what both sides' forms name, and shows no veiled dice."""
    rules: Any = match.rules
    state = rules.start()
    told = 0
    for event in match.events():
        shown = rules.show(state, event, PUBLIC)
        if shown is not None:
            named = _blocks_in(rules, shown)
            for side in SIDES:
                mine = rules.show(state, event, side)
                assert mine is not None
                assert named <= _blocks_in(rules, mine), event.kind
            assert not any(roll.veiled for roll in shown.rolls)
            told += 1
        state = rules.apply(state, event)
    assert told > 200


def _blocks_in(rules: Any, event: Event) -> set[str]:
    words = re.findall(r'"([FPRSA]\d{3})"', canonical(rules.write_event(event)))
    return {word for word in words if word in rules.context.roster}
