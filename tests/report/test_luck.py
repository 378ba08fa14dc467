"""Luck: dice counted by side and kind, against what fair dice bring."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from adjudicator.report.luck import higher_than, luck, sums

WAYS = {
    "luck": {
        "combat_resolved": {"title": "Combat", "better": "high"},
        "fatigue": {"side": "owner", "better": "low"},
    }
}


def event(kind: str, *faces: int, sides: int | list[int] = 6, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "rolls": [{"label": "T1/x", "sides": sides, "faces": list(faces)}], **fields}


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (2, 6), (3, 6), (2, 10)])
def test_sums_are_those_of_every_throw(dice: int, sides: int) -> None:
    every = [sum(faces) for faces in product(range(1, sides + 1), repeat=dice)]
    assert list(sums(dice, sides)) == [every.count(total) for total in range(dice, dice * sides + 1)]


def test_higher_than_counts_half_of_those_alike() -> None:
    every = [sum(faces) for faces in product(range(1, 7), repeat=2)]
    for total in range(3, 12):
        lower = sum(1 for one in every if one < total) + Fraction(every.count(total), 2)
        assert higher_than(2, 6, total) == round(100 * lower / 36)


def test_dice_are_counted_by_side_and_kind() -> None:
    events = [
        event("combat_resolved", 6, 6, side="French"),
        event("combat_resolved", 5, 4, side="French"),
        event("combat_resolved", 1, 2, side="Coalition"),
        event("ney_tested", 3),
    ]
    found = luck(events, WAYS)
    assert [(one.title, one.side, one.rolls, one.dice, one.total) for one in found] == [
        ("Combat", "Coalition", 1, 2, 3),
        ("Combat", "French", 2, 4, 21),
        ("Ney tested", "", 1, 1, 3),
    ]
    french = found[1]
    assert (french.mean, french.fair, french.over, french.faces) == ("5.25", "3.5", "+7.0", (0, 0, 0, 1, 1, 2))
    assert french.verdict == f"luckier than {higher_than(4, 6, 21)} in 100"
    assert found[2].verdict.startswith("higher than")


def test_low_dice_are_luck_where_the_rules_say_so() -> None:
    (found,) = luck([event("fatigue", 1, owner="French")], WAYS)
    assert (found.side, found.beats) == ("French", 100 - higher_than(1, 6, 1))


def test_shuffles_and_dice_not_shown_do_not_count() -> None:
    assert luck([event("laid", 3, 1, sides=[3, 2]), event("scouted", side="French")], WAYS) == ()
