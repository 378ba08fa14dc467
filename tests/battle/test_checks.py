"""Cascades: in order, nobody twice, always an end."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.battle.checks import Check, cascade, nearest_first

units = st.integers(0, 6)
spreading = st.dictionaries(units, st.lists(units, max_size=5))


def checks(spreads: Mapping[int, Iterable[int]], told: list[int]) -> Check[int, int, bool | None]:
    def check(unit: int) -> Generator[int, bool | None, Iterable[int]]:
        fails = yield unit
        told.append(unit)
        return spreads.get(unit, ()) if fails is not False else ()

    return check


@given(st.lists(units), spreading)
def test_nobody_checks_twice_and_everybody_named_checks(named: list[int], spreads: dict[int, list[int]]) -> None:
    told: list[int] = []
    for _ in cascade(named, checks(spreads, told)):
        pass
    assert len(told) == len(set(told))
    reached = set(named)
    while more := {unit for one in reached for unit in spreads.get(one, ())} - reached:
        reached |= more
    assert set(told) == reached


def test_results_go_to_the_end_of_the_queue() -> None:
    told: list[int] = []
    list(cascade([1, 2], checks({1: [3, 4], 2: [5]}, told)))
    assert told == [1, 2, 3, 4, 5]


def test_a_check_that_is_passed_spreads_no_further() -> None:
    telling = cascade([1], checks({1: [2]}, []))
    assert next(telling) == 1
    with pytest.raises(StopIteration) as end:
        telling.send(False)
    assert end.value.value == (1,)


def test_who_is_no_longer_in_good_order_is_passed_over_when_his_turn_comes() -> None:
    routed: set[int] = set()
    told: list[int] = []

    def check(unit: int) -> Generator[int, None, Iterable[int]]:
        yield unit
        told.append(unit)
        routed.add(2)
        return ()

    list(cascade([1, 2, 3], check, is_due=lambda unit: unit not in routed))
    assert told == [1, 3]


def test_the_order_of_a_cause() -> None:
    """R-85: distance from the cause, then the place in the stack, then the id."""
    far = {"a": 1, "b": 0, "c": 0, "d": 0}
    level = {"a": 0, "b": 1, "c": 0, "d": 1}
    assert nearest_first("abcd", far.__getitem__, level.__getitem__, str) == ("c", "b", "d", "a")
