"""Positions to JSON and back, without a line of code in a rule system."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from outposts.game import March, Outposts

from adjudicator.core.canon import canonical
from adjudicator.core.errors import ProgramError
from adjudicator.core.orders import Compare, Conditional
from adjudicator.core.types import Ending, Order, RuleId, Side
from adjudicator.kit.positions import Loader, dump

RULES = Outposts()


@dataclass(frozen=True)
class Unit:
    KEY: ClassVar[str] = "id"
    id: str
    place: str | None = None
    steps: int = 2


@dataclass(frozen=True)
class Sample:
    """Everything that a position may be made of."""

    turn: int = 0
    stage: Literal["", "day", "night"] = ""
    units: Mapping[str, Unit] = field(default_factory=dict)
    lost: Mapping[Side, int] = field(default_factory=dict)
    by_turn: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    moved: frozenset[str] = frozenset()
    pairs: tuple[tuple[str, int], ...] = ()
    ratio: Fraction | None = None
    plans: tuple[Order, ...] = ()
    ending: Ending | None = None
    game: Any = None


words = st.text(st.characters(codec="utf-8"), max_size=6)
units = st.builds(Unit, words, st.none() | words, st.integers(0, 3))
marches = st.builds(March, company=words, to=words, line=st.integers(0, 9))
conditions = st.builds(Compare, track=words, relation=st.just(">="), number=st.integers(0, 9))
orders = marches | st.builds(Conditional, condition=conditions, then=marches)
samples = st.builds(
    Sample,
    turn=st.integers(0, 20),
    stage=st.sampled_from(["", "day", "night"]),
    units=st.lists(units).map(lambda found: {unit.id: unit for unit in found}),
    lost=st.dictionaries(words.map(Side), st.integers()),
    by_turn=st.dictionaries(st.integers(0, 9), st.lists(words).map(tuple)),
    moved=st.frozensets(words),
    pairs=st.lists(st.tuples(words, st.integers())).map(tuple),
    ratio=st.none() | st.fractions(),
    plans=st.lists(orders).map(tuple),
    ending=st.none() | st.builds(Ending, winner=st.none(), level=words, reason=words, rule=st.just(RuleId("X"))),
    game=st.none() | units,
)


@given(samples)
def test_what_is_written_is_read_back(sample: Sample) -> None:
    plain = json.loads(canonical(dump(sample)))
    assert Loader(RULES.read_order, {"game": Unit | None}).load(Sample, plain) == sample


def test_what_stands_at_its_default_is_left_out() -> None:
    assert dump(Sample(units={"a": Unit("a")})) == {"units": {"a": {}}}


def test_a_set_is_written_in_order() -> None:
    assert dump(Sample(moved=frozenset("cab"))) == {"moved": ["a", "b", "c"]}


def test_what_has_no_place_in_json_is_our_own_mistake() -> None:
    with pytest.raises(ProgramError, match="complex"):
        dump(Sample(game=1j))


def test_the_position_of_a_game_survives_the_journey() -> None:
    start = RULES.start()
    assert RULES.load(json.loads(canonical(RULES.dump(start)))) == start
