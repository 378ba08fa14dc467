"""A wait may hear the passive side: it may revise its standing orders, and `standing orders: keep` is enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from outposts.game import Outposts, State

from adjudicator.core.events import Refused
from adjudicator.core.ruleset import Phase
from adjudicator.core.types import Ending, Wait
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.running import run
from adjudicator.play.match.setup import default_tools
from adjudicator.play.match.submitting import submit
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.side_views import Whole


class Hearing(Outposts):
    """Outposts in which the side that does not march is heard before the other marches."""

    def next(self, state: State) -> Wait | Phase[State] | Ending:
        """Each wait for orders hears the other side."""
        following = super().next(state)
        if not isinstance(following, Wait):
            return following
        others = tuple(side for side in self.sides if side not in following.sides)
        return following.model_copy(update={"hears": others, "phase": f"{following.sides[0]} turn"})


def load(scenario: str, options: Mapping[str, str], *others: Any, **more: Any) -> Any:
    return Hearing()


def code(scenario: str, rules: Any) -> dict[str, str]:
    return {"engine": f"adjudicator 0 {'0' * 64}", "ruleset": f"outposts 1 {'0' * 64}"}


TOOLS = replace(default_tools(), load=load, folders=lambda scenario: {}, code=code)
HEAD = "match: m\nturn: 1\nphase: Blue turn\n"
BLUE = f"{HEAD}side: Blue\n\nmarch Blue 1st to bridge\n"


@pytest.fixture
def match(tmp_path: Path) -> Match:
    made = create("outposts", tmp_path / "m", name="m", seed="hearing", tools=TOOLS)
    run(made)
    return made


def send(match: Match, text: str) -> Any:
    return submit(match, text.encode(), "text.txt")


def test_a_run_waits_for_the_side_that_is_heard(match: Match) -> None:
    assert Whole(match.lines, match.history).awaiting() == ("Blue", "Red")
    send(match, BLUE)
    ran = run(match)
    assert ran.steps == []
    assert ran.gathered is not None
    assert ran.gathered.missing == ("Red",)


@pytest.mark.parametrize("words", ["standing orders: keep", "standing orders\n  when attacked: hold", "pass"])
def test_standing_orders_or_their_keeping_are_enough(match: Match, words: str) -> None:
    send(match, BLUE)
    receipt = send(match, f"{HEAD}side: Red\n\n{words}\n")
    assert receipt.purpose.when == "now"
    assert [step.number for step in run(match).steps] == [2]
    assert [event for event in match.history.steps[-1].events if isinstance(event, Refused)] == []
    assert verify_file(match.folder, tools=TOOLS).good


def test_keeping_leaves_in_force_what_was(match: Match) -> None:
    send(match, "match: m\nside: Red\n\nstanding orders\n  when attacked: fall back\n")
    before = Whole(match.lines, match.history).standing(match.history.rules.sides[1])
    send(match, BLUE)
    send(match, f"{HEAD}side: Red\n\nstanding orders: keep\n")
    run(match)
    assert Whole(match.lines, match.history).standing(match.history.rules.sides[1]) == before != ()


def test_an_order_of_the_side_that_is_heard_is_refused(match: Match) -> None:
    send(match, BLUE)
    send(match, f"{HEAD}side: Red\n\nmarch Red 1st to bridge\n")
    run(match)
    refused = [event for event in match.history.steps[-1].events if isinstance(event, Refused)]
    assert [(event.side, event.line) for event in refused] == [("Red", 6)]
    assert "only your standing orders are heard" in refused[0].reason


def test_the_umpire_may_go_on_without_it(match: Match) -> None:
    send(match, BLUE)
    ran = run(match, ("Red",))
    assert [step.number for step in ran.steps] == [2]
    assert ran.steps[0].without == ("Red",)


def test_keeping_and_giving_new_ones_is_a_contradiction(match: Match) -> None:
    receipt = send(match, f"{HEAD}side: Red\n\nstanding orders: keep\n  when attacked: hold\n")
    assert "keeps the standing orders and gives new ones" in receipt.problems[0].reason
