"""Standing orders by scope: the narrowest line that fits, then one with a place or a condition, then the first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from outposts.game import FallBack, Hold

from adjudicator.core.orders import AskMe, Compare, Standing
from adjudicator.core.types import Choice, Decision, RuleId, Side
from adjudicator.kit.standing import chosen_by_standing_order

CORPS = {"iii": ("friant", "gudin")}
DECISION = Decision(
    key="T1/x",
    kind="stand",
    moments=("attacked",),
    side=Side("Red"),
    rule=RuleId("OUT-3"),
    question="?",
    default=Hold(),
    place="bridge",
    places=("mill",),
    units=("friant",),
)
SORTS = {"stand": (Hold, FallBack)}


def scope(name: str, decision: Decision) -> int | None:
    if name in decision.units:
        return 0
    return 1 if set(CORPS.get(name, ())) & set(decision.units) else None


def line(choice: Choice, **more: Any) -> Standing:
    return Standing(decision=more.pop("decision", "any"), choice=choice, **more)


def chosen(orders: Sequence[Standing], *, so: bool = True, legal: Any = lambda choice: True) -> Choice | None:
    return chosen_by_standing_order(orders, DECISION, SORTS, holds=lambda _: so, legal=legal, scope=scope)


IF_LATE = Compare(track="turn", relation=">=", number=5)


@pytest.mark.parametrize(
    "orders",
    [
        [line(Hold()), line(FallBack(), unit="friant")],
        [line(Hold(), unit="iii"), line(FallBack(), unit="friant")],
        [line(Hold()), line(FallBack(), unit="iii")],
        [line(Hold()), line(FallBack(), place="bridge")],
        [line(Hold()), line(FallBack(), place="mill")],
        [line(Hold()), line(FallBack(), condition=IF_LATE)],
        [line(FallBack()), line(Hold())],
        [line(Hold(), unit="gudin"), line(FallBack())],
        [line(Hold(), place="farm"), line(FallBack())],
        [line(Hold(), moment="bombarded"), line(FallBack(), moment="attacked")],
        [line(Hold(), decision="losses"), line(FallBack(), decision="stand")],
    ],
)
def test_the_line_that_fits_best_counts(orders: list[Standing]) -> None:
    assert chosen(orders) == FallBack()


def test_a_line_whose_condition_does_not_hold_leaves_the_word_to_the_next() -> None:
    assert chosen([line(Hold(), condition=IF_LATE), line(FallBack())], so=False) == FallBack()


def test_what_is_not_legal_now_leaves_the_word_to_the_next() -> None:
    orders = [line(Hold(), unit="friant"), line(FallBack())]
    assert chosen(orders, legal=lambda choice: isinstance(choice, FallBack)) == FallBack()


def test_ask_me_is_never_illegal() -> None:
    assert chosen([line(AskMe())], legal=lambda choice: False) == AskMe()


def test_nothing_fits() -> None:
    assert chosen([line(Hold(), unit="gudin")]) is None
