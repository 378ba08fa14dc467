"""The engine, with Outposts: pauses, keys, endings, standing orders that are frozen, sides that are heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from outposts.game import BLUE, RED, FallBack, Hold, March, Outposts, State

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.engine import Position, Step, StepTexts, run_step
from adjudicator.core.errors import ProgramError
from adjudicator.core.events import MatchEnded, TextsOpened
from adjudicator.core.orders import AskMe, Orders, Standing
from adjudicator.core.ruleset import Game, Phase, Telling
from adjudicator.core.types import Ask, Decision, Ending, Order, RuleId, Side, Wait

RULES = Outposts()


def started(*, blue_reserve: int = 1, red_reserve: int = 6) -> State:
    """The position after set-up; a low die keeps a reserve at home, a high one puts it on the bridge."""
    reserves = ScriptedDice({"Blue/reserve": (blue_reserve,), "Red/reserve": (red_reserve,)})
    return run_step(RULES, Position(RULES.start()), StepTexts(), reserves).position.state


def texts(*orders: Order, standing: Sequence[Standing] = (), **more: Any) -> StepTexts:
    placed = tuple(order.model_copy(update={"side": BLUE, "line": n}) for n, order in enumerate(orders, start=1))
    return StepTexts(Orders({BLUE: placed}, {RED: tuple(standing)}), **more)


def dice() -> ScriptedDice:
    """Every attack fails."""
    return ScriptedDice({"1/Blue": (1,), "2/Blue": (1,)}, otherwise=6)


ATTACK = (March(company="Blue-1", to="bridge"), March(company="Blue-2", to="bridge"))


def when_attacked(choice: Any) -> Standing:
    return Standing(decision="any", moment="attacked", choice=choice)


def attack(state: State, *, standing: Sequence[Standing] = ()) -> Step[State]:
    return run_step(RULES, Position(state), texts(*ATTACK, standing=standing), dice())


def test_a_decision_that_nobody_answered_pauses_the_phase() -> None:
    step = attack(started())
    assert step.position.paused is not None
    assert [d.key for d in step.position.paused.open] == ["T1/Blue-1/1/bridge"]
    assert step.stopped is None


def test_a_paused_phase_goes_on_where_it_stopped_within_one_process() -> None:
    begun = 0

    class Counting(Outposts):
        def next(self, state: State) -> Wait | Phase[State] | Ending:
            following = super().next(state)
            if not isinstance(following, Phase):
                return following

            def run(game: Game[State], orders: Orders, dice: Any) -> Telling:
                nonlocal begun
                begun += 1
                yield from following.run(game, orders, dice)

            return replace(following, run=run)

    rules = Counting()
    first = run_step(rules, Position(started()), texts(*ATTACK), dice())
    assert begun == 1
    assert first.position.paused is not None
    key = first.position.paused.open[0].key
    second = run_step(rules, first.position, StepTexts(answers={key: Hold()}), dice())
    assert begun == 1, "the phase was told from its start again"
    assert second.position.paused is not None

    elsewhere = replace(first.position, paused=replace(first.position.paused))
    again = run_step(rules, elsewhere, StepTexts(answers={key: Hold()}), dice())
    assert begun == 2, "another process tells it once more"
    assert again.events == second.events
    assert again.position.state == second.position.state


def test_both_ways_of_going_on_end_alike_after_many_pauses() -> None:
    def played(keep: bool) -> list[Step[State]]:
        steps = [attack(started(red_reserve=6))]
        while (paused := steps[-1].position.paused) is not None:
            position = steps[-1].position
            if not keep:
                held = type(paused.held)()
                position = replace(position, paused=replace(paused, held=held))
            answers = {decision.key: Hold() for decision in paused.open}
            steps.append(run_step(RULES, position, StepTexts(answers=answers), dice()))
        return steps

    kept, told_again = played(True), played(False)
    assert [step.events for step in kept] == [step.events for step in told_again]
    assert kept[-1].position.state == told_again[-1].position.state
    assert len(kept) == 3


def test_standing_orders_are_frozen_while_a_phase_is_paused() -> None:
    first = attack(started(red_reserve=6))
    assert first.position.paused is not None
    answers = {first.position.paused.open[0].key: Hold()}
    new = texts(standing=[when_attacked(FallBack())], answers=answers)
    second = run_step(RULES, first.position, new, dice())
    assert second.position.paused is not None, "the section that came during the pause decided the second attack"


def test_a_standing_order_decides_and_ask_me_asks() -> None:
    fell_back = attack(started(), standing=[when_attacked(FallBack())])
    assert fell_back.position.paused is None
    assert [r.source for r in fell_back.resolved] == ["standing"]
    assert attack(started(), standing=[when_attacked(AskMe())]).position.paused is not None


class Odd(Outposts):
    """Outposts with a phase of its own in the place of the marches."""

    def __init__(self, tale: Any) -> None:
        self.tale = tale

    def next(self, state: State) -> Wait | Phase[State] | Ending:
        following = super().next(state)
        if isinstance(following, Phase) and following.side == BLUE:
            return replace(following, run=lambda game, orders, dice: self.tale(game))
        return following


def asked(key: str) -> Decision:
    return Decision(key=key, kind="stand", side=RED, rule=RuleId("OUT-3"), question="?", default=Hold())


def test_a_key_that_is_used_twice_is_our_own_mistake() -> None:
    def tale(game: Game[State]) -> Telling:
        yield Ask(decisions=(asked("T1/x"),))
        yield Ask(decisions=(asked("T1/x"),))

    with pytest.raises(ProgramError, match="T1/x was asked twice"):
        run_step(Odd(tale), Position(started()), texts(), ScriptedDice({}))


def test_a_key_of_the_history_is_not_used_again() -> None:
    def tale(game: Game[State]) -> Telling:
        yield Ask(decisions=(asked("T1/x"),))

    with pytest.raises(ProgramError, match="asked twice"):
        run_step(Odd(tale), Position(started()), texts(), ScriptedDice({}), asked=frozenset({"T1/x"}))


def test_the_end_of_the_match_closes_the_phase_that_told_it() -> None:
    ending = Ending(winner=BLUE, level="early", reason="it was enough", rule=RuleId("OUT-5"))

    def tale(game: Game[State]) -> Telling:
        yield MatchEnded(rule=RuleId("OUT-5"), ending=ending)
        raise AssertionError("the phase went on after the end")

    step = run_step(Odd(tale), Position(started()), texts(), ScriptedDice({}))
    assert step.stopped == ending
    assert isinstance(step.events[-1], MatchEnded)


def test_a_wait_may_hear_the_passive_side() -> None:
    class Hearing(Outposts):
        def next(self, state: State) -> Wait | Phase[State] | Ending:
            following = super().next(state)
            return following.model_copy(update={"hears": (RED,)}) if isinstance(following, Wait) else following

    step = run_step(Hearing(), Position(started()), texts(), ScriptedDice({}))
    opened = step.events[0]
    assert isinstance(opened, TextsOpened)
    assert (opened.sides, opened.heard) == ((BLUE,), (Side("Red"),))
