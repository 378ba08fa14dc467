"""Charts: exact columns, shifts that stop at the ends, dice of two digits, and rows that must be whole."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.battle.charts import (
    Chart,
    bands,
    chart_of_rows,
    chart_of_table,
    dice_of,
    dice_read,
    index_of,
    odds,
    scale_of,
)
from adjudicator.core.datafiles import Row
from adjudicator.core.errors import DataError

FIRE = """column,dice_lo,dice_hi,lost
under 1-2,11,66,0
1-2,11,61,0
1-2,62,66,1
1.5-1,11,41,0
1.5-1,42,66,1
2-1,11,32,0
2-1,33,65,1
2-1,66,66,2
"""


def rows(text: str) -> list[Row]:
    head, *lines = [line.split(",") for line in text.strip().splitlines()]
    return [Row("chart.csv", n, dict(zip(head, line, strict=True))) for n, line in enumerate(lines, start=2)]


def fire(text: str = FIRE) -> Chart[int]:
    return chart_of_rows(rows(text), lambda row: int(row.values["lost"]), tens=True)


def test_odds_fall_to_the_next_lower_column() -> None:
    """LB-21.3: 14 to 9 is read at 1.5-1."""
    found = fire().read(Fraction(14, 9), 43)
    assert (found.column, found.row, found.result) == ("1.5-1", "42-66", 1)


@pytest.mark.parametrize(
    ("value", "column"),
    [
        (Fraction(1, 3), "under 1-2"),
        (Fraction(1, 2), "1-2"),
        (Fraction(1499, 1000), "1-2"),
        (Fraction(3, 2), "1.5-1"),
        (Fraction(2), "2-1"),
        (Fraction(50), "2-1"),
    ],
)
def test_bands_begin_exactly(value: Fraction, column: str) -> None:
    assert fire().read(value, 11).column == column


def test_shifts_stop_at_the_ends() -> None:
    chart = fire()
    left = chart.read(Fraction(2), 66, shift=-9)
    assert (left.column, left.reached, left.shift) == ("under 1-2", "2-1", -3)
    assert left.because == "column under 1-2, 3 to the left of 2-1, roll 66"
    assert chart.read(Fraction(2), 66, shift=2).because == "column 2-1, roll 66"
    assert chart.read_at(chart.columns.named("1-2"), 11, shift=1).column == "1.5-1"


def test_a_reading_explains_itself() -> None:
    found = fire().read(Fraction(2), 66).finding("LB-21.4", "losses")
    assert (found.value, found.rule, found.because, found.label) == (2, "LB-21.4", "column 2-1, roll 66", "losses")


@pytest.mark.parametrize(
    ("dice", "by", "result"),
    [(43, 4, 51), (43, -4, 35), (16, 1, 21), (21, -1, 16), (36, -3, 33), (43, -6, 33), (55, 15, 66), (13, -6, 11)],
)
def test_two_dice_are_reckoned_in_sixes(dice: int, by: int, result: int) -> None:
    assert dice_of(index_of(dice) + by) == result


@given(st.integers(0, 35))
def test_reading_and_number_are_the_same(index: int) -> None:
    dice = dice_of(index)
    assert index_of(dice) == index
    assert dice_read(divmod(dice, 10)) == dice


@pytest.mark.parametrize("dice", [10, 17, 70, 0, 7])
def test_what_no_dice_show_is_no_reading(dice: int) -> None:
    with pytest.raises(ValueError):
        index_of(dice)


@given(st.fractions(0, 12), st.sampled_from([dice_of(i) for i in range(36)]), st.integers(-5, 5))
def test_every_reading_is_in_the_chart(value: Fraction, roll: int, shift: int) -> None:
    chart = fire()
    found = chart.read(value, roll, shift)
    column = [line for line in rows(FIRE) if line.values["column"] == found.column]
    match = [r for r in column if int(r.values["dice_lo"]) <= roll <= int(r.values["dice_hi"])]
    assert [int(r.values["lost"]) for r in match] == [found.result]


def test_a_table_of_strengths_and_totals() -> None:
    chart = chart_of_table(rows("strength,2,3,4\n1,0,0,1\n2,0,1,2\n"), "strength", int)
    assert chart.read(1, 4).result == 1
    assert chart.read(7, 3).result == 1
    assert chart.read(2, 9).result == 2
    assert chart.read(2, 3).row == "3"


def test_a_scale_has_one_value_for_each_band() -> None:
    steps, values = scale_of({"1/2": -6, "1/1": -3, "5/1": 9})
    assert [values[steps.find(odds)] for odds in (Fraction(1, 9), Fraction(3, 4), 1, 4, 5, 90)] == [
        -6,
        -6,
        -3,
        -3,
        9,
        9,
    ]


@pytest.mark.parametrize("text", ["1-0", "two-1", "", "1-2-3"])
def test_odds_that_are_none(text: str) -> None:
    with pytest.raises((ValueError, ZeroDivisionError)):
        odds(text)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("1-2,62,66,1", "1-2,63,66,1", "After 61 comes 63."),
        ("1-2,62,66,1", "1-2,61,66,1", "After 61 comes 61."),
        ("1-2,62,66,1", "1-2,62,65,1", "This column covers the rolls 11 to 65."),
        ("1-2,62,66,1", "1-2,62,67,1", 'dice_hi is "67".'),
        ("2-1,66,66,2", "2-1,66,64,2", "run backwards"),
        ("under 1-2,11", "never,11", '"never" is no column'),
        ("1.5-1,", "1-3,", "the column 1-3 does not lie above 1-2."),
    ],
)
def test_wrong_rows(before: str, after: str, said: str) -> None:
    with pytest.raises(DataError) as error:
        fire(FIRE.replace(before, after))
    assert said in error.value.what
    assert error.value.remedy


def test_a_cell_that_is_no_result() -> None:
    with pytest.raises(DataError, match='line 2: "x" under 3'):
        chart_of_table(rows("strength,2,3\n1,0,x\n"), "strength", int)


def test_no_rows_are_no_chart() -> None:
    with pytest.raises(DataError, match="has no columns"):
        bands([])
