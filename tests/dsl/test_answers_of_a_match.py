"""Whatever a match asks can be answered in the order language: each possibility is printed, read back and legal."""

from __future__ import annotations

import pytest

from adjudicator.play.match.reading import read_text, write_order
from adjudicator.rulesets.vv1813.decisions import fitted
from adjudicator.rulesets.vv1813.orders import Reveal
from tests.support.random_player import Match, RandomPlayer

STEPS = 60


@pytest.mark.parametrize("scenario", ["bautzen", "lutzen"])
def test_every_possibility_of_a_random_match_is_an_answer(scenario: str) -> None:
    match = Match.begin("answers", scenario=scenario)
    asked: set[str] = set()
    for number, _ in enumerate(match.play_out(RandomPlayer("answers", asks=50))):
        state, paused = match.position.state, match.position.paused
        for decision in paused.open if paused else ():
            known = match.rules.known(state, decision.side)
            for choice in (decision.default, *decision.examples):
                words = write_order(match.rules, known, decision.side, choice)
                read = read_text(match.rules, known, decision.side, "", f"answer D{number}: {words}")
                (answer,) = read.answers
                again = fitted(decision, answer.choice)
                if isinstance(again, Reveal) and isinstance(choice, Reveal):
                    assert again.marker == choice.marker
                else:
                    assert again == choice, words
                assert not read.problems
                asked.add(decision.kind)
        if number > STEPS:
            break
    assert {"head", "support", "cossacks"} <= asked
