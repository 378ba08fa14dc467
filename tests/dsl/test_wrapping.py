"""Wrapped lines are joined by layout and only if together they make exactly one order."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.orders import Conditional, Text
from adjudicator.core.types import Side
from adjudicator.play.match.reading import read_text
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, Losses, Move

RULES: Any = rulesets.load("bautzen", {})
KNOWN = RULES.known(RULES.start(), Side("French"))
LONG = "attack 1504 from 1403, 1503 head Compans support Artillery tactical"
"""Ends beyond column 66 with any word more."""


def read(text: str) -> Text:
    return read_text(RULES, KNOWN, Side("French"), "", text)


@pytest.mark.parametrize(
    "text",
    [
        "bombard 1205 with Artillery,\nDrouot",
        "bombard 1205 with Artillery,   # both batteries\n  Drouot",
        "bombard 1205 with \nArtillery, Drouot",
        "- bombard 1205 with Artillery,\n  Drouot",
    ],
)
def test_a_comma_or_a_flowed_blank_joins(text: str) -> None:
    found = read(text)
    assert not found.problems
    (order,) = found.orders
    assert isinstance(order, Bombard)
    assert [use.marker for use in order.markers] == ["artillery", "drouot"]
    assert order.line == 1


def test_an_arrow_joins_over_several_lines() -> None:
    (order,) = read("move Compans 1302 ->\n  1402 ->\n  1503\n").orders
    assert isinstance(order, Move)
    assert order.path == ("1402", "1503")


def test_a_full_line_joins_the_word_that_did_not_fit() -> None:
    found = read(f"{LONG}\nadvance Compans\nmove Bonnet to 1104")
    attack, move = found.orders
    assert isinstance(attack, Attack)
    assert attack.advance == ("compans",)
    assert (attack.line, move.line) == (1, 3)
    assert found.lines[1] == f"{LONG} advance Compans"


def test_a_short_line_is_not_joined() -> None:
    found = read("attack 1504 from 1403\nadvance Compans")
    assert [order.line for order in found.orders] == [1]
    (problem,) = found.problems
    assert problem.line == 2


def test_an_empty_line_separates() -> None:
    found = read("bombard 1205 with Artillery,\n\nDrouot")
    assert [order.line for order in found.orders] == [1]
    assert [problem.sort for problem in found.problems] == ["warning", "not understood"]


def test_a_line_without_a_known_verb_costs_no_neighbour_its_order() -> None:
    found = read(f"{LONG}\nmvoe Bonnet to 1104\nmove Friedrich to 1104,\nmvoe Bonnet to 1103\nmove Soult to 1104")
    assert [order.line for order in found.orders] == [1, 3, 5]
    errors = [problem for problem in found.problems if problem.severity == "error"]
    assert [(problem.line, problem.reason) for problem in errors] == [
        (2, '"mvoe" begins no order: move?'),
        (4, '"mvoe" begins no order: move?'),
    ]


def test_a_wrong_continuation_is_explained_as_one() -> None:
    found = read("attack 1504 from 1403,\n1503 haed Compans")
    (problem,) = [problem for problem in found.problems if problem.severity == "error"]
    assert (problem.line, problem.column) == (2, 6)
    assert problem.remedy == "Write: attack 1504 from 1403, 1503 head Compans"
    assert [order.line for order in found.orders] == [1]


def test_names_that_are_wrong_in_a_joined_order_are_pointed_at_in_their_own_line() -> None:
    found = read("move Compans,\n   Bonet to 1203")
    (problem,) = found.problems
    assert (problem.line, problem.column, problem.width) == (2, 4, 5)
    assert problem.text == "   Bonet to 1203"


def test_otherwise_may_follow_on_the_next_line() -> None:
    for gap in ("\n", "\n  ", "\n\n", "\n# perhaps\n"):
        found = read(f"if 1205 is empty: move Friedrich to 1205{gap}otherwise: move Friedrich to 1104")
        assert not found.problems
        (order,) = found.orders
        assert isinstance(order, Conditional)
        assert order.otherwise is not None
        assert order.otherwise.line == 1


def test_an_order_below_a_bare_condition_is_not_guessed() -> None:
    found = read("if 1205 is empty:\nmove Bonnet to 1104")
    assert not found.orders
    assert [(problem.line, problem.sort) for problem in found.problems] == [(1, "not understood"), (2, "ambiguous")]


def test_a_heading_may_be_the_end_of_a_wrapped_line() -> None:
    found = read("standing orders\n  if 0101 is empty and 0102 is held by the enemy: retreat before\n  combat\n")
    assert not found.problems
    assert len(found.standing or ()) == 1


def test_standing_orders_are_wrapped_too() -> None:
    found = read("standing orders\n  losses: Compans, Bonnet, Friedrich, Morand, Fontanelli first,\n    never Guard\n")
    assert not found.problems
    (order,) = found.standing or ()
    assert isinstance(order.choice, Losses)
    assert order.choice.policy.never == ("guard",)


def test_many_full_lines_are_read_in_reasonable_work() -> None:
    found = read("\n".join([LONG] * 300))
    assert len(found.orders) == 300
    assert not found.problems
