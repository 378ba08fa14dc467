"""A turn that pauses: with the same dice, an answer gives the same events as a standing order or the default."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.dice import ScriptedDice, SeededDice
from adjudicator.core.engine import DivergedError, Position, StepTexts, run_step
from adjudicator.core.events import PhaseBegan
from adjudicator.core.orders import AskMe, Orders, Standing
from adjudicator.core.pausing import Resolved
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import Choice, Decision, Event, Order, Side, Wait
from tests.support.random_player import RandomPlayer
from tests.support.written_match import Table

SIDES = (Side("French"), Side("Coalition"))
ASK_ALL = {side: (Standing(side=side, decision="any", choice=AskMe(side=side)),) for side in SIDES}


@pytest.fixture(scope="module")
def rules() -> Ruleset[Any]:
    loaded: Ruleset[Any] = rulesets.load("bautzen", {})
    return loaded


def one_die(face: int) -> ScriptedDice:
    return ScriptedDice({}, otherwise=face)


class Told:
    """What a step brought, pauses and all."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.resolved: dict[str, Resolved] = {}
        self.asked: list[Decision] = []
        self.pauses = 0


def at_once(rules: Ruleset[Any], state: Any, orders: Orders, face: int) -> tuple[Told, Any]:
    """The step without a pause: standing orders and defaults decide."""
    told = Told()
    step = run_step(rules, Position(state), StepTexts(orders), one_die(face))
    assert step.position.paused is None
    told.events += step.events
    told.resolved |= {r.decision.key: r for r in step.resolved}
    return told, step.position.state


def with_pauses(
    rules: Ruleset[Any], state: Any, orders: Orders, face: int, chance: random.Random | None
) -> tuple[Told, Any]:
    """The step with every decision asked; answers are the default, or any of the examples."""
    told, position, texts = Told(), Position(state), StepTexts(orders)
    while True:
        step = run_step(rules, position, texts, one_die(face))
        told.events += step.events
        told.resolved |= {r.decision.key: r for r in step.resolved}
        position = step.position
        if position.paused is None:
            return told, position.state
        told.pauses += 1
        told.asked += position.paused.open
        answers = {d.key: _choose(rules, position.state, d, chance) for d in position.paused.open}
        texts = StepTexts(orders, answers)


def _choose(rules: Ruleset[Any], state: Any, decision: Decision, chance: random.Random | None) -> Choice:
    legal = [c for c in decision.examples if rules.allows(state, decision, c).value] if chance else []
    return chance.choice(legal) if chance and legal else decision.default


def turns(rules: Ruleset[Any], seed: str, count: int, face: int) -> list[tuple[Any, Mapping[Side, tuple[Order, ...]]]]:
    """Positions of a match and random orders for them."""
    player = RandomPlayer(seed, asks=0)
    position: Position[Any] = Position(rules.start())
    position = run_step(rules, position, StepTexts(), one_die(face)).position
    found: list[tuple[Any, Mapping[Side, tuple[Order, ...]]]] = []
    for _ in range(count):
        wait = rules.next(position.state)
        if not isinstance(wait, Wait):
            break
        by_side = {s: tuple(player.orders(Table(rules, position), s)) for s in wait.sides}  # type: ignore[arg-type]
        found.append((position.state, by_side))
        position = run_step(rules, position, StepTexts(Orders(by_side=by_side)), one_die(face)).position
    return found


@pytest.mark.parametrize("seed", range(3))
def test_asked_and_answered_by_the_default_is_as_if_nobody_had_been_asked(rules: Ruleset[Any], seed: int) -> None:
    face, pauses = seed % 6 + 1, 0
    for state, by_side in turns(rules, f"default/{seed}", 4, face):
        plain, end = at_once(rules, state, Orders(by_side=by_side), face)
        asked, same = with_pauses(rules, state, Orders(by_side=by_side, standing=ASK_ALL), face, None)
        assert asked.events == plain.events
        assert rules.dump(same) == rules.dump(end)
        assert all(r.source == "answer" for r in asked.resolved.values())
        pauses += asked.pauses
    assert pauses >= 2


def test_an_answer_is_as_good_as_a_standing_order(rules: Ruleset[Any]) -> None:
    """Answers chosen at random, then written as standing orders: where those settle alike, the events are alike."""
    compared = answered = 0
    for seed in range(4):
        chance, face = random.Random(f"standing/{seed}"), seed % 6 + 1
        for state, by_side in turns(rules, f"standing/{seed}", 4, face):
            orders = Orders(by_side=by_side, standing=ASK_ALL)
            asked, end = with_pauses(rules, state, orders, face, chance)
            standing = {side: tuple(_standing(asked, side)) for side in SIDES}
            plain, same = at_once(rules, state, Orders(by_side=by_side, standing=standing), face)
            if {k: r.choice for k, r in plain.resolved.items()} != {k: r.choice for k, r in asked.resolved.items()}:
                continue
            assert plain.events == asked.events
            assert rules.dump(same) == rules.dump(end)
            compared += asked.pauses > 0
            answered += sum(r.source == "standing" for r in plain.resolved.values())
    assert compared >= 3
    assert answered >= 5


def _standing(told: Told, side: Side) -> list[Standing]:
    return [
        Standing(
            side=side,
            decision=d.kind,
            place=d.place,
            unit=d.units[0] if d.units else "",
            choice=told.resolved[d.key].choice,
        )
        for d in told.asked
        if d.side == side
    ]


# --- new links after a pause -----------------------------------------------------------------------------------


def paused_step(rules: Ruleset[Any]) -> tuple[Any, StepTexts]:
    """A position and orders whose combat asks for its head unit before the dice fall."""
    for seed in range(20):
        for state, by_side in turns(rules, f"pause/{seed}", 4, 3):
            texts = StepTexts(Orders(by_side=by_side, standing=ASK_ALL))
            step = run_step(rules, Position(state), texts, one_die(3))
            if step.position.paused is not None and step.position.paused.open[0].kind == "head":
                return state, texts
    raise AssertionError("no random turn asked for a head unit")


def test_dice_before_the_pause_come_from_the_earlier_seed_and_those_after_from_the_new_one(rules: Ruleset[Any]) -> None:
    state, texts = paused_step(rules)
    first = run_step(rules, Position(state), texts, SeededDice(b"a" * 32, b"v" * 32), b"a" * 32)
    paused = first.position.paused
    assert paused is not None
    answers = {d.key: d.default for d in paused.open}
    again = StepTexts(texts.orders, answers)
    ends = {}
    for seed in (b"b" * 32, b"c" * 32):
        step = run_step(rules, first.position, again, SeededDice(seed, b"v" * 32), seed)
        ends[seed] = step.events
        assert not {r.label for e in step.events for r in e.rolls} & {r.label for e in first.events for r in e.rolls}
    assert ends[b"b" * 32] != ends[b"c" * 32]


def test_a_phase_that_does_not_tell_what_is_on_record_is_found_out(rules: Ruleset[Any]) -> None:
    from dataclasses import replace

    state, texts = paused_step(rules)
    first = run_step(rules, Position(state), texts, one_die(3))
    paused = first.position.paused
    assert paused is not None
    other = PhaseBegan(rule=paused.events[0].rule, phase="T9/elsewhere", title="elsewhere")
    forged = replace(first.position, paused=replace(paused, events=(other, *paused.events[1:])))
    answers = {d.key: d.default for d in paused.open}
    with pytest.raises(DivergedError):
        run_step(rules, forged, StepTexts(texts.orders, answers), one_die(3))
