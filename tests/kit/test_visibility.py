"""Fog fails closed: every event of every rule system says who sees it, and one that says nothing is shown to nobody."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from adjudicator import rulesets
from adjudicator.core.types import PUBLIC, UMPIRE, Event, RuleId, Side
from adjudicator.core.visibility import everybody, is_said, owner, umpire_only

GAMES = [scenario.name for scenario in rulesets.catalogue() if scenario.ruleset in ("campaign1813", "vv1813")]
GAMES += ["la-belle-alliance", "leipzig", "dresden-battle"]


def events_of(game: str) -> list[type[Event]]:
    return sorted(rulesets.load(game, {}).event_types(), key=lambda event: event.__name__)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_says_who_sees_it(game: str) -> None:
    silent = [event.__name__ for event in events_of(game) if not is_said(event)]
    assert silent == []
    assert len(events_of(game)) > 30


class Silent(Event):
    """An event whose author thought of everything but who sees it."""

    kind: Literal["silent"] = "silent"
    rule: RuleId = RuleId("GENERAL")
    side: Side = Side("French")


class Loud(Silent, seen_by=everybody):
    """Seen by all."""


class Own(Silent, seen_by=owner):
    """Seen by its side."""


class Secret(Silent, seen_by=umpire_only):
    """Seen by nobody, on purpose."""


@pytest.mark.parametrize("game", GAMES)
def test_an_event_that_says_nothing_is_shown_to_nobody_but_the_umpire(game: str) -> None:
    rules: Any = rulesets.load(game, {})
    assert not is_said(Silent)
    assert is_said(Secret)
    watchers = (*rules.sides, PUBLIC, UMPIRE)
    for event, seen_by in (
        (Silent(), {UMPIRE}),
        (Secret(), {UMPIRE}),
        (Own(), {"French", UMPIRE}),
        (Loud(), set(watchers)),
    ):
        assert {side for side in watchers if rules.show(rules.start(), event, side) is not None} == seen_by
