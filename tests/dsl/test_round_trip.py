"""What is printed is read back as the same order, on one line and wrapped."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings

from adjudicator.core.orders import Answer, Conditional, Standing, Text
from adjudicator.core.types import UMPIRE, Order, Side
from adjudicator.play.match.reading import read_text, wrapped, write_order
from tests.dsl import any_orders as any_

TRIES = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def bare(order: Any) -> Any:
    """An order without the side, seat and line that reading fills in."""
    change: dict[str, Any] = {"side": Side(""), "seat": "", "line": 0}
    if isinstance(order, Conditional):
        change["then"] = bare(order.then)
        change["otherwise"] = bare(order.otherwise) if order.otherwise is not None else None
    return order.model_copy(update=change)


def read_back(text: str, side: Side) -> Text:
    read = read_text(any_.RULES, any_.RULES.known(any_.START, side), side, "", text)
    assert not read.problems, "\n".join(problem.show() for problem in read.problems)
    return read


def printed(order: Order, side: Side) -> str:
    return write_order(any_.RULES, any_.RULES.known(any_.START, side), side, order)


@TRIES
@given(any_.orders)
def test_orders_read_back_as_printed(order: Order) -> None:
    words = printed(order, any_.FRENCH)
    (again,) = read_back(words, any_.FRENCH).orders
    assert bare(again) == order
    assert again.line == 1
    assert again.side == any_.FRENCH


@TRIES
@given(any_.orders)
def test_wrapped_orders_keep_to_the_column_and_read_back(order: Order) -> None:
    lines = wrapped(printed(order, any_.FRENCH))
    assert all(len(line) <= 66 for line in lines)
    (again,) = read_back("\n".join(lines), any_.FRENCH).orders
    assert bare(again) == order


@TRIES
@given(any_.standing())
def test_standing_orders_read_back_as_printed(order: Standing) -> None:
    words = printed(order, any_.FRENCH)
    (again,) = read_back(f"standing orders\n{words}", any_.FRENCH).standing or ()
    assert bare(again) == order


@TRIES
@given(any_.standing())
def test_wrapped_standing_orders_read_back(order: Standing) -> None:
    lines = wrapped(printed(order, any_.FRENCH), "  ", "    ")
    assert all(len(line) <= 66 for line in lines)
    (again,) = read_back("\n".join(["standing orders", *lines]), any_.FRENCH).standing or ()
    assert bare(again) == order


@TRIES
@given(any_.answers)
def test_answers_read_back_as_printed(answer: Answer) -> None:
    (again,) = read_back(printed(answer, any_.FRENCH), any_.FRENCH).answers
    assert bare(again) == answer


@TRIES
@given(any_.changes)
def test_an_umpires_changes_read_back_as_printed(change: Order) -> None:
    (again,) = read_back(printed(change, UMPIRE), UMPIRE).orders
    assert bare(again) == change


def test_a_break_never_makes_a_relation_look_like_a_quoted_line() -> None:
    words = "if Albert is at 0101 and (Albert is at 0101 and French morale > 0): pass"
    lines = wrapped(words)
    assert len(lines) == 2
    assert lines[1] == "morale > 0): pass"
    (again,) = read_back("\n".join(lines), any_.FRENCH).orders
    assert printed(again, any_.FRENCH) == words
